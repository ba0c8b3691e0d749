"""The store's rows and errors."""

from typing import NamedTuple

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
