"""All tables of this process: loaded on request, unloaded when idle."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from parlour.server.live.clock import CLOCK, Clock
from parlour.server.live.live_table import LiveTable
from parlour.server.live.memory import give_memory_back
from parlour.server.live.presence_sync import PresenceSync
from parlour.server.live.reviews import Reviews
from parlour.server.live.rows import LETTERS, first_row, listing_of, new_code, new_seed, seat_changes
from parlour.server.live.worker_pool import WorkerPool
from parlour.server.log import decide
from parlour.server.log.decide import Refused
from parlour.server.log.entries import encode_entry
from parlour.server.log.table import Table
from parlour.server.log.undo import forget_past
from parlour.server.log.what_if import what_if
from parlour.server.protocol import http_messages, messages
from parlour.server.settings import TablePolicy
from parlour.server.store.types import EVERYTHING, Row, StoreFailed, TableStore

log = logging.getLogger(__name__)

HOUR = 3600.0
TIDY = 30.0
"""Seconds between two searches for idle tables."""
RESTING = 60.0
"""Seconds without a change after which a table keeps only what cannot be made again."""

DELETED = messages.Bye("closed", "This table was deleted: nothing had happened at it for a long time.")
LAST_WRITE = 5.0
"""Seconds a table's last write may take when the server ends."""
FAREWELL = 100
"""Time to wait for clients to disconnect, in fiftieths of a second."""


class Registry:
    """The live tables by code."""

    def __init__(self, store: TableStore, policy: TablePolicy, pool: WorkerPool, clock: Clock = CLOCK) -> None:
        self.store = store
        self.clock = clock
        self.policy = policy
        self.pool = pool
        self.tables: dict[str, LiveTable] = {}
        self.presence_sync = PresenceSync(store, lambda: self.tables, clock)
        self.reviews = Reviews(policy.review)
        self.closing = False
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Start listening to other processes and tidying up."""
        work = (self._listen(), self._tidy(), self.presence_sync.go_on())
        self._tasks = [asyncio.create_task(one) for one in work]

    def look_after(self, chore: Callable[[], Awaitable[None]]) -> None:
        """Do something now and every hour; it may fail when the database does."""

        async def now_and_then() -> None:
            while True:
                try:
                    await chore()
                except StoreFailed as error:
                    log.warning("tidying up failed: %s", error)
                await asyncio.sleep(HOUR)

        self._tasks.append(asyncio.create_task(now_and_then()))

    async def create(self, wish: http_messages.NewTable, player: str) -> LiveTable:
        """Set up a table."""
        created = decide.create(wish, player, new_seed())
        row, table = first_row(new_code(), created, self.clock.now(), self.store.author)
        await self.store.append([row], [listing_of(table)], seat_changes(Table(table.code), table, row.at))
        live = self._hold(table)
        if wish.start:
            await live.commit(player, lambda at, asked: decide.decide(messages.Start(wish.fill), at, asked))
        return live

    async def play_on(self, source: Table, number: int, player: str) -> LiveTable:
        """A private table that continues a finished game from one of the player's decisions."""
        code, now = new_code(), self.clock.now()
        table, rows = Table(code), []
        for seq, entry in enumerate(what_if(source, number, player, new_seed()), start=1):
            kind, data = encode_entry(entry)
            rows.append(Row(code, seq, kind, data, now, None, self.store.author))
            table.fold(rows[-1], entry)
        await self.store.append(rows, [listing_of(table)], seat_changes(Table(code), table, now))
        live = self._hold(table)
        live.wake_bots()
        return live

    def writing(self) -> int:
        """Tables that wait for the database."""
        return sum(live.lock.locked() for live in self.tables.values())

    def holds(self, code: str) -> bool:
        """Is this table in memory?"""
        return code.upper() in self.tables

    async def find(self, code: str) -> LiveTable:
        """The table with a code; Refused if there is none."""
        code = code.upper()
        live = self.tables.get(code)
        if live is not None:
            return live
        if len(code) != 8 or any(letter not in LETTERS for letter in code):
            raise Refused("not_found", "There is no such table.")
        opening = self._opening.get(code)
        if opening is None:
            opening = self._opening[code] = asyncio.create_task(self._open(code))
            opening.add_done_callback(lambda done: self._opening.pop(code, None))
        return await asyncio.shield(opening)

    async def _open(self, code: str) -> LiveTable:
        """Read a table from the store."""
        table = Table(code)
        for row in await self.store.rows(code):
            table.fold(row)
        if not table.exists:
            raise Refused("not_found", "There is no such table.")
        live = self._hold(table)
        live.wake_bots()
        return live

    def _hold(self, table: Table) -> LiveTable:
        live = LiveTable(table, self.store, self.pool, self.policy, self.clock)
        self.tables[table.code] = live
        return live

    async def _listen(self) -> None:
        """Read what other processes write at our tables."""
        while True:
            try:
                async for hint in self.store.subscribe():
                    if hint == EVERYTHING:
                        heads = await self.store.heads(list(self.tables))
                    else:
                        heads = {hint.table: hint.seq}
                    for code, seq in heads.items():
                        live = self.tables.get(code)
                        if live is not None and live.table.seq < seq:
                            await live.read_on()
            except StoreFailed as error:
                log.error("changes by other processes cannot be read: %s", error)
                await asyncio.sleep(1.0)

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY)
            self.rest()
            if self.unload_idle():
                give_memory_back()

    def rest(self) -> None:
        """Give back what tables need only while people act."""
        for live in self.tables.values():
            if live.clock.now() - live.table.changed_at > RESTING:
                forget_past(live.table)

    def unload_idle(self) -> int:
        """Unload tables that nobody used for a while; returns how many."""
        idle = [
            code for code, live in self.tables.items() if live.idle_for > self.policy.idle and not live.lock.locked()
        ]
        for code in idle:
            self.tables.pop(code).stop()
        return len(idle)

    async def drop_deleted(self, before: float) -> None:
        """Close tables that were last changed before a time and are in the store no more."""
        old = [code for code, live in self.tables.items() if live.table.changed_at < before]
        heads = await self.store.heads(old)
        for code in old:
            if code not in heads and code in self.tables:
                live = self.tables.pop(code)
                live.stop()
                for connection in list(live.connections):
                    connection.bye(DELETED)
                live.changed.set()

    async def _end(self, live: LiveTable, bye: messages.Bye) -> None:
        """Stop a table and say goodbye to its clients, after what is being written."""
        live.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WRITE):
                await live.lock.acquire()
                live.lock.release()
        for connection in list(live.connections):
            connection.bye(bye)
        live.changed.set()

    async def close(self, bye: messages.Bye) -> None:
        """Say goodbye to everybody and stop; pending writes are finished first."""
        if self.closing:
            return
        self.closing = True
        await asyncio.gather(*[self._end(live, bye) for live in self.tables.values()])
        for _ in range(FAREWELL):
            if not any(live.connections for live in self.tables.values()):
                break
            await asyncio.sleep(0.02)
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self.presence_sync.end()
        self.pool.stop()
        self.reviews.stop()
