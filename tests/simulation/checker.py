"""Reads the whole history of a run: what clients asked, were told and saw, against the log in the database."""

import hashlib
import sqlite3
from collections import defaultdict
from dataclasses import dataclass, field

import msgspec

from parlour.server.log.entries import Acted, Started, decode_entry
from parlour.server.log.projection import PresenceState, Projection, Viewer
from parlour.server.log.table import Table
from parlour.server.store.types import Row

LAG = 30.0
"""Seconds the reference stays behind the clients, so that late messages still find it at their update."""
ROWS = "SELECT code, seq, kind, data, at, once, author FROM log WHERE code = ? AND seq > ? ORDER BY seq"

Key = tuple[str, str]


class Violation(AssertionError):
    """A promise was broken."""


@dataclass(frozen=True)
class Seen:
    """A view somebody was shown, and the events it came with (None where they are not compared), as JSON."""

    player: str
    at: float
    view: bytes
    have: int | None = None
    events: bytes | None = None
    early: bool = False
    """Is it too early to know whether the viewer's action can be taken back?"""


@dataclass
class Told:
    """An acknowledgement."""

    player: str
    id: str
    seq: int


@dataclass
class Reference:
    """A table as its log tells it, a little behind the clients."""

    projection: Projection
    rows: list[Row] = field(default_factory=list)
    seen: dict[int, list[Seen]] = field(default_factory=lambda: defaultdict(list))
    told: list[Told] = field(default_factory=list)
    keys: dict[str, int] = field(default_factory=dict)
    """Where each key was used, and so what it asked for was done."""
    seed: bytes = b""
    head: Table = field(init=False)
    """The same table as far as its log was read."""

    def __post_init__(self) -> None:
        self.head = Table(self.table.code)

    @property
    def table(self) -> Table:
        return self.projection.table


class Checker:
    """Compares while the run goes on, so that a long one needs little memory."""

    def __init__(self, file: str) -> None:
        self.database = sqlite3.connect(file)
        self.references: dict[str, Reference] = {}
        self.intended: dict[str, set[str]] = defaultdict(set)
        """The keys of every act and command that a client meant to send, by table."""
        self.views = self.acks = 0

    # What clients report

    def saw(self, code: str, seq: int, seen: Seen) -> None:
        """A client shows this view."""
        reference = self._reference(code)
        self.views += 1
        if seq > len(reference.rows):
            self._read(code, reference)
            if seq > len(reference.rows):
                raise Violation(f"{code}: update {seq} was told before it was written")
        if seq < reference.table.seq:
            self._compare_late(code, seq, seen)
        else:
            reference.seen[seq].append(seen)

    def heard(self, code: str, data: bytes) -> None:
        """A client received these bytes."""
        reference = self._reference(code)
        if reference.seed and reference.seed in data and not self.last(code).finished:
            raise Violation(f"{code}: the seed was told before the end")

    def meant(self, code: str, player: str, id: str) -> None:
        """A client is going to send something."""
        self.intended[code].add(f"{player[:16]}:{id}")

    def acknowledged(self, code: str, player: str, id: str, seq: int) -> None:
        """A client was told that it was done."""
        self.acks += 1
        self._reference(code).told.append(Told(player, id, seq))

    # Comparing

    def advance(self, now: float) -> None:
        """Check what is older than the lag."""
        for code, reference in self.references.items():
            for seq in sorted(reference.seen) if reference.seen else ():
                if reference.seen[seq][0].at > now - LAG:
                    break
                self._advance_to(code, reference, seq)

    def _advance_to(self, code: str, reference: Reference, seq: int) -> None:
        while reference.table.seq < seq:
            row = reference.rows[reference.table.seq]
            reference.projection.table = reference.table.after(row)
            if row.kind == "undone":  # the past has changed: nothing is remembered of it
                reference.projection = Projection(reference.table)
        expected: dict[tuple[Viewer, bool], bytes] = {}
        for seen in reference.seen.pop(seq, ()):
            compare(code, reference.projection, seen, expected)

    def _compare_late(self, code: str, seq: int, seen: Seen) -> None:
        compare(code, Projection(_folded(code, self._reference(code).rows[:seq])), seen, {})

    def end(self) -> None:
        """Check everything that is left, and the log as a whole."""
        for code, reference in self.references.items():
            self._read(code, reference)
            again = self._rows(code, 0)
            if again != reference.rows:
                raise Violation(f"{code}: the log is not what it was")
            for seq in sorted(reference.seen):
                self._advance_to(code, reference, seq)
            self._check_told(code, reference)
            self._check_intended(code, reference)

    def _check_told(self, code: str, reference: Reference) -> None:
        """Every acknowledged act is there, exactly once, where the client was told."""
        for told in reference.told:
            key = f"{told.player[:16]}:{told.id}"
            found = reference.keys.get(key)
            if found != told.seq:
                raise Violation(f"{code}: {key} was acknowledged as update {told.seq}; the log has it at {found}")

    def _check_intended(self, code: str, reference: Reference) -> None:
        """Nothing is there that nobody asked for."""
        for row in reference.rows:
            if row.once and row.once not in self.intended[code]:
                raise Violation(f"{code}: nobody asked for update {row.seq} ({row.once})")
            entry = decode_entry(row.kind, row.data)
            if isinstance(entry, Acted) and not entry.bot and not row.once:
                raise Violation(f"{code}: update {row.seq} is a person's act without its key")

    # The log

    def digest(self) -> str:
        """A short name of everything that was written: the same for the same seed and commit."""
        rows = [row for code in sorted(self.references) for row in self.references[code].rows]
        return hashlib.sha256(msgspec.json.encode(rows)).hexdigest()[:12]

    def head(self, code: str) -> int:
        """The last update in the database."""
        reference = self._reference(code)
        self._read(code, reference)
        return len(reference.rows)

    def last(self, code: str) -> Table:
        """The table as it is now."""
        reference = self._reference(code)
        self._read(code, reference)
        for row in reference.rows[reference.head.seq :]:
            reference.head.fold(row)
        return reference.head

    def _reference(self, code: str) -> Reference:
        found = self.references.get(code)
        if found is None:
            found = self.references[code] = Reference(Projection(Table(code)))
        return found

    def _read(self, code: str, reference: Reference) -> None:
        for row in self._rows(code, len(reference.rows)):
            if row.seq != len(reference.rows) + 1:
                raise Violation(f"{code}: update {row.seq} follows update {len(reference.rows)}")
            reference.rows.append(row)
            if row.once and reference.keys.setdefault(row.once, row.seq) != row.seq:
                raise Violation(
                    f"{code}: {row.once} was done twice, in updates {reference.keys[row.once]} and {row.seq}"
                )
            if row.kind == "started":
                started = decode_entry(row.kind, row.data)
                assert isinstance(started, Started)
                reference.seed = started.seed.encode()

    def _rows(self, code: str, after: int) -> list[Row]:
        found = self.database.execute(ROWS, (code, after)).fetchall()
        return [Row(table, seq, kind, data.encode(), at, once, by) for table, seq, kind, data, at, once, by in found]


def compare(code: str, projection: Projection, seen: Seen, views: dict[tuple[Viewer, bool], bytes]) -> None:
    """Is a view the projection of the table for that player? `views` keeps those of this update."""
    table = projection.table
    viewer = projection.viewer(seen.player)
    early = seen.early and b'"undo":null' in seen.view
    if (viewer, early) not in views:
        count = len(table.places)
        view = projection.view(viewer, PresenceState([False] * count, [None] * count))
        if early and view.undo is not None and view.undo.state in ("free", "ask"):
            view = msgspec.structs.replace(view, undo=None)
        views[viewer, early] = msgspec.json.encode(view)
    if not same(seen.view, views[viewer, early]):
        raise Violation(f"{code}: at update {table.seq} {viewer} saw {difference(seen.view, views[viewer, early])}")
    if seen.events is not None and seen.have is not None:
        events = msgspec.json.encode(projection.events(viewer.seat, seen.have))
        if not same(events, seen.events):
            raise Violation(f"{code}: at update {table.seq} {viewer} heard {difference(seen.events, events)}")


def same(one: bytes, other: bytes) -> bool:
    """Do two texts say the same? Mostly byte for byte; otherwise the order of the fields does not count."""
    return one == other or msgspec.json.decode(one) == msgspec.json.decode(other)


def difference(told: bytes, expected: bytes) -> str:
    """Where two texts part."""
    one, other = (msgspec.json.encode(msgspec.json.decode(text), order="sorted") for text in (told, expected))
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 60)
    return f"{one[start : at + 80]!r} instead of {other[start : at + 80]!r}"


def _folded(code: str, rows: list[Row]) -> Table:
    table = Table(code)
    for row in rows:
        table.fold(row)
    return table
