"""The web application: its addresses, its headers, its pages."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from importlib import resources
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from parlour.server.answers import answer, guarded
from parlour.server.decide import Refused
from parlour.server.desk import Desk
from parlour.server.endpoints import AT, doors
from parlour.server.messages import Bye
from parlour.server.openapi import describe
from parlour.server.socket import talk

log = logging.getLogger("parlour.requests")

HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
        b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Parlour</title>
<h1>Parlour is running</h1>
<p>The browser client has not been built. In the project's folder, <code>make client</code> builds it;
then load this page again. The <a href="/api/games">games</a> and every table can be reached over the
<a href="/api/openapi.json">HTTP interface</a> all the same.</p></html>"""

PAGES = ("/", "/new/{slug}", "/t/{code}", "/replay", "/replay/{code}", "/rules/{slug}", "/here")
"""The addresses of the client's pages (web/src/lib/router.svelte.ts)."""

Scope = MutableMapping[str, Any]  # as ASGI defines it
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Safely:
    """Puts the safety headers on every answer, and writes down what was asked if that is wished."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]], log_requests: bool = False) -> None:
        self.app = app
        self.log_requests = log_requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve with the headers added."""

        async def careful(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
                if self.log_requests:
                    # Neither the query nor any header: those may hold what is private.
                    log.info("%s %s %s", scope["method"], scope["path"], message["status"])
            await send(message)

        await self.app(scope, receive, careful if scope["type"] == "http" else send)


def client_files() -> Traversable:
    """Where the built browser client lies."""
    return resources.files("parlour").joinpath("web", "dist")


class Pages:
    """The browser client: one page for every address, and its files."""

    def __init__(self, files: Traversable) -> None:
        self.files = files

    async def page(self, request: Request) -> Response:
        """The client itself; which page it shows it reads from the address."""
        index = self.files.joinpath("index.html")
        if not index.is_file():
            return HTMLResponse(MISSING, headers={"cache-control": "no-store"})
        return HTMLResponse(index.read_bytes(), headers={"cache-control": "no-cache"})

    async def file(self, request: Request) -> Response:
        """A file of the client; names in `assets` carry a hash of what is in them, so they may be kept for ever."""
        path = request.path_params["path"]
        parts = path.split("/")
        if any(part in ("", ".", "..") or "\\" in part for part in parts):
            raise Refused("not_found", "There is no such file.")
        file = self.files.joinpath(*(["assets"] if request.url.path.startswith("/assets/") else []), *parts)
        if not file.is_file():
            if "." in parts[-1]:
                raise Refused("not_found", "There is no such file.")
            # Somebody mistyped an address: the client says so, with a way back.
            page = await self.page(request)
            page.status_code = 404
            return page
        kind = guess_type(path)[0] or "application/octet-stream"
        for_ever = "public, max-age=31536000, immutable" if request.url.path.startswith("/assets/") else "no-cache"
        return Response(file.read_bytes(), 200, {"cache-control": for_ever}, kind)


def routes(desk: Desk, files: Traversable) -> list[BaseRoute]:
    """Every address."""
    pages = Pages(files)
    interface = doors(desk)

    async def line(socket: WebSocket) -> None:
        await talk(socket, desk)

    async def description(request: Request) -> Response:
        return answer(describe(interface))

    return [
        *(Route(door.path, guarded(door.run), methods=[door.method]) for door in interface),
        Route("/api/openapi.json", guarded(description)),
        WebSocketRoute(f"{AT}/ws", line),
        Route("/api/{path:path}", guarded(nothing_here), methods=["GET", "POST", "PUT", "DELETE"]),
        *(Route(path, pages.page) for path in PAGES),
        Route("/assets/{path:path}", guarded(pages.file)),
        Route("/{path:path}", guarded(pages.file)),
    ]


async def nothing_here(request: Request) -> Response:
    """For addresses that do not exist."""
    raise Refused("not_found", "There is nothing at this address.")


def make_app(
    begin: Callable[[], Awaitable[Desk]],
    farewell: Bye,
    files: Traversable | None = None,
    log_requests: bool = False,
) -> Starlette:
    """The application; `begin` opens the hall when the server starts."""
    app = Starlette(
        middleware=[
            Middleware(Safely, log_requests=log_requests),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
        ]
    )

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        desk = await begin()
        app.router.routes[:] = routes(desk, files or client_files())
        app.state.desk = desk
        yield
        await desk.hall.close(farewell)
        await desk.hall.store.close()

    app.router.lifespan_context = lifespan
    return app
