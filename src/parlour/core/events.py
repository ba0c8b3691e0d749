"""What happened, and who may know it.

Each kind of event is declared once: its public facts, its secrets and who may know those, the sentence for the log
(`sentences.py`), what a study counts (`uses.py`) and which pieces move (`moves.py`). `redact` is the only place that
removes secrets: the server, the log, replays and bots all use it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from itertools import count
from types import MappingProxyType
from typing import Final, TypeGuard, final

from mypy_extensions import i64, mypyc_attr

from parlour.core.moves import Move, Moved, Mover, read_move
from parlour.core.sentences import Condition, Fact, Say, Teller, read_say
from parlour.core.uses import Use, read_use

__all__ = ["Emit", "Event", "EventType", "Fact", "Move", "Tally", "Use", "moves_of", "redact", "tells", "wants"]


NOTHING: Final[Mapping[str, Fact]] = MappingProxyType({})
_numbers = count()


@final
@dataclass(eq=False)
class EventType:
    """A kind of event: its public facts, its secrets, and the facts that name the seats who may know them.

    Two types may share a kind, where a house rule changes how the same event is told, counted or kept secret.

    >>> drew = EventType("drew", facts=("count",), secrets=("cards",), secret_to=("seat",))
    >>> event = drew(seat=1, count=1, cards=["7"])
    >>> redact(event, 1).facts, redact(event, 0).facts
    ({'count': 1, 'cards': ['7']}, {'count': 1})
    """

    kind: str
    facts: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    secret_to: tuple[str, ...] = ()
    say: Say = ""
    counts: tuple[Use, ...] = ()
    moves: tuple[Move, ...] = ()
    begins: bool = False
    """The seat of the first event of such a type is the first player."""
    teller: Teller | None = field(init=False, repr=False)
    uses: tuple[tuple[Condition, Use], ...] = field(init=False, repr=False)
    movers: tuple[Mover, ...] = field(init=False, repr=False)
    known: tuple[str, ...] = field(init=False, repr=False)
    """Facts and secrets."""
    number: int = field(init=False, repr=False)
    """Of the types declared in this process: faster to look up than the type."""

    def __post_init__(self) -> None:
        """Parse the templates once, so that a mistake in them is reported when the game is imported."""
        self.known = (*self.facts, *self.secrets)
        self.number = next(_numbers)
        try:
            self.teller = read_say(self.say, self.known)
            self.uses = tuple([(read_use(use, self.known), use) for use in self.counts])
            self.movers = tuple([read_move(move, self.known) for move in self.moves])
        except ValueError as error:
            raise ValueError(f"event {self.kind!r}: {error}") from None

    def __reduce__(self) -> tuple[type["EventType"], tuple[object, ...]]:
        """Pickle the declaration only: the parsed templates cannot be pickled and are parsed again."""
        return EventType, tuple([getattr(self, one.name) for one in fields(self) if one.init])

    def __call__(self, seat: int | None = None, **values: Fact) -> "Event":
        """An event of this kind; every declared fact and secret must be given, and nothing else."""
        if len(values) != len(self.known):
            raise self.wrong(values)
        return Event(self, seat, values, None)

    def wrong(self, values: Mapping[str, Fact]) -> TypeError:
        """The error for an event that has other facts than its type declares."""
        return TypeError(f"event {self.kind!r} takes {self.known}, not {tuple(values)}")


@final
@mypyc_attr(native_class=True)
class Event:
    """One thing that happened: who did it, its public facts and its secrets.

    Without `secrets`, they are among `facts`, and told apart, and their names checked, when somebody asks: a study,
    which only counts, does not.
    """

    def __init__(
        self, type: EventType, seat: int | None, facts: Mapping[str, Fact], secrets: Mapping[str, Fact] | None = NOTHING
    ) -> None:
        self.type = type
        self.seat = seat
        self._facts = facts
        self._secrets = secrets

    def _split(self) -> Mapping[str, Fact]:
        values, type = self._facts, self.type
        for name in type.known:
            if name not in values:
                raise type.wrong(values)
        secrets: Mapping[str, Fact] = NOTHING
        if len(type.secrets) > 0:
            secrets = {name: values[name] for name in type.secrets}
            self._facts = {name: values[name] for name in type.facts}
        self._secrets = secrets
        return secrets

    @property
    def facts(self) -> Mapping[str, Fact]:
        """What everybody may know."""
        if self._secrets is None:
            self._split()
        return self._facts

    @property
    def secrets(self) -> Mapping[str, Fact]:
        """What only some seats may know."""
        secrets = self._secrets
        return self._split() if secrets is None else secrets

    @property
    def kind(self) -> str:
        """The name of the kind of event."""
        return self.type.kind

    def get(self, name: str) -> Fact:
        """A fact, or a secret that was not removed; None if this viewer must not know it."""
        return self.facts.get(name) if name in self.facts else self.secrets.get(name)

    def values(self) -> dict[str, Fact]:
        """All facts and the secrets that were not removed, for counting."""
        facts = self._facts
        if self._secrets is None and isinstance(facts, dict):
            return facts
        return {**self.facts, **self.secrets}

    def audience(self) -> tuple[int, ...]:
        """The seats that may know the secrets."""
        seats = [self.seat if name == "seat" else self.facts[name] for name in self.type.secret_to]
        return tuple([seat for seat in seats if isinstance(seat, int)])

    def as_json(self) -> dict[str, object]:
        """Plain data, for the wire and for comparing."""
        return {"kind": self.kind, "seat": self.seat, **self.facts, **self.secrets}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.type is other.type and self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]  # facts are dicts

    def _content(self) -> tuple[object, ...]:
        return self.seat, dict(self.facts), dict(self.secrets)

    def __reduce__(self) -> tuple[type["Event"], tuple[object, ...]]:
        return Event, (self.type, self.seat, dict(self.facts), dict(self.secrets))

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.seat}, {dict(self.facts)}, {dict(self.secrets)})"


Emit = Callable[[Event], None]
"""Receives events; None when nobody listens, and then events cost nothing."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Tally:
    """An `Emit` that only counts: it needs the events of types with `counts` or `begins`, and no others."""

    def __call__(self, event: Event) -> None:
        """Count an event."""
        raise NotImplementedError

    def counted(self, kind: EventType, seat: i64, what: i64) -> bool:
        """Count an event like an earlier one, without making it; False if there was none: then it must be made."""
        return False


def tells(emit: Emit | None) -> TypeGuard[Emit]:
    """Does anybody listen who wants more than to count?

    Rules ask this before they make an event of a type that counts nothing: a study makes thousands of games a second.
    """
    return emit is not None and not isinstance(emit, Tally)


def wants(emit: Emit, kind: EventType, seat: i64, what: i64 = 0) -> bool:
    """Does the listener want an event that counts something? Rules ask this before they make one.

    A study wants only the first of equal ones: `seat` is whose use is counted, and the type and `what` (a card, an
    amount: any number) decide all that is counted. `check_game` compares them with the event.
    """
    listener: object = emit
    return not isinstance(listener, Tally) or not listener.counted(kind, seat, what)


def redact(event: Event, seat: int | None) -> Event:
    """The event as a seat may know it (None: a spectator): secrets it may know become facts, the others are removed."""
    if event.secrets and seat is not None and seat in event.audience():
        return Event(event.type, event.seat, {**event.facts, **event.secrets})
    return Event(event.type, event.seat, event.facts) if event.secrets else event


def moves_of(event: Event) -> list[Moved]:
    """The pieces an event moves, as far as the event says it."""
    return [moved for mover in event.type.movers for moved in mover(event.seat, event.facts) if moved.count]
