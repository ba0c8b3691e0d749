"""The command that says which decisions matter."""

import os
import shlex
from itertools import pairwise
from pathlib import Path

from parlour.bots.duel import Duel, Played, play_all, score
from parlour.cli.study_arguments import TableArguments
from parlour.cli.study_runs import progress_bar, settings_of, slug_of, typed_table
from parlour.core.errors import ParlourError
from parlour.games import find
from parlour.study.extras import need_report
from parlour.study.plan import make_plan

GAMES, LADDER = 20, 40
LEVELS = ("random", "easy", "normal", "hard@50")
THOUGHTS = (25, 50, 100)


def decisions(
    game: str | None, games: int | None, ladder: int | None, bots: str | None, table: TableArguments, out: Path | None
) -> int:
    """Look at decisions, climb the ladders, write the page and print it; returns the exit code."""
    need_report()
    slug = slug_of(game)
    count, climbs = GAMES if games is None else games, LADDER if ladder is None else ladder
    if climbs < 0:
        raise ParlourError(f"--ladder takes a number of games from 0 on, not {climbs}.")
    if table.start is not None or table.followed is not None:
        raise ParlourError("Decisions are looked at in dealt games; --start and --followed are for simulate.")
    setting = settings_of(slug, table)
    bot = bots or "normal"
    plan = make_plan(slug, games=count, bots=[bot], **setting)
    file = Path(f"decisions-{slug}.html") if out is None else out
    if file.suffix != ".html":
        raise ParlourError(f"A report is an .html file, not {file}.")
    from parlour.study.decisions import look, summary
    from parlour.study.decisions_report import Rung, decision_chapter, write_decisions
    from parlour.text.screen import Screen

    rules = {**setting["options"], **({"deck": setting["deck"]} if setting["deck"] is not None else {})}
    seats = find(slug).about.min_seats
    workers = min(max(1, climbs), os.cpu_count() or 1)
    thoughts = [f"hard@{number}" for number in THOUGHTS]
    with progress_bar() as bar:
        shown = bar.add_task("Looking at decisions", total=count)
        found = summary(look(plan, count, lambda done: bar.advance(shown, done)))
        steps: list[list[Rung]] = []
        for levels in (LEVELS, thoughts):
            steps.append([])
            for lower, upper in pairwise(levels) if climbs else ():
                bar.update(shown, description=f"{upper} against {lower}", completed=0, total=climbs)
                played: list[Played] = []
                for one in play_all(Duel(slug, upper, lower, seats, setting["seed"], rules), climbs, workers):
                    played.append(one)
                    bar.advance(shown)
                steps[-1].append(Rung(upper, lower, score(played, seats)))
    if found is None:
        raise ParlourError("There was no decision to look at; play more games.")
    chapter = decision_chapter(plan, found, *steps)
    typed = ["parlour", "decisions", slug, *typed_table(table), "--bots", bot, "--games", str(count)]
    write_decisions(file, plan, chapter, shlex.join([*typed, "--ladder", str(climbs)]))
    screen = Screen()
    screen.say(chapter.subtitle, "bold")
    for line in chapter.summary:
        screen.say(line)
    print(f"The page is {file}.")
    return 0
