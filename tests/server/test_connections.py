"""Connections cost the server more than the client: they have deadlines and limits, and innocent players get in."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from unittest.mock import Mock

import pytest
from starlette.types import Message
from starlette.websockets import WebSocket
from uvicorn.protocols.utils import ClientDisconnected

from parlour.server.http import doors, http_protocol
from parlour.server.http.app import Services, make_app
from parlour.server.http.doors import Doors, ServerConfig
from parlour.server.http.http_protocol import HttpProtocol
from parlour.server.settings import Settings
from parlour.server.startup import RESTART, accepted, open_service, routes
from server.people import PATIENCE, Person, Running, running
from server.test_attacks import bare_server


@contextmanager
def guarded(limit: Doors, settings: Settings, database: Path) -> Iterator[Running]:
    """A server with these doors, in this process."""

    class Config(ServerConfig):
        pass

    Config.doors = limit

    async def open_services() -> Services:
        service = await open_service(settings, str(database))
        return Services(routes(service), lambda: service.registry.close(RESTART), service.registry.store.close)

    with bare_server(make_app(open_services), Config, HttpProtocol) as port:
        yield Running(str(database), port=port)


HALF = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n"
HALVES = {"nothing": b"", "half a head": HALF, "half a body": HALF + b"\r\n{"}


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_half_a_request_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, half: bytes) -> None:
    with guarded(Doors(), Settings(limits=False), tmp_path / "t.db") as server:
        with monkeypatch.context() as impatient:
            impatient.setattr(http_protocol, "HEAD", 0.1)
            impatient.setattr(http_protocol, "BODY", 0.1)
            line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
            with line, suppress(ConnectionError):  # on a busy machine the server may hang up before this is sent
                line.sendall(half)
                while line.recv(1000):
                    pass
        assert Person(server).ask("/api/games").status == 200


def test_newcomers_get_in_although_somebody_holds_all_connections(tmp_path: Path) -> None:
    with guarded(Doors(most=8), Settings(limits=False), tmp_path / "t.db") as server, ExitStack() as held:
        for _ in range(40):
            held.enter_context(socket.create_connection(("127.0.0.1", server.port))).sendall(HALF)
        ana = Person(server)
        code = ana.create("st-croix", seats=2)
        with ana.line(code) as line:
            for _ in range(20):
                held.enter_context(socket.create_connection(("127.0.0.1", server.port))).sendall(HALF)
            assert line.do({"c": "say", "text": "still here"})["ok"]


def test_one_address_cannot_take_every_connection(tmp_path: Path) -> None:
    with guarded(Doors(most=100, each=5), Settings(limits=False), tmp_path / "t.db") as server, ExitStack() as held:
        ana = Person(server)
        code = ana.create("st-croix", seats=2)
        lines = [held.enter_context(ana.line(code)) for _ in range(5)]
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
            assert line.recv(1000).startswith(b"HTTP/1.1 503")
        assert lines[0].do({"c": "say", "text": "still here"})["ok"]
        lines[0].close()


@pytest.mark.skipif(not Path("/proc").exists(), reason="counts descriptors in /proc")
def test_with_few_descriptors_tables_go_on(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db"), descriptors=200) as server, ExitStack() as held:
        ana = Person(server)
        code = ana.create("st-croix", seats=2)
        with ana.line(code) as line:
            for _ in range(300):
                held.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
            assert line.do({"c": "say", "text": "still here"})["ok"]
            assert Person(server, token="").ask(f"/api/tables/{code}/view").status == 200
            assert len(list(Path(f"/proc/{server.pid}/fd").iterdir())) < 200


def test_the_doors_count_right() -> None:
    assert doors.doors_for(20, True, str.isspace).most == 16
    assert doors.doors_for(100_000, False, str.isspace).each == 0


def test_a_network_of_addresses_counts_as_one() -> None:
    """In IPv6, anybody has as many addresses as they like."""
    limit = Doors(most=100, each=5)
    entered = [limit.enter(Mock(spec=asyncio.Transport), f"2001:db8::{number}") for number in range(10)]
    assert entered == [True] * 5 + [False] * 5
    assert limit.enter(Mock(spec=asyncio.Transport), "2001:db8:0:1::1")


def test_a_client_that_goes_before_its_socket_is_accepted_is_no_error() -> None:
    async def connect() -> Message:
        return {"type": "websocket.connect"}

    async def gone(message: Message) -> None:
        raise ClientDisconnected

    assert not asyncio.run(accepted(WebSocket({"type": "websocket"}, connect, gone)))
