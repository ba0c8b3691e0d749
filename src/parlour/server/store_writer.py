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
                return fates
            except SQLAlchemyError as error:
                problem = reason(error)
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
        insert = sqlite.insert if self._database.sqlite else postgresql.insert
        abouts = {about.table: about for append in group for about in append.abouts}
        if abouts:
            adding = insert(tables)
            changing = {name: adding.excluded[name] for name in ("game", "status", "changed_at", "summary")}
            values = [_about_values(abouts[table]) for table in sorted(abouts)]
            connection.execute(adding.on_conflict_do_update(index_elements=["code"], set_=changing), values)
        seatings = {(seating.table, seating.player): seating for append in group for seating in append.seatings}
        sitting = [seatings[key] for key in sorted(seatings) if seatings[key].seat is not None]
        leaving = [seatings[key] for key in sorted(seatings) if seatings[key].seat is None]
        if sitting:
            adding = insert(seats)
            changing = {name: adding.excluded[name] for name in ("seat", "changed_at")}
            connection.execute(
                adding.on_conflict_do_update(index_elements=["player_hash", "code"], set_=changing),
                [
                    {"player_hash": one.player, "code": one.table, "seat": one.seat, "changed_at": one.changed_at}
                    for one in sitting
                ],
            )
        if leaving:
            which = (seats.c.player_hash == sa.bindparam("player")) & (seats.c.code == sa.bindparam("table"))
            connection.execute(seats.delete().where(which), [{"player": s.player, "table": s.table} for s in leaving])

    def _check_places(self, connection: sa.Connection, group: Sequence[Append]) -> None:
        """Each row follows the one before it; that the place is free is seen to by the database itself."""
        following: dict[str, int] = {}
        before: set[tuple[str, int]] = set()
        for append in group:
            for row in append.rows:
                if row.seq != following.get(row.table, row.seq):
                    raise Taken
                if row.table not in following and row.seq > 1:
                    before.add((row.table, row.seq - 1))
                following[row.table] = row.seq + 1
        if before:
            there = sa.select(sa.func.count()).where(sa.tuple_(log.c.code, log.c.seq).in_(sorted(before)))
            if connection.execute(there).scalar_one() != len(before):
                raise Taken

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


def _check_text(*texts: str) -> None:
    for text in texts:
        if "\0" in text or not _converts(text.encode):
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


def _tell(group: Iterable[Append], fates: Iterable[Fate]) -> None:
    """In the event loop: every caller that still waits learns what became of its append."""
    for append, fate in zip(group, fates, strict=True):
        if append.done.done():
            continue
        if fate is None:
            append.done.set_result(None)
        else:
            append.done.set_exception(fate)
