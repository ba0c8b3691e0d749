"""Many tables at once inside compiled code, for learning: one call carries out an action at every table.

A learner plays one seat of each table, or every seat in turn. What it may know and what is legal is written into
buffers that all tables share, one row each.
"""

from collections.abc import Callable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from parlour.core.chance import Sampled
from parlour.core.encoding import Numbers
from parlour.core.game import NOBODY, Game, Moves, State, View
from parlour.core.policy import Policy, favourite
from parlour.core.rng import Rng

EVERY_SEAT: Final = -1
"""The learner plays all seats, one after the other."""
ANY_SEAT: Final = -2
"""The learner plays another random seat in each game."""

# What became of a table in the last step
GOES_ON: Final = 0
ENDED: Final = 1
ILLEGAL: Final = 2  # the learner's action was not legal: nothing was done
DEALT: Final = 3  # the game was over before, and a new one is dealt


@final
class Rival:
    """Who plays a seat that is not the learner's: a policy, any function of a view, or without both at random."""

    def __init__(
        self, policy: Policy[State] | None = None, choose: Callable[[View, list[int], Rng], int] | None = None
    ) -> None:
        self.policy = policy
        self.choose = choose

    def answer(self, game: Game[State, View], state: State, seat: i64, moves: Moves, rng: Rng) -> i64:
        """One of the moves. A rival that thinks is given the view, never the state."""
        choose, policy = self.choose, self.policy
        if choose is not None:
            return choose(game.view(state, seat), moves.as_list(), rng)
        if policy is None:
            return moves.ids[rng.below(moves.count)]
        policy.rate(policy.table_of(game, game.view(state, seat), rng), seat, moves)
        return favourite(moves, rng)


@final
class Batch:
    """Tables of one game. `rivals` sit to the learner's left; none where it plays every seat."""

    def __init__(self, game: Game[State, View], tables: int, size: int, learner: int, rivals: list[Rival]) -> None:
        self.game = game
        self.tables: i64 = tables
        self.size: i64 = size
        self.actions: i64 = len(game.actions)
        self.learner: i64 = learner
        self.rivals = rivals
        self.states: list[State | None] = [None] * tables
        self.luck: list[Sampled] = [Sampled(Rng("batch", table)) for table in range(tables)]
        self.numbers = Numbers(size, tables)
        self.masks: vec[u8] = vec[u8]([0] * (tables * len(game.actions)))
        self.viewer: vec[i64] = vec[i64]([0] * tables)  # whose view each row is
        self.actor: vec[i64] = vec[i64]([NOBODY] * tables)  # whom each table waits for
        self.fate: vec[u8] = vec[u8]([0] * tables)
        self._moves = Moves(len(game.actions))
        self._legal: vec[i64] = vec[i64]([0] * (tables * len(game.actions)))  # the actions that masks allow ...
        self._legal_count: vec[i64] = vec[i64]([0] * tables)  # ... and how many they are

    def position(self, table: i64) -> tuple[object, ...]:
        """A table as `restore` takes it."""
        return self.states[table], self.luck[table].rng, int(self.viewer[table]), int(self.actor[table])

    def restore(self, table: i64, state: State | None, rng: Rng, viewer: i64, actor: i64) -> None:
        """Put back a table that was kept."""
        self.luck[table] = Sampled(rng)
        self.states[table] = state
        self.viewer[table] = viewer
        self.actor[table] = actor
        if state is not None:
            self._look(table, state)

    def seed(self, table: i64, rng: Rng) -> None:
        """Give a table a random stream of its own."""
        self.luck[table] = Sampled(rng)

    def deal(self, table: i64) -> None:
        """Begin a game. One that ends before the learner's first turn is dealt again."""
        game, luck = self.game, self.luck[table]
        while True:
            if self.learner == ANY_SEAT:
                self.viewer[table] = luck.rng.below(game.seats)
            elif self.learner != EVERY_SEAT:
                self.viewer[table] = self.learner
            state = game.new(luck)
            self.states[table] = state
            self._play_rivals(table, state)
            if self.actor[table] != NOBODY:
                self._look(table, state)
                return

    def step(self, actions: list[int], deal: bool) -> bool:
        """Carry out one action at each table; returns whether a game ended, or was to be ended by an illegal action.

        A table whose game is over is dealt again, or left alone.
        """
        ended = False
        table: i64 = 0
        while table < self.tables:
            if self.actor[table] == NOBODY:
                if deal:
                    self.deal(table)
                self.fate[table] = DEALT
            else:
                fate = self._act(table, actions[table])
                self.fate[table] = fate
                ended = ended or fate != GOES_ON
            table += 1
        return ended

    def stop(self, table: i64) -> None:
        """End a game by decree; the learner's view stays."""
        self.actor[table] = NOBODY
        self._wipe(table)

    def random_actions(self, rng: Rng) -> list[int]:
        """A random legal action for each table, 0 where the game is over."""
        found: list[int] = []
        table: i64 = 0
        while table < self.tables:
            count = self._legal_count[table]
            found.append(self._legal[table * self.actions + rng.below(count)] if count > 0 else 0)
            table += 1
        return found

    def _act(self, table: i64, action: i64) -> u8:
        state = self.states[table]
        assert state is not None
        if not 0 <= action < self.actions or self.masks[table * self.actions + action] == 0:
            return ILLEGAL
        self.game.perform(state, self.actor[table], action, self.luck[table], None)
        self._play_rivals(table, state)
        self._look(table, state)
        return ENDED if self.actor[table] == NOBODY else GOES_ON

    def _play_rivals(self, table: i64, state: State) -> None:
        """Play on until the game waits for the learner or is over."""
        game, moves, luck = self.game, self._moves, self.luck[table]
        seats: i64 = game.seats
        me = self.viewer[table]
        while True:
            seat = game.actor(state)
            if seat in (me, NOBODY) or self.learner == EVERY_SEAT:
                self.actor[table] = seat
                if seat != NOBODY:
                    self.viewer[table] = seat
                return
            moves.count = 0
            game.list_legal(state, seat, moves)
            rival = self.rivals[(seat - me - 1 + seats) % seats]
            game.perform(state, seat, rival.answer(game, state, seat, moves, luck.rng), luck, None)

    def _look(self, table: i64, state: State) -> None:
        """Write the row of a table: what the learner may know, and what is legal."""
        numbers = self.numbers
        seat = self.viewer[table]
        numbers.begin(table)
        self.game.observe(state, seat, numbers)
        if numbers.count != (table + 1) * self.size:
            raise ValueError(f"{self.game.slug}: an observation has another length than the game's pieces say")
        self._wipe(table)
        if self.actor[table] != NOBODY:
            moves = self._moves
            moves.count = 0
            self.game.list_legal(state, seat, moves)
            first = table * self.actions
            i: i64 = 0
            while i < moves.count:
                action = moves.ids[i]
                self._legal[first + i] = action
                self.masks[first + action] = 1
                i += 1
            self._legal_count[table] = moves.count

    def _wipe(self, table: i64) -> None:
        first = table * self.actions
        i = first
        end = first + self._legal_count[table]
        while i < end:
            self.masks[first + self._legal[i]] = 0
            i += 1
        self._legal_count[table] = 0
