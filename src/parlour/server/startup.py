"""Startup: opens the store, the registry and the service, and builds the routes.

This loads nearly all of the server, so it is imported while the first pages are already being served.
"""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from parlour.server.http.app import Services
from parlour.server.http.catalogue import catalogue
from parlour.server.http.endpoints import AT, endpoints
from parlour.server.http.limits import UNLIMITED, Limits
from parlour.server.http.openapi import describe
from parlour.server.http.rates import Rate
from parlour.server.http.responses import answer, guarded
from parlour.server.http.service import Service
from parlour.server.http.socket import serve_socket
from parlour.server.live.registry import Registry
from parlour.server.live.worker_pool import WorkerPool
from parlour.server.log.decide import Refused
from parlour.server.protocol.messages import Bye
from parlour.server.settings import Settings
from parlour.server.store.store import Store

RESTART = Bye("restart", "The server is restarting; your table will be back in a moment.", 1000)


async def open_services(settings: Settings, database: str) -> Services:
    """The services, ready for requests; ParlourError if the database cannot be opened."""
    service = await open_service(settings, database)
    return Services(routes(service), lambda: service.registry.close(RESTART), service.registry.store.close)


async def prepare(database: str) -> None:
    """Make or update the database, before several processes use it."""
    store = await Store.open(database)
    await store.close()


async def open_service(settings: Settings, database: str) -> Service:
    """The service with its registry and database."""
    games = asyncio.create_task(asyncio.to_thread(catalogue))  # the first page shows them
    store = await Store.open(database)
    await games
    registry = Registry(store, settings.policy, WorkerPool(settings.thinkers))
    registry.begin()
    rates = {"create": Rate(settings.tables_an_hour, 3600)} if settings.limits else UNLIMITED
    return Service(registry, Limits(**rates), frozenset(origin.lower().rstrip("/") for origin in settings.origins))


def routes(service: Service) -> list[BaseRoute]:
    """Every address of the interface."""
    interface = endpoints(service)

    async def table_socket(socket: WebSocket) -> None:
        await serve_socket(socket, service)

    async def description(request: Request) -> Response:
        return answer(describe(interface))

    return [
        *(Route(endpoint.path, guarded(endpoint.run), methods=[endpoint.method]) for endpoint in interface),
        Route("/api/openapi.json", guarded(description)),
        WebSocketRoute(f"{AT}/ws", table_socket),
        Route("/api/{path:path}", guarded(nothing_here), methods=["GET", "POST", "PUT", "DELETE"]),
    ]


async def nothing_here(request: Request) -> Response:
    """The response for unknown addresses."""
    raise Refused("not_found", "There is nothing at this address.")
