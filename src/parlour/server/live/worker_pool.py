"""Worker processes for bots, hints and replays: nothing slow runs in the event loop.

A worker rebuilds the match from its record, without the seed, and gives the bot or the coach only the view of its
seat.
"""

import asyncio
import logging
import os
import secrets
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import TypeVar

from parlour.bots import Bot, find_bot
from parlour.bots.processes import serve_parent
from parlour.core.game import State, View
from parlour.core.match import Match, deal_again
from parlour.core.record import Record
from parlour.core.rng import Rng
from parlour.games import open_game
from parlour.server.live.replays import replay_of, replay_upload
from parlour.server.log.decide import Refused

log = logging.getLogger(__name__)

AnyMatch = Match[State, View]
QUICK = ("random", "easy", "normal")
"""Levels that decide in well under a millisecond, so they run in the server process."""
PATIENCE = 20.0
"""Seconds after which a job is abandoned and its process killed."""
MEMORY = 2 << 30
"""Bytes of address space of a worker process; it normally uses about a tenth."""
KEPT = 64
"""Matches a worker keeps, so that it replays only new actions."""

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Decision:
    """A decision to be made in a worker."""

    code: str
    record: Record
    seat: int
    level: str
    luck: str


@dataclass(frozen=True)
class Advice:
    """The coach's ranking as plain data: action, label, estimated chance to win."""

    best: list[tuple[int, str, float]]
    why: str


class WorkerPool:
    """Worker processes, started on demand."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._slots = asyncio.Semaphore(self.processes)
        self._free: list[ProcessPoolExecutor] = []  # one process each, so that each can be killed separately
        self._workers: set[ProcessPoolExecutor] = set()
        self._stopped = False
        self._quick: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()

    async def choose(self, code: str, match: AnyMatch, seat: int, level: str) -> int:
        """The action a bot takes; falls back to a quick bot if the worker fails."""
        if level not in QUICK:
            try:
                return await self._call(think, Decision(code, _shared(match), seat, level, secrets.token_hex(8)))
            except (BrokenProcessPool, TimeoutError, OSError, MemoryError) as error:
                if self._stopped:
                    raise asyncio.CancelledError from None
                log.error("table %s: a %s bot failed (%r); the rule of thumb plays instead", code, level, error)
                level = "normal"
        view = match.view(seat)
        return self._bot(code, match, level).choose(view, view.legal, Rng("bot", secrets.token_hex(8)))

    async def advise(self, code: str, match: AnyMatch, seat: int) -> Advice:
        """What the coach would do at this seat."""
        return await self._ask(advise, Decision(code, _shared(match), seat, "", ""))

    async def replay(self, match: AnyMatch, seat: int | None) -> bytes:
        """A replay of a finished game; see `replays`."""
        return await self._ask(replay_of, match.record, seat)

    async def replay_upload(self, text: str, seat: int | None) -> bytes:
        """The same for an uploaded record; ParlourError if it is not one."""
        return await self._ask(replay_upload, text, seat)

    def _bot(self, code: str, match: AnyMatch, level: str) -> Bot:
        key = (code, match.game.seats, level)
        bot = self._quick.pop(key, None) or find_bot(level).make(match.game)
        self._quick[key] = bot
        while len(self._quick) > KEPT:
            self._quick.popitem(last=False)
        return bot

    async def _ask(self, work: Callable[..., Answer], *arguments: object) -> Answer:
        """The result of a job a client asked for; Refused if it takes too much time or memory."""
        try:
            return await self._call(work, *arguments)
        except (BrokenProcessPool, TimeoutError, MemoryError) as error:
            log.warning("%s was given up (%r)", work.__name__, error)
            raise Refused("unavailable", "This takes too much time or memory just now. Try again later.") from None

    async def _call(self, work: Callable[..., Answer], *arguments: object) -> Answer:
        async with asyncio.timeout(PATIENCE), self._slots:
            worker = self._free.pop() if self._free else self._new_worker()
            try:
                answer = await asyncio.get_running_loop().run_in_executor(worker, work, *arguments)
            except (asyncio.CancelledError, BrokenProcessPool):
                self._end(worker)  # nobody waits for the result any more
                raise
            except Exception:
                self._free.append(worker)  # the job is wrong, the process is fine
                raise
            self._free.append(worker)
            return answer

    def _new_worker(self) -> ProcessPoolExecutor:
        worker = ProcessPoolExecutor(1, get_context("spawn"), initializer=begin_worker)
        self._workers.add(worker)
        return worker

    def _end(self, worker: ProcessPoolExecutor) -> None:
        """Kill a worker's process."""
        self._workers.discard(worker)
        processes = list((getattr(worker, "_processes", None) or {}).values())
        worker.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    def stop(self) -> None:
        """End all workers."""
        self._stopped = True
        for worker in list(self._workers):
            self._end(worker)
        self._free.clear()


def _shared(match: AnyMatch) -> Record:
    """The record a worker needs; never the seed, which would tell future luck."""
    return replace(match.record, seed=None, entries=match.record.entries.copy())


# In the worker


def begin_worker() -> None:
    """Prepare a worker process: it ends with its parent and cannot use up the machine's memory."""
    serve_parent()
    with suppress(ImportError, ValueError, OSError):  # not every system has this limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


_matches: "OrderedDict[str, AnyMatch]" = OrderedDict()


def _match(job: Decision) -> AnyMatch:
    match = _matches.pop(job.code, None)
    if match is None or match.decisions > len(job.record.entries) or match.record.deal != job.record.deal:
        match = deal_again(job.record, open_game(job.record))
    for entry in job.record.entries[match.decisions :]:
        match.follow(entry)
    _matches[job.code] = match
    while len(_matches) > KEPT:
        _matches.popitem(last=False)
    return match


def think(job: Decision) -> int:
    """A bot's action."""
    match = _match(job)
    view = match.view(job.seat)
    return find_bot(job.level).make(match.game).choose(view, view.legal, Rng("bot", job.luck))


def advise(job: Decision) -> Advice:
    """The coach's ranking, from what the seat may know."""
    from parlour.bots.coach import hint

    match = _match(job)
    advice = hint(match.game, match.view(job.seat), match.names)
    judged = advice.ranking.actions
    ranked = [(one.action, one.label, one.value) for one in judged if one.value is not None]
    return Advice(ranked, " ".join([*advice.why, advice.behind]).strip())
