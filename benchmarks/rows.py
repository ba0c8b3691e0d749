"""How cost grows with the rows in the database: `python benchmarks/rows.py [URL] [--most 10000000]`.

Fills a database with finished tables of 100 rows each, in the shape the server writes, and measures after each tenfold
growth what a server does all day: opening the store, appending one row, appending at fifty tables at once, loading a
table, listing a player's tables. Without a URL it uses a new SQLite file in the current folder, and removes it.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import sqlalchemy as sa

from parlour.server.store.database import Database
from parlour.server.store.store import Row, SeatRow, Store, TableListing

ROWS = 100  # of each table
DATA = '{"seat":1,"action":139,"text":"discard herring-gull","luck":[4,12,33],"bot":false}'
TIMES = 40
HEAD = (
    "| rows | size MB | open ms | append ms | 50 tables, appends/s | load a table ms | a player's tables ms |\n"
    "|---|---|---|---|---|---|---|"
)

NUMBERS = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i < {last}) ",
    "postgresql": "WITH n AS (SELECT i FROM generate_series({first}, {last}) AS i) ",
}
CODE = {"sqlite": "printf('T%07d', {})", "postgresql": "'T' || lpad(({})::text, 7, '0')"}


def fill(url: str, first: int, last: int) -> None:
    """Write tables with these numbers."""
    database = Database(url)
    kind = "sqlite" if database.sqlite else "postgresql"
    numbers, code = NUMBERS[kind], CODE[kind]
    data = DATA.replace("'", "''").replace(":", "\\:")
    with database.writer.begin() as connection:
        if not database.sqlite:
            connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
        for at in range(first, last, 10_000):
            until = min(last, at + 10_000)
            rows = numbers.format(first=at * ROWS, last=until * ROWS - 1)
            connection.execute(
                sa.text(
                    f"INSERT INTO log (code, seq, kind, data, at, once, author) {rows}"
                    f"SELECT {code.format(f'i / {ROWS}')}, i % {ROWS} + 1, 'acted', '{data}', 1000.0 + i, "
                    f"'0123456789abcdef\\:' || i, 'filled' FROM n"
                )
            )
            tables = numbers.format(first=at, last=until - 1)
            connection.execute(
                sa.text(
                    f"INSERT INTO tables (code, game, status, changed_at, summary) {tables}"
                    f"SELECT {code.format('i')}, 'st-croix', 'over', 1000.0 + i, '{{}}' FROM n"
                )
            )
            connection.execute(
                sa.text(
                    f"INSERT INTO seats (player_hash, code, seat, changed_at) {tables}"
                    f"SELECT 'player' || (i / 10), {code.format('i')}, 0, 1000.0 + i FROM n"
                )
            )
    database.close()


async def milliseconds(work: Callable[[int], Awaitable[object]]) -> float:
    """Median time of a request."""
    taken = []
    for number in range(TIMES):
        start = time.perf_counter()
        await work(number)
        taken.append(1000 * (time.perf_counter() - start))
    return statistics.median(taken)


def row(table: str, seq: int) -> Row:
    """A row of a new table."""
    return Row(table, seq, "acted", DATA.encode(), time.time(), f"{table}{seq}")


async def measure(url: str, tables: int) -> str:
    """One line of the results."""
    start = time.perf_counter()
    store = await Store.open(url)
    opened = 1000 * (time.perf_counter() - start)
    name = f"m{time.time_ns()}"
    await store.append([row(name, 1)], [TableListing(name, "st-croix", "playing", 1.0)], [SeatRow(name, name, 0, 1.0)])
    append = await milliseconds(lambda number: store.append([row(name, number + 2)]))
    start, until = time.perf_counter(), time.perf_counter() + 4.0

    async def many(table: str) -> int:
        seq = 0
        while time.perf_counter() < until:
            seq += 1
            await store.append([row(table, seq)])
        return seq

    written = sum(await asyncio.gather(*[many(f"{name}-{n}") for n in range(50)]))
    rate = written / (time.perf_counter() - start)
    step = max(1, tables // TIMES)
    load = await milliseconds(lambda number: store.rows(f"T{number * step % tables:07d}"))
    mine = await milliseconds(lambda number: store.tables_of(f"player{number * step % tables // 10}"))
    await store.close()
    size = megabytes(url)
    return f"| {tables * ROWS:,} | {size:.0f} | {opened:.0f} | {append:.1f} | {rate:,.0f} | {load:.1f} | {mine:.1f} |"


def megabytes(url: str) -> float:
    """The database's size."""
    database = Database(url)
    try:
        if database.sqlite:
            return Path(str(database.url.database)).stat().st_size / 1e6
        with database.reader.connect() as connection:
            return float(connection.execute(sa.text("SELECT pg_database_size(current_database())")).scalar_one()) / 1e6
    finally:
        database.close()


def main() -> None:
    """Fill and measure, tenfold each time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", nargs="?", default="")
    parser.add_argument("--most", type=int, default=1_000_000, help="rows in the end")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=".") as folder:
        url = given.url or f"{folder}/rows.db"
        Database(url).prepare()
        print(HEAD, flush=True)
        tables, size = 0, 10_000
        while size <= given.most:
            fill(url, tables, size // ROWS)
            tables = size // ROWS
            print(asyncio.run(measure(url, tables)), flush=True)
            size *= 10


if __name__ == "__main__":
    main()
