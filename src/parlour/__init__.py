"""Parlour: tabletop card games from one rules engine.

>>> import parlour
>>> match = parlour.Match(parlour.game("st-croix", seats=3), seed=7)
>>> match.to_act
(0, 1, 2)
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from parlour import _build

_build.choose()

# The imports must come after the choice between compiled and plain modules.
from parlour.core.errors import (  # noqa: E402
    BadDeck,
    BadPosition,
    BadRecord,
    CheckFailed,
    IllegalAction,
    ParlourError,
    UnknownGame,
    UnknownOption,
)
from parlour.core.game import NOBODY, About, Game, State, View  # noqa: E402
from parlour.core.match import Match, replay  # noqa: E402
from parlour.core.outcome import Ending, Outcome  # noqa: E402
from parlour.core.record import parse_record, read_record  # noqa: E402
from parlour.games import AnyGame, all_games, find, open_game  # noqa: E402

if TYPE_CHECKING:
    from parlour.core.check import check_game

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Load the conformance suite and the packages beside the rules on first use."""
    if name == "check_game":
        from parlour.core.check import check_game

        return check_game
    if name in ("bots", "envs"):
        return import_module(f"parlour.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def games() -> tuple[About, ...]:
    """Every game there is: names, seats, options."""
    return tuple(entry.about for entry in all_games())


def game(slug: str, seats: int | None = None, preset: str | None = None, **options: object) -> AnyGame:
    """A game by its slug; `deck` and every house rule are keyword options.

    >>> import parlour
    >>> parlour.game("st-croix", seats=2, turn_cap=100).options["turn_cap"]
    100
    """
    entry = find(slug)
    presets = entry.about.presets or {}
    if preset is not None and preset not in presets:
        raise UnknownOption(f"{entry.about.title} has no preset {preset!r}. It has: {', '.join(presets)}.")
    chosen = {**(presets[preset] if preset is not None else {}), **options}
    return entry.make(seats=entry.about.default_seats if seats is None else seats, **chosen)


def load(path: Path | str) -> Match[State, View]:
    """The match of a record file, replayed and checked to its last action; it can be played on."""
    return replay(read_record(path), open_game)


def parse(text: str) -> Match[State, View]:
    """The match of a record given as text."""
    return replay(parse_record(text, "The record"), open_game)


__all__ = [
    "NOBODY",
    "About",
    "BadDeck",
    "BadPosition",
    "BadRecord",
    "CheckFailed",
    "Ending",
    "Game",
    "IllegalAction",
    "Match",
    "Outcome",
    "ParlourError",
    "State",
    "UnknownGame",
    "UnknownOption",
    "View",
    "check_game",
    "game",
    "games",
    "load",
    "open_game",
    "parse",
    "read_record",
    "replay",
]
