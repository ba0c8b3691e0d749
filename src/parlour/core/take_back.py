"""May an action be taken back? Only if its player learnt nothing from it."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, TypeVar

from parlour.core.chance import Scripted
from parlour.core.errors import BadRecord, NoWorld
from parlour.core.game import State, View
from parlour.core.match import Match, deal_again
from parlour.core.record import Entry
from parlour.core.rng import Rng

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

WORLDS: Final = 16
"""Worlds to compare: an action that tells something in one world of ten is caught in four of five cases."""
REPLAYED: Final = 2
"""The same for games that find worlds by replaying, which takes long."""


def looks_same(before: Match[S, V], after: Match[S, V]) -> Iterator[bool]:
    """Did the last action draw no luck and tell its player nothing new? World by world, and one "no" settles it.

    Finding a world takes long enough to pause in between.

    An action told nothing if no card came into sight, and it leads to the same view in every world the player thought
    possible. The first is for people, who forget what a view remembers. What others learnt is theirs to forgive.
    """
    entry = after.record.entries[-1]
    yield not (entry.luck or _faces(after, entry.seat) - _faces(before, entry.seat))
    game, view = before.game, before.view(entry.seat)
    known = after.view(entry.seat).facts()
    for number in range(REPLAYED if game.replays_worlds() else WORLDS):
        try:
            world = game.determinise(view, Rng("take back", number))
            game.apply(world, entry.seat, entry.action, Scripted([]))
        except (BadRecord, NoWorld):  # there it draws luck, or no world could be found
            yield False
            return
        yield game.view(world, entry.seat).facts() == known


def _faces(match: Match[S, V], seat: int) -> Counter[str]:
    """The faces that a seat's scene shows."""
    return Counter(piece.type for piece in match.scene(seat, 0).pieces if piece.type is not None)


def one_back(match: Match[State, View]) -> Match[State, View]:
    """A match as it was before its last action, played again from the deal."""
    entries: list[Entry] = match.record.entries[:-1]
    back = deal_again(match.record, match.game)
    for entry in entries:
        back.follow(entry)
    return back
