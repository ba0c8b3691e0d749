"""The games: every folder here with a `GAME` in its `__init__`, and every installed package that offers one.

A package of its own offers games by entry points of the group `parlour.games`: the name of an entry point is the
game's slug, its value a package that has what the folders here have.

>>> find("st-croix").about.title
'St. Croix'
"""

import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module, resources
from types import ModuleType
from typing import cast

from parlour.core.cards import Deck, deck_from_data
from parlour.core.deck_changes import changed_deck, split_changes
from parlour.core.errors import ParlourError, UnknownGame
from parlour.core.game import About, Game, State, View
from parlour.core.options import read_options
from parlour.core.policy import Policy
from parlour.core.record import Record
from parlour.core.rng import Rng

USUAL_THOUGHT = 1500
"""How many games a hard bot imagines for a decision, unless its game says otherwise."""
LONGEST_SLUG = 32
"""Letters in the name of a game; the server takes no longer one."""

AnyGame = Game[State, View]
Forget = Callable[[View, float, Rng], View]


@dataclass(frozen=True)
class Entry:
    """One game of the collection: how to make it, what its bots know, and its rules page.

    `policy` rates the legal actions of a seat; a game without one rates all the same. `sharp` does so as a stronger
    player would, if the game says how: expert's search follows it. `forget` makes a view in which the seat lost track
    of cards, where memory is the game. `thought` is how many games a hard bot imagines for one decision.
    """

    make: Callable[..., AnyGame]
    about: About
    policy: Callable[[AnyGame], Policy[State]]
    sharp: Callable[[AnyGame], Policy[State]]
    forget: Forget | None
    thought: int
    folder: str

    def open(self, seats: int, options: Mapping[str, object], deck: Deck | None = None) -> AnyGame:
        """The game with options that come from a stranger: only declared names pass, and a deck is never a path."""
        return self.make(seats=seats, deck=deck, **read_options(self.about.title, self.about.options, options))

    def table(self, seats: int, rules: Mapping[str, object]) -> AnyGame:
        """The game with a designer's house rules; names such as deck.cannon.copies change its deck."""
        house, changes = split_changes(rules)
        game = self.make(seats=seats, **house)
        if not changes:
            return game
        return self.make(seats=seats, **{**house, "deck": changed_deck(game.deck, changes)})

    def rules(self) -> str:
        """The rules page players read, in Markdown; a game without one says what it is about."""
        page = resources.files(self.folder).joinpath("rules.md")
        if page.is_file():
            return page.read_text(encoding="utf-8")
        return f"# {self.about.title}\n\n{self.about.summary}\n\nThe game has no rules page yet.\n"

    def theme(self) -> str:
        """How the game looks in the browser, in TOML; "" if its folder does not say so."""
        return self._file("theme.toml")

    def lesson(self) -> str:
        """The game's lesson, in TOML; "" if there is none."""
        return self._file("lesson.toml")

    def _file(self, name: str) -> str:
        file = resources.files(self.folder).joinpath(name)
        return file.read_text(encoding="utf-8") if file.is_file() else ""


def all_games() -> tuple[Entry, ...]:
    """Every game in the collection, by title."""
    return tuple(sorted((*_shipped().values(), *_outside()[0].values()), key=lambda entry: entry.about.title))


def broken_games() -> tuple[str, ...]:
    """What is wrong with installed packages whose games cannot be used: a sentence for each."""
    return tuple(sentence for _, sentence in _outside()[1])


def find(slug: str) -> Entry:
    """The game with a slug."""
    if slug in _shipped():  # no need to look at other packages
        return _shipped()[slug]
    outside, broken = _outside()
    if slug in outside:
        return outside[slug]
    for name, sentence in broken:
        if name == slug:
            raise UnknownGame(sentence)
    every = [entry.about.slug for entry in all_games()]
    titles = {entry.about.title.lower(): entry.about.slug for entry in all_games()}
    spelled = slug.lower()
    near = [titles[spelled]] if spelled in titles else get_close_matches(spelled, every, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise UnknownGame(f"There is no game {slug!r}.{hint} There are: {', '.join(every)}.")


def open_game(record: Record) -> AnyGame:
    """The game a record was played with: its seats, options and deck, and what its version of the rules meant."""
    deck = None if record.deck is None else deck_from_data(record.deck, "the record's deck")
    entry = find(record.game)
    return entry.open(record.seats, {**entry.about.meant(record.version), **record.options}, deck)


@cache
def _shipped() -> dict[str, Entry]:
    """The games of this folder, by slug."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    modules = [import_module(f"{__name__}.{name}") for name in names]
    entries = [_entry(module) for module in modules if hasattr(module, "GAME")]
    return {entry.about.slug: entry for entry in entries}


@cache
def _outside() -> tuple[dict[str, Entry], list[tuple[str, str]]]:
    """The games of other packages by slug, and the slugs of those that cannot be used with what is wrong."""
    from importlib.metadata import entry_points  # takes a while to load

    found: dict[str, Entry] = {}
    broken: list[tuple[str, str]] = []
    owners = dict.fromkeys(_shipped(), "parlour")
    for point in sorted(entry_points(group=__name__), key=lambda point: (point.name, point.dist and point.dist.name)):
        slug, package = point.name, point.dist.name if point.dist else point.module
        try:
            if slug in owners:
                raise ParlourError(f"the package {owners[slug]} has a game of that name and is used instead")
            found[slug] = _entry(_checked(slug, import_module(point.module)))
            owners[slug] = package
        except (Exception, SystemExit) as error:  # others' code: whatever is wrong with it, our games go on
            said = str(error) if isinstance(error, ParlourError) else f"{type(error).__name__}: {error}"
            said = " ".join(said.split()).rstrip(".")
            broken.append((slug, f"The game {slug} of the package {package} cannot be used: {said}."))
    return found, broken


def _checked(slug: str, module: ModuleType) -> ModuleType:
    """A module of another package, if it holds a game as the folders here do."""
    about = getattr(getattr(module, "GAME", None), "about", None)
    if not hasattr(module, "__path__"):
        raise ParlourError(f"{module.__name__} is not a package, a folder with an __init__.py")
    if not isinstance(about, About):
        raise ParlourError(f"{module.__name__} has no GAME, a class derived from parlour.Game with its `about`")
    if about.slug != slug:
        raise ParlourError(f"its slug is {about.slug!r}; name its entry point so, too")
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) or len(slug) > LONGEST_SLUG:
        raise ParlourError(f"a slug is lower-case words with hyphens between them, at most {LONGEST_SLUG} letters")
    return module


def _entry(module: ModuleType) -> Entry:
    make = module.GAME
    policy = cast(Callable[[AnyGame], Policy[State]], getattr(module, "POLICY", Policy))
    sharp = cast(Callable[[AnyGame], Policy[State]], getattr(module, "SHARP", policy))
    forget = cast(Forget | None, getattr(module, "FORGET", None))
    thought = cast(int, getattr(module, "THOUGHT", USUAL_THOUGHT))
    return Entry(make, make.about, policy, sharp, forget, thought, module.__name__)
