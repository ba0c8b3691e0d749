"""What a study counts when an event happens; each event type declares its own (`EventType.counts`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from parlour.core.sentences import Condition, read_condition

Kind = Literal["card", "tool", "effect", "action"]


@dataclass(frozen=True)
class Use:
    """One use to count.

    `fact` names what was used (a card's key, a list of them, or a word); `words` say it, with `{}` for that name and
    `{fact}` for any other fact. `seat` is the fact that names who used it. `when` is a condition as in sentences.
    """

    kind: Kind
    fact: str = ""
    words: str = "{}"
    seat: str = "seat"
    when: str = ""


def read_use(use: Use, known: Sequence[str]) -> Condition:
    """When a use counts; ValueError if it names an unknown fact."""
    for fact in (use.fact, use.seat):
        if fact not in ("", "seat", *known):
            raise ValueError(f"there is no fact {fact!r} to count; there are {', '.join(known)}")
    return read_condition(use.when, known)
