"""The writer thread: all queued appends are committed together.

A commit costs about the same for one row as for a hundred, because the disk has to be reached once. So the writer takes
all appends that came in while it was busy, writes them in one transaction and resolves each one's future. It uses the
driver directly: SQLAlchemy's work per statement would cost about as much as the writing itself.
"""

import asyncio
import math
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import PoolProxiedConnection

from parlour.server.store.database import Database, reason
from parlour.server.store.types import BadRow, Row, SeatRow, StoreFailed, TableListing, Taken

CHANNEL = "parlour"
MOST = 256  # appends in one transaction
BIGGEST = 2**31
REMEMBERED = 10_000  # tables of which the writer knows the last row it wrote
TRUSTED = 60.0  # seconds for which it knows that: later, another process may have deleted the table

# SQL for both databases; psycopg has another placeholder.
ADD_ROWS = "INSERT INTO log (code, seq, kind, data, at, once, author) VALUES {}"
IS_THERE = "SELECT id FROM log WHERE code = ? AND seq = ?"
PUT_ABOUTS = (
    "INSERT INTO tables (code, game, status, changed_at, summary) VALUES {} ON CONFLICT (code) DO UPDATE "
    "SET game = excluded.game, status = excluded.status, changed_at = excluded.changed_at, summary = excluded.summary"
)
SIT_DOWN = (
    "INSERT INTO seats (player_hash, code, seat, changed_at) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (player_hash, code) DO UPDATE SET seat = excluded.seat, changed_at = excluded.changed_at"
)
GET_UP = "DELETE FROM seats WHERE player_hash = ? AND code = ?"
NOTIFY = "SELECT pg_notify(?, notice) FROM unnest(?::text[]) AS notice"

Fate = Exception | None


@dataclass(frozen=True)
class Append:
    """One caller's rows, written atomically, and the caller's future."""

    rows: Sequence[Row]
    listings: Sequence[TableListing]
    seatings: Sequence[SeatRow]
    done: asyncio.Future[None]


class Writer:
    """Writes appends in groups; `submit` from the event loop, results come back to it."""

    def __init__(self, database: Database, loop: asyncio.AbstractEventLoop, author: str) -> None:
        self.groups = 0
        """The number of committed transactions."""
        self._database = database
        self._loop = loop
        self._author = author
        driver = database.writer.dialect.loaded_dbapi
        self._bad: type[Exception] = driver.DataError
        self._refused: tuple[type[Exception], ...] = (Taken, driver.IntegrityError, driver.DataError)
        self._failed: tuple[type[Exception], ...] = (driver.Error, SQLAlchemyError)
        self._written: dict[str, tuple[int, float]] = {}
        """The last row known to be there, so that it need not be looked up, and until when that can be trusted."""
        self._waiting: queue.SimpleQueue[Append | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="parlour-writer", daemon=True)
        self._thread.start()

    def submit(self, append: Append) -> None:
        """Queue an append; its future resolves when it is on disk."""
        self._waiting.put(append)

    def finish(self) -> None:
        """Write what is queued, then stop; blocks."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            first = self._waiting.get()
            if first is None:
                return
            group = [first]
            while len(group) < MOST:
                try:
                    more = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    going = False
                    break
                group.append(more)
            fates = self._fates(group)
            try:
                self._loop.call_soon_threadsafe(_tell, group, fates)
            except RuntimeError:
                return  # the loop is closed, and with it every waiting caller

    def _fates(self, group: Sequence[Append]) -> Sequence[Fate]:
        """Write a group; a connection found dead before the commit is replaced once."""
        problem = "the writer met an unexpected error"
        for _ in range(2):
            committing = False
            connection: PoolProxiedConnection | None = None
            try:
                connection = self._database.writer.raw_connection()
                fates = self._write_group(connection, group)
                committing = True
                connection.commit()
                connection.close()  # back to its pool
                self.groups += 1
                self._remember(group, fates)
                return fates
            except Exception as error:  # whatever it is, the writer keeps running and no caller waits for ever
                if connection is not None:
                    self._give_back(connection, error)
                self._written.clear()  # the database may have been restored from an older copy
                if not isinstance(error, self._failed):
                    problem = f"the writer met an unexpected {type(error).__name__}"
                    break
                problem = reason(error)
                if committing:
                    break  # it may have been written: a retry could raise `Taken` for the caller's own row
        return [StoreFailed(f"the database cannot be written: {problem}")] * len(group)

    def _give_back(self, connection: PoolProxiedConnection, error: Exception) -> None:
        """Roll back a failed group; a dead connection is not used again."""
        dialect = self._database.writer.dialect
        dead = isinstance(error, dialect.loaded_dbapi.Error) and dialect.is_disconnect(
            error, connection.driver_connection, None
        )
        (connection.invalidate if dead else connection.close)()

    def _write_group(self, connection: PoolProxiedConnection, group: Sequence[Append]) -> Sequence[Fate]:
        """Write all appends at once; if one fails, write each in a savepoint, so that the others succeed."""
        cursor = connection.cursor()
        self._begin(cursor)
        try:
            self._write(cursor, group)
            self._notify(cursor, group)
            return [None] * len(group)
        except self._refused as error:
            connection.rollback()
            if len(group) == 1:
                return [self._refusal(error)]
        fates: list[Fate] = []
        self._begin(cursor)
        for append in group:
            cursor.execute("SAVEPOINT one")
            try:
                self._write(cursor, [append])
                fates.append(None)
            except self._refused as error:
                cursor.execute("ROLLBACK TO SAVEPOINT one")
                fates.append(self._refusal(error))
            cursor.execute("RELEASE SAVEPOINT one")
        self._notify(cursor, [append for append, fate in zip(group, fates, strict=True) if fate is None])
        return fates

    def _begin(self, cursor: DBAPICursor) -> None:
        """Take SQLite's write lock at once; PostgreSQL begins a transaction automatically."""
        if self._database.sqlite:
            cursor.execute("BEGIN IMMEDIATE")

    def _write(self, cursor: DBAPICursor, group: Sequence[Append]) -> None:
        self._check_places(cursor, group)
        # A fixed order prevents deadlocks between processes that write to the same tables.
        rows = sorted((row for append in group for row in append.rows), key=lambda row: (row.table, row.seq))
        self._put(cursor, ADD_ROWS, [_log_values(row, self._author) for row in rows])
        listings = {listing.table: listing for append in group for listing in append.listings}
        if listings:
            self._put(cursor, PUT_ABOUTS, [_listing_values(listings[table]) for table in sorted(listings)])
        seatings = {(seating.table, seating.player): seating for append in group for seating in append.seatings}
        ordered = [seatings[key] for key in sorted(seatings)]
        if sitting := [(one.player, one.table, one.seat, one.changed_at) for one in ordered if one.seat is not None]:
            cursor.executemany(self._said(SIT_DOWN), sitting)
        if leaving := [(one.player, one.table) for one in ordered if one.seat is None]:
            cursor.executemany(self._said(GET_UP), leaving)

    def _put(self, cursor: DBAPICursor, words: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Insert all rows with one statement: after each statement this thread must reacquire the GIL."""
        one = f"({', '.join('?' * len(rows[0]))})"
        all_of_them = words.format(", ".join([one] * len(rows)))
        cursor.execute(self._said(all_of_them), [value for row in rows for value in row])

    def _said(self, words: str) -> str:
        """A statement as the driver wants it."""
        return words if self._database.sqlite else words.replace("?", "%s")

    def _check_places(self, cursor: DBAPICursor, group: Sequence[Append]) -> None:
        """Check that each row follows the one before it. The database itself checks that its number is free."""
        following: dict[str, int] = {}
        now = time.monotonic()
        for append in group:
            for row in append.rows:
                written, trusted = self._written.get(row.table, (0, 0.0))
                if row.table not in following and row.seq > 1 + (written if now < trusted else 0):
                    cursor.execute(self._said(IS_THERE), (row.table, row.seq - 1))
                    if cursor.fetchone() is None:
                        raise Taken
                elif row.seq != following.get(row.table, row.seq):
                    raise Taken
                following[row.table] = row.seq + 1

    def _remember(self, group: Sequence[Append], fates: Sequence[Fate]) -> None:
        if len(self._written) > REMEMBERED:
            self._written.clear()
        until = time.monotonic() + TRUSTED
        for append, fate in zip(group, fates, strict=True):
            if fate is None:
                self._written.update((row.table, (row.seq, until)) for row in append.rows)

    def _notify(self, cursor: DBAPICursor, group: Sequence[Append]) -> None:
        """Have PostgreSQL notify the other processes on commit; a SQLite file is polled instead."""
        if self._database.sqlite or not group:
            return
        last = {row.table: row.seq for append in group for row in append.rows}
        notices = [f"{self._author} {seq} {table}" for table, seq in last.items()]
        cursor.execute(self._said(NOTIFY), (CHANNEL, notices))

    def _refusal(self, error: Exception) -> Exception:
        """The error for a caller: a number that is taken, or a row the database does not accept."""
        return BadRow("the database does not accept this row") if isinstance(error, self._bad) else Taken()


def check(append: Append) -> None:
    """Refuse what no database can store, before it is grouped with other callers' rows."""
    if not append.rows:
        raise BadRow("there is nothing to write")
    following: dict[str, int] = {}
    for row in append.rows:
        if not 1 <= row.seq < BIGGEST or row.seq != following.get(row.table, row.seq):
            raise BadRow("the rows of a table are numbered 1, 2, 3 …")
        following[row.table] = row.seq + 1
        _check_place(row.table, row.at)
        _check_text(row.kind, row.once or "")
        _check_json(row.data)
    for listing in append.listings:
        _check_place(listing.table, listing.changed_at)
        _check_text(listing.game, listing.status)
        _check_json(listing.summary)
    for seating in append.seatings:
        _check_place(seating.table, seating.changed_at)
        _check_text(seating.player)
        if seating.seat is not None and not 0 <= seating.seat < BIGGEST:
            raise BadRow("there is no such seat")


def _check_place(table: str, at: float) -> None:
    _check_text(table)
    if not 1 <= len(table) <= 64:
        raise BadRow("a table's code has 1 to 64 characters")
    if not math.isfinite(at):
        raise BadRow("this is no time")


def is_text(text: str) -> bool:
    """Can every database store this text? What cannot be stored is not looked up either."""
    return "\0" not in text and (text.isascii() or _converts(text.encode))


def _check_text(*texts: str) -> None:
    for text in texts:
        if not is_text(text):
            raise BadRow("this text cannot be stored")


def _check_json(data: bytes) -> None:
    if b"\0" in data or not (data.isascii() or _converts(data.decode)):
        raise BadRow("data must be JSON in UTF-8")


def _converts(convert: Callable[[], object]) -> bool:
    try:
        convert()
    except UnicodeError:
        return False
    return True


def _log_values(row: Row, author: str) -> tuple[object, ...]:
    return row.table, row.seq, row.kind, row.data.decode(), row.at, row.once, author


def _listing_values(listing: TableListing) -> tuple[object, ...]:
    return listing.table, listing.game, listing.status, listing.changed_at, listing.summary.decode()


def _tell(group: Iterable[Append], fates: Iterable[Fate]) -> None:
    """Resolve the futures of callers that still wait; runs in the event loop."""
    for append, fate in zip(group, fates, strict=True):
        if append.done.done():
            continue
        if fate is None:
            append.done.set_result(None)
        else:
            append.done.set_exception(fate)
