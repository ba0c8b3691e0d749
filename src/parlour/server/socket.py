"""The live line to a table: every change is pushed, every request is answered, a slow reader holds up nobody."""

import asyncio
import logging
import time
from collections import deque
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from parlour import __version__
from parlour.server import messages
from parlour.server.answers import refusal
from parlour.server.decide import Refused
from parlour.server.desk import Desk
from parlour.server.limits import Bucket
from parlour.server.live import ENCODER, LiveTable

log = logging.getLogger(__name__)

DECODER = msgspec.json.Decoder(messages.ToTable)
OUTBOX = 128
"""So many messages may wait for a reader; with one more we hang up, and the client comes back for a snapshot."""
OUTBOX_BYTES = 2_000_000
GREETING = 10.0
"""Seconds in which a client must say hello."""
STRIKES = 20
"""After so many unreadable or hasty messages we hang up."""
POLICY = 1008
CODES: dict[str, int] = {"restart": 1012, "slow": 1013, "bad_message": POLICY, "too_fast": POLICY}


class Line:
    """One socket: an outbox with a bound, and one task that empties it."""

    def __init__(self, socket: WebSocket, player: str) -> None:
        self.socket = socket
        self.player = player
        self.farewell: messages.Bye | None = None
        self._outbox: deque[bytes] = deque()
        self._bytes = 0
        self._filled = asyncio.Event()

    def send(self, data: bytes) -> None:
        """Put a message into the outbox; never waits."""
        if self.farewell is not None:
            return
        if len(self._outbox) >= OUTBOX or self._bytes + len(data) > OUTBOX_BYTES:
            self.bye(messages.Bye("slow", "The connection was too slow; come back for the present state.", 1000))
            return
        self._outbox.append(data)
        self._bytes += len(data)
        self._filled.set()

    def say(self, message: messages.FromTable) -> None:
        """Send one message to this line only."""
        self.send(ENCODER.encode(message))

    def bye(self, bye: messages.Bye) -> None:
        """Say goodbye and hang up; what still waits is dropped if the reader is slow."""
        if self.farewell is None:
            self.farewell = bye
            if bye.reason == "slow":
                self._outbox.clear()
            self._outbox.append(ENCODER.encode(bye))
            self._filled.set()

    async def empty(self) -> None:
        """Send what is in the outbox until the line is closed."""
        while True:
            await self._filled.wait()
            while self._outbox:
                data = self._outbox.popleft()
                self._bytes -= len(data)
                await self.socket.send_text(data.decode())
            self._filled.clear()
            if self.farewell is not None:
                await self.socket.close(CODES.get(self.farewell.reason, 1000))
                return


async def talk(socket: WebSocket, desk: Desk) -> None:
    """Serve one socket from its greeting to its end."""
    try:
        visitor = desk.visitor(socket)
    except Refused:
        await socket.close(POLICY)  # before accepting: the browser sees a plain 403
        return
    await socket.accept()
    line = Line(socket, visitor.player)
    sender = asyncio.create_task(line.empty())
    live: LiveTable | None = None
    try:
        live = await desk.table(socket.path_params["code"], visitor)
        await _greet(line, live)
        await _serve(line, live, desk)
    except Refused as error:
        line.bye(messages.Bye("kicked" if error.code == "forbidden" else "closed", str(error)))
        await _finish(sender)
    except (WebSocketDisconnect, TimeoutError, RuntimeError):
        pass
    finally:
        if live is not None:
            live.detach(line)
        sender.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sender
        if socket.application_state == WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close()


async def _finish(sender: "asyncio.Task[None]") -> None:
    with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
        await asyncio.wait_for(asyncio.shield(sender), 2.0)


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
    line.say(messages.Welcome(messages.PROTOCOL, __version__, time.time(), live.shown.you(viewer)))
    line.send(live.snapshot(viewer, hello.have))


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
            await asyncio.sleep(0.1)


async def _answer(line: Line, live: LiveTable, desk: Desk, message: messages.ToTable) -> None:
    match message:
        case messages.Act():
            line.say(await desk.act(live, line.player, message))
        case messages.Do():
            line.say(await desk.do(live, line.player, message))
        case messages.Ping():
            line.say(messages.Pong(time.time()))
        case messages.Hello():
            line.send(live.snapshot(live.shown.viewer(line.player), message.have))


async def _receive(line: Line) -> str | bytes:
    message = await line.socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | bytes | None = message.get("text")
    return text if text is not None else message.get("bytes") or b""


class _AnyId(msgspec.Struct):
    id: str = ""


def _refuse(text: str | bytes, why: messages.Refusal) -> messages.Ack:
    """An answer to something unreadable, with its id if it has one."""
    try:
        asked = msgspec.json.decode(text, type=_AnyId).id[:64]
    except msgspec.DecodeError:
        asked = ""
    return messages.Ack(asked, False, error=why)
