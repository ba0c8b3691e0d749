"""What a move costs a server that only stores and sends: `python benchmarks/load_floor.py [--tables 100]`.

It reads a frame, appends a row to SQLite in groups, each synced, in a thread, and then sends as many bytes as our
server sends to each of four sockets, and a short answer. No rules, no scenes, no JSON: the least that Python, uvloop
and the kernel need for a durable move. The client waits for the answer and sends the next move at once.
"""

import argparse
import asyncio
import multiprocessing
import queue
import sqlite3
import tempfile
import threading
import time
from typing import ClassVar, cast

import uvloop
from load import Clock

UPDATE = b"\x81\x7e" + (1_750).to_bytes(2, "big") + bytes(1_750)
"""What our server sends to one socket after a move: 7 kB for four."""
ANSWER = b"\x81\x28" + bytes(40)
MOVE = b"\x81\xb6" + bytes(4) + bytes(54)
ROW = ("ABCDEFGH", "acted", "x" * 90, 1.0, "once", "author")


class Writer(threading.Thread):
    """Writes rows in groups, each synced, and tells the event loop."""

    def __init__(self, path: str, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(daemon=True)
        self.path, self.loop = path, loop
        self.waiting: queue.SimpleQueue[Socket] = queue.SimpleQueue()

    def run(self) -> None:
        """Write for ever."""
        database = sqlite3.connect(self.path, isolation_level=None)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("CREATE TABLE log (code TEXT, kind TEXT, data TEXT, at REAL, once TEXT, author TEXT)")
        while True:
            group = [self.waiting.get()]
            while not self.waiting.empty():
                group.append(self.waiting.get())
            database.execute("BEGIN IMMEDIATE")
            places = ", ".join(["(?, ?, ?, ?, ?, ?)"] * len(group))
            database.execute(f"INSERT INTO log VALUES {places}", ROW * len(group))
            database.execute("COMMIT")
            self.loop.call_soon_threadsafe(tell, group)


def tell(group: "list[Socket]") -> None:
    """Send what a move would send."""
    for socket in group:
        if socket.transport.is_closing():
            return  # the client has gone
        for other in socket.table:
            other.transport.write(UPDATE)
        socket.transport.write(ANSWER)


class Socket(asyncio.Protocol):
    """One socket of the server; four in a row are a table."""

    writer: ClassVar[Writer]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a seat."""
        self.transport = cast(asyncio.Transport, transport)
        SOCKETS.append(self)
        self.table: list[Socket] = [] if len(SOCKETS) % 4 == 1 else SOCKETS[-2].table
        self.table.append(self)

    def data_received(self, data: bytes) -> None:
        """Store the move."""
        Socket.writer.waiting.put(self)


SOCKETS: list[Socket] = []


async def serve(path: str, port: "multiprocessing.Queue[int]") -> None:
    """Serve until killed."""
    loop = asyncio.get_running_loop()
    Socket.writer = Writer(path, loop)
    Socket.writer.start()
    server = await loop.create_server(Socket, "127.0.0.1", 0)
    port.put(server.sockets[0].getsockname()[1])
    await server.serve_forever()


def start(path: str, port: "multiprocessing.Queue[int]") -> None:
    """The server's process."""
    uvloop.run(serve(path, port))


class Player(asyncio.Protocol):
    """A client; the first of each table moves, as soon as its last move is answered."""

    moves = 0

    def __init__(self, plays: bool) -> None:
        self.plays, self.left = plays, 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember the way to the server."""
        self.transport = cast(asyncio.Transport, transport)

    def move(self) -> None:
        """Send a move; its answer is complete after this many bytes."""
        self.left += len(UPDATE) + len(ANSWER)
        self.transport.write(MOVE)

    def data_received(self, data: bytes) -> None:
        """Count bytes; move again when all have come."""
        if self.plays:
            self.left -= len(data)
            if self.left <= 0:
                Player.moves += 1
                self.move()


async def drive(port: int, tables: int, seconds: float, clock: Clock) -> None:
    """Play and print."""
    loop = asyncio.get_running_loop()
    players = []
    for number in range(4 * tables):
        _, player = await loop.create_connection(lambda plays=number % 4 == 0: Player(plays), "127.0.0.1", port)
        players.append(player)
    for player in players[::4]:
        player.move()
    await asyncio.sleep(1.0)
    moves, began, cpu = Player.moves, time.perf_counter(), clock.cpu()
    await asyncio.sleep(seconds)
    moves, took, cpu = Player.moves - moves, time.perf_counter() - began, clock.cpu() - cpu
    print(f"{tables} tables: {moves / took:.0f} moves/s, {1e3 * cpu / moves:.3f} ms of CPU a move")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port: multiprocessing.Queue[int] = multiprocessing.Queue()
        server = multiprocessing.Process(target=start, args=(f"{folder}/t.db", port), daemon=True)
        server.start()
        assert server.pid is not None
        uvloop.run(drive(port.get(), given.tables, given.seconds, Clock(server.pid)))
        server.terminate()


if __name__ == "__main__":
    main()
