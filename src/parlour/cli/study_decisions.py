"""The command that says which decisions matter."""

import shlex

from parlour.cli.progress import Bar, work_with_bar
from parlour.cli.study_arguments import TableArguments, WorkArguments
from parlour.cli.study_runs import crew_of, dealt, folder_of, slug_of, typed_table
from parlour.core.errors import ParlourError
from parlour.study.decision_study import Study, make_study, read_study
from parlour.study.decisions import Decision
from parlour.study.extras import need_report
from parlour.study.work import play_runs

GAMES, LADDER = 20, 100


def decisions(
    game: str | None,
    games: int | None,
    ladder: int | None,
    bots: str | None,
    table: TableArguments,
    work: WorkArguments,
) -> int:
    """Look at decisions and climb the ladders, or resume; write the page and print it; returns the exit code."""
    need_report()
    folder = folder_of("decisions", game, work)
    if work.resume and game is None:
        study = read_study(folder)
    else:
        slug, bot = slug_of(game), bots or "normal"
        looked, climbs = GAMES if games is None else games, LADDER if ladder is None else ladder
        typed = ["parlour", "decisions", slug, *typed_table(table), "--bots", bot, "--games", str(looked)]
        made_by = shlex.join([*typed, "--ladder", str(climbs)])
        given = dealt(slug, table, "Decisions are looked at in dealt games")
        study = make_study(slug, folder, looked=looked, climbs=climbs, bot=bot, made_by=made_by, **given)
    crew = crew_of(work)
    runs = study.prepare(work.resume)
    found: list[Decision] = []

    def play(bar: Bar) -> None:
        play_runs(runs, crew, bar.advance)
        found.extend(study.look(crew, bar.advance))

    total = sum(run.plan.games for run in runs) + study.about.looked
    done = sum(run.games_done() for run in runs)
    if code := work_with_bar(study.base.title, total, done, play, folder, "decisions"):
        return code
    _show(study, found)
    return 0


def _show(study: Study, found: list[Decision]) -> None:
    """Write the page, and print its sentences."""
    from parlour.study.decisions import summary
    from parlour.study.decisions_report import decision_chapter, write_decisions
    from parlour.text.screen import Screen

    told = summary(found)
    if told is None:
        raise ParlourError("There was no decision to look at; play more games.")
    chapter = decision_chapter(study, told)
    file = write_decisions(study, chapter)
    screen = Screen()
    screen.say(chapter.subtitle, "bold")
    for line in chapter.summary:
        screen.say(line, indent="  ")
    print(f"The page is {file}.")
