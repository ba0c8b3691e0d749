"""Attacks that once worked. Each is sent to a real server, which refuses it and goes on as if nothing had happened."""

import asyncio
import socket
import sqlite3
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from parlour.core.errors import ParlourError
from parlour.server.http import limits
from parlour.server.http.app import HEADERS, Services, make_app
from parlour.server.http.identity import COOKIE, SECURE_COOKIE, Sites, Visitor
from parlour.server.http.limits import ROOMFUL, Limits
from parlour.server.http.rates import Rate
from parlour.server.http.service import Service
from parlour.server.live.slots import PEOPLE, UNATTENDED, Slots
from parlour.server.log.decide import Refused
from parlour.server.settings import Settings
from parlour.server.startup import RESTART, open_service, routes
from parlour.server.store import store as store_module
from parlour.server.store.shared_rates import SharedRates
from parlour.server.store.store import Store, StoreFailed
from server.people import PATIENCE, Answer, Person, Running
from server.postgres import Postgres
from server.stopped import stop_answering
from server.test_attacks import STEADY, bare_server

TOKEN = "x" * 43


def raw(server: Running, head: str, body: bytes = b"") -> Answer:
    """Send bytes as they are; the response's status and body."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(head.replace("\n", "\r\n").encode("latin-1") + b"\r\n\r\n" + body)
        told = b""
        while part := line.recv(1 << 16):
            told += part
    first, _, rest = told.partition(b"\r\n")
    heading, _, content = rest.partition(b"\r\n\r\n")
    lines = [one.partition(": ") for one in heading.decode("latin-1").split("\r\n")]
    return Answer(int(first.split()[1]), content, {name.lower(): value for name, _, value in lines})


def post(path: str, body: bytes, host: str = "localhost", more: str = "") -> tuple[str, bytes]:
    """The head and body of a request with JSON."""
    head = f"POST {path} HTTP/1.1\nHost: {host}\nConnection: close\nContent-Type: application/json\n"
    return f"{head}Authorization: Bearer {TOKEN}\nContent-Length: {len(body)}{more}", body


def get(path: str, host: str = "localhost", more: str = "") -> tuple[str, bytes]:
    """The head of a request without a body."""
    return f"GET {path} HTTP/1.1\nHost: {host}\nConnection: close{more}", b""


# L1: what no program would send


STRANGE: dict[str, tuple[str, bytes]] = {
    "deep JSON": post("/api/tables", b"[" * 8000),
    "deep JSON in an option": post("/api/tables", b'{"game":"st-croix","name":"A","options":{"a":' + b"[" * 8000),
    "bytes that are no text": post("/api/tables", b'{"game":"st-croix","name":"\xff\xfe"}'),
    "a record that is no text": post("/api/replay", b"\xff\xfe"),
    "an Origin that is none": post("/api/tables", b"{}", more="\nOrigin: http://["),
    "a long name of a file": get("/" + "a" * 300),
    "a file's name with NUL": get("/assets/%00.js"),
    "a page's name with NUL": get("/t/%00"),
    "a Host of 2,900 characters": get("/api/tables/AAAAAAAA/qr.svg", "h" * 2900),
    "a Host that is none": get("/api/me", "[::1"),
    "two Hosts": get("/api/me", more="\nHost: evil.example"),
    "a code that is none": get("/api/tables/%F0%9F%98%80/view"),
    "a game that is none": get("/api/games/..%2f..%2fetc/rules"),
    "a number that is none": get("/api/tables/AAAAAAAA/view?have=%00"),
    "a huge number": get("/api/tables/AAAAAAAA/log?after=" + "9" * 4000),
}


@pytest.mark.parametrize("request_", STRANGE.values(), ids=STRANGE)
def test_strange_requests_are_refused_with_safety_headers(server: Running, request_: tuple[str, bytes]) -> None:
    """The fixture checks that nothing was logged as an error."""
    answer = raw(server, *request_)
    assert 400 <= answer.status < 500 or (answer.status == 200 and "text/html" in answer.headers["content-type"])
    if answer.headers.get("content-type") != "text/plain; charset=utf-8":
        assert {name.decode() for name, _ in HEADERS} <= set(answer.headers)


def test_an_error_of_ours_is_logged_and_has_the_headers_too(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        def joinpath(self, *names: str) -> "Broken":
            raise RuntimeError("the disk is on fire")

    async def no_services() -> Services:
        async def nothing() -> None:
            pass

        return Services([], nothing, nothing)

    files: object = Broken()
    with bare_server(make_app(no_services, files)) as port:  # type: ignore[arg-type]  # a folder that cannot be read
        answer = raw(Running("", port=port), *get("/nothing.js"))
    assert answer.status == 500 and b"on our side" in answer.body and b"fire" not in answer.body
    assert {name.decode() for name, _ in HEADERS} <= set(answer.headers)
    assert "on fire" in caplog.text


# L2, L3: who may look, who may come back, who may write


def test_a_watcher_who_may_not_look_sees_nothing_of_the_game(ana: Person) -> None:
    code = ana.create("st-croix", seats=2, house={"watchers": False})
    with Person(ana.server, token="").line(code) as watching:
        assert ana.do(code, {"c": "start"})["ok"]
        told = [watching.hear("bye")]
        assert told[0]["reason"] == "kicked"
        assert not any('"pieces"' in text for text in watching.heard)


def test_those_who_watch_can_be_muted(ana: Person, bo: Person) -> None:
    code = ana.create("st-croix", seats=2)
    bo.good("/api/me")
    assert bo.do(code, {"c": "say", "text": "noise"})["ok"]
    assert ana.do(code, {"c": "mute", "seat": None})["ok"]
    assert bo.do(code, {"c": "say", "text": "more noise"})["error"]["code"] == "forbidden"
    assert ana.view(code)["table"]["watchers_muted"] and ana.do(code, {"c": "say", "text": "quiet now"})["ok"]
    assert ana.do(code, {"c": "mute", "seat": None, "on": False})["ok"]
    assert bo.do(code, {"c": "say", "text": "sorry"})["ok"]


# L5, L6, L10: the file, the address, the cookie


def test_only_the_owner_can_read_the_database(server: Running) -> None:
    for file in Path(server.database).parent.glob("tables.db*"):
        assert file.stat().st_mode & 0o077 == 0, file


ORIGINS = {
    "another scheme": post("/api/tables", b"{}", more="\nOrigin: ftp://localhost"),
    "no scheme": post("/api/tables", b"{}", more="\nOrigin: localhost"),
    "two of them": post("/api/tables", b"{}", more="\nOrigin: http://localhost\nOrigin: http://evil.example"),
    "a name pointed at this machine": post("/api/tables", b"{}", "evil.example", "\nOrigin: http://evil.example"),
    "reading under such a name": get("/api/me", "evil.example:8000"),
}


@pytest.mark.parametrize("request_", ORIGINS.values(), ids=ORIGINS)
def test_other_sites_are_refused(server: Running, request_: tuple[str, bytes]) -> None:
    answer = raw(server, *request_)
    assert answer.status == 403 and answer.json["code"] == "forbidden", answer.body


def connection(scheme: str = "http", **headers: str) -> HTTPConnection:
    given = [(name.encode(), value.encode()) for name, value in headers.items()]
    address = {"server": ("games.example.org", 443), "client": ("192.0.2.1", 5), "path": "/", "query_string": b""}
    return HTTPConnection({"type": "http", "scheme": scheme, "headers": given, **address})


def test_over_https_the_cookie_is_bound_to_the_host_and_the_origin_is_https() -> None:
    assert Visitor(connection("https", cookie=f"{COOKIE}={TOKEN}")).token == ""
    visitor = Visitor(connection("https", cookie=f"{SECURE_COOKIE}={TOKEN}"))
    assert visitor.token == TOKEN
    asked = connection("https", host="games.example.org", origin="http://games.example.org")
    with pytest.raises(Refused, match="another site"):
        Sites().check_origin(asked, visitor)
    Sites().check_origin(connection("https", host="games.example.org", origin="https://games.example.org"), visitor)


def test_a_public_server_answers_to_its_names_only() -> None:
    named = Sites(frozenset({"https://games.example.org"}))
    for host in ("games.example.org", "192.0.2.1:8000", "[2001:db8::1]:80", "localhost"):
        named.check_host(connection(host=host))
    with pytest.raises(Refused, match="--origin"):
        named.check_host(connection(host="evil.example"))
    Sites().check_host(connection(host="any.example"))


@pytest.mark.parametrize("token", ["a" * 32, "a" * 42, "ä" * 43, "a b" * 20, "a" * 129])
def test_what_is_no_token_is_nobody(token: str) -> None:
    assert Visitor(connection(cookie=f"{COOKIE}={token}")).player == ""


@pytest.mark.parametrize("proxies", ["*", "127.0.0.1,*", "games.example.org"])
def test_not_everybody_can_be_a_proxy(proxies: str) -> None:
    with pytest.raises(ParlourError, match="--proxy"):
        Settings(proxies=proxies).check()
    trusted = Settings(proxies="10.0.0.0/8,::1")
    trusted.check()
    assert trusted.trusts("10.1.2.3") and trusted.trusts("::1") and not trusted.trusts("192.0.2.1")


# L8: a damaged row


@contextmanager
def inside(database: Path, settings: Settings) -> Iterator[tuple[Running, Service]]:
    """The whole server in this process."""
    services: list[Service] = []

    async def open_services() -> Services:
        service = await open_service(settings, str(database))
        services.append(service)
        return Services(routes(service), lambda: service.registry.close(RESTART), service.registry.store.close)

    with bare_server(make_app(open_services)) as port:
        server = Running(str(database), port=port)
        Person(server).good("/api/games")
        yield server, services[0]


def in_its_thread(service: Service, work: Coroutine[None, None, None]) -> None:
    """Do something in the thread of a server in this process, which may be using the same tables."""
    asyncio.run_coroutine_threadsafe(work, service.registry._tasks[0].get_loop()).result(PATIENCE)


DAMAGE = {
    "no JSON": "UPDATE log SET data = '{' WHERE seq = 3",
    "another shape": "UPDATE log SET data = '[]' WHERE seq = 3",
    "a seat that is not there": """UPDATE log SET kind = 'joined', data = '{"seat":99,"player":"p","name":"x"}'
                                   WHERE seq = 2""",
    "an unknown kind": "UPDATE log SET kind = 'sung' WHERE seq = 3",
    "a missing row": "DELETE FROM log WHERE seq = 2",
    "an unreadable listing": "UPDATE tables SET summary = '['",
    "an unknown status": "UPDATE tables SET status = 'lost'",
}


@pytest.mark.parametrize("statement", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_table_is_closed_and_says_why(tmp_path: Path, statement: str) -> None:
    database = tmp_path / "tables.db"
    with inside(database, Settings(limits=False, policy=STEADY)) as (server, service):
        ana = Person(server)
        code = ana.create("st-croix", seats=2)
        ana.do(code, {"c": "say", "text": "hello"})
        ana.do(code, {"c": "start"})
        ana.do(code, {"c": "say", "text": "again"})
        with sqlite3.connect(database, timeout=PATIENCE) as broken:  # a bot may be writing just now
            broken.execute(statement)

        async def unload() -> None:
            service.registry.tables.pop(code).stop()

        in_its_thread(service, unload())
        view = ana.view(code)
        if "log" in statement:
            assert view["table"]["status"] == "closed" and view["table"]["note"]
        assert ana.ask("/api/me").status == 200
        assert ana.ask(f"/api/tables/{code}/log").status == 200


# M1: limits that limit


def test_made_up_tokens_do_not_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEPT", 50)

    async def scenario() -> None:
        counted = Limits(say=Rate(8, 1e6))
        done = 0
        with pytest.raises(Refused):
            for number in range(10_000):
                await counted.check_player("say", "192.0.2.1", f"player {number}")
                done += 1
        assert done == 8 * ROOMFUL
        # A flood of new sources does not make the server forget those who used up their share.
        used = Limits(join=Rate(2, 1e6))
        for _ in range(2):
            await used.check("join", "192.0.2.1")
        for number in range(200):
            used._addresses["join"].take(f"other {number}")
            used._addresses["join"].give_back(f"other {number}")
        with pytest.raises(Refused):
            await used.check("join", "192.0.2.1")

    asyncio.run(scenario())


def test_an_unknown_code_is_counted_before_it_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.RATES, "lookup", Rate(5, 1e6))
    with inside(tmp_path / "tables.db", Settings(policy=STEADY, tables_an_hour=0)) as (server, service):
        asked: list[str] = []
        rows = service.registry.store.rows

        async def counting(table: str, after: int = 0) -> object:
            asked.append(table)
            return await rows(table, after)

        monkeypatch.setattr(service.registry.store, "rows", counting)
        person = Person(server, token="")
        codes = ["AAAAAAA" + letter for letter in "ABCDEFGHJK"]
        statuses = [person.ask(f"/api/tables/{code}/view").status for code in codes]
        assert statuses == [404] * 5 + [429] * 5
        assert asked == codes[:5] and service.registry._opening == {}


def test_a_rematch_counts_as_a_new_table(tmp_path: Path) -> None:
    with inside(tmp_path / "tables.db", Settings(policy=STEADY, tables_an_hour=2)) as (server, _):
        ana = Person(server)
        code = ana.create("st-croix", seats=2, start=True)
        answers = []
        for _ in range(2):
            ana.do(code, {"c": "close"})
            answers.append(ana.do(code, {"c": "rematch"}))
            code = ana.view(code)["table"]["rematch"] or code
            ana.do(code, {"c": "start"})
        assert [answer["ok"] for answer in answers] == [True, False]
        assert answers[1]["error"]["code"] == "too_fast"


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    found: Postgres = request.getfixturevalue("postgres")
    return found.new_database()


def test_processes_count_together(database: str) -> None:
    async def scenario() -> None:
        now = [1000.0]
        stores = [await Store.open(database), await Store.open(database)]
        rates = [SharedRates(store, lambda: now[0]) for store in stores]
        taken = [await rates[number % 2].take("say ana", 4, 60.0) for number in range(8)]
        assert taken == [True] * 4 + [False] * 4
        assert await rates[0].take("say bo", 4, 60.0)
        now[0] += 15.0
        assert [await rate.take("say ana", 4, 60.0) for rate in rates] == [True, False]
        now[0] -= 3600.0  # a clock that jumps back locks nobody out
        assert await rates[0].take("say ana", 4, 60.0)
        now[0] += 7200.0
        await rates[0].tidy()
        assert await stores[0].look("SELECT source FROM rates", {}) == []
        for store in stores:
            await store.close()

    asyncio.run(scenario())


# M2: read your own writes


def test_the_other_process_knows_what_was_acknowledged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No hint ever arrives, so only reading can help."""
    monkeypatch.setattr("parlour.server.live.registry.Registry._listen", lambda self: asyncio.sleep(3600))
    with ExitStack() as both:
        house = Settings(limits=False, policy=STEADY, workers=2)
        one, two = (both.enter_context(inside(tmp_path / "tables.db", house))[0] for _ in range(2))
        ana, there = Person(one), Person(two)
        code = ana.create("st-croix", seats=2, sit=0)  # nobody wins it within a few turns
        there.token = ana.token
        there.view(code)
        ana.do(code, {"c": "start", "fill": "random"})
        for turn in range(6):
            here = (ana, there)[turn % 2]
            view = here.my_turn(code)
            ack = here.act(code, view["prompt"], view["scene"]["prompt"]["choices"][0]["action"])
            assert ack["ok"], ack
            other = (there, ana)[turn % 2]
            assert other.update(code)["seq"] >= ack["seq"]


# M4: a database that hangs


def test_a_database_that_hangs_is_given_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "PATIENCE", 0.2)
    monkeypatch.setattr(store_module, "CLOSING", 0.2)

    async def scenario() -> None:
        store = await Store.open(str(tmp_path / "tables.db"))
        with stop_answering(store) as go_on:
            for _ in range(8):  # more than there are threads
                with pytest.raises(StoreFailed, match="does not answer"):
                    await store.heads(["A"])
            await store.close()
            assert store.stuck
            go_on.set()

    asyncio.run(scenario())


def test_postgresql_ends_a_statement_that_takes_too_long(postgres: Postgres) -> None:
    async def scenario() -> None:
        store = await Store.open(postgres.new_database())
        found = await store.look("SELECT setting FROM pg_settings WHERE name = 'statement_timeout'", {})
        assert [int(str(row[0])) for row in found] == [15_000]
        await store.close()

    asyncio.run(scenario())


# M6: people first


def test_a_person_does_not_wait_for_tables_nobody_plays_at() -> None:
    async def scenario() -> None:
        slots, order, hold = Slots(2), [], asyncio.Event()

        async def job(name: str, urgency: int) -> None:
            async with slots.slot(urgency):
                order.append(name)
                await hold.wait()

        unattended = [asyncio.create_task(job(f"bots {number}", UNATTENDED)) for number in range(150)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert order == ["bots 0"], "one slot is kept for people"
        person = asyncio.create_task(job("person", PEOPLE))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert order == ["bots 0", "person"]
        unattended[5].cancel()
        hold.set()
        await asyncio.gather(person, *unattended, return_exceptions=True)
        assert len(order) == 150 and slots.free == 2 and len(slots) == 0

    asyncio.run(scenario())
