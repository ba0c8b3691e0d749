"""PettingZoo environments: every seat a learner, in turn (AEC) or all at once (parallel).

An observation is `{"observation": vector, "action_mask": mask}`, made from what the seat may know. The mask is zero
unless the game waits for the seat; what may be done out of turn at a table can be done in the own turn only here.
Rewards come at the end, for all seats together. An illegal action raises IllegalAction and changes nothing.
"""

import secrets
from typing import TypedDict

import numpy as np
from gymnasium.spaces import Dict
from pettingzoo.utils.env import AECEnv, ParallelEnv

from parlour.core.chance import Sampled
from parlour.core.episode import Episode
from parlour.core.errors import IllegalAction, ParlourError
from parlour.core.game import NOBODY, State, View
from parlour.core.rng import Rng
from parlour.envs.encoding import Encoder, Mask, Vector
from parlour.envs.rewards import Rewards, check_rewards, rewards_of
from parlour.envs.spaces import LegalActions, masked_space, number_of
from parlour.envs.text import table_text
from parlour.games import AnyGame

Info = dict[str, object]


class Observation(TypedDict):
    """What a seat is given: its view as numbers, and what it may do."""

    observation: Vector
    action_mask: Mask


class Seats:
    """What both environments share: spaces, luck, and looking at the table as one seat."""

    def __init__(self, game: AnyGame, rewards: Rewards, render_mode: str | None) -> None:
        check_rewards(rewards)
        if render_mode not in (None, "ansi"):
            raise ParlourError(f"render_mode takes None or 'ansi', not {render_mode!r}.")
        self.game = game
        self.encoder = Encoder(game)
        self.how = rewards
        self.render_mode = render_mode
        self.names = [f"player_{seat}" for seat in range(game.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.names)}
        self.spaces: dict[str, Dict] = {agent: masked_space(self.encoder) for agent in self.names}
        self.spaces_by_seat = [LegalActions(len(game.actions)) for _ in self.names]
        self.actions = dict(zip(self.names, self.spaces_by_seat, strict=True))
        self.chance = Sampled(Rng("environment", secrets.randbits(64)))

    def reseed(self, seed: int | None) -> None:
        """Start the luck anew, or go on with it."""
        if seed is not None:
            self.chance = Sampled(Rng("environment", seed))

    def look(self, table: State, seat: int) -> Observation:
        """What a seat is given."""
        encoder = self.encoder
        view = self.game.view(table, seat)
        mask = encoder.mask(view.legal if seat in view.to_act else ())
        self.spaces_by_seat[seat].now = mask
        return {"observation": encoder.vector(view), "action_mask": mask}

    def everything(self, table: State) -> Vector:
        """What all seats see, one after the other: for training with a common critic."""
        return np.concatenate([self.encoder.vector(self.game.view(table, seat)) for seat in range(self.game.seats)])

    def results(self, table: State) -> tuple[dict[str, float], dict[str, Info]]:
        """Rewards and, for the curious, ranks and scores of a finished game."""
        outcome = self.game.outcome(table)
        assert outcome is not None
        rewards = dict(zip(self.names, rewards_of(outcome, self.how), strict=True))
        infos: dict[str, Info] = {
            agent: {"rank": outcome.ranks[seat], "score": outcome.scores[seat]} for agent, seat in self.seat_of.items()
        }
        return rewards, infos


def _metadata(game: AnyGame, parallel: bool) -> dict[str, object]:
    return {
        "name": f"parlour_{game.slug.replace('-', '_')}_v{game.version}",
        "render_modes": ["ansi"],
        "is_parallelizable": parallel,
    }


class TurnTable(AECEnv[str, Observation, int]):
    """A game in turns. Seats that choose at the same time are asked one by one and learn nothing in between."""

    def __init__(self, game: AnyGame, rewards: Rewards = "ranks", render_mode: str | None = None) -> None:
        self.at = Seats(game, rewards, render_mode)
        self.game = game
        self.encoder = self.at.encoder
        self.render_mode = render_mode
        self.metadata = _metadata(game, parallel=False)
        self.possible_agents = list(self.at.names)
        self.agents = []

    def observation_space(self, agent: str) -> Dict:  # type: ignore[override]  # a Dict space says what it yields in words only
        """The space of a seat's observations, always the same object."""
        return self.at.spaces[agent]

    def action_space(self, agent: str) -> LegalActions:  # type: ignore[override]  # numpy's integers pass for plain ones
        """The space of a seat's actions, always the same object."""
        return self.at.actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Deal; the same seed deals the same game, and without one the luck goes on."""
        self.at.reseed(seed)
        self.episode: Episode[State, View] = Episode(self.game, self.at.chance)
        self.agents = list(self.at.names)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None  # type: ignore[assignment]  # PettingZoo's own way to say nobody
        self.agent_selection = self.agents[self.episode.seat]

    def observe(self, agent: str) -> Observation:
        """What a seat may know now."""
        return self.at.look(self.episode.state, self.at.seat_of[agent])

    def step(self, action: int | None) -> None:
        """Carry out the action of the seat the game waits for; None for each seat once the game is over."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)  # type: ignore[arg-type]  # PettingZoo ends with None for every agent
            return
        episode = self.episode
        episode.play(number_of(action))
        if episode.seat != NOBODY:
            self.agent_selection = self.at.names[episode.seat]
            return
        self.rewards, self.infos = self.at.results(episode.state)
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def state(self) -> Vector:
        """What all seats see, one after the other."""
        return self.at.everything(self.episode.state)

    def render(self) -> str | None:
        """The table in text, as the seat to move sees it."""
        if self.render_mode is None:
            return None
        return table_text(self.game, self.episode.state, self.at.seat_of[self.agent_selection])

    def close(self) -> None:
        """Nothing is held open."""


Step = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]


class ParallelTable(ParallelEnv[str, Observation, int]):
    """A game in steps of all seats: those the game waits for act together, what the others answer is ignored."""

    def __init__(self, game: AnyGame, rewards: Rewards = "ranks", render_mode: str | None = None) -> None:
        self.at = Seats(game, rewards, render_mode)
        self.game = game
        self.encoder = self.at.encoder
        self.render_mode = render_mode
        self.metadata = _metadata(game, parallel=True)
        self.possible_agents = list(self.at.names)
        self.agents = []

    def observation_space(self, agent: str) -> Dict:  # type: ignore[override]  # a Dict space says what it yields in words only
        """The space of a seat's observations, always the same object."""
        return self.at.spaces[agent]

    def action_space(self, agent: str) -> LegalActions:  # type: ignore[override]  # numpy's integers pass for plain ones
        """The space of a seat's actions, always the same object."""
        return self.at.actions[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Deal; the same seed deals the same game, and without one the luck goes on."""
        self.at.reseed(seed)
        self.table: State = self.game.new(self.at.chance)
        self.agents = list(self.at.names)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Step:
        """Carry out the actions of all seats the game waits for; nothing happens if one of them is illegal."""
        game, table, names = self.game, self.table, self.at.names
        waiting = game.to_act(table)
        chosen = [(seat, self._action(actions, seat)) for seat in waiting]
        for seat, action in chosen:
            game.apply(table, seat, action, self.at.chance)
        over = not game.to_act(table)
        agents = list(names) if waiting else []
        rewards = dict.fromkeys(agents, 0.0)
        infos: dict[str, Info] = {agent: {} for agent in agents}
        if over and waiting:
            rewards, infos = self.at.results(table)
        if over:
            self.agents = []
        return self._observations(), rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _action(self, actions: dict[str, int], seat: int) -> int:
        agent = self.at.names[seat]
        if agent not in actions:
            raise IllegalAction(f"The game waits for {agent}, who has given no action.")
        action = number_of(actions[agent])
        if not self.game.is_legal(self.table, seat, action):
            raise IllegalAction(f"{agent}: {self.game.why_not(self.table, seat, action)}")
        return action

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.at.look(self.table, seat) for agent, seat in self.at.seat_of.items()}

    def state(self) -> Vector:
        """What all seats see, one after the other."""
        return self.at.everything(self.table)

    def render(self) -> str | None:
        """The table in text, as a spectator sees it."""
        return None if self.render_mode is None else table_text(self.game, self.table, NOBODY)

    def close(self) -> None:
        """Nothing is held open."""
