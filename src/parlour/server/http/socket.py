"""A table over a WebSocket: every change is pushed, every request is answered, a slow reader delays nobody."""

import asyncio
import logging
from typing import Protocol

import msgspec

from parlour import __version__
from parlour.server.http.entrance import read_socket_message
from parlour.server.http.identity import Visitor
from parlour.server.http.responses import refusal
from parlour.server.http.service import Service
from parlour.server.live.connection import Has
from parlour.server.live.live_table import ENCODER, LiveTable
from parlour.server.log.decide import Refused
from parlour.server.protocol import messages
from parlour.server.store.types import StoreFailed

log = logging.getLogger(__name__)

GREETING = 10.0
"""Seconds a client has to send hello."""
STRIKES = 20
"""Unreadable or too frequent messages before the server hangs up."""
POLICY = 1008
TRY_AGAIN_LATER = 1013
CODES: dict[str, int] = {"restart": 1012, "slow": TRY_AGAIN_LATER, "bad_message": POLICY, "too_fast": POLICY}


class Wire(Protocol):
    """The server's end of one socket: what `SocketProtocol` offers, and a simulated network too."""

    def has_room(self, size: int) -> bool:
        """Can this many more bytes be queued for the client?"""

    def push(self, data: bytes) -> None:
        """Send a text message; never waits."""

    def hang_up(self, code: int) -> None:
        """Close the socket after what was pushed."""

    async def next(self) -> str | bytes | None:
        """The client's next message; None when the socket is closed."""


class SocketConnection:
    """One socket. Its transport's buffer is the outbox; when it is full, the server hangs up."""

    def __init__(self, protocol: Wire, visitor: Visitor) -> None:
        self.protocol = protocol
        self.visitor = visitor
        self.player = visitor.player
        self.has: Has | None = None
        self.pace = 1.0
        self.goodbye: messages.Bye | None = None

    def send(self, data: bytes) -> None:
        """Send a message; never waits."""
        if self.goodbye is not None:
            return
        if not self.protocol.has_room(len(data)):
            self.bye(messages.Bye("slow", "The connection was too slow; reconnect for the current state.", 1000))
            return
        self.protocol.push(data)

    def say(self, message: messages.FromTable) -> None:
        """Send a message to this socket only."""
        self.send(ENCODER.encode(message))

    def bye(self, bye: messages.Bye) -> None:
        """Say goodbye and hang up."""
        if self.goodbye is None:
            self.goodbye = bye
            self.protocol.push(ENCODER.encode(bye))
            self.protocol.hang_up(CODES.get(bye.reason, 1000))


async def serve_wire(wire: Wire, code: str, visitor: Visitor, service: Service) -> None:
    """Serve an accepted socket of a visitor to a table."""
    connection = SocketConnection(wire, visitor)
    live: LiveTable | None = None
    try:
        live = await service.table(code, visitor)
        await _greet(connection, live)
        await _serve(connection, live, service)
    except Refused as error:
        connection.bye(messages.Bye("kicked" if error.code == "forbidden" else "closed", str(error)))
    except StoreFailed as error:
        log.error("a socket cannot be served: %s", error)
        connection.bye(messages.Bye("restart", "The server cannot reach its database just now.", 2000))
    except (HungUp, TimeoutError):
        pass
    finally:
        if live is not None:
            live.detach(connection)
        connection.protocol.hang_up(1000)


async def _greet(connection: SocketConnection, live: LiveTable) -> None:
    text = await asyncio.wait_for(_receive(connection), GREETING)
    hello = read_socket_message(text)
    if not isinstance(hello, messages.Hello):
        raise Refused("bad_message", "The first message must be hello.")
    if hello.proto != messages.PROTOCOL:
        raise Refused("bad_message", f"This server speaks protocol {messages.PROTOCOL}; please reload the page.")
    connection.pace = hello.pace
    await live.catch_up(hello.have)
    viewer = live.projection.viewer(connection.player)
    live.attach(connection)
    you, grace = live.projection.you(viewer), live.policy.grace
    connection.say(messages.Welcome(messages.PROTOCOL, __version__, live.clock.now(), you, grace))
    live.show(connection, hello.have)


async def _serve(connection: SocketConnection, live: LiveTable, service: Service) -> None:
    bucket = service.limits.bucket("frame")
    strikes = 0
    while connection.goodbye is None:
        text = await _receive(connection)
        if not bucket.take():
            strikes += 1
            connection.say(
                _refuse(text, messages.Refusal("too_fast", "That is too much at once. Please wait a little."))
            )
        else:
            try:
                message = read_socket_message(text)
            except Refused as error:
                strikes += 1
                connection.say(_refuse(text, refusal(error)))
            else:
                await _answer(connection, live, service, message)
        if strikes > STRIKES:
            connection.bye(messages.Bye("bad_message", "Too many unreadable messages.", 5000))


async def _answer(connection: SocketConnection, live: LiveTable, service: Service, message: messages.ToTable) -> None:
    match message:
        case messages.Act():
            connection.say(await service.act(live, connection.visitor, message))
        case messages.Do():
            connection.say(await service.do(live, connection.visitor, message))
        case messages.Ping():
            connection.say(messages.Pong(live.clock.now()))
        case messages.Hello():
            connection.pace = message.pace
            await live.catch_up(message.have)
            live.show(connection, message.have)


async def _receive(connection: SocketConnection) -> str | bytes:
    text = await connection.protocol.next()
    if text is None:
        raise HungUp
    return text


class HungUp(Exception):
    """The client has gone."""


class _AnyId(msgspec.Struct):
    id: str = ""


def _refuse(text: str | bytes, why: messages.Refusal) -> messages.Ack:
    """A response to an unreadable message, with its id if it has one."""
    try:
        asked = msgspec.json.decode(text, type=_AnyId).id[:64]
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        asked = ""
    return messages.Ack(asked, False, error=why)
