"""The store keeps what it said it kept, on SQLite and on PostgreSQL."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Awaitable, Sequence
from pathlib import Path

import psycopg
import pytest

from parlour.server.store.database import Database
from parlour.server.store.store import (
    EVERYTHING,
    BadRow,
    ChangeHint,
    Row,
    SeatRow,
    Sitting,
    Store,
    StoreFailed,
    TableListing,
    Taken,
)
from parlour.server.store.writer import IS_THERE, Append, Fate
from server import workers
from server.postgres import Postgres
from server.stores import PATIENCE, opened, url, with_store
from server.workers import row

__all__ = ["url"]

SPAWN = multiprocessing.get_context("spawn")


async def taken(append: Awaitable[None]) -> bool:
    try:
        await append
    except Taken:
        return True
    return False


# Writing and reading


def test_rows_come_back_as_they_were_written(url: str) -> None:
    written = [
        Row("K7PQ", 1, "new", '{"who":"Zoë ♠","zero":"\\u0000"}'.encode(), 1731700000.123456, "a"),
        Row("K7PQ", 2, "act", b"[]", 1731700001.0),
        Row("K7PQ", 3, "act", b"null", 1731700002.5, "b"),
    ]

    async def write(store: Store) -> None:
        await store.append(written[:2])
        await store.append(written[2:])

    async def read(store: Store) -> None:
        found = await store.rows("K7PQ")
        assert [(r.seq, r.kind, r.data, r.at, r.once) for r in found] == [
            (r.seq, r.kind, r.data, r.at, r.once) for r in written
        ]
        assert len({r.author for r in found}) == 1 and store.author not in {r.author for r in found}
        assert await store.rows("K7PQ", after=2) == found[2:]
        assert await store.rows("k7pq") == []
        assert await store.heads(["K7PQ", "none"]) == {"K7PQ": 3}

    with_store(url, write)
    with_store(url, read)


def test_a_place_is_taken_once(url: str) -> None:
    async def work(store: Store) -> None:
        await store.append([row("T", 1)])
        assert await taken(store.append([row("T", 1)]))
        assert await taken(store.append([row("T", 1), row("T", 2)]))
        assert await taken(store.append([row("T", 3)])), "a gap"
        assert [r.seq for r in await store.rows("T")] == [1]

    with_store(url, work)


def test_a_key_works_once_at_a_table(url: str) -> None:
    async def work(store: Store) -> None:
        await store.append([row("T", 1, "click")])
        await store.append([row("U", 1, "click")])
        assert await taken(store.append([row("T", 2), row("T", 3, "click")]))
        await store.append([row("T", 2), row("T", 3)])
        assert [r.once for r in await store.rows("T")] == ["click", None, None]

    with_store(url, work)


def test_all_of_an_append_or_nothing(url: str) -> None:
    async def work(store: Store) -> None:
        await store.append([row("T", 1)], [TableListing("T", "memory", "lobby", 1.0)])
        await store.append([row("U", 1)])
        refused = store.append(
            [row("T", 2), row("U", 1)], [TableListing("T", "memory", "over", 2.0)], [SeatRow("T", "ann", 0, 2.0)]
        )
        assert await taken(refused)
        assert await store.heads(["T", "U"]) == {"T": 1, "U": 1}
        assert await store.listing("T") == TableListing("T", "memory", "lobby", 1.0)
        assert await store.tables_of("ann") == []

    with_store(url, work)


def test_lists_of_tables_and_who_sits_where(url: str) -> None:
    async def work(store: Store) -> None:
        old, new = (
            TableListing("T", "memory", "playing", 1.0, b'{"names":["Ann"]}'),
            TableListing("U", "st-croix", "lobby", 2.0),
        )
        await store.append([row("T", 1)], [old], [SeatRow("T", "ann", 0, 1.0), SeatRow("T", "bob", 1, 1.0)])
        await store.append([row("U", 1)], [new], [SeatRow("U", "ann", 3, 2.0)])
        assert await store.unfinished() == [new, old]
        assert await store.tables_of("ann") == [Sitting(new, 3), Sitting(old, 0)]
        over = TableListing("T", "memory", "over", 3.0)
        await store.append([row("T", 2)], [over], [SeatRow("T", "ann", 1, 3.0), SeatRow("T", "bob", None, 3.0)])
        assert await store.unfinished() == [new]
        assert await store.tables_of("ann") == [Sitting(over, 1), Sitting(new, 3)]
        assert await store.tables_of("bob") == []
        assert await store.listing("T") == over and await store.listing("V") is None
        await store.append(
            [row("U", 2), row("V", 1)], [TableListing("U", "g", "closed", 4.0), TableListing("V", "g", "lobby", 4.0)]
        )
        assert [listing.table for listing in await store.unfinished()] == ["V"]

    with_store(url, work)


@pytest.mark.parametrize(
    "bad",
    [
        [],
        [row("T", 0)],
        [row("T", 2**31)],
        [row("T", 1), row("T", 3)],
        [row("", 1)],
        [row("T" * 65, 1)],
        [row("T\0", 1)],
        [row("T", 1, "\ud800")],
        [row("T", 1, "a\0b")],
        [row("T", 1, data=b"\xff")],
        [row("T", 1, data=b"\0")],
        [Row("T", 1, "act", b"{}", float("nan"))],
    ],
)
def test_what_cannot_be_written_is_refused_before_it_meets_others(bad: list[Row], tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(BadRow):
            await store.append(bad)
        await store.append([row("T", 1)])

    with_store(str(tmp_path / "tables.db"), work)


@pytest.mark.parametrize("text", ["", "a\0b", "\ud800", "' OR 1=1 --", "x" * 100_000])
def test_what_nobody_could_have_written_is_simply_not_there(url: str, text: str) -> None:
    async def work(store: Store) -> None:
        await store.append([row("T", 1)], [TableListing("T", "memory", "lobby", 1.0)], [SeatRow("T", "ann", 0, 1.0)])
        assert await store.rows(text) == [] and await store.listing(text) is None
        assert await store.heads([text, "T"]) == {"T": 1} and await store.tables_of(text) == []

    with_store(url, work)


# Groups


def test_what_waits_is_committed_together_and_one_refusal_spoils_nothing(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        await store.append([row("t0", 1, "used")])
        before, together = store._writer.groups, threading.Event()
        writes = store._writer._fates

        def when_all_wait(group: Sequence[Append]) -> Sequence[Fate]:
            together.wait()
            return writes(group)

        monkeypatch.setattr(store._writer, "_fates", when_all_wait)
        free = [store.append([row(f"t{n}", 1)]) for n in range(1, 100)]
        refused = [
            store.append([row("t0", 1)]),  # taken
            store.append([row("t0", 2, "used")]),  # a key used before
            store.append([row("t0", 3)]),  # follows the one that was refused
        ]
        again = [store.append([row("t5", 2)]), store.append([row("t5", 3)])]  # asked for without waiting
        asked = [asyncio.ensure_future(one) for one in (*free, *again, *refused)]
        await asyncio.sleep(0)
        together.set()
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert results[: len(free) + 2] == [None] * (len(free) + 2)
        assert [type(result) for result in results[len(free) + 2 :]] == [Taken] * 3
        assert store._writer.groups - before <= 2, "the first one, and all that came meanwhile"
        heads = await store.heads([f"t{n}" for n in range(100)])
        assert heads == {f"t{n}": 3 if n == 5 else 1 for n in range(100)}

    with_store(url, work)


def test_closing_waits_for_what_was_asked(url: str) -> None:
    async def first() -> None:
        store = await Store.open(url)
        waiting = [asyncio.ensure_future(store.append([row(f"t{n}", 1)])) for n in range(50)]
        await asyncio.sleep(0)
        await store.close()
        assert all(append.done() for append in waiting)
        await store.close()
        assert await asyncio.gather(*waiting) == [None] * 50
        with pytest.raises(StoreFailed, match="closed"):
            await store.append([row("late", 1)])
        with pytest.raises(StoreFailed, match="closed"):
            await store.rows("t1")
        assert [hint async for hint in store.subscribe()] == []

    async def second(store: Store) -> None:
        assert len(await store.heads([f"t{n}" for n in range(50)])) == 50

    asyncio.run(asyncio.wait_for(first(), PATIENCE))
    with_store(url, second)


def test_a_caller_who_gave_up_disturbs_nobody(url: str) -> None:
    async def work(store: Store) -> None:
        gone = asyncio.ensure_future(store.append([row("T", 1)]))
        await asyncio.sleep(0)
        gone.cancel()
        await store.append([row("U", 1)])
        await store.append([row("U", 2)])
        assert await store.heads(["T", "U"]) == {"T": 1, "U": 2}

    with_store(url, work)


def test_finding_the_row_before_does_not_read_the_whole_log(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "tables.db"))
    database.prepare()
    with database.reader.connect() as connection:
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {IS_THERE}", ("T", 1)).all()
    database.close()
    assert ["SEARCH" in step.detail and "INDEX" in step.detail for step in plan] == [True]


# Several processes


def test_two_processes_open_a_fresh_database_and_write_to_one_table(url: str) -> None:
    times = 200
    start = SPAWN.Barrier(2)
    processes = [SPAWN.Process(target=workers.contend, args=(url, name, times, start)) for name in ("ann", "bob")]
    for process in processes:
        process.start()
    for process in processes:
        process.join(PATIENCE)
    assert [process.exitcode for process in processes] == [0, 0]

    async def read(store: Store) -> None:
        rows = await store.rows("busy")
        assert [r.seq for r in rows] == list(range(1, 2 * times + 1))
        assert sorted(str(r.once) for r in rows) == sorted(
            f"{name}-{n}" for name in ("ann", "bob") for n in range(times)
        )

    with_store(url, read)


def test_hints_of_what_other_processes_write(url: str) -> None:
    go = SPAWN.Event()

    async def work(store: Store) -> None:
        hints = store.subscribe()
        assert await anext(hints) == EVERYTHING
        await store.append([row("mine", 1)])
        process = SPAWN.Process(target=workers.write_one, args=(url, "theirs", go))
        process.start()
        try:
            await store.append([row("mine", 2)])
            go.set()
            assert await anext(hints) == ChangeHint("theirs", 1)
            assert [r.seq for r in await store.rows("theirs")] == [1]
            assert await anext(store.subscribe()) == EVERYTHING
        finally:
            go.set()
            await asyncio.to_thread(process.join, PATIENCE)

    with_store(url, work)


def test_hints_that_nobody_read_yet_are_kept_short(url: str) -> None:
    async def work(store: Store) -> None:
        async with opened(url) as other:
            hints = store.subscribe()
            assert await anext(hints) == EVERYTHING
            for seq in range(1, 6):
                await other.append([row("T", seq)])
            await other.append([row("U", 1)])
            seen: list[ChangeHint] = []
            while not seen or seen[-1].table != "U":
                seen.append(await anext(hints))
            assert ChangeHint("T", 5) in seen and len(seen) <= 6

    with_store(url, work)


@pytest.mark.parametrize("notice", ["", "hello", "a b c", "a 1 ", "a ² T"])
def test_a_stranger_s_notice_only_says_that_something_happened(postgres: Postgres, notice: str) -> None:
    url = postgres.new_database()

    async def work(store: Store) -> None:
        hints = store.subscribe()
        assert await anext(hints) == EVERYTHING
        with psycopg.connect(url, autocommit=True) as stranger:
            stranger.execute("SELECT pg_notify('parlour', %s)", [notice])
            assert await anext(hints) == EVERYTHING
            stranger.execute("SELECT pg_notify('parlour', 'a 7 T U')")
            assert await anext(hints) == ChangeHint("T U", 7)

    with_store(url, work)


@pytest.mark.parametrize("reports", [1, 37, 400])
def test_killed_in_the_middle_everything_reported_is_there(url: str, reports: int) -> None:
    here, there = SPAWN.Pipe(duplex=False)
    process = SPAWN.Process(target=workers.write_until_killed, args=(url, there))
    process.start()
    there.close()
    assert here.recv() == process.pid
    reported: dict[str, int] = {}
    try:
        for _ in range(reports):
            code, seq = here.recv()
            reported[code] = seq
    finally:
        os.kill(process.pid or 0, signal.SIGKILL)
    try:
        while True:  # what it said before it died and we had not heard yet
            code, seq = here.recv()
            reported[code] = seq
    except (EOFError, OSError):
        process.join(PATIENCE)
    assert process.exitcode == -signal.SIGKILL

    async def read(store: Store) -> None:
        for code, last in reported.items():
            seqs = [r.seq for r in await store.rows(code)]
            assert seqs == list(range(1, len(seqs) + 1)) and len(seqs) >= last
            await store.append([row(code, len(seqs) + 1)])

    with_store(url, read)


# Databases that fail


def test_a_full_disk_fails_the_append_and_nothing_else(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.append([row("T", 1)])
        with store._database.writer.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        big = row("T", 2, data=b'"secret%s"' % (b"x" * 100_000))
        with pytest.raises(StoreFailed, match="full") as failure:
            await store.append([big])
        assert "secret" not in str(failure.value) and failure.value.__cause__ is None
        assert [r.seq for r in await store.rows("T")] == [1]
        with store._database.writer.connect() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count=1000000")
        await store.append([big])
        assert [r.seq for r in await store.rows("T")] == [1, 2]

    with_store(str(tmp_path / "tables.db"), work)


def test_a_database_server_that_goes_and_comes_back(postgres: Postgres) -> None:
    async def work(store: Store) -> None:
        hints = store.subscribe()
        assert await anext(hints) == EVERYTHING
        await store.append([row("T", 1)])
        await asyncio.to_thread(postgres.stop)
        try:
            with pytest.raises(StoreFailed, match="cannot be written"):
                await store.append([row("T", 2)])
            with pytest.raises(StoreFailed, match="cannot be read"):
                await store.rows("T")
        finally:
            await asyncio.to_thread(postgres.start)
        assert await anext(hints) == EVERYTHING
        assert [r.seq for r in await store.rows("T")] == [1]
        await store.append([row("T", 2)])
        await asyncio.to_thread(postgres.stop)
        await asyncio.to_thread(postgres.start)
        await store.append([row("T", 3)])  # the connection died while nobody used it: nobody needs to know
        assert [r.seq for r in await store.rows("T")] == [1, 2, 3]

    with_store(postgres.new_database(), work)
