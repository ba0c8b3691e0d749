"""Mine & Craft: Creepers of Hoe and TNT, the points needed, and a short opening."""

from games.mine_and_craft.positions import start
from scenario import Scenario

CREEPER_NEXT = [["creeper", "wood2"], ["stone1", "stone2"], ["iron1"], ["gold1"], ["diamond1"]]
HOE = {"crafted": ["gold-hoe"], "stock": ["wood1", "wood2"]}


def test_creepers_of_a_hoe() -> None:
    """MC-G02: they explode, unless hoe_creepers is off; TNT's still do."""
    for options, explodes in (({}, True), ({"hoe_creepers": False}, False), ({"tnt_creepers": False}, True)):
        table = start(HOE, piles=CREEPER_NEXT, options=options).do("use hoe")
        assert ("creeper" in table.happened) is explodes
        assert table.reloaded().position == table.position


def test_creepers_of_tnt() -> None:
    """MC-G02: only those that mining bared explode if tnt_creepers is off."""
    under_tnt = [
        ["wood1", "creeper", "tnt"],
        ["stone1", "creeper", "stone2"],
        ["iron1", "iron2"],
        ["gold1"],
        ["diamond1"],
    ]
    for options, explosions in (({}, 2), ({"tnt_creepers": False}, 1), ({"hoe_creepers": False}, 2)):
        table = start({"stock": ["wood1", "wood2"]}, piles=under_tnt, options=options).do("mine 1", "keep no more")
        while table.legal(start="discard"):
            table.do(table.legal(start="discard")[0])
        assert len(table.events("creeper")) == explosions
        assert len(table.events("creeper removed")) == 2


def test_the_points_needed_are_an_option() -> None:
    """MC-31: 24 with two players, or any other number."""
    nearly = {"stock": ["wood3", "wood2"]}
    table = start(nearly, craft_piles=[["wood-pickaxe"]], options={"points": 1})
    table.do("craft wood-pickaxe")
    while table.legal(start="pay"):
        table.do(table.legal(start="pay")[0])
    assert table.over()


def test_a_short_opening() -> None:
    """MC-G26, MC-08: one action in the very first turn, two in all others."""
    table = Scenario.dealt("mine-and-craft", 2, {"short_opening": True})
    assert table["actions"] == 1
    table.do("end turn")
    assert table["actions"] == 2
    assert Scenario.dealt("mine-and-craft", 2)["actions"] == 2
