"""The five tools."""

import pytest

import parlour


def test_a_shovel_takes_an_action(start):
    """MC-27, MC-24, MC-25: it costs no action; the target's next turn has one action less."""
    play = start({"crafted": ["wood-shovel"]}, {}, {})
    assert play.legal(0, "shovel") == ["shovel 2", "shovel 3"]
    play.do(0, "shovel 2")
    assert play["actions"] == 2
    assert play.player(0, "used") == ["wood-shovel"]
    assert play.legal(0, "shovel") == []
    play.do(0, "mine 1", "mine 2")
    assert play.waiting == (1,)
    assert play["actions"] == 1
    play.do(1, "mine 1").do(2, "end turn").do(0, "end turn")
    assert play["actions"] == 2


def test_shovels_add_up(start):
    """MC-G17: two leave no action and the turn is skipped; a third would do nothing."""
    play = start({"crafted": ["wood-shovel", "iron-shovel", "gold-shovel"]}, {}, {})
    play.do(0, "shovel 2", "shovel 2")
    assert play.legal(0, "shovel") == ["shovel 3"]
    assert "every action" in play.why_not(0, "shovel 2")
    play.do(0, "end turn")
    assert play.waiting == (2,)
    assert play.told("skipped") == [{"kind": "skipped", "seat": 1}]
    assert play.player(1, "shovelled") == 0


def test_a_shovel_in_the_targets_own_turn_counts_for_the_next(start):
    """MC-G17, MC-G15"""
    play = start({}, {"crafted": ["wood-shovel"]})
    play.do(1, "shovel 1")
    assert play["actions"] == 2
    play.do(0, "end turn").do(1, "mine 1", "mine 1")
    assert play["actions"] == 1
    assert play.waiting == (0,)


def test_nobody_shovels_themselves(start):
    """MC-27"""
    play = start({"crafted": ["wood-shovel"]}, {})
    assert "somebody else" in play.why_not(0, "shovel 1")


def test_hoe_and_shovel_out_of_turn(start):
    """MC-G15, MC-24: whoever has one may use it between two steps; the game does not wait for them."""
    play = start({}, {"crafted": ["wood-hoe", "wood-shovel"]}, {"crafted": ["wood-pickaxe", "wood-sword", "wood-axe"]})
    assert play.waiting == (0,)
    assert play.game.may_act(play.table) == (0, 1)
    assert play.legal(1) == ["use hoe", "shovel 1", "shovel 3"]
    assert play.legal(2) == []
    play.do(1, "use hoe")
    assert play.waiting == (0,)
    assert play["actions"] == 2
    play.do(0, "mine 1")
    play.do(1, "shovel 1")
    assert play["actions"] == 1


def test_not_while_a_card_is_dealt_with(start):
    """MC-G15: not during a payment, a TNT or a Creeper."""
    hoe = {"crafted": ["wood-hoe"]}
    play = start({"stock": ["wood1", "iron1"]}, hoe, craft_piles=[["iron-hoe"]])
    play.do(0, "craft iron-hoe")
    assert play.game.may_act(play.table) == (0,)
    with pytest.raises(parlour.IllegalAction, match="not your turn"):
        play.do(1, "use hoe")
    play = start({}, hoe, piles=[["tnt"], ["wood1"]])
    play.do(0, "mine 1")
    assert play.legal(1) == []
    play = start({}, hoe, piles=[["creeper", "wood1"], ["wood1"]])
    play.do(0, "mine 1")
    assert play.legal(1) == []


def test_tools_own_turn_only(start):
    """MC-G15 with tools_own_turn_only: then a turn stays open for them after the last action."""
    own = {"tools_own_turn_only": True}
    play = start({}, {"crafted": ["wood-hoe", "wood-shovel"]}, options=own)
    assert play.game.may_act(play.table) == (0,)
    assert play.legal(1) == []
    assert "not your turn" in play.why_not(1, "use hoe")
    play.do(0, "mine 1", "mine 1").do(1, "mine 2", "mine 2")
    assert play.waiting == (1,)
    assert play.legal(1) == ["end turn", "use hoe", "shovel 1"]
    play.do(1, "use hoe")
    assert play.waiting == (1,)
    play.do(1, "shovel 1")
    assert play.waiting == (0,)


def test_a_pick_axe_gives_an_action(start):
    """MC-28, MC-24, MC-25"""
    play = start({"crafted": ["wood-pickaxe"]}, {})
    play.do(0, "use pickaxe")
    assert play["actions"] == 3
    assert play.player(0, "used") == ["wood-pickaxe"]
    play.do(0, "mine 1", "mine 1", "mine 2")
    assert play.waiting == (1,)


def test_a_pick_axe_after_the_last_action(start):
    """MC-G16: the turn waits for it; several may be used; not in another's turn."""
    play = start({"crafted": ["wood-pickaxe", "iron-pickaxe"]}, {})
    play.do(0, "mine 1", "mine 1")
    assert play.waiting == (0,)
    assert play.legal(0) == ["end turn", "use pickaxe"]
    assert play.why_not(0, "mine 2") == "You have no action left."
    play.do(0, "use pickaxe", "mine 2", "use pickaxe", "mine 2")
    assert play.waiting == (1,)
    play = start({}, {"crafted": ["wood-pickaxe"]})
    assert play.legal(1) == []


def test_a_pick_axe_when_shovels_left_nothing(start):
    """MC-G16, MC-G17"""
    play = start({}, {"crafted": ["wood-pickaxe"], "shovelled": 2})
    play.do(0, "end turn")
    assert play.waiting == (1,)
    assert play.legal(1) == ["end turn", "use pickaxe"]
    play.do(1, "use pickaxe", "mine 1")
    assert play.waiting == (0,)


def test_without_tools_a_turn_ends_by_itself(start):
    """MC-08, MC-G16: Sword and Axe do not keep it open."""
    play = start({"crafted": ["wood-sword", "wood-axe"]}, {})
    play.do(0, "mine 1", "mine 1")
    assert play.waiting == (1,)


def test_a_tool_works_at_once(start):
    """MC-G18: also with the last action of the turn."""
    play = start({"stock": ["wood3", "wood2"]}, {}, craft_piles=[["wood-pickaxe"]], actions=1)
    play.do(0, "craft wood-pickaxe", "pay wood3", "pay wood2")
    assert play.waiting == (0,)
    play.do(0, "use pickaxe")
    assert play["actions"] == 1


def test_a_hoe_clears_every_top(start):
    """MC-30, MC-06, MC-G22: TNT has no effect and empty places are skipped."""
    play = start({"crafted": ["wood-hoe"]}, {}, piles=[["wood1", "tnt"], [], ["iron1", "iron2"], ["gold1"], []])
    before = play["discard"]
    play.do(0, "use hoe")
    assert play["piles"] == [["wood1"], [], ["iron1"], [], []]
    assert sorted(play["discard"]) == sorted([*before, "tnt", "iron2", "gold1"])
    assert play["actions"] == 2
    assert play["phase"] == "turn"
    assert play.player(0, "stock") == []


def test_a_hoe_with_nothing_to_clear(start):
    """MC-G22"""
    play = start({"crafted": ["wood-hoe"]}, {}, piles=[])
    assert "use hoe" not in play.legal(0)
    assert play.why_not(0, "use hoe") == "There is nothing to clear."


def test_a_hoe_bares_creepers_out_of_turn(start):
    """MC-G02, MC-G05, MC-G15: they explode, and the player whose turn it is answers first."""
    play = start(
        {"stock": ["wood1"]},
        {"stock": ["wood2"], "crafted": ["wood-hoe"]},
        {"stock": ["wood3"]},
        piles=[["creeper", "stone1"]],
        turn=2,
    )
    play.do(1, "use hoe")
    assert play.waiting == (2,)
    play.do(2, "discard wood3").do(0, "discard wood1").do(1, "discard wood2")
    assert play.waiting == (2,)
    assert play["actions"] == 2


def test_which_card_is_turned_over(start):
    """MC-25: the first unused card with the tool; used ones stay used and cannot be used again."""
    play = start({"crafted": ["wood-pickaxe", "iron-pickaxe"], "used": ["wood-pickaxe"]}, {})
    play.do(0, "use pickaxe")
    assert play.player(0, "used") == ["wood-pickaxe", "iron-pickaxe"]
    assert play.why_not(0, "use pickaxe") == "You have no Pick Axe to use."
