"""The command that searches for a deck and house rules that meet a designer's goals."""

import shlex
from collections.abc import Sequence

from parlour.cli.progress import Bar, work_with_bar
from parlour.cli.study_arguments import TableArguments, WorkArguments
from parlour.cli.study_runs import crew_of, dealt, folder_of, slug_of, typed_table
from parlour.core.errors import ParlourError
from parlour.study.extras import need_report
from parlour.study.goals import SEEN, check_goals, read_goals
from parlour.study.plan import repeatable
from parlour.study.tune import Candidate, Search, Task, prepare, read_task
from parlour.study.vary import read_grid
from parlour.study.work import RunFolder, play_runs

GAMES, CONFIRM = 20_000, 2_000


def tune(
    game: str | None,
    goals: Sequence[str],
    vary: Sequence[str],
    games: int | None,
    confirm: int | None,
    bots: str | None,
    table: TableArguments,
    work: WorkArguments,
) -> int:
    """Search, or resume a search; returns the exit code."""
    need_report()
    folder = folder_of("tune", game, work)
    if work.resume and game is None:
        task = read_task(folder)
    else:
        task = _task(slug_of(game), goals, vary, games, confirm, bots or "normal", table)
    check_goals(read_goals(task.goals), task.plan({}, SEEN, task.seed))  # nothing is written if anything is wrong
    crew = crew_of(work)
    prepare(folder, task, work.resume)
    found: list[tuple[Search, list[Candidate]]] = []

    def seek(bar: Bar) -> None:
        def play(runs: Sequence[RunFolder]) -> None:
            bar.advance(sum(run.games_done() for run in runs))
            play_runs(runs, crew, bar.advance)

        search = Search(task, folder, play)
        search.run()
        bar.stage("Confirming", task.confirm * (1 + len(search.finalists())))
        found.append((search, search.confirm()))

    if code := work_with_bar("Searching", task.games, 0, seek, folder, "tune"):
        return code
    _show(*found[0])
    return 0


def _show(search: Search, finalists: Sequence[Candidate]) -> None:
    """Write the page and the deck files, and print what was found."""
    from parlour.study.tune_report import write_tune
    from parlour.text.screen import Screen

    chapter = write_tune(search, finalists, search.write_decks(finalists))
    screen = Screen()
    screen.say(chapter.subtitle, "bold")
    for line in (*chapter.summary, *chapter.advice):
        screen.say(line, indent="  ")
    print(f"The page is {search.folder / 'tune.html'}.")


def _task(
    slug: str,
    goals: Sequence[str],
    vary: Sequence[str],
    games: int | None,
    confirm: int | None,
    bots: str,
    table: TableArguments,
) -> Task:
    setting = dealt(slug, table, "A search deals its games")
    read_goals(goals)
    house = {**setting["options"], **({"deck": setting["deck"]} if setting["deck"] is not None else {})}
    grid = read_grid(slug, vary, house)
    if not grid:
        raise ParlourError("Say what may change, as in --vary deck.*.copies=1..6.")
    both = [name for name in grid if name in setting["options"]]
    if both:
        raise ParlourError(f"{both[0]} cannot vary and be fixed at the same time.")
    amounts = (GAMES if games is None else games, CONFIRM if confirm is None else confirm)
    if min(amounts) < 1:
        raise ParlourError("A search plays at least 1 game, and confirms with at least 1.")
    repeatable(bots.split(","), len(bots.split(",")))
    typed = ["parlour", "tune", slug, *(word for goal in goals for word in ("--goal", goal))]
    typed += [word for pair in vary for word in ("--vary", pair)] + typed_table(table) + ["--bots", bots]
    made_by = shlex.join([*typed, "--games", str(amounts[0]), "--confirm", str(amounts[1])])
    given = setting["options"]
    options = {name: value for name, value in given.items() if isinstance(value, bool | int | str) and name != "deck"}
    deck = setting["deck"] or given.get("deck")
    return Task(
        game=slug,
        goals=list(goals),
        vary=grid,
        games=amounts[0],
        confirm=amounts[1],
        seats=setting["seats"],
        bots=bots.split(","),
        options=options,
        deck=None if deck is None else str(deck),
        seed=setting["seed"],
        made_by=made_by,
    )
