"""Slots for jobs in worker processes: people first."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

PEOPLE, REPLAYS, UNATTENDED = range(3)
"""What a job is for: somebody who waits at a table, somebody who looks back, or a table where no player is present."""


class Slots:
    """A number of slots. The most urgent job gets the next one; unattended jobs leave one free if there are several."""

    def __init__(self, number: int) -> None:
        self.free = number
        self.reserved = min(1, number - 1)
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    def __len__(self) -> int:
        """How many jobs wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def slot(self, urgency: int) -> AsyncIterator[None]:
        """Wait for a slot and hold it."""
        if self._waiting or not self._fits(urgency):
            turn = asyncio.get_running_loop().create_future()
            waiter = (urgency, next(self._numbers), turn)
            heapq.heappush(self._waiting, waiter)
            self._next()
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._give_back()  # it was our turn just then
                elif waiter in self._waiting:
                    self._waiting.remove(waiter)
                    heapq.heapify(self._waiting)
                raise
        else:
            self.free -= 1
        try:
            yield
        finally:
            self._give_back()

    def _fits(self, urgency: int) -> bool:
        return self.free > (self.reserved if urgency == UNATTENDED else 0)

    def _give_back(self) -> None:
        self.free += 1
        self._next()

    def _next(self) -> None:
        while self._waiting and self._fits(self._waiting[0][0]):
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                self.free -= 1
                turn.set_result(None)
