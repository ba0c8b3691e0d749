"""The progress bar of long commands: games done, rate and time left, and what Ctrl-C leaves behind."""

import shlex
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from parlour.core.errors import ParlourError


class Bar:
    """A bar on the screen; a stage begins it again under another name."""

    def __init__(self, progress: Progress, shown: TaskID, total: int, done: int) -> None:
        self.progress = progress
        self.shown = shown
        self.total = total
        self.done = done

    def advance(self, games: int) -> None:
        """Count games that came back."""
        self.done += games
        self.progress.advance(self.shown, games)

    def stage(self, name: str, total: int) -> None:
        """Begin again."""
        self.total, self.done = total, 0
        self.progress.reset(self.shown, description=name, total=total)


def work_with_bar(
    title: str,
    total: int,
    done: int,
    work: Callable[[Bar], None],
    folder: Path,
    command: str,
    again: str = "--resume ",
) -> int:
    """Do work under a progress bar; returns the exit code. Ctrl-C keeps the finished games and says how to resume.

    `again` is the option with which the command resumes; empty if it always does.
    """
    go_on = f"Resume with: parlour {command} {again}--out {shlex.quote(str(folder))}"
    try:
        with progress_bar() as progress:
            bar = Bar(progress, progress.add_task(title, total=total, completed=done), total, done)
            work(bar)
    except KeyboardInterrupt:
        print(f"Stopped after {bar.done:,} of {bar.total:,} games; they are kept in {folder}.\n{go_on}", flush=True)
        return 130
    except ParlourError as error:
        raise ParlourError(f"{error} {go_on}") from None
    return 0


class _Rate(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        """The mean over the last half minute."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f} games/s" if speed >= 10 else f"{speed:.1f} games/s")


def progress_bar() -> Progress:
    """A progress bar with rate and remaining time on standard error, disabled unless it is a terminal."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
