"""A real server on a real socket, and people who talk to it: over HTTP, or over a socket."""

import json
import os
import random
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import websockets.sync.client as sync
from websockets.exceptions import ConnectionClosed

from parlour.server.protocol.messages import PROTOCOL

Json = Any  # what comes over the wire, as any client would see it
PATIENCE = 120.0  # only ever reached by a test that fails, however busy the machine
COMMAND = "import sys; sys.argv[0] = 'parlour'; from parlour.cli import main; main()"
LIMITS = (
    "http.health.PATIENCE",
    "http.http_protocol.BODY",
    "http.http_protocol.HEAD",
    "http.socket.GREETING",
    "live.registry.LAST_WRITE",
    "live.reviews.PATIENCE",
    "live.worker_pool.PATIENCE",
    "store.database.PATIENCE",
    "store.store.CLOSING",
    "store.store.PATIENCE",
)
"""Seconds after which a server gives up on a disk, a process or a client: in tests they do not hang, they are busy."""
PATIENT = "from importlib import import_module as load; " + "".join(
    "load('parlour.server.{}').{} = {}; ".format(*limit.rsplit(".", 1), PATIENCE) for limit in LIMITS
)
"""What a server's process does first: the same as `be_patient`."""


def be_patient() -> None:
    """Make this process wait as long as tests do."""
    for limit in LIMITS:
        module, _, name = limit.rpartition(".")
        setattr(import_module(f"parlour.server.{module}"), name, PATIENCE)


STARTED: list[str] = []
"""The databases of all servers that were started: a failed test says what they dealt."""


@dataclass
class Running:
    """A server process."""

    database: str
    flags: tuple[str, ...] = ()
    port: int = 0
    process: "subprocess.Popen[str] | None" = None
    errors: Path | None = None
    descriptors: int = 0
    """Files the process may open; 0: as many as this one."""
    patient: bool = True
    """Does it wait for a busy machine as long as tests do? The workers of `--workers` never do."""

    def start(self, port: int = 0) -> "Running":
        """Start it on a port that is free now: the one it had before may belong to somebody else meanwhile."""
        STARTED.append(self.database)
        flags = ["--port", str(port), "--database", self.database, "--bot-pace", "0", *self.flags]
        if "--limits" not in self.flags:
            flags.append("--no-limits")
        stderr = self.errors.open("a") if self.errors else None
        self.process = subprocess.Popen(
            [sys.executable, "-c", self._few() + (PATIENT if self.patient else "") + COMMAND, "serve", *flags],
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "ready at http://" in line, line
        self.port = int(line.rsplit(":", 1)[1].strip().strip("/"))
        return self

    def _few(self) -> str:
        """Code that takes descriptors away."""
        most = f"({self.descriptors}, {self.descriptors})"
        return f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, {most}); " if self.descriptors else ""

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As if the power went."""
        os.kill(self.pid, signal.SIGKILL)
        self.wait()

    def stop(self) -> int:
        """Ask it to end."""
        os.kill(self.pid, signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        assert self.process is not None and self.process.stdout is not None
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code


@contextmanager
def running(
    database: str, *flags: str, port: int = 0, errors: Path | None = None, descriptors: int = 0
) -> Iterator[Running]:
    """A server that is stopped afterwards."""
    server = Running(database, flags, errors=errors, descriptors=descriptors).start(port)
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()


@dataclass
class Answer:
    """A response of the server."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def json(self) -> Json:
        return json.loads(self.body)


@dataclass
class Person:
    """Somebody with a token of their own."""

    server: Running
    name: str = "Ana"
    token: str = "new"
    numbers: "count[int]" = field(default_factory=count)

    def ask(self, path: str, body: object = None, headers: dict[str, str] | None = None, method: str = "") -> Answer:
        """Send a request; returns the response whatever its status."""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        given = {"content-type": "application/json"}
        if self.token:
            given["authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(
            f"http://{self.server.address}{path}", data, {**given, **(headers or {})}, method=method or None
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return Answer(answer.status, answer.read(), {k.lower(): v for k, v in answer.headers.items()})
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.read(), {k.lower(): v for k, v in error.headers.items()})

    def good(self, path: str, body: object = None) -> Json:
        """A request that is granted."""
        answer = self.ask(path, body)
        assert answer.status < 300, (path, answer.status, answer.body[:500])
        found = answer.json
        if isinstance(found, dict) and found.get("token"):
            self.token = found["token"]
        return found

    def create(self, game: str, **wishes: object) -> str:
        """A new table; returns its code."""
        code: str = self.good("/api/tables", {"game": game, "name": self.name, **wishes})["code"]
        return code

    def join(self, code: str, **wishes: object) -> Json:
        return self.good(f"/api/tables/{code}/join", {"name": self.name, **wishes})

    def update(self, code: str, have: int | None = None, wait: int = 0) -> Json:
        query = f"?wait={wait}" + ("" if have is None else f"&have={have}")
        return self.good(f"/api/tables/{code}/view{query}")

    def view(self, code: str) -> Json:
        return self.update(code)["view"]

    def act(self, code: str, prompt: str, action: int, id: str | None = None) -> Json:
        message = {"t": "act", "id": id or f"a{next(self.numbers)}", "prompt": prompt, "action": action}
        return self.ask(f"/api/tables/{code}/act", message).json

    def do(self, code: str, command: dict[str, object], id: str | None = None) -> Json:
        message = {"t": "do", "id": id or f"d{next(self.numbers)}", "do": command}
        return self.ask(f"/api/tables/{code}/do", message).json

    def my_turn_or_end(self, code: str) -> Json:
        """The view, as soon as there is something to choose or the game is over."""
        update = self.update(code)
        while update["view"]["prompt"] is None and update["view"]["table"]["status"] == "playing":
            update = self.update(code, update["seq"], 5)
        return update["view"]

    def my_turn(self, code: str) -> Json:
        """The view, as soon as there is something to choose."""
        view = self.my_turn_or_end(code)
        assert view["table"]["status"] == "playing"
        return view

    def play_one(self, code: str, luck: random.Random) -> Json | None:
        """Choose something if asked; None if there is nothing to choose."""
        view = self.view(code)
        if view["prompt"] is None:
            return None
        return self.act(code, view["prompt"], luck.choice(view["scene"]["prompt"]["choices"])["action"])

    def line(self, code: str, have: int | None = None, **more: Any) -> "Line":
        return Line(self, code, have, **more)


def spelled(before: list[Json], told: list[Json]) -> list[Json]:
    """A list of a scene after a step: a pair of numbers stands for a part of the list before."""
    return [one for part in told for one in (before[part[0] : part[1]] if isinstance(part, list) else [part])]


class Line:
    """A socket to a table; keeps every byte that came."""

    def __init__(self, person: Person, code: str, have: int | None = None, hello: bool = True, **more: Any) -> None:
        headers = {"Authorization": f"Bearer {person.token}"} if person.token else {}
        url = f"ws://{person.server.address}/api/tables/{code}/ws"
        self.person, self.code = person, code
        if not person.token:
            more = {"origin": f"http://{person.server.address}", **more}
        # It neither gives up a busy server nor leaves its pings unread while the test does something else.
        more = {"ping_interval": None, "max_queue": None, **more}
        self.socket = sync.connect(
            url, additional_headers=headers, open_timeout=PATIENCE, proxy=None, legacy=True, **more
        )
        self.heard: list[str] = []
        self.updates: dict[int, Json] = {}
        """Every update that came, as a complete one: steps are added to what was there before."""
        self.view: Json = None
        self.seq = have or 0
        self.acks: dict[str, Json] = {}
        self.bye: Json = None
        if hello:
            self.send({"t": "hello", "proto": PROTOCOL, "have": have})
            assert self.hear()["t"] == "welcome"
            assert self.hear("update")["seq"] >= self.seq

    def send(self, message: object) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self, kind: str = "", timeout: float = PATIENCE) -> Json:
        """The next message, or the next of a kind."""
        while True:
            text = self.socket.recv(timeout)
            assert isinstance(text, str)
            self.heard.append(text)
            message = json.loads(text)
            if message["t"] in ("update", "step"):
                self.view = message["view"] if message["t"] == "update" else self._stepped(message)
                self.seq = message["seq"]
                self.updates[self.seq] = {"seq": self.seq, "events": message["events"], "view": self.view}
            elif message["t"] == "presence":
                self.view = self._noticed(message)
            elif message["t"] == "undo" and message["seq"] == self.seq:
                self.view = {**self.view, "undo": message["undo"]}
            elif message["t"] == "ack":
                self.acks[message["id"]] = message
            elif message["t"] == "bye":
                self.bye = message
            if not kind or message["t"] == kind:
                return message
            if kind == "update" and message["t"] == "step":
                return self.updates[self.seq]

    def _stepped(self, step: Json) -> Json:
        """The view after a step: what it leaves out is as it was."""
        assert step["seq"] == self.seq + 1, "a step must follow what the socket was sent before"
        tail = [*self.view["log"]["tail"], *step["log"]["more"]][-40:]
        fresh = {part: step[part] for part in ("table", "you", "prompt", "chat", "lesson", "undo") if part in step}
        before = self.view["scene"]
        lists = {part: spelled(before[part], step["scene"][part]) for part in ("players", "zones", "pieces")}
        scene = {**before, **step["scene"], **lists}
        return {**self.view, **fresh, "scene": scene, "log": {"total": step["log"]["total"], "tail": tail}}

    def _noticed(self, presence: Json) -> Json:
        """The view with who is here now."""
        table = self.view["table"]
        told = zip(table["seats"], presence["here"], presence["away_since"], strict=True)
        seats = [{**seat, "here": here, "away_since": away} for seat, here, away in told]
        return {**self.view, "table": {**table, "seats": seats, "watching": presence["watching"]}}

    def drain(self, timeout: float = 0.05) -> None:
        """Hear all that is there."""
        try:
            while True:
                self.hear(timeout=timeout)
        except (TimeoutError, ConnectionClosed):
            pass

    def ack(self, id: str) -> Json:
        while id not in self.acks:
            self.hear()
        return self.acks[id]

    def act(self, action: int, id: str | None = None, prompt: str | None = None) -> Json:
        id = id or f"s{next(self.person.numbers)}"
        self.send({"t": "act", "id": id, "prompt": prompt or self.view["prompt"], "action": action})
        return self.ack(id)

    def do(self, command: dict[str, object], id: str | None = None) -> Json:
        id = id or f"s{next(self.person.numbers)}"
        self.send({"t": "do", "id": id, "do": command})
        return self.ack(id)

    def until(self, seq: int) -> Json:
        """Receive until this update has come."""
        while self.seq < seq:
            self.hear()
        return self.view

    def settled(self, update: Json) -> Json:
        """Receive until everything has come that is in an update over HTTP; what can be taken back comes last."""
        self.until(update["seq"])
        if update["view"]["undo"] and self.view["undo"] is None:
            assert self.hear("undo")["seq"] == update["seq"]
        return self.view

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def whose_turn(code: str, *people: Person) -> Person:
    """One of these people who has something to choose."""
    return next(person for person in people if person.view(code)["prompt"] is not None)


def play_out(people: dict[int, Person], code: str, luck: random.Random, most: int = 4000) -> Json:
    """Play a table to its end with random choices of these people; bots play themselves. Returns the last view."""
    first = next(iter(people.values()))
    for _ in range(most):
        update = first.update(code)
        if update["view"]["table"]["status"] != "playing":
            return update["view"]
        acted = [person.play_one(code, luck) for person in people.values()]
        if not any(acted):
            first.update(code, update["seq"], 5)
    raise AssertionError("the game does not end")
