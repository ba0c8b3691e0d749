"""Notifications about other processes' writes: hints of where to look, never the rows themselves."""

import asyncio
import threading
import time
import weakref
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, cast

import sqlalchemy as sa

from parlour.server.store.database import Database
from parlour.server.store.types import EVERYTHING, ChangeHint
from parlour.server.store.writer import CHANNEL

if TYPE_CHECKING:
    import sqlite3

    import psycopg

ALONE = 0.05  # seconds between polls of a SQLite file
TOGETHER = 0.005  # the same while other processes write to it
LATELY = 5.0  # seconds after another process' last row in which it still counts as writing
LISTEN = 0.2  # seconds between checks whether to stop listening to PostgreSQL
AGAIN = 0.5  # seconds before reconnecting to a lost database
MOST = 10_000  # queued tables of one subscriber; beyond that it is told to look at everything


class Subscription(AsyncIterator[ChangeHint]):
    """One listener's hints; only the latest hint of each table is kept."""

    def __init__(self) -> None:
        self._waiting: dict[str, int] = {}
        self._news = asyncio.Event()
        self._ended = False

    async def __anext__(self) -> ChangeHint:
        while not self._waiting:
            if self._ended:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        table = next(iter(self._waiting))
        return ChangeHint(table, self._waiting.pop(table))

    def tell(self, hint: ChangeHint) -> None:
        """Add a hint; call it in the event loop."""
        if hint == EVERYTHING or len(self._waiting) >= MOST:
            self._waiting = {EVERYTHING.table: EVERYTHING.seq}
        else:
            self._waiting[hint.table] = max(hint.seq, self._waiting.get(hint.table, 0))
        self._news.set()

    def end(self) -> None:
        """Nothing more will come."""
        self._ended = True
        self._news.set()


class ChangeFeed:
    """Watches a database in a thread of its own while anybody has subscribed."""

    def __init__(self, database: Database, loop: asyncio.AbstractEventLoop, author: str) -> None:
        self._database = database
        self._loop = loop
        self._author = author
        self._listening = False
        self._stop = threading.Event()
        self._subscriptions: weakref.WeakSet[Subscription] = weakref.WeakSet()
        self._thread: threading.Thread | None = None

    def subscribe(self) -> Subscription:
        """A new listener."""
        subscription = Subscription()
        if self._stop.is_set():
            subscription.end()
            return subscription
        self._subscriptions.add(subscription)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="parlour-news", daemon=True)
            self._thread.start()
        elif self._listening:
            subscription.tell(EVERYTHING)
        return subscription

    def end(self) -> None:
        """End every subscription; call it in the event loop."""
        self._stop.set()
        for subscription in self._subscriptions:
            subscription.end()

    def finish(self) -> None:
        """Wait for the thread to stop; blocks."""
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        watch = self._watch_file if self._database.sqlite else self._listen
        while not self._stop.is_set():
            try:
                with self._database.reader.connect() as connection:
                    watch(connection)
            except _NobodyListens:
                return
            except Exception:  # whatever it was, hints resume when the database is back
                self._listening = False
                self._stop.wait(AGAIN)

    def _watch_file(self, connection: sa.Connection) -> None:
        """Poll the number that SQLite changes with every commit; when it changes, read which rows are new."""
        # Uses the driver directly: this runs all the time and takes CPU time from the event loop.
        driver = cast("sqlite3.Connection", connection.connection.driver_connection)
        (last,) = driver.execute("SELECT coalesce(max(id), 0) FROM log").fetchone()
        version = driver.execute("PRAGMA data_version").fetchone()
        self._in_loop([EVERYTHING])
        together = time.monotonic() + LATELY
        while not self._stop.wait(TOGETHER if time.monotonic() < together else ALONE):
            now = driver.execute("PRAGMA data_version").fetchone()
            if now == version:
                continue
            version = now
            fresh = driver.execute("SELECT id, code, seq, author FROM log WHERE id > ? ORDER BY id", (last,)).fetchall()
            hints = [ChangeHint(table, seq) for _, table, seq, author in fresh if author != self._author]
            if fresh:
                last = fresh[-1][0]
            if hints:
                together = time.monotonic() + LATELY
                self._in_loop(hints)

    def _listen(self, connection: sa.Connection) -> None:
        """Listen to PostgreSQL's notifications of who wrote where, one with every commit."""
        driver = cast("psycopg.Connection[object]", connection.connection.driver_connection)
        connection.detach()  # closed for good afterwards: a listening connection must not return to the pool
        driver.execute(f"LISTEN {CHANNEL}")
        self._in_loop([EVERYTHING])
        while not self._stop.is_set():
            for notice in driver.notifies(timeout=LISTEN):
                author, hint = _read(notice.payload)
                if author != self._author:
                    self._in_loop([hint])

    def _in_loop(self, hints: list[ChangeHint]) -> None:
        try:
            self._loop.call_soon_threadsafe(self._tell, hints)
        except RuntimeError:
            raise _NobodyListens from None

    def _tell(self, hints: list[ChangeHint]) -> None:
        self._listening = True
        for subscription in self._subscriptions:
            for hint in hints:
                subscription.tell(hint)


def _read(notice: str) -> tuple[str, ChangeHint]:
    """Parse a notification; anybody may send one, so a foreign one only means that something happened."""
    author, _, place = notice.partition(" ")
    seq, _, table = place.partition(" ")
    return author, ChangeHint(table, int(seq)) if seq.isdecimal() and table else EVERYTHING


class _NobodyListens(Exception):
    """The event loop is closed, and with it every listener."""
