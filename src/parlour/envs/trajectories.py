"""The decisions of a run as a table to learn from: what the seat saw, what it could do, what it did, what it got.

Bots depend on the run's seed alone, so a run need not store its decisions: its games are played again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.core.encoding import Numbers
from parlour.core.errors import ParlourError
from parlour.core.game import State, View
from parlour.core.match import Match
from parlour.envs.rewards import rewards_of
from parlour.games import AnyGame
from parlour.study.plan import Plan, read_plan
from parlour.study.play import replay_game
from parlour.study.tables import need_polars

if TYPE_CHECKING:
    import polars as pl

TRAJECTORIES = "trajectories.parquet"


def schema(game: AnyGame) -> pl.Schema:
    """The columns. Observation and mask have the same length in all rows of a game."""
    import polars as pl

    size = sum(piece.size for piece in game.observation)
    return pl.Schema(
        {
            "game": pl.Int64(),
            "decision": pl.Int32(),
            "seat": pl.Int8(),
            "bot": pl.String(),
            "observation": pl.Array(pl.Float32(), size),
            "mask": pl.Array(pl.Boolean(), len(game.actions)),
            "action": pl.Int32(),
            "return": pl.Float32(),
        }
    )


def decisions_of(match: Match[State, View], number: int, bots: list[str]) -> dict[str, list[object]]:
    """The columns of one finished game; an action out of turn is a decision, too."""
    game, outcome = match.game, match.outcome
    if outcome is None:
        raise ValueError(f"game {number} is not over")
    rewards = rewards_of(outcome, "ranks")
    columns: dict[str, list[object]] = {name: [] for name in schema(game)}
    numbers = Numbers(sum(piece.size for piece in game.observation))
    again = Match(game, match.seed, start=match.record.start, luck=match.record.luck)
    for decision, entry in enumerate(match.record.entries):
        view = again.view(entry.seat)
        numbers.begin()
        game.encode_into(view, numbers)
        mask = [False] * len(game.actions)
        for action in view.legal:
            mask[action] = True
        seen = numbers.slice(0, numbers.size)
        row = (number, decision, entry.seat, bots[entry.seat], seen, mask, entry.action, rewards[entry.seat])
        for name, value in zip(columns, row, strict=True):
            columns[name].append(value)
        again.follow(entry)
    return columns


def write_trajectories(folder: Path, out: Path, games: int | None, told: Callable[[int], None]) -> int:
    """Write the decisions of a run's first games, or of all; returns how many there are."""
    need_polars()
    import polars as pl

    plan: Plan = read_plan(folder)
    if games is not None and games < 1:
        raise ParlourError(f"--games takes a number from 1 on, not {games}.")
    made = schema(plan.open_game())
    frames = [pl.DataFrame(schema=made)]
    for number in range(plan.games if games is None else min(games, plan.games)):
        match = replay_game(plan, number)
        frames.append(pl.DataFrame(decisions_of(match, number, plan.lineup(number)), schema=made))
        told(number + 1)
    whole = pl.concat(frames, rechunk=True)
    part = out.with_name(f".{out.name}.part")
    whole.write_parquet(part, compression="zstd", compression_level=3, statistics=False)
    part.replace(out)
    return whole.height
