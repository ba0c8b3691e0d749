"""Who is connected to which table, shared between processes through the database.

Best effort: each process writes every few seconds who is connected to it. A report that its writer no longer renews
expires, so the connections of a process that died are forgotten. Each reader measures that with its own clock: the
clocks of two machines may differ, and any of them may jump.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence

import msgspec

from parlour.server.live.clock import CLOCK, Clock
from parlour.server.live.live_table import LiveTable
from parlour.server.store.types import StoreFailed, TableStore

log = logging.getLogger(__name__)

LOOK = 1.0
"""Seconds between two reads of the other processes' reports."""
BEAT = 3.0
"""Seconds after which an unchanged report is written again."""
LASTS = 10.0
"""Seconds a report counts without being renewed."""

SAY = (
    "INSERT INTO presence (worker, until, here) VALUES (:worker, :until, :here) "
    "ON CONFLICT (worker) DO UPDATE SET until = :until, here = :here"
)
LISTEN = "SELECT worker, until, here FROM presence WHERE worker != :worker"
FORGET = "DELETE FROM presence WHERE worker = :worker"


class Here(msgspec.Struct):
    """Who is connected to one table: the hashes of players' tokens, and how many watch."""

    players: list[str]
    watching: int


Report = dict[str, Here]
DECODER = msgspec.json.Decoder(Report)


class PresenceSync:
    """Shares who is connected between processes."""

    def __init__(self, store: TableStore, tables: Callable[[], dict[str, LiveTable]], clock: Clock = CLOCK) -> None:
        self.store = store
        self.tables = tables
        self.clock = clock
        self._said = ""
        self._said_at = 0.0
        self._shared: tuple[dict[str, int], list[object]] | None = None  # tables and reports at the last round
        self._heard: dict[str, tuple[object, float]] = {}  # each process' last report, and when it was first read

    async def go_on(self) -> None:
        """Exchange reports until cancelled."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.round()
            except StoreFailed as error:
                log.warning("who is here cannot be shared: %s", error)

    async def round(self) -> None:
        """Write who is here if that changed, and read the others' reports."""
        now = self.clock.monotonic()
        tables = {code: live.arrivals for code, live in self.tables().items()}
        same = self._shared is not None and self._shared[0] == tables
        here = self._said if same else self._report()
        if here != self._said or (here != "{}" and now - self._said_at >= BEAT):
            await self._write(SAY, worker=self.store.author, until=self.clock.now() + LASTS, here=here)
            self._said, self._said_at = here, now
        found = await self.store.look(LISTEN, {"worker": self.store.author})
        fresh = await self._fresh(found, now)
        if (tables, fresh) == self._shared:
            return
        self._shared = (tables, fresh)
        others = [DECODER.decode(str(here)) for here in fresh]
        for code, live in self.tables().items():
            there = [told[code] for told in others if code in told]
            players = frozenset(player for one in there for player in one.players)
            live.set_remote_presence(players, sum(one.watching for one in there))

    def _report(self) -> str:
        here = {code: Here(*live.connected()) for code, live in self.tables().items() if live.connections}
        return msgspec.json.encode(here, order="sorted").decode()

    async def _fresh(self, found: Sequence[Sequence[object]], now: float) -> list[object]:
        """The reports that their writers still renew; the others are deleted."""
        heard = {}
        for worker, until, _ in found:
            before = self._heard.get(str(worker))
            heard[str(worker)] = before if before is not None and before[0] == until else (until, now)
        self._heard = heard
        silent = {worker for worker, (_, at) in heard.items() if now - at > LASTS}
        for worker in silent:
            await self._write(FORGET, worker=worker)
        return [here for worker, _, here in found if worker not in silent]

    async def end(self) -> None:
        """Delete this process' report."""
        try:
            await self._write(FORGET, worker=self.store.author)
        except StoreFailed as error:
            log.warning("who was here cannot be taken back: %s", error)

    async def _write(self, statement: str, **values: object) -> None:
        await self.store.look(statement, values)
