"""PettingZoo environments: every seat a learner, in turn (AEC) or all at once (parallel).

An observation is `{"observation": vector, "action_mask": mask}`, made from what the seat may know. The mask is zero
unless the game waits for the seat; actions out of turn are only possible in the seat's own turn here. Rewards come at
the end, for all seats together. An illegal action raises IllegalAction and changes nothing, or loses the game.
"""

import secrets
from typing import ClassVar, TypedDict

import numpy as np
from gymnasium.spaces import Dict
from pettingzoo.utils.env import AECEnv, ParallelEnv

from parlour.core.chance import Sampled
from parlour.core.episode import Episode
from parlour.core.errors import IllegalAction
from parlour.core.game import NOBODY, State, View
from parlour.core.rng import Rng
from parlour.envs.encoding import Encoder, Mask, Vector
from parlour.envs.render import check_render_mode, table_text
from parlour.envs.rewards import Rewards, check_rewards, loser_pays, rewards_of
from parlour.envs.spaces import LegalActions, check_illegal, masked_space, number_of
from parlour.games import AnyGame

Info = dict[str, object]


class Observation(TypedDict):
    """A seat's observation: its view as numbers, and the mask of legal actions."""

    observation: Vector
    action_mask: Mask


class Seats:
    """What both environments share: reset, spaces, luck, and observing the table as one seat."""

    parallel: ClassVar[bool]

    def __init__(
        self, game: AnyGame, rewards: Rewards = "ranks", render_mode: str | None = None, illegal: str = "raise"
    ) -> None:
        check_rewards(rewards)
        check_render_mode(render_mode)
        check_illegal(illegal)
        self.illegal = illegal
        self._lost = False  # has an illegal action ended the game?
        self.game = game
        self.encoder = Encoder(game)
        self.render_mode = render_mode
        self.metadata: dict[str, object] = {
            "name": f"parlour_{game.slug.replace('-', '_')}_v{game.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": self.parallel,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = {agent: masked_space(self.encoder) for agent in self.possible_agents}
        self._actions = [LegalActions(len(game.actions)) for _ in self.possible_agents]
        self._rewarding = rewards
        self._chance = Sampled(Rng("environment", secrets.randbits(64)))

    def observation_space(self, agent: str) -> Dict:
        """The space of a seat's observations, always the same object."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> LegalActions:
        """The space of a seat's actions, always the same object."""
        return self._actions[self._seat_of[agent]]

    def close(self) -> None:
        """Do nothing: no resources are held."""

    def _reseed(self, seed: int | None) -> None:
        """Reseed, or continue the current random stream."""
        self._lost = False
        if seed is not None:
            self._chance = Sampled(Rng("environment", seed))

    def _look(self, table: State, seat: int) -> Observation:
        """A seat's observation."""
        encoder, game = self.encoder, self.game
        mask = encoder.mask(game.legal(table, seat) if seat in game.to_act(table) and not self._lost else ())
        self._actions[seat].now = mask
        return {"observation": encoder.observe(table, seat), "action_mask": mask}

    def _everything(self, table: State) -> Vector:
        """All seats' observations in one vector, for training with a centralised critic."""
        return np.concatenate([self.encoder.observe(table, seat) for seat in range(self.game.seats)])

    def _lose(self, loser: int, reason: str) -> tuple[dict[str, float], dict[str, Info]]:
        """Rewards and infos of a game that an illegal action has lost."""
        self._lost = True
        rewards = dict(zip(self.possible_agents, loser_pays(self.game.seats, loser), strict=True))
        infos: dict[str, Info] = {agent: {} for agent in self.possible_agents}
        infos[self.possible_agents[loser]]["illegal"] = reason
        return rewards, infos

    def _results(self, table: State) -> tuple[dict[str, float], dict[str, Info]]:
        """Rewards of a finished game, and infos with ranks and scores."""
        outcome = self.game.outcome(table)
        assert outcome is not None
        rewards = dict(zip(self.possible_agents, rewards_of(outcome, self._rewarding), strict=True))
        infos: dict[str, Info] = {
            agent: {"rank": outcome.ranks[seat], "score": outcome.scores[seat]} for agent, seat in self._seat_of.items()
        }
        return rewards, infos


class TurnTable(Seats, AECEnv[str, Observation, int]):  # type: ignore[misc]  # our spaces are not generic
    """A game in turns. Seats that choose at the same time are asked one by one and learn nothing in between."""

    parallel = False

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Deal. The same seed deals the same game; without one, the random stream continues."""
        self._reseed(seed)
        self.episode: Episode[State, View] = Episode(self.game, self._chance)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None  # type: ignore[assignment]  # PettingZoo's own way to say nobody
        self.agent_selection = self.agents[self.episode.seat]

    def observe(self, agent: str) -> Observation:
        """A seat's observation now."""
        return self._look(self.episode.state, self._seat_of[agent])

    def step(self, action: int | None) -> None:
        """Carry out the action of the seat the game waits for; None for each seat once the game is over."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)  # type: ignore[arg-type]  # PettingZoo ends with None for every agent
            return
        episode = self.episode
        number = number_of(action)
        try:
            episode.play(number)
        except IllegalAction as error:
            if self.illegal == "raise":
                raise
            self.rewards, self.infos = self._lose(episode.seat, str(error))
        else:
            if episode.seat != NOBODY:
                self.agent_selection = self.possible_agents[episode.seat]
                return
            self.rewards, self.infos = self._results(episode.state)
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def state(self) -> Vector:
        """All seats' observations in one vector."""
        return self._everything(self.episode.state)

    def render(self) -> str | None:
        """The table in text, as the seat to move sees it."""
        if self.render_mode is None:
            return None
        return table_text(self.game, self.episode.state, self._seat_of[self.agent_selection])


Step = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]


class ParallelTable(Seats, ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # our spaces are not generic
    """A game in steps of all seats: those the game waits for act together, what the others answer is ignored."""

    parallel = True

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Deal. The same seed deals the same game; without one, the random stream continues."""
        self._reseed(seed)
        self.table: State = self.game.new(self._chance)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Step:
        """Carry out the actions of all seats the game waits for; nothing happens if one of them is illegal."""
        game, table, names = self.game, self.table, self.possible_agents
        waiting = game.to_act(table)
        chosen: list[tuple[int, int]] = []
        for seat in waiting:
            try:
                chosen.append((seat, self._action(actions, seat)))
            except IllegalAction as error:
                if self.illegal == "raise":
                    raise
                rewards, infos = self._lose(seat, str(error))
                self.agents = []
                over, whole = dict.fromkeys(names, True), dict.fromkeys(names, False)
                return self._observations(), rewards, over, whole, infos
        for seat, action in chosen:
            game.apply(table, seat, action, self._chance)
        ended = not game.to_act(table)
        agents = list(names) if waiting else []
        rewards = dict.fromkeys(agents, 0.0)
        infos = {agent: {} for agent in agents}
        if ended and waiting:
            rewards, infos = self._results(table)
        if ended:
            self.agents = []
        return self._observations(), rewards, dict.fromkeys(agents, ended), dict.fromkeys(agents, False), infos

    def _action(self, actions: dict[str, int], seat: int) -> int:
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise IllegalAction(f"The game waits for {agent}, who has given no action.")
        action = number_of(actions[agent])
        if not self.game.is_legal(self.table, seat, action):
            raise IllegalAction(f"{agent}: {self.game.why_not(self.table, seat, action)}")
        return action

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._look(self.table, seat) for agent, seat in self._seat_of.items()}

    def state(self) -> Vector:
        """All seats' observations in one vector."""
        return self._everything(self.table)

    def render(self) -> str | None:
        """The table in text, as a spectator sees it."""
        return None if self.render_mode is None else table_text(self.game, self.table, NOBODY)
