"""What happened, and who may know it.

Each kind of event is declared once, with the facts everybody may know, the secrets in it, and who may
know those. `redact` is the only place where secrets are taken out: the server, the log, replays and
bots all use it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Fact = int | str | bool | list[int] | list[str] | None


@dataclass(frozen=True)
class EventType:
    """A kind of event: its public facts, its secrets, and the facts that name the seats who may know them.

    >>> drew = EventType("drew", facts=("count",), secrets=("cards",), secret_to=("seat",))
    >>> event = drew(seat=1, count=1, cards=["7"])
    >>> redact(event, 1).facts, redact(event, 0).facts
    ({'count': 1, 'cards': ['7']}, {'count': 1})
    """

    kind: str
    facts: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    secret_to: tuple[str, ...] = ()

    def __call__(self, seat: int | None = None, **values: Fact) -> "Event":
        """An event of this kind; every declared fact and secret must be given, and nothing else."""
        if set(values) != {*self.facts, *self.secrets}:
            raise TypeError(f"event {self.kind!r} takes {(*self.facts, *self.secrets)}, not {tuple(values)}")
        return Event(
            self,
            seat,
            {name: values[name] for name in self.facts},
            {name: values[name] for name in self.secrets},
        )


@dataclass(frozen=True)
class Event:
    """One thing that happened: who did it, what all may know, what only some may know."""

    type: EventType
    seat: int | None
    facts: Mapping[str, Fact]
    secrets: Mapping[str, Fact] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The name of the kind of event."""
        return self.type.kind

    def get(self, name: str) -> Fact:
        """A fact, or a secret that was not taken out; None if this viewer may not know it."""
        return self.facts.get(name, self.secrets.get(name))

    def audience(self) -> tuple[int, ...]:
        """The seats that may know the secrets."""
        seats = [self.seat if name == "seat" else self.facts[name] for name in self.type.secret_to]
        return tuple(seat for seat in seats if isinstance(seat, int))

    def as_json(self) -> dict[str, object]:
        """Plain data, for the wire and for comparing."""
        return {"kind": self.kind, "seat": self.seat, **self.facts, **self.secrets}


Emit = Callable[[Event], None]
"""Who listens to events; None when nobody does, and then events cost nothing."""


def redact(event: Event, seat: int | None) -> Event:
    """The event as a seat may know it (None: a spectator): secrets it may know become facts, the others are gone."""
    if event.secrets and seat is not None and seat in event.audience():
        return Event(event.type, event.seat, {**event.facts, **event.secrets})
    return Event(event.type, event.seat, event.facts) if event.secrets else event
