"""A position set up by hand and played on: the kit for the rules tests of all games.

table = Scenario("st-croix", turn=0, play_pile=["7", "7"], players=[{"hand": ["7", "7", "3"]}, {"hand": ["5"]}])
table.may_not("play 3", because="too low")
table.do("play 7 7")
assert table["play_pile"] == []
assert table["players", 0, "hand"] == ["3"]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

import pytest

import parlour
from parlour.bots.levels import NormalBot
from parlour.core.chance import Chance, Sampled, Seeded
from parlour.core.events import Event, redact
from parlour.core.game import NOBODY, Game, Moves, State, View
from parlour.core.match import NAMES
from parlour.core.outcome import Outcome
from parlour.core.policy import Policy, favourite
from parlour.core.rng import Rng
from parlour.core.scene import Choice, Prompt, Scene
from parlour.games import AnyGame

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)
Order = Sequence[int] | Sequence[str]
"""Cards in the order a shuffle leaves them in, by key or by number."""

Luck = Sequence[int | Order] | Mapping[str, int | Order]
"""What luck brings, in order. A mapping also says what each is for, and then no other luck may be asked for."""

Step = str | int | slice


class Value(Protocol):
    """Plain data that is compared with what it should be."""

    def __eq__(self, other: object) -> bool: ...


def at(data: object, *path: Step) -> Value:
    """The value at a path inside plain data: `at(position, "players", 0, "hand")`."""
    for step in path:
        if isinstance(step, str):
            assert isinstance(data, Mapping), f"{data!r} has no {step!r}"
            data = data[step]
        else:
            assert isinstance(data, list | tuple), f"{data!r} has no {step!r}"
            data = data[step]
    return data


def texts(data: object) -> list[str]:
    """Plain data that must be a list of texts."""
    assert isinstance(data, list | tuple) and all(isinstance(item, str) for item in data), data
    return list(data)


class Script(Chance):
    """Luck that falls as written. A shuffle that is not scripted turns the cards around, a pick must be scripted."""

    def __init__(self, luck: Luck, game: AnyGame) -> None:
        self.strict = isinstance(luck, Mapping)
        self.left: list[tuple[str, int | Order]] = (
            list(luck.items()) if isinstance(luck, Mapping) else [("", value) for value in luck]
        )
        self.game = game
        self.asked: list[str] = []

    def _next(self, why: str) -> int | Order:
        self.asked.append(why)
        assert self.left, f"no luck is scripted for {why!r}"
        reason, value = self.left.pop(0)
        assert reason in ("", why), f"luck is scripted for {reason!r}, not for {why!r}"
        return value

    def pick(self, n: int, why: str) -> int:
        value = self._next(why)
        assert isinstance(value, int) and 0 <= value < n, f"{value!r} cannot be picked from {n} for {why!r}"
        return value

    def roll(self, why: str = "die") -> int:
        value = self._next(why)
        assert isinstance(value, int) and 1 <= value <= 6, f"{value!r} is no roll of a die for {why!r}"
        return value

    def shuffle(self, cards: list[int], why: str) -> None:
        if not self.strict and (not self.left or isinstance(self.left[0][1], int)):
            self.asked.append(why)
            cards.reverse()
            return
        value = self._next(why)
        assert not isinstance(value, int), f"a shuffle is asked for {why!r}, not a pick"
        order = [card_keys(self.game).index(card) if isinstance(card, str) else card for card in value]
        assert sorted(order) == sorted(cards), f"these are not the cards shuffled for {why!r}"
        cards[:] = order


class Scenario:
    """A game in a position, what has happened since, and short questions about it.

    Where a method takes a `seat`, the seat the game waits for is meant unless another one is named.
    """

    def __init__(
        self,
        slug: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        names: Sequence[str] = NAMES,
        start: Mapping[str, object] | None = None,
        **position: object,
    ) -> None:
        """Entries of the position are given by name, or together as `start`."""
        entries = {**(start or {}), **position}
        players = entries.get("players")
        if seats is None and isinstance(players, list):
            seats = len(players)
        game = parlour.game(slug, seats, None, **(options or {}))
        self._begin(game, game.load(entries), names, [])

    @classmethod
    def dealt(
        cls,
        slug: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        luck: Luck | None = None,
        seed: int | str = 1,
    ) -> Scenario:
        """A new game, dealt by scripted luck or from a seed."""
        game = parlour.game(slug, seats, None, **(options or {}))
        script = None if luck is None else Script(luck, game)
        events: list[Event] = []
        state = game.new(script or Seeded(seed), events.append)
        assert script is None or script.left == [], "luck is left over"
        return cls._of(game, state, NAMES, events)

    @classmethod
    def _of(cls, game: AnyGame, state: State, names: Sequence[str], events: list[Event]) -> Scenario:
        table = cls.__new__(cls)
        table._begin(game, state, names, events)
        return table

    def _begin(self, game: AnyGame, state: State, names: Sequence[str], events: list[Event]) -> None:
        self.game = game
        self.state = state
        self.names = list(names[: game.seats])
        self._events = events
        self._position: dict[str, object] | None = None
        self.last: list[Event] = []
        """What happened in the last `do`."""
        self.asked: list[str] = []
        """What the last `do` asked luck for."""

    def copy(self) -> Scenario:
        """An independent copy."""
        return self._of(self.game, self.game.clone(self.state), self.names, list(self._events))

    def reloaded(self) -> Scenario:
        """The same position, dumped and loaded again."""
        return self._of(self.game, self.game.load(self.position), self.names, [])

    # Playing

    def do(self, *actions: str, seat: int | None = None, luck: Luck = ()) -> Scenario:
        """Play actions one after the other; all scripted luck must be used."""
        script = Script(luck, self.game)
        self.last, self.asked = [], script.asked
        for text in actions:
            self._apply(self._seat(seat), self.game.actions.id_of(text), script)
        assert script.left == [], f"luck is left over: {script.left}"
        return self

    def _apply(self, seat: int, action: int, luck: Chance) -> None:
        fresh: list[Event] = []
        self._position = None
        self.game.apply(self.state, seat, action, luck, fresh.append)
        self.last += fresh
        self._events += fresh

    def _seat(self, seat: int | None) -> int:
        return max(self.actor, 0) if seat is None else seat

    def play_on(self, seed: int | str, most: int | None = None) -> Iterator[int]:
        """Play on at random: yields the seat that acts next, before it does, up to `most` times."""
        rng, luck = Rng("moves", seed), Seeded(f"luck of {seed}")
        while (seats := self.game.may_act(self.state)) and most != 0:
            seat = seats[rng.below(len(seats))]
            yield seat
            legal = self.game.legal(self.state, seat)
            self.last = []
            self._apply(seat, legal[rng.below(len(legal))], luck)
            most = None if most is None else most - 1

    def play_on_for(self, moves: int, seed: int | str) -> Scenario:
        """Play at random for a number of moves, or to the end."""
        for _ in self.play_on(seed, moves):
            pass
        return self

    def simple_choice(self) -> str:
        """What the simple player does here."""
        view = self.view(self.actor)
        choice = NormalBot(self.game).choose(view, view.legal, Rng("simple player"))
        return self.game.actions.texts[choice]

    # What is possible

    @property
    def to_act(self) -> Value:
        """The seats the game waits for."""
        return self.game.to_act(self.state)

    @property
    def may_act(self) -> Value:
        """The seats that may do something."""
        return self.game.may_act(self.state)

    @property
    def actor(self) -> int:
        """The first seat the game waits for; NOBODY when it is over."""
        waiting = self.game.to_act(self.state)
        return waiting[0] if waiting else NOBODY

    def legal(self, seat: int | None = None, start: str = "") -> list[str]:
        """Everything a seat may do, or all of it that starts with a word."""
        every = [self.game.actions.texts[action] for action in self.game.legal(self.state, self._seat(seat))]
        return [text for text in every if text.startswith(start)]

    def may(self, *actions: str, seat: int | None = None) -> None:
        """Check that each of these actions is possible."""
        for text in actions:
            assert text in self.legal(seat)

    def may_not(self, *actions: str, because: str = "", seat: int | None = None) -> None:
        """Check that each of these actions is refused with a sentence that says why, and changes nothing."""
        before, happened = self.position, len(self._events)
        for text in actions:
            with pytest.raises(parlour.IllegalAction) as refusal:
                self.do(text, seat=seat)
            assert because in str(refusal.value)
            assert (self.position, len(self._events)) == (before, happened)

    def why_not(self, action: str, seat: int | None = None) -> str:
        """The whole sentence that refuses an action."""
        return self.game.why_not(self.state, self._seat(seat), self.game.actions.id_of(action))

    # The position

    @property
    def position(self) -> dict[str, object]:
        """The whole truth as plain data."""
        if self._position is None:
            self._position = self.game.dump(self.state)
        return self._position

    def __getitem__(self, path: Step | tuple[Step, ...]) -> Value:
        """A part of the position: `table["turn"]`, `table["players", 0, "hand"]`, `table["cards", 2:4]`."""
        return at(self.position, *(path if isinstance(path, tuple) else (path,)))

    def cards(self, *path: Step) -> list[str]:
        """A part of the position that is a list of cards."""
        return texts(at(self.position, *path))

    def each(self, entry: str) -> Value:
        """An entry of every player."""
        return [self["players", seat, entry] for seat in range(self.game.seats)]

    def over(self) -> bool:
        """Has the game ended?"""
        return self.game.outcome(self.state) is not None

    @property
    def result(self) -> Outcome:
        """How the game ended; it must be over."""
        outcome = self.game.outcome(self.state)
        assert outcome is not None, "the game is not over"
        return outcome

    # What happened

    def events(self, kind: str = "", seat: int | None = None) -> list[Event]:
        """Everything that happened, or all of a kind; `seat` (NOBODY: a spectator) leaves what that seat may know."""
        found = [event for event in self._events if kind in ("", event.kind)]
        return found if seat is None else [redact(event, None if seat == NOBODY else seat) for event in found]

    @property
    def happened(self) -> list[str]:
        """The kinds of events of the last `do`."""
        return [event.kind for event in self.last]

    def told(self, seat: int = NOBODY, names: Sequence[str] | None = None, last: bool = False) -> list[str]:
        """The log as a seat may know it, of the whole game or of the last `do`."""
        viewer = None if seat == NOBODY else seat
        events = self.last if last else self._events
        lines = [self.game.tell(redact(event, viewer), list(names or self.names)) for event in events]
        return [line for line in lines if line]

    # What a seat may know

    def view(self, seat: int = NOBODY) -> View:
        """What a seat may know."""
        return self.game.view(self.state, seat)

    def facts(self, seat: int = NOBODY) -> dict[str, object]:
        """What a seat may know as plain data."""
        return self.view(seat).facts()

    def sees(self, seat: int, *path: Step) -> Value:
        """A part of what a seat may know: `table.sees(1, "players", 0, "hand")`."""
        return at(self.facts(seat), *path)

    def worlds(self, seat: int, count: int) -> Iterator[Scenario]:
        """Positions that a seat considers possible."""
        view, rng = self.view(seat), Rng("worlds", seat)
        for _ in range(count):
            yield self._of(self.game, self.game.determinise(view, rng), self.names, [])

    # What a seat is shown

    def scene(self, seat: int = NOBODY, names: Sequence[str] | None = None) -> Scene:
        """What a seat's client draws."""
        return self.game.scene(self.view(seat), list(names or self.names))

    def shown(self, seat: int, zone: str) -> list[str | None]:
        """The cards a seat sees in a zone; None is a card that lies face down."""
        return [piece.type for piece in self.scene(seat).pieces if piece.zone == zone]

    def prompt(self, seat: int | None = None) -> Prompt:
        """What a seat is asked; there must be something."""
        prompt = self.scene(self._seat(seat)).prompt
        assert prompt is not None, "this seat is asked nothing"
        return prompt

    def choices(self, seat: int | None = None) -> dict[str, Choice]:
        """What a seat is offered, by the text of the action."""
        return {choice.text: choice for choice in self.prompt(seat).choices}


def card_keys(game: AnyGame) -> Sequence[str]:
    """The keys of a game's cards, in the order of their numbers."""
    return texts(getattr(game, "keys", ()))


def simple_player_wins(slug: str, seats: int, games: int, preset: str | None = None) -> int:
    """How many games the simple player wins against random ones, sitting on each seat in turn."""
    game = parlour.game(slug, seats, preset)
    bot = NormalBot(game)
    wins = 0
    for number in range(games):
        match, rng = parlour.Match(game, number), Rng("simple player", slug, number)
        hero = number % seats
        while match.to_act:
            seat = match.to_act[0]
            legal = match.legal(seat)
            simple = seat == hero
            match.play(seat, bot.choose(match.view(seat), legal, rng) if simple else legal[rng.below(len(legal))])
        assert match.outcome is not None
        wins += hero in match.outcome.winners
    return wins


def games_won(game: Game[S, V], policy: Policy[S], others: Policy[S], games: int) -> float:
    """How many games a player who follows a policy wins against others who follow another, on each seat in turn."""
    moves, won = Moves(len(game.actions)), 0.0
    for number in range(games):
        place, luck = number % game.seats, Sampled(Rng("deal", number // game.seats))
        state, rng = game.new(luck), Rng("ties", number)
        while (seat := game.actor(state)) != NOBODY:
            moves.count = 0
            game.list_legal(state, seat, moves)
            (policy if seat == place else others).rate(state, seat, moves)
            game.perform(state, seat, favourite(moves, rng), luck, None)
        outcome = game.outcome(state)
        assert outcome is not None
        won += (outcome.ranks[place] == 1) / outcome.ranks.count(1)
    return won
