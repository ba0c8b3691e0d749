"""Bots use what they may use at any time, also while the table waits for a person."""

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from parlour.bots.search import WAIT
from parlour.core.match import Match
from parlour.games import find
from parlour.server.live.live_table import LiveTable
from parlour.server.log import decide, entries
from parlour.server.log.entries import Place, encode_entry
from parlour.server.log.table import Table
from parlour.server.protocol.messages import Bye, TableSettings
from parlour.server.settings import TablePolicy
from parlour.server.store.store import Row, Store
from server.people import PATIENCE

PLACES = [Place("person", "Ana", "a"), Place("bot", "Bo", level="normal"), Place("bot", "Cy", level="normal")]


class Decided:
    """Thinkers that answer as they were told, and count how often they are asked."""

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.asked: list[int] = []
        self.unattended = asyncio.Semaphore(1)

    async def choose(self, code: str, match: Any, seat: int, level: str, urgency: int = 0) -> int:
        self.asked.append(seat)
        legal = match.legal(seat)
        return int(legal[0]) if self.answer == "act" else WAIT


def moment() -> list[Row]:
    """A game of Mine & Craft up to where Ana must act and a bot may."""
    game = find("mine-and-craft").make(seats=3)
    for seed in range(40):
        deal = Match(game, f"{seed}", [place.name for place in PLACES]).record.deal
        begin = [entries.Created("mine-and-craft", game.version, "a", PLACES, {}, TableSettings())]
        start = entries.Started(game.version, PLACES, f"{seed}", deal)
        table = Table("ABCDEFGH")
        rows = [Row(table.code, n, *encode_entry(one), 0.0) for n, one in enumerate([*begin, start], start=1)]
        for row in rows:
            table.fold(row)
        luck = random.Random(seed)
        while (match := table.match) and match.to_act:
            if match.to_act == (0,) and table.bots_to_react():
                return rows
            seat = match.to_act[0]
            act = decide.act(table, seat, str(table.prompt_of(seat)), luck.choice(match.legal(seat)), bot=seat > 0)
            rows.append(Row(table.code, table.seq + 1, *encode_entry(act.entry), 0.0))
            table = table.after(rows[-1])
    raise AssertionError("no bot ever had a tool to use in Ana's turn")


class Listener:
    """A connection of a player who wants bots to take this share of their time."""

    def __init__(self, player: str, pace: float) -> None:
        self.player, self.pace = player, pace
        self.has: Any = None

    def send(self, data: bytes) -> None:
        pass

    def bye(self, bye: Bye) -> None:
        pass


async def woken(
    path: Path, pool: Any, bot_pace: float = 0.0, listeners: Sequence[Listener] = ()
) -> tuple[LiveTable, int]:
    """The table with its bots woken and done, and the update it stood at before."""
    store = await Store.open(str(path))
    table = Table("ABCDEFGH")
    for row in moment():
        table.fold(row)
        await store.append([row])
    table.author = store.author
    live = LiveTable(table, store, pool, TablePolicy(bot_pace=bot_pace))
    for listener in listeners:
        live.attach(listener)
    live.wake_bots()
    driver = live._driver
    assert driver is not None
    await asyncio.wait_for(driver, PATIENCE)
    before = table.seq
    live.stop()
    await store.close()
    return live, before


@pytest.mark.parametrize("answer", ["act", "wait"])
def test_a_bot_is_asked_once_whether_it_acts_out_of_turn(tmp_path: Path, answer: str) -> None:
    pool = Decided(answer)
    live, before = asyncio.run(woken(tmp_path / "t.db", pool))
    assert pool.asked and 0 not in pool.asked
    if answer == "act":
        assert live.table.seq > before
    else:
        assert live.table.seq == before
        assert len(pool.asked) == len(set(pool.asked)), "asked again although nothing had happened"


@pytest.mark.parametrize(
    ("listeners", "share"),
    [
        ([], 1.0),
        ([Listener("a", 0.2)], 0.2),
        ([Listener("a", 0.2), Listener("a", 0.6)], 0.6),
        ([Listener("a", 0.0), Listener("who only watches", 1.0)], 0.0),
    ],
)
def test_bots_hurry_if_all_players_want_them_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listeners: list[Listener], share: float
) -> None:
    """Nobody waits longer than they like alone with bots; nobody is hurried by others, nor by those who watch."""
    waits: list[float] = []
    sleep = asyncio.sleep

    async def counted(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", counted)
    monkeypatch.setattr(random, "random", lambda: 0.5)
    asyncio.run(woken(tmp_path / "t.db", Decided("act"), 10_000.0, listeners))
    longest = max(waits)
    assert 10_000 * share - 100 <= longest <= 10_000 * share + 1
