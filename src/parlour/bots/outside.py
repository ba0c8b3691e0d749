"""Bots of other people: `module:Class`, a network file, or an entry point of the group `parlour.bots`.

Their code runs with the rights of the program, so these names are taken from the command line and from Python, never
from a client, a record or a language model.
"""

import inspect
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path

from parlour.bots.expert import NetworkBot
from parlour.bots.levels import Bot
from parlour.bots.weights import Stored, unpack
from parlour.core.errors import ParlourError
from parlour.games import AnyGame

GROUP = "parlour.bots"
NETWORK = ".net"

Maker = Callable[[AnyGame], Bot]


class BadBot(ParlourError):
    """A bot that cannot be used."""


def is_outside(typed: str) -> bool:
    """Does a name lead to a bot that is not ours? Nothing is loaded to find out."""
    return ":" in typed or Path(typed).suffix == NETWORK or typed in _points()


def offered() -> list[str]:
    """The names of all installed entry points."""
    return sorted(_points())


def maker_of(name: str) -> Maker:
    """How to make a bot for a game. Loads it now, so that a wrong name is noticed before a game begins."""
    if Path(name).suffix == NETWORK:
        stored = _network(name, _changed(name))
        return lambda game: NetworkBot(game, stored)
    found = _load(_points().get(name, name), name)

    def make(game: AnyGame) -> Bot:
        bot = found
        if inspect.isclass(found) or not hasattr(found, "choose"):
            bot = _called(found, game, name)
        if not callable(getattr(bot, "choose", None)):
            raise BadBot(f"The bot {name} has no method choose(view, legal, rng).")
        made: Bot = bot  # type: ignore[assignment]  # others' code: it has a `choose`, and what that does is checked
        return made

    return make


def _called(found: object, game: AnyGame, name: str) -> object:
    """What a class or function makes; it is given the game if it takes one."""
    if not callable(found):
        raise BadBot(f"The bot {name} has no method choose(view, legal, rng).")
    try:
        inspect.signature(found).bind(game)
    except (TypeError, ValueError):
        return _guarded(name, found)
    return _guarded(name, lambda: found(game))


def _load(path: str, name: str) -> object:
    module, _, attribute = path.partition(":")
    if not module or not attribute:
        raise BadBot(f"A bot of your own is named as in my_module:MyBot, unlike {name!r}.")
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # a module beside you is found, as python itself would
    found = _guarded(name, lambda: import_module(module))
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise BadBot(f"The module {module} has no {attribute}.")
        found = getattr(found, part)
    return found


def _guarded(name: str, work: Callable[[], object]) -> object:
    """Run others' code; whatever it raises becomes a sentence."""
    try:
        return work()
    except (Exception, SystemExit) as error:
        said = " ".join(str(error).split()).rstrip(".")
        raise BadBot(f"The bot {name} cannot be used: {type(error).__name__}: {said}.") from error


def _changed(name: str) -> int:
    """When a file was last written; training writes its network again and again."""
    try:
        return Path(name).stat().st_mtime_ns
    except OSError:
        return 0  # reading it says what is wrong


@cache
def _network(name: str, changed: int) -> Stored:
    try:
        return unpack(Path(name).read_bytes(), name)
    except OSError as error:
        raise BadBot(f"The network {name} cannot be read: {error.strerror}.") from None


@cache
def _points() -> dict[str, str]:
    """Installed bots by name: where each is."""
    from importlib.metadata import entry_points  # takes a while to load

    return {point.name: point.value for point in entry_points(group=GROUP)}
