"""The commands that study games: they play, show how far they are, and say in short what came out."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from parlour.core.errors import ParlourError
from parlour.games import find
from parlour.study.plan import FOLLOWED, SEED, Plan, make_plan, read_plan
from parlour.study.sweep import Point, folders, make_points, prepare_sweep, read_grid, read_points, sweep_text
from parlour.study.tables import need_polars
from parlour.study.tournament import meetings, prepare_tournament, results, write_tournament
from parlour.study.wishes import Table, Work
from parlour.study.work import Crew, RunFolder, local_crew, play_runs
from parlour.terminal.start import house_rules

GAMES, DEALS = 1000, 100
BOTS = "normal"


def simulate(game: str | None, games: int | None, bots: str | None, table: Table, work: Work) -> int:
    """Play a run, or go on with one; the exit code."""
    need_polars()
    folder = _folder("simulate", game, work)
    if _only_resumes(game, work, games, bots, table):
        plan = read_plan(folder)
    else:
        plan = make_plan(_game(game), games=_given(games, GAMES), bots=(bots or BOTS).split(","), **_rules(game, table))
    run = RunFolder(plan, folder)
    if work.resume:
        read_plan(folder)
    code = _play([run], work, folder, "simulate")
    if code == 0:
        from parlour.terminal.study_results import show_run

        show_run(run)
    return code
