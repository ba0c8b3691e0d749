"""A store that forgets everything when the process ends: for tests that need no database."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import msgspec

from parlour.server.store import Store
from parlour.server.store_types import EVERYTHING, OVER, About, Hint, Row, Seating, Sitting, Taken


class MemoryStore(Store):
    """Keeps the store's promises, apart from durability."""

    def __init__(self) -> None:
        self.author = "memory"
        self._rows: dict[str, list[Row]] = {}
        self._abouts: dict[str, About] = {}
        self._seats: dict[tuple[str, str], Seating] = {}

    async def append(self, rows: Sequence[Row], abouts: Sequence[About] = (), seatings: Sequence[Seating] = ()) -> None:
        """Write rows, all or none."""
        for row in rows:
            have = self._rows.get(row.table, [])
            if row.seq != len(have) + 1 or (row.once and any(old.once == row.once for old in have)):
                raise Taken(row.table)
        for row in rows:
            self._rows.setdefault(row.table, []).append(msgspec.structs.replace(row, author=self.author))
        self._abouts.update({about.table: about for about in abouts})
        self._seats.update({(seating.table, seating.player): seating for seating in seatings})

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """What happened at a table."""
        return self._rows.get(table, [])[after:]

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last rows' numbers."""
        return {table: len(self._rows[table]) for table in tables if table in self._rows}

    async def about(self, table: str) -> About | None:
        """What lists show."""
        return self._abouts.get(table)

    async def unfinished(self) -> list[About]:
        """Tables that go on."""
        return [about for about in self._abouts.values() if about.status not in OVER]

    async def tables_of(self, player: str) -> list[Sitting]:
        """Where a player sits."""
        mine = [s for s in self._seats.values() if s.player == player and s.seat is not None]
        mine.sort(key=lambda s: -self._abouts[s.table].changed_at)
        return [Sitting(self._abouts[s.table], s.seat) for s in mine if s.seat is not None]

    async def subscribe(self) -> AsyncIterator[Hint]:
        """Nobody else writes here."""
        yield EVERYTHING
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Nothing to do."""
