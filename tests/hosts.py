"""Several hosts on one PostgreSQL, across a network: `sudo .venv/bin/python tests/hosts.py`. Needs Linux and iproute2.

Two servers, a PostgreSQL and the players each have a network namespace of their own, joined by a bridge. It checks that
players read their own writes at either host, that tables go on when a host is killed or its cable is pulled, that a
rolling restart refuses no act, and that the limit on new tables is shared; it says how long tables stood still.
"""

import argparse
import itertools
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets.sync.client as sync
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).parent))

from parlour.server.protocol.messages import PROTOCOL
from server.people import COMMAND
from server.postgres import Postgres, programs

Json = Any  # what comes over the wire
NET = "10.77.0."
PEOPLE, DATABASE, HOSTS = "people", "database", ("one", "two")
ADDRESSES = {PEOPLE: "100", DATABASE: "10", "one": "1", "two": "2"}
PORT = 8000
PACE = 300
"""Milliseconds a bot takes for a move."""
TABLES = 12
SILENT = 4.0
"""Seconds without a message after which a watcher asks whether its host is there: a pulled cable closes no socket."""
PONG = 1.0
"""Seconds a host has for its answer to a ping, after that silence."""
STILL = 40.0
"""Seconds within which every table must have moved on."""
AN_HOUR = 8
"""Tables an address may open in an hour, in the check of shared limits."""


def run(*command: str) -> None:
    """Run a program that must succeed."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")


@dataclass(frozen=True)
class Network:
    """Namespaces joined by a bridge, which is in the players' namespace."""

    name: str

    def space(self, part: str) -> str:
        return f"{self.name}-{part}"

    def inside(self, part: str, *command: str) -> list[str]:
        """A command, to be run in a namespace."""
        return ["ip", "netns", "exec", self.space(part), *command]

    def build(self) -> None:
        for part in ADDRESSES:
            run("ip", "netns", "add", self.space(part))
            run(*self.inside(part, "ip", "link", "set", "lo", "up"))
        run(*self.inside(PEOPLE, "ip", "link", "add", "bridge", "type", "bridge"))
        run(*self.inside(PEOPLE, "ip", "link", "set", "bridge", "up"))
        run(*self.inside(PEOPLE, "ip", "address", "add", f"{NET}{ADDRESSES[PEOPLE]}/24", "dev", "bridge"))
        for part in (DATABASE, *HOSTS):
            ends = ["ip", "link", "add", f"to-{part}", "type", "veth", "peer", "name", "cable"]
            run(*self.inside(PEOPLE, *ends, "netns", self.space(part)))
            run(*self.inside(PEOPLE, "ip", "link", "set", f"to-{part}", "master", "bridge", "up"))
            run(*self.inside(part, "ip", "address", "add", f"{NET}{ADDRESSES[part]}/24", "dev", "cable"))
            run(*self.inside(part, "ip", "link", "set", "cable", "up"))

    def cable(self, part: str, state: str) -> None:
        """Pull a host's cable (`down`) or plug it in (`up`)."""
        run(*self.inside(PEOPLE, "ip", "link", "set", f"to-{part}", state))

    def remove(self) -> None:
        for part in ADDRESSES:
            subprocess.run(["ip", "netns", "del", self.space(part)], capture_output=True)


@dataclass(frozen=True)
class NetworkPostgres(Postgres):
    """PostgreSQL in its namespace."""

    network: Network

    def start(self) -> None:
        account = self.folder / "data" / "pg_hba.conf"
        account.write_text(f"local all all trust\nhost all all {NET}0/24 trust\n")
        options = f"-c listen_addresses='{NET}{ADDRESSES[DATABASE]}' -c unix_socket_directories='{self.folder}'"
        control = [str(self.programs / "pg_ctl"), "-D", str(self.folder / "data"), "-l", str(self.folder / "log"), "-w"]
        run(*self.network.inside(DATABASE, "runuser", "-u", "postgres", "--", *control, "-o", options, "start"))
        run("runuser", "-u", "postgres", "--", str(self.programs / "createdb"), "-h", str(self.folder), "-U", *PARLOUR)


PARLOUR = ("parlour", "parlour")


@dataclass
class Host:
    """`parlour serve` in a namespace."""

    network: Network
    name: str
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        return f"{NET}{ADDRESSES[self.name]}:{PORT}"

    def start(self, *flags: str) -> None:
        database = f"postgresql://parlour@{NET}{ADDRESSES[DATABASE]}/parlour"
        serve = ["serve", "--host", self.address.partition(":")[0], "--port", str(PORT), "--database", database]
        command = [sys.executable, "-c", COMMAND, *serve, "--bot-pace", str(PACE), "--thinkers", "1", *flags]
        self.process = subprocess.Popen(
            self.network.inside(self.name, *command), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdout is not None
        if not self.process.stdout.readline():
            raise RuntimeError(f"host {self.name} does not start")

    def end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)  # `ip netns exec` has become the server: it runs no process of its own
        self.process.wait(60)


def ask(host: Host, path: str, body: object = None, token: str = "new") -> Json:
    """The answer to a request, also if it is a refusal."""
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://{host.address}{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return json.loads(error.read())


@dataclass
class Pair:
    """Two players of one game, who turn to another host with each request."""

    hosts: list[Host]
    code: str = ""
    tokens: list[str] = field(default_factory=list)
    acts: int = 0
    refused: list[str] = field(default_factory=list)
    turn: "itertools.cycle[Host]" = field(init=False)
    luck: random.Random = field(default_factory=lambda: random.Random(1))

    def __post_init__(self) -> None:
        self.turn = itertools.cycle(self.hosts)

    def sit_down(self) -> None:
        wish = {"game": "st-croix", "name": "Ana", "seats": 2, "sit": 0}
        made = self.ask("/api/tables", wish, "new")
        joined = self.ask(f"/api/tables/{made['code']}/join", {"name": "Bo"}, "new")
        self.code, self.tokens = made["code"], [made["token"], joined["token"]]
        started = self.ask(f"/api/tables/{self.code}/do", {"t": "do", "id": "go", "do": {"c": "start"}}, self.tokens[0])
        assert started["ok"], started

    def ask(self, path: str, body: object = None, token: str = "") -> Json:
        """Ask the next host; a host that cannot be reached is passed over, as a proxy does."""
        for _ in range(200):
            try:
                return ask(next(self.turn), path, body, token)
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("no host can be reached")

    def play(self) -> None:
        """One act, and a read of it at the other host."""
        for token in self.tokens:
            view = self.ask(f"/api/tables/{self.code}/view", token=token)["view"]
            if view["table"]["status"] == "over":
                self.sit_down()
                return
            if view["prompt"]:
                break
        choice = self.luck.choice(view["scene"]["prompt"]["choices"])
        act = {"t": "act", "id": str(self.acts), "prompt": view["prompt"], "action": choice["action"]}
        done = self.ask(f"/api/tables/{self.code}/act", act, token)
        self.acts += 1
        if not done["ok"]:
            self.refused.append(done["error"]["text"])
            return
        seen = self.ask(f"/api/tables/{self.code}/view", token=token)["seq"]
        if seen < done["seq"]:
            self.refused.append(f"update {seen} was read after act {done['seq']}")

    def wait_for(self, acts: int) -> None:
        """Wait until they have acted this often."""
        enough = self.acts + acts
        until(lambda: self.acts >= enough, "players play")


@dataclass
class Watcher:
    """Watches a table of bots, and notes when updates came."""

    code: str
    token: str
    hosts: list[Host]
    times: list[float] = field(default_factory=list)
    stopped: bool = False

    def watch(self) -> None:
        for host in itertools.cycle(self.hosts):
            if self.stopped:
                return
            try:
                self._hear(host)
            except (OSError, ConnectionClosed, TimeoutError):
                time.sleep(0.05)

    def _hear(self, host: Host) -> None:
        url, headers = f"ws://{host.address}/api/tables/{self.code}/ws", {"Authorization": f"Bearer {self.token}"}
        with sync.connect(
            url, additional_headers=headers, proxy=None, open_timeout=SILENT, close_timeout=0.1, legacy=True
        ) as socket:
            socket.send(json.dumps({"t": "hello", "proto": PROTOCOL, "have": None}))
            first = True
            while not self.stopped:
                try:
                    message = json.loads(socket.recv(SILENT))
                except TimeoutError:
                    if not socket.ping().wait(PONG):
                        raise
                    continue
                if message["t"] == "step" or (message["t"] == "update" and not first):
                    self.times.append(time.monotonic())
                first = first and message["t"] != "update"


@contextmanager
def watched(hosts: list[Host]) -> Iterator[list[Watcher]]:
    """Tables of bots, half of them opened and watched at each host."""
    watchers = []
    for number in range(TABLES):
        order = hosts if number % 2 else hosts[::-1]
        bots = [{"seat": seat, "level": "easy"} for seat in range(4)]
        wish = {"game": "st-croix", "name": "Ana", "seats": 4, "sit": None, "bots": bots, "start": True}
        made = ask(order[0], "/api/tables", wish)
        watchers.append(Watcher(made["code"], made["token"], order))
    threads = [threading.Thread(target=one.watch) for one in watchers]
    for thread in threads:
        thread.start()
    try:
        until(lambda: all(len(one.times) > 3 for one in watchers), "bots play at every table")
        yield watchers
    finally:
        for one in watchers:
            one.stopped = True
        for thread in threads:
            thread.join()


def until(true: Callable[[], bool], what: str) -> None:
    """Wait for something."""
    end = time.monotonic() + STILL
    while not true():
        if time.monotonic() > end:
            raise RuntimeError(f"not within {STILL:.0f} seconds: {what}")
        time.sleep(0.02)


def stood_still(watchers: list[Watcher], at: float) -> str:
    """How long the tables of each host stood still after a moment."""
    until(lambda: all(one.times[-1] > at for one in watchers), "every table goes on")
    said = []
    for name in HOSTS:
        waits = [next(t for t in one.times if t > at) - at for one in watchers if one.hosts[0].name == name]
        said.append(f"watched at {name}: median {statistics.median(waits):.1f} s, longest {max(waits):.1f} s")
    return "; ".join(said)


def reads_own_writes(hosts: list[Host], acts: int) -> str:
    pair = Pair(hosts)
    pair.sit_down()
    while pair.acts < acts:
        pair.play()
    assert not pair.refused, pair.refused
    return f"{pair.acts} acts, each read at the other host: none missing, none refused"


def killed(hosts: list[Host]) -> str:
    with watched(hosts) as watchers:
        at = time.monotonic()
        hosts[0].end(signal.SIGKILL)
        said = stood_still(watchers, at)
    hosts[0].start("--no-limits")
    return said


def cut_off(hosts: list[Host]) -> str:
    with watched(hosts) as watchers:
        at = time.monotonic()
        hosts[0].network.cable("one", "down")
        said = stood_still(watchers, at)
        hosts[0].network.cable("one", "up")
        back = time.monotonic()
        until(lambda: healthy(hosts[0]), "the host is healthy again")
        took = time.monotonic() - back
    code, token = watchers[0].code, watchers[0].token
    there, here = (ask(host, f"/api/tables/{code}/view", token=token)["seq"] for host in reversed(hosts))
    assert here >= there, f"host one shows update {here}, host two {there}"
    return f"{said}; plugged in again, the host is healthy after {took:.1f} s"


def healthy(host: Host) -> bool:
    try:
        with urllib.request.urlopen(f"http://{host.address}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def rolling_restart(hosts: list[Host]) -> str:
    pair, done = Pair(hosts), threading.Event()
    pair.sit_down()

    def play() -> None:
        while not done.is_set():
            pair.play()

    playing = threading.Thread(target=play)
    playing.start()
    for host in hosts:
        pair.wait_for(20)
        host.end(signal.SIGTERM)
        host.start("--no-limits")
    done.set()
    playing.join()
    assert not pair.refused, pair.refused
    return f"both hosts restarted during {pair.acts} acts: none refused"


def shared_limits(hosts: list[Host]) -> str:
    for host in hosts:
        host.end(signal.SIGTERM)
        host.start("--tables-an-hour", str(AN_HOUR))
    wish = {"game": "st-croix", "name": "Ana", "seats": 2}
    made = [ask(hosts[number % 2], "/api/tables", wish) for number in range(AN_HOUR + 4)]
    granted = sum("token" in one for one in made)
    assert granted == AN_HOUR, made
    return f"{len(made)} tables asked for at both hosts in turn, {granted} granted with a limit of {AN_HOUR} an hour"


def inside(name: str, folder: str, acts: int) -> None:
    """Everything that happens in the players' namespace."""
    network = Network(name)
    where = programs()
    assert where is not None
    database = NetworkPostgres(where, Path(folder), network)
    database.make()
    database.start()
    hosts = [Host(network, one) for one in HOSTS]
    try:
        for host in hosts:
            host.start("--no-limits")
        print(f"read your own writes: {reads_own_writes(hosts, acts)}", flush=True)
        print(f"a host is killed: {killed(hosts)}", flush=True)
        print(f"a cable is pulled: {cut_off(hosts)}", flush=True)
        print(f"a rolling restart: {rolling_restart(hosts)}", flush=True)
        print(f"limits: {shared_limits(hosts)}", flush=True)
    finally:
        for host in hosts:
            if host.process is not None and host.process.poll() is None:
                host.end(signal.SIGTERM)
        database.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--acts", type=int, default=300, help="acts in the check of reading your own writes")
    parser.add_argument("--inside", nargs=2, metavar=("NETWORK", "FOLDER"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.inside:
        name, folder = given.inside
        inside(name, folder, given.acts)
        return 0
    network = Network(f"parlour{os.getpid()}")
    if programs() is None:
        print("This needs PostgreSQL's server programs (Debian: apt-get install postgresql).")
        return 2
    try:
        network.build()
    except (RuntimeError, OSError) as error:
        network.remove()
        print(f"This needs root and Debian's iproute2, to make network namespaces: {error}")
        return 2
    try:
        with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
            again = [sys.executable, __file__, "--acts", str(given.acts), "--inside", network.name, folder]
            return subprocess.run(network.inside(PEOPLE, *again)).returncode
    finally:
        network.remove()


if __name__ == "__main__":
    sys.exit(main())
