"""uvicorn's WebSocket protocol with immediate send and close, and limits on what comes in and goes out.

An update goes to every socket of a table at once. Through ASGI each of them would need a task that wakes up, passes
four layers and checks whether it may write. Here the bytes go straight to the transport, whose buffer is the outbox.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import cast

from starlette.websockets import WebSocket
from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import ProtocolError
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.utils import apply_mask

from parlour.server.http.doors import doors_of
from parlour.server.http.rates import Bucket, Rate
from parlour.server.http.socket import TRY_AGAIN_LATER

log = logging.getLogger(__name__)

HERE = "parlour.socket"
"""The key of the protocol object in a socket's scope."""
LAST_WORDS = 5.0
"""Seconds a client has to answer our close frame."""
OUTBOX = 2_000_000
"""Bytes queued for a slow reader, pongs included. With more, the server hangs up and the client reconnects."""
FRAMES = Rate(5_000, 10)
"""Frames of any kind, control frames included, that one socket may send. A browser sends a few a second."""
BYTES = Rate(4_000_000, 10)
"""Bytes that one socket may send, before they are decompressed."""
FRAGMENTS = 256
"""Frames of one message."""
WAITING = 8
"""Messages of one socket that may wait before the server stops reading from it."""
SHORT, MIDDLE = 126, 1 << 16
TEXT, MASKED = 0x81, 0x80
"""First byte of a whole text message, and the bit that a client sets in the second."""


class MeteredProtocol(ServerProtocol):
    """A WebSocket parser that stops in the middle of a chunk when its client sends too much.

    A chunk of 256 kB can hold 40,000 empty frames. Counting them after parsing would be too late.
    """

    def __init__(self, base: ServerProtocol, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(extensions=base.available_extensions, max_size=base.max_message_size, logger=base.logger)
        self.frames = Bucket(FRAMES, clock)
        self.bytes = Bucket(BYTES, clock)
        self.fragments = 0
        self.between_frames = False
        """Does what comes next begin with a frame?"""

    def receive_data(self, data: bytes | bytearray) -> None:
        """Parse what came in, unless it is too much."""
        if self.state is State.CONNECTING:
            self.between_frames = data.find(b"\r\n\r\n") == len(data) - 4
        elif self.between_frames:
            self.between_frames = ends_with_frame(data)
        if self.bytes.take(len(data)):
            super().receive_data(data)
        else:
            self._refuse("too many bytes")

    def recv_frame(self, frame: Frame) -> None:
        """Handle one frame, unless it is one too many."""
        if frame.opcode not in (Opcode.PING, Opcode.PONG):
            self.fragments = self.fragments + 1 if frame.opcode is Opcode.CONT else 0
        if not self.frames.take():
            self._refuse("too many frames")
        elif self.fragments > FRAGMENTS:
            self._refuse("too many fragments")
        else:
            super().recv_frame(frame)

    def receive_text(self, data: bytes) -> str | None:
        """The text if the data is one short message and nothing else, as almost always; None: parse it as usual.

        Whatever is unusual or too much is left to the parser.
        """
        if not self.between_frames or self.extensions or self.current_size is not None or self.state is not State.OPEN:
            return None
        length = len(data) - 6
        if not 0 <= length < SHORT or data[0] != TEXT or data[1] != MASKED | length:
            return None
        try:
            text = apply_mask(data[6:], data[2:6]).decode()
        except UnicodeDecodeError:
            return None
        if not (self.bytes.take(len(data)) and self.frames.take()):
            return None
        self.fragments = 0
        return text

    def _refuse(self, problem: str) -> None:
        """Fail the connection; this also drops what is left of the chunk."""
        if self.parser_exc is None:
            self.fail(CloseCode.POLICY_VIOLATION, problem)
            self.parser_exc = ProtocolError(problem)


class SocketProtocol(WebSocketsSansIOProtocol):
    """The server's end of one WebSocket."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = self.metered = MeteredProtocol(self.conn)
        self.doors = doors_of(config)
        self.conversation: Coroutine[None, None, None] | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.doors.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Queue a message, or let the parser do what is to be done."""
        text = self.metered.receive_text(data)
        if text is None:
            super().data_received(data)
        elif not self.close_sent:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            if self.queue.qsize() >= WAITING and not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()

    def handle_parser_exception(self) -> None:
        """Stop reading from a client that breaks the protocol or a limit, tell it why, and disconnect."""
        if self.conn.close_sent is None:  # there was no handshake
            self.transport.abort()
            return
        if not self.close_sent:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": self.conn.close_sent.code})
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.pause_reading()
        self.read_paused = False  # or receive() would keep reading
        self._cut_off_soon()

    def _cut_off_soon(self) -> None:
        """Abort after a moment. Closing the transport immediately could lose the close frame."""
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(LAST_WORDS, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        """A client asks for a socket; the application finds this object in the scope."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), HERE: cast("dict[object, object]", self)}

    def hold(self, conversation: Coroutine[None, None, None]) -> None:
        """Set what happens on the accepted socket once the application has returned."""
        self.conversation = conversation

    async def run_asgi(self) -> None:
        """Let the application accept the socket, then hold the conversation without it.

        The application's layers and the request would take half of a waiting socket's memory.
        """
        try:
            await self.app(self.scope, self.receive, self.send)
            self.send_500_response()  # unless the socket was accepted or refused
            if self.conversation is not None:
                del self.scope, self.request, self.response
                await self.conversation
        except ClientDisconnected:
            pass
        except Exception:
            log.exception("a socket failed")
            self.send_500_response()
        finally:
            if self.conversation is not None:
                self.conversation.close()
        if self.close_timer is None:
            self.transport.close()

    def has_room(self, size: int) -> bool:
        """Can this many more bytes be queued for the client?"""
        return self.transport.get_write_buffer_size() + size <= OUTBOX

    def handle_ping(self) -> None:
        """Send the pongs, but none to a client that reads nothing."""
        pongs = b"".join(self.conn.data_to_send())
        if self.close_sent:
            return
        if self.has_room(len(pongs)):
            self.transport.write(pongs)
        else:
            self.hang_up(TRY_AGAIN_LATER)

    def handle_close(self, event: Frame) -> None:
        """The client closes; it may not read what is queued for it."""
        super().handle_close(event)
        self._cut_off_soon()

    def keepalive_timeout(self) -> None:
        """The client did not answer our ping."""
        super().keepalive_timeout()
        self._cut_off_soon()

    def push(self, data: bytes) -> None:
        """Send a text message; never waits."""
        if self.conn.state is not State.OPEN or self.close_sent or self.transport.is_closing():
            return
        if self.conn.extensions:
            self.conn.send_text(data)
            self.transport.writelines(self.conn.data_to_send())
        else:
            self.transport.write(heading(len(data)) + data)

    def hang_up(self, code: int) -> None:
        """Close the socket after what was pushed; abort if the client does not read even that."""
        if self.close_sent or self.disconnected or self.conn.state is not State.OPEN:
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.conn.send_close(code)
        self.transport.writelines(self.conn.data_to_send())
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self._cut_off_soon()

    async def next(self) -> str | bytes | None:
        """The client's next message; None when the socket is closed."""
        message = await self.receive()
        if message["type"] != "websocket.receive":
            return None
        text = message.get("text")
        return text if text is not None else message.get("bytes") or b""


def protocol_of(socket: WebSocket) -> SocketProtocol:
    """The protocol object of an accepted socket."""
    found: object = socket.scope["extensions"][HERE]
    assert isinstance(found, SocketProtocol)
    return found


def ends_with_frame(data: bytes | bytearray) -> bool:
    r"""Does data that begins with a client's frame end with a whole one? No answer is worth counting many frames.

    >>> ends_with_frame(b"\x8a\x80mask\x81\x82mask12"), ends_with_frame(b"\x81\x82mask1"), ends_with_frame(b"\x81")
    (True, False, False)
    """
    at = 0
    for _ in range(WAITING):
        if at >= len(data):
            break
        length, more = (data[at + 1] & 0x7F, 0) if at + 1 < len(data) else (0, 0)
        if length >= SHORT:
            more = 2 if length == SHORT else 8
            length = int.from_bytes(data[at + 2 : at + 2 + more], "big")
        at += 2 + more + 4 + length
    return at == len(data)


def heading(length: int) -> bytes:
    r"""The frame header of a text message of this length (RFC 6455, 5.2: final, text, not masked).

    >>> heading(5), heading(300), heading(70000)
    (b'\x81\x05', b'\x81~\x01,', b'\x81\x7f\x00\x00\x00\x00\x00\x01\x11p')
    """
    if length < SHORT:
        return bytes((0x81, length))
    if length < MIDDLE:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")
