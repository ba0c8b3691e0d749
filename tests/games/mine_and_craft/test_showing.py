"""What people see and read, and the simple player."""

from parlour.bots.levels import NormalBot
from parlour.core.match import Match
from parlour.core.rng import Rng
from parlour.games.mine_and_craft import GAME

NAMES = ["You", "Bo"]


def scene(play, seat=0):
    return play.game.scene(play.game.view(play.table, seat), NAMES)


def test_the_prompt_of_a_turn(start):
    play = start(
        {"stock": ["wood1"], "crafted": ["wood-shovel"], "reserved": ["stone-axe"]},
        {},
        piles=[["tnt"], []],
        craft_piles=[["gold-axe"]],
    )
    prompt = scene(play).prompt
    assert prompt.text == "2 actions left: mine, craft or reserve."
    assert [choice.label for choice in prompt.choices] == [
        "Mine TNT (pile 1)",
        "End your turn",
        "Use a Shovel: Bo loses an action",
    ]
    assert prompt.choices[1].confirm == "You have 2 actions left. End your turn?"
    whys = {blocked.pieces + blocked.zones: blocked.why for blocked in prompt.blocked}
    assert whys["item:gold-axe",] == "You still need 3 gold. Your reserve is full."
    assert whys["item:stone-axe",] == "You still need 3 stone."
    assert whys["res:2", "res:3", "res:4", "res:5"] == "This pile is empty."


def test_the_prompt_out_of_turn(start):
    prompt = scene(start({}, {"crafted": ["wood-hoe"]}), 1).prompt
    assert prompt.kind == "react"
    assert [choice.style for choice in prompt.choices] == ["optional"]
    assert scene(start({}, {"crafted": ["wood-hoe"]}), 1).waiting[0].seat == 0


def test_paying_shows_what_is_offered(start):
    play = start({"stock": ["wood1", "wood1"], "crafted": ["iron-axe", "gold-axe"]}, {}, craft_piles=[["wood-axe"]])
    play.do(0, "craft wood-axe", "pay axe", "pay wood1")
    shown = scene(play)
    assert shown.prompt.text == "Pay for Wooden Axe: 4 wood; so far Wood 1, Axe."
    assert {piece.id for piece in shown.pieces if "selected" in piece.tags} == {"stock:0:wood1:1", "item:iron-axe"}
    assert {choice.pieces for choice in shown.prompt.choices} == {("stock:0:wood1:2",)}


def test_hidden_cards_are_not_in_the_scene(start):
    play = start({}, {}, craft_piles=[["gold-axe", "iron-axe"]])
    shown = scene(play)
    assert [piece.type for piece in shown.pieces if piece.zone == "res:1"] == ["wood2"]
    assert [piece.type for piece in shown.pieces if piece.zone == "craft:1"] == ["iron-axe"]
    assert next(zone for zone in shown.zones if zone.id == "discard").policy == "len"
    assert "transcription" in shown.note


def test_the_log_reads_like_a_story(start):
    play = start(
        {"crafted": ["wood-shovel"], "stock": ["wood2"]},
        {"stock": ["wood1"], "crafted": ["wood-sword"]},
        piles=[["creeper", "wood1"]],
        craft_piles=[["wood-hoe"], ["gold-axe"]],
        actions=4,
    )
    play.do(0, "shovel 2", "craft wood-hoe", "pay wood2", "reserve gold-axe", "mine 1", "discard wood1")
    play.do(1, "use sword").do(0, "end turn")
    lines = [line for event in play.events if (line := play.game.tell(event, NAMES))]
    assert lines == [
        "You use a Shovel on Bo.",
        "You craft the Wooden Hoe for Wood 2: 1 point, 3 in all.",
        "You reserve the Golden Axe.",
        "You mine Wood 1.",
        "A Creeper explodes on pile 1!",
        "You discard Wood 1.",
        "Bo uses a Sword.",
        "You leave 1 action unused.",
        "Bo has only 1 action this turn.",
    ]


def story(play, names=("Bo", "Cy", "Di")):
    return [line for event in play.events if (line := play.game.tell(event, list(names[: play.game.seats])))]


def test_the_log_of_tnt(start):
    play = start({}, {}, piles=[["tnt"], ["wood1"], ["iron1"], ["tnt"], ["gold1", "gold2"]])
    play.do(0, "mine 1", "keep gold2", "keep no more")
    assert story(play) == [
        "Bo mines TNT! It blows loose Wood 1, Iron 1, Gold 2 and TNT.",
        "Bo keeps Gold 2.",
        "Blown up with the TNT: Wood 1, Iron 1 and TNT.",
    ]
    play = start({}, {}, piles=[["wood1", "tnt"]])
    play.do(0, "mine 1", "end turn")
    assert story(play) == ["Bo mines TNT! It blows loose nothing else.", "Bo leaves 1 action unused."]


def test_the_log_of_a_lost_turn_and_a_hoe(start):
    piles = [["stone1", "creeper", "wood1"]]
    play = start({"crafted": ["wood-hoe"]}, {"shovelled": 2}, {}, piles=piles, options={"creeper_only_mine": True})
    play.do(0, "use hoe", "mine 1", "end turn")
    assert story(play) == [
        "Bo uses a Hoe.",
        "Cleared away: Wood 1.",
        "The Creeper on pile 1 is thrown away.",
        "Bo mines Stone 1.",
        "Bo leaves 1 action unused.",
        "Cy loses the whole turn.",
    ]


def test_what_a_craft_card_costs_is_written_beside_it(start):
    play = start({"reserved": ["gold-axe"]}, {"reserved": ["iron-axe"]}, craft_piles=[["wood-hoe"], []])
    badges = {zone.id: [badge.text for badge in zone.badges] for zone in scene(play).zones}
    assert badges["craft:1"] == ["1 point for 2 wood"]
    assert badges["craft:2"] == badges["reserve:1"] == []
    assert badges["reserve:0"] == ["4 points for 3 gold + 1 wood"]


def test_used_tools_and_lost_actions_are_marked(start):
    play = start({"crafted": ["wood-hoe", "wood-axe"], "used": ["wood-hoe"]}, {"shovelled": 1})
    shown = scene(play)
    assert [piece.type for piece in shown.pieces if "used" in piece.tags] == ["wood-hoe"]
    assert [badge.text for badge in shown.players[1].badges] == ["loses 1 action next turn"]
    assert shown.phase == "Playing to 24 points"


def test_the_simple_player_wins_by_crafting():
    for seats in (2, 3, 4):
        match = Match(GAME(seats=seats), seed=seats)
        rng = Rng("bot", seats)
        while match.to_act and match.decisions < 1500:
            seat = match.to_act[0]
            match.play(seat, NormalBot(match.game).choose(match.view(seat), match.legal(seat), rng))
        assert match.outcome is not None
        assert max(match.outcome.scores) >= match.game.target
