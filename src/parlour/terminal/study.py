"""The commands that study games: they play, show how far they are, and say in short what came out."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from parlour.core.errors import ParlourError
from parlour.games import find
from parlour.study.plan import FOLLOWED, RUN, SEED, Plan, make_plan, read_plan
from parlour.study.tables import need_polars
from parlour.study.work import Crew, RunFolder, local_crew, play_runs
from parlour.terminal.start import house_rules

GAMES = 1000


@dataclass(frozen=True)
class Wishes:
    """A run as somebody asked for it."""

    game: str | None
    games: int | None
    seats: int | None
    bots: str | None
    options: Sequence[str]
    preset: str | None
    deck: str | None
    seed: str | None
    followed: int | None
    out: Path | None
    resume: bool
    workers: int | None
    cluster: str | None


class Rate(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        """The speed of the last half minute."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f} games/s" if speed >= 10 else f"{speed:.1f} games/s")


def simulate(wishes: Wishes) -> int:
    """Play a run, or go on with one; the exit code."""
    need_polars()
    folder, plan = _plan(wishes)
    return run_all([RunFolder(plan, folder)], wishes, folder)


def _plan(wishes: Wishes) -> tuple[Path, Plan]:
    if wishes.game is None and not (wishes.resume and wishes.out is not None):
        raise ParlourError("Say which game to study, as in `parlour simulate st-croix`; `parlour games` lists them.")
    folder = wishes.out or Path(f"study-{wishes.game}")
    if wishes.resume and not (folder / RUN).is_file():
        raise ParlourError(f"{folder}: there is no unfinished run in it to go on with.")
    stored = read_plan(folder) if wishes.resume else None
    return folder, _asked(wishes, stored)


def _asked(wishes: Wishes, stored: Plan | None) -> Plan:
    """The plan somebody asked for; what a resumed run is not asked stays as it was stored."""
    slug = wishes.game or (stored.game if stored else "")
    entry = find(slug)
    options, deck = house_rules(entry, wishes.options, wishes.preset), wishes.deck
    if stored is not None:
        if wishes.game in (None, stored.game) and not options and deck is None:
            if (wishes.games, wishes.seats, wishes.bots, wishes.seed, wishes.followed) == (None,) * 5:
                return stored
    return make_plan(
        slug,
        games=_first(wishes.games, stored and stored.games, GAMES),
        seats=_first(wishes.seats, stored and stored.seats, entry.about.default_seats),
        bots=wishes.bots.split(",") if wishes.bots is not None else stored.bots if stored else ("normal",),
        options=options,
        deck=deck,
        seed=wishes.seed or (stored.seed if stored else SEED),
        followed=_first(wishes.followed, stored and stored.followed, FOLLOWED),
    )


def _first(*values: int | None) -> int:
    return next(value for value in values if value is not None)


def find_crew(workers: int | None, cluster: str | None) -> Crew:
    """Whoever is to do the work."""
    if cluster is None:
        return local_crew(workers)
    if workers is not None:
        raise ParlourError("--workers is for this machine; a cluster has the workers it has.")
    raise ParlourError("not yet")


def run_all(runs: Sequence[RunFolder], wishes: Wishes, folder: Path) -> int:
    """Prepare and play runs with a progress bar; Ctrl-C keeps what is done and says how to go on."""
    crew = find_crew(wishes.workers, wishes.cluster)
    for run in runs:
        run.prepare(wishes.resume)
    total = sum(run.plan.games for run in runs)
    try:
        with bar() as progress:
            task = progress.add_task(runs[0].plan.title, total=total, completed=sum(run.games_done() for run in runs))
            play_runs(runs, crew, lambda games: progress.advance(task, games))
    except KeyboardInterrupt:
        done = sum(run.games_done() for run in runs)
        print(f"Stopped after {done:,} of {total:,} games; they are kept in {folder}.")
        print(f"Go on with: parlour simulate --resume --out {folder}")
        return 130
    return 0


def bar() -> Progress:
    """A bar with the rate and the time left, on the error stream; none where nobody watches."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
