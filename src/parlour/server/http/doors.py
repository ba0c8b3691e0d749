"""Connections of this process: how many there may be, in all and from one address.

Every connection costs a file descriptor and memory, and a client pays nothing for it. So there is a cap, no address may
fill it alone, and connections without a request make room for new ones.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable

import uvicorn

from parlour.server.http.networks import network_of

RESERVE = 96
"""File descriptors kept for the database, worker processes and files."""
EACH = 512
"""Most connections from one address; half of all if that is less. A roomful of browsers needs about two a person."""
FULL = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Doors:
    """The open connections; 0 means no limit."""

    def __init__(self, most: int = 0, each: int = 0, trusts: Callable[[str], bool] = lambda address: False) -> None:
        self.most = most
        self.each = each
        self.trusts = trusts
        """Is this the address of a proxy, which connects for everybody?"""
        self.sources: dict[asyncio.Transport, str] = {}
        self.counts: Counter[str] = Counter()
        self.idle: OrderedDict[asyncio.Transport, None] = OrderedDict()
        self.turned_away = 0

    def enter(self, transport: asyncio.Transport, address: str) -> bool:
        """Count a new connection; False, and it is closed, if there is no room for it."""
        source = network_of(address)
        crowded = self.each and self.counts[source] >= self.each and not self.trusts(address)
        if crowded or (self.most and len(self.sources) >= self.most and not self._make_room()):
            self.turned_away += 1
            transport.write(FULL)
            transport.close()
            return False
        self.sources[transport] = source
        self.counts[source] += 1
        self.idle[transport] = None
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection has ended."""
        source = self.sources.pop(transport, None)
        self.idle.pop(transport, None)
        if source is not None:
            self.counts[source] -= 1
            if not self.counts[source]:
                del self.counts[source]

    def set_idle(self, transport: asyncio.Transport, idle: bool) -> None:
        """Note whether a connection has no request at the moment."""
        if idle and transport in self.sources:
            self.idle[transport] = None
        else:
            self.idle.pop(transport, None)

    def _make_room(self) -> bool:
        """End the connection that has been without a request for longest."""
        if not self.idle:
            return False
        oldest = next(iter(self.idle))
        self.leave(oldest)
        oldest.abort()
        return True


def doors_for(descriptors: int, limits: bool, trusts: Callable[[str], bool]) -> Doors:
    """The limits of a process that may have this many open files.

    >>> doors = doors_for(1096, True, str.isspace)
    >>> doors.most, doors.each
    (1000, 500)
    """
    most = max(16, descriptors - RESERVE)
    return Doors(most, min(EACH, most // 2) if limits else 0, trusts)


class ServerConfig(uvicorn.Config):
    """uvicorn's configuration with the doors its protocols share."""

    doors: Doors


def doors_of(config: uvicorn.Config) -> Doors:
    """The doors of a server; without limits if it has none."""
    if not isinstance(config, ServerConfig):
        return Doors()
    return config.doors


def file_descriptors() -> int:
    """The number of files this process may open, raised as far as the system allows; 1024 if it does not say."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 1024
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return 65_536 if soft == resource.RLIM_INFINITY else soft
