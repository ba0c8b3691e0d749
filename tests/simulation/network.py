"""Simulated sockets between clients and server processes: in order on each socket, in any order between them."""

import asyncio
from collections import deque
from contextvars import Context

from simulation.faults import Weather

KEEPALIVE = 40.0
"""Seconds after which the server notices that a silent client is gone."""
OUTBOX = 120_000
"""Bytes a client may leave unread before the server hangs up; smaller than in earnest, so that it happens."""

Data = str | bytes


class Pipe:
    """One direction of a socket. What is put in comes out later, in order; None means closed."""

    def __init__(self, weather: Weather, delay: float) -> None:
        self.weather, self.delay = weather, delay
        self.frozen = False
        self.cut = False
        self.closed = False
        self.unread = 0
        self._coming: deque[Data | None] = deque()
        self._there: deque[Data | None] = deque()
        self._last = 0.0
        self._reader: asyncio.Future[None] | None = None

    def put(self, data: Data | None) -> None:
        if self.cut or self.closed:
            return
        self.closed = data is None
        self.unread += len(data or b"")
        loop = asyncio.get_running_loop()
        self._last = max(self._last, loop.time() + self.weather.latency(self.delay))
        self._coming.append(data)
        # Delivered in nobody's context: what a process sent before it was killed still arrives.
        loop.call_at(self._last, self._deliver, context=Context())

    def _deliver(self) -> None:
        if self._coming:
            self._there.append(self._coming.popleft())
            self._wake()

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def break_off(self) -> None:
        """Lose what is on its way; the reader finds the socket closed."""
        if not self.cut:
            self.cut = True
            self._coming.clear()
            self._there = deque([None])
            self._wake()

    def thaw(self) -> None:
        """Let the reader read on."""
        self.frozen = False
        self._wake()

    async def readable(self, until: float) -> bool:
        """Wait for a message, but not longer than this: is there one?"""
        loop = asyncio.get_running_loop()
        if (self.frozen or not self._there) and loop.time() < until:
            self._reader = loop.create_future()
            timer = loop.call_at(until, self._wake)
            await self._reader
            timer.cancel()
        return bool(self._there) and not self.frozen

    async def get(self) -> Data | None:
        """The next message; None for ever once it is closed."""
        while self.frozen or not self._there:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        data = self._there[0]
        if data is not None:
            self._there.popleft()
            self.unread -= len(data)
        return data


class Socket:
    """A socket as the server sees it (`http.socket.Wire`), with the client's end beside it."""

    def __init__(self, weather: Weather) -> None:
        delay = weather.luck.choice([0.005, 0.03, 0.15])
        self.weather = weather
        self.down, self.up = Pipe(weather, delay), Pipe(weather, delay)

    # The server's end

    def has_room(self, size: int) -> bool:
        return self.down.unread + size <= OUTBOX

    def push(self, data: bytes) -> None:
        self.down.put(data)

    def hang_up(self, code: int) -> None:
        self.down.put(None)
        self.up.break_off()

    async def next(self) -> Data | None:
        return await self.up.get()

    # The client's end

    def send(self, data: Data) -> None:
        self.up.put(data)

    async def readable(self, until: float) -> bool:
        """Wait for a message until then; is there one?"""
        return await self.down.readable(until)

    async def receive(self) -> bytes | None:
        data = await self.down.get()
        assert not isinstance(data, str)
        return data

    def close(self) -> None:
        """The client closes in good order."""
        self.up.put(None)
        self.down.break_off()

    def reset(self) -> None:
        """The connection is lost, and both ends notice."""
        self.up.break_off()
        self.down.break_off()

    def vanish(self) -> None:
        """The client is gone without a word; the server finds out by its keep-alive."""
        self.up.cut = True
        self.up._coming.clear()
        self.down.frozen = True
        asyncio.get_running_loop().call_later(KEEPALIVE, self._give_up, context=Context())

    def _give_up(self) -> None:
        self.up.cut = False
        self.up.break_off()
