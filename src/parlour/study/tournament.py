"""A tournament: every kind of bot meets every other on the same deals, from every seat.

In a meeting of A and B, one A sits among Bs in each seat in turn, and one B among As: both have the same number of
seats in all, so an even share of the wins is a half, whatever the number of seats.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from openskill.models import PlackettLuce

from parlour.core.errors import ParlourError
from parlour.study.plan import TOURNAMENT, Plan
from parlour.study.tables import GAMES, read_tables, write_atomically

if TYPE_CHECKING:
    import polars as pl

    from parlour.study.estimates import Estimate

MOST_BOTS = 12


def meetings(bots: Sequence[str], seats: int) -> list[list[str]]:
    """Every line-up of a round robin, each once.

    >>> meetings(["normal", "random"], 2)
    [['normal', 'random'], ['random', 'normal']]
    >>> len(meetings(["easy", "normal", "random"], 3))
    18
    """
    if len(set(bots)) < len(bots):
        raise ParlourError("A bot appears twice in --bots; a tournament is between different ones.")
    if not 2 <= len(bots) <= MOST_BOTS:
        raise ParlourError(f"A tournament is between 2 to {MOST_BOTS} kinds of bots, not {len(bots)}.")
    made: list[list[str]] = []
    for pair in itertools.combinations(bots, 2):
        for lone, many in (pair, pair[::-1]):
            for place in range(seats):
                lineup = [lone if seat == place else many for seat in range(seats)]
                if lineup not in made:
                    made.append(lineup)
    return made


@dataclass(frozen=True)
class Rating:
    """An openskill rating: skill and its uncertainty (one standard deviation), with the games it rests on."""

    bot: str
    mean: float
    uncertainty: float
    games: int


@dataclass(frozen=True)
class Meeting:
    """What one kind of bot won against another: its share of the wins, an even one being a half."""

    bot: str
    against: str
    share: Estimate


@dataclass(frozen=True)
class Results:
    """The cross table, and ratings from best to worst."""

    meetings: tuple[Meeting, ...]
    overall: dict[str, Estimate]
    ratings: tuple[Rating, ...]

    def meeting(self, bot: str, against: str) -> Meeting:
        """The result of two bots' meeting."""
        return next(found for found in self.meetings if (found.bot, found.against) == (bot, against))

    def as_json(self) -> dict[str, object]:
        """Plain data."""
        return {
            "ratings": [asdict(rating) for rating in self.ratings],
            "overall": {bot: asdict(share) for bot, share in self.overall.items()},
            "meetings": [asdict(meeting) for meeting in self.meetings],
        }


def rate(games: pl.DataFrame) -> tuple[Rating, ...]:
    """Plackett-Luce ratings after all games in order, best first; all bots begin at 25."""
    model = PlackettLuce()
    held = {bot: model.rating() for bot in sorted({bot for lineup in games["bots"] for bot in lineup})}
    played = dict.fromkeys(held, 0)
    for lineup, ranks in games.select("bots", "ranks").iter_rows():
        lone = next((seat for seat, bot in enumerate(lineup) if lineup.count(bot) == 1), 0)
        left = (lone + 1) % len(lineup)  # the others are all the same player: the one to the left represents them
        one, other = lineup[lone], lineup[left]
        (held[one],), (held[other],) = model.rate([[held[one]], [held[other]]], ranks=[ranks[lone], ranks[left]])
        played[one] += 1
        played[other] += 1
    found = [Rating(bot, rating.mu, rating.sigma, played[bot]) for bot, rating in held.items()]
    return tuple(sorted(found, key=lambda rating: -rating.mean))


def results(folder: Path, plan: Plan) -> Results:
    """The standings of a finished tournament."""
    import polars as pl

    from parlour.study.estimates import share_of

    [games] = read_tables(folder, [GAMES])
    seats = games.select("number", "deal", pl.col("bots").alias("lineup"), "bots", "wins").explode("bots", "wins")
    meetings: list[Meeting] = []
    overall: dict[str, Estimate] = {}
    for bot in plan.bots:
        mine = (
            seats.filter(pl.col("bots") == bot)
            .group_by("number", maintain_order=True)
            .agg(pl.col("deal", "lineup").first(), pl.col("wins").sum().alias("won"))
        )
        for against in plan.bots:
            share = share_of(mine.filter(pl.col("lineup").list.contains(against)), "won")
            if against != bot and share is not None:
                meetings.append(Meeting(bot, against, share))
        whole = share_of(mine, "won")
        if whole is not None:
            overall[bot] = whole
    return Results(tuple(meetings), overall, rate(games))


def tournament_text(plan: Plan, found: Results | None = None) -> str:
    """The text of tournament.json: the plan, and the results once all games are played."""
    about: dict[str, object] = json.loads(plan.text())
    about["deals"] = plan.games // len(plan.lineups)
    if found is not None:
        about["results"] = found.as_json()
    return json.dumps(about, indent=2, ensure_ascii=False) + "\n"


def write_tournament(folder: Path, plan: Plan, found: Results | None = None) -> None:
    """Write tournament.json."""
    write_atomically(folder / TOURNAMENT, tournament_text(plan, found).encode())
