"""Reviews of finished games: one at a time, in a process of their own that gives way to everything else.

A review takes longer than any other job. It would keep bots waiting, so it does not share their processes.
"""

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import MutableSequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, cast

from parlour.server.live.worker_pool import Worker, begin_worker
from parlour.server.log.decide import Refused
from parlour.server.log.table import AnyMatch
from parlour.server.protocol.http_messages import GameReview, ReviewState

log = logging.getLogger(__name__)

ITERATIONS = 400
"""Imagined games for one decision, if the time allows."""
IN_PAGE = 4.0
"""Seconds of a review in a web page, which has no other process for it."""
PATIENCE = 3.0
"""A review is given up after this many times its seconds."""
MOST_WAITING = 8
"""Reviews that may wait for their turn."""
KEPT = 64
"""Finished reviews kept in memory."""

Progress = MutableSequence[int]
"""Shared with the process: decisions looked at, and how many there are."""


class Reviewer(Worker):
    """A process for reviews."""

    def __init__(self) -> None:
        # Imported here: a web page has no processes.
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        context = get_context("spawn")
        self.progress = cast(Progress, context.Array("i", 2, lock=False))
        self.executor = ProcessPoolExecutor(1, context, initializer=begin_reviewer, initargs=(self.progress,))


@dataclass
class Job:
    """A review that was asked for."""

    text: str
    seat: int
    state: Literal["waiting", "thinking", "done"] = "waiting"
    result: GameReview | None = None
    task: "asyncio.Task[None] | None" = None


class Reviews:
    """The reviews of this process by table and seat."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._jobs: OrderedDict[tuple[str, int], Job] = OrderedDict()
        self._turn = asyncio.Semaphore(1)
        self._reviewer: Reviewer | None = None

    def known(self, branch: str, seat: int) -> bool:
        """Was this review asked for before?"""
        return (branch, seat) in self._jobs

    def ask(self, branch: str, match: AnyMatch, seat: int) -> ReviewState:
        """How far the review of a seat's play is; begins it if nobody asked before."""
        job = self._jobs.get((branch, seat))
        if job is None:
            if sum(other.state != "done" for other in self._jobs.values()) > MOST_WAITING:
                raise Refused("unavailable", "Many games are being reviewed just now. Try again in a minute.")
            job = self._jobs[branch, seat] = Job(match.text(), seat)
            job.task = asyncio.get_running_loop().create_task(self._work(branch, job))
        self._jobs.move_to_end((branch, seat))
        thinking = job.state == "thinking" and self._reviewer is not None
        done, total = list(self._reviewer.progress) if thinking and self._reviewer else (0, 0)
        return ReviewState(job.state, done, total, job.result)

    async def _work(self, branch: str, job: Job) -> None:
        async with self._turn:
            job.state = "thinking"
            try:
                async with asyncio.timeout(max(30.0, PATIENCE * self.seconds)):
                    job.result = await self._review(job)
                job.state = "done"
            except (BrokenExecutor, TimeoutError, MemoryError) as error:
                log.warning("the review of table %s was given up (%r)", branch, error)
                self._end()
            finally:
                if job.state != "done":
                    self._jobs.pop((branch, job.seat), None)  # asking again tries again
        for key in [key for key, other in self._jobs.items() if other.state == "done"][:-KEPT]:
            del self._jobs[key]

    async def _review(self, job: Job) -> GameReview:
        try:
            self._reviewer = self._reviewer or Reviewer()
        except ImportError:
            from parlour.server.live.reviewing import review_of

            await asyncio.sleep(0)
            return review_of(job.text, job.seat, ITERATIONS, min(self.seconds, IN_PAGE))
        self._reviewer.progress[0] = self._reviewer.progress[1] = 0
        return await self._reviewer.submit(review_in_process, job.text, job.seat, self.seconds)

    def _end(self) -> None:
        reviewer, self._reviewer = self._reviewer, None
        if reviewer is not None:
            reviewer.kill()

    def stop(self) -> None:
        """End the work and the process."""
        for job in list(self._jobs.values()):
            if job.task is not None:
                job.task.cancel()
        self._end()


# In the process


_shared: list[Progress] = []


def begin_reviewer(progress: Progress) -> None:
    """Prepare the process: it has the limits of a worker, and gives way to others."""
    begin_worker()
    with suppress(OSError, AttributeError):
        os.nice(10)
    _shared[:] = [progress]


def review_in_process(text: str, seat: int, seconds: float) -> GameReview:
    """The review of one seat's play, with its progress."""
    from parlour.server.live.reviewing import review_of

    def report(done: int, total: int) -> None:
        _shared[0][0], _shared[0][1] = done, total

    return review_of(text, seat, ITERATIONS, seconds, report)
