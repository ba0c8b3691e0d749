"""Records: everything needed to play a game again, in lines of readable JSON.

The first line says what is played and by whom, the second holds the luck of the deal (or the position the game started
from), then comes one line per action with its luck, and a last line with the outcome and the hash of the position. Luck
is recorded, so a replay needs no random generator.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from parlour.core.append_log import AppendLog
from parlour.core.chance import LUCK, Luck
from parlour.core.errors import BadRecord
from parlour.core.fair_deal import FairDeal, read_fair_deal

FORMAT = 1
LONGEST_TEXT = 1000
"""Characters of one text in a record: sentences about a bad one quote it."""


def canonical(data: object) -> str:
    """Canonical JSON: the same data gives the same bytes everywhere."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(data: object) -> str:
    """A hash of plain data."""
    # Texts from a damaged file may hold half a character, which UTF-8 does not allow.
    return hashlib.sha256(canonical(data).encode("utf-8", "surrogatepass")).hexdigest()


NO_LUCK: list[Luck] = []
"""The luck of most actions: one list for all of them, which nobody changes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One action: who, what, and its luck."""

    seat: int
    action: int
    text: str
    luck: list[Luck]


@dataclass
class Record:
    """A game as it was played, finished or not."""

    game: str
    version: str
    seats: int
    names: list[str]
    options: dict[str, object]
    deck: dict[str, object] | None
    """The deck's own data; None for the game's standard deck."""
    deck_hash: str
    seed: str | None = None
    teams: list[list[str]] = field(default_factory=list)
    """The members of each seat, when seats are teams."""
    players: list[str] = field(default_factory=list)
    """Who plays each seat: `person` or the name of a bot; empty if that is not known."""
    start: dict[str, object] | None = None
    """The position the game began from, if it was not dealt."""
    deal: list[Luck] = field(default_factory=list)
    entries: AppendLog[Entry] = field(default_factory=AppendLog)
    outcome: dict[str, object] | None = None
    hash: str = ""
    luck: int = 1
    """How the luck follows from the seed (`chance.LUCK`); a record that does not say so is of version 1."""
    fair: FairDeal | None = None
    """How the seed was made, at a table where players took part in that."""

    def fork(self) -> "Record":
        """An independent copy of the record."""
        other = Record.__new__(Record)
        other.__dict__.update(self.__dict__)
        other.entries = self.entries.copy()
        return other

    def text(self) -> str:
        """The record as the text of its file."""
        header: dict[str, object] = {
            "parlour": FORMAT,
            "game": self.game,
            "version": self.version,
            "seats": self.seats,
            "names": self.names,
            "options": self.options,
            "deck": self.deck,
            "deck_hash": self.deck_hash,
            "seed": self.seed,
            "teams": self.teams,
        }
        if self.players:
            header["players"] = self.players
        if self.luck > 1:
            header["luck"] = self.luck
        if self.fair is not None:
            header["fair"] = self.fair.as_json()
        lines: list[object] = [header, {"start": self.start, "luck": self.deal}]
        lines += [
            {"n": n, "seat": entry.seat, "id": entry.action, "do": entry.text, "luck": entry.luck}
            for n, entry in enumerate(self.entries, start=1)
        ]
        lines.append({"end": len(self.entries), "outcome": self.outcome, "hash": self.hash})
        return "".join(canonical(line) + "\n" for line in lines)

    def write(self, path: Path) -> None:
        """Write the record to a file atomically."""
        half = path.with_name(path.name + ".part")
        half.write_text(self.text(), encoding="utf-8")
        half.replace(path)


def read_record(path: Path | str) -> Record:
    """A record from a file; BadRecord if it is not one."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRecord(f"{path} cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not a Parlour record: it is not text.") from None
    return parse_record(text, str(path))


def parse_record(text: str, source: str) -> Record:
    """A record from its text."""
    lines = [_line(line, number, source) for number, line in enumerate(text.splitlines(), start=1)]
    written = lines[0].get("parlour") if lines else None
    if isinstance(written, int) and written > FORMAT:
        raise BadRecord(f"{source} was written by a newer Parlour than this one (format {written}, known: {FORMAT}).")
    if written != FORMAT:
        raise BadRecord(f"{source} is not a Parlour record.")
    if len(lines) < 3 or lines[-1].get("end") != len(lines) - 3:
        raise BadRecord(f"{source} is cut off: its last line is missing or has another number of actions.")
    header, start, end = lines[0], lines[1], lines[-1]
    read = _Fields(source)
    record = Record(
        game=read.text(header, "game"),
        version=read.text(header, "version"),
        seats=read.whole(header, "seats"),
        names=[str(name) for name in read.many(header, "names")],
        options=read.table(header, "options"),
        deck=read.table(header, "deck") if header.get("deck") is not None else None,
        deck_hash=read.text(header, "deck_hash"),
        seed=read.text(header, "seed") if header.get("seed") is not None else None,
        teams=[[str(name) for name in team] for team in read.many(header, "teams") if isinstance(team, list)],
        players=[str(player) for player in read.many(header, "players")] if "players" in header else [],
        start=read.table(start, "start") if start.get("start") is not None else None,
        deal=read.luck(start),
        outcome=read.table(end, "outcome") if end.get("outcome") is not None else None,
        hash=read.text(end, "hash"),
        luck=read.whole(header, "luck") if "luck" in header else 1,
    )
    if header.get("fair") is not None:
        record.fair = read_fair_deal(header["fair"], record.seats, source)
    if not 1 <= record.luck <= LUCK:
        raise BadRecord(f"{source} was written by a newer Parlour than this one (luck {record.luck}, known: {LUCK}).")
    for line in lines[2:-1]:
        record.entries.append(
            Entry(read.whole(line, "seat"), read.whole(line, "id"), read.text(line, "do"), read.luck(line))
        )
    if len(record.names) != record.seats:
        raise BadRecord(f"{source} is damaged: it names {len(record.names)} players for {record.seats} seats.")
    if len(record.teams) not in (0, record.seats) or len(record.players) not in (0, record.seats):
        raise BadRecord(f"{source} is damaged: its teams or players do not fit its {record.seats} seats.")
    return record


def _line(line: str, number: int, source: str) -> Mapping[str, object]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord(f"{source} is damaged: line {number} is not JSON.") from None
    if not isinstance(data, dict):
        raise BadRecord(f"{source} is damaged: line {number} is not a table of entries.")
    return data


class _Fields:
    """Typed access to the fields of a record's lines."""

    def __init__(self, source: str) -> None:
        self.source = source

    def wrong(self, name: str) -> BadRecord:
        return BadRecord(f"{self.source} is damaged: {name!r} is missing or of the wrong kind.")

    def text(self, line: Mapping[str, object], name: str) -> str:
        value = line.get(name)
        if not isinstance(value, str) or len(value) > LONGEST_TEXT:
            raise self.wrong(name)
        return value

    def whole(self, line: Mapping[str, object], name: str) -> int:
        value = line.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(name)
        return value

    def many(self, line: Mapping[str, object], name: str) -> list[object]:
        value = line.get(name)
        if not isinstance(value, list):
            raise self.wrong(name)
        return value

    def table(self, line: Mapping[str, object], name: str) -> dict[str, object]:
        value = line.get(name)
        if not isinstance(value, dict):
            raise self.wrong(name)
        return value

    def luck(self, line: Mapping[str, object]) -> list[Luck]:
        outcomes = self.many(line, "luck")
        return [outcome for outcome in outcomes if isinstance(outcome, dict)]
