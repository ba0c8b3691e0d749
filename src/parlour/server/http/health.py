"""`/healthz` tells the truth: it writes to the database, and says so if that fails or takes long."""

import asyncio
from collections.abc import Awaitable, Callable

from parlour.core.errors import ParlourError

PATIENCE = 3.0
"""Seconds after which the database counts as hung."""
FRESH = 1.0
"""Seconds a result is reused, so that asking often costs nothing."""


class Health:
    """Checks the store, at most once a second."""

    def __init__(self, check: Callable[[], Awaitable[None]], clock: Callable[[], float]) -> None:
        self.check = check
        self.clock = clock
        self._checking: asyncio.Task[str] | None = None
        self._checked = 0.0

    async def problem(self) -> str:
        """What is wrong; "" if nothing is."""
        if self._checking is None or (self._checking.done() and self.clock() - self._checked > FRESH):
            self._checking = asyncio.create_task(self._look())
        return await asyncio.shield(self._checking)

    async def _look(self) -> str:
        try:
            await asyncio.wait_for(self.check(), PATIENCE)
        except TimeoutError:
            return "the database does not answer"
        except ParlourError as error:
            return str(error)
        finally:
            self._checked = self.clock()
        return ""
