"""Two kinds of bots play many games against each other: who is stronger, and by how much?

One `a` sits among `b`s. Each deal is played once for every seat `a` can have, so good cards and good seats cancel out.
Every game has its own seed, so the result does not depend on the number of processes.
"""

import multiprocessing
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import sqrt

from openskill.models import PlackettLuce

from parlour.bots.budget import Budget
from parlour.bots.choices import may_wait
from parlour.bots.driver import next_move
from parlour.bots.levels import Bot
from parlour.bots.players import Kind, find_bot
from parlour.bots.processes import serve_parent
from parlour.core.game import View
from parlour.core.match import Match
from parlour.core.rng import Rng
from parlour.games import find

NORMAL_95 = 1.959964
"""Standard deviations to each side that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Duel:
    """A game with its options, two kinds of bots, and the seed of all deals."""

    game: str
    a: str
    b: str
    seats: int
    seed: str = "duel"
    options: Mapping[str, object] = field(default_factory=dict)
    budget: Budget | None = None
    start: Mapping[str, object] | None = None
    """The position every game starts from; None: each is dealt."""

    def kind(self, name: str) -> Kind:
        """The kind of a bot, with this duel's budget unless its name gives one."""
        kind = find_bot(name)
        return kind if self.budget is None or kind.budget is not None else replace(kind, budget=self.budget)


@dataclass(frozen=True)
class Played:
    """How one game ended for `a`, and how long each kind of bot thought."""

    number: int
    seat: int
    ranks: tuple[int, ...]
    decisions: tuple[int, int]
    seconds: tuple[float, float]

    @property
    def win(self) -> float:
        """1 for a win, a fraction for a shared first place, 0 otherwise."""
        return 1.0 / self.ranks.count(1) if self.ranks[self.seat] == 1 else 0.0

    @property
    def rank(self) -> float:
        """The rank of `a`; tied players share the mean of their ranks."""
        mine = self.ranks[self.seat]
        return mine + (self.ranks.count(mine) - 1) / 2


class Timed:
    """A bot with a stopwatch: counts the decisions of its own turns and the time they take."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.decisions = 0
        self.seconds = 0.0

    def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
        """The bot's choice."""
        if may_wait(view):
            return self.bot.choose(view, legal, rng)
        began = time.perf_counter()
        action = self.bot.choose(view, legal, rng)
        self.seconds += time.perf_counter() - began
        self.decisions += 1
        return action


def play_one(duel: Duel, number: int) -> Played:
    """Play the game with a number: deal `number // seats`, `a` in seat `number % seats`."""
    game = find(duel.game).table(duel.seats, duel.options)
    match = Match(game, f"{duel.seed} {number // duel.seats}", start=duel.start)
    place = number % duel.seats
    kinds = [duel.a if seat == place else duel.b for seat in range(duel.seats)]
    bots = {seat: Timed(duel.kind(name).make(match.game)) for seat, name in enumerate(kinds)}
    while found := next_move(match, bots):
        match.play(*found)
    outcome = match.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    mine, others = bots[place], [bot for seat, bot in bots.items() if seat != place]
    return Played(
        number,
        place,
        outcome.ranks,
        (mine.decisions, sum(bot.decisions for bot in others)),
        (mine.seconds, sum(bot.seconds for bot in others)),
    )


def play_all(duel: Duel, games: int, workers: int = 1) -> Iterator[Played]:
    """Yield the results of games in order, played here or by several processes."""
    duel.kind(duel.a), duel.kind(duel.b)  # fails on a wrong name before any process starts
    find(duel.game).table(duel.seats, duel.options)
    if workers <= 1:
        for number in range(games):
            yield play_one(duel, number)
        return
    with multiprocessing.get_context("spawn").Pool(workers, serve_parent) as pool:  # leaving ends the processes
        yield from pool.imap(partial(play_one, duel), range(games))


@dataclass(frozen=True)
class Score:
    """Statistics of the games played so far."""

    games: int
    wins: float
    low: float
    high: float
    even: float
    rank: float
    even_rank: float
    ratings: tuple[tuple[float, float], tuple[float, float]]
    milliseconds: tuple[float, float]

    @property
    def share(self) -> float:
        """The share of games `a` won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def verdict(self) -> str:
        """In a word, whether the 95 % interval lies above or below an even share."""
        return "stronger" if self.low > self.even else "weaker" if self.high < self.even else "undecided"


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share.

    >>> [round(end, 3) for end in wilson(8, 10)]
    [0.49, 0.943]
    """
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, NORMAL_95**2
    middle = share + square / (2 * games)
    spread = NORMAL_95 * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, (middle - spread) / (1 + square / games)), min(1.0, (middle + spread) / (1 + square / games))


def score(played: Sequence[Played], seats: int) -> Score:
    """Summarise the games."""
    games = len(played)
    wins = sum(game.win for game in played)
    low, high = wilson(wins, games)
    milliseconds = []
    for side in (0, 1):
        decisions = sum(game.decisions[side] for game in played)
        milliseconds.append(1000 * sum(game.seconds[side] for game in played) / max(1, decisions))
    return Score(
        games,
        wins,
        low,
        high,
        1 / seats,
        sum(game.rank for game in played) / max(1, games),
        (seats + 1) / 2,
        rate(played),
        (milliseconds[0], milliseconds[1]),
    )


def rate(played: Sequence[Played]) -> tuple[tuple[float, float], tuple[float, float]]:
    """The openskill rating (mean, uncertainty) of `a` and `b` after these games; both begin at 25."""
    model = PlackettLuce()
    a, b = model.rating(), model.rating()
    for game in played:
        # All seats of `b` are the same player: the one to the left of `a` stands for it.
        left = game.ranks[(game.seat + 1) % len(game.ranks)]
        (a,), (b,) = model.rate([[a], [b]], ranks=[game.ranks[game.seat], left])
    return (a.mu, a.sigma), (b.mu, b.sigma)
