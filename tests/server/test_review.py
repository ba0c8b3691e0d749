"""The review of a finished game, and playing on from one's own decision."""

import random
import time
from pathlib import Path

from server.people import Json, Person, Running, play_out, running

PATIENCE = 120.0


def finished(person: Person, slug: str = "around-mackinac") -> str:
    """A game in which this person has acted: they begin, because a bot could win before them."""
    code = person.create(slug, seats=2, start=True, fill="easy", options={"first_player": "host"})
    play_out({0: person}, code, random.Random(3))
    return code


def reviewed(person: Person, code: str, query: str = "") -> Json:
    """The review, as soon as it is done."""
    ends = time.monotonic() + PATIENCE
    while (state := person.good(f"/api/tables/{code}/review{query}"))["state"] != "done":
        assert time.monotonic() < ends and state["done"] <= max(1, state["total"])
        time.sleep(0.1)
    return state["review"]


def test_a_review_of_ones_own_game_is_made_once(server: Running, ana: Person) -> None:
    code = finished(ana, "st-croix")  # in a short game she may never have had a choice
    review = reviewed(ana, code)
    assert review["seat"] == 0 and review["name"] == "Ana" and review["decisions"]
    record = ana.ask(f"/api/tables/{code}/record").body.decode().splitlines()[2:-1]
    own = {number for number, line in enumerate(record, start=1) if '"seat":0' in line}
    assert {one["n"] for one in review["decisions"]} <= own
    assert abs(review["start"] + review["luck"] - review["mistakes"] - review["result"]) < 1e-6
    assert ana.good(f"/api/tables/{code}/review")["review"] == review, "asking again costs nothing"
    other = reviewed(Person(server, "Bo"), code, "?as=1")
    assert other["seat"] == 1, "anybody who may look at the table may have it reviewed"


def test_a_game_that_goes_on_is_neither_reviewed_nor_branched(ana: Person) -> None:
    code = ana.create("st-croix", seats=2, start=True)
    for path, body in (("review", None), ("review?as=1", None), ("what_if", {"n": 1})):
        refused = ana.ask(f"/api/tables/{code}/{path}", body)
        assert refused.status == 409 and "when the game is over" in refused.json["text"], path


def test_what_if_continues_from_ones_own_decision(ana: Person, bo: Person) -> None:
    code = finished(ana)
    lines = [line["text"] for line in ana.good(f"/api/tables/{code}/log")["tail"]]
    frames = ana.good(f"/api/tables/{code}/replay?as=0")["frames"]
    own = [frame["n"] for frame in frames if frame["seat"] == 0]
    other = next(frame["n"] for frame in frames if frame["seat"] == 1)
    n = own[len(own) // 2]
    branch = ana.good(f"/api/tables/{code}/what_if", {"n": n})
    view = ana.view(branch["code"])
    assert branch["seat"] == 0 and branch["code"] != code and view["table"]["status"] == "playing"
    assert view["scene"]["pieces"] == frames[n - 1]["scene"]["pieces"] and view["prompt"] is not None
    told = [line["text"] for line in ana.good(f"/api/tables/{branch['code']}/log")["tail"]]
    assert told == lines[: len(told)], "the same game up to there"
    assert bo.ask(f"/api/tables/{branch['code']}/view").status == 403, "the table is private"
    assert play_out({0: ana}, branch["code"], random.Random(1))["table"]["status"] == "over"
    assert ana.ask(f"/api/tables/{code}/what_if", {"n": other}).json["code"] == "illegal"
    assert ana.ask(f"/api/tables/{code}/what_if", {"n": 10_000}).json["code"] == "illegal"
    assert bo.ask(f"/api/tables/{code}/what_if", {"n": n}).json["code"] == "forbidden"


def test_a_branch_survives_a_restart(tmp_path: Path) -> None:
    with running(str(tmp_path / "tables.db")) as server:
        ana = Person(server, "Ana")
        code = finished(ana)
        frames = ana.good(f"/api/tables/{code}/replay?as=0")["frames"]
        n = next(frame["n"] for frame in frames if frame["seat"] == 0)
        branch = ana.good(f"/api/tables/{code}/what_if", {"n": n})["code"]
        before = ana.view(branch)
        server.stop()
        server.start()
        after = ana.view(branch)
        assert (after["scene"], after["prompt"]) == (before["scene"], before["prompt"])
