"""Rate limits: one token bucket for each kind of request and each source."""

from collections import OrderedDict

from parlour.server.http.rates import Bucket, Rate
from parlour.server.log.decide import Refused

KEPT = 20_000
"""Buckets kept in memory; the least recently used are dropped first."""


ACTS = Rate(30, 10)
CHAT = Rate(8, 10)
TABLES = Rate(20, 3600)
JOINS = Rate(10, 60)
LOOKUPS = Rate(60, 60)
"""Unknown table codes requested from one address, so that codes cannot be guessed."""
READS = Rate(1_800, 60)
"""Requests about any table from one address: a roomful of polling players stays far below this."""
REPLAYS = Rate(12, 60)
HINTS = Rate(6, 30)
FRAMES = Rate(60, 10)
"""Frames of any kind on one socket."""


RATES = {
    "act": ACTS,
    "say": CHAT,
    "do": ACTS,
    "create": TABLES,
    "join": JOINS,
    "lookup": LOOKUPS,
    "read": READS,
    "replay": REPLAYS,
    "hint": HINTS,
    "frame": FRAMES,
}
UNLIMITED = dict.fromkeys(RATES, Rate(0, 1))
"""No limits, for tests and benchmarks."""


class Limits:
    """Buckets by kind of request and source."""

    def __init__(self, **rates: Rate) -> None:
        self.rates = {**RATES, **rates}
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def check(self, what: str, who: str) -> None:
        """Count one request; Refused if that is too many."""
        key = (what, who)
        bucket = self._buckets.pop(key, None) or Bucket(self.rates[what])
        self._buckets[key] = bucket
        while len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        if not bucket.take():
            raise Refused("too_fast", "That is too much at once. Please wait a little.")
