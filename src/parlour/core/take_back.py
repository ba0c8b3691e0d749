"""May an action be taken back? Only if its player learnt nothing from it."""

from collections.abc import Iterator
from typing import Final, TypeVar

from parlour.core.game import State, View
from parlour.core.match import Match, deal_again
from parlour.core.record import Entry
from parlour.core.told import WORLDS, same_in_worlds, shows_new_face

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

REPLAYED: Final = 2
"""Worlds to compare in games that find them by replaying, which takes long."""


def looks_same(before: Match[S, V], after: Match[S, V]) -> Iterator[bool]:
    """Did the last action draw no luck and tell its player nothing new? Answer by answer, and one "no" settles it.

    A game that finds worlds by replaying takes long for each, so there is an answer for each, to pause in between.

    An action told nothing if no card came into sight, and it leads to the same view in every world the player thought
    possible. The first is for people, who forget what a view remembers. What others learnt is theirs to forgive.
    """
    entry = after.record.entries[-1]
    seat, game = entry.seat, before.game
    yield not (entry.luck or shows_new_face(before.scene(seat, 0), after.scene(seat, 0)))
    view, known = before.view(seat), after.view(seat)
    if game.replays_worlds():
        for number in range(REPLAYED):
            yield same_in_worlds(game, view, known, entry.action, number, number + 1)
    else:
        yield same_in_worlds(game, view, known, entry.action, 0, WORLDS)


def one_back(match: Match[State, View]) -> Match[State, View]:
    """A match as it was before its last action, played again from the deal."""
    entries: list[Entry] = match.record.entries[:-1]
    back = deal_again(match.record, match.game)
    for entry in entries:
        back.follow(entry)
    return back
