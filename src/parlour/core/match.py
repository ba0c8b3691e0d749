"""One game being played: the truth, the record, and what each seat may see of it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from parlour.core.actions import Action
from parlour.core.append_log import AppendLog
from parlour.core.chance import LUCK, Chance, Scripted, Seeded
from parlour.core.errors import BadRecord, IllegalAction, ParlourError
from parlour.core.events import Event, redact
from parlour.core.game import NOBODY, Game, State, View
from parlour.core.outcome import Outcome
from parlour.core.record import NO_LUCK, Entry, Record, digest
from parlour.core.scene import Scene
from parlour.core.seat_record import Happened, seat_record

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay")

OpenGame = Callable[[Record], Game[State, View]]
"""Finds the game a record was played with; `parlour.open_game` is one."""


class Match(Generic[S, V]):
    """A table in play.

    `play` is the only way forward: it checks the action, carries it out, and records it with its luck. The same game,
    seed and actions give the same record, byte for byte.
    """

    def __init__(
        self,
        game: Game[S, V],
        seed: int | str | None = None,
        names: Sequence[str] | None = None,
        teams: Sequence[Sequence[str]] = (),
        start: Mapping[str, object] | None = None,
        luck: int = LUCK,
    ) -> None:
        self.game = game
        self.seed = str(secrets.randbits(64) if seed is None else seed)
        self.names = list(NAMES[: game.seats] if names is None else names)
        if len(self.names) != game.seats or len(set(self.names)) != game.seats:
            raise ParlourError(f"{game.title} with {game.seats} seats needs {game.seats} different names.")
        if teams and len(teams) != game.seats:
            raise ParlourError(f"{game.title} with {game.seats} seats needs the members of {game.seats} teams.")
        self._events: AppendLog[Event] | None = AppendLog()
        self._ends: AppendLog[int] = AppendLog()  # the number of events after the deal and after each decision
        self.record = _header(game, self.seed, self.names, teams, start)
        self.record.luck = luck
        if start is None:
            dealt = Seeded(self.seed, 0, luck)
            self._state = game.new(dealt, self.events.append)
            self.record.deal = dealt.outcomes
        else:
            self._state = game.load(start)
        self._seal()

    # Playing

    def play(self, seat: int, action: int | str | Action) -> list[Event]:
        """Play an action given as text, as a value or by number; returns the events, secrets included."""
        number = self._number(seat, action)
        luck = self._luck()
        fresh = self._perform(seat, number, luck)
        self.record.entries.append(Entry(seat, number, self.game.actions.texts[number], luck.outcomes or NO_LUCK))
        self._seal()
        return fresh

    def _luck(self) -> Seeded:
        """The luck of the next decision."""
        return Seeded(self.seed, len(self.record.entries) + 1, self.record.luck)

    def fork(self) -> Match[S, V]:
        """An independent copy of the match."""
        other: Match[S, V] = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._state, other._scenes = self.game.clone(self._state), {}
        other._events = None if self._events is None else self._events.copy()
        other._ends = self._ends.copy()
        other.record = self.record.fork()
        return other

    def follow(self, entry: Entry) -> list[Event]:
        """Play a recorded action with its recorded luck; BadRecord if it cannot be played."""
        before = self.event_count
        _replay_entry(self, self.decisions + 1, entry)
        self._seal()
        return self.events[before:]

    def _perform(self, seat: int, number: int, luck: Chance) -> list[Event]:
        fresh: list[Event] = []
        self.game.apply(self._state, seat, number, luck, fresh.append)
        for event in fresh:
            self.events.append(event)
        return fresh

    def _number(self, seat: int, action: int | str | Action) -> int:
        try:
            return self.game.actions.id_of(action)
        except IllegalAction as error:
            legal = self.legal(seat)
            if legal:
                some = ", ".join(repr(self.game.actions.texts[number]) for number in legal[:6])
                raise IllegalAction(f"{error} Possible now: {some}{', ...' if len(legal) > 6 else ''}.") from None
            raise

    def _seal(self) -> None:
        self._ends.append(len(self.events))
        self._scenes: dict[int, Scene] = {}  # drawn since the last action
        outcome = self.outcome
        self.record.outcome = outcome.as_json() if outcome else None

    # Looking

    @property
    def events(self) -> AppendLog[Event]:
        """Everything that happened, secrets included."""
        if self._events is None:
            again = deal_again(self.record, self.game)
            for entry in self.record.entries:
                again.follow(entry)
            self._events = again.events
        return self._events

    @property
    def event_count(self) -> int:
        """The number of events."""
        return self._ends[-1]

    def forget_events(self) -> None:
        """Give the memory of the events back; the record is played again when somebody asks for them."""
        self._events = None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats the game waits for; () when it is over."""
        return self.game.to_act(self._state)

    @property
    def may_act(self) -> tuple[int, ...]:
        """The seats that may do something now, out of turn included."""
        return self.game.may_act(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None before."""
        return self.game.outcome(self._state)

    @property
    def decisions(self) -> int:
        """How many actions were played."""
        return len(self.record.entries)

    def legal(self, seat: int) -> list[int]:
        """A seat's legal actions by number."""
        return self.game.legal(self._state, seat) if 0 <= seat < self.game.seats else []

    def why_not(self, seat: int, action: int) -> str:
        """One sentence on why a seat cannot do something now."""
        return self.game.why_not(self._state, seat, action)

    def view(self, seat: int = NOBODY) -> V:
        """What a seat may know."""
        view = self.game.view(self._state, seat)
        if self.game.replays_worlds() and self.record.start is None:
            view.witnessed = seat_record(seat, self._steps())
        return view

    def _steps(self) -> Iterator[Happened]:
        """The deal and each decision with its events, secrets included."""
        before = 0
        for number, end in enumerate(self._ends):
            entry = self.record.entries[number - 1] if number else None
            yield entry.seat if entry else NOBODY, entry.action if entry else NOBODY, self.events[before:end]
            before = end

    def seen_by(self, seat: int = NOBODY, since: int = 0, until: int | None = None) -> list[Event]:
        """The events from number `since` on, and before number `until`, as a seat may know them."""
        return [redact(event, None if seat == NOBODY else seat) for event in self.events[since:until]]

    def log(self, seat: int = NOBODY, since: int = 0) -> list[str]:
        """The log so far, as a seat may know it."""
        told = (self.game.tell(event, self.names) for event in self.seen_by(seat, since))
        return [line for line in told if line]

    def scene(self, seat: int = NOBODY, lines: int = 12) -> Scene:
        """What a seat's client draws, with the last lines of the log."""
        scene = self._scenes.get(seat)
        if scene is None:
            scene = self._scenes[seat] = self.game.scene(self.view(seat), self.names)
        if not lines and not self.record.teams:
            return scene
        return scene.at_table(self.record.teams, self.last_lines(seat, lines))

    def forget_scenes(self) -> None:
        """Give the memory of drawn scenes back; they are drawn again when somebody asks."""
        self._scenes = {}

    def last_lines(self, seat: int, count: int) -> list[str]:
        """The last lines of the log; takes the same time however long the game is."""
        viewer = None if seat == NOBODY else seat
        lines: list[str] = []
        for event in reversed(self.events):
            if len(lines) >= count:
                break
            if line := self.game.tell(redact(event, viewer), self.names):
                lines.append(line)
        return lines[::-1]

    def position(self) -> dict[str, object]:
        """The whole truth as readable data: for the referee, for tests and bug reports."""
        return self.game.dump(self._state)

    def hash(self) -> str:
        """A hash of the whole truth."""
        return digest(self.position())

    # Keeping

    def text(self) -> str:
        """The record so far."""
        self.record.hash = self.hash()
        return self.record.text()

    def save(self, path: Path | str) -> None:
        """Write the record so far to a file."""
        self.record.hash = self.hash()
        self.record.write(Path(path))


def _header(
    game: Game[S, V], seed: str, names: list[str], teams: Sequence[Sequence[str]], start: Mapping[str, object] | None
) -> Record:
    return Record(
        game=game.slug,
        version=game.version,
        seats=game.seats,
        names=names,
        options=dict(game.options),
        deck=None if game.deck.source == "deck.toml" else dict(game.deck.data),
        deck_hash=digest(dict(game.deck.data)),
        seed=seed,
        teams=[list(team) for team in teams],
        start=dict(start) if start is not None else None,
    )


def replay(record: Record, open_game: OpenGame, stop: int | None = None) -> Match[State, View]:
    """Replay a record with its recorded luck, up to `stop` actions; BadRecord where it diverges."""
    for match in walk(record, open_game):
        if match.decisions == stop:
            break
    return match


def walk(record: Record, open_game: OpenGame) -> Iterator[Match[State, View]]:
    """Yield a record's match after the deal and after each action; BadRecord where it diverges."""
    game = open_game(record)
    if record.version not in (game.version, *(game.about.older or ())):
        raise BadRecord(
            f"The record was played by version {record.version} of the rules of {game.title}, "
            f"this is version {game.version}."
        )
    if digest(dict(game.deck.data)) != record.deck_hash:
        raise BadRecord("The record was played with another deck than the one at hand.")
    match = deal_again(record, game)
    for entry in record.entries:
        yield match
        match.follow(entry)
    if match.record.outcome != record.outcome:
        raise BadRecord("The record does not replay: it ends with another outcome.")
    if match.hash() != record.hash:
        raise BadRecord("The record does not replay: it ends in another position.")
    yield match


def deal_again(record: Record, game: Game[S, V]) -> Match[S, V]:
    """A record's match before the first action, whichever version of the rules dealt it."""
    match: Match[S, V] = Match.__new__(Match)
    match.game, match.seed, match.names = game, record.seed or "", list(record.names)
    match._events, match._ends = AppendLog(), AppendLog()
    match.record = _header(game, match.seed, match.names, record.teams, record.start)
    match.record.seed, match.record.luck = record.seed, record.luck
    match.record.version, match.record.options = record.version, dict(record.options)  # it stays what it was
    match.record.players, match.record.fair = list(record.players), record.fair
    match.record.deal = record.deal
    try:
        if record.start is None:
            deal = Scripted(record.deal)
            match._state = game.new(deal, match.events.append)
            if deal.left:
                raise BadRecord("luck is left over after the deal.")
        else:
            match._state = game.load(record.start)
    except ParlourError as error:
        raise BadRecord(f"The record does not replay: {error}") from None
    match._seal()
    return match


def _replay_entry(match: Match[S, V], number: int, entry: Entry) -> None:
    if not 0 <= entry.action < len(match.game.actions) or match.game.actions.texts[entry.action] != entry.text:
        raise BadRecord(
            f"The record does not replay: action {number} is number {entry.action} but reads {entry.text!r}."
        )
    luck = Scripted(entry.luck)
    try:
        match._perform(entry.seat, entry.action, luck)
    except ParlourError as error:
        raise BadRecord(f"The record does not replay at action {number} ({entry.text}): {error}") from None
    if luck.left:
        raise BadRecord(f"The record does not replay: luck is left over after action {number} ({entry.text}).")
    match.record.entries.append(entry)


def check_luck(record: Record, open_game: OpenGame) -> bool:
    """Does all the luck in a record come from its seed? False if it has no seed."""
    if record.seed is None:
        return False
    match = Match(open_game(record), record.seed, record.names, record.teams, record.start, record.luck)
    if match.record.deal != record.deal:
        return False
    for entry in record.entries:
        try:
            match.play(entry.seat, entry.action)
        except IllegalAction:
            return False
        if match.record.entries[-1].luck != entry.luck:
            return False
    return True
