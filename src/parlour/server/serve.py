"""Starting the server: one process or several that share a socket, and stopping it politely."""

import logging
import socket
from dataclasses import dataclass, field

import uvicorn

from parlour.core.errors import ParlourError
from parlour.server.app import make_app
from parlour.server.bots import Thinkers
from parlour.server.desk import Desk
from parlour.server.hall import Hall
from parlour.server.limits import Limits, Rate
from parlour.server.live import Manners
from parlour.server.memory import MemoryStore
from parlour.server.messages import Bye

log = logging.getLogger("parlour.server")

LARGEST_FRAME = 8 * 1024
RESTART = Bye("restart", "The server restarts; your table comes back in a moment.", 1000)


@dataclass(frozen=True)
class Settings:
    """How to serve."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    workers: int = 1
    manners: Manners = field(default_factory=Manners)
    limits: bool = True
    tables_an_hour: int = 20
    origins: tuple[str, ...] = ()
    thinkers: int | None = None
    deflate: bool = False
    open_browser: bool = False


def serve(settings: Settings) -> int:
    """Serve until told to stop."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    listener = listen(settings.host, settings.port)
    port = listener.getsockname()[1]
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    print(f"Parlour is ready at http://{host}:{port}/", flush=True)
    run(settings, listener)
    return 0


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; ParlourError if that is not possible."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.socket(family[0], socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(family[4])
        listener.listen(2048)
    except OSError as error:
        raise ParlourError(f"Parlour cannot listen on {host}:{port} ({error.strerror}). Try --port 0.") from None
    listener.set_inheritable(True)
    return listener


def run(settings: Settings, listener: socket.socket) -> None:
    """Serve on a socket in this process."""
    free = {name: Rate(0, 1) for name in ("act", "say", "do", "create", "join", "lookup", "replay", "hint")}
    rates = {"create": Rate(settings.tables_an_hour, 3600)} if settings.limits else free

    async def begin() -> Desk:
        store = MemoryStore()
        hall = Hall(store, settings.manners, Thinkers(settings.thinkers))
        hall.begin()
        return Desk(hall, Limits(**rates), frozenset(origin.lower() for origin in settings.origins))

    config = uvicorn.Config(
        make_app(begin, RESTART),
        log_level="warning",
        access_log=False,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=settings.deflate,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(config).run(sockets=[listener])
