"""The log of tables in memory. What is appended is handed out as text, so that the page can keep it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence

import msgspec

from parlour.server.store.types import (
    EVERYTHING,
    ChangeHint,
    Row,
    SeatRow,
    Sitting,
    StoreFailed,
    TableListing,
    Taken,
)


class Appended(msgspec.Struct, frozen=True):
    """What one append wrote."""

    rows: Sequence[Row]
    listings: Sequence[TableListing] = ()
    seatings: Sequence[SeatRow] = ()


DECODER = msgspec.json.Decoder(Appended)


class MemoryStore:
    """A store for one process that starts from what was kept before."""

    def __init__(self, kept: Iterable[str], keep: Callable[[str], None]) -> None:
        self.author = "page"
        self.shared = False
        self._keep = keep
        self._rows: dict[str, list[Row]] = {}
        self._listings: dict[str, TableListing] = {}
        self._seats: dict[str, dict[str, int]] = {}
        for text in kept:
            self._write(DECODER.decode(text))

    async def append(
        self, rows: Sequence[Row], listings: Sequence[TableListing] = (), seatings: Sequence[SeatRow] = ()
    ) -> None:
        """Write rows, and hand them to the page to keep."""
        appended = Appended(rows, listings, seatings)
        for row in rows:
            if row.seq != len(self._rows.get(row.table, ())) + 1:
                raise Taken
        try:
            self._keep(msgspec.json.encode(appended).decode())
        except Exception as error:
            raise StoreFailed(f"this browser does not keep the table: {error}") from error
        self._write(appended)

    def _write(self, appended: Appended) -> None:
        for row in appended.rows:
            self._rows.setdefault(row.table, []).append(row)
        for listing in appended.listings:
            self._listings[listing.table] = listing
        for seating in appended.seatings:
            sat = self._seats.setdefault(seating.player, {})
            if seating.seat is None:
                sat.pop(seating.table, None)
            else:
                sat[seating.table] = seating.seat

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """What happened at a table after `after`, in order."""
        return self._rows.get(table, [])[after:]

    async def heads(self, codes: Sequence[str]) -> dict[str, int]:
        """The last `seq` of each of these tables."""
        return {code: len(self._rows[code]) for code in codes if code in self._rows}

    async def listing(self, table: str) -> TableListing | None:
        """A table's listing."""
        return self._listings.get(table)

    async def tables_of(self, player: str) -> list[Sitting]:
        """Where a player sits, the latest changed first."""
        sat = self._seats.get(player, {}).items()
        found = [Sitting(self._listings[table], seat) for table, seat in sat if table in self._listings]
        return sorted(found, key=lambda sitting: -sitting.listing.changed_at)

    async def look(self, statement: str, values: Mapping[str, object]) -> list[Sequence[object]]:
        """Do nothing: notes outside the log are for other processes and devices, and there are none."""
        return []

    async def subscribe(self) -> AsyncIterator[ChangeHint]:
        """Say once that tables may have changed; nobody else ever writes."""
        yield EVERYTHING
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Do nothing: every append was kept at once."""
