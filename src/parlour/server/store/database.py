"""The store's tables, and the way to a database that holds them."""

import os
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError, SQLAlchemyError

from parlour.server.store import migrations
from parlour.server.store.types import BadDatabase

if TYPE_CHECKING:
    import sqlite3

    import psycopg

READERS = 4
PATIENCE = 10.0  # seconds to wait for another process that is writing
STATEMENT = 15.0  # seconds of one statement; migrations have no limit
BUSY = (5, 6)  # SQLITE_BUSY and SQLITE_LOCKED, without their extended part
LIVELY: dict[str, object] = {
    "application_name": "parlour",
    "connect_timeout": 5,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
    "client_encoding": "utf-8",  # a server made without a locale would otherwise send bytes for text
}
"""A connection to PostgreSQL that died in silence is noticed within half a minute, not after hours."""
MIGRATION_LOCK = 0x7061726C6F7572  # arbitrary; every process asks PostgreSQL for the same lock

metadata = sa.MetaData()

log = sa.Table(
    "log",
    metadata,
    # Other processes find new rows in a SQLite file by this number: it grows in the order of commits.
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=True),
    sa.Column("code", sa.Text(), nullable=False),
    sa.Column("seq", sa.Integer(), nullable=False),
    sa.Column("kind", sa.Text(), nullable=False),
    sa.Column("data", sa.Text(), nullable=False),
    sa.Column("at", sa.Double(), nullable=False),
    sa.Column("once", sa.Text(), nullable=True),
    sa.Column("author", sa.Text(), nullable=False),
    sa.UniqueConstraint("code", "seq", name="log_code_seq"),
    # The migration makes a partial index, for rows with a `once`; declaring that here would import every driver.
    sa.Index("log_once", "code", "once", unique=True),
)
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("code", sa.Text(), primary_key=True),
    sa.Column("game", sa.Text(), nullable=False),
    sa.Column("status", sa.Text(), nullable=False),
    sa.Column("changed_at", sa.Double(), nullable=False),
    sa.Column("summary", sa.Text(), nullable=False),
    sa.Index("tables_status", "status"),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("player_hash", sa.Text(), primary_key=True),
    sa.Column("code", sa.Text(), primary_key=True),
    sa.Column("seat", sa.Integer(), nullable=False),
    sa.Column("changed_at", sa.Double(), nullable=False),
)
presence = sa.Table(
    "presence",
    metadata,
    sa.Column("worker", sa.Text(), primary_key=True),
    sa.Column("until", sa.Double(), nullable=False),
    sa.Column("here", sa.Text(), nullable=False),
)
"""Not part of the log: see `presence_sync.py`."""
handovers = sa.Table(
    "handovers",
    metadata,
    sa.Column("code_hash", sa.Text(), primary_key=True),
    sa.Column("sealed", sa.Text(), nullable=False),
    sa.Column("until", sa.Double(), nullable=False),
)
"""Not part of the log: see `device_codes.py`."""
rates = sa.Table(
    "rates",
    metadata,
    sa.Column("source", sa.Text(), primary_key=True),
    sa.Column("until", sa.Double(), nullable=False),
)
"""Not part of the log: see `shared_rates.py`."""
health = sa.Table(
    "health",
    metadata,
    sa.Column("worker", sa.Text(), primary_key=True),
    sa.Column("at", sa.Double(), nullable=False),
)
"""Not part of the log: see `Store.check_health`."""


class Database:
    """Connections to one database: one that writes, some that read."""

    def __init__(self, url: str) -> None:
        self.url = parse(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        connecting: dict[str, object] = {"timeout": PATIENCE}
        if not self.sqlite:
            connecting = {key: value for key, value in LIVELY.items() if key not in self.url.query}
        # Parameters stay hidden: rows hold hidden cards, which must never appear in messages or logs.
        self.writer = sa.create_engine(
            self.url, connect_args=connecting, hide_parameters=True, pool_size=1, max_overflow=0
        )
        self.reader = sa.create_engine(
            self.url,
            connect_args=connecting,
            hide_parameters=True,
            pool_size=READERS + 1,
            max_overflow=0,
            pool_pre_ping=not self.sqlite,
            isolation_level="AUTOCOMMIT",
        )
        for engine in (self.writer, self.reader):
            event.listen(engine, "connect", _settle_sqlite if self.sqlite else _settle_postgres)
        if self.sqlite:
            event.listen(self.writer, "connect", _leave_transactions_to_us)
            event.listen(self.writer, "begin", _begin_as_writer)

    def prepare(self) -> None:
        """Create or migrate the tables; safe when several processes do it at the same time."""
        try:
            if self.sqlite:
                self._prepare_file()
            with self.reader.connect() as connection:
                here = _step(connection)
            if here == migrations.HEAD:
                return
            if here is not None and here > migrations.HEAD:
                raise BadDatabase("This database was made by a newer version of Parlour.")
            # Takes seconds on a busy machine; in a transaction PostgreSQL would lose patience meanwhile.
            import_module("alembic.command")
            with self.writer.begin() as connection:
                if not self.sqlite:
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
                    connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
                migrations.upgrade(connection)
        except SQLAlchemyError as error:
            raise BadDatabase(f"Parlour cannot use {self._name()}: {reason(error)}.") from None

    def _prepare_file(self) -> None:
        path = Path(self.url.database or "")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # It holds seeds and hands: a new file is for its owner only. SQLite gives its other files the same rights.
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as error:
            raise BadDatabase(f"Parlour cannot write the database file {path}: {error.strerror}.") from None
        give_up = time.monotonic() + PATIENCE
        while True:  # SQLite's busy timeout does not cover two processes that change the journal mode of a new file
            try:
                with self.reader.connect() as connection:
                    if connection.exec_driver_sql("PRAGMA journal_mode").scalar() != "wal":
                        # Only possible in a new file: the space of deleted tables can be given back.
                        connection.exec_driver_sql("PRAGMA auto_vacuum=INCREMENTAL")
                        connection.exec_driver_sql("PRAGMA journal_mode=WAL")
                return
            except OperationalError as error:
                if getattr(error.orig, "sqlite_errorcode", 0) & 0xFF not in BUSY or time.monotonic() > give_up:
                    raise
                time.sleep(0.02)

    def _name(self) -> str:
        if self.sqlite:
            return f"the database file {self.url.database}"
        return f"the PostgreSQL database {self.url.render_as_string(hide_password=True)}"

    def close(self) -> None:
        """Close every connection."""
        self.reader.dispose()
        self.writer.dispose()


def parse(url: str) -> sa.URL:
    """The address of a database: `sqlite:///file`, a plain path, or `postgresql://…`.

    >>> parse("games.db").database
    'games.db'
    >>> parse("postgres://me@box/games").drivername
    'postgresql+psycopg'
    """
    scheme, mark, _ = url.partition("://")
    if not mark:
        if not url.strip() or url.startswith((":memory:", "sqlite:", "postgres:", "postgresql:", "file:")):
            raise BadDatabase("A database is a file path, sqlite:///path/to/file or postgresql://user@host/name.")
        return sa.URL.create("sqlite", database=str(Path(url).expanduser()))
    try:
        parsed = sa.make_url(url)
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise BadDatabase("This database address cannot be read; write postgresql://user@host/name.") from None
    match scheme:
        case "sqlite":
            if not parsed.database or parsed.database == ":memory:" or parsed.host:
                raise BadDatabase("Tables need a file on disk; write sqlite:///path/to/file with three slashes.")
            return sa.URL.create("sqlite", database=str(Path(parsed.database).expanduser()))
        case "postgresql" | "postgres" | "postgresql+psycopg":
            return parsed.set(drivername="postgresql+psycopg")
    raise BadDatabase(f"Tables are kept in SQLite or PostgreSQL, not in {scheme!r}.")


def reason(error: Exception) -> str:
    """A database error's message without a row's contents."""
    complaint = error.orig if isinstance(error, DBAPIError) else error
    primary = getattr(getattr(complaint, "diag", None), "message_primary", None)  # PostgreSQL's details quote values
    text = str(primary or complaint).strip().splitlines()
    return text[0] if text else type(complaint).__name__


def _step(connection: sa.Connection) -> str | None:
    """The migration step a database is at."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    step = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return None if step is None else str(step)


def _settle_sqlite(connection: "sqlite3.Connection", _record: object) -> None:
    connection.execute("PRAGMA synchronous=FULL")
    # A statement journal lives only as long as its statement: keep it in memory.
    connection.execute("PRAGMA temp_store=MEMORY")


def _settle_postgres(connection: "psycopg.Connection", _record: object) -> None:
    """Make commits durable and isolation read committed, whatever the server's configuration."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        )
        cursor.execute("SET default_transaction_isolation = 'read committed'")
        # A process that froze while writing does not block the others for ever.
        cursor.execute(f"SET lock_timeout = '{PATIENCE:.0f}s'".encode())
        cursor.execute(f"SET statement_timeout = '{STATEMENT:.0f}s'".encode())
        cursor.execute(f"SET idle_in_transaction_session_timeout = '{PATIENCE:.0f}s'".encode())
    connection.commit()


def _leave_transactions_to_us(connection: "sqlite3.Connection", _record: object) -> None:
    connection.isolation_level = None


def _begin_as_writer(connection: sa.Connection) -> None:
    """Take the write lock at once: a transaction that reads first could fail to upgrade its lock."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
