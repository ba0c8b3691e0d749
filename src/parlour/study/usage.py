"""What was used in a game, under readable names: actions by type, and what its events count."""

import re
from dataclasses import fields
from itertools import accumulate
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.core.actions import Action
from parlour.core.events import Event, EventType, Fact, Tally, Use
from parlour.core.game import NOBODY
from parlour.core.sentences import Condition
from parlour.games import AnyGame


def action_words(action: Action) -> str:
    """The kind of an action in words: its type's name, or its text where the text is all it has.

    >>> from parlour.games.st_croix.actions import PickUp, Play
    >>> action_words(PickUp()), action_words(Play("7", 2))
    ('pick up', 'play')
    """
    given = fields(action)
    if len(given) == 1 and getattr(action, given[0].name) == action.text():
        return action.text()
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(action).__name__).lower()


NOTHING: Final = -1
MOST_LEARNT: Final = 4096
"""More than any game has cards or other things that one type of event can be about."""


@final
class Names:
    """A game's names for things, and a number for each thing that may be counted; made once per game."""

    def __init__(self, game: AnyGame) -> None:
        self.cards = {card.key: card.name for card in game.deck.cards}
        self.things: list[tuple[str, str]] = []
        """Things with their kinds, by number: first the actions, then what events count, as it turns up."""
        self._numbers: dict[tuple[str, str], int] = {}
        self._order: vec[i64] = vec[i64]()
        used = [self._used(action) for action in game.actions]
        self.used: vec[i64] = vec[i64]([thing for things in used for thing in things])
        """What each action uses, its own words first, one action after the other."""
        self.starts: vec[i64] = vec[i64](list(accumulate([len(things) for things in used], initial=0)))
        """Where in `used` each action begins."""

    def _used(self, action: Action) -> list[int]:
        words = self.number(action_words(action), "action")
        return [words, *[self.number(self.of(card), "card") for card in action.uses()]]

    def number(self, thing: str, kind: str) -> int:
        """The number of a thing."""
        key = thing, kind
        if key not in self._numbers:
            self._numbers[key] = len(self.things)
            self.things.append(key)
        return self._numbers[key]

    def in_order(self) -> vec[i64]:
        """The numbers of all things so far, by name."""
        if len(self._order) != len(self.things):
            self._order = vec[i64](sorted(range(len(self.things)), key=lambda number: self.things[number]))
        return self._order

    def of(self, value: Fact) -> str:
        """A card's name, or any other word of an event in readable form."""
        return self.cards.get(str(value), str(value).replace("-", " "))


@final
class Rule:
    """One declared use of an event type, ready to count."""

    def __init__(self, names: Names, use: Use, holds: Condition) -> None:
        self.names = names
        self.words = use.words
        self.kind: str = use.kind
        self.fact = use.fact
        self.seat = use.seat
        self.own_seat = use.seat == "seat"
        self.always = use.when == ""
        self.holds = holds
        # Where nothing but one value is in the words, the thing's number is looked up by that value.
        self.plain = use.words.count("{") == use.words.count("{}")
        self.numbers: dict[Fact, int] = {}
        # The thing's number where no fact names it.
        named = use.fact != "" or not self.plain
        self.thing: i64 = NOTHING if named else names.number(use.words.format(names.of(None)), use.kind)

    def things(self, values: dict[str, Fact]) -> list[int]:
        """The numbers of the things that were used."""
        if self.thing != NOTHING:
            return [self.thing]
        value = values[self.fact] if self.fact else None
        if isinstance(value, list):
            return [self._number(each, values) for each in value]
        return [self._number(value, values)]

    def _number(self, value: Fact, values: dict[str, Fact]) -> int:
        if self.plain:
            known = self.numbers.get(value)
            if known is not None:
                return known
        words = self.words.format(self.names.of(value), **values)
        found = self.names.number(words, self.kind)
        if self.plain:
            self.numbers[value] = found
        return found


@final
class Uses:
    """What the events of one type count: by its rules, or like an earlier event that was about the same."""

    def __init__(self, names: Names, kind: EventType) -> None:
        self.begins = kind.begins
        self.rules = [Rule(names, use, holds) for holds, use in kind.uses]
        self.starts: vec[i64] = vec[i64]()  # by what events are about, where in `learnt` their things begin, or NOTHING
        self.learnt: vec[i64] = vec[i64]()  # things, NOTHING after the last one of each event

    def learn(self, what: i64, things: list[int]) -> None:
        """Remember the things an event counted."""
        if 0 <= what < MOST_LEARNT:
            while what >= len(self.starts):
                self.starts = append(self.starts, NOTHING)
            self.starts[what] = len(self.learnt)
            for thing in things:
                self.learnt = append(self.learnt, thing)
            self.learnt = append(self.learnt, NOTHING)


@final
class Counting(Tally):
    """Counts what the seats use in one game after another; called with events that count."""

    def __init__(self, names: Names, seats: int) -> None:
        self.names = names
        self.seats: i64 = seats
        self.first: i64 = NOBODY
        """The seat that began, once an event said so."""
        self.counts: vec[i64] = vec[i64]()  # by thing, then seat
        self._uses: list[Uses | None] = []  # by the types' numbers
        self._asked: Uses | None = None  # to be learnt from the next event, ...
        self._what: i64 = 0  # ... and what it is about

    def act(self, seat: i64, action: i64) -> None:
        """Count an action and what it uses."""
        names = self.names
        place = names.starts[action]
        while place < names.starts[action + 1]:
            self._add(seat, names.used[place])
            place += 1

    def counted(self, kind: EventType, seat: i64, what: i64) -> bool:
        """Count an event like an earlier one; the first one is learnt when it comes."""
        uses = self._uses_of(kind)
        place: i64 = NOTHING
        if 0 <= what < len(uses.starts):
            place = uses.starts[what]
        if place == NOTHING:
            self._asked, self._what = uses, what
            return False
        if uses.begins and self.first == NOBODY:
            self.first = seat
        while uses.learnt[place] != NOTHING:
            self._add(seat, uses.learnt[place])
            place += 1
        return True

    def __call__(self, event: Event) -> None:
        """Count what an event uses."""
        kind = event.type
        if kind.begins and self.first == NOBODY and event.seat is not None:
            self.first = event.seat
        things = self._count(event) if len(kind.uses) > 0 else []
        if self._asked is not None:
            self._asked.learn(self._what, things)
            self._asked = None

    def _uses_of(self, kind: EventType) -> Uses:
        number: i64 = kind.number
        while number >= len(self._uses):
            self._uses.append(None)
        uses = self._uses[number]
        if uses is None:
            uses = self._uses[number] = Uses(self.names, kind)
        return uses

    def _count(self, event: Event) -> list[int]:
        """Count what an event uses; returns the numbers of the things."""
        found: list[int] = []
        values = event.values()
        for rule in self._uses_of(event.type).rules:
            seat = event.seat if rule.own_seat else values.get(rule.seat)
            if isinstance(seat, int) and (rule.always or rule.holds(values)):
                for thing in rule.things(values):
                    self._add(seat, thing)
                    found.append(thing)
        return found

    def _add(self, seat: i64, thing: i64) -> None:
        place = thing * self.seats + seat
        while place >= len(self.counts):
            self.counts = append(self.counts, 0)
        self.counts[place] += 1

    def take(self, seats: list[int], things: list[int], counts: list[int]) -> int:
        """Append what was counted, by seat and by name of the thing, and begin again; returns the number of rows."""
        before = len(counts)
        order, counted = self.names.in_order(), self.counts
        size: i64 = len(counted)
        seat: i64 = 0
        while seat < self.seats:
            rows = len(counts)
            for thing in order:
                place = thing * self.seats + seat
                if place < size and counted[place] > 0:
                    things.append(thing)
                    counts.append(counted[place])
                    counted[place] = 0
            seats += [seat] * (len(counts) - rows)
            seat += 1
        self.first = NOBODY
        return len(counts) - before
