"""The web application by itself: pages come at once, everything else when the house is open."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from parlour.server.http.app import Services, make_app


async def asked(app: Starlette, path: str) -> tuple[int, bytes]:
    """What is answered at an address: the status and the text."""
    came: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        came.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [], "root_path": ""}
    await app(scope, receive, send)
    return came[0]["status"], b"".join(message.get("body", b"") for message in came)


def site(folder: Path, open_services: Callable[[], Awaitable[Services]]) -> Starlette:
    folder.joinpath("index.html").write_text("<title>Parlour</title>")
    return make_app(open_services, folder)


async def games(request: Request) -> PlainTextResponse:
    return PlainTextResponse("six games")


def test_a_page_does_not_wait_for_the_house_to_open_and_the_interface_does(tmp_path: Path) -> None:
    done: list[str] = []

    async def scene() -> None:
        key = asyncio.Event()

        async def said(word: str) -> None:
            done.append(word)

        async def open_services() -> Services:
            await key.wait()
            return Services([Route("/api/games", games)], lambda: said("farewell"), lambda: said("closed"))

        app = site(tmp_path, open_services)
        async with app.router.lifespan_context(app):
            assert await asked(app, "/") == (200, b"<title>Parlour</title>")
            asking = asyncio.create_task(asked(app, "/api/games"))
            await asyncio.sleep(0)
            assert await asked(app, "/t/ABCDEFGH") == (200, b"<title>Parlour</title>")
            assert await asked(app, "/healthz") == (503, b"the server is starting\n")
            assert not asking.done()
            key.set()
            assert await asking == (200, b"six games")
            assert await asked(app, "/api/games") == (200, b"six games")

    asyncio.run(scene())
    assert done == ["farewell", "closed"]


def test_no_file_outside_the_client_is_named(tmp_path: Path) -> None:
    """On Windows a drive leads elsewhere, and a colon in a name to another stream of the file."""
    client = tmp_path / "client"
    client.mkdir()
    client.joinpath("c:secret.txt").write_text("secret")
    tmp_path.joinpath("secret.txt").write_text("secret")

    async def scene() -> None:
        async def open_services() -> Services:
            return Services([], asyncio.Event().wait, asyncio.Event().wait)  # type: ignore[arg-type]  # never ended

        app = site(client, open_services)
        for path in ("/c:secret.txt", "/../secret.txt", "/x/../../secret.txt", "/..\\secret.txt", "//secret.txt"):
            assert (await asked(app, path))[0] == 404, path

    asyncio.run(scene())


def test_a_house_that_cannot_be_opened_is_not_closed(tmp_path: Path) -> None:
    async def scene() -> None:
        async def open_services() -> Services:
            raise OSError("no key")

        app = site(tmp_path, open_services)
        async with app.router.lifespan_context(app):
            status, _ = await asked(app, "/api/games")
            assert status == 404
            assert isinstance(app.state.opened.exception(), OSError)

    asyncio.run(scene())


def test_a_file_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    async def scene() -> None:
        app = site(tmp_path, lambda: asyncio.sleep(0, Services([], lambda: asyncio.sleep(0), lambda: asyncio.sleep(0))))
        async with app.router.lifespan_context(app):
            assert await asked(app, "/assets/nothing.js") == (404, b"There is no such file.")
            assert await asked(app, "/../secret.txt") == (404, b"There is no such file.")
            assert await asked(app, "/nowhere") == (404, b"<title>Parlour</title>")

    asyncio.run(scene())
