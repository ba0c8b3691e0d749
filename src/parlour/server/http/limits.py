"""Rate limits by address and by player: one token bucket for each kind of request and each source.

A token costs nothing to make up, so each request counts for its address first, with room for a roomful of players, and
then for its player. Costly kinds are also counted in the database if several processes serve the same tables.
"""

import time
from collections import OrderedDict
from collections.abc import Callable

from parlour.server.http.networks import network_of
from parlour.server.http.rates import Bucket, Rate
from parlour.server.log.decide import Refused
from parlour.server.store.shared_rates import SharedRates

KEPT = 20_000
"""Buckets of one kind kept in memory. Full buckets are dropped first: they are like new ones."""
ROOMFUL = 12
"""Players behind one address who can play at the full rate of one player each."""

ACTS = Rate(30, 10)
CHAT = Rate(8, 10)
TABLES = Rate(20, 3600)
JOINS = Rate(10, 60)
LOOKUPS = Rate(60, 60)
"""Tables that are not in memory requested from one address, so that codes cannot be guessed."""
READS = Rate(1_800, 60)
"""Requests about any table from one address: a roomful of polling players stays far below this."""
MINE = Rate(600, 60)
"""Requests for a visitor's own tables from one address: every page that is opened sends one."""
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
    "me": MINE,
    "replay": REPLAYS,
    "hint": HINTS,
    "frame": FRAMES,
}
SHARED = frozenset({"say", "create", "join", "lookup", "replay", "hint"})
"""Counted in the database too. The others are too frequent for that, and cheap to serve."""
UNLIMITED = dict.fromkeys(RATES, Rate(0, 1))
"""No limits, for tests and benchmarks."""


class Buckets:
    """The buckets of one kind of request."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        """Count one request; False if that is too many."""
        bucket = self._buckets.pop(who, None) or Bucket(self.rate, self.clock)
        self._buckets[who] = bucket
        while len(self._buckets) > KEPT:
            self._drop()
        return bucket.take()

    def give_back(self, who: str) -> None:
        """Take back a request that should not count."""
        if who in self._buckets:
            self._buckets[who].take(-1)

    def _drop(self) -> None:
        """Drop the full buckets, or the least recently used one."""
        full = [who for who, bucket in self._buckets.items() if bucket.full]
        for who in full or [next(iter(self._buckets))]:
            del self._buckets[who]


class Limits:
    """Buckets by kind of request and source."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, /, **rates: Rate) -> None:
        self.clock = clock
        self.rates = {**RATES, **rates}
        self.shared: SharedRates | None = None
        """Set if several processes count together."""
        crowds = {what: Rate(rate.count * ROOMFUL, rate.seconds) for what, rate in self.rates.items()}
        self._players = {what: Buckets(rate, clock) for what, rate in self.rates.items()}
        self._addresses = {what: Buckets(rate, clock) for what, rate in self.rates.items()}
        self._crowds = {what: Buckets(rate, clock) for what, rate in crowds.items()}

    def bucket(self, what: str) -> Bucket:
        """A bucket for one source that is not remembered, such as a socket."""
        return Bucket(self.rates[what], self.clock)

    async def check(self, what: str, address: str) -> None:
        """Count a request of an address; Refused if that is too many."""
        await self._take(what, [(self._addresses[what], network_of(address))])

    async def check_player(self, what: str, address: str, player: str) -> None:
        """Count a request of a player at an address; Refused if that is too many for either."""
        crowd = (self._crowds[what], f"crowd {network_of(address)}")
        await self._take(what, [crowd, (self._players[what], player)] if player else [crowd])

    def give_back(self, what: str, address: str) -> None:
        """Take back a request that should not count, in this process."""
        self._addresses[what].give_back(network_of(address))

    async def _take(self, what: str, sources: list[tuple[Buckets, str]]) -> None:
        if not self.rates[what].count:
            return
        for buckets, who in sources:
            if not buckets.take(who):
                raise _too_fast()
        if self.shared is not None and what in SHARED:
            for buckets, who in sources:
                if not await self.shared.take(f"{what} {who}", buckets.rate.count, buckets.rate.seconds):
                    raise _too_fast()


def _too_fast() -> Refused:
    return Refused("too_fast", "That is too much at once. Please wait a little.")
