"""The commands that keep a ladder of all bots and write what a run's bots decided."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from parlour.core.errors import ParlourError


# long: declares the parameters of the command
def ladder(
    *,
    bots: str | None = None,
    deals: int | None = None,
    game: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    out: Path = Path("ladder"),
    workers: int | None = None,
) -> int:
    """Rate all known bots over all games: a tournament for each game, stored and repeatable.

    What is played already is not played again, so the same command resumes. Writes `ladder.md` into the folder.

    Parameters
    ----------
    bots
        Who takes part. Default: random,easy,normal,hard@100,expert@100.
    deals
        How many deals each line-up plays in each game. Default: 10.
    game
        Only this game; give it again for more. Default: all.
    out
        The folder of the ladder.
    workers
        Number of processes; the result does not depend on it. Default: one per core.
    """
    from parlour.cli.grids import show_grid
    from parlour.cli.study_runs import play_prepared
    from parlour.games import find
    from parlour.study.ladder import BOTS, DEALS, plan_ladder, read_ladder
    from parlour.study.plan import RUN
    from parlour.study.tables import need_polars, write_atomically
    from parlour.study.tournament import results, write_tournament
    from parlour.study.work import local_crew
    from parlour.text.screen import Screen

    need_polars()
    count = DEALS if deals is None else deals
    if count < 1:
        raise ParlourError(f"A ladder has at least 1 deal, not {count}.")
    for slug in game:
        find(slug)
    crew = local_crew(workers)
    for run in plan_ladder(out, game, (bots or BOTS).split(","), count):
        run.prepare(resume=(run.folder / RUN).is_file())
        if code := play_prepared([run], crew, out, "ladder", again=""):
            return code
        write_tournament(run.folder, run.plan, results(run.folder, run.plan))
    found = read_ladder(out)
    write_atomically(out / "ladder.md", found.page().encode())
    screen = Screen()
    show_grid(screen, ("bot", "rating (openskill)", "games"), [line[:3] for line in found.lines()])
    screen.say(f"Ratings in each game are in {out / 'ladder.md'}; ± is one standard deviation.")
    return 0


def trajectories(folder: Path, /, *, out: Path | None = None, games: int | None = None) -> int:
    """Write every decision of a run as parquet: observation, mask, action, return and seat.

    Parameters
    ----------
    folder
        The folder of a run, a tournament or one game of a ladder.
    out
        The file to write. Default: trajectories.parquet in the folder.
    games
        Only the first games. Default: all.
    """
    from parlour.cli.progress import progress_bar
    from parlour.envs.trajectories import TRAJECTORIES, write_trajectories
    from parlour.study.plan import read_plan

    plan = read_plan(folder)
    file = folder / TRAJECTORIES if out is None else out
    with progress_bar() as progress:
        task = progress.add_task(plan.title, total=plan.games if games is None else min(games, plan.games))
        count = write_trajectories(folder, file, games, lambda done: progress.update(task, completed=done))
    print(f"{count:,} decisions are in {file}.")
    return 0
