"""Which endings of a game are guards against stalling. What a study counts, each event type says for itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Tally:
    """Guards by the first words of an outcome's reason."""

    guards: Mapping[str, str] = field(default_factory=dict)

    def guard(self, reason: str) -> str:
        """The guard that ended a game, "" if it ended by itself."""
        for start, guard in self.guards.items():
            if reason.startswith(start):
                return guard
        return ""
