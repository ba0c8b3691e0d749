"""Who is connected to which table, shared between processes through the database.

Best effort: each process writes every few seconds who is connected to it, and old reports expire. So the connections
of a process that died are forgotten.
"""

import asyncio
import logging
import time
from collections.abc import Callable

import msgspec
import sqlalchemy as sa

from parlour.server.live.live_table import LiveTable
from parlour.server.store.store import Store, StoreFailed

log = logging.getLogger(__name__)

LOOK = 1.0
"""Seconds between two reads of the other processes' reports."""
BEAT = 10.0
"""Seconds after which an unchanged report is written again."""
LASTS = 30.0
"""Seconds a report is valid."""

SAY = sa.text(
    "INSERT INTO presence (worker, until, here) VALUES (:worker, :until, :here) "
    "ON CONFLICT (worker) DO UPDATE SET until = :until, here = :here"
)
LISTEN = sa.text("SELECT here FROM presence WHERE worker != :worker AND until > :now")
FORGET = sa.text("DELETE FROM presence WHERE worker = :worker OR until < :now")


class Here(msgspec.Struct):
    """Who is connected to one table: the hashes of players' tokens, and how many watch."""

    players: list[str]
    watching: int


Report = dict[str, Here]
DECODER = msgspec.json.Decoder(Report)


class PresenceSync:
    """Shares who is connected between processes."""

    def __init__(self, store: Store, tables: Callable[[], dict[str, LiveTable]]) -> None:
        self.store = store
        self.tables = tables
        self._said = ""
        self._said_at = 0.0

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
        now = time.time()
        here = msgspec.json.encode(
            {code: Here(*live.connected()) for code, live in self.tables().items() if live.connections}, order="sorted"
        ).decode()
        if here != self._said or (here != "{}" and now - self._said_at > BEAT):
            await self._write(SAY, worker=self.store.author, until=now + LASTS, here=here)
            self._said, self._said_at = here, now
        found = await self.store.look(LISTEN, {"worker": self.store.author, "now": now})
        others = [DECODER.decode(str(row[0])) for row in found]
        for code, live in self.tables().items():
            there = [told[code] for told in others if code in told]
            players = frozenset(player for one in there for player in one.players)
            live.set_remote_presence(players, sum(one.watching for one in there))

    async def end(self) -> None:
        """Delete this process's report and expired ones."""
        try:
            await self._write(FORGET, worker=self.store.author, now=time.time())
        except StoreFailed as error:
            log.warning("who was here cannot be taken back: %s", error)

    async def _write(self, statement: sa.TextClause, **values: object) -> None:
        await self.store.look(statement, values)
