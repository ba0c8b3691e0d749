"""A table as the fold of its log. Pure: it reads no clock, socket, database or random source."""

import hashlib
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from parlour.core.append_log import AppendLog
from parlour.core.fair_deal import FairDeal, seal_of
from parlour.core.game import State, View
from parlour.core.lesson import Lesson, read_lesson
from parlour.core.lesson import Step as LessonStep
from parlour.core.match import Match, deal_again
from parlour.core.options import Value
from parlour.core.record import NO_LUCK, Entry, Record
from parlour.core.take_back import one_back
from parlour.games import AnyGame, find
from parlour.server.log import entries
from parlour.server.log.entries import LogEntry, Place
from parlour.server.protocol.messages import ChatLine, Status, TableSettings
from parlour.server.store.types import Row

AnyMatch = Match[State, View]

CHAT_KEPT = 60
"""Chat lines kept and shown."""


class Moment(msgspec.Struct, frozen=True, gc=False):
    """One row of the log as the table keeps it: its range of game events, or its sentence."""

    seq: int
    at: float
    first_event: int
    after_event: int
    kind: str
    say: str = ""
    seat: int | None = None
    in_story: bool = False
    """Does the sentence belong to the game's log?"""
    undone: bool = False
    """Is it an action that was taken back?"""
    once: str | None = None
    """The key of something to be done only once, chosen by the client."""


def seed_hash(seed: str) -> str:
    """The commitment to a seed, shown before the game; the seed is revealed after it and can be checked."""
    return hashlib.sha256(seed.encode()).hexdigest()


def rules_of(slug: str, seats: int, options: Mapping[str, Value]) -> AnyGame:
    """A table's game. Games hold no state, so tables with the same game share one instance."""
    return _rules(slug, seats, msgspec.json.encode(options, order="sorted"))


@lru_cache(maxsize=256)
def _rules(slug: str, seats: int, options: bytes) -> AnyGame:
    given: dict[str, Value] = msgspec.json.decode(options)
    return find(slug).open(seats, given)


@lru_cache(maxsize=64)
def lesson_of(slug: str) -> Lesson | None:
    """A game's lesson; None if it has none."""
    text = find(slug).lesson()
    return read_lesson(text) if text else None


class Table:
    """Everything known about one table: people, settings, the match, the chat."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.seq = 0
        self.status: Status = "lobby"
        """The table's status."""
        self.author = ""  # the process that wrote the last row
        self.with_bots = False  # does a bot play any seat?
        self.game = ""
        self.title = ""
        self.host = ""
        self.places: list[Place] = []
        self.options: dict[str, Value] = {}
        self.settings = TableSettings()
        self.match: AnyMatch | None = None
        self.seed_hash = ""
        self.secret = ""
        self.seal = ""
        self.started_at: float | None = None
        self.changed_at = 0.0
        self.created_at = 0.0
        self.standing_in: dict[int, str] = {}  # the level of the bot that plays for a person
        self.acted: frozenset[int] = frozenset()  # seats whose people have chosen something themselves
        self.gone: set[int] = set()  # people who left the game and may come back
        self.muted: set[int] = set()
        self.watchers_muted = False
        self.sent_away: frozenset[str] = frozenset()  # players whom the host sent away
        self.paused = False
        self.closed = ""
        self.frozen = ""
        self.rematch = ""
        self.before = ""
        self.lesson: Lesson | None = None
        self.lesson_at = 0  # the step of the lesson that is told now
        self.chat: list[ChatLine] = []
        self.moments: AppendLog[Moment] = AppendLog()
        # Rows by once-key; shared with copies that may never be adopted, so `done_at` checks the row.
        self._done: dict[str, int] = {}
        self.last_other_row = 0  # the last row that was not an action: the last change around the game
        self._prompts: list[int] = []  # for each seat, the number of the change that made its prompt
        self._changes = 0  # actions played and taken back
        self.undone = 0  # actions taken back
        self.undo_asked: int | None = None  # the seat that asks to take back its action
        self.undo_agreed: frozenset[int] = frozenset()
        self.undo_examined: tuple[Entry, bool] | None = None  # `undo` asks once for each action
        self.previous: AnyMatch | None = None  # the match before its last action, if it is still here

    # Asking

    @property
    def exists(self) -> bool:
        """Was this table ever set up?"""
        return self.seq > 0

    def _status(self) -> Status:
        if self.frozen or self.closed:
            return "closed"
        if self.match is None:
            return "lobby"
        if self.match.outcome is not None:
            return "over"
        return "paused" if self.paused else "playing"

    @property
    def finished(self) -> bool:
        """Is the table over or closed? Then nothing is secret any more."""
        return self.match is not None and self.status in ("over", "closed")

    @property
    def lesson_step(self) -> LessonStep | None:
        """The step of the lesson that is told now; None at other tables, and after the last step."""
        lesson = self.lesson
        return lesson.steps[self.lesson_at] if lesson is not None and self.lesson_at < len(lesson.steps) else None

    def rules(self) -> AnyGame:
        """The game with this table's seats and options."""
        return rules_of(self.game, len(self.places), self.options)

    def seat_of(self, player: str) -> int | None:
        """Where a person sits, by the hash of the token."""
        if player:
            for seat, place in enumerate(self.places):
                if place.player == player:
                    return seat
        return None

    def played_by_bot(self, seat: int) -> str:
        """The level of the bot that decides for a seat, "" where a person does."""
        place = self.places[seat]
        return place.level if place.kind == "bot" else self.standing_in.get(seat, "")

    def prompt_of(self, seat: int) -> str | None:
        """The id of what a seat is asked now; None where it has nothing to choose.

        It changes with every action, except for the other seats' actions in a simultaneous choice.
        """
        match = self.match
        if match is None or self.status != "playing" or not match.legal(seat):
            return None
        return f"{seat}.{self._prompts[seat]}"

    @property
    def branch(self) -> str:
        """A name for the course of the game: it changes when an action is taken back."""
        return f"{self.code}.{self.undone}" if self.undone else self.code

    def before_last(self) -> AnyMatch:
        """The match before its last action."""
        assert self.match is not None
        return self.previous or one_back(self.match)

    def bots_to_act(self) -> list[tuple[int, str]]:
        """The seats the game waits for that bots play, with their levels."""
        if self.match is None or self.status != "playing" or self.lesson_step is not None:
            return []
        turns = [(seat, self.played_by_bot(seat)) for seat in self.match.to_act]
        return [(seat, level) for seat, level in turns if level]

    def bots_to_react(self) -> list[tuple[int, str]]:
        """The seats of bots that may act although the game does not wait for them, with their levels."""
        if self.match is None or self.status != "playing" or self.lesson_step is not None:
            return []
        waited = self.match.to_act
        return [
            (seat, level) for seat in self.match.may_act if seat not in waited and (level := self.played_by_bot(seat))
        ]

    def people(self) -> list[int]:
        """The seats of people who did not leave."""
        return [n for n, place in enumerate(self.places) if place.kind == "person" and n not in self.gone]

    def people_after(self, seat: int) -> list[int]:
        """The seats of people who did not leave, around the table from the one after `seat`."""
        return sorted(self.people(), key=lambda other: (other - seat - 1) % len(self.places))

    def done_at(self, once: str) -> int | None:
        """The update in which a once-only request was done; None if it was not."""
        seq = self._done.get(once)
        return seq if seq is not None and seq <= self.seq and self.moments[seq - 1].once == once else None

    # Adding up

    def after(self, row: Row, entry: LogEntry | None = None, played: AnyMatch | None = None) -> "Table":
        """The next table, with this row added; this one is unchanged.

        The process that decided has the row's entry, and the match in which its action is played already.
        """
        table = Table.__new__(Table)
        table.__dict__.update(self.__dict__)
        if self.match and row.kind == "acted" and played is None:
            table.match = self.match.fork()
        if self.match and row.kind == "acted":
            table.previous = self.match
            table.previous.forget_scenes()
        table.moments, table._prompts = self.moments.copy(), self._prompts.copy()
        if row.kind != "acted":
            table.places, table.standing_in = self.places.copy(), self.standing_in.copy()
            table.gone, table.muted = self.gone.copy(), self.muted.copy()
        table.fold(row, entry, played)
        return table

    def fold(self, row: Row, entry: LogEntry | None = None, played: AnyMatch | None = None) -> None:
        """Add the next row of the log. A game that cannot continue freezes the table instead of failing."""
        if row.seq <= self.seq:
            raise ValueError(f"row {row.seq} of table {self.code} cannot follow row {self.seq}")
        while self.seq < row.seq - 1:
            self._miss_a_row()
        events = self.match.event_count if self.match else 0
        try:
            added = entries.decode_entry(row.kind, row.data) if entry is None else entry
            say, seat, in_story = self._add(added, row.at, row.seq, played)
        except Exception as error:
            # A row of a version of Parlour or of rules that this one cannot read, or a damaged one.
            self.frozen = self.frozen or f"This version of Parlour cannot continue this table. {entries.why_not(error)}"
            say, seat, in_story = "", None, False
        after = self.match.event_count if self.match else 0
        self.moments.append(Moment(row.seq, row.at, events, after, row.kind, say, seat, in_story, once=row.once))
        self.seq, self.changed_at, self.author = row.seq, row.at, row.author
        self.status = self._status()
        if row.kind != "acted":
            self.last_other_row = row.seq
            self.with_bots = bool(self.standing_in) or any(place.kind == "bot" for place in self.places)
        if row.once:
            self._done[row.once] = row.seq

    def _miss_a_row(self) -> None:
        """Count a row that is not there; without it the table cannot go on."""
        self.seq += 1
        self.frozen = self.frozen or f"This table cannot continue: row {self.seq} of its log is missing."
        events = self.match.event_count if self.match else 0
        self.moments.append(Moment(self.seq, self.changed_at, events, events, "missing"))

    def _add(self, entry: LogEntry, at: float, seq: int, played: AnyMatch | None) -> tuple[str, int | None, bool]:
        """Fold in an entry; returns its sentence, its seat, and whether it belongs to the game's log."""
        match entry:
            case entries.Created():
                return self._created(entry, at)
            case entries.Acted(seat=seat):
                self._acted(entry, played)
                return "", seat, True
            case entries.Started():
                self._started(entry, at)
                return "The game begins.", None, True
            case entries.Joined(seat=seat, name=name):
                self.places[seat] = Place("person", name, entry.player, members=entry.members)
                return f"{name} sits down.", seat, False
            case entries.Shared(seat=seat, share=share):
                self.places[seat] = msgspec.structs.replace(self.places[seat], share=share)
                return "", seat, False
            case entries.Left(seat=seat):
                return self._left(entry), seat, self.match is not None
            case entries.BotSat(seat=seat, level=level, name=name):
                was = self.places[seat]
                self.places[seat] = Place("bot", name, level=level)
                same = was.kind == "bot" and was.name == name
                return (f"{name} plays {level} now." if same else f"{name}, {_a(level)} bot, sits down."), seat, False
            case entries.BotLeft(seat=seat):
                name, self.places[seat] = self.places[seat].name, Place()
                return f"{name} gets up.", seat, False
            case entries.Changed():
                self.places, self.options, self.settings = list(entry.places), entry.options, entry.house
                return "The host changed the table's settings.", None, False
            case entries.Renamed(seat=seat, name=name):
                old = self.places[seat].name
                self.places[seat] = msgspec.structs.replace(self.places[seat], name=name, members=entry.members)
                return (f"{old} is now called {name}." if old != name else f"{name} changed the team."), seat, False
            case entries.Said(seat=seat, name=name, text=text):
                self.chat = [*self.chat, ChatLine(seq, name, text, at, seat)][-CHAT_KEPT:]
                return f"{name}: {text}", seat, False
            case _:
                return self._added_in_game(entry)

    def _added_in_game(self, entry: LogEntry) -> tuple[str, int | None, bool]:
        match entry:
            case entries.TakenOver(seat=seat, level=level):
                self.standing_in[seat] = level
                return f"A bot plays for {self.places[seat].name} now.", seat, True
            case entries.CameBack(seat=seat):
                self.standing_in.pop(seat, None)
                self.gone.discard(seat)
                return f"{self.places[seat].name} is back.", seat, True
            case entries.Muted(seat=None, on=on):
                self.watchers_muted = on
                return f"The host {'muted' if on else 'unmuted'} those who watch.", None, False
            case entries.Muted(seat=int() as seat, on=on):
                (self.muted.add if on else self.muted.discard)(seat)
                return f"The host {'muted' if on else 'unmuted'} {self.places[seat].name}.", seat, False
            case entries.Paused(on=on):
                self.paused = on
                return ("The host paused the game." if on else "The game continues."), None, True
            case entries.HostChanged(seat=seat):
                self.host = self.places[seat].player
                return f"{self.places[seat].name} looks after the table now.", seat, False
            case entries.UndoAsked(seat=seat):
                self.undo_asked, self.undo_agreed = seat, frozenset()
                return f"{self.places[seat].name} asks to take back the last action.", seat, True
            case entries.UndoAnswered(seat=seat, agrees=agrees):
                self.undo_agreed |= {seat}
                self.undo_asked = self.undo_asked if agrees else None
                return f"{self.places[seat].name} {'agrees' if agrees else 'does not agree'}.", seat, True
            case entries.Undone(seat=seat):
                self._take_back()
                return f"{self.places[seat].name} takes back the last action.", seat, True
            case entries.WentOn():
                self.lesson_at += 1
                return "", None, False
            case entries.Rematched(code=code):
                self.rematch = code
                return "The players continue at a new table.", None, False
            case entries.Closed(why=why):
                self.closed = why
                return why, None, True
        raise KeyError(type(entry).__name__)

    def _created(self, entry: entries.Created, at: float) -> tuple[str, int | None, bool]:
        self.game, self.host = entry.game, entry.host
        self.places, self.settings = list(entry.places), entry.house
        self.options = dict(entry.options)
        self.before = entry.before
        self.lesson = lesson_of(entry.game) if entry.lesson else None
        self.secret, self.seal = entry.secret, seal_of(entry.secret) if entry.secret else ""
        self.created_at = at
        self.title = self.game
        about = find(self.game).about
        self.title = about.title
        self.options = {**about.meant(entry.version), **entry.options}
        return "The table is set up.", None, False

    def _started(self, entry: entries.Started, at: float) -> None:
        self.places = list(entry.places)
        self.started_at = at
        self.seed_hash = seed_hash(entry.seed)
        self._prompts = [0] * len(self.places)
        teams = [place.members or [place.name] for place in self.places]
        record = Record(
            game=self.game,
            version=entry.version,
            seats=len(self.places),
            names=[place.name for place in self.places],
            options=dict(self.rules().options),
            deck=None,
            deck_hash="",
            seed=entry.seed,
            teams=teams if any(place.members for place in self.places) else [],
            players=[place.level if place.kind == "bot" else "person" for place in self.places],
            deal=entry.deal,
            luck=entry.luck,
            start=entry.start,
        )
        if entry.shares:
            record.fair = FairDeal(self.secret, self.seal, entry.shares)
        self.match = deal_again(record, self.rules())

    def _acted(self, entry: entries.Acted, played: AnyMatch | None) -> None:
        match = self.match
        if match is None or self.frozen:
            return
        before = match.to_act
        if played is None:
            match.follow(Entry(entry.seat, entry.action, entry.text, entry.luck or NO_LUCK))
        else:
            self.match = match = played
        if self.lesson_step is not None:
            self.lesson_at += 1
        if not entry.bot and entry.seat not in self.acted:
            self.acted |= {entry.seat}
        self._changes += 1
        self.undo_asked = None
        still = set(match.to_act)
        others = {seat for seat in before if seat != entry.seat}
        together = len(before) > 1 and others <= still <= set(before)
        for seat in range(len(self._prompts)):
            if not (together and seat in others):
                self._prompts[seat] = self._changes

    def _take_back(self) -> None:
        """The match before its last action, and a log without what that action did."""
        self.match, self.previous = self.before_last(), None
        self._changes += 1
        self.undone += 1
        self.undo_asked = None
        self._prompts = [self._changes] * len(self.places)
        moments = list(self.moments)
        last = max(place for place, moment in enumerate(moments) if moment.kind == "acted" and not moment.undone)
        moments[last] = msgspec.structs.replace(moments[last], after_event=moments[last].first_event, undone=True)
        self.moments = AppendLog(moments)

    def _left(self, entry: entries.Left) -> str:
        seat = entry.seat
        place = self.places[seat]
        self.muted.discard(seat)
        if entry.kicked:
            self.sent_away |= {place.player}
        if self.match is None:
            self.places[seat] = Place()
        elif entry.kicked:
            self.places[seat] = Place("bot", place.name, level=entry.level)
            self.standing_in.pop(seat, None)
        else:
            self.gone.add(seat)
            self.standing_in[seat] = entry.level
        if place.player == self.host:
            self._next_host(seat)
        instead = "; a bot plays on" if self.match is not None else ""
        return f"{place.name} {'had to leave' if entry.kicked else 'left'}{instead}."

    def _next_host(self, seat: int) -> None:
        """The next person around the table becomes host; without one the host stays."""
        after = self.people_after(seat)
        if after:
            self.host = self.places[after[0]].player


def _a(word: str) -> str:
    return f"an {word}" if word[:1] in "aeiou" else f"a {word}"
