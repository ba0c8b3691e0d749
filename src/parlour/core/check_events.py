"""The part of the conformance suite about events: every declared type can be told, counted and moved."""

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import product

from parlour.core.errors import CheckFailed
from parlour.core.events import Emit, Event, EventType, Fact, Tally, moves_of, redact
from parlour.core.game import Game, State, View
from parlour.core.sentences import condition_in, forms_in

AnyGame = Game[State, View]

MOST_TRIES = 4000
"""Combinations of made-up facts per event type; more are thinned out evenly."""


def folder_of(game: AnyGame) -> str:
    """The package of the game's class, or of the one it derives from; "" for a game in a single file."""
    packages = [sys.modules[kind.__module__].__package__ for kind in type(game).__mro__]
    return next((package for package in packages if package and package != "parlour.core"), "")


def event_types(game: AnyGame) -> list[EventType]:
    """Every type of event the game declares: in its folder's `events.py`, or in the file of its class."""
    folder = folder_of(game)
    named = f"{folder}.events" if folder and find_spec(f"{folder}.events") else type(game).__module__
    return [value for value in vars(import_module(named)).values() if isinstance(value, EventType)]


def listener(game: AnyGame, happened: set[EventType]) -> Emit:
    """Listens to a game's events: notes their types, tells each to every viewer, and says so when that fails."""
    names = [f"Player {seat}" for seat in range(game.seats)]

    def listen(event: Event) -> None:
        happened.add(event.type)
        for viewer in (None, *range(game.seats)):
            told = names if viewer is None else [*names[:viewer], "You", *names[viewer + 1 :]]
            _tell(game, redact(event, viewer), told)

    return listen


class Counted(Tally):
    """Keeps the events that a study counts, and what the rules said about them before they made them."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.asked: list[tuple[EventType, int, int]] = []
        """What the rules asked with `wants`, ..."""
        self.answers: list[Event | None] = []
        """... and the event that came next."""

    def counted(self, kind: EventType, seat: int, what: int) -> bool:
        """Ask for every event."""
        self.asked.append((kind, seat, what))
        self.answers.append(None)
        return False

    def __call__(self, event: Event) -> None:
        """Keep an event, if it counts."""
        if self.answers and self.answers[-1] is None:
            self.answers[-1] = event
        if event.type.uses or event.type.begins:
            self.events.append(event)


Learnt = dict[tuple[EventType, int], list[str]]
"""What events counted, by their types and what they were about."""


def check_counted(told: list[Event], counted: Counted, learnt: Learnt) -> None:
    """Somebody who only counts is told every event that counts, and `wants` says enough to count an event like it."""
    every = Counted()
    for event in told:
        every(event)
    for missed in [event for event in every.events if event not in counted.events]:
        raise CheckFailed("counts", f"the event {missed.kind!r} counts, but the rules make it only `if tells(emit)`")
    for (kind, seat, what), answer in zip(counted.asked, counted.answers, strict=True):
        if answer is None or answer.kind != kind.kind:
            raise CheckFailed("counts", f"`wants` was asked about {kind.kind!r}, but such an event did not come next")
        counts, seats = _counts_of(answer)
        if seats - {seat}:
            raise CheckFailed("counts", f"`wants` was asked about {kind.kind!r} for another seat than it counts for")
        if learnt.setdefault((kind, what), counts) != counts:
            raise CheckFailed("counts", f"{kind.kind!r}, {what}: once it counts {learnt[kind, what]}, once {counts}")


def _counts_of(event: Event) -> tuple[list[str], set[Fact]]:
    """What an event counts, in words, and the seats it counts for."""
    values = event.values()
    counts: list[str] = []
    seats: set[Fact] = {event.seat} if event.type.begins else set()
    for holds, use in event.type.uses:
        if holds(values):
            seat = event.seat if use.seat == "seat" else values[use.seat]
            if not isinstance(seat, list):
                seats.add(seat)
            counts.append(f"{use.kind}: {use.words.format(values.get(use.fact), **values)}")
    return counts, seats


def never_happened(game: AnyGame, happened: set[EventType]) -> list[str]:
    """A remark for each event type that did not happen in the games that were played."""
    return [
        f"The event {kind.kind!r} ({', '.join(kind.facts)}) never happened."
        for kind in event_types(game)
        if kind not in happened
    ]


def _tell(game: AnyGame, event: Event, names: list[str]) -> None:
    try:
        line = game.tell(event, names)
        moves_of(event)
    except Exception as error:
        raise CheckFailed("tell", f"telling {event.as_json()} failed: {type(error).__name__}: {error}") from error
    if "{" in line or line != line.strip():
        raise CheckFailed("tell", f"telling {event.as_json()} gave {line!r}")


def check_synthetic(game: AnyGame) -> None:
    """Tell every declared event type with made-up facts, redacted and not: also what hardly ever happens."""
    names = [f"Player {seat}" for seat in range(game.seats)]
    for kind in event_types(game):
        for facts in _made_up(game, kind):
            told = {name: value for name, value in facts.items() if name in kind.facts}
            for seat in range(min(2, game.seats)):
                _tell(game, Event(kind, seat, told), names)
                _tell(game, Event(kind, seat, facts), names)


def _made_up(game: AnyGame, kind: EventType) -> Iterator[dict[str, Fact]]:
    """Facts that fit the templates: each fact takes on every value its forms and conditions can tell apart."""
    names = (*kind.facts, *kind.secrets)
    values = [_values(game, kind, name) for name in names]
    total = 1
    for some in values:
        total *= len(some)
    for number, chosen in enumerate(product(*values)):
        if number % (total // MOST_TRIES + 1) == 0:
            yield dict(zip(names, chosen, strict=True))


def _values(game: AnyGame, kind: EventType, name: str) -> list[Fact]:
    forms = _forms(kind, name)
    keys = list(game.words.get(name) or game.words[""])[:2]
    made: list[Fact] = [form.removeprefix("=") for form in sorted(forms) if form.startswith("=")]
    if forms & {"verb", "whom", "whose", "agree"}:
        made += [0, game.seats - 1]
    if "name" in forms:
        made += keys
    if "names" in forms:
        made += [keys[:1], [*keys, *keys], []]
    if "join" in forms:
        made.append([1, 2])
    if "by" in forms:
        made.append(list(range(game.seats)))
    if forms & {"count", "plural", "ordinal", "number"} and not made:
        made += [0, 1, 2]
    if "has" in forms:
        made.append(None)
    made = made or ["word"]
    return [*made, ""] if "truth" in forms and all(made) else made


def _forms(kind: EventType, name: str) -> set[str]:
    """The forms and conditions in which a type uses a fact."""
    conditions = [use.when for use in kind.counts] + [move.when for move in kind.moves]
    asked = [*forms_in(kind.say), *map(condition_in, conditions)]
    forms = {form for fact, form in asked if fact == name}
    if any(name in (move.count, move.places, move.to_place, move.around, move.value) for move in kind.moves):
        forms.add("number")
    return forms
