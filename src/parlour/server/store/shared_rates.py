"""Rate limits that count in the database, so that several processes count together."""

from collections.abc import Callable

from parlour.server.store.types import TableStore

# A rate is kept as one number: the time at which everything that was used is available again. A time that lies further
# ahead than the rate allows was written by a clock that was wrong, and counts as now.
USED = "CASE WHEN rates.until > :now AND rates.until <= :now + :seconds THEN rates.until ELSE :now END"
TAKE = (
    "INSERT INTO rates (source, until) VALUES (:source, :now + :each) "
    f"ON CONFLICT (source) DO UPDATE SET until = {USED} + :each "
    f"WHERE {USED} + :each <= :now + :seconds RETURNING until"
)
TIDY = "DELETE FROM rates WHERE until < :now"


class SharedRates:
    """Rates of all processes together."""

    def __init__(self, store: TableStore, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now

    async def take(self, source: str, count: float, seconds: float) -> bool:
        """Count one request; False if that is more than `count` in `seconds`."""
        each = seconds / count
        values = {"source": source, "now": self.now(), "each": each, "seconds": seconds}
        return bool(await self.store.look(TAKE, values))

    async def tidy(self) -> None:
        """Forget sources that have everything available again."""
        await self.store.look(TIDY, {"now": self.now()})
