"""What each viewer sees of a table: complete views, the events that led to them, the log. Nothing is filtered out
afterwards: the game's own view of that seat is all that goes in.
"""

from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from msgspec import UNSET

from parlour.core.events import Event, moves_of, redact
from parlour.core.game import NOBODY, State, View
from parlour.core.lesson import LEARNER
from parlour.core.match import Match
from parlour.core.scene import Piece, Player, Scene, Zone
from parlour.server.log.table import Moment, Table
from parlour.server.log.undo import undo_for
from parlour.server.protocol.guidance import LessonInfo, UndoInfo
from parlour.server.protocol.messages import (
    ChatLine,
    Fact,
    Kept,
    Log,
    LogLine,
    LogStep,
    SceneStep,
    SeatInfo,
    Snapshot,
    Step,
    TableEvent,
    TableInfo,
    You,
)

AnyMatch = Match[State, View]
Part = TypeVar("Part", Player, Zone, Piece)

TAIL = 40
"""Log lines sent with every snapshot; older ones are fetched on request."""
AHEAD = 4
"""How far to look ahead for an unchanged item before an item counts as new."""
CATCH_UP = 50
"""A client that missed more updates than this gets a snapshot without events."""


class Viewer(NamedTuple):
    """Who is looking: a seat or NOBODY, and whether as host. Equal viewers get the same bytes."""

    seat: int = NOBODY
    host: bool = False


@dataclass
class PresenceState:
    """Who is connected now; never stored."""

    here: list[bool] = field(default_factory=list)
    away_since: list[float | None] = field(default_factory=list)
    watching: int = 0


class Sent(NamedTuple):
    """What a viewer's clients already have, so that a step can leave it out."""

    seq: int
    undone: int
    """Actions taken back so far. Another one rewrites the log, so that a step cannot continue it."""
    table: TableInfo
    you: You
    chat: list[ChatLine]
    lines: int
    scene: Scene | None
    """None before there is one."""
    lesson: LessonInfo | None = None
    undo: UndoInfo | None = None


class Story:
    """A viewer's log so far: how many moments it tells, how many lines that were, and the last of them."""

    def __init__(self) -> None:
        self.moments = 0
        self.total = 0
        self.tail: list[LogLine] = []


class Projection:
    """Projects a table for its viewers; keeps the end of each viewer's log, and what is told of the last moment."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._info: tuple[int, str, PresenceState, TableInfo] | None = None
        self._stories: dict[int, Story] = {}
        self._undone = 0  # the actions taken back when these were written
        self._moment = 0  # the moment that the following are of
        self._latest: dict[int, list[TableEvent]] = {}
        self._public: dict[int, TableEvent] = {}
        self._lines: dict[int, LogLine] = {}

    def viewer(self, player: str) -> Viewer:
        """The viewer a player is at this table."""
        seat = self.table.seat_of(player)
        return Viewer(NOBODY if seat is None else seat, bool(player) and player == self.table.host)

    def view(self, viewer: Viewer, presence: PresenceState) -> Snapshot:
        """Everything this viewer sees now."""
        table = self.table
        match = table.match
        story = self._story(viewer.seat)
        acting = viewer.seat != NOBODY and not table.played_by_bot(viewer.seat)
        return Snapshot(
            table=self.info(presence),
            you=self.you(viewer),
            scene=None if match is None or table.frozen else match.scene(viewer.seat, lines=0),
            prompt=table.prompt_of(viewer.seat) if acting else None,
            log=Log(story.total, story.tail[-TAIL:]),
            chat=table.chat,
            lesson=self.lesson(match),
            undo=undo_for(table, viewer.seat) if acting else None,
        )

    def sent(self, view: Snapshot) -> Sent:
        """What a client has after it was sent this view."""
        seq, undone = self.table.seq, self.table.undone
        return Sent(seq, undone, view.table, view.you, view.chat, view.log.total, view.scene, view.lesson, view.undo)

    def step(self, viewer: Viewer, presence: PresenceState, sent: Sent) -> tuple[Step, Sent] | None:
        """The change since what this viewer was sent, and what it has then; None if a snapshot is needed."""
        table = self.table
        before = sent.scene
        if before is None or table.match is None or table.frozen or sent.seq != table.seq - 1:
            return None
        if sent.undone != table.undone:
            return None
        scene = table.match.scene(viewer.seat, lines=0)
        story = self._story(viewer.seat)
        acting = viewer.seat != NOBODY and not table.played_by_bot(viewer.seat)
        you = self.you(viewer)
        lesson, undo = self.lesson(table.match), undo_for(table, viewer.seat, search=False) if acting else None
        now = Sent(table.seq, table.undone, self.info(presence), you, table.chat, story.total, scene, lesson, undo)
        step = Step(
            table.seq,
            self.events(viewer.seat, sent.seq),
            SceneStep(
                scene.phase,
                without_kept(before.players, scene.players),
                without_kept(before.zones, scene.zones),
                without_kept(before.pieces, scene.pieces),
                scene.prompt,
                scene.waiting,
                scene.result,
                UNSET if scene.types is before.types or scene.types == before.types else scene.types,
                UNSET if scene.note == before.note else scene.note,
                UNSET if scene.goal == before.goal else scene.goal,
                UNSET if scene.charts == before.charts else scene.charts,
            ),
            table.prompt_of(viewer.seat) if acting and scene.prompt else None,
            LogStep(story.total, story.tail[len(story.tail) - (story.total - sent.lines) :]),
            UNSET if now.table is sent.table or now.table == sent.table else now.table,
            UNSET if you == sent.you else you,
            UNSET if now.chat is sent.chat else now.chat,
            UNSET if lesson == sent.lesson else lesson,
            UNSET if undo is None and sent.undo is None else undo,
        )
        return step, now

    def lesson(self, match: AnyMatch | None) -> LessonInfo | None:
        """Where the lesson is; None at other tables."""
        lesson, at, step = self.table.lesson, self.table.lesson_at, self.table.lesson_step
        if lesson is None or match is None:
            return None
        if step is None:
            return LessonInfo(at + 1, len(lesson.steps), "")
        action = match.game.actions.id_of(step.do) if step.asks else None
        said = lesson.said(at, match.scene(LEARNER, 0).types)
        return LessonInfo(at + 1, len(lesson.steps), said, action)

    def you(self, viewer: Viewer) -> You:
        """Who the viewer is."""
        if viewer.seat == NOBODY:
            return You(None, "host" if viewer.host else "watcher")
        name, acted = self.table.places[viewer.seat].name, viewer.seat in self.table.acted
        return You(viewer.seat, "host" if viewer.host else "player", name, acted)

    def info(self, presence: PresenceState) -> TableInfo:
        """The table itself, the same for all who look at it."""
        last_other_row, status, known = self.table.last_other_row, self.table.status, self._info
        if known is None or known[0] != last_other_row or known[1] != status or known[2] is not presence:
            known = self._info = (last_other_row, status, presence, self._make_info(presence))
        return known[3]

    def _make_info(self, presence: PresenceState) -> TableInfo:
        table = self.table
        match = table.match
        game = match.game if match else None if table.frozen else table.rules()
        options = game.options if game else {}
        defaults = {option.name: option.default for option in game.about.options} if game else {}
        host = table.seat_of(table.host)
        # Another version of Parlour may continue a table that this one cannot: its seed stays secret.
        shows_luck = match is not None and table.finished and not table.frozen
        return TableInfo(
            code=table.code,
            game=table.game,
            title=table.title,
            status=table.status,
            seats=[self._seat(seat, presence) for seat in range(len(table.places))],
            host=host,
            options=options,
            changed=[name for name, value in options.items() if value != defaults.get(name)],
            house=table.settings,
            seal=table.seal,
            secret=table.secret if shows_luck else "",
            seed_hash=table.seed_hash,
            seed=match.seed if match and shows_luck else "",
            rematch=table.rematch,
            watching=presence.watching,
            started_at=table.started_at,
            note=table.frozen or table.closed,
            watchers_muted=table.watchers_muted,
        )

    def _seat(self, seat: int, presence: PresenceState) -> SeatInfo:
        table = self.table
        place = table.places[seat]
        person = place.kind == "person"
        return SeatInfo(
            seat=seat,
            kind=place.kind,
            name=place.name,
            level=table.played_by_bot(seat),
            members=place.members,
            here=person and seat < len(presence.here) and presence.here[seat],
            away_since=presence.away_since[seat] if person and seat < len(presence.away_since) else None,
            bot_plays=seat in table.standing_in,
            muted=seat in table.muted,
            share=self._share(seat),
        )

    def _share(self, seat: int) -> str:
        """A seat's part of the seed: as it was sent, or since the start as it was used."""
        match = self.table.match
        fair = match.record.fair if match else None
        return fair.shares[seat] if fair else self.table.places[seat].share

    def can_catch_up(self, have: int) -> bool:
        """Is update `have` outdated, but recent enough to send the events since?"""
        return self.table.seq - CATCH_UP <= have < self.table.seq

    def events(self, seat: int, have: int) -> list[TableEvent]:
        """What happened after update `have`, as a seat may know it; empty if that is too long ago."""
        if not self.can_catch_up(have):
            return []
        self._forget_undone()
        if have == self.table.seq - 1:
            return self._events(self.table.moments[-1], seat)
        return [event for moment in self.table.moments[have:] for event in self._events(moment, seat)]

    def log_lines(self, seat: int) -> list[LogLine]:
        """Every sentence of the game this seat may know; told again, because only the end is kept."""
        self._forget_undone()
        lines: list[LogLine] = []
        for moment in self.table.moments:
            self._add_lines(moment, seat, len(lines), lines)
        return lines

    def _story(self, seat: int) -> Story:
        """The viewer's log up to now; its tail has at least the lines of the last moment."""
        self._forget_undone()
        story = self._stories.get(seat)
        if story is None:
            story = self._stories[seat] = Story()
        for moment in self.table.moments[story.moments :]:
            del story.tail[:-TAIL]
            story.total += self._add_lines(moment, seat, story.total, story.tail)
            story.moments += 1
        return story

    def _forget_undone(self) -> None:
        """Empty the caches if an action was taken back: the numbers of its events and lines are used again."""
        if self.table.undone != self._undone:
            self._undone = self.table.undone
            self._stories, self._moment = {}, 0

    def _add_lines(self, moment: Moment, seat: int, before: int, lines: list[LogLine]) -> int:
        """Add a moment's sentences to the lines; returns their number. Viewers share lines that are the same."""
        if not moment.in_story:
            return 0
        added = 0
        for event in self._events(moment, seat):
            if event.say:
                added += 1
                number = before + added
                line = self._lines.get(number)
                if line is None or line.text != event.say or line.seat != event.seat:
                    line = self._lines[number] = LogLine(number, moment.seq, event.say, event.seat)
                lines.append(line)
        return added

    def _events(self, moment: Moment, seat: int) -> list[TableEvent]:
        """What a viewer may know of one moment; kept for the latest, because the log and the update both ask for it."""
        if self._moment != moment.seq:
            self._moment = moment.seq
            self._latest, self._public, self._lines = {}, {}, {}
        told = self._latest.get(seat)
        if told is None:
            told = self._latest[seat] = self._made_events(moment, seat)
        return told

    def _made_events(self, moment: Moment, seat: int) -> list[TableEvent]:
        match = self.table.match
        said = [] if moment.kind == "acted" else [TableEvent(moment.kind, moment.seat, moment.say)]
        if match is None:
            return said
        viewer = None if seat == NOBODY else seat
        first = moment.first_event
        return said + [
            self._told(match, first + place, event, viewer)
            for place, event in enumerate(match.events[first : moment.after_event])
        ]

    def _told(self, match: AnyMatch, number: int, event: Event, viewer: int | None) -> TableEvent:
        """An event as a viewer may know it; put into words once for all who may not know its secrets."""
        if event.secrets and viewer is not None and viewer in event.audience():
            return as_told(match, redact(event, viewer))
        told = self._public.get(number)
        if told is None:
            told = self._public[number] = as_told(match, redact(event, None))
        return told


def without_kept(before: tuple[Part, ...], now: tuple[Part, ...]) -> list[Part | Kept]:
    """A scene's list as a difference from the scene before: new items, and ranges of unchanged ones.

    >>> ana, bo, cy = Player(0, "Ana"), Player(1, "Bo"), Player(2, "Cy")
    >>> without_kept((ana, bo, cy), (Player(0, "Ana", {"cards": 3}), bo, cy))
    [Player(seat=0, name='Ana', counters={'cards': 3}, badges=(), members=()), (1, 3)]
    """
    told: list[Part | Kept] = []
    count = len(before)
    start = end = 0  # unchanged items since the last new one
    for at, part in enumerate(now):
        if end < count and (before[end] is part or before[end] == part):
            end += 1
            continue
        if end > start:
            told.append((start, end))
        place = _place(part, before, end, now[at + 1 : at + 1 + AHEAD])
        if place < 0:
            start = end
        elif before[place] == part:
            start, end = place, place + 1
            continue
        else:
            start = end = place + 1
        told.append(part)
    if end > start:
        told.append((start, end))
    return told


def _place(part: Part, before: tuple[Part, ...], end: int, coming: tuple[Part, ...]) -> int:
    """The index of an item in the scene before, from `end` on; -1 for a new one. Items keep their order."""
    name = _name(part)
    # Most often the items in between are new, which is faster to detect than an absent item.
    if end < len(before) and _name(before[end]) != name and before[end] in coming:
        return -1
    for place in range(end, len(before)):
        if _name(before[place]) == name:
            return place
    return -1


def _name(part: Player | Zone | Piece) -> str | int:
    return part.seat if isinstance(part, Player) else part.id


def game_events(match: AnyMatch, seat: int, since: int, until: int) -> list[TableEvent]:
    """A match's events as a seat may know them."""
    return [as_told(match, event) for event in match.seen_by(seat, since, until)]


def as_told(match: AnyMatch, event: Event) -> TableEvent:
    """A redacted event as a message."""
    return TableEvent(event.kind, event.seat, match.game.tell(event, match.names), facts_of(event), moves_of(event))


def facts_of(event: Event) -> dict[str, Fact]:
    """A redacted event's facts as plain data."""
    return {name: list(value) if isinstance(value, list) else value for name, value in event.facts.items()}
