"""What the servers of a failed test dealt: a server draws its own seeds, so a failure must say them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from server.people import STARTED

MOST = 300
"""Rows that are shown: a game of most tests."""


def deals(since: float) -> str:
    """The logs of the tables at which something happened since a time of day; a table is its log."""
    lines = [line for database in dict.fromkeys(STARTED) if Path(database).is_file() for line in _rows(database, since)]
    left = len(lines) - MOST
    return "\n".join(lines[:MOST]) + (f"\nand {left} more rows" if left > 0 else "")


def _rows(database: str, since: float) -> list[str]:
    asked = (
        "SELECT code, seq, kind, data FROM log WHERE code IN (SELECT code FROM log WHERE at >= ?) ORDER BY code, seq"
    )
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            return [f"{code} {seq} {kind} {data}" for code, seq, kind, data in connection.execute(asked, (since,))]
    except sqlite3.Error as error:  # a test may have damaged it on purpose
        return [f"{database}: {error}"]
