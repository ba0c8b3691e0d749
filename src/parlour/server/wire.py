"""uvicorn's WebSocket with two things that cannot wait: send now, hang up now.

An update goes to every socket of a table at once. By way of ASGI each of them would need a task that wakes up, passes
four layers and asks whether it may write. Here the bytes go straight to the transport, whose buffer is the outbox.
"""

from typing import cast

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

HERE = "parlour.wire"
"""Where a socket's scope holds its wire."""
LAST_WORDS = 5.0
"""Seconds a client has to answer our goodbye."""
SHORT, MIDDLE = 126, 1 << 16


class Wire(WebSocketsSansIOProtocol):
    """The server's end of one WebSocket."""

    def handle_connect(self, event: Request) -> None:
        """A client asks for a socket; the application finds this wire in the scope."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), HERE: cast("dict[object, object]", self)}

    @property
    def waiting(self) -> int:
        """How many bytes the client has not taken yet."""
        return self.transport.get_write_buffer_size()

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
        """Close the socket after what was pushed; a client that does not even take that is cut off."""
        if self.close_sent or self.disconnected or self.conn.state is not State.OPEN:
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.conn.send_close(code)
        self.transport.writelines(self.conn.data_to_send())
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(LAST_WORDS, self.transport.abort)

    async def next(self) -> str | bytes | None:
        """The next message of the client; None when there will be no more."""
        message = await self.receive()
        if message["type"] != "websocket.receive":
            return None
        text = message.get("text")
        return text if text is not None else message.get("bytes") or b""


def wire_of(socket: WebSocket) -> Wire:
    """The wire of an accepted socket."""
    found: object = socket.scope["extensions"][HERE]
    assert isinstance(found, Wire)
    return found


def heading(length: int) -> bytes:
    r"""What stands before a text message of so many bytes (RFC 6455, 5.2: final, text, not masked).

    >>> heading(5), heading(300), heading(70000)
    (b'\x81\x05', b'\x81~\x01,', b'\x81\x7f\x00\x00\x00\x00\x00\x01\x11p')
    """
    if length < SHORT:
        return bytes((0x81, length))
    if length < MIDDLE:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")
