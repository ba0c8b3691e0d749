"""Simulated server processes on one database: the real registry, tables, service and store, without threads."""

import asyncio
import random
import sqlite3
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextvars import Context, copy_context
from typing import TypeVar, cast
from unittest.mock import patch

import sqlalchemy as sa
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from parlour.server.http.endpoints import Endpoint, endpoints
from parlour.server.http.limits import Limits
from parlour.server.http.responses import guarded
from parlour.server.http.service import Service
from parlour.server.http.socket import serve_wire
from parlour.server.live import worker_pool
from parlour.server.live.clock import Clock
from parlour.server.live.presence_sync import LISTEN
from parlour.server.live.registry import Registry
from parlour.server.live.worker_pool import Kept, Worker, WorkerPool
from parlour.server.settings import TablePolicy
from parlour.server.startup import RESTART
from parlour.server.store.changes import ChangeFeed, Subscription
from parlour.server.store.database import Database
from parlour.server.store.shared_rates import SharedRates
from parlour.server.store.store import Store
from parlour.server.store.types import EVERYTHING, ChangeHint, Row, StoreFailed
from parlour.server.store.writer import MOST, Append, Fate, Writer, _tell
from simulation.checker import ROWS
from simulation.faults import FaultyReader, FaultyWriter, Killed, Weather
from simulation.network import Socket
from simulation.virtual_loop import OWNER, Life

T = TypeVar("T")
EPOCH = 1_700_000_000.0
PATIENCE = 60.0
"""Seconds after which a request without an answer is a failure."""


class VirtualClock(Clock):
    """The clocks of one machine; its time of day may be wrong and may jump."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.off = 0.0

    def now(self) -> float:
        return EPOCH + self.off + self.loop.time()

    def monotonic(self) -> float:
        return self.loop.time()


class NoThread:
    """Stands in for a thread; what it would do is done by the simulated event loop."""

    def __init__(self, **given: object) -> None:
        pass

    def start(self) -> None:
        pass

    def join(self) -> None:
        pass


class SimWriter(Writer):
    """The store's writer with its thread replaced by a task. Groups, statements and errors are the real ones."""

    def __init__(self, machine: "Machine", database: Database, author: str) -> None:
        with patch("threading.Thread", NoThread):
            super().__init__(database, asyncio.get_running_loop(), author)
        self.machine, self.weather = machine, machine.weather
        self.queue: list[Append] = []
        self.group: Sequence[Append] = ()
        self.running: asyncio.Task[None] | None = None
        self.life = OWNER.get()

    def submit(self, append: Append) -> None:
        self.queue.append(append)
        if self.running is None or self.running.done():
            self.running = asyncio.get_running_loop().create_task(self._write_queued())

    async def _write_queued(self) -> None:
        while self.queue:
            await asyncio.sleep(self.weather.latency(0.004))
            group, self.queue = self.queue[:MOST], self.queue[MOST:]
            fates = self._written_now(group)
            await asyncio.sleep(self.weather.latency(0.002))
            _tell(group, fates)

    def _written_now(self, group: Sequence[Append]) -> Sequence[Fate]:
        self.group = group
        try:
            return self._fates(group)
        except Killed:
            self.machine.kill_owner(self.life)
            return [None] * len(group)  # nobody is left to hear it

    def committed(self) -> None:
        """Hint to the other processes."""
        for append in self.group:
            for row in append.rows:
                self.machine.hint(ChangeHint(row.table, row.seq), self)

    def finish(self) -> None:
        if self.queue:
            group, self.queue = self.queue, []
            _tell(group, self._written_now(group))


class SimFeed(ChangeFeed):
    """Hints from other processes; it loses its connection now and then."""

    deaf = False

    def subscribe(self) -> Subscription:
        with patch("threading.Thread", NoThread):
            subscription = super().subscribe()
        asyncio.get_running_loop().call_later(0.01, self._tell, [EVERYTHING])
        return subscription

    def heard(self, hint: ChangeHint) -> None:
        if not self.deaf:
            self._tell([hint])

    def lose(self, seconds: float) -> None:
        self.deaf = True
        asyncio.get_running_loop().call_later(seconds, self._found)

    def _found(self) -> None:
        self.deaf = False
        self._tell([EVERYTHING])


class SimStore(Store):
    """The store on a real SQLite file in memory, written and read in virtual time, with faults."""

    def __init__(self, machine: "Machine", author: str) -> None:
        database = Database(machine.file)
        with patch("threading.Thread", NoThread):
            super().__init__(database)
        self.author, self.shared = author, True
        self.engines = (database.writer, database.reader)
        self.writer = SimWriter(machine, database, author)
        self.feed = SimFeed(database, asyncio.get_running_loop(), author)
        self._writer, self._news = self.writer, self.feed
        database.writer = cast(sa.Engine, FaultyWriter(database.writer, machine.weather, self.writer.committed))
        database.reader = cast(sa.Engine, FaultyReader(database.reader, machine.weather))
        self.machine, self.weather = machine, machine.weather
        self.heard: tuple[int, list[Sequence[object]]] = (-1, [])
        """The last reports of other processes that were read, and when."""
        # A run reads some hundred thousand times; SQLAlchemy would take most of its time.
        self.quick = sqlite3.connect(machine.file, isolation_level=None)

    async def close(self) -> None:
        """As the store closes, without the thread that may hang."""
        if not self._closed:
            self._closed = True
            self.feed.end()
            await asyncio.sleep(self.weather.latency(0.05))
            self.writer.finish()

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        await self._arrive()
        found = self.quick.execute(ROWS, (table, after)).fetchall()
        return [Row(code, seq, kind, str(data).encode(), at, once, by) for code, seq, kind, data, at, once, by in found]

    async def look(self, statement: str, values: Mapping[str, object]) -> list[Sequence[object]]:
        await self._arrive()
        if statement != LISTEN:
            self.machine.looks += 1
        elif self.heard[0] == self.machine.looks:  # every second, and mostly nothing was written since
            return self.heard[1]
        found = self.quick.execute(statement, values).fetchall()
        if statement == LISTEN:
            self.heard = self.machine.looks, found
        return found

    async def _arrive(self) -> None:
        """Wait for the database, which may fail."""
        await asyncio.sleep(self.weather.latency(0.003))
        if self.weather.down or self.weather.strikes(0.001) or self._closed:
            raise StoreFailed("the database cannot be read: disk I/O error")


class SimWorker(Worker):
    """A process for bots, without the process."""

    def __init__(self, weather: Weather) -> None:
        self.known: OrderedDict[str, int] = OrderedDict()
        self.weather = weather
        self.kept: OrderedDict[str, Kept] = OrderedDict()

    def submit(self, work: Callable[..., T], *arguments: object) -> Awaitable[T]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if self.weather.strikes(0.002):
            return done  # it hangs until it is killed
        broken = self.weather.strikes(0.002)

        def run() -> None:
            if done.done():
                return
            try:
                if broken:
                    raise BrokenProcessPool
                with patch.object(worker_pool, "_kept", self.kept):
                    done.set_result(work(*arguments))
            except Exception as error:
                done.set_exception(error)

        loop.call_later(self.weather.latency(0.1), run)
        return done

    def kill(self) -> None:
        pass


class SimPool(WorkerPool):
    """Workers as above."""

    def __init__(self, weather: Weather) -> None:
        super().__init__(2)
        self.weather = weather

    def _take(self, code: str) -> Worker:
        if not self._free:
            worker = SimWorker(self.weather)
            self._workers.add(worker)
            return worker
        return super()._take(code)


class Process:
    """One server process."""

    def __init__(self, machine: "Machine", number: int) -> None:
        self.machine = machine
        self.life = Life(f"process {number}")
        self.context: Context = copy_context()
        self.context.run(OWNER.set, self.life)
        self.sockets: list[Socket] = []
        self.asked: dict[asyncio.Future[Response | None], None] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self.clock = VirtualClock(machine.loop)
        self.context.run(self._open, f"process-{number}")

    def _open(self, author: str) -> None:
        self.store = SimStore(self.machine, author)
        self.registry = Registry(self.store, self.machine.policy, SimPool(self.machine.weather), self.clock)
        limits = Limits(self.clock.monotonic)
        limits.shared = SharedRates(self.store, self.clock.now)
        self.service = Service(self.registry, limits)
        self.endpoints: dict[tuple[str, str], Endpoint] = {
            (one.method, one.path.rsplit("/", 1)[-1]): one for one in endpoints(self.service)
        }
        self.registry.begin()

    @property
    def alive(self) -> bool:
        return self.life.alive

    def spawn(self, work: "asyncio._CoroutineLike[None]") -> asyncio.Task[None]:
        """Start a task of this process."""
        task = self.machine.loop.create_task(work, context=self.context.copy())
        self.tasks = [one for one in self.tasks if not one.done()]
        self.tasks.append(task)
        return task

    def connect(self, token: str, code: str) -> Socket:
        """A client opens a socket to a table."""
        socket = Socket(self.machine.weather)
        self.sockets = [one for one in self.sockets if not one.up.cut]
        self.sockets.append(socket)
        visitor = self.service.visitor(HTTPConnection(scope("websocket", "", token)))
        self.spawn(self._serve(socket, code, visitor))
        return socket

    async def _serve(self, socket: Socket, code: str, visitor: object) -> None:
        try:
            await serve_wire(socket, code, visitor, self.service)  # type: ignore[arg-type]  # as made above
        except Exception as error:
            self.machine.failed(f"a socket ended with {error!r}")
            socket.reset()

    async def ask(
        self, method: str, name: str, token: str, code: str = "", query: str = "", body: bytes = b""
    ) -> Response | None:
        """A client's request; None if no response comes. The request may have been carried out all the same."""
        weather = self.machine.weather
        await asyncio.sleep(weather.latency(0.03))
        if not self.alive:
            return None
        heard: asyncio.Future[Response | None] = self.machine.loop.create_future()
        self.asked[heard] = None
        self.spawn(self._answer(heard, method, name, token, code, query, body))
        patience = self.machine.loop.call_later(PATIENCE, self._give_up, heard, f"{method} {name} at table {code}")
        response = await heard
        patience.cancel()
        self.asked.pop(heard, None)
        await asyncio.sleep(weather.latency(0.03))
        return None if weather.strikes(0.01) else response

    def _give_up(self, heard: "asyncio.Future[Response | None]", asked: str) -> None:
        if not heard.done():
            self.machine.failed(f"{asked} is not answered")
            heard.set_result(None)

    async def _answer(
        self,
        heard: "asyncio.Future[Response | None]",
        method: str,
        name: str,
        token: str,
        code: str,
        query: str,
        body: bytes,
    ) -> None:
        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": body, "more_body": False}

        asked = scope("http", method, token, query)
        asked["path_params"] = {"code": code}
        response = await guarded(self.endpoints[method, name].run)(Request(asked, receive))
        if not heard.done():
            heard.set_result(response)

    def kill(self) -> None:
        """End at once; nothing of it runs any more, and every connection breaks."""
        if self.alive:
            self.life.alive = False
            self.machine.graves.append(self)
            self.machine.loop.call_later(0.02, self._break, context=Context())

    def _break(self) -> None:
        for engine in self.store.engines:
            engine.dispose()
        self.store.quick.close()
        for socket in self.sockets:
            socket.reset()
        for heard in list(self.asked):
            if not heard.done():
                heard.set_result(None)

    async def stop(self) -> None:
        """End in good order."""

        async def stopping() -> None:
            await self.registry.close(RESTART)
            await self.store.close()

        await asyncio.wait([self.spawn(stopping())], timeout=120)
        if self.alive:
            self.kill()


def scope(kind: str, method: str, token: str, query: str = "") -> dict[str, object]:
    """What a web server tells the application about a request."""
    return {
        "type": kind,
        "method": method,
        "path": "/",
        "scheme": "http",
        "server": ("127.0.0.1", 80),
        "client": (f"10.{int(token[:2], 16)}.{int(token[2:4], 16)}.{int(token[4:6], 16)}", 1),
        "query_string": query.encode(),
        "headers": [
            (b"host", b"127.0.0.1"),
            (b"content-type", b"application/json"),
            (b"authorization", f"Bearer {token}".encode()),
        ],
    }


class Machine:
    """Processes that share one database, and somebody who restarts them."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, file: str, weather: Weather, policy: TablePolicy, processes: int
    ) -> None:
        self.loop, self.file, self.weather, self.policy = loop, file, weather, policy
        self.graves: list[Process] = []
        """Killed processes: kept, so that no destructor of theirs runs."""
        self.troubles: list[str] = []
        self.looks = 0
        """Statements of all processes outside the log, except those that only read who is here."""
        self.started = 0
        Database(file).prepare()
        self.processes = [self._start() for _ in range(processes)]

    def _start(self) -> Process:
        self.started += 1
        return Process(self, self.started)

    def any(self, luck: random.Random) -> Process | None:
        """A process that runs, as a load balancer finds one."""
        running = [one for one in self.processes if one.alive]
        return luck.choice(running) if running else None

    def hint(self, hint: ChangeHint, writer: SimWriter) -> None:
        """Tell the other processes of a commit, a little later."""
        for process in self.processes:
            if process.alive and process.store.writer is not writer:
                delay = self.weather.latency(0.02)
                self.loop.call_later(delay, process.store.feed.heard, hint, context=process.context.copy())

    def kill_owner(self, life: Life | None) -> None:
        """A process died while it wrote."""
        for process in self.processes:
            if process.life is life:
                process.kill()

    def restart(self) -> None:
        """Start what does not run."""
        self.processes = [one if one.alive else self._start() for one in self.processes]

    def failed(self, trouble: str) -> None:
        """Something that should never happen."""
        self.troubles.append(trouble)
