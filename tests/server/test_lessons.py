"""A lesson at a real table: only what it asks for can be done, and afterwards the game can be played on."""

import pytest

from parlour.games import all_games
from server.people import Json, Person, Running

TAUGHT = [entry.about.slug for entry in all_games() if entry.lesson()]


def begin(person: Person, slug: str) -> str:
    return person.create(slug, lesson=True, start=True)


def step(person: Person, code: str) -> Json:
    """Do what the lesson asks now; returns the lesson after it."""
    view = person.view(code)
    lesson = view["lesson"]
    if lesson["action"] is None:
        assert person.do(code, {"c": "go_on"})["ok"]
    else:
        assert person.act(code, view["prompt"], lesson["action"])["ok"]
    return person.view(code)["lesson"]


@pytest.mark.parametrize("slug", TAUGHT)
def test_every_lesson_is_played_at_a_table(ana: Person, slug: str) -> None:
    code = begin(ana, slug)
    now = ana.view(code)["lesson"]
    assert now["step"] == 1 and now["say"]
    for number in range(2, now["steps"] + 1):
        now = step(ana, code)
        assert now["step"] == number and now["say"]
    over = step(ana, code)
    assert over["step"] == now["steps"] + 1 and over["action"] is None
    assert ana.do(code, {"c": "go_on"})["error"]["code"] == "not_now"


def test_nothing_else_is_possible_and_a_restart_keeps_the_place(ana: Person, bo: Person, server: Running) -> None:
    code = begin(ana, "st-croix")
    view = ana.view(code)
    other = next(choice for choice in view["scene"]["prompt"]["choices"] if choice["text"] == "play cannon")
    assert "Read on first" in ana.act(code, view["prompt"], other["action"])["error"]["text"]
    step(ana, code)
    assert "asks for this" in ana.act(code, view["prompt"], other["action"])["error"]["text"]
    assert "First do what" in ana.do(code, {"c": "go_on"})["error"]["text"]
    assert bo.ask(f"/api/tables/{code}/view").status == 403, "a lesson is for one"
    assert bo.do(code, {"c": "go_on"})["code"] == "forbidden"
    was = step(ana, code)
    server.kill()
    server.start()
    assert ana.view(code)["lesson"] == was


def test_a_game_without_a_lesson_says_so(ana: Person) -> None:
    catalogue = ana.ask("/api/games").json["games"]
    assert {game["slug"] for game in catalogue if game["lesson"]} == set(TAUGHT)
    refused = ana.ask("/api/tables", {"game": "no-such-game", "name": "Ana", "lesson": True})
    assert refused.status == 404
