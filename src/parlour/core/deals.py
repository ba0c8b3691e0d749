"""The house rule of several deals: points are added up until somebody reaches a target."""

from collections.abc import Sequence
from typing import Final

from parlour.core.events import Emit, EventType, tells
from parlour.core.options import Option
from parlour.core.outcome import Ending

MOST_DEALS: Final = 30
"""Deals after which a game to a target score ends anyway."""
MOST_BANKED: Final = 10_000
"""The most points of earlier deals in a position."""

SCORED = EventType(
    "scored", facts=("points", "total"), say="{who:score|scores} {points:count point} in this deal, {total} in all."
)
TARGET_REACHED = Ending("target reached", "The target score is reached: most points win.")
MANY_DEALS = Ending("many deals", "The last deal was played: most points win.", guard=True)


def target_score() -> Option:
    """The house rule itself."""
    return Option("target", 0, "Points to reach over several deals; 0: one deal is the game.", low=0, high=300)


def tell_scores(points: Sequence[int], totals: Sequence[int], emit: Emit | None) -> None:
    """Tell what each seat scored in a finished deal, and its total with it."""
    if tells(emit):
        for seat, scored in enumerate(points):
            emit(SCORED(seat=seat, points=scored, total=totals[seat]))


def how_it_ends(totals: Sequence[int], deals: int, target: int) -> Ending | None:
    """How a game with these totals ends after a number of deals; None if there is another deal."""
    if max(totals) >= target:
        return TARGET_REACHED
    return MANY_DEALS if deals >= MOST_DEALS else None
