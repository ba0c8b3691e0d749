"""TNT, Creepers and refilling piles."""

from collections.abc import Sequence

from games.mine_and_craft.positions import start
from parlour.games.mine_and_craft import GAME
from scenario import Scenario

TOPS = [["wood1", "tnt"], ["stone1", "wood3"], ["iron1", "tnt"], ["gold1", "gold2"], ["diamond1", "wild2"]]


def test_tnt_takes_the_other_tops() -> None:
    """MC-20, MC-11: it goes off at once and is not laid in front of the player."""
    table = start({}, {}, piles=TOPS)
    table.do("mine 1")
    assert table["phase"] == "keeping"
    assert sorted(table.cards("tray")) == ["gold2", "tnt", "tnt", "wild2", "wood3"]
    assert table["piles"] == [["wood1"], ["stone1"], ["iron1"], ["gold1"], ["diamond1"]]
    assert table["players", 0, "stock"] == []
    assert table.may_act == (0,)


def test_keep_two_of_three() -> None:
    """MC-T3, MC-21, MC-G20, MC-06: two resource cards or Wilds; the second TNT and the rest are discarded."""
    table = start({}, {}, piles=TOPS)
    before = table.cards("discard")
    table.do("mine 1")
    assert table.legal(0) == ["keep wood3", "keep gold2", "keep wild2", "keep no more"]
    table.do("keep wild2", seat=0)
    assert table.legal(0) == ["keep wood3", "keep gold2", "keep no more"]
    table.do("keep gold2", seat=0)
    assert table["phase"] == "turn"
    assert table["players", 0, "stock"] == ["gold2", "wild2"]
    assert sorted(table.cards("discard")) == sorted([*before, "wood3", "tnt", "tnt"])
    assert table["actions"] == 1


def test_keeping_is_optional() -> None:
    """MC-G19: none or one may be kept."""
    table = start({}, {}, piles=TOPS)
    table.do("mine 1", "keep no more")
    assert table["players", 0, "stock"] == []
    table = start({}, {}, piles=TOPS)
    table.do("mine 1", "keep wood3", "keep no more")
    assert table["players", 0, "stock"] == ["wood3"]


def test_tnt_keeps_what_there_is() -> None:
    """MC-G19: with empty piles or a single card to keep."""
    table = start({}, {}, piles=[["tnt"], [], ["iron1"], [], []])
    table.do("mine 1")
    assert table.legal(0) == ["keep iron1", "keep no more"]
    table.do("keep iron1", seat=0)
    assert table["phase"] == "turn"
    table = start({}, {}, piles=[["tnt"], ["tnt"], [], [], []])
    table.do("mine 1")
    assert table["phase"] == "turn"
    assert table["piles"] == [[]] * 5


def test_a_creeper_bared_by_mining_explodes() -> None:
    """MC-22, MC-23, MC-11, MC-06: everybody discards a card of choice, then the Creeper goes."""
    table = start(
        {"stock": ["iron1"]}, {"stock": ["wood1", "gold1"]}, piles=[["stone1", "creeper", "wood2"], ["iron1"]]
    )
    before = table.cards("discard").count("creeper")
    table.do("mine 1")
    assert table["phase"] == "fleeing"
    assert table.to_act == (0,)
    assert table.legal(1) == []
    table.do("discard iron1", seat=0)
    assert table.to_act == (1,)
    assert table.legal(1) == ["discard wood1", "discard gold1"]
    table.do("discard gold1", seat=1)
    assert table["phase"] == "turn"
    assert table["piles", 0] == ["stone1"]
    assert table.cards("discard").count("creeper") == before + 1
    assert table["players", 0, "stock"] == ["wood2"]
    assert table["players", 1, "stock"] == ["wood1"]
    assert table["actions"] == 1


def test_the_mined_card_is_there_first() -> None:
    """MC-G04: it may be the one given up; so may a card kept from TNT."""
    table = start({}, {}, piles=[["stone1", "creeper", "wood2"], ["iron1"]])
    table.do("mine 1")
    assert table.legal(0) == ["discard wood2"]
    table = start({}, {}, piles=[["stone1", "tnt"], ["stone1", "creeper", "iron1"]])
    table.do("mine 1", "keep iron1")
    assert table.legal(0) == ["discard iron1"]


def test_a_wild_may_be_given_up() -> None:
    """MC-G06"""
    table = start({"stock": ["wild1"]}, {}, piles=[["stone1", "creeper", "wood2"]])
    table.do("mine 1")
    table.may("discard wild1", seat=0)


def test_nothing_to_lose_nothing_to_fear() -> None:
    """MC-T4, MC-G31: a player without resource cards is passed over and keeps the Sword."""
    table = start({}, {"crafted": ["wood-sword"]}, piles=[["stone1", "creeper", "wood2"], ["iron1"]])
    table.do("mine 1", "discard wood2")
    assert table["phase"] == "turn"
    assert table["players", 1, "used"] == []


def test_a_sword_saves() -> None:
    """MC-26, MC-25, MC-24: used once, only against a Creeper, and its points stay."""
    table = start(
        {"stock": ["iron1"], "crafted": ["wood-sword"]},
        {},
        piles=[["stone1", "creeper", "wood2", "wood1"], ["iron1"]],
        actions=3,
    )
    table.may_not("use sword", because="Creeper")
    table.do("mine 1", "mine 1", "use sword")
    assert table["players", 0, "stock"] == ["wood1", "wood2", "iron1"]
    assert table["players", 0, "used"] == ["wood-sword"]
    assert table.sees(0, "players", 0, "points") == 2
    table.may_not("use sword", because="no Sword")


CHAIN = [["stone1", "creeper", "creeper", "wood2"], ["iron1"]]


def test_a_creeper_beneath_a_creeper_explodes_too() -> None:
    """MC-G02, MC-G05: one by one, clockwise from the active player, one Sword for each."""
    table = start(
        {"stock": ["iron1"]},
        {"stock": ["wood1", "gold1"], "crafted": ["wood-sword"]},
        {"stock": ["iron1"]},
        piles=CHAIN,
        turn=1,
    )
    table.do("mine 1", "use sword", seat=1)
    assert table.to_act == (2,)
    table.do("discard iron1", seat=2)
    assert table.to_act == (0,)
    table.do("discard iron1", seat=0)
    assert table["phase"] == "fleeing"
    assert table.legal(1) == ["discard wood1", "discard wood2", "discard gold1"]
    table.do("discard wood1", seat=1)
    assert table["phase"] == "turn"
    assert table["piles", 0] == ["stone1"]


def test_creepers_bared_by_tnt_explode() -> None:
    """MC-G02, MC-G05: on every pile, the first pile first."""
    piles = [["wood1", "tnt"], ["creeper", "wood3"], ["iron1"], ["creeper", "gold1"]]
    table = start({"stock": ["wood1", "wood2"]}, {"stock": ["stone1"]}, piles=piles)
    table.do("mine 1", "keep gold1", "keep wood3")
    assert table["creeper"] == 2
    table.do("discard wood1", seat=0).do("discard stone1", seat=1)
    assert table["creeper"] == 4
    table.do("discard wood2", seat=0)
    assert table["phase"] == "turn"
    assert table["players", 0, "stock"] == ["wood3", "gold1"]


def test_only_mining_bares_dangerous_creepers() -> None:
    """MC-G02 with creeper_only_mine: the first Creeper explodes, the one beneath it does not."""
    only = {"creeper_only_mine": True}
    table = start({"stock": ["iron1"]}, {}, piles=CHAIN, options=only)
    table.do("mine 1", "discard iron1")
    assert table["phase"] == "turn"
    assert table["piles", 0] == ["stone1"]
    piles = [["wood1", "tnt"], ["creeper", "wood3"], ["iron1"], ["creeper", "gold1"]]
    table = start({"stock": ["wood1"]}, {"stock": ["stone1"]}, piles=piles, options=only)
    table.do("mine 1", "keep gold1", "keep wood3")
    assert table["phase"] == "turn"
    assert table["players", 0, "stock"] == ["wood1", "wood3", "gold1"]
    table = start({"crafted": ["wood-hoe"], "stock": ["wood1"]}, {}, piles=[["creeper", "wood3"]], options=only)
    table.do("use hoe")
    assert table["phase"] == "turn"
    assert table["players", 0, "stock"] == ["wood1"]


def test_creeper_under_the_mined_tnt_counts_as_mined() -> None:
    """MC-G02 with creeper_only_mine: the pile the TNT came from was mined."""
    piles = [["creeper", "tnt"], ["wood3"]]
    table = start({"stock": ["wood1"]}, {}, piles=piles, options={"creeper_only_mine": True})
    table.do("mine 1", "keep no more")
    assert table["phase"] == "fleeing"


# Refilling


def refill(
    rule: str,
    piles: list[list[str]],
    rest: list[str],
    stock: Sequence[str] = (),
    crafted: Sequence[str] = (),
    **more: object,
) -> Scenario:
    """A position in which almost all cards are in front of the second player, so that few are discarded."""
    first = {"stock": list(stock), "crafted": list(crafted)}
    return start(first, {"stock": rest}, piles=piles, options={"refill": rule}, **more)


def all_but(*kept: str) -> list[str]:
    """The resource cards of the box without some; Creepers and TNT are never among them."""
    box = GAME().box
    cards = [key for key, count in zip(box.keys[:18], box.copies[:18], strict=True) for _ in range(count)]
    for key in kept:
        cards.remove(key)
    return cards


def test_an_empty_pile_is_refilled_with_up_to_fifteen() -> None:
    """MC-G07: at the end of the action, out of the shuffled discards."""
    kept = ["wood1"] * 8 + ["stone1"] * 4 + ["iron1"]
    table = refill("pile15", [["wood1"], ["stone1"], ["iron1"], ["tnt"], ["tnt"]], rest=all_but(*kept))
    # 7 wood, 3 stone, 5 Creepers and 3 TNT are discarded.
    assert len(table.cards("discard")) == 18
    others = [card for card in table.cards("discard") if card != "creeper"]
    order = ["creeper"] * 3 + others + ["creeper"] * 2
    table.do("mine 1", luck={"refill": order})
    assert len(table.cards("piles", 0)) == 13  # two Creepers on top were removed
    assert table["piles", 0, -1] == "tnt"
    assert table["discard"] == ["creeper"] * 5
    assert table["phase"] == "turn"


def test_a_creeper_on_a_refilled_pile_does_not_explode() -> None:
    """MC-G03"""
    kept = ["wood1", "stone1"]
    table = refill("pile15", [["wood1"], ["stone1"], ["tnt"], ["tnt"], ["tnt"]], rest=all_but(*kept))
    order = ["tnt", *["creeper"] * 4, "tnt", "creeper"]
    table.do("mine 1", luck={"refill": order})
    assert table["phase"] == "turn"
    assert table["players", 0, "stock"] == ["wood1"]
    assert table["piles", 0] == ["tnt", "creeper", "creeper", "creeper", "creeper", "tnt"]
    assert table.events("creeper") == []
    assert [event.facts["exploded"] for event in table.events("creeper removed")] == [False]


def test_without_discards_the_place_stays_empty_until_there_are_some() -> None:
    """MC-G07: also when only Creepers came up, and also crafting fills it."""
    crafts = [["wood-hoe"]]
    piles = [["wood1"], ["creeper"] * 5 + ["stone1"], ["tnt"], ["tnt"], ["tnt"] * 3]
    table = refill("pile15", piles, all_but("wood1", "stone1", "wood2"), ["wood2"], craft_piles=crafts)
    assert table["discard"] == []
    table.do("mine 1", luck={})
    assert table["piles", 0] == []
    table.do("craft wood-hoe", seat=0)
    table.do("pay wood2", seat=0, luck={"refill": ["wood2"]})
    assert table["piles", 0] == ["wood2"]


def test_a_tool_may_lead_to_a_refill() -> None:
    """MC-G07: places a Hoe emptied are filled after its Creepers; the first takes all there is, the next none."""
    piles = [["wood1"], ["stone1"], ["iron1", "tnt"], ["gold1", "creeper", "tnt"], ["tnt"] * 3]
    kept = all_but("wood1", "stone1", "iron1", "gold1")
    table = refill("whole_discard", piles, rest=kept, crafted=["wood-hoe"])
    table.do("use hoe", luck={})
    assert table["phase"] == "fleeing"
    order = ["stone1", "wood1", *["tnt"] * 3, *["creeper"] * 5, "wood1"]
    table.do("discard wood1", seat=1, luck={"refill": order})
    assert [event.facts["pile"] for event in table.events("refilled")] == [1]
    assert [len(table.cards("piles", pile)) for pile in range(5)] == [11, 0, 1, 1, 2]


def test_whole_discard() -> None:
    """MC-G07 with refill whole_discard: one new pile takes everything."""
    kept = ["wood1"] * 8 + ["stone1"] * 4 + ["iron1"]
    table = refill("whole_discard", [["wood1"], ["stone1"], ["iron1"], ["tnt"], ["tnt"]], rest=all_but(*kept))
    order = sorted(table.cards("discard"))  # no Creeper on top
    table.do("mine 1", luck={"refill": order})
    assert len(table.cards("piles", 0)) == 18
    assert table["discard"] == []


def test_only_when_all_are_empty() -> None:
    """MC-G07 with refill only_when_all_empty: then all places are filled, as evenly as may be."""
    kept = ["wood1", "stone1", "iron1"]
    table = refill("only_when_all_empty", [["wood1"], ["stone1"]], rest=all_but(*kept))
    table.do("mine 1", luck={})
    assert table["piles"] == [[], ["stone1"], [], [], []]
    order = ["creeper"] * 5 + ["tnt"] * 5 + ["iron1"]
    table.do("mine 2", seat=0, luck={"refill": order})
    assert [len(table.cards("piles", pile)) for pile in range(5)] == [3, 2, 2, 0, 0]
    assert table["piles", 0, -1] == "iron1"
    assert table["discard"] == ["creeper"] * 4


def test_never() -> None:
    """MC-G07 with refill never"""
    table = refill("never", [["wood1"], ["stone1"]], rest=all_but("wood1", "stone1"))
    table.do("mine 1", "mine 2", luck={})
    assert table["piles"] == [[]] * 5
    assert table.legal(1, "mine") == []
