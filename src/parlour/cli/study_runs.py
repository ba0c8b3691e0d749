"""The commands that study games: they play, show progress, and print a summary."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from parlour.cli.progress import work_with_bar
from parlour.cli.start import house_rules, read_start
from parlour.cli.study_arguments import TableArguments, WorkArguments
from parlour.core.errors import ParlourError
from parlour.games import find
from parlour.study.plan import RUN, SEED, Kind, Plan, make_plan, read_plan, repeatable
from parlour.study.play import replay_game
from parlour.study.sweep import Fixed, Point, folders, make_changes, make_points, prepare_sweep, read_points, sweep_text
from parlour.study.tables import need_polars
from parlour.study.tournament import meetings, results, write_tournament
from parlour.study.vary import every_change, read_grid
from parlour.study.work import Crew, RunFolder, local_crew, play_runs
from parlour.terminal.saving import check_path

GAMES, DEALS = 1000, 100
BOTS = "normal"


def simulate(game: str | None, games: int | None, bots: str | None, table: TableArguments, work: WorkArguments) -> int:
    """Play a run, or resume one; returns the exit code."""
    need_polars()
    folder = folder_of("simulate", game, work)
    if only_resumes(work, game, games, bots, table):
        plan = _unfinished("simulate", folder)
    else:
        plan = _plan(
            game, table, games=GAMES if games is None else games, bots=(BOTS if bots is None else bots).split(",")
        )
    crew = crew_of(work)
    run = RunFolder(plan, folder)
    run.prepare(work.resume)
    if code := play_prepared([run], crew, folder, "simulate"):
        return code
    from parlour.cli.study_results import show_run

    show_run(folder)
    return 0


def sweep(
    game: str | None,
    vary: Sequence[str],
    each: bool,
    games: int | None,
    bots: str | None,
    table: TableArguments,
    work: WorkArguments,
) -> int:
    """Play every point of a grid, or resume one; returns the exit code."""
    need_polars()
    folder = folder_of("sweep", game, work)
    if only_resumes(work, game, games, bots, table) and not vary and not each:
        text, points = read_points(folder)
    else:
        text, points = _grid(game, vary, each, GAMES if games is None else games, bots, table)
    crew = crew_of(work)
    prepare_sweep(folder, text, work.resume)
    runs = folders(folder, points)
    for run in runs:
        run.prepare(resume=(run.folder / RUN).exists())  # sweep.json showed that this is the same sweep
    if code := play_prepared(runs, crew, folder, "sweep"):
        return code
    from parlour.cli.study_results import show_sweep

    show_sweep(folder)
    return 0


def _grid(
    game: str | None, vary: Sequence[str], each: bool, games: int, bots: str | None, table: TableArguments
) -> tuple[str, list[Point]]:
    slug = slug_of(game)
    setting = settings_of(slug, table)
    if table.start is not None:
        raise ParlourError("A sweep deals its games; --start is for simulate, play, duel and hint.")
    house = {"deck": setting["deck"]} if setting["deck"] is not None else setting["options"]
    grid = every_change(slug, {**setting["options"], **house}) if each and not vary else read_grid(slug, vary, house)
    if "bots" in grid and bots is not None:
        raise ParlourError("bots cannot vary and be fixed at the same time.")
    fixed: Fixed = {"games": games, "bots": (bots or BOTS).split(","), **setting}
    if each:
        points, refused = make_changes(slug, grid, bool(vary), **fixed)
        if refused:
            others = f" and {len(refused) - 1} more" if len(refused) > 1 else ""
            print(f"Left out, since it cannot be played: {refused[0]}{others}.", flush=True)
    else:
        points = make_points(slug, grid, **fixed)
    words = ["parlour", "sweep", slug, *(word for pair in vary for word in ("--vary", pair)), *typed_table(table)]
    words += ["--each"] * each + ["--bots", bots or BOTS] * ("bots" not in grid) + ["--games", str(games)]
    return sweep_text(grid, points, shlex.join(words), each), points


def typed_table(table: TableArguments) -> list[str]:
    """The table arguments as they were typed."""
    words = ["--seats", str(table.seats)] if table.seats is not None else []
    for pair in table.option:
        words += ["--option", pair]
    for name, value in (("preset", table.preset), ("deck", table.deck), ("seed", table.seed)):
        words += [f"--{name}", value] if value is not None else []
    return words + (["--followed", str(table.followed)] if table.followed is not None else [])


def tournament(
    game: str | None, bots: str | None, deals: int | None, table: TableArguments, work: WorkArguments
) -> int:
    """Play a round robin, or resume one; returns the exit code."""
    need_polars()
    folder = folder_of("tournament", game, work)
    if only_resumes(work, game, deals, bots, table):
        plan = _unfinished("tournament", folder)
    else:
        if bots is None:
            raise ParlourError("Say who takes part, as in --bots random,easy,normal.")
        plan = _round_robin(game, bots.split(","), DEALS if deals is None else deals, table)
    crew = crew_of(work)
    run = RunFolder(plan, folder)
    run.prepare(work.resume)
    write_tournament(folder, plan)
    if code := play_prepared([run], crew, folder, "tournament"):
        return code
    from parlour.cli.study_results import show_tournament

    found = results(folder, plan)
    write_tournament(folder, plan, found)
    show_tournament(plan, found, folder)
    return 0


def _round_robin(game: str | None, bots: Sequence[str], deals: int, table: TableArguments) -> Plan:
    seats = find(slug_of(game)).about.default_seats if table.seats is None else table.seats
    if deals < 1:
        raise ParlourError(f"A tournament has at least 1 deal, not {deals}.")
    lineups = meetings(repeatable(bots, len(bots)), seats)
    return _plan(game, table, games=deals * len(lineups), bots=bots, lineups=lineups)


def again(folder: Path, number: int, save: Path) -> None:
    """Replay one game of a run and save its record."""
    plan = read_plan(folder)
    if not 0 <= number < plan.games:
        raise ParlourError(f"{folder} has the games 0 to {plan.games - 1}, not {number}.")
    check_path(save)
    match = replay_game(plan, number)
    match.save(save)
    print(f"Game {number} of {folder} is saved in {save}. See it with: parlour replay {shlex.quote(str(save))}")


def slug_of(game: str | None) -> str:
    """The game that was named; an error if none was."""
    if game is None:
        raise ParlourError("Say which game to study, such as st-croix; `parlour games` lists them.")
    return game


def _plan(
    game: str | None,
    table: TableArguments,
    games: int,
    bots: Sequence[str],
    lineups: Sequence[Sequence[str]] | None = None,
) -> Plan:
    slug = slug_of(game)
    start = None if table.start is None else read_start(table.start)
    return make_plan(slug, games=games, bots=bots, lineups=lineups, start=start, **settings_of(slug, table))


class _Dealt(TypedDict):
    """The game of a study that deals every game."""

    seats: int | None
    options: dict[str, object]
    deck: str | None
    seed: str


class _Setting(_Dealt):
    """The table arguments of a plan, for a run or a point of a sweep."""

    followed: int | None


def settings_of(slug: str, table: TableArguments) -> _Setting:
    """The table arguments in the form a plan takes."""
    return {**_dealt(slug, table), "followed": table.followed}


def dealt(slug: str, table: TableArguments, why: str) -> _Dealt:
    """The table arguments of a study that deals its games and follows none; the others are refused."""
    if table.start is not None or table.followed is not None:
        raise ParlourError(f"{why}; --start and --followed are for simulate.")
    return _dealt(slug, table)


def _dealt(slug: str, table: TableArguments) -> _Dealt:
    return {
        "seats": table.seats,
        "options": house_rules(find(slug), table.option, table.preset),
        "deck": table.deck,
        "seed": table.seed or SEED,
    }


def folder_of(command: str, game: str | None, work: WorkArguments) -> Path:
    """The folder for the files: the one that was named, or one called after the command and the game."""
    if work.out is not None:
        return work.out
    if work.resume and game is None:
        raise ParlourError(f"Say which folder to resume, as in `parlour {command} --resume --out FOLDER`.")
    return Path(f"{command}-{slug_of(game)}")


def only_resumes(
    work: WorkArguments, game: str | None, amount: int | None, bots: str | None, table: TableArguments
) -> bool:
    """Is `--resume` given without any other argument? Then everything comes from the run's files."""
    return work.resume and game is None and amount is None and bots is None and table == TableArguments()


def _unfinished(kind: Kind, folder: Path) -> Plan:
    """The plan of a run to resume, if it is of this kind."""
    plan = read_plan(folder)
    if plan.kind != kind:
        go_on = f"parlour {plan.kind} --resume --out {shlex.quote(str(folder))}"
        raise ParlourError(f"{folder} was begun by another command; resume it with: {go_on}")
    return plan


def crew_of(work: WorkArguments) -> Crew:
    """The crew the arguments ask for."""
    if work.cluster is None:
        return local_crew(work.workers)
    if work.workers is not None:
        raise ParlourError("--workers is for this machine only; leave it out with --cluster.")
    from parlour.study.cluster import Cluster

    return Cluster(work.cluster)


def play_prepared(runs: Sequence[RunFolder], crew: Crew, folder: Path, command: str, again: str = "--resume ") -> int:
    """Play prepared runs with a progress bar; returns the exit code."""
    total, done = sum(run.plan.games for run in runs), sum(run.games_done() for run in runs)
    title = runs[0].plan.title
    return work_with_bar(title, total, done, lambda bar: play_runs(runs, crew, bar.advance), folder, command, again)
