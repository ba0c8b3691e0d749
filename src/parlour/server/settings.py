"""The server's settings. Imports little: it is loaded before everything else."""

import ipaddress
import math
from dataclasses import dataclass, field

from parlour.core.errors import ParlourError


@dataclass(frozen=True)
class TablePolicy:
    """How this server treats absence, pace and idle tables."""

    grace: float = 180.0
    """Seconds a player may be away before a bot can take the seat."""
    host_grace: float = 15.0
    """Minimum grace of a host, who may only be reloading the page."""
    bot_pace: float = 0.8
    """Average seconds a bot takes for a decision, so that people can follow."""
    linger: float = 2.0
    """Seconds a player still counts as present after the last connection ended."""
    review: float = 20.0
    """Seconds of thinking for the review of one player's game."""
    idle: float = 600.0
    """Seconds after which an unwatched table is unloaded; the next request loads it again."""


@dataclass(frozen=True)
class Settings:
    """The options of `parlour serve`."""

    database: str = ""
    workers: int = 1
    policy: TablePolicy = field(default_factory=TablePolicy)
    limits: bool = True
    tables_an_hour: int = 20
    origins: tuple[str, ...] = ()
    proxies: str = ""
    only_here: bool = False
    """The server listens on this machine's loopback address only."""
    thinkers: int | None = None
    bots: tuple[str, ...] = ()
    """Bots of the host's own that tables may seat."""
    deflate: bool = False
    log_requests: bool = False
    log_format: str = "text"
    keep_days: float = 0.0
    """Days after which a table that nothing happens at is deleted; 0 keeps all."""

    def check(self) -> None:
        """Raise ParlourError if the settings are invalid."""
        if self.workers < 1:
            raise ParlourError("There must be at least one worker.")
        for name, value, least in (
            ("--grace", self.policy.grace, 0),
            ("--bot-pace", self.policy.bot_pace * 1000, 0),
            ("--review-seconds", self.policy.review, 1),
            ("--tables-an-hour", self.tables_an_hour, 0),
            ("--keep-days", self.keep_days, 0),
            ("--thinkers", 1 if self.thinkers is None else self.thinkers, 1),
        ):
            if not (math.isfinite(value) and value >= least):
                raise ParlourError(f"{name} takes a number from {least} on, not {value:g}.")
        if self.log_format not in ("text", "json"):
            raise ParlourError(f"--log-format is text or json, not {self.log_format!r}.")
        for proxy in filter(None, self.proxies.split(",")):
            try:
                ipaddress.ip_network(proxy.strip(), strict=False)
            except ValueError:
                raise ParlourError(
                    f"--proxy takes the address of a proxy or a network of them, such as 127.0.0.1, not {proxy!r}: "
                    "anybody else could claim to be any visitor."
                ) from None
        for origin in self.origins:
            scheme, _, host = origin.rstrip("/").partition("://")
            if scheme.lower() not in ("http", "https") or not host or "/" in host:
                raise ParlourError(f"--origin takes an address such as https://games.example.org, not {origin!r}.")

    def trusts(self, address: str) -> bool:
        """Is this the address of a named proxy?"""
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        named = filter(None, self.proxies.split(","))
        return any(found in ipaddress.ip_network(proxy.strip(), strict=False) for proxy in named)
