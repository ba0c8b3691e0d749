"""The time of day may jump. Nobody is replaced because of that, and nobody who left stays "here"."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.server.live.clock import Clock
from parlour.server.live.live_table import LiveTable
from parlour.server.live.presence_sync import LASTS, PresenceSync
from parlour.server.live.rows import first_row
from parlour.server.log import decide, entries
from parlour.server.log.decide import Refused
from parlour.server.log.entries import Place
from parlour.server.protocol import messages
from parlour.server.settings import TablePolicy
from parlour.server.store.store import Store
from server.test_host import Heard

HOUR = 3600.0
PLACES = [Place("person", "Ana", "ana"), Place("person", "Bo", "bo")]


class Hands(Clock):
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.day, self.passed = 1e9, 0.0

    def now(self) -> float:
        return self.day + self.passed

    def monotonic(self) -> float:
        return self.passed


def at_a_table(path: Path, scene: Callable[[LiveTable, Hands, Store], Awaitable[None]]) -> None:
    """Ana and Bo play and are both connected."""

    async def work() -> None:
        store, clock, pool = await Store.open(str(path)), Hands(), None
        created = entries.Created("st-croix", "1", "ana", PLACES, {}, messages.TableSettings())
        row, table = first_row("ABCDEFGH", created, clock.now(), store.author)
        await store.append([row])
        nobody: Any = pool
        live = LiveTable(table, store, nobody, TablePolicy(grace=180.0), clock)
        await live.commit("ana", lambda at, asked: decide.decide(messages.Start(), at, asked))
        try:
            await scene(live, clock, store)
        finally:
            live.stop()
            await store.close()

    asyncio.run(work())


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_jump_of_the_clock_replaces_nobody_early_and_nobody_late(tmp_path: Path, jump: float) -> None:
    async def scene(live: LiveTable, clock: Hands, store: Store) -> None:
        bo = Heard("bo")
        live.attach(Heard("ana"))
        live.attach(bo)
        live.detach(bo)
        clock.passed += live.policy.linger + 0.1
        live._settle()
        assert live.presence.here == [True, False]
        clock.day += jump

        def replace(table: Any, context: decide.CommandContext) -> Any:
            return decide.take_over(table, 1, context, 0)

        with pytest.raises(Refused, match="181 seconds"):
            await live.commit("ana", replace)
        clock.passed += live.policy.grace
        await live.commit("ana", replace)
        assert live.table.played_by_bot(1)

    at_a_table(tmp_path / "tables.db", scene)


def test_somebody_who_left_does_not_stay_because_the_clock_went_back(tmp_path: Path) -> None:
    async def scene(live: LiveTable, clock: Hands, store: Store) -> None:
        live.polled("bo", 5.0)
        assert live.presence.here == [False, True]
        clock.day -= HOUR
        clock.passed += 5.0 + live.policy.linger + 0.1
        live._settle()
        assert live.presence.here == [False, False]

    at_a_table(tmp_path / "tables.db", scene)


def test_the_report_of_a_dead_process_expires_by_the_readers_clock(tmp_path: Path) -> None:
    """The writer's clock is an hour ahead, then an hour behind: neither matters."""

    async def scene(live: LiveTable, clock: Hands, store: Store) -> None:
        other = await Store.open(str(tmp_path / "tables.db"))
        ahead = Hands()
        ahead.day += HOUR
        elsewhere = LiveTable(live.table, other, live.pool, live.policy, ahead)
        elsewhere.attach(Heard("bo"))
        theirs = PresenceSync(other, lambda: {live.table.code: elsewhere}, ahead)
        ours = PresenceSync(store, lambda: {live.table.code: live}, clock)
        for turn in range(6):
            ahead.day -= HOUR * turn
            await theirs.round()
            await ours.round()
            assert live.presence.here == [False, True]
            ahead.passed += LASTS / 2
            clock.passed += LASTS / 2
        clock.passed += LASTS
        await ours.round()
        clock.passed += live.policy.linger + 0.1
        live._settle()
        assert live.presence.here == [False, False]
        elsewhere.stop()
        await other.close()

    at_a_table(tmp_path / "tables.db", scene)
