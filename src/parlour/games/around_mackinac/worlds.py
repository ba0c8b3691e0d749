"""Worlds that fit a view: each bundle's face-down cards in any order, all equally likely."""

from mypy_extensions import i64

from parlour.core.bags import has
from parlour.core.rng import Rng
from parlour.games.around_mackinac.state import MackinacState, copy_table


def fill_in(seen: MackinacState, rng: Rng) -> MackinacState:
    """A world that fits the view: the face-down cards of every bundle are shuffled."""
    table = copy_table(seen)
    circle = table.circle.copy()
    bundle = table.bundle
    place: i64 = len(circle) - 1
    while place > 0:
        if not has(table.face_up, place):
            mine: i64 = bundle[place]
            earlier: i64 = 0
            other: i64 = 0
            while other < place:
                if bundle[other] == mine and not has(table.face_up, other):
                    earlier += 1
                other += 1
            if earlier > 0:
                pick = rng.below(earlier + 1)
                if pick < earlier:  # Fisher-Yates: swap with an earlier place, or stay
                    other = -1
                    while pick >= 0:
                        other += 1
                        if bundle[other] == mine and not has(table.face_up, other):
                            pick -= 1
                    circle[place], circle[other] = circle[other], circle[place]
        place -= 1
    table.circle = circle
    return table
