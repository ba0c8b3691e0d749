"""Startup: opens the store, the registry and the service, and builds the routes.

This loads nearly all of the server, so it is imported while the first pages are already being served.
"""

import asyncio
import logging
from functools import partial

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket

from parlour.server.http.app import Services
from parlour.server.http.catalogue import catalogue
from parlour.server.http.endpoints import AT
from parlour.server.http.health import Health
from parlour.server.http.identity import Sites
from parlour.server.http.limits import UNLIMITED, Limits
from parlour.server.http.previews import preview_tags
from parlour.server.http.rates import Rate
from parlour.server.http.routes import http_routes
from parlour.server.http.service import Service
from parlour.server.http.socket import POLICY, serve_wire
from parlour.server.http.socket_protocol import protocol_of
from parlour.server.live.registry import Registry
from parlour.server.live.worker_pool import WorkerPool
from parlour.server.log.decide import LEVELS, Refused
from parlour.server.protocol.messages import Bye
from parlour.server.settings import Settings
from parlour.server.store.shared_rates import SharedRates
from parlour.server.store.store import Store

log = logging.getLogger("parlour.server")

DAY = 24 * 3600.0
RESTART = Bye("restart", "The server is restarting; your table will be back in a moment.", 1000)


async def open_services(settings: Settings, database: str) -> Services:
    """The services, ready for requests; ParlourError if the database cannot be opened."""
    service = await open_service(settings, database)
    store = service.registry.store
    return Services(
        routes(service),
        lambda: service.registry.close(RESTART),
        store.close,
        lambda: isinstance(store, Store) and store.stuck,
        partial(preview_tags, service),
    )


async def prepare(database: str) -> None:
    """Make or update the database, before several processes use it."""
    store = await Store.open(database)
    await store.close()


async def open_service(settings: Settings, database: str) -> Service:
    """The service with its registry and database."""
    LEVELS.extend(name for name in settings.bots if name not in LEVELS)
    games = asyncio.create_task(asyncio.to_thread(catalogue))  # the first page shows them
    store = await Store.open(database)
    store.shared = store.shared or settings.workers > 1
    await games
    registry = Registry(store, settings.policy, WorkerPool(settings.thinkers))
    registry.begin()
    rates = {"create": Rate(settings.tables_an_hour, 3600)} if settings.limits else UNLIMITED
    limits = Limits(**rates)
    limits.shared = SharedRates(store, registry.clock.now) if store.shared else None
    sites = Sites(frozenset(origin.lower().rstrip("/") for origin in settings.origins), settings.only_here)
    service = Service(registry, limits, sites)
    service.health = Health(store.check_health, registry.clock.monotonic)
    registry.look_after(lambda: tidy(registry, store, limits.shared, settings.keep_days))
    return service


async def tidy(registry: Registry, store: Store, shared: SharedRates | None, keep_days: float) -> None:
    """Delete what is no longer needed."""
    if keep_days:
        before = registry.clock.now() - keep_days * DAY
        count = await store.forget(before)
        await registry.drop_deleted(before)
        if count:
            log.info("deleted %d tables that were not used for %g days", count, keep_days)
    if shared is not None:
        await shared.tidy()


async def accepted(socket: WebSocket) -> bool:
    """Accept a socket; False if the client has gone in the meantime, which is not an error."""
    try:
        await socket.accept()
    except OSError:
        return False
    return True


def routes(service: Service) -> list[BaseRoute]:
    """Every address of the interface, sockets included."""

    async def table_socket(socket: WebSocket) -> None:
        """Serve one socket from hello to close."""
        try:
            visitor = service.visitor(socket)
        except Refused:
            await socket.close(POLICY)  # before accepting, so that the browser gets a plain 403
            return
        if await accepted(socket):
            protocol = protocol_of(socket)
            protocol.hold(serve_wire(protocol, socket.path_params["code"], visitor, service))

    return http_routes(service, WebSocketRoute(f"{AT}/ws", table_socket))
