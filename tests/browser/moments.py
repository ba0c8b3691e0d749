"""Tables in the middle of a game that are the same in every run: from records (records/, make_records.py), written into
the database of a server that then continues them. Ana sits on seat 0 and, if nothing else is said, is to act; the
others are bots.
"""

import asyncio
import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext

import parlour
from parlour.core.match import replay
from parlour.games import find, open_game
from parlour.server.http.identity import COOKIE
from parlour.server.live.rows import listing_of, seat_changes
from parlour.server.log import entries
from parlour.server.log.table import Table
from parlour.server.protocol.messages import TableSettings
from parlour.server.store.store import Store
from parlour.server.store.types import Row

RECORDS = Path(__file__).with_name("records")
LOBBY = "EARLYBRD"
NAMES = ["Ana", "Bo", "Cleo", "Dov", "Eva", "Finn"]
AT = 1_750_000_000.0


@dataclass(frozen=True)
class Moment:
    """A game, its seed, and the decisions before the moment, when Ana has some choices."""

    game: str
    code: str
    seats: int
    seed: str
    decisions: int
    choices: int
    """Minimum number; make_records.py lists the moments to choose from."""
    record: str = ""
    """The name of its record; the game's own if it has none."""
    people: tuple[int, ...] = (0,)
    """The seats of people."""

    @property
    def path(self) -> Path:
        """Where its record is."""
        return RECORDS / f"{self.record or self.game}.jsonl"


MOMENTS = {
    moment.game: moment
    for moment in (
        Moment("match-me", "MATCHMEZ", 4, "mackinac", 50, 20),
        Moment("follow-me", "FZWWWMEZ", 4, "habitats", 64, 4),
        Moment("around-mackinac", "ARZUNDMK", 4, "lighthouse", 10, 2),
        Moment("deluxe-memory", "DEZUXEMM", 3, "pairs", 40, 30),
        Moment("st-croix", "STCRZZXZ", 4, "postcard", 66, 4),
        Moment("mine-and-craft", "MZNECRFT", 3, "creeper", 92, 10),
    )
}
# Late in a game, when much lies before the players: in Match Me the others have laid one, two and three groups.
CROWDED = {
    "match-me-6": Moment("match-me", "MMSZXAAA", 6, "room-132", 71, 1, "match-me-6"),
    "match-me-4": Moment("match-me", "MMFZURAA", 4, "room-125", 97, 6, "match-me-4"),
    "match-me-4-over": Moment("match-me", "MMFZUREN", 4, "room-125", 100, 6, "match-me-4"),
    "follow-me-4": Moment("follow-me", "FMFZURAA", 4, "room-20", 150, 2, "follow-me-4"),
    "deluxe-memory-4": Moment("deluxe-memory", "DMFZURAA", 4, "s14", 72, 20, "deluxe-memory-4"),
    "mine-and-craft-4": Moment("mine-and-craft", "MCFZURAA", 4, "room-11", 211, 2, "mine-and-craft-4"),
}
# Before the last decision of Ana; in four of the games it ends the game, in two of them she wins.
ENDS = {
    moment.game: moment
    for moment in (
        Moment("match-me", "ENDMATCH", 4, "mackinac", 72, 2),
        Moment("follow-me", "ENDFZWME", 4, "room-20", 150, 2, "follow-me-4"),
        Moment("around-mackinac", "ENDARZND", 4, "lighthouse", 39, 2),
        Moment("deluxe-memory", "ENDDEZXE", 4, "s14", 124, 1, "deluxe-memory-4"),
        Moment("st-croix", "ENDSTCRX", 4, "postcard", 132, 1),
        Moment("mine-and-craft", "ENDMZNEC", 4, "room-11", 219, 1, "mine-and-craft-4"),
    )
}
# Cleo is to act; under the second pile she finds a Creeper.
CREEPER = Moment("mine-and-craft", "CREEPERS", 4, "room-11", 38, 0, "mine-and-craft-4", (0, 2))


def played(moment: Moment, to_the_end: bool = False) -> parlour.Match[parlour.State, parlour.View]:
    """The match, as far as the moment or to its end."""
    record = parlour.read_record(moment.path)
    return replay(record, open_game, None if to_the_end else moment.decisions)


def plant(database: str, moments: list[Moment]) -> None:
    """Write these tables into a database, as if they had been played there, and one that has not begun."""
    histories = {moment.code: _history(moment) for moment in moments}
    histories[LOBBY] = [
        entries.Created(
            "follow-me", "", player(0), [entries.Place("person", NAMES[0], player(0)), *_open(3)], {}, TableSettings()
        )
    ]

    async def write() -> None:
        store = await Store.open(database)
        for code, history in histories.items():
            table = Table(code)
            rows = []
            for entry in history:
                kind, data = entries.encode_entry(entry)
                rows.append(Row(code, table.seq + 1, kind, data, AT + table.seq))
                table.fold(rows[-1])
            await store.append(rows, [listing_of(table)], seat_changes(Table(code), table, AT))
        await store.close()

    # In a thread of its own: the browser's interface has an event loop here already.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(write())).result()


def _open(seats: int) -> list[entries.Place]:
    return [entries.Place() for _ in range(seats)]


def _history(moment: Moment) -> list[entries.LogEntry]:
    record = played(moment).record
    places = [
        entries.Place("person", name, player(seat))
        if seat in moment.people
        else entries.Place("bot", name, level="normal")
        for seat, name in enumerate(NAMES[: moment.seats])
    ]
    version = find(moment.game).make(seats=moment.seats).version
    assert record.seed is not None
    return [
        entries.Created(moment.game, version, player(0), places, {}, TableSettings()),
        entries.Started(version, places, record.seed, record.deal),
        *(
            entries.Acted(entry.seat, entry.action, entry.text, entry.luck, entry.seat not in moment.people)
            for entry in record.entries
        ),
    ]


def token(seat: int) -> str:
    """The secret of the person on a seat of these tables."""
    return f"{NAMES[seat].lower()}-sits-at-every-planted-table-and-wins-nothing-{seat}"


def player(seat: int) -> str:
    """What the server knows this person by."""
    return hashlib.sha256(token(seat).encode()).hexdigest()


def be_ana(context: BrowserContext, address: str, seat: int = 0) -> None:
    """Give a browser the cookie of the player at these tables, or of somebody else's seat."""
    context.add_cookies([{"name": COOKIE, "value": token(seat), "url": address, "httpOnly": True, "sameSite": "Lax"}])
