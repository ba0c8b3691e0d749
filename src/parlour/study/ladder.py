"""The ladder: ratings of all known bots over all games, from one stored tournament for each game.

A folder holds a tournament for each game, played by the fewest seats. Every game can be played again from its seed.
Ratings come from all stored games in order: of one game, and of all games together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.games import all_games
from parlour.study.plan import RUN, Plan, make_plan, read_plan, repeatable
from parlour.study.tables import GAMES, read_tables
from parlour.study.tournament import Rating, meetings, rate
from parlour.study.work import RunFolder

if TYPE_CHECKING:
    import polars as pl

BOTS = "random,easy,normal,hard@100,expert@100"
DEALS = 10
SEED = "ladder"


@dataclass(frozen=True)
class Rung:
    """The standings in one game."""

    plan: Plan
    ratings: tuple[Rating, ...]


@dataclass(frozen=True)
class Ladder:
    """Ratings over all games, and in each of them."""

    overall: tuple[Rating, ...]
    rungs: tuple[Rung, ...]

    def lines(self) -> list[list[str]]:
        """A line for each bot, best first: its rating over all games, its games, and its rating in each game."""
        found = []
        for whole in self.overall:
            line = [whole.bot, spoken(whole), f"{whole.games:,}"]
            for rung in self.rungs:
                line.append(next((spoken(one) for one in rung.ratings if one.bot == whole.bot), ""))
            found.append(line)
        return found

    def head(self) -> list[str]:
        """What the columns are."""
        return ["bot", "all games", "played", *[rung.plan.title for rung in self.rungs]]

    def page(self) -> str:
        """The ladder as a table in Markdown."""
        rows = [self.head(), ["---"] * len(self.head()), *self.lines()]
        return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def spoken(rating: Rating) -> str:
    """A rating with one standard deviation."""
    return f"{rating.mean:.1f} ± {rating.uncertainty:.1f}"


def plan_ladder(folder: Path, slugs: Sequence[str], bots: Sequence[str], deals: int) -> list[RunFolder]:
    """A tournament for each game, in a folder of its name."""
    runs = []
    for slug, least in ((entry.about.slug, entry.about.min_seats) for entry in all_games()):
        if not slugs or slug in slugs:
            lineups = meetings(repeatable(bots, len(bots)), least)
            amount = deals * len(lineups)
            plan = make_plan(slug, games=amount, seats=least, bots=bots, lineups=lineups, seed=SEED, followed=0)
            runs.append(RunFolder(plan, folder / slug))
    return runs


def read_ladder(folder: Path) -> Ladder:
    """The ladder of a folder, from all finished tournaments in it."""
    rungs, played = [], []
    for path in sorted(folder.iterdir()):
        if (path / RUN).is_file() and (path / GAMES).is_file():
            [games] = read_tables(path, [GAMES])
            rungs.append(Rung(read_plan(path), rate(games)))
            played.append(games.select("bots", "ranks"))
    return Ladder(rate(_in_turn(played)), tuple(rungs))


def _in_turn(played: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """The games of all tournaments, spread evenly: a rating depends on the order, and none should come last."""
    import polars as pl

    placed = [games.with_columns(when=(pl.int_range(pl.len()) + 0.5) / pl.len()) for games in played]
    return pl.concat(placed).sort("when", maintain_order=True)
