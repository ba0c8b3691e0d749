"""Token buckets: how much of something one source may use, refilled at a steady rate."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """At most `count` in `seconds`, which is also the largest burst; a count of 0 means no limit."""

    count: float
    seconds: float


class Bucket:
    """What is left of a rate for one source."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self.left = rate.count
        self.at = clock()

    @property
    def full(self) -> bool:
        """Is it like a new one?"""
        filled = (self.clock() - self.at) * self.rate.count / self.rate.seconds
        return self.left + filled >= self.rate.count

    def take(self, amount: float = 1) -> bool:
        """Take some of it; False if that much is not left."""
        if not self.rate.count:
            return True
        now = self.clock()
        self.left = min(self.rate.count, self.left + (now - self.at) * self.rate.count / self.rate.seconds)
        self.at = now
        if self.left < amount:
            return False
        self.left -= amount
        return True
