"""Positions of St. Croix in a few words.

`sit("5 5 12 | lizard | 3 -", "9", pile="4")` is a table where seat 0 holds 5, 5, 12, has a Lizard on the table,
one Mystery Card (a 3) left of two, and seat 1 holds a 9. Seat 0 is to play on a 4.
"""

from collections.abc import Mapping

from scenario import Scenario


def player(words: str) -> dict[str, object]:
    hand, table, mystery = (*words.split("|"), "", "")[:3]
    return {
        "hand": hand.split(),
        "table": table.split(),
        "mystery": [None if key == "-" else key for key in mystery.split()],
    }


def sit(
    *players: str,
    pile: str = "",
    draw: str = "",
    turn: int = 0,
    start: Mapping[str, object] | None = None,
    **options: object,
) -> Scenario:
    """A position: one text for each player, house rules by name; `start` holds further entries."""
    position: dict[str, object] = {
        "turn": turn,
        "players": [player(words) for words in players],
        "play_pile": pile.split(),
        "draw_pile": draw.split(),
        **(start or {}),
    }
    return Scenario("st-croix", options=options, start=position)


def deal(first: str, then: str = "", begins: int = 0, seats: int = 2, **options: object) -> Scenario:
    """A new game: `first` is dealt first; `then` comes after the deal: the starter and the top of the Draw Pile."""
    any_deal = Scenario.dealt("st-croix", seats, options)
    dealt = [
        card for seat in range(seats) for zone in ("mystery", "hand") for card in any_deal.cards("players", seat, zone)
    ]
    rest = [*dealt, *any_deal.cards("draw_pile")]
    for card in [*first.split(), *then.split()]:
        rest.remove(card)
    fill = len(dealt) - len(first.split())
    order = [*first.split(), *rest[:fill], *then.split(), *rest[fill:]]
    return Scenario.dealt("st-croix", seats, options, {"deal": order[::-1], "first player": begins})


def choose_all(table: Scenario) -> Scenario:
    """Everybody lays the lowest cards on the table, so that the Play Pile is started."""
    while table["choosing"]:
        table.do(table.legal()[0])
    return table
