"""The server's interface inside a web page: the page's script hands requests and sockets over.

The client cannot tell the difference: requests run through the server's own endpoints, and sockets carry its own
messages. There is one visitor, tables live in memory, and bots think in the same thread.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

import msgspec
from starlette.requests import HTTPConnection
from starlette.routing import Router
from starlette.types import Message, Scope

from parlour.offline.store import MemoryStore
from parlour.server.http.identity import Visitor
from parlour.server.http.limits import UNLIMITED, Limits
from parlour.server.http.routes import http_routes
from parlour.server.http.service import Service
from parlour.server.http.socket import serve_wire
from parlour.server.live.registry import Registry
from parlour.server.live.worker_pool import Worker, WorkerPool, think
from parlour.server.settings import TablePolicy

FOR_EVER = 10 * 365 * 24 * 3600.0

SECONDS = 0.4
"""Time limit of a bot's decision: elsewhere bots think longer, but here the page hears nothing meanwhile."""
PAUSE = 0.01
"""Seconds before a job in which messages from the page are heard."""

Answer = TypeVar("Answer")


class Said(msgspec.Struct):
    """The part of a message that says what kind it is."""

    t: str = ""


class PageWorker(Worker):
    """Carries out jobs in this thread: a page has no processes. It is never killed."""

    def __init__(self, thinking: Callable[[bool], object] = lambda busy: None) -> None:
        self.known: OrderedDict[str, int] = OrderedDict()
        self.thinking = thinking
        self.hurried = False

    async def submit(self, work: Callable[..., Answer], *arguments: object) -> Answer:
        """Carry out a job, after the page has heard of everything before it and could say something."""
        self.thinking(True)
        try:
            await asyncio.sleep(PAUSE)
            if work is think:
                news, seat, level, luck = arguments
                arguments = (news, seat, "normal" if self.hurried else level, luck, SECONDS)
            return work(*arguments)
        finally:
            self.thinking(False)

    def kill(self) -> None:
        """Do nothing: a job in this thread cannot be stopped."""


class PageSocket:
    """One end of a socket between the page's script and a table."""

    def __init__(
        self, heard: Callable[[str], object], closed: Callable[[int], object], said: Callable[[str], object]
    ) -> None:
        self._heard = heard
        self._said = said
        self._closed = closed
        self._inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._open = True

    # The page's end

    def send(self, text: str) -> None:
        """A message from the page."""
        self._said(text)
        self._inbox.put_nowait(text)

    def close(self) -> None:
        """The page hangs up."""
        self._open = False
        self._inbox.put_nowait(None)

    # The table's end

    def has_room(self, size: int) -> bool:
        """Can this many more bytes be sent? Always: the page reads at once, nothing waits."""
        return True

    def push(self, data: bytes) -> None:
        """Send a message to the page."""
        if self._open:
            self._heard(data.decode())

    def hang_up(self, code: int) -> None:
        """Close the socket."""
        if self._open:
            self._open = False
            self._inbox.put_nowait(None)
            self._closed(code)

    async def next(self) -> str | None:
        """The page's next message; None when the socket is closed."""
        return await self._inbox.get()


class Host:
    """Serves the page. Make it inside a running event loop."""

    def __init__(
        self,
        token: str,
        kept: Iterable[str],
        keep: Callable[[str], None],
        bot_pace: float = 0.8,
        thinking: Callable[[bool], object] = lambda busy: None,
    ) -> None:
        """`thinking` is told when a hard bot or the coach begins to think, and when it has finished."""
        store = MemoryStore(kept, keep)
        self.worker = PageWorker(thinking)
        # Nobody else waits for this visitor, so no bot ever takes the seat.
        policy = TablePolicy(grace=FOR_EVER, bot_pace=bot_pace)
        registry = Registry(store, policy, WorkerPool(1, lambda: self.worker))
        registry.begin()
        self.service = Service(registry, Limits(**UNLIMITED))
        self._router = Router(http_routes(self.service))
        self._headers = [(b"authorization", f"Bearer {token}".encode()), (b"host", b"page")]
        self._sockets: set[asyncio.Task[None]] = set()

    async def request(self, method: str, path: str, kind: str, body: str) -> tuple[int, str, str]:
        """Answer a request: the status, the content type and the text."""
        path, _, query = path.partition("?")
        scope = self._scope("http", path)
        scope.update(method=method, query_string=query.encode())
        scope["headers"] = [*self._headers, (b"content-type", kind.encode())]
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body.encode(), "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self._router(scope, receive, send)
        headers = dict(sent[0]["headers"])
        text = b"".join(message.get("body", b"") for message in sent[1:]).decode()
        return sent[0]["status"], headers.get(b"content-type", b"").decode(), text

    def hurry(self) -> None:
        """Have hard bots decide by the rule of thumb, until the visitor's next action."""
        self.worker.hurried = True

    def _said(self, text: str) -> None:
        """Hear what the page says to a table; after an action bots think again."""
        if msgspec.json.decode(text, type=Said).t == "act":
            self.worker.hurried = False

    def connect(self, code: str, heard: Callable[[str], object], closed: Callable[[int], object]) -> PageSocket:
        """Open a socket to a table."""
        socket = PageSocket(heard, closed, self._said)
        visitor = Visitor(HTTPConnection(self._scope("websocket", f"/api/tables/{code}/ws")))
        self._run(serve_wire(socket, code, visitor, self.service))
        return socket

    def _scope(self, kind: str, path: str) -> Scope:
        return {
            "type": kind,
            "path": path,
            "query_string": b"",
            "headers": self._headers,
            "client": ("page", 0),
            "server": ("page", 80),
            "scheme": "http",
        }

    def _run(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._sockets.add(task)
        task.add_done_callback(self._sockets.discard)
