"""Positions of Match Me If You Can!: hands, laid groups, and what lies on the piles."""

from collections.abc import Mapping, Sequence

from scenario import Scenario


def at(
    *hands: Sequence[str],
    groups: Mapping[int, Sequence[str]] | None = None,
    options: Mapping[str, object] | None = None,
    **more: object,
) -> Scenario:
    """Seat 0 to move, Arch Rock on the discard pile, two Spring Flowers left to draw, unless said otherwise."""
    laid = groups or {}
    start = {
        "turn": 0,
        "discard_pile": ["arch-rock"],
        "draw_pile": ["yellow-trout-lily", "marsh-marigold"],
        "players": [{"hand": list(hand), "groups": list(laid.get(seat, ()))} for seat, hand in enumerate(hands)],
        **more,
    }
    return Scenario("match-me", options=options, start=start)


def hand(table: Scenario, seat: int) -> list[str]:
    """A player's cards, sorted."""
    return sorted(table.cards("players", seat, "hand"))
