"""What is said at the table: refusals between players, and why something is not possible now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.bags import only
from parlour.games.match_me.actions import Ask, Discard, Lay, Take
from parlour.games.match_me.state import ASK_AGAIN, DISCARD, Table

if TYPE_CHECKING:
    from parlour.games.match_me.rules import MatchMe

REFUSALS: Final = (
    "Go count the planks of the boardwalk!",
    "Go skip stones at Windermere Point!",
    "Go race a carriage horse up Cadotte Avenue!",
    "Go hide in Skull Cave!",
    "Go ask the gulls at the ferry dock!",
    "Go ring the bell at Fort Mackinac!",
    "Go pedal round the island, twice!",
    "Go thread a needle through Arch Rock!",
    "Go sniff somebody else's lilacs!",
    "Go sweep up after the horses!",
    "Go wave at the bridge!",
    "Go look for it in the Straits!",
)
"""What a player says who has none (MM-19); our own sayings, taken in turn."""


def explain(game: MatchMe, table: Table, seat: int, action: int) -> str:
    """Why the seat whose turn it is may not do this now; empty where there is nothing to say."""
    what = game.actions[action]
    hand = table.players[seat].hand
    if table.step == DISCARD:
        if isinstance(what, (Ask, Take)):
            return "You have added cards already; now discard one."
        if isinstance(what, Discard) and hand & only(action - game.discard_from) != 0:
            return "You have just picked that card up; discard another one."
    if isinstance(what, Discard):
        return (
            "You do not hold that card."
            if table.step == DISCARD
            else "First ask somebody or pick up; you discard at the end of the turn."
        )
    if isinstance(what, Take):
        if table.step == ASK_AGAIN:
            return "You asked this turn, so you may not pick up as well."
        return f"The discard pile has no more than {len(table.discards)}."
    if isinstance(what, Ask):
        kind = game.categories.index(what.category)
        if what.player == seat + 1:
            return "You cannot ask yourself."
        if hand & game.group[kind] == 0:
            return f"You hold no {game.category_names[kind]}, so you may not ask for them."
        return f"You hold all {game.category_names[kind]} already."
    if isinstance(what, Lay):
        return f"You can lay {what.category} only at the end of your turn, with the whole group in your hand."
    return ""
