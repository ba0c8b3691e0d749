"""The live line to a table: every change is pushed, every request is answered, a slow reader holds up nobody."""

import asyncio
import logging
import time

import msgspec
from starlette.websockets import WebSocket

from parlour import __version__
from parlour.server import messages
from parlour.server.answers import refusal
from parlour.server.decide import Refused
from parlour.server.desk import Desk
from parlour.server.live import ENCODER, Has, LiveTable
from parlour.server.rates import Bucket
from parlour.server.wire import TRY_AGAIN_LATER, Wire, wire_of

log = logging.getLogger(__name__)

DECODER = msgspec.json.Decoder(messages.ToTable)
GREETING = 10.0
"""Seconds in which a client must say hello."""
STRIKES = 20
"""After so many unreadable or hasty messages we hang up."""
POLICY = 1008
CODES: dict[str, int] = {"restart": 1012, "slow": TRY_AGAIN_LATER, "bad_message": POLICY, "too_fast": POLICY}


class Line:
    """One socket. What is sent waits in the wire's buffer; when too much does, we hang up."""

    def __init__(self, wire: Wire, player: str) -> None:
        self.wire = wire
        self.player = player
        self.has: Has | None = None
        self.farewell: messages.Bye | None = None

    def send(self, data: bytes) -> None:
        """Send a message; never waits."""
        if self.farewell is not None:
            return
        if not self.wire.has_room(len(data)):
            self.bye(messages.Bye("slow", "The connection was too slow; come back for the present state.", 1000))
            return
        self.wire.push(data)

    def say(self, message: messages.FromTable) -> None:
        """Send one message to this line only."""
        self.send(ENCODER.encode(message))

    def bye(self, bye: messages.Bye) -> None:
        """Say goodbye and hang up."""
        if self.farewell is None:
            self.farewell = bye
            self.wire.push(ENCODER.encode(bye))
            self.wire.hang_up(CODES.get(bye.reason, 1000))


async def talk(socket: WebSocket, desk: Desk) -> None:
    """Serve one socket from its greeting to its end."""
    try:
        visitor = desk.visitor(socket)
    except Refused:
        await socket.close(POLICY)  # before accepting: the browser sees a plain 403
        return
    await socket.accept()
    line = Line(wire_of(socket), visitor.player)
    live: LiveTable | None = None
    try:
        live = await desk.table(socket.path_params["code"], visitor)
        await _greet(line, live)
        await _serve(line, live, desk)
    except Refused as error:
        line.bye(messages.Bye("kicked" if error.code == "forbidden" else "closed", str(error)))
    except (HungUp, TimeoutError):
        pass
    finally:
        if live is not None:
            live.detach(line)
        line.wire.hang_up(1000)


async def _greet(line: Line, live: LiveTable) -> None:
    text = await asyncio.wait_for(_receive(line), GREETING)
    try:
        hello = DECODER.decode(text)
    except msgspec.DecodeError as error:
        raise Refused("bad_message", f"The first message must be hello: {error}.") from None
    if not isinstance(hello, messages.Hello):
        raise Refused("bad_message", "The first message must be hello.")
    if hello.proto != messages.PROTOCOL:
        raise Refused("bad_message", f"This server speaks protocol {messages.PROTOCOL}; please reload the page.")
    viewer = live.shown.viewer(line.player)
    live.attach(line)
    you, grace = live.shown.you(viewer), live.manners.grace
    line.say(messages.Welcome(messages.PROTOCOL, __version__, time.time(), you, grace))
    live.show(line, hello.have)


async def _serve(line: Line, live: LiveTable, desk: Desk) -> None:
    bucket = Bucket(desk.limits.rates["frame"])
    strikes = 0
    while line.farewell is None:
        text = await _receive(line)
        if not bucket.take():
            strikes += 1
            line.say(_refuse(text, messages.Refusal("too_fast", "That is too much at once. Please wait a little.")))
        else:
            try:
                message = DECODER.decode(text)
            except msgspec.DecodeError as error:
                strikes += 1
                line.say(_refuse(text, refusal(error)))
            else:
                await _answer(line, live, desk, message)
        if strikes > STRIKES:
            line.bye(messages.Bye("bad_message", "Too many messages that make no sense.", 5000))


async def _answer(line: Line, live: LiveTable, desk: Desk, message: messages.ToTable) -> None:
    match message:
        case messages.Act():
            line.say(await desk.act(live, line.player, message))
        case messages.Do():
            line.say(await desk.do(live, line.player, message))
        case messages.Ping():
            line.say(messages.Pong(time.time()))
        case messages.Hello():
            live.show(line, message.have)


async def _receive(line: Line) -> str | bytes:
    text = await line.wire.next()
    if text is None:
        raise HungUp
    return text


class HungUp(Exception):
    """The client has gone."""


class _AnyId(msgspec.Struct):
    id: str = ""


def _refuse(text: str | bytes, why: messages.Refusal) -> messages.Ack:
    """An answer to something unreadable, with its id if it has one."""
    try:
        asked = msgspec.json.decode(text, type=_AnyId).id[:64]
    except msgspec.DecodeError:
        asked = ""
    return messages.Ack(asked, False, error=why)
