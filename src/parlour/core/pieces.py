"""Pieces of a scene, for zones whose cards are known by kind."""

from collections.abc import Sequence

from mypy_extensions import i64

from parlour.core.scene import Piece


def row_of(zone: str, keys: Sequence[str], selected: Sequence[str] = ()) -> list[Piece]:
    """Pieces named by card and copy, so that they keep their ids while others leave; some are selected."""
    copies: dict[str, int] = {}
    pieces = []
    place: i64 = 0
    for key in keys:
        copy = copies.get(key, 0) + 1
        copies[key] = copy
        picked = bool(selected) and copy <= selected.count(key)
        pieces.append(Piece(f"{zone}:{key}:{copy}", zone, place, key, ("selected",) if picked else ()))
        place += 1
    return pieces
