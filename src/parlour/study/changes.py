"""What a change did, number by number: things used, endings and seats of two runs, with every difference."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import polars as pl

from parlour.core.deck_changes import Difference, deck_differences
from parlour.study.compare import Comparison, paired_difference
from parlour.study.estimates import Estimate, apart, mean_of
from parlour.study.many import holm
from parlour.study.measures import seat_rows
from parlour.study.reading import Sample

MEASURES, USED, ENDINGS, SEATS = "measures", "things used, in times a game", "endings", "wins by place"
GROUPS = (MEASURES, USED, ENDINGS, SEATS)


@dataclass(frozen=True)
class Delta:
    """One number in two runs: its difference, and whether that is clear although many were looked at."""

    group: str
    name: str
    base: Estimate
    other: Estimate
    difference: Estimate
    percent: bool
    clear: bool = False
    note: str = ""
    """Says of a card that it is new or gone."""


def deck_changes(found: Comparison) -> list[Difference]:
    """What differs between the decks of two runs of one game; [] if they play different games."""
    if found.base.plan.game != found.other.plan.game:
        return []
    return deck_differences(found.base.plan.open_deck(), found.other.plan.open_deck())


def deltas(found: Comparison) -> list[Delta]:
    """Every number of two runs side by side; those marked clear are so after Holm's correction over all of them."""
    made = [
        Delta(MEASURES, one.measure.name, one.base, one.other, one.difference, one.measure.percent)
        for one in found.changes
    ]
    notes = _new_and_gone(found)
    for group, percent, name, before, after in _columns(found):
        ours, theirs = mean_of(before, "value"), mean_of(after, "value")
        if ours is None or theirs is None:
            continue
        by = paired_difference(before, after, "value") if found.paired else apart(ours, theirs)
        if by is not None:
            made.append(Delta(group, name, ours, theirs, by, percent, note=notes.get(name, "")))
    made = [one for one in made if one.difference.error or one.difference.value or one.note]  # the rest never varies
    clear = holm([one.difference for one in made])
    return [replace(one, clear=good) for one, good in zip(made, clear, strict=True)]


def _new_and_gone(found: Comparison) -> dict[str, str]:
    old, new = ({card.name for card in run.plan.open_deck().cards} for run in (found.base, found.other))
    return dict.fromkeys(new - old, "new") | dict.fromkeys(old - new, "gone")


Column = tuple[str, bool, str, pl.DataFrame, pl.DataFrame]


def _columns(found: Comparison) -> Iterator[Column]:
    """Every thing, ending and place with its value in each game of both runs."""
    runs = (found.base, found.other)
    games = [run.games.select("number", "deal") for run in runs]
    if found.paired:
        games = [
            mine.join(theirs, on="deal", how="semi", maintain_order="left") for mine, theirs in (games, games[::-1])
        ]
    counts = [
        run.uses.group_by("number", "thing", maintain_order=True).agg(pl.col("count").sum().cast(pl.Float64))
        for run in runs
    ]
    cards = [card.name for run in runs for card in run.plan.open_deck().cards]
    used = sorted({thing for one in counts for thing in one["thing"].unique()})
    for thing in dict.fromkeys((*used, *(card for card in cards if card not in used))):
        before, after = (_counted(mine, one, thing) for mine, one in zip(games, counts, strict=True))
        yield USED, False, thing, before, after
    for reason in sorted({reason for run in runs for reason in run.games["reason"].unique()}):
        before, after = (_is(run, mine, pl.col("reason") == reason) for run, mine in zip(runs, games, strict=True))
        yield ENDINGS, True, reason, before, after
    if found.base.seats == found.other.seats:
        for place in range(found.base.seats):
            before, after = (_place(run, mine, place) for run, mine in zip(runs, games, strict=True))
            yield SEATS, True, "the first player" if place == 0 else f"player {place + 1}", before, after


def _counted(games: pl.DataFrame, counts: pl.DataFrame, thing: str) -> pl.DataFrame:
    mine = counts.filter(pl.col("thing") == thing).select("number", pl.col("count").alias("value"))
    return games.join(mine, on="number", how="left", maintain_order="left").with_columns(pl.col("value").fill_null(0.0))


def _is(run: Sample, games: pl.DataFrame, holds: pl.Expr) -> pl.DataFrame:
    marked = run.games.select("number", holds.cast(pl.Float64).alias("value"))
    return games.join(marked, on="number", maintain_order="left")


def _place(run: Sample, games: pl.DataFrame, place: int) -> pl.DataFrame:
    wins = seat_rows(run).filter(pl.col("place") == place).select("number", pl.col("win").alias("value"))
    return games.join(wins, on="number", maintain_order="left")
