"""Positions of All Around Mackinac Island: which cards lie around the pawn, and where the Fun is."""

from collections.abc import Mapping, Sequence

from parlour.games.around_mackinac import GAME
from scenario import Scenario


def island(
    seats: int = 2,
    up: Sequence[str] = (),
    ahead: Mapping[int, str] | None = None,
    pawn: int = 5,
    options: Mapping[str, object] | None = None,
    **position: object,
) -> Scenario:
    """`up` are the face-up cards from the pawn backwards, `ahead` the ones in front of it by their distance."""
    box = GAME(seats, None, **(options or {}))
    places = box.places
    circle: list[str | None] = [None] * places
    for back, card in enumerate(up):
        circle[(pawn - 1 - back) % places] = card
    for steps, card in (ahead or {}).items():
        circle[(pawn - 1 + steps) % places] = card
    rest = [key for key in box.keys if key not in circle]
    start = {
        "pawn": pawn,
        "circle": [card or rest.pop(0) for card in circle],
        "fun": [3] * seats,
        "face_up": [(pawn - 1 - back) % places + 1 for back in range(len(up))],
        **position,
    }
    return Scenario("around-mackinac", seats, options, start=start)


def chips(table: Scenario) -> tuple[list[int], int, int]:
    """Fun Piles, stash and Center; with what left the game they are all the chips there were."""
    fun = table["fun"]
    assert isinstance(fun, list)
    stash, center, removed = (number(table, entry) for entry in ("stash", "center", "removed"))
    assert sum(fun) + stash + center + removed == 10 * table.game.seats
    return fun, stash, center


def number(table: Scenario, entry: str) -> int:
    """An entry of the position that is a number."""
    found = table[entry]
    assert isinstance(found, int)
    return found


def bundles(table: Scenario) -> list[dict[str, object]]:
    """What all know: places, and the cards that lie there in an unknown order."""
    found = table.sees(0, "bundles")
    assert isinstance(found, list)
    return found
