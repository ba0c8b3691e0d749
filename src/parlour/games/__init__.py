"""The games: every folder here with a `GAME` in its `__init__` is one. Adding a game is adding a folder."""

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module, resources
from typing import cast

from parlour.core.cards import Deck, deck_from_data
from parlour.core.errors import UnknownGame
from parlour.core.game import About, Game, State, View
from parlour.core.options import read_options
from parlour.core.policy import Policy
from parlour.core.record import Record
from parlour.core.rng import Rng

USUAL_THOUGHT = 1500
"""How many games a hard bot imagines for a decision, unless its game says otherwise."""

AnyGame = Game[State, View]
Forget = Callable[[View, float, Rng], View]


@dataclass(frozen=True)
class Entry:
    """One game of the collection: how to make it, what its bots know, and its rules page.

    `policy` rates the legal actions of a seat; a game without one rates all the same. `forget` makes a view in which
    the seat lost track of cards, where memory is the game. `thought` is how many games a hard bot imagines for one
    decision.
    """

    make: Callable[..., AnyGame]
    about: About
    policy: Callable[[AnyGame], Policy[State]]
    forget: Forget | None
    thought: int
    folder: str

    def open(self, seats: int, options: Mapping[str, object], deck: Deck | None = None) -> AnyGame:
        """The game with options that come from a stranger: only declared names pass, and a deck is never a path."""
        return self.make(seats=seats, deck=deck, **read_options(self.about.title, self.about.options, options))

    def rules(self) -> str:
        """The rules page players read, in Markdown."""
        return resources.files(self.folder).joinpath("rules.md").read_text(encoding="utf-8")


@cache
def all_games() -> tuple[Entry, ...]:
    """Every game in the collection, by title."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    found = [entry for name in names if (entry := _entry(name)) is not None]
    return tuple(sorted(found, key=lambda entry: entry.about.title))


def _entry(name: str) -> Entry | None:
    folder = f"{__name__}.{name}"
    module = import_module(folder)
    make = getattr(module, "GAME", None)
    if make is None:
        return None
    policy = cast(Callable[[AnyGame], Policy[State]], getattr(module, "POLICY", Policy))
    forget = cast(Forget | None, getattr(module, "FORGET", None))
    thought = cast(int, getattr(module, "THOUGHT", USUAL_THOUGHT))
    return Entry(make, make.about, policy, forget, thought, folder)


def find(slug: str) -> Entry:
    """The game with a slug."""
    every = {entry.about.slug: entry for entry in all_games()}
    if slug not in every:
        titles = {entry.about.title.lower(): entry.about.slug for entry in every.values()}
        spelled = slug.lower()
        near = [titles[spelled]] if spelled in titles else get_close_matches(spelled, every, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise UnknownGame(f"There is no game {slug!r}.{hint} There are: {', '.join(every)}.")
    return every[slug]


def open_game(record: Record) -> AnyGame:
    """The game a record was played with: its seats, options and deck."""
    deck = None if record.deck is None else deck_from_data(record.deck, "the record's deck")
    return find(record.game).open(record.seats, record.options, deck)
