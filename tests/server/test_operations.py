"""Running a server for long: health, metrics, logs, retention, idle tables, restarts without an interruption."""

import asyncio
import json
import logging
import os
import re
import signal
import sqlite3
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from parlour.core.errors import ParlourError
from parlour.server.http import health
from parlour.server.http.metrics import Metrics
from parlour.server.live import registry as registry_module
from parlour.server.live.connection import Has
from parlour.server.live.registry import HOUR, Registry
from parlour.server.live.slots import PEOPLE
from parlour.server.live.worker_pool import WorkerPool
from parlour.server.log import decide
from parlour.server.log.entries import LogEntry
from parlour.server.log.table import Table
from parlour.server.log_format import JsonLines
from parlour.server.protocol import messages
from parlour.server.protocol.http_messages import NewTable
from parlour.server.settings import Settings, TablePolicy
from parlour.server.startup import tidy
from parlour.server.store import migrations, writer
from parlour.server.store import store as store_module
from parlour.server.store.store import Store
from parlour.server.store.types import Row, TableListing
from server.people import PATIENCE, Person, Running, running
from server.postgres import Postgres
from server.stopped import stop_answering
from server.test_attacks import STEADY
from server.test_hardening import in_its_thread, inside


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    found: Postgres = request.getfixturevalue("postgres")
    return found.new_database()


def test_health_tells_the_truth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    monkeypatch.setattr(health, "PATIENCE", PATIENCE)  # a busy disk is no hung one
    with inside(tmp_path / "tables.db", Settings(limits=False, policy=STEADY)) as (server, service):
        nobody = Person(server, token="")
        assert nobody.ask("/healthz").status == 200
        with monkeypatch.context() as full:
            full.setattr(store_module, "LEAST_SPACE", 1 << 62)
            answer = nobody.ask("/healthz")
            assert answer.status == 503 and b"almost full" in answer.body
        store = service.registry.store
        assert isinstance(store, Store)
        with stop_answering(store), monkeypatch.context() as impatient:
            impatient.setattr(health, "PATIENCE", 0.2)
            answer = nobody.ask("/healthz")
            assert answer.status == 503 and b"does not answer" in answer.body
        while nobody.ask("/healthz").status != 200:  # the threads that hung come back
            pass


def test_metrics_are_numbers_and_nothing_private(ana: Person, bo: Person) -> None:
    bo.good("/api/me")  # who has a token and watches is no player
    code = ana.create("st-croix", seats=2, start=True)
    ana.do(code, {"c": "say", "text": "hello"})
    ana.act(code, "nonsense", 1)
    with ana.line(code), bo.line(code):
        told = ana.ask("/metrics")
    assert told.headers["content-type"].startswith("text/plain")
    text = told.body.decode()
    for line in text.splitlines():
        assert re.fullmatch(r'# (HELP|TYPE) .+|parlour_\w+(\{(\w+="[\w.+]+",?)+\})? [\d.]+', line), line
    assert re.search(r'parlour_tables\{status="playing"\} [1-9]', text)
    assert 'parlour_sockets{kind="player"} 1' in text and 'parlour_sockets{kind="watcher"} 1' in text
    assert re.search(r'parlour_requests_total\{kind="do",result="done"\} [1-9]', text)
    assert re.search(r'parlour_requests_total\{kind="act",result="stale_prompt"\} [1-9]', text)
    assert re.search(r'parlour_request_seconds_bucket\{kind="do",le="\+Inf"\} [1-9]', text)
    for secret in (code, ana.token, "Ana", "127.0.0.1"):
        assert secret not in text


def test_metrics_tell_who_waits_for_bots_and_for_the_database() -> None:
    async def scenario() -> None:
        pool, live = WorkerPool(2), SimpleNamespace(lock=asyncio.Lock(), table=SimpleNamespace(status="playing"))
        registry = Registry(None, TablePolicy(), pool)  # type: ignore[arg-type]  # nothing is stored
        registry.tables["A"] = live  # type: ignore[assignment]  # no more of a table than is counted
        live.connections = {}

        def told() -> dict[str, str]:
            lines = Metrics().text(registry).splitlines()
            return dict(line.split() for line in lines if not line.startswith("#"))

        assert told()["parlour_thinkers_busy"] == told()["parlour_thinkers_queue"] == "0"
        assert told()["parlour_tables_writing"] == "0"
        async with live.lock, pool.slots.slot(PEOPLE), pool.slots.slot(PEOPLE):
            waiting = asyncio.create_task(pool.slots.slot(PEOPLE).__aenter__())
            await asyncio.sleep(0)
            assert (told()["parlour_thinkers_busy"], told()["parlour_thinkers_queue"]) == ("2", "1")
            assert told()["parlour_tables_writing"] == "1"
            waiting.cancel()
        pool.stop()

    asyncio.run(scenario())


def test_a_log_of_json_is_one_object_a_line() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        trouble = (ValueError, error, error.__traceback__)
    record = logging.LogRecord("parlour.x", logging.ERROR, __file__, 1, "table %s\nforged", ("A",), trouble)
    line = JsonLines().format(record)
    told = json.loads(line)
    assert "\n" not in line and told["text"] == "table A\nforged" and told["level"] == "error"
    assert "two\nlines" in told["error"] and re.match(r"\d{4}-\d\d-\d\dT", told["at"])
    with pytest.raises(ParlourError, match="--log-format"):
        Settings(log_format="xml").check()


def test_old_tables_are_deleted_only_if_that_is_wanted(database: str) -> None:
    async def scenario() -> None:
        store = await Store.open(database)
        registry = Registry(store, TablePolicy(), pool := None)  # type: ignore[arg-type]  # no bot plays here
        made = [(await registry.create(NewTable("st-croix", "Ana", 2), f"p{number}")).table for number in range(3)]
        assert pool is None
        await store.look(
            "UPDATE tables SET changed_at = changed_at - 900000 WHERE code = :code", {"code": made[0].code}
        )
        await tidy(registry, store, None, 0.0)
        assert len(await store.unfinished()) == 3
        await tidy(registry, store, None, 10.0)
        assert {listing.table for listing in await store.unfinished()} == {made[1].code, made[2].code}
        assert await store.rows(made[0].code) == [] and await store.tables_of("p0") == []
        assert len(await store.rows(made[1].code)) == 1 and len(await store.tables_of("p1")) == 1
        for live in registry.tables.values():
            live.stop()
        await store.close()

    asyncio.run(scenario())


class Listener:
    """Somebody who has a table open."""

    player = "p0"
    has: Has | None = None
    pace = 1.0

    def __init__(self) -> None:
        self.goodbye: messages.Bye | None = None

    def send(self, data: bytes) -> None:
        pass

    def bye(self, bye: messages.Bye) -> None:
        self.goodbye = bye


def test_a_deleted_table_is_closed_and_nobody_writes_there(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody has had it open for days. A row behind the deleted ones would be acknowledged, and of no use."""
    monkeypatch.setattr(writer, "TRUSTED", 0.0)

    def say(table: Table, context: decide.CommandContext) -> LogEntry:
        entry = decide.decide(messages.Say("hello"), table, context)
        assert isinstance(entry, LogEntry)
        return entry

    async def scenario() -> None:
        store = await Store.open(database)
        registry = Registry(store, TablePolicy(), None)  # type: ignore[arg-type]  # no bot plays here
        live = await registry.create(NewTable("st-croix", "Ana", 2), "p0")
        other = await registry.create(NewTable("st-croix", "Ana", 2), "p0")
        live.attach(listener := Listener())
        other.attach(still := Listener())
        await store.look("UPDATE tables SET changed_at = 1 WHERE code = :code", {"code": live.table.code})
        live.table.changed_at = 1.0
        assert await store.forget(1000.0) == 1
        with pytest.raises(decide.Refused):
            await live.commit("p0", say)
        assert await store.rows(live.table.code) == []
        await tidy(registry, store, None, 10.0)
        assert listener.goodbye is not None and listener.goodbye.reason == "closed" and still.goodbye is None
        assert list(registry.tables) == [other.table.code]
        assert await other.commit("p0", say) == 2
        other.stop()
        await store.close()

    asyncio.run(scenario())


def test_space_of_deleted_tables_goes_back_to_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def scenario() -> None:
        store = await Store.open(str(file))
        rows = [Row("T", seq, "said", b'"%s"' % (b"x" * 10_000), 0.0) for seq in range(1, 101)]
        await store.append(rows, [TableListing("T", "st-croix", "over", 1.0)])
        await store.look("PRAGMA wal_checkpoint(TRUNCATE)", {})
        before = file.stat().st_size
        await tidy(Registry(store, TablePolicy(), None), store, None, 10.0)  # type: ignore[arg-type]
        await store.close()
        assert before > 1_000_000 > 10 * file.stat().st_size

    asyncio.run(scenario())


def test_memory_goes_back_to_the_system_when_tables_are_unloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_back = threading.Event()
    monkeypatch.setattr(registry_module, "TIDY", 0.01)
    monkeypatch.setattr(registry_module, "give_memory_back", given_back.set)
    house = Settings(limits=False, policy=TablePolicy(idle=0.0, linger=0.0))
    with inside(tmp_path / "tables.db", house) as (server, _):
        Person(server).create("st-croix", seats=2)
        assert given_back.wait(PATIENCE)


def test_idle_tables_are_unloaded_and_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_module, "TIDY", HOUR)  # only this test unloads
    house = Settings(limits=False, policy=TablePolicy(idle=0.0, linger=0.0))
    with inside(tmp_path / "tables.db", house) as (server, service):
        ana = Person(server)
        codes = [ana.create("st-croix", seats=2, start=True) for _ in range(5)]
        registry = service.registry

        async def unload() -> None:
            while registry.tables:
                registry.unload_idle()
                await asyncio.sleep(0)

        in_its_thread(service, unload())
        assert ana.view(codes[3])["table"]["status"] == "playing" and len(registry.tables) == 1


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal here")
def test_a_rolling_restart_refuses_nothing(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with running(str(tmp_path / "tables.db"), "--workers", "2", errors=errors) as server:
        ana = Person(server)
        code = ana.create("st-croix", seats=2)
        before = children(server)
        assert len(before) >= 2
        done = threading.Event()
        answers: list[bool] = []

        def act() -> None:
            while not done.is_set():
                answers.append(ana.do(code, {"c": "say", "text": f"line {len(answers)}"})["ok"])

        acting = threading.Thread(target=act)
        acting.start()
        os.kill(server.pid, signal.SIGHUP)
        end = time.monotonic() + PATIENCE
        while before & children(server) and time.monotonic() < end:
            time.sleep(0.1)
        done.set()
        acting.join()
        assert not before & children(server), "every worker was replaced"
        assert answers and all(answers)
    assert errors.read_text() == ""


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal here")
def test_a_worker_that_cannot_start_replaces_none(tmp_path: Path) -> None:
    errors, database = tmp_path / "errors", tmp_path / "tables.db"
    with running(str(database), "--workers", "2", "--log-format", "json", errors=errors) as server:
        ana = Person(server)
        code = ana.create("st-croix", seats=2)
        first = children(server)
        os.kill(server.pid, signal.SIGHUP)
        while first & children(server):  # those that replace them serve, the first ones may still load
            time.sleep(0.1)
        before = children(server)
        with sqlite3.connect(database) as newer:
            newer.execute("UPDATE alembic_version SET version_num = '9999'")
        os.kill(server.pid, signal.SIGHUP)
        while "the old ones go on" not in errors.read_text() and alive(server):
            time.sleep(0.1)
        assert children(server) == before
        assert ana.do(code, {"c": "say", "text": "still here"})["ok"]
        with sqlite3.connect(database) as newer:
            newer.execute("UPDATE alembic_version SET version_num = :head", {"head": migrations.HEAD})
    told = [json.loads(line) for line in errors.read_text().splitlines() if line.startswith("{")]
    assert "the old ones go on" in told[-1]["text"]


def alive(server: Running) -> bool:
    return server.process is not None and server.process.poll() is None


def children(server: Running) -> set[int]:
    """The processes that a server started and that serve."""
    listed = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    found = set()
    for one in listed:
        with suppress(OSError):  # it has just ended
            if b"resource_tracker" not in Path(f"/proc/{one}/cmdline").read_bytes():
                found.add(int(one))
    return found


def test_a_dead_workers_table_is_taken_over(tmp_path: Path) -> None:
    """The bot's process dies before it moves; the other server plays it."""
    database = str(tmp_path / "tables.db")
    with running(database) as one, running(database) as two:
        ana = Person(one)
        code = ana.create("st-croix", seats=2, start=True, fill="random")  # nobody wins it within a few turns
        there = Person(two, token=ana.token)
        view = there.my_turn(code)
        one.kill()
        ack = there.act(code, view["prompt"], view["scene"]["prompt"]["choices"][0]["action"])
        assert ack["ok"]
        assert there.my_turn(code)["table"]["status"] == "playing"
