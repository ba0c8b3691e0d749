"""How many tables the server holds: `python benchmarks/load.py [--tables 500] [--rate 0.5] [--seconds 20] [--peer]`.

Every table has four sockets, each a real client: it reads every message, and the player to act waits a while and then
chooses at random. The latency is the time from sending a choice to receiving the update that shows it. Client and
server share the machine, so the client is kept light (it reads frames by hand), and the numbers include its own work.
With `--peer` the same client drives boardgame.io's server (installed by npm into `.bench/boardgame`) with a game of
similar size, in the same run: with its games in memory, and with its own storage that keeps them in files.
"""

import argparse
import asyncio
import json
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import msgspec
import uvloop
from messages import DECODER, View

from parlour.server.protocol.messages import PROTOCOL

HERE = Path(__file__).parent
BENCH = HERE.parent / ".bench" / "boardgame"
COMMAND = "import sys; sys.argv[0] = 'parlour'; from parlour.cli import main; main()"


@dataclass
class Tally:
    """What was measured."""

    name: str
    tables: int
    moves: int = 0
    seconds: float = 0.0
    late: list[float] = field(default_factory=list)
    cpu: float = 0.0
    megabytes: float = 0.0
    received: int = 0

    def line(self) -> str:
        """One row of the results."""
        late = sorted(self.late) or [0.0]
        p50, p95, p99 = (1000 * late[min(len(late) - 1, int(len(late) * share))] for share in (0.5, 0.95, 0.99))
        per_move = 1e3 * self.cpu / max(1, self.moves)
        return (
            f"| {self.name} | {self.tables} | {self.moves / self.seconds:.0f} | {p50:.1f} | {p95:.1f} | {p99:.1f} | "
            f"{100 * self.cpu / self.seconds:.0f} % | {per_move:.2f} | {self.megabytes:.0f} | "
            f"{self.received / max(1, self.moves) / 1000:.1f} |"
        )


Table = Callable[["Tally", float], Awaitable[None]]
HEAD = (
    "| server | tables | moves/s | p50 ms | p95 ms | p99 ms | CPU of a core | CPU ms a move | memory MB | kB a move |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


@dataclass
class Load:
    """The load."""

    tables: int
    rate: float
    seconds: float
    warm: float

    @property
    def pause(self) -> float:
        """Seconds between two moves at a table; 0: as fast as possible."""
        return 1 / self.rate if self.rate else 0.0


class Clock:
    """CPU time and memory of a process and those it started."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def cpu(self) -> float:
        """Seconds of CPU used so far."""
        return sum(self._cpu(pid) for pid in self._family(self.pid))

    def megabytes(self) -> float:
        """Resident memory."""
        return sum(self._megabytes(pid) for pid in self._family(self.pid))

    def _family(self, pid: int) -> list[int]:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *(one for child in children for one in self._family(int(child)))]

    def _cpu(self, pid: int) -> float:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _megabytes(self, pid: int) -> float:
        status = Path(f"/proc/{pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1000


async def drive(
    tally: Tally, load: Load, clock: Clock, tables: list[Callable[[Tally, float], Awaitable[None]]]
) -> None:
    """Run every table for the time and take the numbers."""
    end = time.perf_counter() + load.warm + load.seconds
    playing = asyncio.gather(*(table(tally, end) for table in tables))
    await asyncio.sleep(load.warm)
    began, cpu = time.perf_counter(), clock.cpu()
    tally.moves, tally.received = 0, 0
    tally.late.clear()
    await playing
    tally.seconds = time.perf_counter() - began
    tally.cpu, tally.megabytes = clock.cpu() - cpu, clock.megabytes()


class Line(asyncio.Protocol):
    """A minimal WebSocket client: whole text frames, masked with zeros."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.buffer = bytearray()
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        """The bytes received; b"" when the server hung up."""

    @classmethod
    async def connect(cls, port: int, path: str, *headers: str) -> "Line":
        """Ask for a socket."""
        asked = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade"]
        asked += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", *headers]
        request = "".join(f"{line}\r\n" for line in [*asked, ""]).encode()
        _, line = await asyncio.get_running_loop().create_connection(lambda: cls(request), "127.0.0.1", port)
        await line.open
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        """Take every complete message out of the buffer."""
        buffer = self.buffer
        buffer += data
        if not self.open.done():
            head, end, rest = bytes(buffer).partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.open.set_result(None)
            buffer = self.buffer = bytearray(rest)
        start = 0
        while len(buffer) - start >= 2:
            size, first = buffer[start + 1], 2
            if size >= 126:
                first = 4 if size == 126 else 10
                size = int.from_bytes(buffer[start + 2 : start + first], "big")
            if len(buffer) - start < first + size:
                break
            data = bytes(buffer[start + first : start + first + size])
            if buffer[start] == 0x81:
                self.heard.put_nowait(data)
            elif buffer[start] == 0x89:  # a ping; a server hangs up on a client that does not answer
                self.transport.write(bytes((0x8A, 0x80 | size)) + bytes(4) + data)
            start += first + size
        del buffer[:start]

    def connection_lost(self, error: Exception | None) -> None:
        """The server hung up."""
        self.heard.put_nowait(b"")

    def send(self, text: str) -> None:
        """Send a short text."""
        data = text.encode()
        assert len(data) < 1 << 16
        size = bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + bytes(4) + data)

    async def hear(self, end: float = math.inf) -> bytes:
        """The next message; b"" if none comes before the time."""
        if self.heard.empty():
            try:
                return await asyncio.wait_for(self.heard.get(), max(0.01, end - time.perf_counter()))
            except TimeoutError:
                return b""
        return self.heard.get_nowait()

    def close(self) -> None:
        """Hang up."""
        self.transport.close()


# Our server


class Parlour:
    """A table of four clients at our server."""

    def __init__(self, port: int, game: str, load: Load, luck: random.Random) -> None:
        self.port, self.game, self.load, self.luck = port, game, load, luck
        self.lines: list[Line] = []

    async def sit(self) -> None:
        """Set up a table, take its seats and connect."""
        tokens = []
        made = await ask(self.port, "/api/tables", "new", {"game": self.game, "name": "A", "seats": 4})
        tokens.append(made["token"])
        self.code = made["code"]
        for name in "BCD":
            joined = await ask(self.port, f"/api/tables/{self.code}/join", "new", {"name": name})
            tokens.append(joined["token"])
        command = {"t": "do", "id": "start", "do": {"c": "start"}}
        await ask(self.port, f"/api/tables/{self.code}/do", str(tokens[0]), command)
        for token in tokens:
            path = f"/api/tables/{self.code}/ws"
            line = await Line.connect(self.port, path, f"Authorization: Bearer {token}")
            line.send(json.dumps({"t": "hello", "proto": PROTOCOL}))
            self.lines.append(line)

    async def play(self, tally: Tally, end: float) -> None:
        """Run all four clients until the time is up; after a game they start the next one at a new table."""
        while True:
            await asyncio.gather(*(self._client(line, tally, end) for line in self.lines))
            if time.perf_counter() >= end:
                return
            self.leave()
            await self.sit()

    def leave(self) -> None:
        """Hang up."""
        for line in self.lines:
            line.close()
        self.lines.clear()

    async def _client(self, line: Line, tally: Tally, end: float) -> None:
        """Read everything until the game or the time is over; think and act in a separate task."""
        asked = ""
        came: dict[int, float] = {}
        sent: dict[str, float] = {}

        async def act(view: View) -> None:
            # Where several choose at the same time, each takes its time, so that the table keeps its rate.
            together = len(view.scene.waiting) if view.scene else 1
            await asyncio.sleep(self.load.pause * max(1, together) * (0.5 + self.luck.random()))
            if time.perf_counter() < end and view.scene and view.scene.prompt:
                id = str(len(sent))
                sent[id] = time.perf_counter()
                action = self.luck.choice(view.scene.prompt.choices).action
                line.send(json.dumps({"t": "act", "id": id, "prompt": view.prompt, "action": action}))

        thinking: set[asyncio.Task[None]] = set()
        while time.perf_counter() < end and (data := await line.hear(end)):
            tally.received += len(data)
            heard = DECODER.decode(data)
            if heard.t == "ack" and heard.ok:  # the update that shows it came before
                tally.late.append(came[heard.seq] - sent[heard.id])
                tally.moves += 1
            if heard.t not in ("update", "step"):
                continue
            came[heard.seq] = time.perf_counter()
            view = heard.view or View(heard.scene, heard.prompt)
            if view.prompt is not None and view.prompt != asked and view.scene and view.scene.prompt:
                asked = view.prompt
                task = asyncio.create_task(act(view))
                thinking.add(task)
                task.add_done_callback(thinking.discard)
            if view.scene and view.scene.result:
                return


async def ask(port: int, path: str, token: str, body: object) -> dict[str, object]:
    """One request to our server."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body).encode()
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode()
        + data
    )
    answer = await reader.read()
    writer.close()
    found: dict[str, object] = json.loads(answer.partition(b"\r\n\r\n")[2])
    return found


async def ours(load: Load, game: str, flags: list[str], name: str, database: str = "") -> Tally:
    """Measure our server, on a new SQLite file unless a database is given."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["serve", "--port", "0", "--database", database or f"{folder}/t.db", "--no-limits", *flags]
        server = subprocess.Popen([sys.executable, "-c", COMMAND, *command], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().rsplit(":", 1)[1].strip().strip("/"))
            tables = [Parlour(port, game, load, random.Random(n)) for n in range(load.tables)]
            for start in range(0, len(tables), 20):
                await asyncio.gather(*(table.sit() for table in tables[start : start + 20]))
            tally = Tally(name, load.tables)
            await drive(tally, load, Clock(server.pid), [table.play for table in tables])
            for table in tables:
                table.leave()
            return tally
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


# boardgame.io's server, over its own protocol (Socket.IO 4 on a WebSocket)


class BoardgameIo:
    """A match of four clients."""

    def __init__(self, port: int, load: Load, number: int) -> None:
        self.port, self.load, self.luck = port, load, random.Random(number)
        self.match = f"match{number}"
        self.lines: list[Line] = []

    async def sit(self) -> None:
        """Create a match by connecting to it."""
        for seat in range(4):
            line = await Line.connect(self.port, "/socket.io/?EIO=4&transport=websocket")
            await line.hear()
            line.send("40/ladder,")
            await line.hear()
            line.send(f"42/ladder,{json.dumps(['sync', self.match, str(seat), None, 4])}")
            self.lines.append(line)

    async def play(self, tally: Tally, end: float) -> None:
        """Run all four clients until the time is up."""
        await asyncio.gather(*(self._client(str(seat), line, tally, end) for seat, line in enumerate(self.lines)))

    async def _client(self, seat: str, line: Line, tally: Tally, end: float) -> None:
        """Read everything; think and act in a separate task."""
        asked = -1
        sent: dict[int, float] = {}

        async def act(number: int) -> None:
            await asyncio.sleep(self.load.pause * (0.5 + self.luck.random()))
            if time.perf_counter() < end:
                move = {"type": "play", "args": [self.luck.randrange(7)], "playerID": seat, "credentials": None}
                action = {"type": "MAKE_MOVE", "payload": move}
                sent[number] = time.perf_counter()
                line.send(f"42/ladder,{json.dumps(['update', action, number, self.match, seat])}")

        thinking: set[asyncio.Task[None]] = set()
        while time.perf_counter() < end and (data := await line.hear(end)):
            tally.received += len(data)
            if data == b"2":
                line.send("3")
            if not data.startswith(b"42/ladder,"):
                continue
            kind, *rest = msgspec.json.decode(data[10:])
            state = rest[1]["state"] if kind == "sync" else rest[1] if kind == "update" else None
            if state is None:
                continue
            for number in [number for number in sent if number < state["_stateID"]]:
                tally.late.append(time.perf_counter() - sent.pop(number))
                tally.moves += 1
            if state["ctx"]["currentPlayer"] == seat and state["_stateID"] != asked:
                asked = state["_stateID"]
                task = asyncio.create_task(act(asked))
                thinking.add(task)
                task.add_done_callback(thinking.discard)


async def peer(load: Load, name: str, *folder: str) -> Tally:
    """Measure boardgame.io's server, with its games in memory or kept in a folder."""
    if not all((BENCH / "node_modules" / needed).is_dir() for needed in ("boardgame.io", "node-persist")):
        BENCH.mkdir(parents=True, exist_ok=True)
        # boardgame.io needs node-persist to keep its games in files, and does not pin its version.
        wanted = ["boardgame.io@0.50.2", "node-persist@3.1.3"]
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", *wanted], cwd=BENCH, check=True)
    port = 20_000 + os.getpid() % 20_000
    script = str(HERE / "peers" / "boardgame_server.js")
    environment = {**os.environ, "NODE_ENV": "production"}
    server = subprocess.Popen(
        ["node", script, str(port), *folder], cwd=BENCH, stdout=subprocess.PIPE, text=True, env=environment
    )
    try:
        assert server.stdout is not None
        while "ready" not in server.stdout.readline():
            pass
        matches = [BoardgameIo(port, load, n) for n in range(load.tables)]
        for start in range(0, len(matches), 20):
            await asyncio.gather(*(match.sit() for match in matches[start : start + 20]))
        tally = Tally(name, load.tables)
        await drive(tally, load, Clock(server.pid), [match.play for match in matches])
        for line in [line for match in matches for line in match.lines]:
            line.close()
        return tally
    finally:
        server.terminate()
        server.wait(30)


async def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=0.5, help="moves a second at each table; 0: as fast as possible")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--warm", type=float, default=10.0, help="seconds before measuring begins")
    parser.add_argument("--game", default="st-croix")
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--compress", action="store_true", help="also with compressed sockets")
    parser.add_argument("--limit", type=int, default=0, help="also this many tables as fast as possible")
    parser.add_argument("--workers", type=int, default=1, help="server processes")
    parser.add_argument("--database", default="", help="a PostgreSQL database instead of a new SQLite file")
    given = parser.parse_args()
    kind = "PostgreSQL" if given.database else "SQLite"
    name = f"Parlour, {given.game}, {kind}" + (f", {given.workers} workers" if given.workers > 1 else "")
    flags = ["--workers", str(given.workers)] if given.workers > 1 else []
    print(HEAD, flush=True)
    loads = [Load(given.tables, given.rate, given.seconds, given.warm)]
    if given.limit:
        loads.append(Load(given.limit, 0.0, given.seconds, 2.0))
    for load in loads:
        print((await ours(load, given.game, flags, name, given.database)).line(), flush=True)
        if given.compress:
            compressed = await ours(load, given.game, [*flags, "--compress"], f"{name}, compressed", given.database)
            print(compressed.line(), flush=True)
        if given.peer:
            print((await peer(load, "boardgame.io 0.50.2, in memory")).line(), flush=True)
            with tempfile.TemporaryDirectory() as folder:
                print((await peer(load, "boardgame.io 0.50.2, in files", folder)).line(), flush=True)


if __name__ == "__main__":
    uvloop.run(main())
