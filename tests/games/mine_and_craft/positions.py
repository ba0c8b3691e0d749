"""Mine & Craft positions: what each player has, and harmless piles unless others are given."""

from collections.abc import Mapping

from scenario import Scenario

FIVE = [["wood1", "wood2"], ["stone1", "stone2"], ["iron1", "iron2"], ["gold1", "gold2"], ["diamond1", "diamond2"]]
"""Five harmless piles, bottom to top."""


def start(*players: Mapping[str, object], options: Mapping[str, object] | None = None, **position: object) -> Scenario:
    """`players` are their entries in order, two unless there are more; piles are not refilled by themselves."""
    rows = [*players, *[{} for _ in range(2 - len(players))]]
    house = {"refill": "never", **(options or {})}
    return Scenario("mine-and-craft", options=house, start={"piles": FIVE, "players": rows, **position})
