"""uvicorn's HTTP protocol with deadlines: a client that stops in the middle is not waited for."""

import asyncio

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from parlour.server.http.doors import doors_of

HEAD = 10.0
"""Seconds a client has to send a request's headers."""
BODY = 30.0
"""Seconds it has for the body: 2 MB on a slow line."""
READING = 60.0
"""Seconds a response may wait for a client that does not read."""
LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class HttpProtocol(H11Protocol):
    """The server's end of one HTTP connection."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.doors = doors_of(config)
        self._deadline: asyncio.TimerHandle | None = None
        self._of_body = False
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Admit the connection and wait for its first request, but not for long."""
        super().connection_made(transport)
        if self.doors.enter(transport, self.client[0] if self.client else ""):
            self._wait(HEAD)

    def data_received(self, data: bytes) -> None:
        """Read on, and wait for the rest of a request."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """The next request may follow."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        if self._unread is not None:
            self._unread.cancel()
        self.doors.leave(self.transport)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection is a socket from now on."""
        self._stop_waiting()
        self.doors.set_idle(self.transport, False)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """The client does not read; it has a while to go on."""
        self.flow.pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(READING, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again."""
        self.flow.resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _watch(self) -> None:
        """Set the deadline that fits what is awaited from the client."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._stop_waiting()
            return
        between = self.cycle is None or self.cycle.response_complete
        self.doors.set_idle(self.transport, between)
        if between and not self.conn.trailing_data[0]:
            self._stop_waiting()  # uvicorn ends idle connections
        elif between:
            self._wait(HEAD)
        elif self.cycle.more_body:
            self._wait(BODY, body=True)
        else:
            self._stop_waiting()

    def _wait(self, seconds: float, body: bool = False) -> None:
        """Start a deadline, unless it is running already."""
        if self._deadline is None or body is not self._of_body:
            self._stop_waiting()
            self._deadline, self._of_body = self.loop.call_later(seconds, self._give_up), body

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(LATE)
        self.transport.close()
