"""Whether an action told its player something: what came into sight, and whether other worlds would look the same."""

from typing import Final, TypeVar

from mypy_extensions import i64

from parlour.core.alike import alike
from parlour.core.chance import Scripted
from parlour.core.errors import BadRecord, NoWorld
from parlour.core.game import Game, State, TableView, View
from parlour.core.rng import Rng
from parlour.core.scene import Scene

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

WORLDS: Final = 16
"""Worlds to compare: an action that tells something in one world of ten is caught in four of five cases."""

_STARTS: Final = [Rng("take back", number) for number in range(WORLDS)]  # each is a hash, so they are made once


def same_in_worlds(game: Game[S, V], before: V, known: V, action: int, first: i64, end: i64) -> bool:
    """Does an action of the viewer lead to the known view in the worlds with these numbers, below `WORLDS`?"""
    rng = Rng()
    number = first
    while number < end:
        rng.become(_STARTS[number])
        try:
            world = game.determinise(before, rng)
            game.apply(world, before.seat, action, Scripted([]))
        except (BadRecord, NoWorld):  # there it draws luck, or no world could be found
            return False
        if not say_the_same(known, game.view(world, before.seat)):
            return False
        number += 1
    return True


def say_the_same(one: View, other: View) -> bool:
    """Are the facts of two views the same? Equal tables have equal facts, and are faster to compare."""
    if isinstance(one, TableView) and isinstance(other, TableView):
        seen: object = one.seen
        if alike(one.header, other.header) and alike(seen, other.seen):
            return True
    return one.facts() == other.facts()


def shows_new_face(before: Scene, after: Scene) -> bool:
    """Does a scene show a face that the scene before did not show, or more of the same?"""
    faces: dict[str, int] = {}
    for piece in before.pieces:
        face = piece.type
        if face is not None:
            faces[face] = faces.get(face, 0) + 1
    for piece in after.pieces:
        face = piece.type
        if face is not None:
            left = faces.get(face, 0)
            if left == 0:
                return True
            faces[face] = left - 1
    return False
