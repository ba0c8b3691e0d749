"""Why something cannot be done in Match Me."""

from typing import Final

from parlour.core.bags import common, has
from parlour.core.game import TableView
from parlour.games.match_me.actions import Ask, Discard, Lay, Take
from parlour.games.match_me.rules import MatchMeRules
from parlour.games.match_me.state import ASK_AGAIN, DISCARD, MatchMeState

ASKED_THIS_TURN: Final = "You have asked this turn, so you cannot pick up as well."
JUST_PICKED_UP: Final = "You have just picked that card up."


def explain(game: MatchMeRules, view: TableView[MatchMeState], action: int) -> str:
    """One sentence on why the seat to act cannot do this; empty if there is no special reason."""
    what = game.actions[action]
    table = view.seen
    discarding = table.phase == DISCARD
    if isinstance(what, Discard):
        if not discarding:
            return "First ask somebody or pick up; discard at the end of the turn."
        holds = has(table.players[view.seat].hand, game.keys.index(what.card))
        return JUST_PICKED_UP if holds else "You do not hold that card."
    if isinstance(what, Lay):
        return f"You can lay {what.category} only at the end of your turn, with the whole group in your hand."
    if not isinstance(what, (Ask, Take)):
        return ""
    if discarding:
        return "You have added cards already; now discard one."
    if isinstance(what, Ask):
        return _why_not_ask(game, view, what)
    return ASKED_THIS_TURN if table.phase == ASK_AGAIN else f"The discard pile has no more than {len(table.discards)}."


def _why_not_ask(game: MatchMeRules, view: TableView[MatchMeState], what: Ask) -> str:
    if what.player == view.seat + 1:
        return "You cannot ask yourself."
    kind = game.categories.index(what.category)
    if common(view.seen.players[view.seat].hand, game.group[kind]) == 0:
        return f"You hold no {game.category_names[kind]}, so you cannot ask for them."
    return f"You hold all {game.category_names[kind]} already."
