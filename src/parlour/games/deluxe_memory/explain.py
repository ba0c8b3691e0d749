"""Why something cannot be done in Deluxe Memory."""

from parlour.core.bags import has
from parlour.games.deluxe_memory.actions import HIDE_BOTH, HIDE_FIRST, HIDE_SECOND, PickCard, PickPlayer
from parlour.games.deluxe_memory.phases import (
    LEVEL_WITH,
    MOVE_TO,
    PUT_BACK,
    RECEIVE,
    REVEAL,
    REVEAL_SOME,
    SECOND,
    TAKE_FROM,
    TURN_UP,
)
from parlour.games.deluxe_memory.rules import MemoryRules
from parlour.games.deluxe_memory.state import MemoryView
from parlour.games.deluxe_memory.words import token_count


def explain(game: MemoryRules, view: MemoryView, action: int) -> str:
    """One sentence on why the seat to act cannot do this; empty if there is no special reason."""
    table = view.seen
    what = game.actions[action]
    if table.phase == PUT_BACK and action in (HIDE_FIRST, HIDE_SECOND, HIDE_BOTH):
        cost = 2 if action == HIDE_BOTH else 1
        tokens = table.players[view.seat].tokens
        if tokens < cost:
            return f"Hiding costs {token_count(cost)}, and you have only {tokens}."
        chosen = {HIDE_FIRST: (table.first,), HIDE_SECOND: (table.second,)}.get(action, (table.first, table.second))
        if any(has(table.stays_up, place) for place in chosen):
            return "A card turned up by a 6 stays face up."
        return "A card that was face up cannot be hidden again at this table."
    if isinstance(what, PickCard):
        return why_not_choose(view, what.place - 1)
    if isinstance(what, PickPlayer):
        return _why_not_player(view, what.player - 1)
    return ""


def _why_not_player(view: MemoryView, seat: int) -> str:
    table = view.seen
    if table.players[seat].out:
        return f"Player {seat + 1} is out of the game."
    if table.phase in (RECEIVE, LEVEL_WITH) and seat == table.picked_player:
        return "Choose somebody else: it takes two different players."
    if table.phase == TAKE_FROM and has(table.robbed, seat):
        return "This player has lost tokens to the 3s already."
    return ""


def why_not_choose(view: MemoryView, place: int) -> str:
    """Why the card at a place cannot be chosen; empty if there is no special reason."""
    table = view.seen
    if table.phase != MOVE_TO and not has(table.laid, place):
        return f"There is no card at {place + 1}."
    if table.phase == SECOND:
        if place == table.first:
            return "You have chosen this card already."
        return "Two face-up cards can be chosen only if they match."
    if table.phase in (REVEAL, REVEAL_SOME, TURN_UP):
        return "Only face-down cards can be chosen, each once."
    return ""
