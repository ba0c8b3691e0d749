"""A game's card of identity: names, seats, house rules, presets and versions."""

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.core.options import Option, Value


@dataclass(frozen=True)
class About:
    """What a game is called, who may play it, which house rules it knows, and whom we thank."""

    slug: str
    title: str
    version: str
    min_seats: int
    max_seats: int
    default_seats: int
    minutes: str
    summary: str
    teams: bool = False
    """May a seat be a team that shares one hand?"""
    options: tuple[Option, ...] = ()
    presets: Mapping[str, Mapping[str, object]] | None = None
    """Named sets of options that the conformance suite also plays; `tiny` is small enough to enumerate."""
    goal: str = ""
    """How the game is won, in a few words for the table."""
    observation: int = 1
    """Changes whenever the order or the meaning of an observation's numbers does."""
    older: Mapping[str, Mapping[str, Value]] | None = None
    """For each older version the house rules that keep its effects; its records replay with them."""

    def meant(self, version: str) -> Mapping[str, Value]:
        """The house rules that make today's rules play like an older version."""
        return (self.older or {}).get(version, {})
