"""Simulated people: they play by socket or by HTTP, think, make mistakes, misbehave, go away and come back."""

import asyncio
import hashlib
import math
import random
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.server.protocol.messages import PROTOCOL
from server.people import spelled
from simulation.checker import Checker, Seen, Violation
from simulation.network import Socket

if TYPE_CHECKING:
    from simulation.world import World

Json = Any  # what comes over the wire, as any client would see it
SILENCE = 12.0
"""Seconds without an answer after which a client gives its connection up."""
OFFERED = 30.0
"""Seconds after which a client that still hears from its socket knows whether its action can be taken back."""
HURRY = 6.0
"""Average seconds a person thinks at the end of a run."""


@dataclass
class Wish:
    """Something sent and not yet acknowledged; it is sent again with the same id."""

    id: str
    message: Json
    sent: float


class Person:
    """Somebody at one table."""

    def __init__(self, world: "World", name: str, code: str = "") -> None:
        self.world, self.name, self.code = world, name, code
        self.luck = random.Random(f"{world.seed} {name}")
        self.token = hashlib.sha256(f"{world.seed} {name}".encode()).hexdigest()
        self.player = hashlib.sha256(self.token.encode()).hexdigest()
        self.checker: Checker = world.checker
        self.numbers = count()
        self.view: Json = None
        self.seq = 0
        self.must_see = 0
        """The latest update this person knows of: a later read may not be older."""
        self.wish: Wish | None = None
        self.think_until = 0.0
        self.settle_at = math.inf
        """When this person should know whether the last action can be taken back."""
        self.pinged = 0
        """The update at which this person asked for a sign, to be sure of it."""
        self.asked = ""
        self.socket: Socket | None = None
        self.greeted = False
        self.last_ack = 0
        self.goodbye = ""
        self.answer: tuple[bytes, Json] = (b"", None)
        """The last response over HTTP, and what it says."""

    def __str__(self) -> str:
        prompt = self.view and self.view["prompt"]
        socket = None if self.socket is None else ("greeted" if self.greeted else "silent")
        return f"{self.name} at {self.seq} ({prompt}; {socket}; {self.wish}; {self.goodbye})"

    @property
    def now(self) -> float:
        return self.world.loop.time()

    @property
    def over(self) -> bool:
        return self.view is not None and self.view["table"]["status"] in ("over", "closed")

    def hurry(self) -> None:
        """The end of the run is near: think no longer than a moment."""
        self.think_until = min(self.think_until, self.now + HURRY)

    async def live(self) -> None:
        """Come and go until the game is over."""
        while not self.over and not self.world.ended:
            by_http = not self.world.calm and self.luck.random() < 0.2
            await (self.by_http() if by_http else self.by_socket())
            if not self.over and not self.world.ended:
                await self.stay_away()

    async def stay_away(self) -> None:
        draw = self.luck.random()
        seconds = 0.5 + self.luck.random()
        if not self.world.calm and draw < 0.6:
            seconds = self.luck.uniform(60, 600) if draw < 0.4 else self.luck.uniform(1800, 6 * 3600)
        await self.world.until_calm(seconds)

    # By socket

    async def by_socket(self) -> None:
        process = self.world.machine.any(self.luck)
        if process is None:
            return
        socket = self.socket = process.connect(self.token, self.code)
        self.greeted, self.settle_at, self.pinged = False, math.inf, 0
        if self.wish is not None:
            self.wish.sent = self.now
        leave = self.now + self.luck.expovariate(1 / 600)
        if self.luck.random() < 0.02 and not self.world.calm:
            socket.send(self.luck.choice(["", "[]", "{", '{"t":"hello","proto":1}']))
        self.send({"t": "hello", "proto": PROTOCOL, "have": self.seq or None})
        while not self.over and not self.world.ended:
            ends = self.now + 3600.0 if self.world.calm else leave
            if await socket.readable(min(ends, self.next_move())):
                data = await socket.receive()
                if data is None:
                    break
                self.hear(data)
            if self.now >= ends or (self.wish and self.now > self.wish.sent + SILENCE):
                break
            self.move()
        self.socket = None
        if self.luck.random() < 0.3 and not self.world.calm:
            socket.vanish()
        else:
            socket.close()

    def send(self, message: Json) -> None:
        if self.socket is not None:
            self.socket.send(msgspec.json.encode(message).decode())

    def next_move(self) -> float:
        if self.wish is not None:
            return self.wish.sent + SILENCE + 0.01
        if self.view is not None and self.view["prompt"] and self.greeted and not self.world.still:
            return self.think_until
        return self.now + 3600.0

    def move(self) -> None:
        """Act if it is time; now and then do something else, or something wrong."""
        if self.socket is None or self.wish is not None or not self.greeted or self.world.still:
            return
        if self.view is None or not self.view["prompt"] or self.now < self.think_until:
            return
        if self.luck.random() < 0.1 and not self.world.calm:
            self.misbehave()
        message = self.choice()
        self.wish = Wish(message["id"], message, self.now)
        self.send(message)
        if self.luck.random() < 0.05:
            self.send(message)  # a nervous finger

    def choice(self) -> Json:
        choices = self.view["scene"]["prompt"]["choices"]
        return self.meaning({"t": "act", "prompt": self.view["prompt"], "action": self.luck.choice(choices)["action"]})

    def meaning(self, message: Json) -> Json:
        """A message with an id of its own, known to the checker."""
        id = f"{self.name}-{next(self.numbers)}"
        self.checker.meant(self.code, self.player, id)
        return {**message, "id": id}

    def misbehave(self) -> None:
        """Send what a broken or nasty client might send."""
        prompt = self.view["prompt"]
        seat = self.luck.randrange(4)
        wrong: list[Json] = [
            {"t": "act", "prompt": prompt, "action": self.luck.choice([10**6, 10**30])},
            {"t": "act", "prompt": "0.0", "action": 0},
            {"t": "do", "do": {"c": self.luck.choice(["pause", "start", "back", "rematch", "close", "nonsense"])}},
            {"t": "do", "do": {"c": "say", "text": "hello " * self.luck.randrange(1, 9)}},
            {"t": "do", "do": {"c": "take_over", "seat": seat}},
            {"t": "do", "do": {"c": "mute", "seat": seat}},
        ]
        if self.luck.random() < 0.2:
            assert self.socket is not None
            self.socket.send(self.luck.choice(["}", '{"t":"act"}', "[" * 100, '{"t":"ping"}']))
            return
        message = self.luck.choice(wrong)
        if message.get("do", {}).get("c") == "close" and self.luck.random() < 0.9:
            return
        self.send(self.meaning(message))
        if message.get("do", {}).get("c") == "pause":
            self.send(self.meaning({"t": "do", "do": {"c": "pause", "on": False}}))

    # Hearing

    def hear(self, data: bytes) -> None:
        self.checker.heard(self.code, data)
        message = msgspec.json.decode(data)
        if self.now >= self.settle_at:  # after a silence what comes may be old: the answer to a ping is not
            self.settle_at, self.pinged = math.inf, self.seq
            self.send({"t": "ping"})
        match message["t"]:
            case "welcome":
                self.greeted = True
                if self.wish is not None:
                    self.send(self.wish.message)
            case "update":
                self.show(message["seq"], message["view"], message["events"], None)
            case "step":
                if message["seq"] != self.seq + 1:
                    raise Violation(f"{self.code}: step {message['seq']} after update {self.seq}")
                self.show(message["seq"], stepped(self.view, message), message["events"], message["seq"] - 1)
            case "ack":
                self.acknowledge(message)
            case "presence":
                told = zip(self.view["table"]["seats"], message["here"], strict=True)
                seats = [{**seat, "here": here} for seat, here in told]
                self.view = {**self.view, "table": {**self.view["table"], "seats": seats}}
            case "undo":
                if message["seq"] == self.seq:
                    self.view = {**self.view, "undo": message["undo"]}
                    self.settle()
                    self.take_back()
            case "pong":
                if self.pinged == self.seq:
                    self.settle()
            case "bye":
                self.goodbye = message["text"]

    def show(self, seq: int, view: Json, events: Json, have: int | None) -> None:
        """Take a view: never older than what this person knows."""
        if seq < self.must_see:
            raise Violation(f"{self.code}: {self.name} was shown update {seq} after {self.must_see}")
        told = None if have is None else msgspec.json.encode(events)
        shown = msgspec.json.encode(without_presence(view))
        early = have is not None  # a step
        self.checker.saw(self.code, seq, Seen(self.player, self.now, shown, have, told, early))
        self.settle_at = self.now + OFFERED if early else math.inf
        self.view, self.seq = view, seq
        self.must_see = max(self.must_see, seq)
        if view["prompt"] != self.asked:
            self.asked = view["prompt"]
            usual = HURRY if self.world.calm else self.world.thought
            self.think_until = self.now + self.luck.expovariate(1 / usual)
        self.take_back()

    def settle(self) -> None:
        """What a step left open has been told by now."""
        self.settle_at, self.pinged = math.inf, 0
        shown = msgspec.json.encode(without_presence(self.view))
        self.checker.saw(self.code, self.seq, Seen(self.player, self.now, shown))

    def take_back(self) -> None:
        """Ask for the last action back, or answer somebody who asks."""
        undo = self.view.get("undo")
        if not undo or self.socket is None or not self.greeted or self.world.calm:
            return
        if undo["state"] == "answer" and self.luck.random() < 0.8:
            self.send(self.meaning({"t": "do", "do": {"c": "answer_undo", "agree": self.luck.random() < 0.7}}))
        elif undo["state"] in ("free", "ask") and self.luck.random() < 0.1:
            self.send(self.meaning({"t": "do", "do": {"c": "undo"}}))

    def acknowledge(self, ack: Json) -> None:
        if ack["ok"]:
            if ack["seq"] > self.seq and self.socket is not None:
                raise Violation(f"{self.code}: act {ack['id']} was acknowledged before its update was shown")
            self.must_see = max(self.must_see, ack["seq"])
        wish = self.wish
        if wish is None or wish.id != ack["id"]:
            return
        if ack["ok"]:
            if wish.message["t"] == "act":
                self.checker.acknowledged(self.code, self.player, wish.id, ack["seq"])
            if ack["seq"] <= self.last_ack:
                raise Violation(f"{self.code}: {wish.id} was acknowledged out of order")
            self.last_ack = ack["seq"]
        elif ack["error"]["code"] == "unavailable":
            wish.sent = self.now + 1.0 - SILENCE  # try the same again, over a new connection
            return
        self.wish = None
        self.think_until = self.now + 1.0

    # By HTTP

    async def by_http(self) -> None:
        leave = self.now + self.luck.expovariate(1 / 600)
        while not self.over and not self.world.ended and not self.world.calm and self.now < leave:
            if self.wish is not None or (self.view and self.view["prompt"] and self.now >= self.think_until):
                await self.post()
            have = self.must_see
            wait = 20 if self.now < self.think_until or not (self.view and self.view["prompt"]) else 0
            update = await self.ask("GET", "view", query=f"have={have}&wait={wait}" if have else "")
            if update is None or update.get("t") != "update":
                await asyncio.sleep(2.0)
                continue
            if update["seq"] != self.seq or self.view is None:
                self.show(update["seq"], update["view"], update["events"], None)
            elif self.view["prompt"]:
                await self.world.until_calm(max(0.1, self.think_until - self.now))

    async def post(self) -> None:
        if self.wish is None:
            message = self.choice()
            self.wish = Wish(message["id"], message, self.now)
        ack = await self.ask("POST", "act", body=msgspec.json.encode(self.wish.message))
        if ack is not None and ack.get("t") == "ack":
            self.acknowledge(ack)
        else:
            await asyncio.sleep(1.0)

    async def ask(self, method: str, name: str, query: str = "", body: bytes = b"") -> Json:
        """A request to any process; None without a response."""
        process = self.world.machine.any(self.luck)
        if process is None:
            return None
        response = await process.ask(method, name, self.token, self.code, query, body)
        if response is None:
            return None
        if response.status_code == 500:
            raise Violation(f"{self.code}: {method} {name} met an error: {bytes(response.body)!r}")
        body = bytes(response.body)
        self.checker.heard(self.code, body)
        if body != self.answer[0]:  # who polls is mostly told the same again
            self.answer = (body, msgspec.json.decode(body))
        return self.answer[1]


def stepped(view: Json, step: Json) -> Json:
    """The view after a step."""
    tail = [*view["log"]["tail"], *step["log"]["more"]][-40:]
    fresh = {part: step[part] for part in view if part in step}
    before = view["scene"]
    lists = {part: spelled(before[part], step["scene"][part]) for part in ("players", "zones", "pieces")}
    scene = {**before, **step["scene"], **lists}
    log = {"total": step["log"]["total"], "tail": tail}
    return {**view, **fresh, "scene": scene, "log": log}


def without_presence(view: Json) -> Json:
    """A view without who is connected, which is no part of the log."""
    table = view["table"]
    seats = [{**seat, "here": False, "away_since": None} for seat in table["seats"]]
    return {**view, "table": {**table, "seats": seats, "watching": 0}}
