"""A trained network as a way to choose: one look at what the seat knows, no search. Compiled, and without numpy.

The network's ratings are added to those of the game's policy. It reads an observation and how much the policy likes
each legal action (`layout.py`); nothing else reaches it.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.bots.choices import Choice, RatedMove, best_of
from parlour.bots.guide import Guide
from parlour.bots.weights import Matrix, Stored
from parlour.core.encoding import Numbers
from parlour.core.game import Game, Moves, State, View
from parlour.core.policy import Policy
from parlour.core.rng import Rng

LEAST_LIKED: Final = -10.0
"""The policy's ratings further below the best count as this far below."""


def _dense(matrix: Matrix, columns: i64) -> vec[float]:
    """Rows of signed bytes with a scale each, as numbers."""
    scales, rows = matrix
    found: list[float] = []
    place: i64 = 0
    for scale in scales:
        i: i64 = 0
        while i < columns:
            byte: i64 = rows[place]
            found.append(scale * float(byte - 256 if byte > 127 else byte))
            place += 1
            i += 1
    return vec[float](found)


@final
class Network:
    """Weights and the buffers of one look."""

    def __init__(self, stored: Stored) -> None:
        self.hidden: i64 = stored.hidden
        self.second: i64 = stored.second
        self.trust: float = stored.trust
        self.foresees: float = stored.foresees
        self.value_bias: float = stored.value_bias
        first, middle, act, value = stored.matrices
        self._first = _dense(first, stored.hidden)
        self._middle = _dense(middle, stored.second)
        self._act = _dense(act, stored.second)
        self._value = _dense(value, stored.second)
        first_bias, second_bias, act_bias = stored.biases
        self._first_bias: vec[float] = vec[float](first_bias)
        self._second_bias: vec[float] = vec[float](second_bias)
        self._act_bias: vec[float] = vec[float](act_bias)
        self._h1: vec[float] = vec[float]([0.0] * stored.hidden)
        self._h2: vec[float] = vec[float]([0.0] * stored.second)

    def begin(self) -> None:
        """Start a look."""
        i: i64 = 0
        while i < self.hidden:
            self._h1[i] = self._first_bias[i]
            i += 1

    def read(self, place: i64, number: float) -> None:
        """Take in one input; those that are 0 need not be read."""
        h1, first = self._h1, self._first
        row = place * self.hidden
        i: i64 = 0
        while i < self.hidden:
            h1[i] += number * first[row + i]
            i += 1

    def think(self) -> None:
        """Work out the second layer after everything is read."""
        h1, h2, middle, second = self._h1, self._h2, self._middle, self.second
        i: i64 = 0
        while i < second:
            h2[i] = self._second_bias[i]
            i += 1
        row: i64 = 0
        while row < self.hidden:
            number = h1[row]
            if number > 0.0:
                start = row * second
                i = 0
                while i < second:
                    h2[i] += number * middle[start + i]
                    i += 1
            row += 1
        i = 0
        while i < second:
            if h2[i] < 0.0:
                h2[i] = 0.0
            i += 1

    def rating(self, output: i64) -> float:
        """How much the network likes an action."""
        return self._act_bias[output] + self._dot(self._act, output * self.second)

    def value(self) -> float:
        """The reward it expects, from -1 to 1."""
        return self.value_bias + self._dot(self._value, 0)

    def _dot(self, weights: vec[float], start: i64) -> float:
        h2 = self._h2
        found = 0.0
        i: i64 = 0
        while i < self.second:
            found += h2[i] * weights[start + i]
            i += 1
        return found


@final
class NetworkGuide(Guide):
    """Network and policy together as a judge of tables.

    `columns` has the input of each number of an observation, `outputs` the output of each seat and action, `liked` the
    first input of the policy's likings, and `seats` the input that says how many sit at the table.
    """

    def __init__(
        self,
        game: Game[State, View],
        policy: Policy[State],
        network: Network,
        columns: list[int],
        outputs: list[int],
        liked: int,
        seats: int,
    ) -> None:
        super().__init__(network.foresees)
        self.game, self.policy, self.network = game, policy, network
        self.size: i64 = len(columns)
        self.actions: i64 = len(game.actions)
        self.liked: i64 = liked
        self.seats: i64 = seats
        self._columns: vec[i64] = vec[i64](columns)
        self._outputs: vec[i64] = vec[i64](outputs)
        self._numbers = Numbers(len(columns))

    def rate(self, state: State, seat: i64, moves: Moves) -> None:
        """Look at what the seat may know of a table, and rate its moves."""
        self._look(state, seat, moves)
        self._rate(seat, moves)

    def rate_by_view(self, view: View, moves: Moves) -> None:
        """Look at a view, and rate the moves."""
        self._numbers.begin()
        self.game.encode_into(view, self._numbers)
        self.policy.rate(self.policy.table_of(self.game, view, Rng("any world")), view.seat, moves)
        self._think(view.seat, moves)
        self._rate(view.seat, moves)

    def expect(self, state: State, seat: i64, moves: Moves) -> float:
        """The network's expectation, cut off at sure wins and losses."""
        self._look(state, seat, moves)
        found = self.network.value()
        return 1.0 if found > 1.0 else -1.0 if found < -1.0 else found

    def _look(self, state: State, seat: i64, moves: Moves) -> None:
        self._numbers.begin()
        self.game.observe(state, seat, self._numbers)
        self.policy.rate(state, seat, moves)
        self._think(seat, moves)

    def _think(self, seat: i64, moves: Moves) -> None:
        """Let the network read the numbers and the policy's ratings."""
        network, first = self.network, seat * self.actions
        if self._numbers.count != self.size:
            raise ValueError(f"{self.game.slug}: an observation has another length than the game's pieces say")
        network.begin()
        place: i64 = 0
        while place < self.size:
            number = self._numbers.values[place]
            if number != 0.0:
                network.read(self._columns[place], number)
            place += 1
        network.read(self.seats, 1.0)
        total = _level(moves)
        i: i64 = 0
        while i < moves.count:
            network.read(self.liked + self._outputs[first + moves.ids[i]], math.exp(moves.ratings[i]) / total)
            i += 1
        network.think()

    def _rate(self, seat: i64, moves: Moves) -> None:
        """Add what the network says to the policy's ratings."""
        network, first = self.network, seat * self.actions
        i: i64 = 0
        while i < moves.count:
            rating = network.rating(self._outputs[first + moves.ids[i]])
            moves.ratings[i] = rating + network.trust * moves.ratings[i]
            i += 1


@final
class NetworkMove(Choice):
    """The move that network and policy together rate best. Out of turn, the policy decides alone."""

    def __init__(self, guide: NetworkGuide) -> None:
        self.guide = guide
        self.thumb = RatedMove(guide.policy)

    def choose(self, state: State, seat: i64, moves: Moves, may_wait: bool, rng: Rng) -> i64:
        """Read what the seat may know of a table."""
        if may_wait or moves.count == 1:
            return self.thumb.choose(state, seat, moves, may_wait, rng)
        self.guide.rate(state, seat, moves)
        return moves.ids[best_of(moves)]

    def choose_by_view(self, view: View, moves: Moves, may_wait: bool, rng: Rng) -> i64:
        """Read a view."""
        if may_wait or moves.count == 1:
            policy = self.guide.policy
            world = policy.table_of(self.guide.game, view, Rng("any world"))
            return self.thumb.choose(world, view.seat, moves, may_wait, rng)
        self.guide.rate_by_view(view, moves)
        return moves.ids[best_of(moves)]


def _level(moves: Moves) -> float:
    """Count the policy's ratings from the best one; returns the sum of their exponentials."""
    highest = moves.ratings[best_of(moves)]
    total = 0.0
    i: i64 = 0
    while i < moves.count:
        rating = moves.ratings[i] - highest
        moves.ratings[i] = rating if rating > LEAST_LIKED else LEAST_LIKED
        total += math.exp(moves.ratings[i])
        i += 1
    return total
