"""How many appends a second the store takes: `python benchmarks/store.py [URL]` (a new SQLite file without one)."""

import asyncio
import sys
import tempfile
import time
import uuid

from parlour.server.store.store import Row, Store, TableListing

DATA = b'{"seat":1,"action":17,"luck":[4,12,33],"text":"' + b"x" * 250 + b'"}'
SECONDS = 5.0


async def fill(store: Store, until: float) -> int:
    """Append at one new table, one after another, as a table does; how many were written."""
    code, seq = uuid.uuid4().hex, 0
    while time.perf_counter() < until:
        seq += 1
        now = time.time()
        await store.append(
            [Row(code, seq, "act", DATA, now, f"once-{seq}")], [TableListing(code, "memory", "playing", now)]
        )
    return seq


async def measure(url: str) -> None:
    """One table, then fifty at once."""
    store = await Store.open(url)
    for tables in (1, 50):
        start = time.perf_counter()
        written = sum(await asyncio.gather(*[fill(store, start + SECONDS) for _ in range(tables)]))
        print(f"{tables:3} tables: {written / (time.perf_counter() - start):8,.0f} appends/s")
    await store.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(sys.argv[1] if len(sys.argv) > 1 else f"{folder}/tables.db"))
