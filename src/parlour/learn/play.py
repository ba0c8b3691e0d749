"""Self-play at many tables of several seat counts, and the decisions that come out of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from parlour.bots.layout import Layout
from parlour.bots.search import win_of
from parlour.core.game import NOBODY
from parlour.core.outcome import Outcome
from parlour.core.rng import Rng
from parlour.games import AnyGame, find
from parlour.learn.model import Array, Critic, Decisions, Flags, Numbers, forward, liked, log_softmax
from parlour.learn.tables import Tables

LAMBDA = 0.9
"""How far the reward of a decision reaches back beyond the network's own estimate (GAE's lambda)."""
ROOM = 150
"""Rows kept for each table. If a game needs more while all others do, too, the longest is given up."""
AMONG_THUMBS = 0.5
"""Share of games in which the rule of thumb plays some of the seats."""


def reward_of(outcome: Outcome, seat: int) -> float:
    """Mostly winning, a little for beating others; 0 for the average seat."""
    ranks = outcome.ranks
    even = 1.0 / len(ranks)
    beaten = sum(1.0 if rank > ranks[seat] else 0.5 if rank == ranks[seat] else 0.0 for rank in ranks) - 0.5
    return 0.8 * (win_of(outcome, seat) - even) / (1.0 - even) + 0.2 * (2.0 * beaten / (len(ranks) - 1) - 1.0)


class Rows:
    """Tables of one seat count with numpy's view of their rows."""

    def __init__(self, layout: Layout, game: AnyGame, count: int) -> None:
        columns, outputs = layout.columns(game), layout.outputs(game)
        if columns is None or outputs is None:
            raise ValueError(f"{game.title}: the layout does not fit")
        self.game, self.layout, self.count = game, layout, count
        width = len(layout.actions)
        self.tables = Tables(game, find(game.slug).policy(game), count, len(columns), outputs, width)
        self._columns = np.array(columns)
        self._numbers = np.asarray(memoryview(self.tables.numbers.values)).reshape(count, -1)
        self._secrets = np.asarray(memoryview(self.tables.secrets)).reshape(count, -1)
        self._masks = np.asarray(memoryview(self.tables.masks)).reshape(count, width)
        self._ratings = np.asarray(memoryview(self.tables.ratings)).reshape(count, width)
        self.actors = np.asarray(memoryview(self.tables.actor))

    def read(self) -> tuple[Array, Flags, Array]:
        """Inputs, masks and ratings of all tables now."""
        layout = self.layout
        inputs = np.zeros((self.count, layout.inputs), np.float32)
        masks = self._masks.astype(np.bool_)
        ratings = self._ratings.astype(np.float32)
        inputs[:, self._columns] = self._numbers
        start = len(layout.numbers)
        inputs[:, start : start + len(layout.actions)] = liked(ratings, masks)
        inputs[:, layout.seats_input(self.game)] = 1.0
        return inputs, masks, ratings

    def read_secrets(self) -> Array:
        """What the other seats know, for the critic."""
        found = np.zeros((self.count, len(self.layout.numbers)), np.float32)
        found[:, self._columns] = self._secrets
        return found

    def outcome(self, table: int) -> Outcome:
        """How a table's game ended."""
        state = self.tables.states[table]
        outcome = None if state is None else self.game.outcome(state)
        assert outcome is not None
        return outcome


@dataclass
class Line:
    """What is known of the decisions of one running game."""

    rows: list[int]
    seats: list[int]


class Collector:
    """Plays and gathers decisions until there are enough of finished games."""

    def __init__(
        self, layout: Layout, games: Sequence[AnyGame], tables: int, batch: int, rng: np.random.Generator
    ) -> None:
        self.rng, self.batch, self.games = rng, batch, 0
        self.fields = [Rows(layout, game, tables) for game in games]
        total = sum(field.count for field in self.fields)
        room = 2 * batch + ROOM * total
        width = len(layout.actions)
        self.inputs = np.zeros((room, layout.inputs), np.float16)
        self.secrets = np.zeros((room, len(layout.numbers)), np.float16)
        self.masks = np.zeros((room, width), np.bool_)
        self.ratings = np.zeros((room, width), np.float32)
        self.actions = np.zeros(room, np.int64)
        self.logs, self.values, self.gains, self.returns = (np.zeros(room, np.float32) for _ in range(4))
        self._free = list(range(room))
        self._ready: list[int] = []
        self._lines = [[Line([], []) for _ in range(field.count)] for field in self.fields]
        for field in self.fields:
            for table in range(field.count):
                self._deal(field, table)

    def gather(self, weights: dict[str, Array], critic: Critic) -> Decisions:
        """Play until enough decisions belong to finished games, and hand them out."""
        while len(self._ready) < self.batch:
            for field, lines in zip(self.fields, self._lines, strict=True):
                self._step(weights, critic, field, lines)
        rows = np.array(self._ready)
        self._free += self._ready
        self._ready = []
        gains = self.gains[rows]
        gains = (gains - gains.mean()) / (gains.std() + np.float32(1e-6))
        return Decisions(
            self.inputs[rows].astype(np.float32),
            self.secrets[rows].astype(np.float32),
            self.masks[rows],
            self.ratings[rows],
            self.actions[rows],
            self.logs[rows],
            gains,
            self.returns[rows],
            np.zeros((0, 0), np.float32),
        )

    def _step(self, weights: dict[str, Array], critic: Critic, field: Rows, lines: list[Line]) -> None:
        while len(self._free) < field.count:
            self._give_up()
        inputs, masks, ratings = field.read()
        secrets = field.read_secrets()
        _, _, logits, _ = forward(weights, inputs, ratings)
        logs = log_softmax(logits, masks)
        chosen = draw(logs, self.rng)
        rows = self._free[-field.count :]
        del self._free[-field.count :]
        self.inputs[rows], self.masks[rows], self.ratings[rows] = inputs, masks, ratings
        self.secrets[rows] = secrets
        self.actions[rows], self.values[rows] = chosen, critic.expect(inputs, secrets)
        self.logs[rows] = logs[np.arange(field.count), chosen]
        for line, row, seat in zip(lines, rows, field.actors.tolist(), strict=True):
            line.rows.append(row)
            line.seats.append(seat)
        for table in field.tables.step(chosen.tolist()):
            self._finish(lines[table], field.outcome(table))
            lines[table] = Line([], [])
            self._deal(field, table)

    def _finish(self, line: Line, outcome: Outcome) -> None:
        """Work out, from the last decision back, how much better each went than expected."""
        ahead = [reward_of(outcome, seat) for seat in range(len(outcome.ranks))]
        gain = [0.0] * len(ahead)
        values = self.values[line.rows].tolist()
        gains = []
        for seat, value in zip(reversed(line.seats), reversed(values), strict=True):
            gain[seat] = ahead[seat] - value + LAMBDA * gain[seat]
            ahead[seat] = value
            gains.append(gain[seat])
        gains.reverse()
        self.gains[line.rows] = gains
        self.returns[line.rows] = self.values[line.rows] + self.gains[line.rows]
        self._ready += line.rows
        self.games += 1

    def _give_up(self) -> None:
        """Deal again where the longest game is being played."""
        running = [(place, table) for place, lines in enumerate(self._lines) for table in range(len(lines))]
        place, table = max(running, key=lambda each: len(self._lines[each[0]][each[1]].rows))
        self._free += self._lines[place][table].rows
        self._lines[place][table] = Line([], [])
        self._deal(self.fields[place], table)

    def _deal(self, field: Rows, table: int) -> None:
        seats = field.game.seats
        while True:
            learners = (1 << seats) - 1
            if self.rng.random() < AMONG_THUMBS:
                learners = int(self.rng.integers(1, 1 << seats))
            if field.tables.deal(table, learners, Rng("learning", int(self.rng.integers(1 << 62)))):
                return


def draw(logs: Array, rng: np.random.Generator) -> Numbers:
    """An action for each row, drawn by its probability."""
    noise = rng.random(logs.shape, np.float32)
    chosen: Numbers = (logs - np.log(-np.log(noise + np.float32(1e-20)) + np.float32(1e-20))).argmax(axis=1)
    return chosen


def measure(layout: Layout, game: AnyGame, weights: dict[str, Array], deals: int, seed: str) -> float:
    """The network's share of wins, alone among rules of thumb: every deal is played once from every seat."""
    field = Rows(layout, game, deals * game.seats)
    won = 0.0
    running = 0
    for table in range(field.count):
        seat = table % game.seats
        if field.tables.deal(table, 1 << seat, Rng("held out", seed, table // game.seats)):
            running += 1
        else:
            won += win_of(field.outcome(table), seat)
    while running:
        inputs, masks, ratings = field.read()
        _, _, logits, _ = forward(weights, inputs, ratings)
        chosen = log_softmax(logits, masks).argmax(axis=1)
        for table in field.tables.step(chosen.tolist()):
            assert field.actors[table] == NOBODY
            won += win_of(field.outcome(table), table % game.seats)
            running -= 1
    return won / field.count
