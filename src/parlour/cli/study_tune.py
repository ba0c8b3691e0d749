"""The command that searches for a deck and house rules that meet a designer's goals."""

import shlex
from collections.abc import Sequence

from parlour.cli.study_arguments import TableArguments, WorkArguments
from parlour.cli.study_runs import crew_of, folder_of, progress_bar, settings_of, slug_of, typed_table
from parlour.core.errors import ParlourError
from parlour.study.extras import need_report
from parlour.study.goals import read_goals
from parlour.study.plan import repeatable
from parlour.study.tune import Search, Task, prepare, read_task
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
    task.plan({}, 1, task.seed)  # fails on anything wrong before a file is written
    crew = crew_of(work)
    prepare(folder, task, work.resume)
    with progress_bar() as bar:
        shown = bar.add_task("Searching", total=task.games)

        def play(runs: Sequence[RunFolder]) -> None:
            bar.advance(shown, sum(run.games_done() for run in runs))
            play_runs(runs, crew, lambda done: bar.advance(shown, done))

        search = Search(task, folder, play)
        try:
            search.run()
            bar.update(shown, description="Confirming", completed=0, total=task.confirm * (1 + len(search.front())))
            finalists = search.confirm()
        except KeyboardInterrupt:
            go_on = f"parlour tune --resume --out {shlex.quote(str(folder))}"
            print(f"Stopped; finished games are kept in {folder}.\nResume with: {go_on}", flush=True)
            return 130
    from parlour.study.tune_report import write_tune
    from parlour.text.screen import Screen

    chapter = write_tune(search, finalists, search.write_decks(finalists))
    screen = Screen()
    screen.say(chapter.subtitle, "bold")
    for line in (*chapter.summary, *chapter.advice):
        screen.say(line, indent="  ")
    print(f"The page is {folder / 'tune.html'}.")
    return 0


def _task(
    slug: str,
    goals: Sequence[str],
    vary: Sequence[str],
    games: int | None,
    confirm: int | None,
    bots: str,
    table: TableArguments,
) -> Task:
    if table.start is not None or table.followed is not None:
        raise ParlourError("A search deals its games; --start and --followed are for simulate.")
    setting = settings_of(slug, table)
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
