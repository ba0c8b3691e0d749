"""Tables in the middle of a game that are the same in every run: played with fixed seeds, written into the database of
a server that then goes on with them. Ana sits on seat 0 and is to act; the others are bots.
"""

import asyncio
import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from playwright.sync_api import BrowserContext

import parlour
from parlour.bots import find_bot, move
from parlour.games import find
from parlour.server import happenings as it
from parlour.server.identity import COOKIE
from parlour.server.live import about, seat_changes
from parlour.server.messages import House
from parlour.server.store import Store
from parlour.server.store_types import Row
from parlour.server.table import Table

TOKEN = "ana-sits-at-every-planted-table-0"
NAMES = ["Ana", "Bo", "Cleo", "Dov", "Eva", "Finn"]
AT = 1_750_000_000.0


@dataclass(frozen=True)
class Moment:
    """A game, its seed, and after how many decisions it is Ana's turn."""

    game: str
    code: str
    seats: int
    seed: str
    decisions: int
    choices: int
    """Ana has at least so many."""


MOMENTS = {
    moment.game: moment
    for moment in (
        Moment("match-me", "MATCHMEZ", 4, "mackinac", 40, 20),
        Moment("follow-me", "FZWWWMEZ", 4, "habitats", 30, 4),
        Moment("around-mackinac", "ARZUNDMK", 4, "lighthouse", 20, 2),
        Moment("deluxe-memory", "DEZUXEMM", 3, "pairs", 40, 30),
        Moment("st-croix", "STCRZZXZ", 4, "postcard", 40, 4),
        Moment("mine-and-craft", "MZNECRFT", 3, "creeper", 50, 8),
    )
}


def played(moment: Moment, to_the_end: bool = False) -> parlour.Match[parlour.State, parlour.View]:
    """The match: every seat follows the game's rule of thumb."""
    game = parlour.game(moment.game, seats=moment.seats)
    match = parlour.Match(game, seed=moment.seed, names=NAMES[: moment.seats])
    bot = find_bot("normal").make(game)
    while match.to_act:
        ready = match.decisions >= moment.decisions and match.to_act[0] == 0 and len(match.legal(0)) >= moment.choices
        if ready and not to_the_end:
            break
        seat = match.to_act[-1]
        match.play(seat, move(match, seat, bot))
    return match


def plant(database: str, moments: list[Moment]) -> None:
    """Write these tables into a database, as if they had been played there."""

    async def write() -> None:
        store = await Store.open(database)
        for moment in moments:
            table = Table(moment.code)
            rows = []
            for happened in _history(moment):
                kind, data = it.written(happened)
                rows.append(Row(moment.code, table.seq + 1, kind, data, AT + table.seq))
                table.fold(rows[-1])
            await store.append(rows, [about(table)], seat_changes(Table(moment.code), table, AT))
        await store.close()

    # In a thread of its own: the browser's interface has an event loop here already.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(write())).result()


def _history(moment: Moment) -> list[it.Happening]:
    record = played(moment).record
    player = hashlib.sha256(TOKEN.encode()).hexdigest()
    bots = [it.Place("bot", name, level="normal") for name in NAMES[1 : moment.seats]]
    places = [it.Place("person", NAMES[0], player), *bots]
    version = find(moment.game).make(seats=moment.seats).version
    assert record.seed is not None
    return [
        it.Created(moment.game, version, player, places, {}, House()),
        it.Started(version, places, record.seed, record.deal),
        *(it.Acted(entry.seat, entry.action, entry.text, entry.luck, entry.seat > 0) for entry in record.entries),
    ]


def be_ana(context: BrowserContext, address: str) -> None:
    """Give a browser the cookie of whoever sits at these tables."""
    context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": address, "httpOnly": True, "sameSite": "Lax"}])
