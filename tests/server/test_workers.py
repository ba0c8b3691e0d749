"""Several processes serve the same tables, and all give the same answers."""

import random
from pathlib import Path
from typing import Any

import pytest

from server.people import Person, Running, play_out, running
from server.postgres import Postgres


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    found: Postgres = request.getfixturevalue("postgres")
    return found.new_database()


def at(server: Running, person: Person) -> Person:
    """The same person, at another server."""
    return Person(server, person.name, person.token, person.numbers)


def test_two_servers_share_their_tables(database: str, tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with running(database, errors=errors) as one, running(database, errors=errors) as two:
        ana, bo = Person(one, "Ana"), Person(two, "Bo")
        code = ana.create("st-croix", seats=3)
        bo.join(code)
        assert ana.do(code, {"c": "start", "fill": "easy"})["ok"]
        hers, his = ana.line(code), bo.line(code)
        luck = random.Random(4)
        chosen = 0
        while chosen < 40 and hers.view["table"]["status"] == "playing":
            line = luck.choice((hers, his))
            line.drain(0.01)
            if line.view["prompt"] is None:
                continue
            options: list[Any] = line.view["scene"]["prompt"]["choices"]
            ack = line.act(luck.choice(options)["action"])
            assert ack["ok"] or ack["error"]["code"] == "stale_prompt", ack
            chosen += ack["ok"]
            if ack["ok"]:
                hers.until(ack["seq"]), his.until(ack["seq"])
        # Who asks at the other server sees the same.
        ana.do(code, {"c": "pause"})
        for person in (ana, bo):
            here = at(one, person).update(code)
            there = at(two, person).update(code, here["seq"])  # it reads what it has not heard of yet
            assert here["view"]["scene"] == there["view"]["scene"] and here["view"]["log"] == there["view"]["log"]
        # An act that was done is done, whichever server hears it again.
        again = [at(server, ana).do(code, {"c": "say", "text": "hi"}, id="hello") for server in (one, two, one)]
        assert again[0]["ok"] and again == [again[0]] * 3
        # Each sees that the other is here.
        while not (hers.view["table"]["seats"][1]["here"] or hers.hear("presence")["here"][1]):
            pass
        his.close()
        while hers.hear("presence")["here"][1]:
            pass
        hers.close()
    assert errors.read_text() == ""


def test_told_to_stop_while_its_workers_still_load_it_ends_well(tmp_path: Path) -> None:
    server = Running(str(tmp_path / "tables.db"), ("--workers", "2"), errors=tmp_path / "errors").start()
    assert server.stop() == 0
    assert (tmp_path / "errors").read_text() == ""


def test_workers_of_one_server(tmp_path: Path) -> None:
    with running(str(tmp_path / "tables.db"), "--workers", "2", errors=tmp_path / "errors") as server:
        ana = Person(server, "Ana")
        code = ana.create("around-mackinac", seats=2, start=True)
        assert play_out({0: ana}, code, random.Random(1))["table"]["status"] == "over"
        lines = [ana.line(code) for _ in range(6)]  # enough to reach both
        seq = ana.do(code, {"c": "say", "text": "well played"})["seq"]
        assert all(line.until(seq)["chat"][-1]["text"] == "well played" for line in lines)
        for line in lines:
            line.close()
    assert server.process is not None and server.process.returncode == 0
    assert (tmp_path / "errors").read_text() == ""
