"""Research environments: the same games behind the interfaces that learning tools expect.

`pettingzoo` and `pettingzoo_parallel` seat a learner on every seat, `gymnasium` seats one against bots, `vector` does
either at many tables at once, and importing `parlour.envs.openspiel` registers the games with OpenSpiel. Each needs its
own package (`pip install 'parlour[rl]'`) and is imported only when asked for. docs/research.md shows how to use them.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from parlour.core.errors import ParlourError

if TYPE_CHECKING:
    from parlour.bots import Bot
    from parlour.core.encoding import Piece
    from parlour.envs.gym import SoloEnv
    from parlour.envs.rewards import Rewards
    from parlour.envs.tables import VectorTables
    from parlour.envs.zoo import ParallelTable, TurnTable


class NotInstalled(ParlourError):
    """A package that an environment needs is not installed."""


def need(package: str) -> None:
    """Raise NotInstalled, naming what to install, if a package is missing."""
    try:
        import_module(package)
    except ImportError:
        raise NotInstalled(f"{package} is not installed: pip install 'parlour[rl]' brings it.") from None


def pettingzoo(
    game: str,
    seats: int | None = None,
    preset: str | None = None,
    rewards: Rewards = "ranks",
    render_mode: str | None = None,
    illegal: str = "raise",
    **options: object,
) -> TurnTable:
    """A game as a PettingZoo AEC environment; `deck` and every house rule are keyword options.

    >>> env = pettingzoo("st-croix", seats=4, young=True)
    >>> env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> env.agent_selection, observation["observation"].shape, int(observation["action_mask"].sum())
    ('player_0', (332,), 4)
    """
    need("pettingzoo")
    from parlour import game as make_game
    from parlour.envs.zoo import TurnTable

    return TurnTable(make_game(game, seats, preset, **options), rewards, render_mode, illegal)


def pettingzoo_parallel(
    game: str,
    seats: int | None = None,
    preset: str | None = None,
    rewards: Rewards = "ranks",
    render_mode: str | None = None,
    illegal: str = "raise",
    **options: object,
) -> ParallelTable:
    """A game as a PettingZoo parallel environment: seats that choose at the same time really do.

    >>> env = pettingzoo_parallel("follow-me", seats=2)
    >>> observations, infos = env.reset(seed=7)
    >>> sorted(observations)
    ['player_0', 'player_1']
    """
    need("pettingzoo")
    from parlour import game as make_game
    from parlour.envs.zoo import ParallelTable

    return ParallelTable(make_game(game, seats, preset, **options), rewards, render_mode, illegal)


def gymnasium(
    game: str,
    seats: int | None = None,
    seat: int | None = 0,
    opponents: str | Sequence[str | Bot] = "normal",
    preset: str | None = None,
    rewards: Rewards = "ranks",
    illegal: str = "lose",
    render_mode: str | None = None,
    **options: object,
) -> SoloEnv:
    """A game as a Gymnasium environment for one learner; bots play the other seats.

    >>> env = gymnasium("mine-and-craft", seats=3, seat=1, opponents=["random", "normal"])
    >>> observation, info = env.reset(seed=7)
    >>> observation.shape, info["action_mask"].shape
    ((454,), (118,))
    """
    need("gymnasium")
    from parlour.envs.gym import SoloEnv

    return SoloEnv(game, seats, seat, opponents, preset, rewards, illegal, render_mode, **options)


def vector(
    game: str,
    num_envs: int = 1,
    seats: int | None = None,
    seat: int | None = 0,
    opponents: str | Sequence[str | Bot] = "normal",
    self_play: bool = False,
    preset: str | None = None,
    rewards: Rewards = "ranks",
    illegal: str = "lose",
    autoreset_mode: str = "NextStep",
    render_mode: str | None = None,
    **options: object,
) -> VectorTables:
    """Many tables of a game as one Gymnasium vector environment, played inside compiled code.

    >>> env = vector("st-croix", num_envs=8, seats=4, opponents="random")
    >>> observations, infos = env.reset(seed=7)
    >>> observations.shape, infos["action_mask"].shape
    ((8, 348), (8, 95))
    """
    need("gymnasium")
    from parlour.envs.tables import VectorTables

    return VectorTables(
        game,
        num_envs,
        seats,
        seat,
        opponents,
        self_play,
        preset,
        rewards,
        illegal,
        autoreset_mode,
        render_mode,
        **options,
    )


def observation(game: str, seats: int | None = None, preset: str | None = None, **options: object) -> list[Piece]:
    """What the numbers of a game's observations mean, in their order: pieces with a name, a meaning and axes.

    >>> pieces = observation("st-croix", seats=4)
    >>> pieces[0].name, pieces[0].labels()
    ('turn', ['turn: me', 'turn: left 1', 'turn: left 2', 'turn: left 3'])
    """
    from parlour import game as make_game

    return make_game(game, seats, preset, **options).observation


__all__ = [
    "NotInstalled",
    "gymnasium",
    "need",
    "observation",
    "pettingzoo",
    "pettingzoo_parallel",
    "vector",
]
