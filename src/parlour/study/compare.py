"""Two runs side by side: what changed, by how much, and whether the same deals ended the same."""

from dataclasses import dataclass
from math import isfinite, sqrt

import polars as pl

from parlour.study.estimates import Estimate, apart, mean_of, share_of
from parlour.study.lead_changes import followed_frame, followed_games
from parlour.study.measures import seat_rows
from parlour.study.reading import Sample

FEWEST_PAIRS = 30
"""Fewer pairs than this say little about a correlation."""
CLEAR_ABOVE = 3.0
"""Standard errors above which the largest of several correlations is not chance."""


@dataclass(frozen=True)
class Measure:
    """A number every game has: its column, its name in a table, and its format."""

    column: str
    name: str
    percent: bool = False
    signed: bool = False
    """Is it itself a difference, so that it can be negative?"""


MEASURES = (
    Measure("turns", "turns a game"),
    Measure("decisions", "decisions a game"),
    Measure("branching", "choices a decision"),
    Measure("begins", "first-player advantage", percent=True, signed=True),
    Measure("tie", "shared wins", percent=True),
    Measure("guard", "ended by a guard", percent=True),
    Measure("top", "winner's score"),
    Measure("margin", "winner's lead in points"),
    Measure("changes", "lead changes"),
    Measure("clear", "winner clear after", percent=True),
)


@dataclass(frozen=True)
class Change:
    """One measure in two runs, and the difference with its interval."""

    measure: Measure
    base: Estimate
    other: Estimate
    difference: Estimate
    together: float | None = None
    """How strongly paired games go together: the correlation over deals; None where it cannot be measured."""


@dataclass(frozen=True)
class Comparison:
    """A run beside the one it is compared with."""

    base: Sample
    other: Sample
    paired: bool
    """Do games with the same number share seed, seats and line-ups?"""
    changes: tuple[Change, ...]
    same: Estimate | None
    """The share of games that went exactly the same way, where the deals are the same."""
    same_winner: Estimate | None

    @property
    def same_cards(self) -> bool:
        """Does the same seed deal the same cards? Not if the decks differ in size, since a shuffle then differs."""
        return self.base.deck_size == self.other.deck_size

    @property
    def together(self) -> float | None:
        """The largest correlation of a measure between paired games; 0 if none is clearly above 0."""
        known = [(one.together, one.difference.count) for one in self.changes if one.together is not None]
        clear = [together for together, pairs in known if together > CLEAR_ABOVE / sqrt(pairs)]
        return max(clear, default=0.0) if self.paired and known else None

    @property
    def shown(self) -> tuple[Change, ...]:
        """The differences that chance does not explain."""
        return tuple(change for change in self.changes if change.difference.shown)


def facts(run: Sample) -> pl.DataFrame:
    """The measures of every game; those that need win chances are null where the game was not followed."""
    above = (pl.col("win") - 1 / run.seats).alias("begins")
    begins = seat_rows(run).filter(pl.col("place") == 0).select("number", above)
    ordered = pl.col("scores").list.sort(descending=True)
    frame = run.games.select(
        "number",
        "deal",
        pl.col("turns", "decisions").cast(pl.Float64),
        (pl.col("choices") / pl.col("decisions")).alias("branching"),
        (pl.col("wins").list.max() < 1.0).cast(pl.Float64).alias("tie"),
        (pl.col("guard") != "").cast(pl.Float64).alias("guard"),
        ordered.list.first().cast(pl.Float64).alias("top"),
        (ordered.list.get(0) - ordered.list.get(1, null_on_oob=True)).cast(pl.Float64).alias("margin"),
        "scores",
        "wins",
        pl.col("choices"),
    ).join(begins, on="number", how="left", maintain_order="left")
    followed = followed_frame(followed_games(run))
    if followed is None:
        nothing = pl.lit(None, pl.Float64)
        return frame.with_columns(nothing.alias("changes"), nothing.alias("clear"))
    return frame.join(followed.select("number", "changes", "clear"), on="number", how="left", maintain_order="left")


def estimate(frame: pl.DataFrame, measure: Measure) -> Estimate | None:
    """One measure over all games of a run."""
    bounded = measure.percent and not measure.signed
    return share_of(frame, measure.column) if bounded else mean_of(frame, measure.column)


def compare(base: Sample, other: Sample) -> Comparison:
    """Everything that changed from one run to another, paired by deal if both played the same deals."""
    first, second = facts(base), facts(other)
    paired = base.paired_with(other)
    if paired:  # only the deals that both played
        first, second = (
            one.join(two, on="deal", how="semi", maintain_order="left")
            for one, two in ((first, second), (second, first))
        )
    changes = []
    for measure in MEASURES:
        ours, theirs = estimate(first, measure), estimate(second, measure)
        if ours is None or theirs is None:
            continue
        if not paired:
            changes.append(Change(measure, ours, theirs, apart(ours, theirs)))
        elif (difference := paired_difference(first, second, measure.column)) is not None:
            together = correlation(first, second, measure.column)
            changes.append(Change(measure, ours, theirs, difference, together))
    if not paired or base.plan.lineups != other.plan.lineups:
        return Comparison(base, other, paired, tuple(changes), None, None)
    joined = first.join(second, on="number", suffix="_other", maintain_order="left")
    alike = [pl.col(name) == pl.col(f"{name}_other") for name in ("turns", "decisions", "choices", "scores", "wins")]
    joined = joined.with_columns(
        pl.all_horizontal(alike).cast(pl.Float64).alias("alike"), alike[-1].cast(pl.Float64).alias("alike_winner")
    )
    same, same_winner = share_of(joined, "alike"), share_of(joined, "alike_winner")
    return Comparison(base, other, paired, tuple(changes), same, same_winner)


def paired_difference(first: pl.DataFrame, second: pl.DataFrame, column: str) -> Estimate | None:
    """The mean difference of a measure over the deals that both runs played."""
    both = _by_deal(first, second, column)
    return mean_of(both.with_columns((pl.col(f"{column}_other") - pl.col(column)).alias("by")), "by")


def correlation(first: pl.DataFrame, second: pl.DataFrame, column: str) -> float | None:
    """How strongly a measure of paired deals goes together, from -1 to 1; None if one of them does not vary."""
    both = _by_deal(first, second, column).drop_nulls()
    if both.height < FEWEST_PAIRS:
        return None
    found = both.select(pl.corr(column, f"{column}_other")).item()
    return found if isinstance(found, float) and isfinite(found) else None


def _by_deal(first: pl.DataFrame, second: pl.DataFrame, column: str) -> pl.DataFrame:
    """The mean of a measure in each deal, in both runs."""
    ours, theirs = (
        frame.drop_nulls(column).group_by("deal", maintain_order=True).agg(pl.col(column).mean())
        for frame in (first, second)
    )
    return ours.join(theirs, on="deal", suffix="_other", maintain_order="left")
