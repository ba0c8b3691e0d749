"""How a server is run. Light on purpose: it is read before anything else is loaded."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Manners:
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
    manners: Manners = field(default_factory=Manners)
    limits: bool = True
    tables_an_hour: int = 20
    origins: tuple[str, ...] = ()
    proxies: str = ""
    thinkers: int | None = None
    deflate: bool = False
    log_requests: bool = False
