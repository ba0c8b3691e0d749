"""New codes and seeds, and the rows a change writes: the log row, the table's listing, who sits where."""

import secrets

import msgspec

from parlour.server.log.entries import Created, encode_entry
from parlour.server.log.table import Table
from parlour.server.store.types import Row, SeatRow, TableListing

ENCODER = msgspec.json.Encoder()
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of codes: none that looks like another one."""

LISTED = 30.0
"""Maximum staleness, in seconds, of the table lists."""


def new_seed() -> str:
    """A fresh secret of 256 bits, from which all luck of a game follows."""
    return secrets.token_hex(32)


def new_code() -> str:
    """A fresh table code: eight letters, 40 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(8))


class ListingDetails(msgspec.Struct):
    """The part of a listing beside its game and status."""

    title: str
    names: list[str]
    waits_for: list[int]
    """The people whose turn it is."""


def first_row(code: str, created: Created, now: float, author: str) -> tuple[Row, Table]:
    """The first row of a new table, and that table."""
    kind, data = encode_entry(created)
    row = Row(code, 1, kind, data, now, None, author)
    table = Table(code)
    table.fold(row)
    return row, table


def listing_of(table: Table) -> TableListing:
    """A table's listing."""
    waits_for = table.match.to_act if table.match and table.status == "playing" else ()
    people = [seat for seat in waits_for if not table.played_by_bot(seat)]
    summary = ENCODER.encode(ListingDetails(table.title, [place.name for place in table.places], people))
    return TableListing(table.code, table.game, table.status, table.changed_at, summary)


def listing_news(listed: TableListing | None, after: Table) -> list[TableListing]:
    """The table's listing, if it has changed since the one that was written."""
    now = listing_of(after)
    if listed is None or listed.changed_at <= now.changed_at - LISTED:
        return [now]
    return [] if (now.status, now.summary) == (listed.status, listed.summary) else [now]


def seat_changes(before: Table, after: Table, now: float) -> list[SeatRow]:
    """Who sat down or got up."""
    old = {place.player: seat for seat, place in enumerate(before.places) if place.player}
    new = {place.player: seat for seat, place in enumerate(after.places) if place.player}
    changed = [player for player in {**old, **new} if old.get(player) != new.get(player)]
    return [SeatRow(after.code, player, new.get(player), now) for player in changed]
