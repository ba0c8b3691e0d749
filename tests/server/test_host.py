"""A lobby never waits for a host who has gone."""

import asyncio
from pathlib import Path
from typing import Any

from parlour.server.live.live_table import LiveTable
from parlour.server.log import decide, entries
from parlour.server.log.decide import CommandContext
from parlour.server.log.entries import Place, encode_entry
from parlour.server.log.table import Table
from parlour.server.protocol.messages import Bye, TableSettings
from parlour.server.settings import TablePolicy
from parlour.server.store.store import Row, Store
from server.people import PATIENCE

PLACES = [Place("person", "Ana", "ana"), Place("person", "Bo", "bo"), Place(), Place("person", "Cy", "cy")]


class Heard:
    """A connection that only listens."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.has: Any = None
        self.pace = 1.0

    def send(self, data: bytes) -> None:
        pass

    def bye(self, bye: Bye) -> None:
        pass


def lobby(host: str = "ana") -> Table:
    table = Table("ABCDEFGH")
    created = entries.Created("st-croix", "1", host, PLACES, {}, TableSettings())
    table.fold(Row(table.code, 1, *encode_entry(created), 0.0))
    return table


def context(away: list[float | None], host_away: float | None) -> CommandContext:
    return CommandContext("", 1000.0, away, host_away_for=host_away, host_grace=60.0)


def test_the_next_person_who_is_here_follows() -> None:
    table = lobby()
    assert decide.replace_host(table, context([100.0, None, None, None], 100.0)) == entries.HostChanged(1)
    assert decide.replace_host(table, context([100.0, 10.0, None, None], 100.0)) == entries.HostChanged(3)
    row = Row(table.code, 2, *encode_entry(entries.HostChanged(3)), 0.0)
    assert table.after(row).host == "cy" and "Cy" in table.after(row).moments[-1].say


def test_a_host_who_does_not_sit_can_be_followed_too() -> None:
    table = lobby(host="nobody at the table")
    assert decide.replace_host(table, context([None, None, None, None], 100.0)) == entries.HostChanged(0)


def test_nobody_follows_too_early_or_without_being_here() -> None:
    table = lobby()
    assert decide.replace_host(table, context([50.0, None, None, None], 50.0)) is None
    assert decide.replace_host(table, context([100.0, 100.0, None, 100.0], 100.0)) is None
    assert decide.replace_host(table, context([None, None, None, None], None)) is None


async def followed(path: Path, came: list[str]) -> str:
    """Ana's lobby at a table where nobody is waited for, with these people connecting; who is host then."""
    store = await Store.open(str(path))
    table = lobby()
    await store.append(
        [
            Row(
                table.code,
                1,
                "created",
                encode_entry(entries.Created("st-croix", "1", "ana", PLACES, {}, TableSettings()))[1],
                0.0,
            )
        ]
    )
    pool: Any = None
    live = LiveTable(table, store, pool, TablePolicy(grace=0.0, host_grace=0.0, linger=0.0))
    for player in came:
        live.attach(Heard(player))
    while "ana" not in came and live.table.seq == 1:
        await asyncio.wait_for(live.changed.wait(), PATIENCE)
    live.stop()
    await store.close()
    return live.table.host


def test_it_happens_by_itself(tmp_path: Path) -> None:
    assert asyncio.run(followed(tmp_path / "a.db", ["cy"])) == "cy"
    assert asyncio.run(followed(tmp_path / "b.db", ["ana", "bo"])) == "ana"
