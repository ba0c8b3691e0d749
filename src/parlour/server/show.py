"""What each viewer sees of a table: complete views, the events that led to them, the story. Nothing is filtered out
afterwards: the game's own view of that seat is all that goes in.
"""

from dataclasses import dataclass, field

from parlour.core.events import Event
from parlour.core.game import NOBODY, State, View
from parlour.core.match import Match
from parlour.server.messages import Fact, Log, LogLine, SeatInfo, TableEvent, TableInfo, TableView, You
from parlour.server.table import Moment, Table

TAIL = 40
"""So many lines of the story come with every view."""
CATCH_UP = 50
"""Who missed more updates than this is not told what happened in each."""


@dataclass(frozen=True)
class Viewer:
    """Whose eyes: a seat or NOBODY, and whether this viewer looks after the table. Equal viewers see the same bytes."""

    seat: int = NOBODY
    host: bool = False


@dataclass
class Presence:
    """Who is connected now: never written down."""

    here: list[bool] = field(default_factory=list)
    away_since: list[float | None] = field(default_factory=list)
    watching: int = 0


class Shown:
    """A table as its viewers see it; keeps the sentences each viewer was told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._info: tuple[Table, Presence, TableInfo] | None = None
        self._latest: dict[int, tuple[int, list[TableEvent]]] = {}
        self._lines: dict[int, list[LogLine]] = {}
        self._told: dict[int, int] = {}

    def viewer(self, player: str) -> Viewer:
        """The viewer somebody is at this table."""
        seat = self.table.seat_of(player)
        return Viewer(NOBODY if seat is None else seat, bool(player) and player == self.table.host)

    def view(self, viewer: Viewer, presence: Presence) -> TableView:
        """Everything this viewer sees now."""
        table = self.table
        match = table.match
        lines = self.story(viewer.seat)
        acting = viewer.seat != NOBODY and not table.played_by_bot(viewer.seat)
        return TableView(
            table=self.info(presence),
            you=self.you(viewer),
            scene=None if match is None or table.frozen else match.scene(viewer.seat, lines=0),
            prompt=table.prompt_of(viewer.seat) if acting else None,
            log=Log(len(lines), lines[-TAIL:]),
            chat=table.chat,
        )

    def you(self, viewer: Viewer) -> You:
        """Who the viewer is."""
        if viewer.seat == NOBODY:
            return You(None, "host" if viewer.host else "watcher")
        return You(viewer.seat, "host" if viewer.host else "player", self.table.places[viewer.seat].name)

    def info(self, presence: Presence) -> TableInfo:
        """The table itself, the same for all who look at it."""
        if self._info is None or self._info[0] is not self.table or self._info[1] is not presence:
            self._info = (self.table, presence, self._make_info(presence))
        return self._info[2]

    def _make_info(self, presence: Presence) -> TableInfo:
        table = self.table
        match = table.match
        game = match.game if match else None if table.frozen else table.rules()
        options = game.options if game else {}
        defaults = {option.name: option.default for option in game.about.options} if game else {}
        host = table.seat_of(table.host)
        return TableInfo(
            code=table.code,
            game=table.game,
            title=table.title,
            status=table.status,
            seats=[self._seat(seat, presence) for seat in range(len(table.places))],
            host=host,
            options=options,
            changed=[name for name, value in options.items() if value != defaults.get(name)],
            house=table.house,
            seed_hash=table.seed_hash,
            seed=match.seed if match and table.finished else "",
            rematch=table.rematch,
            watching=presence.watching,
            started_at=table.started_at,
            note=table.frozen or table.closed,
        )

    def _seat(self, seat: int, presence: Presence) -> SeatInfo:
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
        )

    def events(self, seat: int, have: int) -> list[TableEvent]:
        """What happened after update `have`, as a seat may know it; nothing if that is too long ago."""
        if not self.table.seq - CATCH_UP <= have <= self.table.seq:
            return []
        return [event for moment in self.table.moments[have:] for event in self._events(moment, seat)]

    def story(self, seat: int) -> list[LogLine]:
        """Every sentence of the game this seat may know."""
        lines = self._lines.setdefault(seat, [])
        told = self._told.get(seat, 0)
        for moment in self.table.moments[told:]:
            if moment.in_story:
                for event in self._events(moment, seat):
                    if event.say:
                        lines.append(LogLine(len(lines) + 1, moment.seq, event.say, event.seat))
        self._told[seat] = len(self.table.moments)
        return lines

    def _events(self, moment: Moment, seat: int) -> list[TableEvent]:
        """What a viewer may know of one moment; the story and the update both ask for the latest."""
        last, told = self._latest.get(seat, (0, []))
        if last != moment.seq:
            told = self._made_events(moment, seat)
            self._latest[seat] = (moment.seq, told)
        return told

    def _made_events(self, moment: Moment, seat: int) -> list[TableEvent]:
        match = self.table.match
        said = [] if moment.kind == "acted" else [TableEvent(moment.kind, moment.seat, moment.say)]
        if match is None:
            return said
        return said + game_events(match, seat, moment.first_event, moment.after_event)


def game_events(match: Match[State, View], seat: int, since: int, until: int) -> list[TableEvent]:
    """A match's events as a seat may know them."""
    seen = match.seen_by(seat, since, until)
    return [TableEvent(event.kind, event.seat, match.game.tell(event, match.names), facts_of(event)) for event in seen]


def facts_of(event: Event) -> dict[str, Fact]:
    """What a redacted event says, as it travels."""
    return {name: list(value) if isinstance(value, list) else value for name, value in event.facts.items()}
