"""Starts the server, in one process or several that share a socket, and stops it gracefully."""

import asyncio
import gc
import importlib
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from pathlib import Path
from types import FrameType, ModuleType

import uvicorn
from starlette.applications import Starlette

from parlour.core.errors import ParlourError
from parlour.server.http.app import Services, make_app
from parlour.server.http.doors import ServerConfig, doors_for, file_descriptors
from parlour.server.http.http_protocol import HttpProtocol
from parlour.server.http.socket_protocol import SocketProtocol
from parlour.server.listen import address_of
from parlour.server.log_format import set_up_log
from parlour.server.settings import Settings

log = logging.getLogger("parlour.server")

LARGEST_FRAME = 8 * 1024
GOODBYE = 30.0
"""Seconds a worker has to end; a database that hangs costs most of them."""
ENDED_WELL = (0, -signal.SIGTERM)
"""Exit codes of workers that were told to stop; one that was still loading had nothing to finish."""
LOOK = 0.1
"""Seconds after which the process that starts the workers looks again at signals and workers."""
RESTARTS = 5
"""Restarts per worker and minute before the server gives up."""


def serve(settings: Settings, listener: socket.socket) -> int:
    """Serve on a listening socket until stopped."""
    settings.check()
    database = settings.database or str(own_database())

    def ready() -> None:
        print(f"Parlour is ready at {address_of(listener)}", flush=True)

    if settings.workers == 1:
        return run(settings, database, listener, ready)
    _set_up_log(settings)
    return _supervise(settings, database, listener, ready)


def own_database() -> Path:
    """The default database file: in the user's data folder, readable only by the user."""
    base = os.environ.get("XDG_DATA_HOME") or (
        os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else str(Path.home() / ".local" / "share")
    )
    folder = Path(base or ".") / "parlour"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = folder / "tables.db"
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise ParlourError(f"{folder} cannot be used ({error.strerror}). Choose a file with --database.") from None
    return file


# One process


class Server(uvicorn.Server):
    """Reports when it is ready, and tells clients goodbye before it closes connections."""

    def __init__(self, config: uvicorn.Config, app: Starlette, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.app = app
        self.ready = ready
        self.failed: ParlourError | None = None
        self.stuck = False

    def stop(self, number: int, frame: FrameType | None) -> None:
        """End soon; a signal's handler."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept connections, start the services, then report ready."""
        await super().startup(sockets)
        if self.should_exit:
            return
        try:
            await self.app.state.opened
        except ParlourError as error:
            self.failed = error
            self.should_exit = True
        else:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no new connections, tell clients goodbye, finish pending writes."""
        for server in self.servers:
            server.close()
        if self.failed is None:
            services: Services = await self.app.state.opened
            await services.drain()
        await super().shutdown(sockets)
        if self.failed is None:
            self.stuck = services.stuck()


def run(settings: Settings, database: str, listener: socket.socket, ready: Callable[[], None] = lambda: None) -> int:
    """Serve on a socket in this process until stopped."""
    _set_up_log(settings)

    async def open_services() -> Services:
        opening = await asyncio.to_thread(_opening)
        services: Services = await opening.open_services(settings, database)
        _tidy_up()
        return services

    app = make_app(open_services, log_requests=settings.log_requests)
    config = ServerConfig(
        app,
        log_config=None,
        access_log=False,  # our own log omits private data
        http=HttpProtocol,
        ws=SocketProtocol,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=settings.deflate,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
    )
    config.doors = doors_for(file_descriptors(), settings.limits, settings.trusts)
    # We log requests and report errors ourselves: uvicorn's lines hold the queries of sockets.
    logging.getLogger("uvicorn").setLevel(logging.WARNING if settings.log_requests else logging.CRITICAL)
    server = Server(config, app, ready)
    # Until uvicorn listens, a signal must not get lost. It re-raises the one that stopped it: a normal exit for us.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, server.stop)
    server.run(sockets=[listener])
    if server.failed:
        raise server.failed
    if server.stuck:
        log.error("the database does not answer; ending without it")
        logging.shutdown()
        os._exit(1)  # a normal end would wait for the threads that wait for the database
    return 0 if server.started else 1


def _set_up_log(settings: Settings) -> None:
    set_up_log(logging.INFO if settings.log_requests else logging.WARNING, settings.log_format)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _opening() -> ModuleType:
    """Load the rest of the server."""
    return importlib.import_module("parlour.server.startup")


def _tidy_up() -> None:
    """Collect garbage rarely: tables live long and hold many small objects."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


# Several processes


def _supervise(settings: Settings, database: str, listener: socket.socket, ready: Callable[[], None]) -> int:
    """Keep workers that share the socket running until stopped."""
    asyncio.run(_opening().prepare(database))
    context = get_context("spawn")
    told: set[str] = set()  # no Event: a handler may run while this thread holds its lock
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, frame: told.add("stop"))
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda number, frame: told.add("renew"))

    def start(serving: Event | None = None) -> SpawnProcess:
        process = context.Process(target=_worker, args=(settings, database, listener, serving))
        process.start()
        return process

    def renew(place: int) -> bool:
        """Replace a worker: the new one serves before the old one ends. False, and the old one stays, if it cannot."""
        process = start(serving := context.Event())
        while not serving.wait(LOOK) and process.is_alive() and "stop" not in told:
            pass
        if not (serving.is_set() or "stop" in told):
            log.error("a new worker ended (%s) before it served; the old ones go on", process.exitcode)
            return False
        workers[place].terminate()
        workers[place].join(GOODBYE)
        workers[place] = process
        return True

    workers = [start() for _ in range(settings.workers)]
    ready()
    restarts: list[float] = []
    while "stop" not in told:
        time.sleep(LOOK)
        if "renew" in told:
            told.discard("renew")
            all(map(renew, range(settings.workers)))  # one that fails ends it
        for place, process in enumerate(workers):
            if not process.is_alive() and "stop" not in told:
                restarts = [at for at in restarts if time.monotonic() - at < 60]
                if len(restarts) >= RESTARTS * settings.workers:
                    log.error("workers keep ending; giving up")
                    told.add("stop")
                    break
                log.error("a worker ended (%s); starting another", process.exitcode)
                restarts.append(time.monotonic())
                workers[place] = start()
    return 0 if _end(workers) else 1


def _end(workers: list[SpawnProcess]) -> bool:
    """End the workers; did all of them end well?"""
    for process in workers:
        if process.is_alive():
            process.terminate()
    for process in workers:
        process.join(GOODBYE)
    return all(process.exitcode in ENDED_WELL for process in workers)


def _worker(settings: Settings, database: str, listener: socket.socket, serving: Event | None) -> None:
    from parlour.bots.processes import end_with_parent

    end_with_parent()
    sys.exit(run(settings, database, listener, serving.set if serving else lambda: None))
