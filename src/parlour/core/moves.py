"""What an event moves on the table, as data: which pieces, from which zone and place to which.

An event type declares its moves with the ids of the scene's zones, and `events.moves_of` gives those of one event. It
reads nothing but the event: in a redacted one, pieces are named where this viewer may know them, otherwise counted.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from parlour.core.sentences import FIELD, Fact, Facts, Seat, number_of, read_condition

MoveKind = Literal["deal", "draw", "play", "pass", "flip", "peek", "roll", "pay", "shuffle", "remove"]


@dataclass(frozen=True)
class Move:
    """What an event moves.

    `pieces` is the fact with the type of a piece or a list of types. `source` and `target` are ids of zones, with
    `{seat}` for who did it and `{fact}` for any fact. Without a target the pieces stay in their zone: they are turned,
    looked at or shuffled there. `count` is a number, or the fact that says how many; without it, it is the number of
    pieces named, or one.
    """

    kind: MoveKind
    source: str
    target: str = ""
    pieces: str = ""
    count: str | int = ""
    all: str = ""
    """The type of all pieces, where it is always the same: chips, the die."""
    places: str = ""
    """The fact with the place or places in the source, from 1 on."""
    to_place: str = ""
    """The same in the target; where both are in one list, its last is the target's."""
    each: str = ""
    """A fact with a list: one piece for each item, which the zones call `{each}`."""
    around: str = ""
    """The fact with how many seats to the left each seat's pieces move; `count` lists their numbers afterwards."""
    value: str = ""
    """The fact with the number a die shows afterwards."""
    when: str = ""


class Moved(msgspec.Struct, frozen=True, gc=False):
    """Pieces that moved: their types as far as the viewer may know them, and their number. Clients animate it."""

    kind: MoveKind
    source: str
    target: str
    count: int
    pieces: tuple[str, ...] = ()
    """Empty, or one type for each piece."""
    places: tuple[int, ...] = ()
    to_places: tuple[int, ...] = ()
    value: int | None = None
    """What a die shows afterwards."""


Mover = Callable[[Seat, Facts], list[Moved]]
ZoneOf = Callable[[Seat, Facts, int | str], str]


def read_move(move: Move, known: Sequence[str]) -> Mover:
    """A function that reads a declared move out of events; ValueError if it names an unknown fact."""
    count = move.count if isinstance(move.count, str) else ""
    for fact in (move.pieces, count, move.places, move.to_place, move.each, move.around, move.value):
        if fact and fact not in known:
            raise ValueError(f"there is no fact {fact!r} to move; there are {', '.join(known)}")
    holds = read_condition(move.when, known)
    find = _around if move.around else _one_each if move.each else _plain
    source = _read_zone(move.source, known)
    target = _read_zone(move.target or move.source, known)
    return lambda seat, facts: find(move, seat, facts, source, target) if holds(facts) else []


def _plain(move: Move, seat: Seat, facts: Facts, source: ZoneOf, target: ZoneOf) -> list[Moved]:
    named = facts.get(move.pieces)
    pieces = tuple([str(one) for one in _items(named)])
    if isinstance(move.count, int):
        count = move.count
    elif move.count:
        count = number_of(facts.get(move.count))
    else:
        count = 1 if named is None else len(pieces)
    if move.all:
        pieces = (move.all,) * count
    places, to_places = _places(facts.get(move.places)), _places(facts.get(move.to_place))
    if move.places and move.places == move.to_place:
        places, to_places = places[:-1], places[-1:]
    value = number_of(facts.get(move.value)) if move.value else None
    return [Moved(move.kind, source(seat, facts, ""), target(seat, facts, ""), count, pieces, places, to_places, value)]


def _one_each(move: Move, seat: Seat, facts: Facts, source: ZoneOf, target: ZoneOf) -> list[Moved]:
    named = [str(one) for one in _items(facts.get(move.pieces))]
    return [
        Moved(move.kind, source(seat, facts, one), target(seat, facts, one), 1, tuple(named[at : at + 1]))
        for at, one in enumerate(_items(facts.get(move.each)))
    ]


def _around(move: Move, seat: Seat, facts: Facts, source: ZoneOf, target: ZoneOf) -> list[Moved]:
    counts = _places(facts.get(str(move.count)))
    step = number_of(facts.get(move.around))
    moved: list[Moved] = []
    for at, count in enumerate(counts):
        came_from = source(seat, facts, (at - step) % len(counts))
        moved.append(Moved(move.kind, came_from, target(seat, facts, at), count, (move.all,) * count))
    return moved


def _items(value: Fact) -> tuple[int | str, ...]:
    if isinstance(value, list):
        return tuple(value)
    return () if value is None else (value,)


def _places(value: Fact) -> tuple[int, ...]:
    return tuple([int(one) for one in _items(value)])


def _read_zone(template: str, known: Sequence[str]) -> ZoneOf:
    """A zone's id with blanks: `{seat}`, `{each}`, or any fact."""
    blanks = FIELD.findall(template)
    for fact in blanks:
        if fact not in ("seat", "each", *known):
            raise ValueError(f"in the zone {template!r}, there is no fact {fact!r}; there are {', '.join(known)}")
    if not blanks:
        return lambda seat, facts, each: template
    pattern = FIELD.sub("%s", template)

    def zone(seat: Seat, facts: Facts, each: int | str) -> str:
        own = {"seat": seat, "each": each}
        return pattern % tuple([own[fact] if fact in own else facts[fact] for fact in blanks])

    return zone
