"""The one thread that writes: everything that waits is committed together.

A commit costs about the same for one row as for a hundred, because the disk has to be reached once. So the
writer takes all appends that came in while it was busy, writes them in one transaction and tells each its fate.
"""

import asyncio
import math
import queue
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from parlour.server.store_database import Database, log, reason, seats, tables
from parlour.server.store_types import About, BadRow, Row, Seating, StoreFailed, Taken

CHANNEL = "parlour"
MOST = 256  # appends in one transaction
BIGGEST = 2**31
REMEMBERED = 10_000  # tables of which the writer knows the last row it wrote

IS_THERE = sa.select(log.c.id).where(log.c.code == sa.bindparam("table"), log.c.seq == sa.bindparam("before"))
GET_UP = seats.delete().where(seats.c.player_hash == sa.bindparam("player"), seats.c.code == sa.bindparam("table"))

Fate = Exception | None


@dataclass(frozen=True)
class Append:
    """What one caller wants written, all or nothing, and the caller's future."""

    rows: Sequence[Row]
    abouts: Sequence[About]
    seatings: Sequence[Seating]
    done: asyncio.Future[None]


class Writer:
    """Writes appends in groups; `submit` from the event loop, results come back to it."""

    def __init__(self, database: Database, loop: asyncio.AbstractEventLoop, author: str) -> None:
        self.groups = 0
        """How many transactions were committed."""
        self._database = database
        self._loop = loop
        self._author = author
        insert = sqlite.insert if database.sqlite else postgresql.insert
        self._put_about = _put(insert(tables), "game", "status", "changed_at", "summary")
        self._put_seating = _put(insert(seats), "seat", "changed_at")
        self._written: dict[str, int] = {}
        """Rows known to be there, so that they need not be looked up; rows are never removed."""
        self._waiting: queue.SimpleQueue[Append | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="parlour-writer", daemon=True)
        self._thread.start()

    def submit(self, append: Append) -> None:
        """Put something in the queue; its future tells when it is on disk."""
        self._waiting.put(append)

    def finish(self) -> None:
        """Write what waits, then stop; blocks."""
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
                return  # the loop is gone, and everybody who waited with it

    def _fates(self, group: Sequence[Append]) -> Sequence[Fate]:
        """Write a group; a connection found dead before the commit is replaced once."""
        problem = "the writer met an unexpected error"
        for _ in range(2):
            committing = False
            try:
                with self._database.writer.connect() as connection:
                    fates = self._write_group(connection, group)
                    committing = True
                    connection.commit()
                self.groups += 1
                self._remember(group, fates)
                return fates
            except SQLAlchemyError as error:
                problem = reason(error)
                self._written.clear()  # what comes back may be an older copy
                if committing:
                    break  # it may have been written: trying again could say `Taken` to the one who took it
            except Exception as error:  # whatever it is, the writer lives on and nobody waits for ever
                problem = f"the writer met an unexpected {type(error).__name__}"
                break
        return [StoreFailed(f"the database cannot be written: {problem}")] * len(group)

    def _write_group(self, connection: sa.Connection, group: Sequence[Append]) -> Sequence[Fate]:
        """All at once; if one of them is refused, each by itself, so that it does not spoil the others."""
        try:
            self._write(connection, group)
            self._notify(connection, group)
            return [None] * len(group)
        except (Taken, IntegrityError, DataError) as error:
            connection.rollback()
            if len(group) == 1:
                return [_refusal(error)]
        fates: list[Fate] = []
        for append in group:
            try:
                with connection.begin_nested():
                    self._write(connection, [append])
                fates.append(None)
            except (Taken, IntegrityError, DataError) as error:
                fates.append(_refusal(error))
        self._notify(connection, [append for append, fate in zip(group, fates, strict=True) if fate is None])
        return fates

    def _write(self, connection: sa.Connection, group: Sequence[Append]) -> None:
        self._check_places(connection, group)
        # In one order everywhere: processes that write to the same tables wait for each other, never in a circle.
        rows = sorted((row for append in group for row in append.rows), key=lambda row: (row.table, row.seq))
        connection.execute(log.insert(), [_log_values(row, self._author) for row in rows])
        abouts = {about.table: about for append in group for about in append.abouts}
        if abouts:
            connection.execute(self._put_about, [_about_values(abouts[table]) for table in sorted(abouts)])
        seatings = {(seating.table, seating.player): seating for append in group for seating in append.seatings}
        ordered = [seatings[key] for key in sorted(seatings)]
        if sitting := [_seating_values(one) for one in ordered if one.seat is not None]:
            connection.execute(self._put_seating, sitting)
        if leaving := [{"player": one.player, "table": one.table} for one in ordered if one.seat is None]:
            connection.execute(GET_UP, leaving)

    def _check_places(self, connection: sa.Connection, group: Sequence[Append]) -> None:
        """Each row follows the one before it; that the place is free is seen to by the database itself."""
        following: dict[str, int] = {}
        for append in group:
            for row in append.rows:
                if row.table not in following and row.seq > 1 + self._written.get(row.table, 0):
                    before = {"table": row.table, "before": row.seq - 1}
                    if connection.execute(IS_THERE, before).first() is None:
                        raise Taken
                elif row.seq != following.get(row.table, row.seq):
                    raise Taken
                following[row.table] = row.seq + 1

    def _remember(self, group: Sequence[Append], fates: Sequence[Fate]) -> None:
        if len(self._written) > REMEMBERED:
            self._written.clear()
        for append, fate in zip(group, fates, strict=True):
            if fate is None:
                self._written.update((row.table, row.seq) for row in append.rows)

    def _notify(self, connection: sa.Connection, group: Sequence[Append]) -> None:
        """PostgreSQL tells the other processes when the transaction commits; a SQLite file is watched instead."""
        if self._database.sqlite or not group:
            return
        last = {row.table: row.seq for append in group for row in append.rows}
        notices = [f"{self._author} {seq} {table}" for table, seq in last.items()]
        each = sa.func.unnest(sa.cast(notices, postgresql.ARRAY(sa.Text()))).table_valued("notice").render_derived()
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, each.c.notice)))


def check(append: Append) -> None:
    """Refuse what no database could keep, before it meets the rows of others."""
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
    for about in append.abouts:
        _check_place(about.table, about.changed_at)
        _check_text(about.game, about.status)
        _check_json(about.summary)
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
    """Whether every database can hold this; what cannot be written is not looked for either."""
    return "\0" not in text and _converts(text.encode)


def _check_text(*texts: str) -> None:
    for text in texts:
        if not is_text(text):
            raise BadRow("this text cannot be written down")


def _check_json(data: bytes) -> None:
    if b"\0" in data or not _converts(data.decode):
        raise BadRow("data must be JSON in UTF-8")


def _converts(convert: Callable[[], object]) -> bool:
    try:
        convert()
    except UnicodeError:
        return False
    return True


def _refusal(error: Exception) -> Exception:
    """How a caller is told: a place that is taken, or a row the database does not accept."""
    if isinstance(error, DataError):
        return BadRow("the database does not accept this row")
    return Taken()


def _log_values(row: Row, author: str) -> dict[str, object]:
    return {
        "code": row.table,
        "seq": row.seq,
        "kind": row.kind,
        "data": row.data.decode(),
        "at": row.at,
        "once": row.once,
        "author": author,
    }


def _about_values(about: About) -> dict[str, object]:
    return {
        "code": about.table,
        "game": about.game,
        "status": about.status,
        "changed_at": about.changed_at,
        "summary": about.summary.decode(),
    }


def _seating_values(seating: Seating) -> dict[str, object]:
    return {
        "code": seating.table,
        "player_hash": seating.player,
        "seat": seating.seat,
        "changed_at": seating.changed_at,
    }


def _put(adding: sqlite.Insert | postgresql.Insert, *changing: str) -> sa.Executable:
    """Add a row, or change these columns of the one that is there."""
    new = {name: adding.excluded[name] for name in changing}
    return adding.on_conflict_do_update(index_elements=list(adding.table.primary_key), set_=new)


def _tell(group: Iterable[Append], fates: Iterable[Fate]) -> None:
    """In the event loop: every caller that still waits learns what became of its append."""
    for append, fate in zip(group, fates, strict=True):
        if append.done.done():
            continue
        if fate is None:
            append.done.set_result(None)
        else:
            append.done.set_exception(fate)
