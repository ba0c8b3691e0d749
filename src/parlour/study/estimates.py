"""Numbers with intervals. Games of one deal are not independent, so intervals are computed over deals.

An interval is the usual 95 % one: two standard errors to each side for means and differences, Wilson's for shares.
"""

from dataclasses import dataclass
from math import sqrt

import polars as pl

from parlour.bots.duel import NORMAL_95, wilson


@dataclass(frozen=True)
class Estimate:
    """An estimate with its standard error, 95 % interval, and number of deals."""

    value: float
    error: float
    low: float
    high: float
    count: int

    @property
    def shown(self) -> bool:
        """For a difference: is it significant? Then its interval excludes 0."""
        return self.above(0.0) or self.below(0.0)

    def above(self, bar: float) -> bool:
        """Does the whole interval lie above a number? A single deal shows nothing."""
        return self.count > 1 and self.low > bar

    def below(self, bar: float) -> bool:
        """Does the whole interval lie below a number? A single deal shows nothing."""
        return self.count > 1 and self.high < bar


def around(value: float, error: float, count: int) -> Estimate:
    """The normal approximation: about two standard errors to each side."""
    return Estimate(value, error, value - NORMAL_95 * error, value + NORMAL_95 * error, count)


def ratio_of(frame: pl.DataFrame, top: str, bottom: str, cluster: str = "deal") -> Estimate | None:
    """The ratio of two columns' sums, with rows grouped by cluster; None without rows."""
    sums = (
        frame.drop_nulls([top, bottom])
        .group_by(cluster, maintain_order=True)
        .agg(pl.col(top).cast(pl.Float64).sum().alias("top"), pl.col(bottom).cast(pl.Float64).sum().alias("bottom"))
    )
    count, below = sums.height, float(sums["bottom"].sum())
    if count == 0 or below == 0.0:
        return None
    value = float(sums["top"].sum()) / below
    left_over = sums["top"] - value * sums["bottom"]
    spread = float((left_over * left_over).sum()) * count / (count - 1) if count > 1 else 0.0
    return around(value, sqrt(spread) / below, count)


def mean_of(frame: pl.DataFrame, column: str, cluster: str = "deal") -> Estimate | None:
    """The mean of a column, ignoring nulls."""
    return ratio_of(frame.with_columns(pl.lit(1.0).alias("_one")), column, "_one", cluster)


def share_of(frame: pl.DataFrame, column: str, cluster: str = "deal") -> Estimate | None:
    """The mean of a column of shares (0 to 1), with Wilson's interval for the effective number of games."""
    found = mean_of(frame, column, cluster)
    if found is None:
        return None
    worth = float(found.count)
    if found.error > 0.0:  # for independent games the effective number is the number of games
        worth = found.value * (1.0 - found.value) / found.error**2 * found.count / (found.count - 1)
    games = max(1, round(worth))
    low, high = wilson(found.value * games, games)
    return Estimate(found.value, found.error, min(low, found.value), max(high, found.value), found.count)


def apart(first: Estimate, second: Estimate) -> Estimate:
    """The second estimate minus the first, for independent samples."""
    error = sqrt(first.error**2 + second.error**2)
    return around(second.value - first.value, error, min(first.count, second.count))
