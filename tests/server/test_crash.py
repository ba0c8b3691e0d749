"""Kill the server at any moment: what was acknowledged is there afterwards, and every view is as it was."""

import asyncio
import json
import os
import random
import threading
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import URLError

import msgspec
import pytest

from parlour.games import all_games
from parlour.server.log.projection import PresenceState, Projection, Viewer
from parlour.server.log.table import Table
from parlour.server.store.store import Row, Store
from server.people import Person, Running
from server.postgres import Postgres

SLUGS = [entry.about.slug for entry in all_games()]
KILLS = int(os.environ.get("PARLOUR_KILLS", "2"))
"""How often the server is killed while all six games are played."""


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    found: Postgres = request.getfixturevalue("postgres")
    return found.new_database()


class Playing:
    """A game of two people and perhaps a bot, and what they were told."""

    def __init__(self, server: Running, slug: str, bots: bool) -> None:
        self.server, self.slug, self.bots = server, slug, bots
        self.finished = 0
        self.acked: dict[tuple[str, str], int] = {}
        self.sit_down()

    def sit_down(self) -> None:
        """A new game; should the server be killed before it has begun, the old one is what counts."""
        people = [Person(self.server, "Ana"), Person(self.server, "Bo")]
        seats = 3 if self.bots or self.slug == "match-me" else 2
        code = people[0].create(self.slug, seats=seats)
        people[1].join(code)
        assert people[0].do(code, {"c": "start"})["ok"]
        self.finished += len(self.acked)
        self.people, self.code, self.acked = people, code, {}
        self.views: dict[tuple[str, int], Any] = {}

    @property
    def done(self) -> int:
        return self.finished + len(self.acked)

    def play(self, luck: random.Random) -> None:
        """One choice of somebody; keeps the answer and the view."""
        person = luck.choice(self.people)
        update = person.update(self.code)
        view = update["view"]
        self.views[person.name, update["seq"]] = lasting(view)
        if view["table"]["status"] == "over":  # sit down to the next game
            self.check()
            self.sit_down()
            return
        if view["prompt"] is None:
            return
        id = f"{len(self.acked)}-{luck.random()}"
        ack = person.act(self.code, view["prompt"], luck.choice(view["scene"]["prompt"]["choices"])["action"], id)
        if ack["ok"]:
            self.acked[person.name, id] = ack["seq"]

    def check(self) -> None:
        """Nothing acknowledged is lost, nothing is done twice, and what was seen is still true."""
        for person in self.people:
            update = person.update(self.code)
            known = self.views.get((person.name, update["seq"]))
            assert known is None or known == lasting(update["view"]), self.slug
            for (name, id), seq in self.acked.items():
                assert update["seq"] >= seq
                if name == person.name:
                    assert person.act(self.code, "0.0", 0, id) == {
                        "t": "ack",
                        "id": id,
                        "ok": True,
                        "seq": seq,
                        "error": None,
                    }


def lasting(view: Any) -> Any:
    """A view without who is connected."""
    table = {**view["table"], "watching": 0}
    table["seats"] = [{**seat, "here": None, "away_since": None} for seat in table["seats"]]
    return {**view, "table": table}


def test_killed_at_random_moments(database: str, tmp_path: Path) -> None:
    """All six games at once, killed again and again while everybody plays."""
    luck = random.Random("killed at random moments")
    server = Running(database, errors=tmp_path / "errors").start()
    try:
        tables = [Playing(server, slug, bots=number % 2 == 0) for number, slug in enumerate(SLUGS)]
        for _ in range(KILLS):
            enough = sum(table.done for table in tables) + 10
            while sum(table.done for table in tables) < enough:
                luck.choice(tables).play(luck)
            stop = threading.Timer(luck.random() * 0.5, server.kill)
            stop.start()
            try:
                while True:
                    luck.choice(tables).play(luck)
            except (URLError, OSError, HTTPException):
                pass  # the server is gone, in the middle of whatever it did
            stop.join()
            server.start()
            for table in tables:
                table.check()
    finally:
        if server.process is not None and server.process.poll() is None:
            assert server.stop() == 0


async def stored(database: str, code: str) -> list[Row]:
    store = await Store.open(database)
    try:
        return await store.rows(code)
    finally:
        await store.close()


def test_told_to_stop_it_says_goodbye_and_ends_well(tmp_path: Path) -> None:
    server = Running(str(tmp_path / "tables.db"), errors=tmp_path / "errors").start()
    ana = Person(server)
    code = ana.create("st-croix", seats=2, start=True, bots=[{"seat": 1, "level": "hard"}])
    line = ana.line(code)
    threading.Timer(0.2, lambda: os.kill(server.pid, 15)).start()
    bye = line.hear("bye")
    assert bye["reason"] == "restart" and bye["retry_ms"] > 0
    assert server.wait() == 0
    # The bot may act until the last moment and again after the restart, so the log tells what was seen when.
    rows = asyncio.run(stored(server.database, code))
    table = Table(code)
    for row in rows[: line.seq]:
        table.fold(row)
    shown = Projection(table).view(Viewer(0, host=True), PresenceState([False] * 2, [None] * 2))
    assert lasting(json.loads(msgspec.json.encode(shown))) == lasting(line.view)
    server.start()
    assert ana.update(code)["seq"] >= len(rows)
    story = ana.good(f"/api/tables/{code}/log")["tail"]
    told = line.view["log"]
    assert story[: told["total"]][-len(told["tail"]) :] == told["tail"]
    assert server.stop() == 0
    assert asyncio.run(stored(server.database, code))[: len(rows)] == rows
    assert (tmp_path / "errors").read_text() == ""


def test_a_game_of_rules_that_have_changed_is_shown_as_closed(tmp_path: Path) -> None:
    """A table this version cannot go on with is no error: it says so."""
    import sqlite3

    database = tmp_path / "tables.db"
    server = Running(str(database), errors=tmp_path / "errors").start()
    ana = Person(server)
    code = ana.create("around-mackinac", seats=2, start=True)
    server.stop()
    with sqlite3.connect(database) as connection:
        found = connection.execute("select name from sqlite_master where type='table' and name='log'").fetchall()
        assert found
        connection.execute(
            "update log set data = replace(cast(data as text), '\"order\"', '\"other\"') where kind = 'started'"
        )
    server.start()
    try:
        view = ana.view(code)
        assert view["table"]["status"] == "closed" and "cannot continue" in view["table"]["note"]
        assert view["scene"] is None and view["prompt"] is None
        assert ana.act(code, "0.0", 0)["error"]["code"] == "not_now"
        assert ana.ask(f"/api/tables/{code}/record").status == 409
        assert ana.do(code, {"c": "rematch"})["error"]["code"] == "not_now"
    finally:
        assert server.stop() == 0
