"""What live tables need of a store, its rows and its errors. Imports no database."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec

from parlour.core.errors import ParlourError


class Row(msgspec.Struct, frozen=True):
    """One thing that happened at a table; a table is the fold of its rows."""

    table: str
    """The table's code."""
    seq: int
    """1, 2, 3 … at each table, without a gap."""
    kind: str
    data: bytes
    """JSON text."""
    at: float
    """When, in seconds since 1970."""
    once: str | None = None
    """A key that can be used once at this table, so that a retry does not do it twice."""
    author: str = ""
    """The process that wrote it; filled in by the store."""


class TableListing(msgspec.Struct, frozen=True):
    """What lists of tables show without reading a table's rows."""

    table: str
    game: str
    status: str
    changed_at: float
    summary: bytes = b"{}"
    """JSON text."""


class SeatRow(msgspec.Struct, frozen=True):
    """A player sits down at a table; with `seat` None they get up."""

    table: str
    player: str
    """The hash of the player's token, never the token."""
    seat: int | None
    changed_at: float


class Sitting(msgspec.Struct, frozen=True):
    """A table a player sits at, and the seat."""

    listing: TableListing
    seat: int


class ChangeHint(NamedTuple):
    """Another process wrote at a table, up to `seq` at least."""

    table: str
    seq: int


EVERYTHING = ChangeHint("", 0)
"""Changes may have been missed: check every table you hold (`Store.heads`)."""

OVER = ("over", "closed")
"""Statuses of tables that are final."""


class Taken(Exception):
    """The table is not where the writer thought: reload it and decide again. Nothing was written.

    Somebody else wrote that `seq` first, the `once` has been used, or the row before is missing.
    """

    def __init__(self) -> None:
        super().__init__("somebody else wrote to this table first")


class BadRow(ParlourError):
    """Something that can never be written; nothing was written."""


class BadDatabase(ParlourError):
    """A database that cannot be opened; the message says why."""


class StoreFailed(ParlourError):
    """The database could not be read or written just now.

    An append that fails like this may have been written (the connection may have died during the commit): reload the
    table before deciding again.
    """


class TableStore(Protocol):
    """A durable log of everything that happens at tables, as live tables use it; see `Store`."""

    author: str
    shared: bool
    """Do other processes write to it? If they may, a reader looks for their rows first."""

    async def append(
        self, rows: Sequence[Row], listings: Sequence[TableListing] = (), seatings: Sequence[SeatRow] = ()
    ) -> None:
        """Write rows atomically and durably. Raises `Taken`, `BadRow` or `StoreFailed`."""

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """What happened at a table after `after`, in order; empty for an unknown table."""

    async def heads(self, codes: Sequence[str]) -> dict[str, int]:
        """The last `seq` of each of these tables; unknown ones are left out."""

    async def listing(self, table: str) -> TableListing | None:
        """A table's listing."""

    async def tables_of(self, player: str) -> list[Sitting]:
        """Where a player (the hash of their token) sits, the latest changed first."""

    async def look(self, statement: str, values: Mapping[str, object]) -> list[Sequence[object]]:
        """Run a small statement outside the log; returns its rows."""

    def subscribe(self) -> AsyncIterator[ChangeHint]:
        """Hints of what other processes write. `EVERYTHING` comes first, and again after a loss."""

    async def close(self) -> None:
        """Finish pending writes; appending afterwards fails."""
