"""Worker processes for bots, hints and replays: nothing slow runs in the event loop.

A worker rebuilds the match from its record, without the seed, and gives the bot or the coach only the view of its
seat. It keeps matches and bots: a table's next decision goes to the same worker if that is free, with the actions
since the last one.
"""

import asyncio
import logging
import os
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar

import msgspec

from parlour.bots import Bot, find_bot
from parlour.bots.outside import is_outside
from parlour.core.append_log import AppendLog
from parlour.core.match import deal_again
from parlour.core.record import Entry, Record
from parlour.core.rng import Rng
from parlour.games import AnyGame, open_game
from parlour.server.live.replays import replay_of, replay_upload
from parlour.server.live.slots import PEOPLE, REPLAYS, UNATTENDED, Slots
from parlour.server.log.decide import LEVELS, Refused
from parlour.server.log.table import AnyMatch

log = logging.getLogger(__name__)

QUICK = ("random", "easy", "normal")
"""Levels that decide in well under a millisecond, so they run in the server process."""
PATIENCE = 20.0
"""Seconds after which a job is abandoned and its process killed."""
MEMORY = 2 << 30
"""Bytes of address space of a worker process; it normally uses about a tenth."""
MOST_UNATTENDED = 16
"""Tables without a present player whose bots move at the same time; others take turns."""
KEPT = 64
"""Matches a worker keeps, so that it replays only new actions."""
GAMES = 32
"""Games with their house rules that a worker keeps."""

Answer = TypeVar("Answer")


class Forgotten(Exception):
    """The worker no longer has the match it should continue."""


@dataclass(frozen=True)
class Progress:
    """A table's match as a worker needs it: the actions from number `known` on, and the record before the first one.

    `start` is None for a worker that has the match already. There is never a seed, which would tell future luck.
    """

    code: str
    known: int
    entries: list[Entry]
    start: Record | None


class Worker:
    """One worker process, in an executor of its own so that it can be killed separately."""

    def __init__(self) -> None:
        # Imported here: a web page has no processes and uses workers of its own.
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        self.executor = ProcessPoolExecutor(1, get_context("spawn"), initializer=begin_worker)
        self.known: OrderedDict[str, int] = OrderedDict()  # how many actions it has of each table's match

    def news(self, code: str, match: AnyMatch) -> Progress:
        """What the worker has to be sent before it can decide at a table."""
        record = match.record
        start = None if code in self.known else replace(record, seed=None, fair=None, entries=AppendLog())
        known = self.known.pop(code, 0)
        return Progress(code, known, record.entries[known:], start)

    def submit(self, work: Callable[..., Answer], *arguments: object) -> Awaitable[Answer]:
        """Start a job in the process."""
        return asyncio.get_running_loop().run_in_executor(self.executor, work, *arguments)

    def kill(self) -> None:
        """Kill the process; a job that runs there fails."""
        processes = list((getattr(self.executor, "_processes", None) or {}).values())
        self.executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    def learned(self, code: str, match: AnyMatch) -> None:
        """Note that the worker has everything up to now."""
        self.known[code] = match.decisions
        while len(self.known) > KEPT:
            self.known.popitem(last=False)


@dataclass(frozen=True)
class Advice:
    """The coach's ranking as plain data: action, label, estimated chance to win less its likely error."""

    best: list[tuple[int, str, float]]
    why: str


class WorkerPool:
    """Worker processes, started on demand."""

    def __init__(self, processes: int | None = None, make: "Callable[[], Worker]" = Worker) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._make = make
        self.slots = Slots(self.processes)
        self.unattended = asyncio.Semaphore(MOST_UNATTENDED)
        """Held by a table where no player is present, while one of its bots moves."""
        self._free: list[Worker] = []
        self._workers: set[Worker] = set()
        self._stopped = False
        self._quick: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()

    async def choose(self, code: str, match: AnyMatch, seat: int, level: str, urgency: int = PEOPLE) -> int:
        """The action a bot takes; falls back to a quick bot if the worker fails."""
        if level not in LEVELS and is_outside(level):  # the host no longer offers it: its code is not ours to run
            level = "normal"
        if level not in QUICK:
            try:
                return await self._at_table(urgency, code, match, think, seat, level, secrets.token_hex(8))
            except (BrokenExecutor, TimeoutError, OSError, MemoryError) as error:
                if self._stopped:
                    raise asyncio.CancelledError from None
                log.error("table %s: a %s bot failed (%r); the rule of thumb plays instead", code, level, error)
                level = "normal"
        view = match.view(seat)
        return self._bot(code, match, level).choose(view, view.legal, Rng("bot", secrets.token_hex(8)))

    async def advise(self, code: str, match: AnyMatch, seat: int) -> Advice:
        """What the coach would do at this seat."""
        return await self._give_up(advise.__name__, self._at_table(PEOPLE, code, match, advise, seat))

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
        return await self._give_up(work.__name__, self._call(lambda worker: worker.submit(work, *arguments), REPLAYS))

    async def _give_up(self, name: str, job: Awaitable[Answer]) -> Answer:
        try:
            return await job
        except (BrokenExecutor, TimeoutError, MemoryError) as error:
            log.warning("%s was given up (%r)", name, error)
            raise Refused("unavailable", "This takes too much time or memory just now. Try again later.") from None

    async def _at_table(
        self, urgency: int, code: str, match: AnyMatch, work: Callable[..., Answer], *arguments: object
    ) -> Answer:
        """The result of a job about a table, from a worker that is sent only what it does not know yet."""

        async def ask(worker: Worker) -> Answer:
            try:
                answer = await worker.submit(work, worker.news(code, match), *arguments)
            except Forgotten:
                answer = await worker.submit(work, worker.news(code, match), *arguments)  # all of it this time
            worker.learned(code, match)
            return answer

        return await self._call(ask, urgency, code)

    async def _call(self, ask: Callable[[Worker], Awaitable[Answer]], urgency: int, code: str = "") -> Answer:
        # An unattended table may wait for its slot as long as it takes, but no job may hold one for ever.
        async with asyncio.timeout(None if urgency == UNATTENDED else PATIENCE), self.slots.slot(urgency):
            worker = self._take(code)
            try:
                async with asyncio.timeout(PATIENCE):
                    answer = await ask(worker)
            except (asyncio.CancelledError, BrokenExecutor, TimeoutError):
                self._end(worker)  # nobody waits for the result any more
                raise
            except Exception:
                self._free.append(worker)  # the job is wrong, the process is fine
                raise
            self._free.append(worker)
            return answer

    def _take(self, code: str) -> Worker:
        """A free worker, one that knows the table if there is one."""
        for worker in self._free:
            if code in worker.known:
                self._free.remove(worker)
                return worker
        if self._free:
            return self._free.pop()
        worker = self._make()
        self._workers.add(worker)
        return worker

    def _end(self, worker: Worker) -> None:
        """Kill a worker's process."""
        self._workers.discard(worker)
        worker.kill()

    def stop(self) -> None:
        """End all workers."""
        self._stopped = True
        for worker in list(self._workers):
            self._end(worker)
        self._free.clear()


# In the worker


def begin_worker() -> None:
    """Prepare a worker process: it ends with its parent and cannot use up the machine's memory."""
    from parlour.bots.processes import serve_parent

    serve_parent()
    with suppress(ImportError, ValueError, OSError):  # not every system has this limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@dataclass(frozen=True)
class Kept:
    """A match in a worker, and the bots that have played in it."""

    match: AnyMatch
    bots: dict[str, Bot]


_kept: "OrderedDict[str, Kept]" = OrderedDict()
_games: "OrderedDict[bytes, AnyGame]" = OrderedDict()


def _game_of(record: Record) -> AnyGame:
    """The game of a record. Games hold no state, so matches share one: to make one takes longer than to replay it."""
    key = msgspec.json.encode((record.game, record.version, record.seats, record.options, record.deck))
    game = _games.pop(key, None) or open_game(record)
    _games[key] = game
    while len(_games) > GAMES:
        _games.popitem(last=False)
    return game


def _caught_up(news: Progress) -> Kept:
    """The table with the actions played that were sent; Forgotten if they do not follow what is kept."""
    kept = _kept.pop(news.code, None)
    if news.start is not None:
        kept = Kept(deal_again(news.start, _game_of(news.start)), {})
    if kept is None or kept.match.decisions != news.known:
        raise Forgotten
    for entry in news.entries:
        kept.match.follow(entry)
    _kept[news.code] = kept
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return kept


def think(news: Progress, seat: int, level: str, luck: str, seconds: float | None = None) -> int:
    """A bot's action; `seconds` limits a search in place of its usual limit."""
    kept = _caught_up(news)
    if level not in kept.bots:
        kept.bots[level] = find_bot(level).make(kept.match.game, seconds)
    view = kept.match.view(seat)
    return kept.bots[level].choose(view, view.legal, Rng("bot", luck))


def advise(news: Progress, seat: int) -> Advice:
    """The coach's ranking, from what the seat may know."""
    from parlour.bots.coach import hint

    match = _caught_up(news).match
    advice = hint(match.game, match.view(seat), match.names)
    judged = advice.ranking.actions
    # Less its error, as the ranking is sorted: the first has the highest number.
    ranked = [(one.action, one.label, max(0.0, one.value - one.error)) for one in judged if one.value is not None]
    return Advice(ranked, " ".join([*advice.why, advice.behind]).strip())
