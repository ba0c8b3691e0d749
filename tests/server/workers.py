"""What other processes do in the tests of the store; started with `spawn`, so each has nothing but its arguments."""

import asyncio
import os
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier, Event

from parlour.server.store.store import Row, Store, Taken
from server.people import PATIENCE, be_patient


def row(table: str, seq: int, once: str | None = None, data: bytes = b"{}") -> Row:
    return Row(table, seq, "act", data, 1000.0 + seq, once)


def contend(url: str, name: str, times: int, start: Barrier) -> None:
    """Open a database, which may be new, then append to one table, rereading whenever another process was first."""
    be_patient()

    async def work() -> None:
        start.wait(PATIENCE)
        store = await Store.open(url)
        seq = 0
        for number in range(times):
            while True:
                seq = (await store.heads(["busy"])).get("busy", 0)
                try:
                    await store.append([row("busy", seq + 1, f"{name}-{number}", b'"%s"' % name.encode())])
                    break
                except Taken:
                    continue
        await store.close()

    asyncio.run(work())


def write_one(url: str, table: str, go: Event) -> None:
    """Append one row when told to."""
    be_patient()

    async def work() -> None:
        store = await Store.open(url)
        await asyncio.to_thread(go.wait, PATIENCE)
        await store.append([row(table, 1)])
        await store.close()

    asyncio.run(work())


def write_until_killed(url: str, report: Connection) -> None:
    """Append at twenty tables at once, reporting every append that is done."""
    be_patient()

    async def table(store: Store, code: str) -> None:
        seq = 0
        while True:
            seq += 1
            await store.append([row(code, seq, f"{code}-{seq}")])
            report.send((code, seq))

    async def work() -> None:
        store = await Store.open(url)
        report.send(os.getpid())
        await asyncio.gather(*[table(store, f"t{number}") for number in range(20)])

    asyncio.run(work())
