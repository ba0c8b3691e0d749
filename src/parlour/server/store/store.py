"""The durable log of everything that happens at tables, in SQLite or PostgreSQL.

A table is an append-only list of rows. Any process may write the next row of any table: the first one wins, the
others get `Taken`, read on and retry.
"""

import asyncio
import os
import secrets
import shutil
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from parlour.server.store.changes import ChangeFeed
from parlour.server.store.database import READERS, Database, log, reason, seats, tables
from parlour.server.store.types import (
    EVERYTHING,
    OVER,
    BadDatabase,
    BadRow,
    ChangeHint,
    Row,
    SeatRow,
    Sitting,
    StoreFailed,
    TableListing,
    Taken,
)
from parlour.server.store.writer import Append, Writer, check, is_text

__all__ = [
    "EVERYTHING",
    "OVER",
    "BadDatabase",
    "BadRow",
    "ChangeHint",
    "Row",
    "SeatRow",
    "Sitting",
    "Store",
    "StoreFailed",
    "TableListing",
    "Taken",
]

if TYPE_CHECKING:
    import sqlite3

T = TypeVar("T")

PATIENCE = 8.0
"""Seconds a caller waits for the database."""
LEAST_SPACE = 32 << 20
"""Bytes that must be free on the disk of a SQLite file."""
ALIVE = "INSERT INTO health (worker, at) VALUES (:worker, :at) ON CONFLICT (worker) DO UPDATE SET at = excluded.at"
SOME = 100
"""Tables deleted in one transaction."""
CLOSING = 5.0
"""Seconds for closing: what is queued is written, unless the database hangs."""


class Store:
    """An open store; used from the event loop it was opened in."""

    def __init__(self, database: Database) -> None:
        """Use `open`."""
        self.author = f"{os.getpid()}-{secrets.token_hex(6)}"
        """Names this process in the rows it writes."""
        self.shared = not database.sqlite
        """Do other processes write to this database? If they may, a reader looks for their rows first."""
        loop = asyncio.get_running_loop()
        self._database = database
        self._closed = False
        self._appending = 0
        self.stuck = False
        """Did closing take too long? Then a thread still waits for the database."""
        self._writer = Writer(database, loop, self.author)
        self._news = ChangeFeed(database, loop, self.author)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="parlour-reader")

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Open `sqlite:///file`, a plain file path or `postgresql://…`, making or updating its tables."""
        database = Database(url)
        try:
            await asyncio.to_thread(database.prepare)
        except BaseException:
            database.close()
            raise
        return cls(database)

    async def append(
        self, rows: Sequence[Row], listings: Sequence[TableListing] = (), seatings: Sequence[SeatRow] = ()
    ) -> None:
        """Write rows atomically and durably, with the tables' listings and seats.

        Raises `Taken`, `BadRow` or `StoreFailed`. If the caller is cancelled while waiting, the rows may still be
        written.
        """
        if self._closed:
            raise StoreFailed("the store is closed")
        loop = asyncio.get_running_loop()
        append = Append(rows, listings, seatings, loop.create_future())
        check(append)
        self._writer.submit(append)
        self._appending += 1
        patience = loop.call_later(PATIENCE, _give_up, append.done)
        try:
            await append.done
        finally:
            patience.cancel()
            self._appending -= 1

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """What happened at a table after `after`, in order; empty for an unknown table."""
        if not is_text(table):
            return []
        wanted = sa.select(log).where(log.c.code == table, log.c.seq > after).order_by(log.c.seq)
        return await self._read(lambda connection: [_row(found) for found in connection.execute(wanted)])

    async def heads(self, codes: Sequence[str]) -> dict[str, int]:
        """The last `seq` of each of these tables; unknown ones are left out."""
        last = sa.select(sa.func.max(log.c.seq)).where(log.c.code == sa.bindparam("wanted"))

        def read(connection: sa.Connection) -> dict[str, int]:
            found = {code: connection.execute(last, {"wanted": code}).scalar() for code in codes if is_text(code)}
            return {code: seq for code, seq in found.items() if seq is not None}

        return await self._read(read)

    async def listing(self, table: str) -> TableListing | None:
        """A table's listing."""
        if not is_text(table):
            return None
        wanted = sa.select(tables).where(tables.c.code == table)
        found = await self._read(lambda connection: [_listing(one) for one in connection.execute(wanted)])
        return found[0] if found else None

    async def unfinished(self) -> list[TableListing]:
        """Tables that are not over or closed, the latest changed first."""
        wanted = sa.select(tables).where(tables.c.status.not_in(OVER)).order_by(tables.c.changed_at.desc())
        return await self._read(lambda connection: [_listing(found) for found in connection.execute(wanted)])

    async def tables_of(self, player: str) -> list[Sitting]:
        """Where a player (the hash of their token) sits, the latest changed first."""
        if not is_text(player):
            return []
        wanted = (
            sa.select(tables, seats.c.seat)
            .join(seats, seats.c.code == tables.c.code)
            .where(seats.c.player_hash == player)
            .order_by(tables.c.changed_at.desc())
        )
        return await self._read(
            lambda connection: [Sitting(_listing(found), found.seat) for found in connection.execute(wanted)]
        )

    async def look(self, statement: str, values: Mapping[str, object]) -> list[Sequence[object]]:
        """Run a small statement outside the log; returns its rows."""

        def run(connection: sa.Connection) -> list[Sequence[object]]:
            found = connection.execute(sa.text(statement), dict(values))
            return [tuple(row) for row in found] if found.returns_rows else []

        return await self._read(run)

    async def check_health(self) -> None:
        """Write something; StoreFailed if that is not possible, or soon will not be."""
        await self.look(ALIVE, {"worker": self.author, "at": time.time()})
        if self._database.sqlite and shutil.disk_usage(Path(self._database.url.database or "")).free < LEAST_SPACE:
            raise StoreFailed("the disk of the database is almost full")

    async def forget(self, before: float) -> int:
        """Delete tables that were last changed before a time, with everything about them; returns how many."""
        count = 0
        while codes := await self._read(partial(_forget_some, before)):
            count += codes
        if count and self._database.sqlite:
            await self._read(_give_space_back)
        return count

    def subscribe(self) -> AsyncIterator[ChangeHint]:
        """Hints of what other processes write. `EVERYTHING` comes first, and again after a loss."""
        return self._news.subscribe()

    async def close(self) -> None:
        """Finish pending writes, then close the database; appending afterwards fails."""
        if self._closed:
            return
        self._closed = True
        self._news.end()
        # A thread that nobody has to wait for, unlike those of an executor: the database may hang.
        finishing = threading.Thread(target=self._finish, name="parlour-closing", daemon=True)
        finishing.start()
        waited = 0.0
        # What is written must also have been told: a caller wakes up some time after the writer has ended.
        while (finishing.is_alive() or self._appending) and waited < CLOSING:
            await asyncio.sleep(0.01)
            waited += 0.01
        self.stuck = finishing.is_alive()

    def _finish(self) -> None:
        self._writer.finish()
        self._news.finish()
        self._readers.shutdown()
        self._database.close()

    async def _read(self, read: Callable[[sa.Connection], T]) -> T:
        """Run a read in a thread, on its own connection."""
        if self._closed:
            raise StoreFailed("the store is closed")

        def work() -> T:
            try:
                with self._database.reader.connect() as connection:
                    return read(connection)
            except SQLAlchemyError as error:
                raise StoreFailed(f"the database cannot be read: {reason(error)}") from None

        reading = asyncio.get_running_loop().run_in_executor(self._readers, work)
        return await self._bounded(reading, "the database does not answer")

    async def _bounded(self, work: "asyncio.Future[T]", problem: str) -> T:
        """Wait for a thread, but not for ever: a database that hangs must not hang its callers."""
        done, _ = await asyncio.wait([work], timeout=PATIENCE)
        if not done:
            work.add_done_callback(lambda late: late.cancelled() or late.exception())  # nobody waits for it any more
            raise StoreFailed(problem)
        return work.result()


def _give_up(done: "asyncio.Future[None]") -> None:
    """Let a caller go whose append takes too long; cheaper for each move than a wait with a timeout."""
    if not done.done():
        done.set_exception(StoreFailed("the database does not answer; this may have been written"))


def _forget_some(before: float, connection: sa.Connection) -> int:
    """Delete some old tables. Nobody writes meanwhile: an action is at a table that goes on, or finds it gone."""
    sqlite = connection.dialect.name == "sqlite"
    connection.exec_driver_sql("BEGIN IMMEDIATE" if sqlite else "BEGIN")  # readers' connections begin none themselves
    try:
        if not sqlite:
            connection.exec_driver_sql("LOCK TABLE log IN SHARE ROW EXCLUSIVE MODE")
        old = sa.select(tables.c.code).where(tables.c.changed_at < before).limit(SOME)
        codes = [found.code for found in connection.execute(old)]
        for table in (log, seats, tables):
            connection.execute(sa.delete(table).where(table.c.code.in_(codes)))
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise
    connection.exec_driver_sql("COMMIT")
    return len(codes)


def _give_space_back(connection: sa.Connection) -> None:
    """Shrink a SQLite file; PostgreSQL does this alone."""
    driver = cast("sqlite3.Connection", connection.connection.driver_connection)
    driver.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(PASSIVE)")


def _row(found: sa.Row[tuple[object, ...]]) -> Row:
    return Row(found.code, found.seq, found.kind, found.data.encode(), found.at, found.once, found.author)


def _listing(found: sa.Row[tuple[object, ...]]) -> TableListing:
    return TableListing(found.code, found.game, found.status, found.changed_at, found.summary.encode())
