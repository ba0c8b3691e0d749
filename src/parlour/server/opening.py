"""Opening the house: the store, the hall and the desk, and the addresses they answer at.

This loads nearly all of the server, so it is imported while the first pages are served already.
"""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from parlour.server.answers import answer, guarded
from parlour.server.app import House
from parlour.server.bots import Thinkers
from parlour.server.decide import Refused
from parlour.server.desk import Desk
from parlour.server.endpoints import AT, doors
from parlour.server.hall import Hall
from parlour.server.limits import UNLIMITED, Limits
from parlour.server.messages import Bye
from parlour.server.openapi import describe
from parlour.server.rates import Rate
from parlour.server.settings import Settings
from parlour.server.shelf import shelf
from parlour.server.socket import talk
from parlour.server.store import Store

RESTART = Bye("restart", "The server restarts; your table comes back in a moment.", 1000)


async def open_house(settings: Settings, database: str) -> House:
    """A house ready for visitors; ParlourError if its database cannot be opened."""
    desk = await open_desk(settings, database)
    return House(routes(desk), lambda: desk.hall.close(RESTART), desk.hall.store.close)


async def prepare(database: str) -> None:
    """Make or update the database, before several processes use it."""
    store = await Store.open(database)
    await store.close()


async def open_desk(settings: Settings, database: str) -> Desk:
    """The desk, with its hall and its database."""
    games = asyncio.create_task(asyncio.to_thread(shelf))  # the first page shows them
    store = await Store.open(database)
    await games
    hall = Hall(store, settings.manners, Thinkers(settings.thinkers))
    hall.begin()
    rates = {"create": Rate(settings.tables_an_hour, 3600)} if settings.limits else UNLIMITED
    return Desk(hall, Limits(**rates), frozenset(origin.lower().rstrip("/") for origin in settings.origins))


def routes(desk: Desk) -> list[BaseRoute]:
    """Every address of the interface."""
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
    ]


async def nothing_here(request: Request) -> Response:
    """For addresses that do not exist."""
    raise Refused("not_found", "There is nothing at this address.")
