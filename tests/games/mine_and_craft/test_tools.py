"""The five tools."""

from games.mine_and_craft.positions import start


def test_a_shovel_takes_an_action() -> None:
    """MC-27, MC-24, MC-25: it costs no action; the target's next turn has one action less."""
    table = start({"crafted": ["wood-shovel"]}, {}, {})
    assert table.legal(0, "shovel") == ["shovel 2", "shovel 3"]
    table.do("shovel 2")
    assert table["actions"] == 2
    assert table["players", 0, "used"] == ["wood-shovel"]
    assert table.legal(0, "shovel") == []
    table.do("mine 1", "mine 2", seat=0)
    assert table.to_act == (1,)
    assert table["actions"] == 1
    table.do("mine 1", seat=1).do("end turn", seat=2).do("end turn", seat=0)
    assert table["actions"] == 2


def test_shovels_add_up() -> None:
    """MC-G17: two leave no action and the turn is skipped; a third would do nothing."""
    table = start({"crafted": ["wood-shovel", "iron-shovel", "gold-shovel"]}, {}, {})
    table.do("shovel 2", "shovel 2")
    assert table.legal(0, "shovel") == ["shovel 3"]
    table.may_not("shovel 2", because="every action")
    table.do("end turn", seat=0)
    assert table.to_act == (2,)
    assert [event.seat for event in table.events("skipped")] == [1]
    assert table["players", 1, "shovelled"] == 0


def test_a_shovel_in_the_targets_own_turn_counts_for_the_next() -> None:
    """MC-G17, MC-G15"""
    table = start({}, {"crafted": ["wood-shovel"]})
    table.do("shovel 1", seat=1)
    assert table["actions"] == 2
    table.do("end turn", seat=0).do("mine 1", "mine 1", seat=1)
    assert table["actions"] == 1
    assert table.to_act == (0,)


def test_nobody_shovels_themselves() -> None:
    """MC-27"""
    table = start({"crafted": ["wood-shovel"]}, {})
    table.may_not("shovel 1", because="somebody else")


def test_hoe_and_shovel_out_of_turn() -> None:
    """MC-G15, MC-24: a player who has one may use it between two steps; the game does not wait for them."""
    table = start({}, {"crafted": ["wood-hoe", "wood-shovel"]}, {"crafted": ["wood-pickaxe", "wood-sword", "wood-axe"]})
    assert table.to_act == (0,)
    assert table.may_act == (0, 1)
    assert table.legal(1) == ["use hoe", "shovel 1", "shovel 3"]
    assert table.legal(2) == []
    table.do("use hoe", seat=1)
    assert table.to_act == (0,)
    assert table["actions"] == 2
    table.do("mine 1", seat=0)
    table.do("shovel 1", seat=1)
    assert table["actions"] == 1


def test_not_while_a_card_is_dealt_with() -> None:
    """MC-G15: not during a payment, a TNT or a Creeper."""
    hoe = {"crafted": ["wood-hoe"]}
    table = start({"stock": ["wood1", "iron1"]}, hoe, craft_piles=[["iron-hoe"]])
    table.do("craft iron-hoe")
    assert table.may_act == (0,)
    table.may_not("use hoe", because="not your turn", seat=1)
    table = start({}, hoe, piles=[["tnt"], ["wood1"]])
    table.do("mine 1")
    assert table.legal(1) == []
    table = start({}, hoe, piles=[["creeper", "wood1"], ["wood1"]])
    table.do("mine 1")
    assert table.legal(1) == []


def test_tools_own_turn_only() -> None:
    """MC-G15 with tools_own_turn_only: then a turn stays open for them after the last action."""
    own = {"tools_own_turn_only": True}
    table = start({}, {"crafted": ["wood-hoe", "wood-shovel"]}, options=own)
    assert table.may_act == (0,)
    assert table.legal(1) == []
    table.may_not("use hoe", because="not your turn", seat=1)
    table.do("mine 1", "mine 1").do("mine 2", "mine 2", seat=1)
    assert table.to_act == (1,)
    assert table.legal(1) == ["end turn", "use hoe", "shovel 1"]
    table.do("use hoe", seat=1)
    assert table.to_act == (1,)
    table.do("shovel 1", seat=1)
    assert table.to_act == (0,)


def test_a_pick_axe_gives_an_action() -> None:
    """MC-28, MC-24, MC-25"""
    table = start({"crafted": ["wood-pickaxe"]}, {})
    table.do("use pickaxe")
    assert table["actions"] == 3
    assert table["players", 0, "used"] == ["wood-pickaxe"]
    table.do("mine 1", "mine 1", "mine 2", seat=0)
    assert table.to_act == (1,)


def test_a_pick_axe_after_the_last_action() -> None:
    """MC-G16: the turn waits for it; several may be used; not in another's turn."""
    table = start({"crafted": ["wood-pickaxe", "iron-pickaxe"]}, {})
    table.do("mine 1", "mine 1")
    assert table.to_act == (0,)
    assert table.legal(0) == ["end turn", "use pickaxe"]
    assert table.why_not("mine 2") == "You have no action left."
    table.do("use pickaxe", "mine 2", "use pickaxe", "mine 2", seat=0)
    assert table.to_act == (1,)
    table = start({}, {"crafted": ["wood-pickaxe"]})
    assert table.legal(1) == []


def test_a_pick_axe_when_shovels_left_nothing() -> None:
    """MC-G16, MC-G17"""
    table = start({}, {"crafted": ["wood-pickaxe"], "shovelled": 2})
    table.do("end turn")
    assert table.to_act == (1,)
    assert table.legal(1) == ["end turn", "use pickaxe"]
    table.do("use pickaxe", "mine 1", seat=1)
    assert table.to_act == (0,)


def test_without_tools_a_turn_ends_by_itself() -> None:
    """MC-08, MC-G16: Sword and Axe do not keep it open."""
    table = start({"crafted": ["wood-sword", "wood-axe"]}, {})
    table.do("mine 1", "mine 1")
    assert table.to_act == (1,)


def test_a_tool_works_at_once() -> None:
    """MC-G18: also with the last action of the turn."""
    table = start({"stock": ["wood3", "wood2"]}, {}, craft_piles=[["wood-pickaxe"]], actions=1)
    table.do("craft wood-pickaxe", "pay wood3", "pay wood2")
    assert table.to_act == (0,)
    table.do("use pickaxe", seat=0)
    assert table["actions"] == 1


def test_a_hoe_clears_every_top() -> None:
    """MC-30, MC-06, MC-G22: TNT has no effect and empty places are skipped."""
    table = start({"crafted": ["wood-hoe"]}, {}, piles=[["wood1", "tnt"], [], ["iron1", "iron2"], ["gold1"], []])
    before = table.cards("discard")
    table.do("use hoe")
    assert table["piles"] == [["wood1"], [], ["iron1"], [], []]
    assert sorted(table.cards("discard")) == sorted([*before, "tnt", "iron2", "gold1"])
    assert table["actions"] == 2
    assert table["phase"] == "turn"
    assert table["players", 0, "stock"] == []


def test_a_hoe_with_nothing_to_clear() -> None:
    """MC-G22"""
    table = start({"crafted": ["wood-hoe"]}, {}, piles=[])
    assert "use hoe" not in table.legal(0)
    assert table.why_not("use hoe") == "There is nothing to clear."


def test_a_hoe_bares_creepers_out_of_turn() -> None:
    """MC-G02, MC-G05, MC-G15: they explode, and the player whose turn it is answers first."""
    table = start(
        {"stock": ["wood1"]},
        {"stock": ["wood2"], "crafted": ["wood-hoe"]},
        {"stock": ["wood3"]},
        piles=[["creeper", "stone1"]],
        turn=2,
    )
    table.do("use hoe", seat=1)
    assert table.to_act == (2,)
    table.do("discard wood3", seat=2).do("discard wood1", seat=0).do("discard wood2", seat=1)
    assert table.to_act == (2,)
    assert table["actions"] == 2


def test_which_card_is_turned_over() -> None:
    """MC-25: the first unused card with the tool; used ones stay used and cannot be used again."""
    table = start({"crafted": ["wood-pickaxe", "iron-pickaxe"], "used": ["wood-pickaxe"]}, {})
    table.do("use pickaxe")
    assert table["players", 0, "used"] == ["wood-pickaxe", "iron-pickaxe"]
    assert table.why_not("use pickaxe") == "You have no Pick Axe to use."
