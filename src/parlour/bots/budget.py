"""How long a bot or the coach may think."""

from dataclasses import dataclass

from parlour.core.errors import ParlourError


@dataclass(frozen=True)
class Budget:
    """Limits on thinking, in iterations of the search and in seconds; 0 means no limit.

    Iterations are per decision. Seconds are per decision of a bot, but for the whole of a hint or review.
    """

    iterations: int = 0
    seconds: float = 0.0

    def check(self) -> None:
        """Refuse a budget without any limit, or with an impossible one."""
        if self.iterations < 0 or not 0.0 <= self.seconds < 1e9 or not (self.iterations or self.seconds):
            raise ParlourError("The coach needs at least 1 iteration, or a time above 0 seconds.")
