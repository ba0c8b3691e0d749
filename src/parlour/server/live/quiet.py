"""Waiting until nothing has happened for a while."""

import asyncio
from collections.abc import Callable


class Quiet:
    """Calls something once it has been quiet for some seconds; one timer, however much happens meanwhile."""

    def __init__(self, seconds: float, call: Callable[[], object]) -> None:
        self._seconds = seconds
        self._call = call
        self._until = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def stir(self) -> None:
        """Something happened: wait from now on."""
        loop = asyncio.get_running_loop()
        self._until = loop.time() + self._seconds
        if self._timer is None:
            self._timer = loop.call_at(self._until, self._look)

    def stop(self) -> None:
        """Do not call any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() < self._until:
            self._timer = loop.call_at(self._until, self._look)
        else:
            self._timer = None
            self._call()
