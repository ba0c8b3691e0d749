"""A moment of a game as OpenSpiel walks through it: never changed, so that copies cost nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from parlour.core.events import Event, redact
from parlour.core.game import NOBODY, State, View
from parlour.core.record import canonical
from parlour.core.rng import Rng
from parlour.core.seat_record import Happened, seat_record
from parlour.envs.luck import Answered, Question
from parlour.games import AnyGame, find

Told = tuple[int, int] | Event
"""An action with its seat, which that seat remembers, or an event, which is redacted for each seat."""


class History:
    """All that has happened, as a linked list that later histories share. It may begin with what each seat knew."""

    __slots__ = ("cache", "earlier", "known", "news")

    def __init__(self, news: Sequence[Told], earlier: History | None = None, known: tuple[str, ...] = ()) -> None:
        self.news, self.earlier, self.known = news, earlier, known
        self.cache: dict[int, str] = {}

    def as_told(self, game: AnyGame, seat: int) -> str:
        """What a seat has been told and has done, one line for each thing."""
        chain: list[History] = []
        history: History | None = self
        text = ""
        while history is not None:
            if seat in history.cache:
                text = history.cache[seat]
                break
            chain.append(history)
            if history.known:
                text = history.known[seat]
            history = history.earlier
        for history in reversed(chain):
            text += "".join(_line(game, told, seat) for told in history.news)
            history.cache[seat] = text
        return text

    def whole(self) -> list[Told]:
        """Everything since the beginning, in order."""
        chain: list[History] = []
        history: History | None = self
        while history is not None:
            chain.append(history)
            history = history.earlier
        return [told for history in reversed(chain) for told in history.news]

    def steps(self) -> list[Happened]:
        """The deal and each decision with its events."""
        steps: list[tuple[int, int, list[Event]]] = [(NOBODY, NOBODY, [])]
        for told in self.whole():
            if isinstance(told, tuple):
                steps.append((*told, []))
            else:
                steps[-1][2].append(told)
        return [*steps]

    def roots(self) -> tuple[str, ...]:
        """What each seat knew at the beginning of the history."""
        history = self
        while history.earlier is not None:
            history = history.earlier
        return history.known


def _line(game: AnyGame, told: Told, seat: int) -> str:
    if isinstance(told, tuple):
        return f"you {game.actions.texts[told[1]]}\n" if told[0] == seat else ""
    return canonical(redact(told, seat).as_json()) + "\n"


class Position:
    """A table, the action being carried out if its luck is still open, and the luck so far.

    `table` is None until the deal is done. `actor` is who is to act; NOBODY while luck is open and when the game is
    over.
    """

    __slots__ = ("actor", "answers", "game", "history", "pending", "question", "table")

    def __init__(
        self,
        game: AnyGame,
        table: State | None,
        history: History,
        pending: tuple[int, int] | None = None,
        answers: tuple[int, ...] = (),
        question: Question | None = None,
    ) -> None:
        self.game, self.table, self.history = game, table, history
        self.pending, self.answers, self.question = pending, answers, question
        self.actor: int = NOBODY if question is not None or table is None else game.actor(table)

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def act(self, action: int) -> Position:
        """The position after an action, or as far into it as its luck is known."""
        return _carry_out(self.game, self.table, self.history, (self.actor, action), ())

    def answer(self, outcome: int) -> Position:
        """The position after one more piece of luck."""
        question, answers = self.question, (*self.answers, outcome)
        assert question is not None
        following = question.next(outcome)
        if following is not None:
            # Only a settled shuffle tells the rules something new.
            return Position(self.game, self.table, self.history, self.pending, answers, following)
        return _carry_out(self.game, self.table, self.history, self.pending, answers)

    def imagine(self, seat: int, rng: Rng) -> Position:
        """The same moment in a random world that fits what a seat knows.

        The seat's history is unchanged. What the others were told is not known in an imagined world, so theirs begins
        with what they would see there now.
        """
        assert self.table is not None
        view = self.game.view(self.table, seat)
        if self.game.replays_worlds() and not self.history.roots():
            view.witnessed = seat_record(seat, self.history.steps())
        world = self.game.determinise(view, rng)
        known = [canonical(self.game.view(world, other).facts()) + "\n" for other in range(self.game.seats)]
        known[seat] = self.history.as_told(self.game, seat)
        return Position(self.game, world, History((), None, tuple(known)))

    def view(self, seat: int) -> View | None:
        """What a seat may know, None before the deal is done."""
        return None if self.table is None else self.game.view(self.table, seat)

    def __str__(self) -> str:
        luck = "" if self.question is None else f" {self.question.why} {self.pending} {list(self.answers)}"
        return ("dealing" if self.table is None else canonical(self.game.dump(self.table))) + luck

    def __reduce__(self) -> tuple[object, ...]:
        game = self.game
        deck = None if game.deck.source == "deck.toml" else dict(game.deck.data)
        table = None if self.table is None else json.dumps(game.dump(self.table))
        rules = (game.slug, game.seats, dict(game.options), deck)
        return _restore, (rules, table, self.history.roots(), self.history.whole(), self.pending, self.answers)


def start(game: AnyGame) -> Position:
    """A game before its deal."""
    return _carry_out(game, None, History(()), None, ())


def _carry_out(
    game: AnyGame, table: State | None, history: History, pending: tuple[int, int] | None, answers: tuple[int, ...]
) -> Position:
    news: list[Told] = []
    luck = Answered(answers)
    try:
        if table is None:
            after = game.new(luck, news.append)
        else:
            assert pending is not None
            news.append(pending)
            after = game.clone(table)
            game.apply(after, *pending, luck, news.append)
    except Question as question:
        return Position(game, table, history, pending, answers, question)
    return Position(game, after, History(news, history))


def _restore(
    rules: tuple[str, int, Mapping[str, object], Mapping[str, object] | None],
    dumped: str | None,
    known: tuple[str, ...],
    whole: list[Told],
    pending: tuple[int, int] | None,
    answers: tuple[int, ...],
) -> Position:
    from parlour.core.cards import deck_from_data

    slug, seats, options, data = rules
    deck = None if data is None else deck_from_data(data, "the deck of a saved position")
    game = find(slug).open(seats, options, deck)
    table = None if dumped is None else game.load(json.loads(dumped))
    history = History(whole, None, known)
    if table is not None and pending is None:
        return Position(game, table, history)
    return _carry_out(game, table, history, pending, answers)
