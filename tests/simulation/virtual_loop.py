"""An event loop in virtual time: it never waits, runs in one thread, and a seed decides the order of what is ready.

Callbacks belong to the simulated process in whose context they were made. Those of a killed process never run again,
not even its `finally` blocks: that is what `kill -9` does.
"""

import asyncio
import heapq
import random
from collections.abc import Callable, Generator
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


class Stuck(Exception):
    """Nothing is ready and no timer is set: everybody waits for ever."""


@dataclass(eq=False)
class Life:
    """A simulated process: its name, and whether it runs."""

    name: str
    alive: bool = True


OWNER: ContextVar[Life | None] = ContextVar("OWNER", default=None)
"""The process a callback belongs to; None for the simulated world around the processes."""

Slow = Callable[[], float]


def _nothing() -> None:
    """What a cancelled call would do."""


class Call(asyncio.TimerHandle):
    """A callback to run. Lighter than asyncio's: a run makes half a million of them."""

    __slots__ = ("life",)

    def __init__(
        self, when: float, callback: Callable[..., object], args: tuple[object, ...], context: Context
    ) -> None:
        self._when, self._callback, self._args, self._context = when, callback, args, context
        self._cancelled = self._scheduled = False
        self.life = context.get(OWNER)

    def cancel(self) -> None:
        self._cancelled = True
        self._callback, self._args = _nothing, ()  # a long timer must not keep what it would have called


class Pause:
    """A sleep in virtual time. asyncio's own makes a future, whose result wakes the task by one more callback."""

    def __init__(self, seconds: float, result: object = None) -> None:
        self._asyncio_future_blocking = False
        self._seconds, self._result = seconds, result
        self._cancelled = False

    def __await__(self) -> Generator[object, None, object]:
        if self._seconds > 0:
            self._asyncio_future_blocking = True
            yield self
        else:
            yield None
        return self._result

    # What a task asks of a future

    def get_loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    def add_done_callback(self, wake: Callable[[object], object], *, context: Context) -> None:
        self._wake, self._context = wake, context
        self._timer = asyncio.get_running_loop().call_later(self._seconds, wake, self, context=context)

    def cancel(self, msg: object = None) -> bool:
        if not self._cancelled:
            self._cancelled = True
            self._timer.cancel()
            asyncio.get_running_loop().call_soon(self._wake, self, context=self._context)
        return True

    def result(self) -> None:
        if self._cancelled:
            raise asyncio.CancelledError


class NumberedTask(asyncio.Task[T]):
    """A task whose place in a set does not depend on its address."""

    number = 0

    def __hash__(self) -> int:
        return self.number


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs callbacks in seeded order and jumps to the next timer when nothing is ready."""

    def __init__(self, seed: str, slowness: Slow) -> None:
        super().__init__()
        self.turns = 0
        self._luck = random.Random(f"{seed} order")
        self._slowness = slowness
        self._now = 0.0
        self._count = 0
        self._ends = False
        self._soon: list[Call] = []
        self._timers: list[tuple[float, int, Call]] = []
        self.set_task_factory(self._new_task)
        self.set_exception_handler(lambda loop, context: None)  # tasks of killed processes are never finished

    def _new_task(self, loop: asyncio.AbstractEventLoop, work: Any, **given: Any) -> NumberedTask[Any]:
        self._count += 1
        task: NumberedTask[Any] = NumberedTask.__new__(NumberedTask)
        task.number = self._count  # before it is a task: asyncio puts it into a set at once
        NumberedTask.__init__(task, work, loop=loop, **given)
        return task

    def time(self) -> float:
        return self._now

    def call_soon(self, callback: Callable[..., object], *args: object, context: Context | None = None) -> Call:
        call = Call(self._now, callback, args, copy_context() if context is None else context)
        self._soon.append(call)
        return call

    call_soon_threadsafe = call_soon

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> Call:
        when = self._now + delay
        call = Call(when, callback, args, copy_context() if context is None else context)
        self._count += 1
        heapq.heappush(self._timers, (when, self._count, call))
        return call

    def call_at(
        self, when: float, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> Call:
        call = Call(when, callback, args, copy_context() if context is None else context)
        self._count += 1
        heapq.heappush(self._timers, (when, self._count, call))
        return call

    def stop(self) -> None:
        self._ends = True
        super().stop()

    def close(self) -> None:
        self._soon.clear()
        self._timers.clear()
        super().close()

    def run_in_executor(self, executor: object, work: Callable[..., T], *args: object) -> asyncio.Future[T]:
        """Run the work in the loop, after the time that a thread might take."""
        done: asyncio.Future[T] = self.create_future()

        def run() -> None:
            if done.done():
                return
            try:
                done.set_result(work(*args))
            except Exception as error:
                done.set_exception(error)

        self.call_later(self._slowness(), run)
        return done

    def _run_once(self) -> None:
        """Go on until somebody stops the loop."""
        timers = self._timers
        self._ends = False
        while not self._ends:
            if not self._soon:
                while timers and timers[0][2]._cancelled:
                    heapq.heappop(timers)
                if not timers:
                    raise Stuck
                self._now = max(self._now, timers[0][0])
            while timers and timers[0][0] <= self._now:
                self._soon.append(heapq.heappop(timers)[2])
            ready, self._soon = self._soon, []
            if len(ready) > 1:
                self._luck.shuffle(ready)
            for call in ready:
                life = call.life
                if not call._cancelled and (life is None or life.alive):
                    self.turns += 1
                    call._context.run(call._callback, *call._args)
