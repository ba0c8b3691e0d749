"""Taking back: what drew no luck and told nothing, at once among bots and by consent among people."""

import random
from collections.abc import Iterator
from typing import cast

import pytest

from parlour.core.take_back import REPLAYED
from parlour.games import AnyGame
from parlour.games.st_croix.game import StCroix
from parlour.server.log import undo
from parlour.server.protocol import messages as say
from server.desk import Desk
from server.people import Json, Person, Running, play_out


def lay(person: Person, code: str) -> Json:
    """Choose a Table Card in St. Croix, which tells its player nothing; returns the view before."""
    view = person.my_turn(code)
    assert person.act(code, view["prompt"], view["scene"]["prompt"]["choices"][0]["action"])["ok"]
    return view


def hand(view: Json) -> list[str]:
    seat = view["you"]["seat"]
    return [piece["type"] for piece in view["scene"]["pieces"] if piece["zone"] == f"hand:{seat}"]


def placed(ana: Person, luck: random.Random) -> tuple[str, Json, Json]:
    """A table at which Ana may take back what she did, and the views before and after it.

    In Follow Me a player who has placed a Location is asked for more, and nobody else acts meanwhile. A bot may win
    before Ana has one to place; then there is another game.
    """
    for _ in range(20):
        code = ana.create("follow-me", start=True, fill="easy")
        while (before := ana.my_turn_or_end(code))["prompt"] is not None:
            choices = before["scene"]["prompt"]["choices"]
            places = [choice for choice in choices if choice["option"] == "place"]
            assert ana.act(code, before["prompt"], luck.choice(places or choices)["action"])["ok"]
            view = ana.view(code)
            if view["undo"] is not None and view["prompt"] is not None:  # still her turn, so no bot comes in between
                return code, before, view
    raise AssertionError("Ana never placed a Location")


def test_among_bots_an_action_is_taken_back_at_once(ana: Person) -> None:
    luck = random.Random(2)
    code, before, view = placed(ana, luck)
    assert view["undo"] == {"state": "free", "seat": 0}
    assert ana.do(code, {"c": "undo"})["ok"]
    after = ana.view(code)
    assert hand(after) == hand(before)
    assert after["scene"]["prompt"] == before["scene"]["prompt"] and after["prompt"] != before["prompt"]
    over = play_out({0: ana}, code, luck)
    assert over["table"]["status"] == "over", "the bots play on"


def test_by_consent_among_people_and_the_log_forgets_it(ana: Person, bo: Person, server: Running) -> None:
    code = ana.create("st-croix", seats=2)
    bo.join(code)
    assert ana.do(code, {"c": "start"})["ok"]
    with ana.line(code) as hers:
        before = lay(ana, code)
        view = ana.view(code)
        assert view["undo"] == {"state": "ask", "seat": 0} and bo.view(code)["undo"] is None
        assert bo.do(code, {"c": "undo"})["error"]["code"] == "not_now", "only the player's own action"
        assert ana.do(code, {"c": "undo"})["ok"]
        assert ana.view(code)["undo"]["state"] == "asked" and bo.view(code)["undo"] == {"state": "answer", "seat": 0}
        assert ana.do(code, {"c": "answer_undo", "agree": True})["error"]["code"] == "forbidden"
        assert bo.do(code, {"c": "answer_undo", "agree": False})["ok"]
        assert ana.view(code)["undo"] == {"state": "ask", "seat": 0} and hand(ana.view(code)) == hand(view)
        ana.do(code, {"c": "undo"})
        assert bo.do(code, {"c": "answer_undo", "agree": True})["ok"]
        after = ana.update(code)
        assert hand(after["view"]) == hand(before) and after["view"]["undo"] is None
        assert hers.until(after["seq"])["scene"] == after["view"]["scene"], "the socket shows the same"
    lines = [line["text"] for line in after["view"]["log"]["tail"]]
    assert lines[-1] == "Ana takes back the last action."
    stale = ana.act(code, view["prompt"], 0)
    assert stale["error"]["code"] == "stale_prompt", "what was asked before is not asked any more"
    server.kill()
    server.start()
    again = ana.view(code)
    assert again["scene"] == after["view"]["scene"] and again["log"] == after["view"]["log"]
    over = play_out({0: ana, 1: bo}, code, random.Random(4))
    assert over["table"]["status"] == "over"
    assert ana.ask(f"/api/tables/{code}/replay").json["verified"], "what is taken back drew no luck"


def test_a_socket_is_offered_it_a_moment_later_and_only_its_player(ana: Person, bo: Person) -> None:
    code = ana.create("st-croix", seats=2)
    bo.join(code)
    assert ana.do(code, {"c": "start"})["ok"]
    with ana.line(code) as hers, bo.line(code) as his:
        assert hers.act(hers.view["scene"]["prompt"]["choices"][0]["action"])["ok"]
        assert hers.hear("undo")["undo"] == {"state": "ask", "seat": 0}
        assert hers.view == ana.view(code)
        assert bo.do(code, {"c": "say", "text": "Well"})["ok"]
        assert hers.hear("update")["view"]["undo"] == {"state": "ask", "seat": 0}
        assert hers.do({"c": "undo"})["ok"] and hers.view["undo"]["state"] == "asked"
        assert his.until(hers.seq)["undo"] == {"state": "answer", "seat": 0}
        assert not any(text.startswith('{"t":"undo"') for text in his.heard)


def test_what_told_something_cannot_be_taken_back(ana: Person, bo: Person) -> None:
    code = ana.create("around-mackinac", seats=2, options={"first_player": "host"})
    bo.join(code)
    ana.do(code, {"c": "start"})
    view = ana.my_turn(code)
    assert ana.act(code, view["prompt"], view["scene"]["prompt"]["choices"][0]["action"])["ok"]
    assert ana.view(code)["undo"] is None
    assert ana.do(code, {"c": "undo"})["error"]["code"] == "not_now"
    assert Person(ana.server, token="").do(code, {"c": "undo"})["error"]["code"] == "forbidden"


def test_an_action_by_somebody_else_ends_the_question(ana: Person, bo: Person) -> None:
    code = ana.create("st-croix", seats=2)
    bo.join(code)
    ana.do(code, {"c": "start"})
    lay(ana, code)
    ana.do(code, {"c": "undo"})
    lay(bo, code)
    assert ana.view(code)["undo"] is None
    assert bo.do(code, {"c": "answer_undo", "agree": True})["error"]["code"] == "not_now"


def test_whether_an_action_taught_something_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a sample of worlds: not again for a chat line, but for every other action, the same one too."""
    asked: list[object] = []

    def looks_same(before: object, after: object) -> Iterator[bool]:
        asked.append(after)
        yield True

    monkeypatch.setattr(undo, "looks_same", looks_same)
    desk = Desk("st-croix", 2)
    desk.join("bo", 1)
    desk.do(say.Start(), new_seed=lambda: "fold")
    desk.play(0)
    assert undo.may_undo(desk.table, 0)
    desk.do(say.Say("Wait"), "bo")
    assert undo.may_undo(desk.table, 0)
    assert len(asked) == 1
    desk.do(say.Undo())
    desk.do(say.AnswerUndo(True), "bo")
    desk.play(0)
    assert undo.may_undo(desk.table, 0)
    assert len(asked) == 2


class FindsWorldsSlowly(StCroix):
    """A game that finds its worlds by replaying, as far as anybody can tell."""

    def replays_worlds(self) -> bool:
        return True


def test_other_tables_continue_between_worlds_that_take_long_to_find() -> None:
    desk = Desk("st-croix", 2)
    desk.join("bo", 1)
    desk.do(say.Start(), new_seed=lambda: "fold")
    desk.play(0)
    assert list(undo.examine(desk.table)) == [] and undo.may_undo(desk.table, 0)
    match = desk.table.match
    assert match is not None
    desk.table.undo_examined = None
    for each in (match, desk.table.before_last()):
        each.game = cast(AnyGame, FindsWorldsSlowly(2))
    assert len(list(undo.examine(desk.table))) == 1 + REPLAYED and undo.may_undo(desk.table, 0)
    assert list(undo.examine(desk.table)) == [], "the answer is known"
