"""Bots by name. A bot is handed what its seat may know, what it may do, and luck of its own: never a state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Protocol

from parlour.core.errors import ParlourError
from parlour.core.game import State, View
from parlour.core.match import Match
from parlour.core.rng import Rng
from parlour.games import AnyGame, find

PERSON = "person"
"""What a record calls a seat that no bot plays."""


class UnknownBot(ParlourError):
    """No bot of that name."""


class Bot(Protocol):
    """A player made for one game. Its choice may depend only on what it is given here."""

    def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
        """One of the legal actions."""


@dataclass(frozen=True)
class Kind:
    """A kind of bot: its name in commands, what it does in a few words, and how one is made for a game."""

    name: str
    summary: str
    make: Callable[[AnyGame], Bot]


class RandomBot:
    """Takes any legal action, each equally likely."""

    def __init__(self, game: AnyGame) -> None:
        pass

    def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
        """Any legal action."""
        return legal[rng.below(len(legal))]


class SimpleBot:
    """Plays by the game's own rule of thumb."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.heuristic = find(game.slug).heuristic

    def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
        """What the rule of thumb says."""
        return self.heuristic(self.game, view, legal, rng)


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("random", "any legal move, each equally likely", RandomBot),
        Kind("simple", "the game's own rule of thumb", SimpleBot),
    )
}
"""Every kind of bot, weakest first."""


def find_bot(name: str) -> Kind:
    """The kind of bot with a name."""
    if name not in KINDS:
        near = get_close_matches(name, KINDS, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise UnknownBot(f"There is no bot {name!r}.{hint} There are: {', '.join(KINDS)}.")
    return KINDS[name]


def bots_for(names: Sequence[str], seats: int) -> list[str]:
    """Kinds of bots for a number of seats: the names given, over and over.

    >>> bots_for(["simple", "random"], 3)
    ['simple', 'random', 'simple']
    """
    known = [find_bot(name).name for name in names]
    if not known:
        raise UnknownBot(f"No bot is named. There are: {', '.join(KINDS)}.")
    return [known[place % len(known)] for place in range(seats)]


def move(match: Match[State, View], seat: int, bot: Bot) -> int:
    """The action a bot takes for its seat now; the same table and seed always give the same one."""
    rng = Rng("bot", match.seed, seat, match.decisions)
    view = match.view(seat)
    return bot.choose(view, view.legal, rng)
