"""Worlds found by replaying a seat's record: the default `determinise`, sound and slow.

A world is the luck of every step and what the others did. The search starts with random luck and replays the game
from the deal. Where the seat would have been told something else, it changes luck and hidden actions and keeps what
brings the replay further. Three things make that quick enough:

- Changing groups of parts shows which parts of the luck the told events depend on; those are then left alone. The
  others, such as the cards nobody has seen, are shuffled as a whole.
- A told hand of seven cards need not be found at once: each further card that fits counts.
- A change in the middle of the game replays from there.

Every world that is returned told the seat exactly what it was told. Every possible world can come out, because the
search starts at random each time; they are not equally likely.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from parlour.core.chance import Chance
from parlour.core.errors import NoWorld
from parlour.core.events import Emit, Event, redact
from parlour.core.rng import Rng
from parlour.core.seat_record import SeatRecord, Step

MOST_STEPS = 400_000
"""Decisions replayed for one world before the search gives up."""

TRIES = 250
"""Changes tried at one point of the record before the search starts again with other luck."""

MIXES = 6
"""Changes made to a world that fits, so that worlds easily reached are not the only ones."""

Facts = dict[str, object]
Score = tuple[int, int, int]
"""How far a replay told the same: steps, events of the next step, parts of the next event."""


class Seen(Protocol):
    """What the search needs of a view."""

    def facts(self) -> Facts:
        """Everything in the view as plain data."""


S = TypeVar("S")


class Rules(Protocol[S]):
    """What the search needs of a game."""

    @property
    def title(self) -> str:
        """The game's name as shown to people."""

    def new(self, chance: Chance, emit: Emit | None = None) -> S:
        """A fresh table."""

    def clone(self, state: S) -> S:
        """A copy."""

    def legal(self, state: S, seat: int) -> list[int]:
        """A seat's legal actions."""

    def perform(self, state: S, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
        """Carry out a legal action."""

    def view(self, state: S, seat: int) -> Seen:
        """What a seat may know."""


class Pick(NamedTuple):
    """A picked number below `n`."""

    value: int
    n: int


Item = Pick | tuple[int, ...]
"""One piece of luck: a pick, or the order of a shuffle."""


class Part(NamedTuple):
    """Something the search may change: a place of a shuffle, a pick (`item` says which), or a hidden action."""

    step: int
    item: int
    place: int


HIDDEN_ACTION = -1
"""The `item` of a hidden action."""


class Repeated(Chance):
    """Luck repeated from an earlier replay as far as it still fits; the rest is random."""

    def __init__(self, script: Sequence[Item], rng: Rng) -> None:
        self.script = script
        self.rng = rng
        self.used: list[Item] = []

    def _next(self) -> Item | None:
        place = len(self.used)
        return self.script[place] if place < len(self.script) else None

    def pick(self, n: int, why: str) -> int:
        """The number picked before, if it was picked below the same `n`."""
        item = self._next()
        value = item.value if isinstance(item, Pick) and item.n == n else self.rng.below(n)
        self.used.append(Pick(value, n))
        return value

    def shuffle(self, cards: list[int], why: str) -> None:
        """Put the cards in the order they had before; other cards as close to it as possible."""
        item = self._next()
        order = () if item is None or isinstance(item, Pick) else item
        if len(order) != len(cards) or sorted(order) != sorted(cards):
            order = self._fitted(order, cards)
        cards[:] = order
        self.used.append(order)

    def _fitted(self, order: Sequence[int], cards: Sequence[int]) -> tuple[int, ...]:
        """Other cards in an order that agrees with the given one where possible."""
        left = Counter(cards)
        kept: list[int | None] = [None] * len(cards)
        for place, card in enumerate(order[: len(cards)]):
            if left[card]:
                left[card] -= 1
                kept[place] = card
        rest = list(left.elements())
        self.rng.shuffle(rest)
        return tuple(rest.pop() if card is None else card for card in kept)


class Run(Generic[S]):
    """A replay as far as it went: the luck and action of each step, the table after each, and its score."""

    def __init__(self, luck: list[tuple[Item, ...]], actions: list[int | None], tables: list[S]) -> None:
        self.luck = luck
        self.actions = actions
        self.tables = tables
        self.score: Score = (0, 0, 0)


class Search(Generic[S]):
    """Looks for one world in which a seat was told what its record says."""

    def __init__(self, game: Rules[S], record: SeatRecord, seen: Facts, rng: Rng) -> None:
        self.game = game
        self.seat = record.seat
        self.steps = record.steps
        self.wanted = [[event.as_json() for event in step.told] for step in record.steps]
        self.seen = seen
        self.rng = rng
        self.left = MOST_STEPS
        self.fixed: set[Part] = set()
        self.whole: Score = (len(self.steps) + 1, 0, 0)

    def find(self) -> S:
        """The table of a world that fits, or NoWorld."""
        while True:
            self.fixed.clear()
            run = self._replay(Run([], [], []), [], [])
            run = self._settle(run)
            while run.score != self.whole:
                better = self._improve(run)
                if better is None:
                    break
                run = self._settle(better)
            else:
                return self._mix(run).tables[-1]

    # Replaying

    def _replay(self, before: Run[S], luck: Sequence[Sequence[Item]], actions: Sequence[int | None]) -> Run[S]:
        """Play on from where `before` stands, with given luck and hidden actions, as long as the same is told."""
        run: Run[S] = Run(list(before.luck), list(before.actions), list(before.tables))
        for number in range(len(before.tables), len(self.steps)):
            script = luck[number] if number < len(luck) else ()
            hidden = actions[number] if number < len(actions) else None
            found, events, parts = self._step(run, number, script, hidden)
            if not found:
                run.score = (number, events, parts)
                return run
        looks = self.game.view(run.tables[-1], self.seat).facts()
        same = looks == self.seen
        run.score = self.whole if same else (len(self.steps), 0, likeness(self.seen, looks))
        return run

    def _step(self, run: Run[S], number: int, script: Sequence[Item], hidden: int | None) -> tuple[bool, int, int]:
        """Add one step to a run: whether it told the same, and how much of it did."""
        step = self.steps[number]
        best: tuple[tuple[int, int], S | None, tuple[Item, ...], int | None] = ((-1, 0), None, (), None)
        for action in self._options(run, step, hidden):
            self.left -= 1
            if self.left < 0:
                raise NoWorld(
                    f"{self.game.title} found no world that fits the record of seat {self.seat} in {MOST_STEPS} steps. "
                    "Write `determinise` in the game's worlds.py."
                )
            chance = Repeated(script, self.rng)
            events: list[Event] = []
            if action is None:
                table = self.game.new(chance, events.append)
            else:
                table = self.game.clone(run.tables[-1])
                self.game.perform(table, step.actor, action, chance, events.append)
            told = self._compare(number, events)
            if told is None or told > best[0]:
                best = (told or (0, 0), table, tuple(chance.used), action)
            if told is None:
                break
        else:
            if best[1] is not None:
                run.luck.append(best[2])
                run.actions.append(best[3])
            return False, *best[0]
        assert best[1] is not None
        run.luck.append(best[2])
        run.actions.append(best[3])
        run.tables.append(best[1])
        return True, 0, 0

    def _options(self, run: Run[S], step: Step, hidden: int | None) -> list[int | None]:
        """What may have been done at a step: the seat's own action, or what the actor could do, in random order."""
        if step.actor < 0:
            return [None]
        legal = self.game.legal(run.tables[-1], step.actor)
        if step.action is not None:
            return [step.action] if step.action in legal else []
        self.rng.shuffle(legal)
        if hidden in legal:
            legal.remove(hidden)
            return [hidden, *legal]
        return [*legal]

    def _compare(self, number: int, events: Sequence[Event]) -> tuple[int, int] | None:
        """None if the step told the seat what it was told; otherwise how many events did, and parts of the next."""
        wanted = self.wanted[number]
        viewer = self.seat if self.seat >= 0 else None
        for place, event in enumerate(events):
            told = redact(event, viewer).as_json()
            if place >= len(wanted):
                return place, 0
            if told != wanted[place]:
                return place, likeness(wanted[place], told)
        return None if len(events) == len(wanted) else (len(events), 0)

    # Changing

    def _parts(self, run: Run[S]) -> list[Part]:
        """Everything in a run that could be different."""
        parts: list[Part] = []
        for number, items in enumerate(run.luck):
            if run.actions[number] is not None and self.steps[number].action is None:
                parts.append(Part(number, HIDDEN_ACTION, 0))
            for place, item in enumerate(items):
                parts += [Part(number, place, each) for each in range(1 if isinstance(item, Pick) else len(item))]
        return parts

    def _change(self, run: Run[S], parts: Sequence[Part], every: bool = False) -> Run[S]:
        """A replay with some parts changed: numbers picked again, cards of shuffles moved among the places given.

        With `every`, each part becomes another one if it can.
        """
        luck = list(run.luck)
        actions = list(run.actions)
        places: dict[tuple[int, int], list[int]] = {}
        for part in parts:
            if part.item == HIDDEN_ACTION:
                actions[part.step] = None
            else:
                places.setdefault((part.step, part.item), []).append(part.place)
        for (step, number), some in places.items():
            items = list(luck[step])
            items[number] = self._changed(items[number], some, every)
            luck[step] = tuple(items)
        first = min(part.step for part in parts)
        return self._replay(Run(run.luck[:first], run.actions[:first], run.tables[:first]), luck, actions)

    def _changed(self, item: Item, places: list[int], every: bool) -> Item:
        if isinstance(item, Pick):
            other = (item.value + 1 + self.rng.below(item.n - 1)) % item.n if every and item.n > 1 else None
            return Pick(self.rng.below(item.n) if other is None else other, item.n)
        self.rng.shuffle(places)
        following = [*places[1:], places[0]] if every else list(places)
        if not every:
            self.rng.shuffle(following)
        order = list(item)
        for place, source in zip(places, following, strict=True):
            order[place] = item[source]
        return tuple(order)

    def _settle(self, run: Run[S]) -> Run[S]:
        """Find the parts that must stay for the run to keep its score: change groups of them, halve what fails."""
        loose: dict[tuple[int, int], list[Part]] = {}
        groups = [[part for part in self._parts(run) if part not in self.fixed]]
        while groups:
            # A change may have led to another game with other luck in it.
            group = [part for part in groups.pop() if _width(run, part) > part.place]
            if not group:
                continue
            alone = group[0] if len(group) == 1 else None
            partners: list[Part] = []
            if alone is not None and _width(run, alone) > 1:  # a place of a shuffle: change it with one that is loose
                partners = [part for part in loose.get(alone[:2], []) if _width(run, part) > part.place]
                if not partners:
                    self.fixed.add(alone)
                    continue
                partners = [partners[self.rng.below(len(partners))]]
            other = self._change(run, [*group, *partners], every=True)
            if other.score >= run.score:
                run = other
                for part in group:
                    loose.setdefault(part[:2], []).append(part)
            elif alone is not None:
                self.fixed.add(alone)
            else:
                self._shuffle(group)
                half = len(group) // 2
                groups += [group[:half], group[half:]]
        return run

    def _shuffle(self, parts: list[Part]) -> None:
        order = list(range(len(parts)))
        self.rng.shuffle(order)
        parts[:] = [parts[place] for place in order]

    def _improve(self, run: Run[S]) -> Run[S] | None:
        """A run with a better score; None if no change that was tried leads to one."""
        for _ in range(TRIES):
            other = self._proposal(run)
            if other.score > run.score:
                return other
            if other.score == run.score:
                run = other
        return None

    def _proposal(self, run: Run[S]) -> Run[S]:
        """A run with something changed: all that is loose, the luck of the step that failed, or any one thing."""
        every = self._parts(run)
        loose = [part for part in every if part not in self.fixed]
        way = self.rng.below(8)
        if way < 2:
            now = [part for part in loose if part.step == run.score[0]]
            if now:
                return self._change(run, now)
        if way < 5 and loose:
            return self._change(run, loose)
        if way == 5 and loose:
            return self._change(run, [part for part in loose if self.rng.below(2) == 0] or loose)
        if not every:
            return self._replay(Run([], [], []), [], [])
        one = every[self.rng.below(len(every))]
        others = [part for part in every if part[:2] == one[:2] and part != one]
        return self._change(run, [one, others[self.rng.below(len(others))]] if others else [one], every=True)

    def _mix(self, run: Run[S]) -> Run[S]:
        """Another run that fits, if a few random changes lead to one."""
        for _ in range(MIXES):
            other = self._proposal(run)
            if other.score == self.whole:
                run = other
        return run


def _width(run: Run[S], part: Part) -> int:
    """How many places the shuffle of a part has, 1 for a pick or a hidden action, 0 if the run has no such luck."""
    if part.step >= len(run.luck):
        return 0
    if part.item == HIDDEN_ACTION:
        return 1
    items = run.luck[part.step]
    if part.item >= len(items):
        return 0
    item = items[part.item]
    return 1 if isinstance(item, Pick) else len(item)


def likeness(wanted: object, got: object) -> int:
    """How many parts of plain data are the same; equal data is more alike than any other.

    >>> likeness({"cards": ["a", "b"]}, {"cards": ["b", "c"]}), likeness(["a", "b"], ["b", "a"])
    (1, 2)
    >>> likeness(["a", "b"], ["a", "b"])
    3
    """
    if isinstance(wanted, Mapping) and isinstance(got, Mapping):
        return sum(likeness(value, got[key]) for key, value in wanted.items() if key in got)
    if isinstance(wanted, list | tuple) and isinstance(got, list | tuple):
        if any(isinstance(part, Mapping | list | tuple) for part in wanted):
            same = sum(likeness(one, two) for one, two in zip(wanted, got, strict=False))
        else:
            same = (Counter(map(repr, wanted)) & Counter(map(repr, got))).total()
        return same + (wanted == got)
    return int(wanted == got)


def replayed_world(game: Rules[S], record: SeatRecord | None, seen: Facts, rng: Rng) -> S:
    """A random world that told a seat exactly what its record says, and looks to it as `seen` says."""
    if record is None:
        raise NoWorld(
            f"{game.title} makes worlds from what a seat was told since the deal, and this view does not say it: "
            "take the view from a match that began with a deal, or write `determinise` in the game's worlds.py."
        )
    return Search(game, record, seen, rng).find()
