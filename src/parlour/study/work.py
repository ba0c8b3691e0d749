"""Runs: batches go to workers, parts come back in any order, and the files are always the same."""

from __future__ import annotations

import logging
import multiprocessing
import os
import shutil
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from parlour.bots import expert
from parlour.bots.processes import serve_parent
from parlour.core.errors import ParlourError
from parlour.study.folders import beginning, check_unused, not_the_folder
from parlour.study.plan import ORIGIN, RUN, Batch, Plan, read_plan
from parlour.study.play import play_batch
from parlour.study.tables import TABLES, need_polars, unpack, write_atomically, write_tables

PARTS = "parts"
LEFTOVER = ".parts"
"""Suffix of parts while they are deleted after their run is finished."""
ATTEMPTS = 3
"""Consecutive worker deaths without a finished batch before the run gives up."""


Work = Callable[[Plan, Batch], bytes]
"""What is done with a batch: the same plan and batch give the same bytes on any machine."""


@dataclass(frozen=True)
class Job:
    """A batch of one run among several, and what is done with it."""

    run: int
    plan: Plan
    batch: Batch
    work: Work = play_batch


Done = tuple[Job, bytes]
Progress = Callable[[int], None]
"""Called with the number of games that came back."""


class Crew(Protocol):
    """Workers that play batches: this process, processes of this machine, or a cluster."""

    def play(self, jobs: Sequence[Job]) -> Generator[Done, None, None]:
        """Play all jobs; each comes back once, in any order. Closing the iterator stops the work."""


class Alone:
    """Plays in this process."""

    def play(self, jobs: Sequence[Job]) -> Generator[Done, None, None]:
        """One batch after the other."""
        for job in jobs:
            yield job, job.work(job.plan, job.batch)


class Processes:
    """Plays in several local processes; one that dies is replaced and its batch played again."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def play(self, jobs: Sequence[Job]) -> Generator[Done, None, None]:
        """One batch per process at a time, and a few queued."""
        left = dict.fromkeys(range(len(jobs)))
        failures = 0
        while left:
            try:
                with closing(self._play_some(jobs, list(left))) as coming:
                    for place, data in coming:
                        del left[place]
                        failures = 0
                        yield jobs[place], data
            except BrokenProcessPool:
                failures += 1
                if failures == ATTEMPTS:
                    raise ParlourError(
                        f"The processes that play ended {ATTEMPTS} times in a row; perhaps there is too little memory. "
                        "Finished games are kept."
                    ) from None

    def _play_some(self, jobs: Sequence[Job], places: list[int]) -> Generator[tuple[int, bytes], None, None]:
        before = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), _begin_worker)
        todo = iter(places)
        running: dict[Future[bytes], int] = {}

        def hand_out(count: int) -> None:
            for _, place in zip(range(count), todo, strict=False):  # in this order, or zip would swallow a place
                running[pool.submit(jobs[place].work, jobs[place].plan, jobs[place].batch)] = place

        try:
            with _interrupts_ignored():  # the processes start here and inherit it until they set it themselves
                hand_out(2 * self.workers)
            while running:
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    place = running.pop(future)
                    hand_out(1)
                    yield place, future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            ours = set(multiprocessing.active_children()) - before
            for process in ours:
                process.terminate()  # nothing is lost: a batch counts only when all of it has come back
            for process in ours:
                process.join()


def _begin_worker() -> None:
    """Prepare a process that plays. What a level of bots has to say was said while the run was planned."""
    serve_parent()
    logging.getLogger(expert.__name__).setLevel(logging.ERROR)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    try:
        usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread, which gets the interrupts
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def local_crew(workers: int | None) -> Crew:
    """The local crew; by default one process per available core."""
    if workers is not None and workers < 1:
        raise ParlourError(f"At least 1 process must do the work, not {workers}.")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    count = cores if workers is None else workers
    return Alone() if count == 1 else Processes(count)


@dataclass(frozen=True)
class RunFolder:
    """A plan and the folder its files go to."""

    plan: Plan
    folder: Path

    @property
    def parts(self) -> Path:
        """The folder of finished batches while the run goes on."""
        return self.folder / PARTS

    def finished(self) -> bool:
        """Do all files exist?"""
        return not self.parts.exists() and all((self.folder / table).is_file() for table in TABLES)

    def done(self) -> list[Batch]:
        """The finished batches."""
        if self.finished():
            return self.plan.batches()
        return [batch for batch in self.plan.batches() if (self.parts / batch.name).is_file()]

    def missing(self) -> list[Batch]:
        """The batches still to be played. Followed games take longest, so they are spread out for a steady rate."""
        done = set(self.done())
        left = [batch for batch in self.plan.batches() if batch not in done]
        slow = [batch for batch in left if batch.first < self.plan.followed]
        quick = left[len(slow) :]
        placed = [((place + 0.5) / len(some), batch) for some in (slow, quick) for place, batch in enumerate(some)]
        return [batch for _, batch in sorted(placed, key=lambda pair: pair[0])]

    def games_done(self) -> int:
        """The number of games played."""
        return sum(batch.stop - batch.first for batch in self.done())

    def prepare(self, resume: bool) -> None:
        """Make the folder, or check that its files belong to this run; an error if not."""
        if (self.folder / RUN).exists():
            stored = read_plan(self.folder)
            if stored.key != self.plan.key:
                raise ParlourError(
                    f"{self.folder} holds another run ({_difference(stored, self.plan)}); choose another --out."
                )
            if self.finished():
                if not resume:
                    raise ParlourError(f"{self.folder} holds this run already, finished; choose another --out.")
                shutil.rmtree(self.folder / LEFTOVER, ignore_errors=True)
                return
            if not resume:
                raise ParlourError(f"{self.folder} holds this run, unfinished; add --resume to continue it.")
            self._drop_damaged()
        elif resume:
            raise not_the_folder(self.folder, RUN, "run")
        else:
            check_unused(self.folder, "run")
        with beginning(self.folder):
            self.parts.mkdir(parents=True, exist_ok=True)
            self.plan.write(self.folder)

    def _drop_damaged(self) -> None:
        """Delete unreadable parts; their games are played again."""
        for batch in self.done():
            path = self.parts / batch.name
            try:
                whole = [row.number for row in unpack(path.read_bytes()).games] == list(range(batch.first, batch.stop))
            except ValueError:
                whole = False
            if not whole:
                path.unlink()

    def keep(self, batch: Batch, data: bytes) -> None:
        """Write a part."""
        write_atomically(self.parts / batch.name, data)

    def finish(self) -> None:
        """Join the parts into the files, in order, and remove them."""
        write_tables(self.folder, ((self.parts / batch.name).read_bytes() for batch in self.plan.batches()))
        leftover = self.parts.rename(self.folder / LEFTOVER)  # from here on the run is finished
        shutil.rmtree(leftover)


def _difference(stored: Plan, asked: Plan) -> str:
    """The first difference between two plans, in words."""
    old, new = asdict(stored), asdict(asked)
    for name in old:
        if name not in ORIGIN and old[name] != new[name]:
            if name == "deck_data":
                return "with another deck"
            return f"its {name.replace('_', ' ')}: {old[name]}, asked for: {new[name]}"
    return "the same"


def play_runs(runs: Sequence[RunFolder], crew: Crew, progress: Progress) -> None:
    """Play what is missing of prepared runs and write their files. Finished batches are kept whatever happens."""
    need_polars()
    jobs = [Job(place, run.plan, batch) for place, run in enumerate(runs) for batch in run.missing()]
    missing = [0] * len(runs)
    for job in jobs:
        missing[job.run] += 1
    for place, run in enumerate(runs):
        if missing[place] == 0 and not run.finished():
            run.finish()
    with closing(crew.play(jobs)) as coming:
        for job, data in coming:
            runs[job.run].keep(job.batch, data)
            progress(job.batch.stop - job.batch.first)
            missing[job.run] -= 1
            if missing[job.run] == 0:
                runs[job.run].finish()
