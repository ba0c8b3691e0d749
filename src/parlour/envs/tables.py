"""Many games at once as one Gymnasium vector environment; the whole batch is played inside compiled code.

A learner plays one seat of each game against bots, or with `self_play` every seat in turn: then each observation is
that of the seat to act, `infos["seat"]` says which one it is, and `infos["rewards"]` has the rewards of all seats.
"""

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import parlour
from parlour.core.batch import ANY_SEAT, ENDED, EVERY_SEAT, ILLEGAL, Batch
from parlour.core.errors import IllegalAction, UnknownOption
from parlour.core.game import NOBODY, State
from parlour.core.rng import Rng
from parlour.envs.encoding import Encoder, Mask, Vector
from parlour.envs.opponents import Wanted, rivals
from parlour.envs.render import check_render_mode, table_text
from parlour.envs.rewards import Rewards, check_rewards, loser_pays, rewards_of
from parlour.envs.spaces import check_illegal, view_space, wishes
from parlour.games import AnyGame

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Actions = NDArray[np.int64]
Infos = dict[str, object]


class VectorTables(VectorEnv[Vector, Actions, NDArray[np.generic]]):
    """`num_envs` tables of one game. Seeds, rewards, opponents and illegal actions are those of `SoloEnv`."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int | None = None,
        seat: int | None = 0,
        opponents: Wanted = "normal",
        self_play: bool = False,
        preset: str | None = None,
        rewards: Rewards = "ranks",
        illegal: str = "lose",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self._wishes = wishes(locals(), options)
        self.game: AnyGame = parlour.game(game, seats, preset, **options)
        check_rewards(rewards)
        check_illegal(illegal)
        check_render_mode(render_mode)
        if num_envs < 1:
            raise UnknownOption(f"num_envs takes 1 or more, not {num_envs}.")
        if seat is not None and not 0 <= seat < self.game.seats:
            raise UnknownOption(f"{self.game.title} has seats 0 to {self.game.seats - 1} here, not {seat}.")
        self.num_envs = num_envs
        self.self_play = self_play
        self.how: Rewards = rewards
        self.illegal = illegal
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": ["ansi"]}
        self.encoder = Encoder(self.game)
        self.single_observation_space = view_space(self.encoder)
        self.single_action_space = Discrete(self.encoder.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        learner = EVERY_SEAT if self_play else ANY_SEAT if seat is None else seat
        others = [] if self_play else rivals(self.game, opponents)
        self.batch = Batch(self.game, num_envs, self.encoder.size, learner, others)
        self._share_buffers()
        self._fresh = True
        self._choices = Rng("choices", 0)

    def __reduce__(self) -> tuple[object, ...]:
        tables = [self.batch.position(table) for table in range(self.num_envs)]
        return _restore, (self._wishes, tables, self._fresh, self._choices, self._np_random)

    def _share_buffers(self) -> None:
        """Arrays that show what compiled code writes, without a copy."""
        batch, count = self.batch, self.num_envs
        self._numbers: Floats = np.asarray(memoryview(batch.numbers.values)).reshape(count, -1)
        self._masks: Mask = np.asarray(memoryview(batch.masks)).view(np.int8).reshape(count, -1)
        self._fates = np.asarray(memoryview(batch.fate))
        self._actors: Actions = np.asarray(memoryview(batch.actor))

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, object] | None = None
    ) -> tuple[Vector, Infos]:
        """Deal everywhere, or where `options["reset_mask"]` says. One seed counts up from table to table."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        seeds = self._seeds(seed)
        for table in np.flatnonzero(self._chosen(options)).tolist():
            one = seeds[table]
            if one is None and self._fresh:
                one = int(self.np_random.integers(1 << 62))
            if one is not None:
                self.batch.seed(table, Rng("solo", int(one)))
            self.batch.deal(table)
        if self._fresh or seed is not None:
            self._choices = Rng("choices", int(self.np_random.integers(1 << 62)))
        self._fresh = False
        return self._observe(), self._infos({})

    def step(self, actions: Actions) -> tuple[Vector, Floats, Flags, Flags, Infos]:
        """Carry out one action at each table."""
        count = self.num_envs
        listed = self._listed(actions)
        if self._fresh or (self.autoreset_mode is AutoresetMode.DISABLED and (self._actors == NOBODY).any()):
            raise ResetNeeded("A game is over: call reset() first, with options={'reset_mask': ...} for some of them.")
        if self.illegal == "raise":
            self._refuse(listed)
        some_ended = self.batch.step(listed, self.autoreset_mode is AutoresetMode.NEXT_STEP)
        rewards, ended = np.zeros(count), np.zeros(count, np.bool_)
        shares = np.zeros((count, self.game.seats)) if self.self_play else None
        infos: Infos = {}
        if some_ended:
            for table in np.flatnonzero((self._fates == ENDED) | (self._fates == ILLEGAL)).tolist():
                viewer = int(self.batch.viewer[table])
                paid, info = self._end(table, viewer, listed[table])
                rewards[table], ended[table] = paid[viewer], True
                if shares is not None:
                    shares[table] = paid
                if self.autoreset_mode is AutoresetMode.SAME_STEP:
                    last = self._numbers[table].astype(np.float32)
                    info |= {"action_mask": self._masks[table].copy()}
                    self._add_info(infos, {"final_obs": last, "final_info": info}, table)
                    self.batch.deal(table)
                else:
                    self._add_info(infos, info, table)
        if shares is not None:
            infos["rewards"] = shares
        return self._observe(), rewards, ended, np.zeros(count, np.bool_), self._infos(infos)

    def action_masks(self) -> Flags:
        """The masks of legal actions, a row for each table."""
        return self._masks.astype(np.bool_)

    def sample_actions(self) -> Actions:
        """A random legal action for each table."""
        return np.array(self.batch.random_actions(self._choices), np.int64)

    def render(self) -> tuple[str, ...] | None:
        """The tables in text, each as its learner sees it."""
        if self.render_mode is None or self._fresh:
            return None
        seen = [(state, int(self.batch.viewer[table])) for table, state in enumerate(self.batch.states)]
        return tuple(table_text(self.game, state, seat) for state, seat in seen if state is not None)

    def _end(self, table: int, viewer: int, action: int) -> tuple[list[float], Infos]:
        """The rewards of a game that is over, or that an illegal action ends."""
        state = self.batch.states[table]
        assert state is not None
        if self._fates[table] == ILLEGAL:
            reason = self.game.why_not(state, viewer, action)
            self.batch.stop(table)
            return loser_pays(self.game.seats, viewer), {"illegal": reason}
        outcome = self.game.outcome(state)
        assert outcome is not None
        rank, score = outcome.ranks[viewer], outcome.scores[viewer]
        return rewards_of(outcome, self.how), {"rank": rank, "score": score, "reason": outcome.reason}

    def _refuse(self, actions: list[int]) -> None:
        """Raise IllegalAction, before anything is done, if one of the actions is not legal."""
        for table, action in enumerate(actions):
            if self._actors[table] == NOBODY or (0 <= action < self.encoder.actions and self._masks[table, action]):
                continue
            state = self.batch.states[table]
            assert state is not None
            raise IllegalAction(f"Table {table}: {self.game.why_not(state, int(self._actors[table]), action)}")

    def _observe(self) -> Vector:
        return self._numbers.astype(np.float32)

    def _infos(self, infos: Infos) -> Infos:
        infos["action_mask"] = self._masks.copy()
        if self.self_play:
            infos["seat"] = self._actors.copy()
        return infos

    def _listed(self, actions: object) -> list[int]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise IllegalAction(f"Actions are {self.num_envs} whole numbers, not {given.dtype} of shape {given.shape}.")
        return cast(list[int], given.tolist())

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        seeds: list[int | None] = []
        seeds += [seed + table for table in range(self.num_envs)] if isinstance(seed, int) else seed
        if len(seeds) != self.num_envs:
            raise UnknownOption(f"There are {self.num_envs} tables, but {len(seeds)} seeds.")
        return seeds

    def _chosen(self, options: dict[str, object] | None) -> Flags:
        """Which tables to deal."""
        mask = None if options is None else options.get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise UnknownOption(f"reset_mask takes an array of {self.num_envs} booleans.")
        if self._fresh and not mask.all():
            raise ResetNeeded("Nothing has been dealt yet: the first reset() is for all tables.")
        return mask


def _restore(
    wishes: dict[str, object],
    tables: list[tuple[State | None, Rng, int, int]],
    fresh: bool,
    choices: Rng,
    np_random: np.random.Generator | None,
) -> VectorTables:
    """An environment that was pickled, in the middle of its games."""
    make: Callable[..., VectorTables] = VectorTables
    env = make(**wishes)
    for table, kept in enumerate(tables):
        env.batch.restore(table, *kept)
    env._fresh, env._choices, env._np_random = fresh, choices, np_random
    return env
