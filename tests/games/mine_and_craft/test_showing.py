"""What people see and read, and the simple player."""

from games.mine_and_craft.positions import start
from parlour.games.mine_and_craft import GAME
from scenario import Scenario

NAMES = ["You", "Bo"]


def test_the_prompt_of_a_turn() -> None:
    table = start(
        {"stock": ["wood1"], "crafted": ["wood-shovel"], "reserved": ["stone-axe"]},
        {},
        piles=[["tnt"], []],
        craft_piles=[["gold-axe"]],
    )
    prompt = table.prompt()
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


def test_the_prompt_out_of_turn() -> None:
    prompt = start({}, {"crafted": ["wood-hoe"]}).prompt(1)
    assert prompt.kind == "react"
    assert [choice.style for choice in prompt.choices] == ["optional"]
    assert start({}, {"crafted": ["wood-hoe"]}).scene(1).waiting[0].seat == 0


def test_paying_shows_what_is_offered() -> None:
    table = start({"stock": ["wood1", "wood1"], "crafted": ["iron-axe", "gold-axe"]}, {}, craft_piles=[["wood-axe"]])
    table.do("craft wood-axe", "pay axe", "pay wood1")
    shown = table.scene(0)
    assert table.prompt().text == "Pay for Wooden Axe: 4 wood; so far Wood 1, Axe."
    assert {piece.id for piece in shown.pieces if "selected" in piece.tags} == {"stock:0:wood1:1", "item:iron-axe"}
    assert {choice.pieces for choice in table.prompt().choices} == {("stock:0:wood1:2",)}


def test_hidden_cards_are_not_in_the_scene() -> None:
    table = start({}, {}, craft_piles=[["gold-axe", "iron-axe"]])
    shown = table.scene(0)
    assert [piece.type for piece in shown.pieces if piece.zone == "res:1"] == ["wood2"]
    assert [piece.type for piece in shown.pieces if piece.zone == "craft:1"] == ["iron-axe"]
    assert next(zone for zone in shown.zones if zone.id == "discard").policy == "len"
    assert "transcription" in shown.note


def test_the_log_reads_like_a_story() -> None:
    table = start(
        {"crafted": ["wood-shovel"], "stock": ["wood2"]},
        {"stock": ["wood1"], "crafted": ["wood-sword"]},
        piles=[["creeper", "wood1"]],
        craft_piles=[["wood-hoe"], ["gold-axe"]],
        actions=4,
    )
    table.do("shovel 2", "craft wood-hoe", "pay wood2", "reserve gold-axe", "mine 1", "discard wood1")
    table.do("use sword", seat=1).do("end turn", seat=0)
    assert table.told(0, NAMES) == [
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


NOT_YOU = ["Bo", "Cy", "Di"]


def test_the_log_of_tnt() -> None:
    table = start({}, {}, piles=[["tnt"], ["wood1"], ["iron1"], ["tnt"], ["gold1", "gold2"]])
    table.do("mine 1", "keep gold2", "keep no more")
    assert table.told(names=NOT_YOU) == [
        "Bo mines TNT! It blows loose Wood 1, Iron 1, Gold 2 and TNT.",
        "Bo keeps Gold 2.",
        "Blown up with the TNT: Wood 1, Iron 1 and TNT.",
    ]
    table = start({}, {}, piles=[["wood1", "tnt"]])
    table.do("mine 1", "end turn")
    assert table.told(names=NOT_YOU) == ["Bo mines TNT! It blows loose nothing else.", "Bo leaves 1 action unused."]


def test_the_log_of_a_lost_turn_and_a_hoe() -> None:
    piles = [["stone1", "creeper", "wood1"]]
    table = start({"crafted": ["wood-hoe"]}, {"shovelled": 2}, {}, piles=piles, options={"creeper_only_mine": True})
    table.do("use hoe", "mine 1", "end turn")
    assert table.told(names=NOT_YOU) == [
        "Bo uses a Hoe.",
        "Cleared away: Wood 1.",
        "The Creeper on pile 1 is thrown away.",
        "Bo mines Stone 1.",
        "Bo leaves 1 action unused.",
        "Cy loses the whole turn.",
    ]


def test_what_a_craft_card_costs_is_written_beside_it() -> None:
    table = start({"reserved": ["gold-axe"]}, {"reserved": ["iron-axe"]}, craft_piles=[["wood-hoe"], []])
    badges = {zone.id: [badge.text for badge in zone.badges] for zone in table.scene(0).zones}
    assert badges["craft:1"] == ["1 point for 2 wood"]
    assert badges["craft:2"] == badges["reserve:1"] == []
    assert badges["reserve:0"] == ["4 points for 3 gold + 1 wood"]


def test_used_tools_and_lost_actions_are_marked() -> None:
    table = start({"crafted": ["wood-hoe", "wood-axe"], "used": ["wood-hoe"]}, {"shovelled": 1})
    shown = table.scene(0)
    assert [piece.type for piece in shown.pieces if "used" in piece.tags] == ["wood-hoe"]
    assert [badge.text for badge in shown.players[1].badges] == ["loses 1 action next turn"]
    assert shown.phase == "Playing to 24 points"


def test_the_simple_player_wins_by_crafting() -> None:
    for seats in (2, 3, 4):
        table = Scenario.dealt("mine-and-craft", seats, seed=seats)
        for _ in range(1500):
            if table.over():
                break
            table.do(table.simple_choice())
        assert max(table.result.scores) >= GAME(seats=seats).target
