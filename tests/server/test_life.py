"""The life of a table: set up, joined, started, played, left, won, played again."""

import random
from collections.abc import Iterator

import pytest

from parlour.games import all_games
from server.people import Person, Running, play_out, running

SLUGS = [entry.about.slug for entry in all_games()]


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server at which nobody is waited for."""
    folder = tmp_path_factory.mktemp("hasty")
    with running(str(folder / "tables.db"), "--grace", "0", errors=folder / "errors.txt") as started:
        yield started
    assert (folder / "errors.txt").read_text() == ""


@pytest.mark.parametrize("slug", SLUGS)
def test_two_people_and_bots_finish_every_game(server: Running, ana: Person, bo: Person, slug: str) -> None:
    code = ana.create(slug)
    assert bo.join(code)["seat"] == 1
    assert ana.do(code, {"c": "start", "fill": "easy"})["ok"]
    view = play_out({0: ana, 1: bo}, code, random.Random(slug))
    assert view["table"]["status"] == "over"
    assert view["scene"]["result"]["reason"]
    assert view["prompt"] is None


def test_a_table_can_begin_at_once(ana: Person) -> None:
    code = ana.create("st-croix", start=True, fill="random", seats=3)
    view = ana.view(code)
    assert view["table"]["status"] == "playing"
    assert [seat["kind"] for seat in view["table"]["seats"]] == ["person", "bot", "bot"]
    assert len(view["table"]["seed_hash"]) == 64 and view["table"]["seed"] == ""


def test_seq_grows_by_one_for_everyone(ana: Person, bo: Person) -> None:
    code = ana.create("st-croix", seats=3)
    with ana.line(code) as hers, Person(ana.server, token="").line(code) as watching:
        start = hers.seq
        bo.join(code)
        ana.do(code, {"c": "add_bot", "seat": 2, "level": "easy"})
        ana.do(code, {"c": "say", "text": "hello"})
        for line in (hers, watching):
            seen = [line.hear("update")["seq"] for _ in range(3)]
            assert seen == [start + 1, start + 2, start + 3]
        assert hers.view["chat"][-1]["text"] == "hello"
        assert hers.view["table"]["seats"][2]["level"] == "easy"


def test_host_controls(ana: Person, bo: Person) -> None:
    code = ana.create("st-croix", seats=3)
    bo.join(code)
    commands: tuple[dict[str, object], ...] = (
        {"c": "start"},
        {"c": "add_bot", "seat": 2, "level": "easy"},
        {"c": "kick", "seat": 0},
        {"c": "mute", "seat": 0},
        {"c": "pause"},
        {"c": "change", "seats": 4},
        {"c": "close"},
    )
    for command in commands:
        refused = bo.do(code, command)
        assert refused["error"]["code"] == "forbidden" and "host" in refused["error"]["text"], command
    assert ana.do(code, {"c": "change", "seats": 2, "options": {"moko_wild": True}})["ok"]
    table = ana.view(code)["table"]
    assert len(table["seats"]) == 2 and table["options"]["moko_wild"] is True and table["changed"] == ["moko_wild"]
    assert ana.do(code, {"c": "change", "seats": 3})["ok"]
    assert ana.do(code, {"c": "add_bot", "seat": 2, "level": "easy"})["ok"]
    assert ana.do(code, {"c": "remove_bot", "seat": 2})["ok"]
    assert ana.do(code, {"c": "mute", "seat": 1})["ok"]
    assert bo.do(code, {"c": "say", "text": "can you hear me"})["error"]["code"] == "forbidden"
    assert ana.do(code, {"c": "kick", "seat": 1})["ok"]
    assert ana.view(code)["table"]["seats"][1]["kind"] == "open"
    assert bo.view(code)["you"]["seat"] is None
    assert bo.ask(f"/api/tables/{code}/join", {"name": "Bo"}).json["code"] == "forbidden"
    Person(ana.server, "Cy").join(code)
    assert not ana.view(code)["table"]["seats"][1]["muted"]


def test_a_paused_game_waits(ana: Person) -> None:
    code = ana.create("around-mackinac", start=True, seats=2, options={"first_player": "host"})  # the bot could win
    assert ana.do(code, {"c": "pause"})["ok"]
    view = ana.view(code)
    assert view["table"]["status"] == "paused" and view["prompt"] is None
    assert ana.act(code, "0.0", 0)["error"]["code"] == "not_now"
    assert ana.do(code, {"c": "pause", "on": False})["ok"]
    assert ana.view(code)["table"]["status"] == "playing"


def test_the_host_leaves_and_the_next_person_is_host(ana: Person, bo: Person) -> None:
    code = ana.create("st-croix", seats=3)
    bo.join(code)
    assert ana.do(code, {"c": "leave"})["ok"]
    view = bo.view(code)
    assert view["you"]["role"] == "host" and view["table"]["host"] == 1
    assert bo.do(code, {"c": "start"})["ok"]


def test_leaving_a_game_and_coming_back(ana: Person, bo: Person) -> None:
    code = ana.create("st-croix", seats=2)
    bo.join(code)
    ana.do(code, {"c": "start"})
    assert bo.do(code, {"c": "leave"})["ok"]
    seat = ana.view(code)["table"]["seats"][1]
    assert seat["bot_plays"] and seat["name"] == "Bo"
    luck = random.Random(1)
    for _ in range(6):
        ana.play_one(code, luck)
    view = bo.view(code)
    assert view["you"]["seat"] == 1 and view["prompt"] is None
    assert bo.do(code, {"c": "back"})["ok"]
    assert not ana.view(code)["table"]["seats"][1]["bot_plays"]
    assert play_out({0: ana, 1: bo}, code, luck)["table"]["status"] == "over"


def test_the_kicked_lose_their_seat_for_good(ana: Person, bo: Person) -> None:
    code = ana.create("st-croix", seats=2)
    bo.join(code)
    ana.do(code, {"c": "start"})
    assert ana.do(code, {"c": "kick", "seat": 1})["ok"]
    assert ana.view(code)["table"]["seats"][1]["kind"] == "bot"
    assert bo.do(code, {"c": "back"})["error"]["code"] == "forbidden"


def test_somebody_away_is_replaced_when_the_others_ask(hasty: Running) -> None:
    ana, bo = Person(hasty, "Ana"), Person(hasty, "Bo")
    code = ana.create("st-croix", seats=2)
    bo.join(code)
    ana.do(code, {"c": "start"})
    with bo.line(code) as his:
        assert ana.do(code, {"c": "take_over", "seat": 1})["error"]["text"] == "Bo is here."
        his.close()
    with ana.line(code) as hers:
        while hers.view["table"]["seats"][1]["here"]:  # on a busy machine he may be away before she looks
            hers.hear()
        assert hers.do({"c": "take_over", "seat": 1})["ok"]
    assert ana.view(code)["table"]["seats"][1]["bot_plays"]


def test_at_a_bot_table_somebody_away_is_replaced_by_itself(hasty: Running) -> None:
    ana, bo = Person(hasty, "Ana"), Person(hasty, "Bo")
    code = ana.create("st-croix", seats=2, house={"absence": "bot"})
    bo.join(code)
    with ana.line(code) as hers:
        hers.do({"c": "start"})
        while not hers.view["table"]["seats"][1]["bot_plays"]:
            hers.hear()


def test_a_rematch_keeps_the_people_and_moves_the_seats_on(ana: Person, bo: Person) -> None:
    code = ana.create("around-mackinac", seats=3, options={"take_optional": True})
    bo.join(code)
    ana.do(code, {"c": "start", "fill": "easy"})
    play_out({0: ana, 1: bo}, code, random.Random(5))
    first = bo.do(code, {"c": "rematch"})
    second = ana.do(code, {"c": "rematch"})
    assert first["ok"] and second["ok"]
    again = ana.view(code)["table"]["rematch"]
    mine, his = ana.view(again), bo.view(again)
    assert (mine["you"]["seat"], his["you"]["seat"]) == (2, 0)
    assert mine["you"]["role"] == "host"
    assert mine["table"]["options"]["take_optional"] is True
    assert ana.do(again, {"c": "start"})["ok"]


def test_names_are_unique_and_tidy(ana: Person, server: Running) -> None:
    code = ana.create("st-croix", seats=4)
    other = Person(server, "  ana\u200b\n ")
    assert other.join(code)["seat"] == 1
    assert [seat["name"] for seat in ana.view(code)["table"]["seats"][:2]] == ["Ana", "ana 2"]


def test_teams(ana: Person, bo: Person) -> None:
    code = ana.create("follow-me", seats=2)
    bo.join(code, members=["Bo", "Cy"])
    ana.do(code, {"c": "start"})
    players = ana.view(code)["scene"]["players"]
    assert players[1]["members"] == ["Bo", "Cy"]


def test_my_tables(ana: Person) -> None:
    code = ana.create("st-croix", seats=2, start=True)
    me = ana.good("/api/me")
    assert me["name"] == "Ana"
    assert [(table["code"], table["my_turn"]) for table in me["tables"]] == [(code, True)]


def test_a_private_table_shows_nothing_to_others(ana: Person, bo: Person) -> None:
    code = ana.create("st-croix", seats=2, start=True, house={"watchers": False})
    assert bo.ask(f"/api/tables/{code}/view").status == 403
    with bo.line(code, hello=False) as line:
        assert line.hear()["reason"] == "kicked"


def test_hints(ana: Person) -> None:
    wishes = {"seats": 2, "start": True, "options": {"first_player": "host"}}  # the bot could win before her turn
    code = ana.create("around-mackinac", bots=[{"seat": 1, "level": "hard"}], **wishes)
    view = ana.my_turn(code)
    hint = ana.good(f"/api/tables/{code}/hint")
    assert hint["prompt"] == view["prompt"]
    assert {one["action"] for one in hint["best"]} <= {one["action"] for one in view["scene"]["prompt"]["choices"]}
    assert all(0 <= one["chance"] <= 1 for one in hint["best"])
    quiet = ana.create("around-mackinac", seats=2, start=True, house={"hints": False})
    assert ana.ask(f"/api/tables/{quiet}/hint").json["code"] == "forbidden"
