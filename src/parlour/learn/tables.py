"""Many tables of one game for a learner, inside compiled code.

A row holds what the seat to act may know, its legal actions and how the rule of thumb rates them, in the order of the
network's layout. A second row, for the critic only, holds what the other seats know. The learner plays some seats of a
table, the rule of thumb the others. Forced moves are played here.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, u8

from parlour.bots.choices import best_of
from parlour.bots.network import LEAST_LIKED
from parlour.core.chance import Sampled
from parlour.core.encoding import Numbers
from parlour.core.game import NOBODY, Game, Moves, State, View
from parlour.core.policy import Policy, favourite
from parlour.core.rng import Rng


@final
class Tables:
    """Tables with the same number of seats. `outputs` has the network's output for each seat and action."""

    def __init__(
        self, game: Game[State, View], policy: Policy[State], count: int, size: int, outputs: list[int], width: int
    ) -> None:
        self.game = game
        self.policy = policy
        self.count: i64 = count
        self.size: i64 = size
        self.width: i64 = width
        self.actions: i64 = len(game.actions)
        self.numbers = Numbers(size, count)
        self.secrets: vec[float] = vec[float]([0.0] * (count * size))  # the average of what the other seats observe
        self._other = Numbers(size)
        self.masks: vec[u8] = vec[u8]([0] * (count * width))
        self.ratings: vec[float] = vec[float]([0.0] * (count * width))
        self.actor: vec[i64] = vec[i64]([NOBODY] * count)
        self.states: list[State | None] = [None] * count
        self.luck: list[Sampled] = [Sampled(Rng("tables", table)) for table in range(count)]
        self._learners: vec[i64] = vec[i64]([0] * count)  # one bit for each seat the learner plays
        self._outputs: vec[i64] = vec[i64](outputs)
        back = [0] * (game.seats * width)
        for place, output in enumerate(outputs):
            back[place // len(game.actions) * width + output] = place % len(game.actions)
        self._back: vec[i64] = vec[i64](back)
        self._moves = Moves(len(game.actions))

    def put(self, table: i64, state: State) -> bool:
        """Go on from a position, all seats played by the learner; False if it ends without a decision."""
        self._learners[table] = -1
        self.states[table] = state
        return self._advance(table, state)

    def deal(self, table: i64, learners: i64, rng: Rng) -> bool:
        """Begin a game with the learner in some seats (a bit each); False if it ends without a decision of theirs."""
        self.luck[table] = Sampled(rng)
        self._learners[table] = learners
        state = self.game.new(self.luck[table])
        self.states[table] = state
        return self._advance(table, state)

    def step(self, choices: list[int]) -> list[int]:
        """Carry out the output chosen at each table; returns the tables whose games are over now."""
        ended: list[int] = []
        table: i64 = 0
        while table < self.count:
            seat = self.actor[table]
            state = self.states[table]
            if seat != NOBODY and state is not None:
                output: i64 = choices[table]
                action = self._back[seat * self.width + output]
                self.game.perform(state, seat, action, self.luck[table], None)
                if not self._advance(table, state):
                    ended.append(table)
            table += 1
        return ended

    def _advance(self, table: i64, state: State) -> bool:
        """Play on until the learner has a choice to make, and write its row; False if the game is over."""
        game, policy, moves, luck = self.game, self.policy, self._moves, self.luck[table]
        self._wipe(table)
        while True:
            seat = game.actor(state)
            self.actor[table] = seat
            if seat == NOBODY:
                return False
            moves.count = 0
            game.list_legal(state, seat, moves)
            action = moves.ids[0]
            if moves.count > 1:
                policy.rate(state, seat, moves)  # uses only what the seat knows: `check_game` proves it
                if (self._learners[table] >> seat) & 1 == 1:
                    self._write(table, state, seat)
                    self._write_secrets(table, state, seat)
                    return True
                action = favourite(moves, luck.rng)
            game.perform(state, seat, action, luck, None)

    def _write(self, table: i64, state: State, seat: i64) -> None:
        numbers, moves = self.numbers, self._moves
        numbers.begin(table)
        self.game.observe(state, seat, numbers)
        if numbers.count != (table + 1) * self.size:
            raise ValueError(f"{self.game.slug}: an observation has another length than the game's pieces say")
        highest = moves.ratings[best_of(moves)]
        first = table * self.width
        i: i64 = 0
        while i < moves.count:
            place = first + self._outputs[seat * self.actions + moves.ids[i]]
            rating = moves.ratings[i] - highest
            self.masks[place] = 1
            self.ratings[place] = rating if rating > LEAST_LIKED else LEAST_LIKED
            i += 1

    def _write_secrets(self, table: i64, state: State, seat: i64) -> None:
        """Average what the others observe: with it, a critic knows every hand."""
        other, secrets, first = self._other, self.secrets, table * self.size
        seats: i64 = self.game.seats
        share = 1.0 / float(seats - 1)
        i: i64 = 0
        while i < self.size:
            secrets[first + i] = 0.0
            i += 1
        neighbour: i64 = 0
        while neighbour < seats:
            if neighbour != seat:
                other.begin()
                self.game.observe(state, neighbour, other)
                i = 0
                while i < self.size:
                    secrets[first + i] += share * other.values[i]
                    i += 1
            neighbour += 1

    def _wipe(self, table: i64) -> None:
        place = table * self.width
        end = place + self.width
        while place < end:
            self.masks[place] = 0
            self.ratings[place] = 0.0
            place += 1
