"""What a study counts in a game: what players used.

A game says it in its `tally.py`, in terms of the events it emits anyway; a game without one is counted by its actions.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from parlour.core.events import Event

Kind = Literal["card", "tool", "effect", "action"]


@dataclass(frozen=True)
class Use:
    """One use to count when an event of some kind happens.

    `fact` names what was used (a card's key, a list of them, or a word), `words` say it around that name.
    `seat` is the fact that names who used it. `name` is for what a single fact does not say; "" counts nothing.
    """

    kind: Kind
    fact: str = ""
    words: str = "{}"
    seat: str = "seat"
    name: Callable[[Event], str] | None = None


@dataclass(frozen=True)
class Tally:
    """What to count: uses by kind of event, and who begins."""

    uses: Mapping[str, tuple[Use, ...]] = field(default_factory=dict)
    begins: str = "begins"
    """The first event of this kind says whose turn is the first."""
