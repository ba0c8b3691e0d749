"""How long a table stands still when a process dies: `python benchmarks/handover.py [--tables 20] [--postgres URL]`.

Bots play at every table while somebody watches by socket. One process of the server is killed with SIGKILL; a watcher
whose socket breaks connects again at once. The time is from the kill to the next update that the watcher receives.
With `--hosts` two servers share the database, each with one process, and one of them is killed: the watchers go to the
other one, as a proxy would send them.
"""

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

import websockets.sync.client as sync
from websockets.exceptions import ConnectionClosed

from parlour.server.protocol.messages import PROTOCOL

COMMAND = "import sys; sys.argv[0] = 'parlour'; from parlour.cli import main; main()"
PACE = 300
"""Milliseconds a bot takes for a move."""
PATIENCE = 60.0


class Server:
    """`parlour serve`, and the processes it works with."""

    def __init__(self, database: str, workers: int) -> None:
        flags = ["--port", "0", "--database", database, "--bot-pace", str(PACE), "--no-limits"]
        flags += ["--workers", str(workers)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, "serve", *flags], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rsplit(b":", 1)[1].strip(b" /\n"))

    def workers(self) -> list[int]:
        """Processes of this server that hold its port."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(PATIENCE)


@dataclass
class Watcher:
    """Somebody who watches one table, and when updates came."""

    code: str
    ports: list[int]
    token: str
    times: list[float] = field(default_factory=list)
    lost: list[float] = field(default_factory=list)
    over: bool = False
    stopped: bool = False

    def watch(self) -> None:
        """Receive updates; connect again, to the next server, when the connection breaks."""
        tries = 0
        while not self.stopped and not self.over:
            try:
                with self._connect(self.ports[tries % len(self.ports)]) as socket:
                    self._hear(socket)
            except (OSError, ConnectionClosed, TimeoutError):
                tries += 1
                self.lost.append(time.monotonic())
                time.sleep(0.05)

    def _connect(self, port: int) -> sync.ClientConnection:
        headers = {"Authorization": f"Bearer {self.token}"}
        url = f"ws://127.0.0.1:{port}/api/tables/{self.code}/ws"
        socket = sync.connect(url, additional_headers=headers, proxy=None, open_timeout=PATIENCE, legacy=True)
        socket.send(json.dumps({"t": "hello", "proto": PROTOCOL, "have": None}))
        return socket

    def _hear(self, socket: sync.ClientConnection) -> None:
        first = True
        while not self.stopped:
            try:
                message = json.loads(socket.recv(1.0))
            except TimeoutError:
                continue
            if message["t"] == "step" or (message["t"] == "update" and not first):
                self.times.append(time.monotonic())
            if message["t"] == "update":
                first = False
                self.over = message["view"]["table"]["status"] == "over"


def post(port: int, path: str, body: object, token: str) -> dict[str, str]:
    """A request that is granted."""
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        told: dict[str, str] = json.loads(answer.read())
        return told


def measure(name: str, servers: list[Server], tables: int) -> str:
    """Open tables, kill one process, and say how long each table stood still."""
    ports = [server.port for server in servers]
    watchers = []
    for number in range(tables):
        bots = [{"seat": seat, "level": "easy"} for seat in range(4)]
        wish = {"game": "st-croix", "name": "Ana", "seats": 4, "sit": None, "bots": bots, "start": True}
        made = post(ports[number % len(ports)], "/api/tables", wish, "new")
        turned = ports[number % len(ports) :] + ports[: number % len(ports)]
        watchers.append(Watcher(made["code"], turned, made["token"]))
    threads = [threading.Thread(target=watcher.watch) for watcher in watchers]
    for thread in threads:
        thread.start()
    time.sleep(8.0)
    victim = servers[0].process.pid if len(servers) > 1 else servers[0].workers()[0]
    killed = time.monotonic()
    os.kill(victim, signal.SIGKILL)
    time.sleep(20.0)
    for watcher in watchers:
        watcher.stopped = True
    for thread in threads:
        thread.join()
    waits = [min((at for at in one.times if at > killed), default=killed + 20.0) - killed for one in watchers]
    again = [wait for wait, one in zip(waits, watchers, strict=True) if any(at > killed for at in one.lost)]
    usual = [b - a for one in watchers for a, b in zip(one.times, one.times[1:], strict=False) if b < killed]
    return (
        f"| {name} | {tables} | {len(again)} | {statistics.median(usual):.2f} | {statistics.median(waits):.1f} | "
        f"{max(waits):.1f} |"
    )


def main() -> None:
    """Measure with SQLite, or with PostgreSQL."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--postgres", help="the URL of an empty database; without it, SQLite")
    parser.add_argument("--hosts", action="store_true", help="two servers on one database instead of two workers")
    given = parser.parse_args()
    print("| server | tables | sockets broken | usual s between updates | median s after the kill | longest s |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        database = given.postgres or str(Path(folder) / "tables.db")
        servers = [Server(database, 1), Server(database, 1)] if given.hosts else [Server(database, 2)]
        kind = "two servers" if given.hosts else "one server, two workers"
        try:
            print(measure(f"{kind}, {'PostgreSQL' if given.postgres else 'SQLite'}", servers, given.tables))
        finally:
            for server in servers[1:] if given.hosts else servers:
                server.stop()


if __name__ == "__main__":
    main()
