"""Turns and decisions as minutes of people at a table: an estimate from three assumptions, named in the report."""

from dataclasses import dataclass

import polars as pl

from parlour.study.estimates import Estimate, mean_of
from parlour.study.reading import Sample

HANDLING = 4.0
"""Seconds to move cards and say what one does, for each decision."""
THINKING = 2.0
"""Seconds of thought for each doubling of the number of choices."""
DEALING = 60.0
"""Seconds to shuffle and deal."""
ASSUMED = (
    f"Minutes are an estimate: {HANDLING:.0f} seconds to act, {THINKING:.0f} more for each doubling of the choices, "
    f"and {DEALING:.0f} seconds to deal. Time one game with people and scale them."
)


@dataclass(frozen=True)
class Minutes:
    """How long a game takes people, and how long a player waits between two turns of their own."""

    game: Estimate
    waiting: Estimate
    """In seconds."""


def minutes(run: Sample) -> Minutes | None:
    """The estimate for a run; None without turns."""
    choices = (pl.col("choices") / pl.col("decisions")).clip(1.0)
    seconds = pl.col("decisions") * (HANDLING + THINKING * choices.log(2))
    turns = run.turns.select("number", "turn", "seat", seconds.alias("seconds"))
    if turns.height == 0:
        return None
    deals = run.games.select("number", "deal")
    whole = turns.group_by("number", maintain_order=True).agg(((pl.col("seconds").sum() + DEALING) / 60).alias("value"))
    game = mean_of(whole.join(deals, on="number", maintain_order="left"), "value")
    passed = turns.with_columns((pl.col("seconds").cum_sum().over("number") - pl.col("seconds")).alias("begins"))
    ended = (pl.col("begins") + pl.col("seconds")).shift(1).over("number", "seat")
    waits = passed.with_columns((pl.col("begins") - ended).alias("value")).drop_nulls("value")
    waiting = mean_of(waits.join(deals, on="number", maintain_order="left"), "value")
    return None if game is None or waiting is None else Minutes(game, waiting)
