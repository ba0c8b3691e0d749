"""Opening a store: fresh, again, by several at once, and where that cannot work."""

import asyncio
import os
import pwd
import shutil
import sqlite3
import tempfile
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from parlour.core.errors import ParlourError
from parlour.server.store import migrations
from parlour.server.store.database import MIGRATION_LOCK, Database, metadata
from parlour.server.store.store import (
    BadDatabase,
    Store,
)
from server.postgres import Postgres
from server.stores import PATIENCE, url, with_store
from server.workers import row

__all__ = ["url"]


def test_opening_again_changes_nothing_and_matches_the_code(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    async def write(store: Store) -> None:
        await store.append([row("T", 1)])

    async def read(store: Store) -> None:
        assert await store.heads(["T"]) == {"T": 1}

    with_store(url, write)
    with_store(url, read)
    database = Database(url)
    with database.writer.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        if database.sqlite:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    database.close()


def test_the_newest_step_is_named() -> None:
    from alembic.script import ScriptDirectory

    assert ScriptDirectory(str(Path(migrations.__file__).parent)).get_heads() == [migrations.HEAD]


def test_stores_of_one_process_opened_at_once(url: str) -> None:
    async def work() -> None:
        stores = await asyncio.gather(*[Store.open(url) for _ in range(4)])
        for number, store in enumerate(stores):
            await store.append([row("T", number + 1)])
        for store in stores:
            await store.close()

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_processes_take_turns_in_making_the_tables(postgres: Postgres) -> None:
    url = postgres.new_database()
    waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"

    async def work() -> None:
        with psycopg.connect(url) as first, psycopg.connect(url, autocommit=True) as looking:
            first.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATION_LOCK])
            second = asyncio.ensure_future(Store.open(url))
            while looking.execute(waits).fetchone() == (0,):
                assert not second.done(), "it did not wait for its turn"
                await asyncio.sleep(0.01)
            first.rollback()
            await (await second).close()

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_a_server_made_without_a_locale_keeps_every_letter(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE plain TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'")
    said = row("T", 1, data='{"name": "Zoë 🂡"}'.encode())

    async def write(store: Store) -> None:
        await store.append([said])

    async def read(store: Store) -> None:
        assert [one.data for one in await store.rows("T")] == [said.data]

    with_store(postgres.url("plain"), write)
    with_store(postgres.url("plain"), read)


def test_a_server_set_to_be_quick_rather_than_safe_is_made_safe(postgres: Postgres) -> None:
    url = postgres.new_database()
    with psycopg.connect(url, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off'.encode())
        connection.execute(f"ALTER DATABASE \"{name}\" SET default_transaction_isolation = 'serializable'".encode())
    database = Database(url)
    with database.writer.connect() as writing:
        assert writing.execute(sa.text("SHOW synchronous_commit")).scalar() == "on"
        assert writing.execute(sa.text("SHOW transaction_isolation")).scalar() == "read committed"
    database.close()


def test_a_database_of_a_newer_parlour_is_left_alone(url: str) -> None:
    async def nothing(store: Store) -> None:
        pass

    with_store(url, nothing)
    database = Database(url)
    with database.writer.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    with pytest.raises(BadDatabase, match="newer version"):
        with_store(url, nothing)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("", "file path"),
        (":memory:", "file path"),
        ("sqlite:tables.db", "file path"),
        ("sqlite://", "three slashes"),
        ("sqlite://tables.db", "three slashes"),
        ("sqlite:///:memory:", "three slashes"),
        ("mysql://root:hunter2@box/games", "SQLite or PostgreSQL, not in 'mysql'"),
        ("postgresql://me:hunter2@box:port/games", "cannot be read"),
        ("postgresql://me:hunter2@127.0.0.1:1/games", "(?i)connection"),
        ("postgresql://me:hunter2@/games?host=/nowhere", "(?i)connection"),
    ],
)
def test_addresses_that_lead_nowhere_are_explained(address: str, words: str) -> None:
    with pytest.raises(BadDatabase, match=words) as failure:
        asyncio.run(Store.open(address))
    assert isinstance(failure.value, ParlourError)
    assert "hunter2" not in str(failure.value) and "\n" not in str(failure.value)


def test_files_that_cannot_be_used_are_explained(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("this is no database, only a text that is long enough to be one" * 50)
    with pytest.raises(BadDatabase, match="not a database"):
        asyncio.run(Store.open(str(tmp_path / "notes.txt")))
    with pytest.raises(BadDatabase, match="directory"):
        asyncio.run(Store.open(str(tmp_path)))
    with pytest.raises(BadDatabase, match="cannot write"):
        asyncio.run(Store.open(str(tmp_path / "notes.txt" / "tables.db")))
    with pytest.raises(BadDatabase, match="cannot write"):
        asyncio.run(Store.open("/proc/tables.db"))


def test_a_read_only_folder_is_explained() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o555)
        me = os.geteuid()
        if me == 0:
            os.seteuid(pwd.getpwnam("nobody").pw_uid)  # root may write everywhere
        try:
            with pytest.raises(BadDatabase, match=r"cannot write the database file .*: Permission denied"):
                asyncio.run(Store.open(f"{folder}/tables.db"))
        finally:
            os.seteuid(me)
            Path(folder).chmod(0o755)


def test_folders_are_made_and_a_copied_file_is_a_backup(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        await store.append([row("T", 1)])

    async def read(store: Store) -> None:
        assert await store.heads(["T"]) == {"T": 1}

    path = tmp_path / "new" / "folder" / "tables.db"
    with_store(str(path), write)
    assert sorted(p.name for p in path.parent.iterdir()) == ["tables.db"], "closing leaves one complete file"
    shutil.copy(path, tmp_path / "copy.db")
    with_store(f"sqlite:///{tmp_path / 'copy.db'}", read)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
