"""How a server is run. Light on purpose: it is read before anything else is loaded."""

import math
from dataclasses import dataclass, field

from parlour.core.errors import ParlourError


@dataclass(frozen=True)
class TablePolicy:
    """How this server runs its tables."""

    grace: float = 180.0
    """After so many seconds away somebody may be replaced by a bot."""
    host_grace: float = 15.0
    """A host is not replaced sooner than this, however short the time of grace is: a page may be loading again."""
    bot_pace: float = 0.8
    """About how many seconds a bot takes for a decision, like a person would."""
    linger: float = 2.0
    """So long after the last connection ended somebody still counts as here."""
    idle: float = 600.0
    """A table nobody looks at is put away after so many seconds; it comes back when somebody does."""


@dataclass(frozen=True)
class Settings:
    """How to serve."""

    database: str = ""
    workers: int = 1
    policy: TablePolicy = field(default_factory=TablePolicy)
    limits: bool = True
    tables_an_hour: int = 20
    origins: tuple[str, ...] = ()
    proxies: str = ""
    thinkers: int | None = None
    deflate: bool = False
    log_requests: bool = False

    def check(self) -> None:
        """ParlourError if a server cannot be run like this."""
        if self.workers < 1:
            raise ParlourError("There must be at least one worker.")
        for name, value, least in (
            ("--grace", self.policy.grace, 0),
            ("--bot-pace", self.policy.bot_pace * 1000, 0),
            ("--tables-an-hour", self.tables_an_hour, 0),
            ("--thinkers", 1 if self.thinkers is None else self.thinkers, 1),
        ):
            if not (math.isfinite(value) and value >= least):
                raise ParlourError(f"{name} takes a number from {least} on, not {value:g}.")
        for origin in self.origins:
            scheme, _, host = origin.rstrip("/").partition("://")
            if scheme.lower() not in ("http", "https") or not host or "/" in host:
                raise ParlourError(f"--origin takes an address such as https://games.example.org, not {origin!r}.")
