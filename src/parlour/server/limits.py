"""How often somebody may ask: token buckets that fill up again by and by."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from parlour.server.decide import Refused

KEPT = 20_000
"""So many addresses are remembered at most; the ones that asked least recently are forgotten first."""


@dataclass(frozen=True)
class Rate:
    """So many in so many seconds; 0 is no limit."""

    count: float
    seconds: float


ACTS = Rate(30, 10)
CHAT = Rate(8, 10)
TABLES = Rate(20, 3600)
JOINS = Rate(10, 60)
LOOKUPS = Rate(60, 60)
"""Codes that do not exist, asked for from one address: nobody finds tables by trying."""
REPLAYS = Rate(12, 60)
HINTS = Rate(6, 30)
FRAMES = Rate(60, 10)
"""Frames of any kind on one socket."""


UNLIMITED = {name: Rate(0, 1) for name in ("act", "say", "do", "create", "join", "lookup", "replay", "hint", "frame")}
"""For tests and for measuring: nobody is ever asked to wait."""


class Bucket:
    """What is left of a rate for one asker."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self.left = rate.count
        self.at = clock()

    def take(self) -> bool:
        """One more, if there is one left."""
        if not self.rate.count:
            return True
        now = self.clock()
        self.left = min(self.rate.count, self.left + (now - self.at) * self.rate.count / self.rate.seconds)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Limits:
    """Buckets by what is asked and who asks."""

    def __init__(self, **rates: Rate) -> None:
        self.rates = {
            "act": ACTS, "say": CHAT, "create": TABLES, "join": JOINS, "lookup": LOOKUPS, "replay": REPLAYS,
            "hint": HINTS, "do": ACTS, "frame": FRAMES, **rates,
        }  # fmt: skip
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def check(self, what: str, who: str) -> None:
        """Count one more; Refused if that is too many."""
        key = (what, who)
        bucket = self._buckets.pop(key, None) or Bucket(self.rates[what])
        self._buckets[key] = bucket
        while len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        if not bucket.take():
            raise Refused("too_fast", "That is too much at once. Please wait a little.")
