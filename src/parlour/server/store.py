"""The durable log of everything that happens at tables, in SQLite or PostgreSQL."""

from collections.abc import AsyncIterator, Sequence

from parlour.server.store_types import (
    EVERYTHING,
    OVER,
    About,
    BadDatabase,
    BadRow,
    Hint,
    Row,
    Seating,
    Sitting,
    StoreFailed,
    Taken,
)

__all__ = [
    "EVERYTHING",
    "OVER",
    "About",
    "BadDatabase",
    "BadRow",
    "Hint",
    "Row",
    "Seating",
    "Sitting",
    "Store",
    "StoreFailed",
    "Taken",
]


class Store:
    """An open store; used from the event loop it was opened in."""

    author: str
    """Names this process in the rows it writes."""

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Open `sqlite:///file`, a plain file path or `postgresql://…`, making or updating its tables."""
        raise NotImplementedError

    async def append(self, rows: Sequence[Row], abouts: Sequence[About] = (), seatings: Sequence[Seating] = ()) -> None:
        """Write rows, all or none, durably; with them what lists show of the tables and who sits there.

        Raises `Taken`, `BadRow` or `StoreFailed`. A caller who is cancelled while waiting may find it written.
        """
        raise NotImplementedError

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """What happened at a table after `after`, in order; empty for an unknown table."""
        raise NotImplementedError

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last `seq` of each of these tables; unknown ones are left out."""
        raise NotImplementedError

    async def about(self, table: str) -> About | None:
        """What lists show of a table."""
        raise NotImplementedError

    async def unfinished(self) -> list[About]:
        """Tables that are not over or closed, the latest changed first."""
        raise NotImplementedError

    async def tables_of(self, player: str) -> list[Sitting]:
        """Where a player (the hash of their token) sits, the latest changed first."""
        raise NotImplementedError

    def subscribe(self) -> AsyncIterator[Hint]:
        """Hints of what other processes write. `EVERYTHING` comes first, when listening has begun, and after a loss."""
        raise NotImplementedError

    async def close(self) -> None:
        """Finish the writes that wait, then let go of the database; appending afterwards fails."""
        raise NotImplementedError
