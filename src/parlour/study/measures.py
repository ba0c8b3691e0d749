"""What the tables of a run say: pure functions from tables to numbers with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import polars as pl

from parlour.study.estimates import Estimate, around, mean_of, ratio_of, share_of
from parlour.study.reading import Sample

PARTS = 10
"""Number of equal parts of a game where its course is shown."""


@dataclass(frozen=True)
class Spread:
    """How a number varies from game to game: its mean and quantiles."""

    mean: Estimate
    least: float
    tenth: float
    median: float
    ninetieth: float
    most: float


@dataclass(frozen=True)
class Share:
    """A named part of the games, or of the wins."""

    name: str
    share: Estimate
    games: float


@dataclass(frozen=True)
class Thing:
    """A card, tool, effect or kind of action: how often it was used, and how its users fared."""

    name: str
    kind: str
    used: float
    per_game: float
    with_it: float
    without: float
    worth: Estimate | None


@dataclass(frozen=True)
class Skill:
    """How much more a stronger bot wins than a weaker one on the same seats and deals, and what the deals decide."""

    strong: str
    weak: str
    strong_wins: Estimate
    weak_wins: Estimate
    gain: Estimate
    deals: int
    times: int
    strong_always: Estimate | None
    seat_always: Estimate | None


def seat_rows(run: Sample) -> pl.DataFrame:
    """One row for each game and seat; `place` is the place in the order of play, 0 for the first player."""
    listed = ["bots", "scores", "ranks", "wins"]
    rows = (
        run.games.select("number", "deal", "first", *listed, pl.int_ranges(0, pl.col("wins").list.len()).alias("seat"))
        .explode([*listed, "seat"])
        .rename({"bots": "bot", "scores": "score", "ranks": "rank", "wins": "win"})
    )
    return rows.with_columns(((pl.col("seat") - pl.col("first")) % run.seats).alias("place"))


def spread_of(games: pl.DataFrame, column: str) -> Spread:
    """How a column of the games varies."""
    values = games[column].cast(float)
    ends = [values.quantile(part, "nearest") for part in (0.0, 0.1, 0.5, 0.9, 1.0)]
    mean = mean_of(games, column) or around(0.0, 0.0, 0)
    return Spread(mean, *(float(end or 0.0) for end in ends))


def wins_by(rows: pl.DataFrame, column: str) -> list[Share]:
    """The share of wins of each place in the order of play, or of each bot."""
    found = []
    for key in rows[column].drop_nulls().unique(maintain_order=True).sort().to_list():
        mine = rows.filter(rows[column] == key)
        share = share_of(mine, "win")
        if share is not None:
            found.append(Share(str(key), share, mine.height))
    return found


def shares_of(games: pl.DataFrame, column: str) -> list[Share]:
    """The share of each text in a column, most frequent first, without the empty text."""
    counted = (
        games[column]
        .value_counts(sort=True)
        .filter(pl.col(column) != "")
        .sort("count", column, descending=[True, False])
    )
    found = []
    for name, count in counted.iter_rows():
        share = share_of(games.with_columns((pl.col(column) == name).cast(pl.Float64).alias("_is")), "_is")
        if share is not None:
            found.append(Share(str(name), share, float(count)))
    return found


def ties(games: pl.DataFrame) -> Estimate | None:
    """The share of games in which the first place was shared."""
    return share_of(games.with_columns((pl.col("wins").list.max() < 1.0).cast(pl.Float64).alias("_is")), "_is")


def choices(games: pl.DataFrame) -> Estimate | None:
    """The mean number of legal actions per decision."""
    return ratio_of(games, "choices", "decisions")


def course(run: Sample) -> pl.DataFrame:
    """For each tenth of the game, choices per decision and decisions per turn."""
    length = run.turns.group_by("number", maintain_order=True).agg((pl.col("turn").max() + 1).alias("length"))
    part = ((pl.col("turn") * PARTS) // pl.col("length")).alias("part")
    return (
        run.turns.join(length, on="number", maintain_order="left")
        .with_columns(part)
        .group_by("part", maintain_order=True)
        .agg(
            (pl.col("choices").sum() / pl.col("decisions").sum()).alias("choices"),
            pl.col("decisions").mean().alias("decisions"),
        )
        .sort("part")
        .with_columns(((pl.col("part") + 0.5) / PARTS).alias("progress"))
    )


def things(run: Sample, rows: pl.DataFrame) -> list[Thing]:
    """Everything that was used, most frequent first; `worth` compares seats that used it with seats that did not.

    Seats are compared with seats of the same kind of bot, so that a strong bot's habits do not look like strong cards.
    """
    if run.uses.height == 0:
        return []
    even = 1.0 / run.seats
    level = rows.with_columns((pl.col("win") - pl.col("win").mean().over("bot") + even).alias("fair"))
    seat = pl.col("seat").cast(pl.Int64)
    used = (
        run.uses.filter(pl.col("count") > 0)
        .with_columns(seat)
        .join(
            level.select("number", pl.col("seat").cast(pl.Int64), "deal", "fair"),
            on=["number", "seat"],
            maintain_order="left",
        )
    )
    # Rows keep their order: another order would change the last digit of floating-point sums.
    deals = level.group_by("deal", maintain_order=True).agg(pl.col("fair").sum().alias("wins"), pl.len().alias("seats"))
    found = []
    for (name, kind), mine in used.group_by(["thing", "kind"], maintain_order=True):
        by_deal = mine.group_by("deal", maintain_order=True).agg(
            pl.col("fair").sum().alias("with"), pl.len().alias("users")
        )
        joined = deals.join(by_deal, on="deal", how="left", maintain_order="left").with_columns(
            pl.col("with", "users").fill_null(0)
        )
        found.append(_thing(str(name), str(kind), float(mine["count"].sum()) / run.count, joined))
    return sorted(found, key=lambda thing: (-thing.per_game, thing.name))


def _thing(name: str, kind: str, per_game: float, deals: pl.DataFrame) -> Thing:
    """The win rates with and without a thing, and their difference with its error over deals."""
    users, everybody = int(deals["users"].sum()), int(deals["seats"].sum())
    others = everybody - users
    with_it = float(deals["with"].sum()) / users
    if others == 0:
        return Thing(name, kind, 1.0, per_game, with_it, 0.0, None)
    without = (float(deals["wins"].sum()) - float(deals["with"].sum())) / others
    pull = (deals["with"] - with_it * deals["users"]) / users - (
        deals["wins"] - deals["with"] - without * (deals["seats"] - deals["users"])
    ) / others
    error = sqrt(float((pull * pull).sum()) * deals.height / max(1, deals.height - 1))
    worth = around(with_it - without, error, deals.height)
    return Thing(name, kind, users / everybody, per_game, with_it, without, worth)


def skill(run: Sample, rows: pl.DataFrame) -> Skill | None:
    """Luck and skill where different bots played the same deals from the same seats; None if they did not."""
    shares = sorted(wins_by(rows, "bot"), key=lambda share: share.share.value)
    if len(shares) < 2:
        return None
    strong, weak = shares[-1].name, shares[0].name
    pairs = (
        rows.filter(pl.col("bot").is_in([strong, weak]))
        .group_by("deal", "seat", maintain_order=True)
        .agg(
            pl.col("win").filter(pl.col("bot") == strong).mean().alias("strong"),
            pl.col("win").filter(pl.col("bot") == weak).mean().alias("weak"),
        )
        .drop_nulls()
        .with_columns((pl.col("strong") - pl.col("weak")).alias("gain"))
        .sort("deal", "seat")
    )
    gain = mean_of(pairs, "gain")
    strong_wins, weak_wins = share_of(pairs, "strong"), share_of(pairs, "weak")
    if gain is None or strong_wins is None or weak_wins is None:
        return None
    times = run.games.group_by("deal").len()["len"].max()
    alone = all(lineup.count(strong) <= 1 for lineup in run.plan.lineups)  # winning one seat of many takes skill
    sure = _sure(rows, strong, times if isinstance(times, int) else 1)
    return Skill(
        strong,
        weak,
        strong_wins,
        weak_wins,
        gain,
        sure.height,
        times if isinstance(times, int) else 1,
        share_of(sure, "bot_always") if alone else None,
        share_of(sure, "seat_always"),
    )


def _sure(rows: pl.DataFrame, strong: str, times: int) -> pl.DataFrame:
    """For each deal played by every line-up: did one seat always win, or always the strong bot?"""
    games = (
        rows.filter(pl.col("win") == 1.0)
        .group_by("deal")
        .agg(
            pl.len().alias("won"),
            (pl.col("seat").n_unique() == 1).alias("one_seat"),
            (pl.col("bot") == strong).all().alias("one_bot"),
        )
    )
    played = rows.group_by("deal").agg(pl.col("number").n_unique().alias("times")).filter(pl.col("times") == times)
    whole = pl.col("won") == times
    return (
        played.join(games, on="deal", how="left")
        .with_columns(
            (pl.col("one_seat") & whole).fill_null(False).cast(pl.Float64).alias("seat_always"),
            (pl.col("one_bot") & whole).fill_null(False).cast(pl.Float64).alias("bot_always"),
        )
        .sort("deal")
    )


def counts(values: Sequence[float], bins: int = 30) -> list[tuple[float, float, int]]:
    """A histogram with whole-number edges: from, to (not included), how many."""
    if not values:
        return []
    least, most = int(min(values)), int(max(values))
    width = max(1, -(-(most + 1 - least) // bins))
    start = least - least % width
    found = [0] * ((most - start) // width + 1)
    for value in values:
        found[(int(value) - start) // width] += 1
    return [(float(start + i * width), float(start + (i + 1) * width), count) for i, count in enumerate(found)]
