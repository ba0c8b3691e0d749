"""Decisions that matter: how far the best action is ahead, what others' actions change, what is hidden, what is luck.

At some turns of some games the seat to act is given its view. A few of its actions are played in the same imagined
worlds with the same luck, and everybody plays on by the quick policy. One half of the worlds chooses the best and the
second action, the other half measures how far they are apart: measured where it was chosen, the gap would be too large.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

import msgspec
import polars as pl

from parlour.bots.search import SLIPS, win_of
from parlour.core.chance import Sampled
from parlour.core.fields import CardField
from parlour.core.game import NOBODY, Moves, State
from parlour.core.playout import play_on
from parlour.core.policy import rated
from parlour.core.rng import Rng
from parlour.core.schema import Each
from parlour.study.estimates import Estimate, mean_of
from parlour.study.plan import Batch, Plan
from parlour.study.play import Tools
from parlour.study.quick import Turns

POINTS = 8
"""Turns of a game that are looked at, evenly spread."""
ACTIONS = 5
"""Actions that are compared: those the policy likes best."""
WORLDS = 24
"""Imagined worlds for each of them; even, because halves are compared."""
MATTERS = 0.05
"""A gap from which on a decision is said to matter."""

Wins = list[list[list[float]]]
"""By action, world and seat."""


@dataclass(frozen=True)
class Decision:
    """One decision: when it was, how far the best action is ahead, and what it changes for the others."""

    game: int
    progress: float
    choices: int
    gap: float
    stake: float
    own: float
    others: float
    hidden: float | None


def look_batch(plan: Plan, batch: Batch) -> bytes:
    """Look at some decisions of the games of a batch, as JSON. The same plan and batch give the same bytes."""
    return msgspec.json.encode(look(plan, range(batch.first, batch.stop)))


def look(plan: Plan, games: Iterable[int]) -> list[Decision]:
    """Play games and look at some decisions of each."""
    tools = Tools(plan)
    found: list[Decision] = []
    for number in games:
        turns = Turns([], [], [])
        tools.table_of(number).play(plan.table_seed(number), turns)
        tools.counting.take([], [], [])
        count = len(turns.seats)
        step = max(1, count // POINTS)
        seen = 0

        def watch(state: State, number: int = number, step: int = step, count: int = count) -> None:
            nonlocal seen
            turn, seen = seen, seen + 1
            if turn % step == step // 2:
                found.append(_decision(tools, tools.game.clone(state), number, turn, turn / max(1, count)))

        tools.table_of(number).play(plan.table_seed(number), Turns([], [], []), watch)
        tools.counting.take([], [], [])
    return found


def _decision(tools: Tools, state: State, number: int, turn: int, progress: float) -> Decision:
    game = tools.game
    seat = int(game.actor(state))
    legal = game.legal(state, seat)
    hidden = _hidden(tools, state, seat)
    if len(legal) < 2:
        return Decision(number, progress, len(legal), 0.0, 0.0, 0.0, 0.0, hidden)
    wins = _imagine(tools, state, seat, legal, Rng("decision", tools.plan.seed, number, turn))
    chosen, measured = (_means(wins, half) for half in (0, 1))
    order = sorted(range(len(wins)), key=lambda action: -chosen[action][seat])
    best, second = (measured[order[place]][seat] for place in (0, 1))
    stake = best - fmean(row[seat] for row in measured)
    others = [other for other in range(tools.plan.seats) if other != seat]
    own, away = _together(chosen, measured, [seat]), _together(chosen, measured, others)
    return Decision(number, progress, len(legal), best - second, stake, own, away, hidden)


def _imagine(tools: Tools, state: State, seat: int, legal: list[int], rng: Rng) -> Wins:
    """Who wins after each of the best liked actions, in the same worlds with the same luck."""
    game, view = tools.game, tools.game.view(state, seat)
    liked = rated(tools.policy, state, seat, legal)
    order = sorted(range(liked.count), key=lambda place: -liked.ratings[place])[:ACTIONS]
    moves = Moves(len(game.actions))
    wins: Wins = [[] for _ in order]
    for number in range(WORLDS):
        world = game.determinise(view, rng)
        for place, action in enumerate(order):
            after, chance = game.clone(world), Sampled(Rng("luck", number))
            game.perform(after, seat, int(liked.ids[action]), chance, None)
            play_on(game, tools.policy, after, SLIPS, Rng("play", number), chance, moves)
            outcome = game.outcome(after)
            wins[place].append([0.0 if outcome is None else win_of(outcome, one) for one in range(game.seats)])
    return wins


def _means(wins: Wins, half: int) -> list[list[float]]:
    """The wins of every seat after each action, in every other world."""
    return [[fmean(seats) for seats in zip(*worlds[half::2], strict=True)] for worlds in wins]


def _together(first: Sequence[Sequence[float]], second: Sequence[Sequence[float]], seats: Sequence[int]) -> float:
    """How much the choice of the action moves the chances of some seats: a variance without the noise of playouts."""
    total = 0.0
    for seat in seats:
        one, two = [row[seat] for row in first], [row[seat] for row in second]
        middle = fmean(one), fmean(two)
        total += fmean((a - middle[0]) * (b - middle[1]) for a, b in zip(one, two, strict=True))
    return total / len(seats)


def _hidden(tools: Tools, state: State, seat: int) -> float | None:
    """The share of the cards that the seat does not see, by the schema."""
    hidden = seen = 0
    for field in tools.game.schema.fields:
        holders = list(enumerate(field.holders(state))) if isinstance(field, Each) else [(NOBODY, state)]
        for part in field.fields if isinstance(field, Each) else (field,):
            for owner, holder in holders if isinstance(part, CardField) and part.counts else ():
                count = len(part.cards(holder)) if isinstance(part, CardField) else 0
                if part.seen_by.excludes(owner == seat, state):
                    hidden += count
                else:
                    seen += count
    return hidden / (hidden + seen) if hidden + seen else None


@dataclass(frozen=True)
class Found:
    """What the decisions have in common."""

    decisions: int
    forced: float
    gap: Estimate
    stake: Estimate
    matter: Estimate
    own: Estimate
    others: Estimate
    along: tuple[tuple[float, float, float | None], ...]
    """Progress, mean gap and hidden share, in fifths of the game."""


def summary(found: Sequence[Decision]) -> Found | None:
    """The decisions in numbers with intervals over games; None without any."""
    frame = pl.DataFrame([vars(one) for one in found], infer_schema_length=None)
    if frame.height == 0:
        return None
    frame = frame.with_columns((pl.col("gap") >= MATTERS).cast(pl.Float64).alias("matter"))
    means = {name: mean_of(frame, name, "game") for name in ("gap", "stake", "matter", "own", "others")}
    known = {name: one for name, one in means.items() if one is not None}
    along = []
    for part in range(5):
        some = frame.filter((pl.col("progress") * 5).floor().clip(0, 4) == part)
        if some.height:
            hidden = some["hidden"].mean() if some["hidden"].dtype != pl.Null else None
            middle = some["gap"].mean()
            along.append(
                (
                    (part + 0.5) / 5,
                    float(middle) if isinstance(middle, float) else 0.0,
                    float(hidden) if isinstance(hidden, float) else None,
                )
            )
    forced = float((frame["choices"] < 2).cast(pl.Float64).sum()) / frame.height
    return Found(frame.height, forced, **known, along=tuple(along))
