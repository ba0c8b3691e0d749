"""Worker processes keep a table's match, and are sent only what is new."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import parlour
from parlour.server.live import worker_pool
from parlour.server.live.slots import UNATTENDED
from parlour.server.live.worker_pool import Progress, Worker, WorkerPool
from server.people import PATIENCE

LEVEL = "hard@5"
FORGET = "__import__('parlour.server.live.worker_pool', fromlist=['_kept'])._kept.clear()"


def played(decisions: int) -> parlour.Match[parlour.State, parlour.View]:
    match = parlour.Match(parlour.game("st-croix", seats=2), "pool")
    while match.decisions < decisions:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
    return match


def test_a_worker_is_sent_what_it_does_not_know_and_never_the_seed() -> None:
    worker, match = Worker(), played(3)
    first = worker.news("A", match)
    assert first.start is not None and first.start.seed is None and first.start.deal == match.record.deal
    assert (first.known, first.entries) == (0, match.record.entries[:])
    worker.learned("A", match)
    seat = match.to_act[0]
    match.play(seat, match.legal(seat)[0])
    assert worker.news("A", match) == Progress("A", 3, match.record.entries[3:], None)
    assert worker.news("A", match).start is not None, "what it was sent and did not acknowledge is sent again"


def test_a_bot_decides_move_after_move_in_one_worker() -> None:
    async def scenario() -> None:
        pool, match = WorkerPool(1), played(6)
        try:
            for _ in range(6):
                seat = match.to_act[0]
                match.play(seat, await pool.choose("A", match, seat, LEVEL))
            (worker,) = pool._workers
            assert worker.known == {"A": match.decisions - 1}
            assert worker.news("A", match).start is None
        finally:
            pool.stop()

    asyncio.run(scenario())


def test_a_worker_that_forgot_a_match_is_sent_all_of_it() -> None:
    async def scenario() -> None:
        pool, match = WorkerPool(1), played(6)
        try:
            seat = match.to_act[0]
            assert await pool.choose("A", match, seat, LEVEL) in match.legal(seat)
            await pool._ask(eval, FORGET)
            assert await pool.choose("A", match, seat, LEVEL) in match.legal(seat)
            (worker,) = pool._workers
            assert worker.known == {"A": match.decisions}
        finally:
            pool.stop()

    asyncio.run(scenario())


def test_a_bot_that_hangs_at_an_unattended_table_gives_its_slot_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """It once kept the slot for ever; with one process, no other table got a bot's move any more."""

    class Hangs(Worker):
        def __init__(self) -> None:
            self.known = OrderedDict()
            self.killed = False

        def submit(self, work: Callable[..., object], *arguments: object) -> Awaitable[Any]:
            return asyncio.get_running_loop().create_future()

        def kill(self) -> None:
            self.killed = True

    async def scenario() -> None:
        workers: list[Hangs] = []

        def make() -> Worker:
            workers.append(Hangs())
            return workers[-1]

        pool, match = WorkerPool(1, make), played(6)
        seat = match.to_act[0]
        turns = [pool.choose(code, match, seat, LEVEL, UNATTENDED) for code in ("A", "B")]
        async with asyncio.timeout(PATIENCE):
            for action in await asyncio.gather(*turns):
                assert action in match.legal(seat), "the rule of thumb plays instead"
        assert [worker.killed for worker in workers] == [True, True]
        assert pool.slots.free == 1

    monkeypatch.setattr(worker_pool, "PATIENCE", 0.05)
    asyncio.run(scenario())


def test_a_table_goes_back_to_the_worker_that_knows_it() -> None:
    async def scenario() -> None:
        pool, match = WorkerPool(2), played(6)
        seat = match.to_act[0]
        try:
            await asyncio.gather(*(pool.choose(code, match, seat, LEVEL) for code in ("A", "B")))
            for code in ("A", "B", "B", "A"):
                await pool.choose(code, match, seat, LEVEL)
            assert sorted(list(worker.known) for worker in pool._workers) == [["A"], ["B"]]
        finally:
            pool.stop()

    asyncio.run(scenario())
