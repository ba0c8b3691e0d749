"""Two kinds of bots play many games against each other: who is stronger, and by how much?

One `a` sits among `b`s. Each deal is played once for every seat `a` can have, so that good cards and good seats
even out. Every game has its own seed, so the result does not depend on how many processes share the work.
"""

import multiprocessing
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import sqrt

from openskill.models import PlackettLuce

from parlour.bots.budget import Budget
from parlour.bots.levels import Bot
from parlour.bots.players import Kind, find_bot, move, reaction
from parlour.bots.processes import serve_parent
from parlour.core.match import Match
from parlour.games import find

NORMAL_95 = 1.959964
"""So many standard deviations to each side hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Duel:
    """What is to be played: a game with its options, two kinds of bots, and the seed of all deals."""

    game: str
    a: str
    b: str
    seats: int
    seed: str = "duel"
    options: Mapping[str, object] = field(default_factory=dict)
    budget: Budget | None = None

    def kind(self, name: str) -> Kind:
        """The kind of a bot, with this duel's budget unless its name says one."""
        kind = find_bot(name)
        return kind if self.budget is None or "@" in name else replace(kind, budget=self.budget)


@dataclass(frozen=True)
class Played:
    """How one game ended for `a`, and how long each kind thought in its turns."""

    number: int
    seat: int
    ranks: tuple[int, ...]
    decisions: tuple[int, int]
    seconds: tuple[float, float]

    @property
    def win(self) -> float:
        """1 for a win, a part of it for a shared first place, 0 otherwise."""
        return 1.0 / self.ranks.count(1) if self.ranks[self.seat] == 1 else 0.0

    @property
    def rank(self) -> float:
        """The place of `a`; those who tie share the middle of their places."""
        mine = self.ranks[self.seat]
        return mine + (self.ranks.count(mine) - 1) / 2


def play_one(duel: Duel, number: int) -> Played:
    """Play the game with a number: deal `number // seats`, `a` in seat `number % seats`."""
    match = Match(find(duel.game).make(seats=duel.seats, **duel.options), f"{duel.seed} {number // duel.seats}")
    place = number % duel.seats
    kinds = [duel.a if seat == place else duel.b for seat in range(duel.seats)]
    bots: dict[int, Bot] = {seat: duel.kind(name).make(match.game) for seat, name in enumerate(kinds)}
    decisions, seconds = [0, 0], [0.0, 0.0]
    while match.to_act:
        if reacting := reaction(match, bots):
            match.play(*reacting)
            continue
        seat = match.to_act[0]
        began = time.perf_counter()
        action = move(match, seat, bots[seat])
        side = 0 if seat == place else 1
        seconds[side] += time.perf_counter() - began
        decisions[side] += 1
        match.play(seat, action)
    outcome = match.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    return Played(number, place, outcome.ranks, (decisions[0], decisions[1]), (seconds[0], seconds[1]))


def play_all(duel: Duel, games: int, workers: int = 1) -> Iterator[Played]:
    """Play games one after another, or shared among processes; always in the order of their numbers."""
    duel.kind(duel.a), duel.kind(duel.b)  # a wrong name is refused here, before any process starts
    find(duel.game).make(seats=duel.seats, **duel.options)
    if workers <= 1:
        for number in range(games):
            yield play_one(duel, number)
        return
    with multiprocessing.get_context("spawn").Pool(workers, serve_parent) as pool:  # leaving ends the processes
        yield from pool.imap(partial(play_one, duel), range(games))


@dataclass(frozen=True)
class Score:
    """What the games played so far say about `a` and `b`."""

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
        """Whether the 95 % interval lies above or below an even share, in a word."""
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
    """Count the games."""
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
