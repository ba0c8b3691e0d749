"""The web application: pages, headers, and the services behind them. Imports little, so that the first page is served
while the services start.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import State
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from parlour.server.http.lines import plain

log = logging.getLogger("parlour.requests")

HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; style-src 'self'; object-src 'none'; "
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
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
PREVIEW = "<!-- preview -->"
"""Stands in the client's page for the tags of a link preview."""
NO_SUCH_FILE = "There is no such file."
STARTING = "the server is starting\n"
BROKEN = "Something went wrong on our side; nothing was changed.\n"


class SecurityHeaders:
    """Adds security headers to every response; logs the request if enabled. An error becomes a response too."""

    def __init__(self, app: Application, log_requests: bool = False) -> None:
        self.app = app
        self.log_requests = log_requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve with the headers added."""
        began = False

        async def careful(message: Message) -> None:
            nonlocal began
            began = True
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
                if self.log_requests:
                    # Log neither the query nor headers: they may hold private data.
                    log.info("%s %s %s", scope["method"], plain(scope["path"]), message["status"])
            elif self.log_requests and message["type"] == "websocket.accept":
                log.info("socket %s", plain(scope["path"]))
            await send(message)

        try:
            await self.app(scope, receive, careful)
        except Exception:
            if scope["type"] == "lifespan":
                raise
            log.exception("a request failed")
            if not began and scope["type"] == "http":
                await PlainTextResponse(BROKEN, 500)(scope, receive, careful)


def client_files() -> Traversable:
    """The folder of the built browser client."""
    return resources.files("parlour").joinpath("web", "dist")


async def no_preview(request: Request) -> str:
    """The tags of a page before the services are ready."""
    return ""


class Pages:
    """The browser client: one page for every address, and its files."""

    def __init__(self, files: Traversable) -> None:
        self.files = files
        self.preview: Callable[[Request], Awaitable[str]] = no_preview

    async def page(self, request: Request) -> Response:
        """The client itself; it reads from the address which page to show."""
        index = self.files.joinpath("index.html")
        if not index.is_file():
            return HTMLResponse(MISSING, headers={"cache-control": "no-store"})
        text = index.read_text("utf-8").replace(PREVIEW, await self.preview(request))
        return HTMLResponse(text, headers={"cache-control": "no-cache"})

    async def file(self, request: Request) -> Response:
        """A file of the client; names in `assets` contain a content hash, so they are cached for ever."""
        path = request.path_params["path"]
        parts = path.split("/")
        if any(part in ("", ".", "..") or "\\" in part or ":" in part for part in parts):  # Windows has drives
            return PlainTextResponse(NO_SUCH_FILE, 404)
        file = self.files.joinpath(*(["assets"] if request.url.path.startswith("/assets/") else []), *parts)
        if not _is_file(file):
            if "." in parts[-1]:
                return PlainTextResponse(NO_SUCH_FILE, 404)
            # An unknown address: the client shows an error page with a link home.
            page = await self.page(request)
            page.status_code = 404
            return page
        kind = guess_type(path)[0] or "application/octet-stream"
        for_ever = "public, max-age=31536000, immutable" if request.url.path.startswith("/assets/") else "no-cache"
        return Response(file.read_bytes(), 200, {"cache-control": for_ever}, kind)


def _is_file(file: Traversable) -> bool:
    """Is there such a file? A name that no file can have is not there either."""
    try:
        return file.is_file()
    except (OSError, ValueError):
        return False


@dataclass(frozen=True)
class Services:
    """The services behind the pages, once they are ready."""

    routes: Sequence[BaseRoute]
    drain: Callable[[], Awaitable[None]]
    """Tells every client goodbye and finishes pending writes; idempotent."""
    close: Callable[[], Awaitable[None]]
    """Closes the database."""
    stuck: Callable[[], bool] = lambda: False
    """Did the database not let itself be closed?"""
    preview: Callable[[Request], Awaitable[str]] = no_preview
    """The tags of a page's link preview."""


class WaitUntilReady:
    """Holds requests to the interface back until the services are ready. A health check is told that they are not."""

    def __init__(self, app: Application, state: State) -> None:
        self.app = app
        self.state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, after waiting if necessary."""
        path = scope["path"] if scope["type"] in ("http", "websocket") else ""
        app = self.app
        if path == "/healthz" and not self.state.opened.done():
            app = PlainTextResponse(STARTING, 503, {"cache-control": "no-store"})
        elif path.startswith("/api/") or path == "/metrics":
            await asyncio.wait([self.state.opened])
        await app(scope, receive, send)


def make_app(
    open_services: Callable[[], Awaitable[Services]], files: Traversable | None = None, log_requests: bool = False
) -> Starlette:
    """The application. It serves pages while the services start; `state.opened` completes when they are ready."""
    pages = Pages(files or client_files())
    app = Starlette(
        routes=[
            *(Route(path, pages.page) for path in PAGES),
            Route("/assets/{path:path}", pages.file),
            Route("/{path:path}", pages.file),
        ]
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(WaitUntilReady, state=app.state)
    app.add_middleware(SecurityHeaders, log_requests=log_requests)

    async def opening() -> Services:
        services = await open_services()
        app.router.routes[:0] = services.routes
        pages.preview = services.preview
        return services

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.opened = opened = asyncio.create_task(opening())
        yield
        await asyncio.wait([opened])
        if opened.exception() is None:
            await opened.result().drain()
            await opened.result().close()

    app.router.lifespan_context = lifespan
    return app
