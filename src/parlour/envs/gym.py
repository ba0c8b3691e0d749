"""A Gymnasium environment: one learner among bots.

An observation is the learner's view as a vector; `info["action_mask"]` says what is legal. Importing this module
registers an id for every game, such as `parlour/st-croix-v1`.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

import parlour
from parlour.bots import Bot
from parlour.core.chance import Sampled
from parlour.core.episode import Episode
from parlour.core.errors import IllegalAction, UnknownOption
from parlour.core.game import NOBODY, State, View
from parlour.core.rng import Rng
from parlour.envs.encoding import Encoder, Vector
from parlour.envs.opponents import bots
from parlour.envs.render import check_render_mode, table_text
from parlour.envs.rewards import Rewards, check_rewards, rewards_of
from parlour.envs.spaces import LegalActions, check_illegal, number_of, view_space, wishes
from parlour.games import AnyGame

Info = dict[str, object]


class SoloEnv(gymnasium.Env[Vector, np.int64]):
    """One seat of a game; the environment plays the others and comes back when the game waits for the learner.

    With `seat=None` the learner gets a random seat in each game. `opponents` is a kind of bot, or a list for the seats
    to the learner's left, repeated as needed; any object with `choose(view, legal, rng)` is a bot too. An illegal
    action loses the game (reward -1, the reason in `info["illegal"]`), or raises IllegalAction with `illegal="raise"`.
    """

    metadata: ClassVar[dict[str, object]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]  # Gymnasium's attribute is not a ClassVar

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seat: int | None = 0,
        opponents: str | Sequence[str | Bot] = "normal",
        preset: str | None = None,
        rewards: Rewards = "ranks",
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self._wishes = wishes(locals(), options)
        self.game: AnyGame = parlour.game(game, seats, preset, **options)
        check_rewards(rewards)
        if seat is not None and not 0 <= seat < self.game.seats:
            raise UnknownOption(f"{self.game.title} has seats 0 to {self.game.seats - 1} here, not {seat}.")
        check_illegal(illegal)
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.encoder = Encoder(self.game)
        self.how: Rewards = rewards
        self.illegal = illegal
        self.wanted_seat = seat
        self.seat = seat or 0
        self.opponents = bots(self.game, opponents)
        self.observation_space = view_space(self.encoder)
        self.legal_actions = LegalActions(len(self.game.actions))
        self.action_space = self.legal_actions
        self.episode: Episode[State, View] | None = None
        self.ended = True
        self.rng: Rng | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self._wishes, self.seat, self.ended, self.rng, self.episode, self._np_random)

    def reset(self, *, seed: int | None = None, options: dict[str, object] | None = None) -> tuple[Vector, Info]:
        """Deal and play until it is the learner's turn; a game that ends before that is dealt again."""
        super().reset(seed=seed)
        if seed is not None or self.rng is None:
            self.rng = Rng("solo", int(self.np_random.integers(1 << 62)) if seed is None else seed)
        while True:
            if self.wanted_seat is None:
                self.seat = self.rng.below(self.game.seats)
            self.episode = Episode(self.game, Sampled(self.rng))
            self._play_others(self.episode)
            self.ended = self.episode.seat == NOBODY
            if not self.ended:
                return self._look(self.episode)

    def step(self, action: np.int64) -> tuple[Vector, float, bool, bool, Info]:
        """Play the learner's action, then the others' until its next turn or the end of the game."""
        episode = self.episode
        if episode is None or self.ended:
            raise gymnasium.error.ResetNeeded("The game is over: call reset() first.")
        try:
            episode.play(number_of(action))
        except IllegalAction as error:
            if self.illegal == "raise":
                raise
            self.ended = True
            observation, info = self._look(episode)
            return observation, -1.0, True, False, {**info, "illegal": str(error)}
        self._play_others(episode)
        observation, info = self._look(episode)
        outcome = self.game.outcome(episode.state)
        if outcome is None:
            return observation, 0.0, False, False, info
        self.ended = True
        info |= {"rank": outcome.ranks[self.seat], "score": outcome.scores[self.seat], "reason": outcome.reason}
        return observation, rewards_of(outcome, self.how)[self.seat], True, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of legal actions, under the name sb3-contrib's MaskablePPO expects."""
        legal = [] if self.episode is None or self.ended else self.episode.legal
        return self.encoder.mask(legal).astype(np.bool_)

    def render(self) -> str | None:
        """The table in text, as the learner sees it."""
        if self.render_mode is None or self.episode is None:
            return None
        return table_text(self.game, self.episode.state, self.seat)

    def _play_others(self, episode: Episode[State, View]) -> None:
        assert self.rng is not None
        while episode.seat not in (self.seat, NOBODY):
            seat = episode.seat
            bot = self.opponents[(seat - self.seat - 1) % self.game.seats]
            episode.play(bot.choose(episode.view(seat), episode.legal, self.rng))

    def _look(self, episode: Episode[State, View]) -> tuple[Vector, Info]:
        mask = self.encoder.mask(() if self.ended else episode.legal if episode.seat == self.seat else ())
        self.legal_actions.now = mask
        return self.encoder.observe(episode.state, self.seat), {"action_mask": mask.copy()}


def _restore(
    wishes: dict[str, object],
    seat: int,
    ended: bool,
    rng: Rng | None,
    episode: Episode[State, View] | None,
    np_random: np.random.Generator | None,
) -> SoloEnv:
    """An environment that was pickled, in the middle of its game."""
    make: Callable[..., SoloEnv] = SoloEnv
    env = make(**wishes)
    env.seat, env.ended, env.rng, env._np_random = seat, ended, rng, np_random
    if episode is not None:
        env.episode = Episode(env.game, Sampled(rng or Rng("any luck")), episode.state, episode.history)
    return env


def register() -> None:
    """Register every game with Gymnasium, by its slug and version."""
    for about in parlour.games():
        name = f"parlour/{about.slug}-v{about.version}"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="parlour.envs.gym:SoloEnv",
                vector_entry_point="parlour.envs.tables:VectorTables",
                kwargs={"game": about.slug},
            )


register()
