"""One run: parties play at tables of simulated processes while things go wrong, and at the end all must be well."""

import asyncio
import gc
import logging
import random
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import msgspec

from parlour.core.take_back import looks_same
from parlour.games import all_games
from parlour.server.live import registry, worker_pool
from parlour.server.log import undo
from parlour.server.log.table import AnyMatch
from parlour.server.settings import TablePolicy
from simulation.checker import Checker, Violation
from simulation.faults import Weather
from simulation.machine import Machine
from simulation.people import Json, Person
from simulation.virtual_loop import Pause, Stuck, VirtualLoop

GAMES = [entry.about for entry in all_games()]
POLICY = TablePolicy()
LOOK_EVERY = 20.0
"""Seconds between two rounds of the checker."""
CALM = 90.0
"""Seconds at the end of a run in which nothing goes wrong and everybody plays: every table must move on."""


@dataclass(frozen=True)
class Plan:
    """What is simulated."""

    seed: str = "1"
    tables: int = 20
    hours: float = 2.0
    processes: int = 2
    thought: float = 120.0
    """Average seconds a person thinks."""
    badness: float = 1.0
    """How many times as much goes wrong as usual."""


@dataclass(frozen=True)
class Report:
    """What a run that kept every promise consisted of."""

    hours: float
    acts: int
    views: int
    rows: int
    kills: int
    turns: int
    digest: str

    def __str__(self) -> str:
        return (
            f"{self.hours:.0f} table-hours, {self.rows} rows, {self.acts} acts acknowledged, "
            f"{self.views} views compared, {self.kills} processes killed or restarted, "
            f"{self.turns} callbacks, digest {self.digest}"
        )


class Party:
    """People who play one game after another at a table of their own."""

    def __init__(self, world: "World", number: int) -> None:
        self.world, self.number = world, number
        self.luck = random.Random(f"{world.seed} party {number}")
        self.people: list[Person] = []
        self.code = ""
        self.rows = 0

    async def live(self) -> None:
        await asyncio.sleep(self.luck.uniform(0, 60))
        games = 0
        while not self.world.ended:
            games += 1
            if await self.sit_down(games):
                await asyncio.gather(*[person.live() for person in self.people])
                self.code = ""
            await self.world.until_calm(self.luck.uniform(10, 600))

    async def sit_down(self, games: int) -> bool:
        """Set up a table, take its seats and start; False if something went wrong meanwhile."""
        about = self.luck.choice(GAMES)
        seats = self.luck.randint(about.min_seats, min(4, about.max_seats))
        names = [f"p{self.number}.{games}.{n}" for n in range(self.luck.randint(1, min(3, seats)))]
        people = [Person(self.world, name) for name in names]
        host, *others = people
        house = {"absence": self.luck.choice(["ask", "bot", "wait"]), "watchers": self.luck.random() < 0.7}
        level = self.luck.choice(["random", "easy", "normal"])
        wish = {"game": about.slug, "name": host.name, "seats": seats, "house": house, "sit": 0}
        made = await host.ask("POST", "tables", body=msgspec.json.encode(wish))
        if made is None or "code" not in made:
            return False
        for person in people:
            person.code = made["code"]
        for person in others:
            await person.ask("POST", "join", body=msgspec.json.encode({"name": person.name}))
        start = host.meaning({"t": "do", "do": {"c": "start", "fill": level}})
        for _ in range(5):
            ack: Json = await host.ask("POST", "do", body=msgspec.json.encode(start))
            if ack is not None and ack.get("ok"):
                break
            await asyncio.sleep(2.0)
        else:
            return False
        if house["watchers"] and self.luck.random() < 0.5:
            people.append(Person(self.world, f"{host.name} watcher", made["code"]))
        self.people, self.code = people, made["code"]
        self.world.codes.append(self.code)
        return True


class World:
    """A run and everything in it."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.seed, self.thought = plan, plan.seed, plan.thought
        self.luck = random.Random(f"{plan.seed} world")
        self.weather = Weather(random.Random(f"{plan.seed} weather"), plan.badness)
        self.loop = VirtualLoop(plan.seed, lambda: self.weather.latency(0.003))
        self.calm = self.still = self.ended = False
        self._sleepers: dict[asyncio.Future[None], None] = {}  # in the order they fell asleep
        self.codes: list[str] = []
        self.kills = 0
        self.problem: BaseException | None = None

    def run(self) -> Report:
        """Simulate; Violation if a promise was broken."""
        folder = Path(tempfile.mkdtemp(prefix="parlour-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
        try:
            with seeded(self.seed), unhurried(), collected() as troubles:
                self.troubles = troubles
                try:
                    return self.loop.run_until_complete(self._run(str(folder / "tables.db")))
                except Stuck:
                    raise Violation("everybody waits for ever") from None
        finally:
            self._forget()
            shutil.rmtree(folder)

    def _forget(self) -> None:
        """Collect what killed processes left now: their `finally` blocks must not run during the next run."""
        self.loop.close()
        with patch.object(sys, "unraisablehook", lambda problem: None):
            for part in ("machine", "parties", "checker", "loop", "_sleepers", "problem"):
                self.__dict__.pop(part, None)
            gc.collect()

    async def until_calm(self, seconds: float) -> None:
        """Sleep, but not longer than to the last part of the run."""
        if not self.calm:
            woken = self.loop.create_future()
            self._sleepers[woken] = None
            timer = self.loop.call_later(seconds, _wake, woken)
            await woken
            timer.cancel()
            del self._sleepers[woken]
            if not self.calm:
                return
        await asyncio.sleep(min(seconds, 1.0))

    async def _run(self, file: str) -> Report:
        self.machine = Machine(self.loop, file, self.weather, POLICY, self.plan.processes)
        self.checker = Checker(file)
        self.parties = [Party(self, number) for number in range(self.plan.tables)]
        work = [self._guarded(party.live()) for party in self.parties]
        work += [self._guarded(self._storms()), self._guarded(self._accidents()), self._guarded(self._look())]
        await self._sleep(self.plan.hours * 3600)
        await self._finale()
        self._check_memory_soon()
        await self._sleep(POLICY.idle + 100)
        self._check_memory()
        self.checker.end()
        for one in work:
            one.cancel()
        rows = sum(len(one.rows) for one in self.checker.references.values())
        return Report(
            self.plan.tables * self.plan.hours,
            self.checker.acks,
            self.checker.views,
            rows,
            self.kills,
            self.loop.turns,
            self.checker.digest(),
        )

    def _guarded(self, work: "asyncio._CoroutineLike[None]") -> asyncio.Task[None]:
        async def guard() -> None:
            try:
                await work  # type: ignore[misc]  # a coroutine
            except Exception as error:
                self.problem = self.problem or error

        return self.loop.create_task(guard())

    async def _sleep(self, seconds: float) -> None:
        """Let time pass, and stop at the first problem."""
        end = self.loop.time() + seconds
        while self.loop.time() < end:
            await asyncio.sleep(min(5.0, end - self.loop.time()))
            if self.problem is not None:
                raise self.problem
            if self.machine.troubles or self.troubles:
                raise Violation((self.machine.troubles + self.troubles)[0])

    # What goes wrong

    async def _storms(self) -> None:
        luck = self.luck
        while not self.calm:
            await self.until_calm(luck.expovariate(1 / 1200))
            self.weather.stormy = not self.calm
            await self.until_calm(luck.expovariate(1 / 60))
            self.weather.down = not self.calm and luck.random() < 0.3
            await self.until_calm(luck.expovariate(1 / 10))
            self.weather.stormy = self.weather.down = False

    async def _accidents(self) -> None:
        luck = self.luck
        while not self.calm:
            await self.until_calm(luck.expovariate(self.plan.badness / 60))
            process = luck.choice(self.machine.processes)
            if self.calm or not process.alive:
                self.machine.restart()
                continue
            draw = luck.random()
            if draw < 0.1:
                self.kills += 1
                process.kill()
            elif draw < 0.15:
                self.kills += 1
                await process.stop()
            elif draw < 0.3:
                process.store.feed.lose(luck.expovariate(1 / 5))
            elif draw < 0.35:
                process.clock.off += luck.choice([-3600.0, 3600.0])
            elif draw < 0.7 and process.sockets:
                luck.choice(process.sockets).reset()
            elif process.sockets:
                pipe = luck.choice(process.sockets).down
                pipe.frozen = True
                self.loop.call_later(luck.expovariate(1 / 60), pipe.thaw)
            await self.until_calm(luck.uniform(1, 5))
            self.machine.restart()

    async def _look(self) -> None:
        while not self.ended:
            await asyncio.sleep(LOOK_EVERY)
            self.checker.advance(self.loop.time())
            if self.calm:
                self.machine.restart()

    # The end

    async def _finale(self) -> None:
        """Nothing goes wrong any more: every table with people moves on, and everybody sees where it is."""
        self.calm = self.weather.quiet = True
        self.weather.stormy = self.weather.down = False
        for woken in self._sleepers:
            _wake(woken)
        for party in self.parties:
            for person in party.people:
                person.hurry()
                if person.socket is not None:
                    person.socket.down.thaw()  # also where the server is gone: then it finds the socket closed
        self.machine.restart()
        await self._sleep(CALM / 2)
        waiting = {party.code: (party, self.checker.head(party.code)) for party in self.parties if party.code}
        end = self.loop.time() + CALM
        while waiting and self.loop.time() < end:
            await self._sleep(5.0)
            waiting = {code: one for code, one in waiting.items() if self.checker.head(code) == one[1]}
            if not any(self._should_move(party) for party, _ in waiting.values()):
                break
        for party, _ in waiting.values():
            self._check_stuck(party)
        self.still = True
        await self._sleep(20.0)
        heads = {party.code: self.checker.head(party.code) for party in self.parties if party.code}
        await self._sleep(10.0)
        for party in self.parties:
            for person in party.people if party.code else ():
                table = self.checker.last(party.code)
                if table.seat_of(person.player) is None and not table.settings.watchers:
                    continue  # the request for a seat got lost, and only players may look
                if not person.over and person.seq < heads.get(party.code, 0):
                    raise Violation(f"{party.code}: {person.name} sees {person.seq}, not {heads[party.code]}")
                if person.socket is not None and person.greeted:
                    self._check_presence(party, person)
        self.ended = True
        for party in self.parties:
            for person in party.people:
                if person.socket is not None:
                    person.socket.reset()

    def _check_presence(self, party: Party, person: Person) -> None:
        """Everybody who is connected is shown as present."""
        table = self.checker.last(party.code)
        for other in party.people:
            seat = table.seat_of(other.player)
            if seat is not None and other.socket is not None and not person.view["table"]["seats"][seat]["here"]:
                raise Violation(f"{party.code}: {person.name} does not see that {other.name} is there")

    def _should_move(self, party: Party) -> list[int]:
        """The seats of a running game that should act: those of bots and of people who are there."""
        table = self.checker.last(party.code)
        if table.status != "playing":
            return []
        players = {person.player for person in party.people}
        assert table.match is not None
        return [
            seat for seat in table.match.to_act if table.played_by_bot(seat) or table.places[seat].player in players
        ]

    def _check_stuck(self, party: Party) -> None:
        waits = self._should_move(party)
        if waits:
            there, seq = [str(person) for person in party.people], self.checker.head(party.code)
            raise Violation(f"{party.code}: nothing happens after update {seq}; seats {waits} should act; {there}")

    def _check_memory_soon(self) -> None:
        for process in self.machine.processes:
            for code, live in process.registry.tables.items():
                sizes = [len(live._snapshots), len(live._sent), len(live._tasks), len(live._lately), len(live._timers)]
                if max(sizes) > 60:
                    raise Violation(f"{code}: a table keeps too much: {sizes}")

    def _check_memory(self) -> None:
        """Everybody is gone: so are tables, tasks and connections."""
        for process in self.machine.processes:
            held = process.registry
            left = {code: len(live.connections) for code, live in held.tables.items()}
            if left or held._opening:
                raise Violation(f"{process.life.name} still holds tables {left}, {list(held._opening)}")
            running = [task for task in process.tasks if not task.done()]
            if running or process.store.writer.queue:
                raise Violation(f"{process.life.name} still works at {running}")


def _wake(sleeper: asyncio.Future[None]) -> None:
    if not sleeper.done():
        sleeper.set_result(None)


@contextmanager
def seeded(seed: str) -> Iterator[None]:
    """Make everything that is random in the server follow from the seed."""
    luck = random.Random(f"{seed} secrets")
    with (
        patch.object(secrets, "token_hex", lambda size=32: luck.randbytes(size).hex()),
        patch.object(secrets, "choice", luck.choice),
        patch.object(random, "random", luck.random),
        patch.object(worker_pool, "QUICK", ("random",)),  # the others use workers
    ):
        yield


@contextmanager
def unhurried() -> Iterator[None]:
    """Leave out what takes time and changes nothing: collecting garbage, futures of those who sleep, and finding the
    same answer again.

    Whether an action may be taken back follows from the game so far, and takes a sample of worlds: the processes and
    the checker ask once. (`tests/core/test_take_back.py` tests the answer.)
    """
    known: dict[tuple[object, ...], bool] = {}

    def asked_once(before: AnyMatch, after: AnyMatch) -> Iterator[bool]:
        record = after.record
        game = (record.game, record.seats, record.seed, *[entry.action for entry in record.entries[:]])
        if game not in known:
            known[game] = all(looks_same(before, after))
        yield known[game]

    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        with (
            patch.object(undo, "looks_same", asked_once),
            patch.object(registry, "give_memory_back", lambda: None),
            patch.object(asyncio, "sleep", Pause),
        ):
            yield
    finally:
        gc.enable()
        gc.unfreeze()


@contextmanager
def collected() -> Iterator[list[str]]:
    """Errors that the server logs with a traceback: none is expected."""
    troubles: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.exc_info:
                troubles.append(f"{record.getMessage()}: {record.exc_info[1]!r}")

    logger = logging.getLogger("parlour.server")
    listener, propagates = Listener(), logger.propagate
    logger.addHandler(listener)
    logger.propagate = False
    try:
        yield troubles
    finally:
        logger.removeHandler(listener)
        logger.propagate = propagates
