"""Kinds of bots by name, and how they fill a table's seats."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from parlour.bots.budget import Budget
from parlour.bots.levels import Bot, EasyBot, HardBot, NormalBot, RandomBot, Steady, expert
from parlour.bots.outside import is_outside, maker_of, offered
from parlour.bots.restricted import RestrictedBot, read_restriction, split_restrictions
from parlour.core.errors import ParlourError
from parlour.games import AnyGame, find

PERSON = "person"
"""What a record calls a seat that no bot plays."""
DEFAULT = "normal"
THINKERS = ("hard", "expert")
"""Kinds that search; without a number of iterations they think by the clock."""


class UnknownBot(ParlourError):
    """No bot of that name."""


@dataclass(frozen=True)
class Kind:
    """A kind of bot: its name in commands, a short description, and how to make one for a game."""

    name: str
    summary: str
    build: Callable[[AnyGame, Budget | None], Bot]
    budget: Budget | None = None
    """How long it may think; None: the game's default."""

    def make(self, game: AnyGame, seconds: float | None = None) -> Bot:
        """A bot of this kind that falls back to the rule of thumb if anything goes wrong.

        `seconds` limits a decision of a kind that searches by the clock, in place of its usual limit.
        """
        by_clock = self.budget is None and seconds is not None
        budget = Budget(find(game.slug).thought, seconds or 0.0) if by_clock else self.budget
        return Steady(game, self.build(game, budget))


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("random", "a random legal move", lambda game, budget: RandomBot()),
        Kind("easy", "the rule of thumb with mistakes, and a bad memory", lambda game, budget: EasyBot(game)),
        Kind("normal", "the game's own rule of thumb", lambda game, budget: NormalBot(game)),
        Kind("hard", "thinks ahead for up to a second", HardBot),
        Kind("expert", "thinks ahead, guided by a trained network or a sharper policy", expert),
        Kind("simple", "another name for normal", lambda game, budget: NormalBot(game)),
    )
}
"""Every kind of bot, weakest first."""


def find_bot(name: str, only_ours: bool = False) -> Kind:
    """The kind of bot with a name; `hard@5000` thinks for 5000 iterations, however long that takes, as does
    `expert@5000`. `expert@1` does not search: it plays by the network alone.

    `normal!never=cannon` is a normal bot that never uses a Cannon if it can do anything else (`restricted.py`).
    `my_module:MyBot`, a network file and installed bots are found, too (`outside.py`), unless `only_ours` says that the
    name comes from a stranger.
    """
    plain, limits = split_restrictions(name)
    if limits:
        base, rules = find_bot(plain, only_ours), [read_restriction(limit) for limit in limits]
        return replace(base, name=name, build=lambda game, budget: RestrictedBot(game, base.build(game, budget), rules))
    plain, at, number = name.partition("@")
    if plain in KINDS:
        if not at:
            return KINDS[plain]
        if plain not in THINKERS or not number.isdecimal() or not 1 <= int(number) <= 10_000_000:
            raise UnknownBot(f"Only hard and expert take a number of iterations, as in hard@5000, unlike {name!r}.")
        return replace(KINDS[plain], name=name, budget=Budget(int(number), 0.0))
    if not only_ours and is_outside(name):
        make = maker_of(name)
        return Kind(name, "a bot of your own", lambda game, budget: make(game))
    near = get_close_matches(plain, KINDS, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    names = ", ".join([*KINDS, *([] if only_ours else offered())])
    raise UnknownBot(f"There is no bot {plain!r}.{hint} There are: {names}.")


def bots_for(names: Sequence[str], seats: int, only_ours: bool = False) -> list[str]:
    """Kinds of bots for a number of seats: the names given, repeated as needed.

    >>> bots_for(["normal", "random"], 3)
    ['normal', 'random', 'normal']
    """
    known = [find_bot(name, only_ours).name for name in names]
    if not known:
        raise UnknownBot(f"No bot is named. There are: {', '.join(KINDS)}.")
    check_count(len(known), seats)
    return [known[place % len(known)] for place in range(seats)]


def check_count(bots: int, seats: int) -> None:
    """Raise UnknownBot if more bots are named than there are seats, instead of dropping one silently."""
    if bots > seats:
        raise UnknownBot(f"{bots} bots are named for {seats} {'seat' if seats == 1 else 'seats'}.")
