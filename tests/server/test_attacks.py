"""Attacks on a real server over real sockets. Each is refused, and innocent players never notice."""

import asyncio
import gzip
import json
import os
import re
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import active_children
from multiprocessing.connection import wait
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.types import Message
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request
from websockets.server import ServerProtocol

import parlour
from parlour.cli import main
from parlour.core.cards import deck_from_data
from parlour.games import all_games
from parlour.server.http import socket_protocol
from parlour.server.http.app import Services, make_app
from parlour.server.http.limits import RATES
from parlour.server.http.rates import Rate
from parlour.server.http.responses import PART, Unpacked
from parlour.server.http.service import Service
from parlour.server.http.socket import TRY_AGAIN_LATER
from parlour.server.live import worker_pool
from parlour.server.live.worker_pool import MEMORY, WorkerPool
from parlour.server.log.decide import Refused
from parlour.server.log.projection import CATCH_UP
from parlour.server.settings import Settings, TablePolicy
from parlour.server.startup import RESTART, open_service, routes
from server.people import PATIENCE, Answer, Json, Person, Running

# A client's value is never a path, and never an argument of anything but a declared option.

HOSTILE_OPTIONS: list[dict[str, object]] = [
    {"deck": "/etc/passwd"},
    {"deck": "standard"},
    {"deck": "tiny"},
    {"seats": 3},
    {"preset": "tiny"},
    {"self": 1},
    {"turn_cap": 10**9},
]


def is_refused(answer: Answer, *words: str) -> bool:
    """One sentence for people with a status that blames the client, and nothing else."""
    told = answer.json
    text = told["text"] if "text" in told else told["error"]["text"]
    return 400 <= answer.status < 500 and "\n" not in text and all(word in text for word in words)


@pytest.mark.parametrize("options", HOSTILE_OPTIONS, ids=json.dumps)
def test_only_declared_options_reach_a_game(ana: Person, options: dict[str, object]) -> None:
    name = next(iter(options))
    made = ana.ask("/api/tables", {"game": "st-croix", "name": "Ana", "options": options})
    assert is_refused(made, name), made.body
    code = ana.create("st-croix", seats=2)
    before = ana.update(code)
    change = {"t": "do", "id": "c", "do": {"c": "change", "options": options}}
    changed = ana.ask(f"/api/tables/{code}/do", change)
    assert is_refused(changed, name), changed.body
    assert ana.update(code)["seq"] == before["seq"]


def test_a_file_that_never_ends_is_not_opened(ana: Person, bo: Person) -> None:
    """Opening a pipe that nobody writes to would stop every table."""
    pipe = Path(mkdtemp()) / "pipe"  # a short path, as an option's value may be
    os.mkfifo(pipe)
    code = bo.create("st-croix", seats=2)
    made = ana.ask("/api/tables", {"game": "st-croix", "name": "Ana", "options": {"deck": str(pipe)}})
    assert is_refused(made, "deck")
    assert bo.do(code, {"c": "say", "text": "still here"})["ok"]


def header_of(**changes: object) -> str:
    """A record whose header was changed."""
    match = parlour.Match(parlour.game("st-croix", seats=2), seed=1)
    lines = match.text().splitlines(keepends=True)
    header: Json = json.loads(lines[0])
    header["options"].update(changes.pop("options", {}))
    return json.dumps({**header, **changes}) + "\n" + "".join(lines[1:])


@pytest.mark.parametrize("options", HOSTILE_OPTIONS, ids=json.dumps)
def test_a_records_options_are_declared_ones_too(ana: Person, options: dict[str, object]) -> None:
    name, text = next(iter(options)), header_of(options=options)
    answer = ana.ask("/api/replay", text.encode(), {"content-type": "text/plain"})
    assert is_refused(answer, name), answer.body
    with pytest.raises(parlour.UnknownOption, match=name):
        parlour.parse(text)


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("options", HOSTILE_OPTIONS, ids=json.dumps)
def test_the_command_line_says_one_sentence_about_such_a_record(
    options: dict[str, object],
    command: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "hostile.parlour"
    file.write_text(header_of(options=options))
    monkeypatch.setattr("sys.argv", ["parlour", command, str(file)])
    with pytest.raises(SystemExit) as ended:
        main()
    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert next(iter(options)) in told and len(told.strip().splitlines()) == 1


# What comes in is metered frame by frame.


def masked(opcode: int, payload: bytes = b"", final: bool = True) -> bytes:
    """A client's frame; the mask is zero, so the payload reads as it is."""
    assert len(payload) < 126
    return bytes(((0x80 if final else 0) | opcode, 0x80 | len(payload))) + bytes(4) + payload


HANDSHAKE = (
    "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, CONTINUATION, PING = 1, 0, 9
FLOODS = {
    "empty continuation frames": masked(TEXT, final=False) + masked(CONTINUATION, final=False) * 200_000,
    "fragments below the rate": masked(TEXT, final=False) + masked(CONTINUATION, b" ", final=False) * 1_000,
    "empty pings": masked(PING) * 200_000,
    "long pings": masked(PING, bytes(125)) * 100_000,
    "unreadable messages": masked(TEXT, b"{") * 200_000,
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_a_flood_of_frames_is_hung_up_on(ana: Person, bo: Person, flood: bytes) -> None:
    """An innocent player acts all the while."""
    innocent = bo.create("st-croix", seats=2)
    with bo.line(innocent) as line:
        attacker = ana.line(ana.create("st-croix", seats=2))

        def attack() -> None:
            with suppress(OSError):
                attacker.socket.socket.sendall(flood)
                # Without a limit the server would answer this in the end.
                attacker.socket.socket.sendall(masked(CONTINUATION) + masked(TEXT, b'{"t":"ping"}'))

        thread = threading.Thread(target=attack)
        thread.start()
        assert line.do({"c": "say", "text": "I am still here"})["ok"]
        with pytest.raises(ConnectionClosed) as closed:
            attacker.hear("pong")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
        thread.join()
    assert bo.update(innocent)["view"]["chat"][-1]["text"] == "I am still here"


def test_the_meter_stops_in_the_middle_of_a_chunk() -> None:
    now = [0.0]
    protocol = socket_protocol.MeteredProtocol(ServerProtocol(), lambda: now[0])
    protocol.receive_data(HANDSHAKE.encode())
    (request,) = protocol.events_received()
    assert isinstance(request, Request)
    protocol.send_response(protocol.accept(request))
    most = int(socket_protocol.FRAMES.count)
    for _ in range(5):  # an honest client at the highest rate is never cut off
        protocol.receive_data(masked(PING) * most)
        assert len(protocol.events_received()) == most
        now[0] += socket_protocol.FRAMES.seconds
    protocol.receive_data(masked(PING) * 40_000)
    assert len(protocol.events_received()) == most
    assert protocol.close_sent is not None and protocol.close_sent.code == 1008
    protocol.receive_data(masked(PING) * 40_000)
    assert protocol.events_received() == []


# What goes out is bounded, answers to pings included.


@contextmanager
def bare_server(
    app: Callable[..., Awaitable[None]] | Starlette,
    config: type[uvicorn.Config] = uvicorn.Config,
    http: type[H11Protocol] = H11Protocol,
) -> Iterator[int]:
    """The server's WebSocket under another application, in this process; gives its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # little waits in the kernel
    # No pings: a client that reads nothing, or a busy one, would not answer them in time.
    ws = socket_protocol.SocketProtocol
    server = uvicorn.Server(config(app, http=http, ws=ws, ws_ping_interval=None, log_config=None))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture
def unmetered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The attacker stays below the other limits, however patient that takes."""
    monkeypatch.setattr(socket_protocol, "FRAMES", Rate(0, 1))
    monkeypatch.setattr(socket_protocol, "BYTES", Rate(0, 1))


def test_pongs_that_nobody_reads_do_not_pile_up(unmetered: None) -> None:
    held: list[int] = []
    codes: list[int] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        end: socket_protocol.SocketProtocol = scope["extensions"][socket_protocol.HERE]
        while (message := await receive())["type"] != "websocket.disconnect":
            held.append(end.transport.get_write_buffer_size())
        codes.append(message["code"])

    with bare_server(app) as port:
        quiet = socket.socket()
        quiet.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        quiet.connect(("127.0.0.1", port))
        quiet.sendall(HANDSHAKE.encode())
        assert quiet.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 101"
        with suppress(OSError):  # the server cuts the connection in the end
            for _ in range(100):
                quiet.sendall(masked(PING, bytes(125)) * 1000 + masked(TEXT, b"how much waits now?"))
            quiet.sendall(masked(8, b"\x03\xe8"))  # 1000: a normal goodbye
            while quiet.recv(1 << 16):
                pass
        quiet.close()
    assert held and max(held) <= socket_protocol.OUTBOX
    assert codes == [TRY_AGAIN_LATER]


# Reading is cached by what is shown, and limited by address.


STEADY = TablePolicy(linger=3600.0)
"""Who has asked once stays present, so that nothing but the log changes a view."""


@contextmanager
def open_server(database: Path, limits: bool = False) -> Iterator[tuple[Running, Service]]:
    """The whole server in this process, to look behind its counter."""
    services: list[Service] = []

    async def open_services() -> Services:
        service = await open_service(Settings(limits=limits, policy=STEADY), str(database))
        services.append(service)
        return Services(routes(service), lambda: service.registry.close(RESTART), service.registry.store.close)

    with bare_server(make_app(open_services)) as port:
        running = Running(str(database), port=port)
        Person(running).good("/api/games")  # waits until the house is open
        yield running, services[0]


def test_no_number_a_client_sends_fills_the_cache(tmp_path: Path) -> None:
    with open_server(tmp_path / "tables.db") as (server, service):
        ana, watcher = Person(server), Person(server, token="")
        code = ana.create("st-croix", seats=2)
        ana.do(code, {"c": "say", "text": "hello"})
        seq = ana.update(code)["seq"]
        bodies = {watcher.ask(f"/api/tables/{code}/view?have={have}").body for have in range(seq, seq + 300)}
        assert len(bodies) == 1
        assert len(service.registry.tables[code]._snapshots) <= 2 * (CATCH_UP + 1)
        for line in range(CATCH_UP + 20):
            ana.do(code, {"c": "say", "text": f"line {line}"})
        ancient = {watcher.ask(f"/api/tables/{code}/view?have={have}").body for have in range(20)}
        assert len(ancient) == 1
        assert len(service.registry.tables[code]._snapshots) == 1


def test_reads_are_limited_by_address_each_kind_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "read", Rate(20, 1e6))
    monkeypatch.setitem(RATES, "me", Rate(20, 1e6))
    with open_server(tmp_path / "tables.db", limits=True) as (server, _):
        ana = Person(server)
        code = ana.create("st-croix", seats=2)
        statuses = [ana.ask(f"/api/tables/{code}/view?have={number}").status for number in range(25)]
        assert statuses == [200] * 20 + [429] * 5
        statuses = [ana.ask("/api/me").status for _ in range(25)]
        assert statuses[0] == 200 and statuses[-5:] == [429] * 5
        assert ana.ask("/api/games").status == 200


# A small record cannot cost much memory or time.


@pytest.mark.parametrize("slug", [entry.about.slug for entry in all_games()])
def test_a_deck_of_a_million_million_cards_is_refused(ana: Person, slug: str) -> None:
    game = parlour.game(slug)
    deck: Json = json.loads(json.dumps(dict(game.deck.data)))
    for card in deck["card"]:
        card["copies"] = 10**12
    lines = parlour.Match(game, seed=1).text().splitlines(keepends=True)
    header = {**json.loads(lines[0]), "deck": deck}
    answer = ana.ask("/api/replay", (json.dumps(header) + "\n" + "".join(lines[1:])).encode())
    assert is_refused(answer, "copies", "from 1 to"), answer.body


@pytest.mark.parametrize(("kinds", "copies"), [(100_000, 1), (400, 100)])
def test_a_deck_has_a_size(kinds: int, copies: int) -> None:
    cards = [{"key": f"c{number}", "name": "Card", "copies": copies} for number in range(kinds)]
    with pytest.raises(parlour.BadDeck, match="at most"):
        deck_from_data({"name": "Much", "card": cards}, "much.toml")


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="reads a process' limits from /proc")
def test_worker_processes_have_a_memory_limit(server: Running, ana: Person) -> None:
    assert ana.ask("/api/replay", header_of().encode()).status == 200  # now there is a worker
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    limits = [Path(f"/proc/{child}/limits").read_text() for child in children]
    assert any(re.search(rf"Max address space +{MEMORY} ", told) for told in limits)


def test_a_job_that_wants_too_much_memory_is_refused_and_the_next_one_runs() -> None:
    async def scenario() -> None:
        pool = WorkerPool(1)
        try:
            with pytest.raises(Refused, match="memory"):
                await pool._ask(eval, f"len(bytes({MEMORY}))")
            assert await pool._ask(eval, "1 + 1") == 2
        finally:
            pool.stop()

    asyncio.run(scenario())


def test_an_abandoned_job_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The only worker is busy for ever; its process is killed and another one takes the next job."""

    async def scenario() -> None:
        pool = WorkerPool(1)
        try:
            first = await pool._ask(os.getpid)
            (process,) = [child for child in active_children() if child.pid == first]
            with monkeypatch.context() as impatient, pytest.raises(Refused, match="time"):
                impatient.setattr(worker_pool, "PATIENCE", 0.01)
                await pool._ask(time.sleep, 10**6)
            assert wait([process.sentinel], PATIENCE), "the process goes on"
            assert await pool._ask(os.getpid) != first
        finally:
            pool.stop()

    asyncio.run(scenario())


def test_a_replay_is_never_unpacked_for_a_client_that_does_not_read_it() -> None:
    """A long game is tens of megabytes, and its replay is cached: asking again costs the client nothing."""

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    text = os.urandom(100_000).hex().encode() * 50
    for gzipped in (False, True):
        sent: list[Message] = []

        async def send(message: Message, sent: list[Message] = sent) -> None:
            sent.append(message)

        asyncio.run(Unpacked(gzip.compress(text), gzipped, {})({}, receive, send))
        assert len(sent) > 10 and max(len(message.get("body", b"")) for message in sent) <= PART
        body = b"".join(message.get("body", b"") for message in sent)
        assert (gzip.decompress(body) if gzipped else body) == text
        assert [message.get("more_body") for message in sent[-2:]] == [True, False]
