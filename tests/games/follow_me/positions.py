"""Positions of Follow Me If You Can!: hands, the Current Location and the draw pile."""

from collections.abc import Mapping, Sequence

from scenario import Scenario


def at(
    hands: Sequence[Sequence[str]],
    options: Mapping[str, object] | None = None,
    names: Sequence[str] = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay"),
    **entries: object,
) -> Scenario:
    """A position with the given hands; Arch Rock is the Current Location and three cards are left to draw."""
    start: dict[str, object] = {
        "current": "arch-rock",
        "draw_pile": ["green-darner", "eastern-white-pine", "paper-birch"],
        "players": [{"hand": list(hand)} for hand in hands],
        **entries,
    }
    if start.get("first"):
        del start["current"]
    return Scenario("follow-me", options=options, names=names, start=start)


def hand(table: Scenario, seat: int) -> list[str]:
    """A player's cards, sorted."""
    return sorted(table.cards("players", seat, "hand"))


def observed(table: Scenario, seat: int) -> list[str]:
    """The cards a player has observed, sorted."""
    return sorted(table.cards("players", seat, "observed"))
