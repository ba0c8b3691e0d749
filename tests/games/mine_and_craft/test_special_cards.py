"""TNT, Creepers and refilling piles."""

import pytest

import parlour

TOPS = [["wood1", "tnt"], ["stone1", "wood3"], ["iron1", "tnt"], ["gold1", "gold2"], ["diamond1", "wild2"]]


def test_tnt_takes_the_other_tops(start):
    """MC-20, MC-11: it goes off at once and is not laid in front of the player."""
    play = start({}, {}, piles=TOPS)
    play.do(0, "mine 1")
    assert play["phase"] == "keeping"
    assert sorted(play["tray"]) == ["gold2", "tnt", "tnt", "wild2", "wood3"]
    assert play["piles"] == [["wood1"], ["stone1"], ["iron1"], ["gold1"], ["diamond1"]]
    assert play.player(0, "stock") == []
    assert play.game.may_act(play.table) == (0,)


def test_keep_two_of_three(start):
    """MC-T3, MC-21, MC-G20, MC-06: two resource cards or Wilds; the second TNT and the rest are discarded."""
    play = start({}, {}, piles=TOPS)
    before = play["discard"]
    play.do(0, "mine 1")
    assert play.legal(0) == ["keep wood3", "keep gold2", "keep wild2", "keep no more"]
    play.do(0, "keep wild2")
    assert play.legal(0) == ["keep wood3", "keep gold2", "keep no more"]
    play.do(0, "keep gold2")
    assert play["phase"] == "turn"
    assert play.player(0, "stock") == ["gold2", "wild2"]
    assert sorted(play["discard"]) == sorted([*before, "wood3", "tnt", "tnt"])
    assert play["actions"] == 1


def test_keeping_is_optional(start):
    """MC-G19: none or one may be kept."""
    play = start({}, {}, piles=TOPS)
    play.do(0, "mine 1", "keep no more")
    assert play.player(0, "stock") == []
    play = start({}, {}, piles=TOPS)
    play.do(0, "mine 1", "keep wood3", "keep no more")
    assert play.player(0, "stock") == ["wood3"]


def test_tnt_keeps_what_there_is(start):
    """MC-G19: with empty piles or a single card to keep."""
    play = start({}, {}, piles=[["tnt"], [], ["iron1"], [], []])
    play.do(0, "mine 1")
    assert play.legal(0) == ["keep iron1", "keep no more"]
    play.do(0, "keep iron1")
    assert play["phase"] == "turn"
    play = start({}, {}, piles=[["tnt"], ["tnt"], [], [], []])
    play.do(0, "mine 1")
    assert play["phase"] == "turn"
    assert play["piles"] == [[]] * 5


def test_a_creeper_bared_by_mining_explodes(start):
    """MC-22, MC-23, MC-11, MC-06: everybody discards a card of choice, then the Creeper goes."""
    play = start({"stock": ["iron1"]}, {"stock": ["wood1", "gold1"]}, piles=[["stone1", "creeper", "wood2"], ["iron1"]])
    before = play["discard"].count("creeper")
    play.do(0, "mine 1")
    assert play["phase"] == "fleeing"
    assert play.waiting == (0,)
    assert play.legal(1) == []
    play.do(0, "discard iron1")
    assert play.waiting == (1,)
    assert play.legal(1) == ["discard wood1", "discard gold1"]
    play.do(1, "discard gold1")
    assert play["phase"] == "turn"
    assert play["piles"][0] == ["stone1"]
    assert play["discard"].count("creeper") == before + 1
    assert play.player(0, "stock") == ["wood2"]
    assert play.player(1, "stock") == ["wood1"]
    assert play["actions"] == 1


def test_the_mined_card_is_there_first(start):
    """MC-G04: it may be the one given up; so may a card kept from TNT."""
    play = start({}, {}, piles=[["stone1", "creeper", "wood2"], ["iron1"]])
    play.do(0, "mine 1")
    assert play.legal(0) == ["discard wood2"]
    play = start({}, {}, piles=[["stone1", "tnt"], ["stone1", "creeper", "iron1"]])
    play.do(0, "mine 1", "keep iron1")
    assert play.legal(0) == ["discard iron1"]


def test_a_wild_may_be_given_up(start):
    """MC-G06"""
    play = start({"stock": ["wild1"]}, {}, piles=[["stone1", "creeper", "wood2"]])
    play.do(0, "mine 1")
    assert "discard wild1" in play.legal(0)


def test_nothing_to_lose_nothing_to_fear(start):
    """MC-T4, MC-G31: a player without resource cards is passed over and keeps the Sword."""
    play = start({}, {"crafted": ["wood-sword"]}, piles=[["stone1", "creeper", "wood2"], ["iron1"]])
    play.do(0, "mine 1", "discard wood2")
    assert play["phase"] == "turn"
    assert play.player(1, "used") == []


def test_a_sword_saves(start):
    """MC-26, MC-25, MC-24: used once, only against a Creeper, and its points stay."""
    play = start(
        {"stock": ["iron1"], "crafted": ["wood-sword"]},
        {},
        piles=[["stone1", "creeper", "wood2", "wood1"], ["iron1"]],
        actions=3,
    )
    assert "use sword" not in play.legal(0)
    assert "Creeper" in play.why_not(0, "use sword")
    play.do(0, "mine 1", "mine 1", "use sword")
    assert play.player(0, "stock") == ["wood1", "wood2", "iron1"]
    assert play.player(0, "used") == ["wood-sword"]
    assert play.game.view(play.table, 0).facts()["players"][0]["points"] == 2
    assert "no Sword" in play.why_not(0, "use sword")


CHAIN = [["stone1", "creeper", "creeper", "wood2"], ["iron1"]]


def test_a_creeper_beneath_a_creeper_explodes_too(start):
    """MC-G02, MC-G05: one by one, clockwise from the active player, one Sword for each."""
    play = start(
        {"stock": ["iron1"]},
        {"stock": ["wood1", "gold1"], "crafted": ["wood-sword"]},
        {"stock": ["iron1"]},
        piles=CHAIN,
        turn=1,
    )
    play.do(1, "mine 1", "use sword")
    assert play.waiting == (2,)
    play.do(2, "discard iron1")
    assert play.waiting == (0,)
    play.do(0, "discard iron1")
    assert play["phase"] == "fleeing"
    assert play.legal(1) == ["discard wood1", "discard wood2", "discard gold1"]
    play.do(1, "discard wood1")
    assert play["phase"] == "turn"
    assert play["piles"][0] == ["stone1"]


def test_creepers_bared_by_tnt_explode(start):
    """MC-G02, MC-G05: on every pile, the first pile first."""
    piles = [["wood1", "tnt"], ["creeper", "wood3"], ["iron1"], ["creeper", "gold1"]]
    play = start({"stock": ["wood1", "wood2"]}, {"stock": ["stone1"]}, piles=piles)
    play.do(0, "mine 1", "keep gold1", "keep wood3")
    assert play["creeper"] == 2
    play.do(0, "discard wood1").do(1, "discard stone1")
    assert play["creeper"] == 4
    play.do(0, "discard wood2")
    assert play["phase"] == "turn"
    assert play.player(0, "stock") == ["wood3", "gold1"]


def test_only_mining_bares_dangerous_creepers(start):
    """MC-G02 with creeper_only_mine: the first Creeper explodes, the one beneath it does not."""
    only = {"creeper_only_mine": True}
    play = start({"stock": ["iron1"]}, {}, piles=CHAIN, options=only)
    play.do(0, "mine 1", "discard iron1")
    assert play["phase"] == "turn"
    assert play["piles"][0] == ["stone1"]
    piles = [["wood1", "tnt"], ["creeper", "wood3"], ["iron1"], ["creeper", "gold1"]]
    play = start({"stock": ["wood1"]}, {"stock": ["stone1"]}, piles=piles, options=only)
    play.do(0, "mine 1", "keep gold1", "keep wood3")
    assert play["phase"] == "turn"
    assert play.player(0, "stock") == ["wood1", "wood3", "gold1"]
    play = start({"crafted": ["wood-hoe"], "stock": ["wood1"]}, {}, piles=[["creeper", "wood3"]], options=only)
    play.do(0, "use hoe")
    assert play["phase"] == "turn"
    assert play.player(0, "stock") == ["wood1"]


def test_creeper_under_the_mined_tnt_counts_as_mined(start):
    """MC-G02 with creeper_only_mine: the pile the TNT came from was mined."""
    piles = [["creeper", "tnt"], ["wood3"]]
    play = start({"stock": ["wood1"]}, {}, piles=piles, options={"creeper_only_mine": True})
    play.do(0, "mine 1", "keep no more")
    assert play["phase"] == "fleeing"


# Refilling


def refill(start, rule, piles, stock=(), **more):
    """A position in which almost all cards are in front of the second player, so that few are discarded."""
    first = {"stock": list(stock), "crafted": more.pop("crafted", [])}
    return start(first, {"stock": more.pop("rest")}, piles=piles, options={"refill": rule}, **more)


def all_but(game_keys, copies, *kept):
    """The resource cards of the box without some; Creepers and TNT are never among them."""
    cards = [key for key, count in zip(game_keys[:18], copies[:18], strict=True) for _ in range(count)]
    for key in kept:
        cards.remove(key)
    return cards


@pytest.fixture
def rest():
    game = parlour.game("mine-and-craft")

    def but(*kept):
        return all_but(game.box.keys, game.box.copies, *kept)

    return but


def test_an_empty_pile_is_refilled_with_up_to_fifteen(start, rest):
    """MC-G07: at the end of the action, out of the shuffled discards."""
    kept = ["wood1"] * 8 + ["stone1"] * 4 + ["iron1"]
    play = refill(start, "pile15", [["wood1"], ["stone1"], ["iron1"], ["tnt"], ["tnt"]], rest=rest(*kept))
    # 7 wood, 3 stone, 5 Creepers and 3 TNT are discarded.
    assert len(play["discard"]) == 18
    pool = play.table.discard.cards()
    order = [18, 18, 18, *[kind for kind in pool if kind != 18], 18, 18]
    play.do(0, "mine 1", luck=[{"order": order, "why": "refill"}])
    assert len(play["piles"][0]) == 13  # two Creepers on top were removed
    assert play["piles"][0][-1] == "tnt"
    assert play["discard"] == ["creeper"] * 5
    assert play["phase"] == "turn"


def test_a_creeper_on_a_refilled_pile_does_not_explode(start, rest):
    """MC-G03"""
    kept = ["wood1", "stone1"]
    play = refill(start, "pile15", [["wood1"], ["stone1"], ["tnt"], ["tnt"], ["tnt"]], rest=rest(*kept))
    order = [19, 18, 18, 18, 18, 19, 18]
    play.do(0, "mine 1", luck=[{"order": order, "why": "refill"}])
    assert play["phase"] == "turn"
    assert play.player(0, "stock") == ["wood1"]
    assert play["piles"][0] == ["tnt", "creeper", "creeper", "creeper", "creeper", "tnt"]
    assert play.told("creeper") == []
    assert [event["exploded"] for event in play.told("creeper removed")] == [False]


def test_without_discards_the_place_stays_empty_until_there_are_some(start, rest):
    """MC-G07: also when only Creepers came up, and also crafting fills it."""
    crafts = [["wood-hoe"]]
    piles = [["wood1"], ["creeper"] * 5 + ["stone1"], ["tnt"], ["tnt"], ["tnt"] * 3]
    play = refill(start, "pile15", piles, ["wood2"], rest=rest("wood1", "stone1", "wood2"), craft_piles=crafts)
    assert play["discard"] == []
    play.do(0, "mine 1", luck=[])
    assert play["piles"][0] == []
    play.do(0, "craft wood-hoe")
    play.do(0, "pay wood2", luck=[{"order": [1], "why": "refill"}])
    assert play["piles"][0] == ["wood2"]


def test_a_tool_may_lead_to_a_refill(start, rest):
    """MC-G07: places a Hoe emptied are filled after its Creepers; the first takes all there is, the next none."""
    piles = [["wood1"], ["stone1"], ["iron1", "tnt"], ["gold1", "creeper", "tnt"], ["tnt"] * 3]
    kept = rest("wood1", "stone1", "iron1", "gold1")
    play = refill(start, "whole_discard", piles, rest=kept, crafted=["wood-hoe"])
    play.do(0, "use hoe", luck=[])
    assert play["phase"] == "fleeing"
    order = [3, 0, 19, 19, 19, 18, 18, 18, 18, 18, 0]
    play.do(1, "discard wood1", luck=[{"order": order, "why": "refill"}])
    assert [event["pile"] for event in play.told("refilled")] == [1]
    assert [len(pile) for pile in play["piles"]] == [11, 0, 1, 1, 2]


def test_whole_discard(start, rest):
    """MC-G07 with refill whole_discard: one new pile takes everything."""
    kept = ["wood1"] * 8 + ["stone1"] * 4 + ["iron1"]
    play = refill(start, "whole_discard", [["wood1"], ["stone1"], ["iron1"], ["tnt"], ["tnt"]], rest=rest(*kept))
    pool = play.table.discard.cards()
    play.do(0, "mine 1", luck=[{"order": sorted(pool, reverse=True), "why": "refill"}])
    assert len(play["piles"][0]) == 18
    assert play["discard"] == []


def test_only_when_all_are_empty(start, rest):
    """MC-G07 with refill only_when_all_empty: then all places are filled, as evenly as may be."""
    kept = ["wood1", "stone1", "iron1"]
    play = refill(start, "only_when_all_empty", [["wood1"], ["stone1"]], rest=rest(*kept))
    play.do(0, "mine 1", luck=[])
    assert play["piles"] == [[], ["stone1"], [], [], []]
    order = [18] * 5 + [19] * 5 + [6]
    play.do(0, "mine 2", luck=[{"order": order, "why": "refill"}])
    assert [len(pile) for pile in play["piles"]] == [3, 2, 2, 0, 0]
    assert play["piles"][0][-1] == "iron1"
    assert play["discard"] == ["creeper"] * 4


def test_never(start, rest):
    """MC-G07 with refill never"""
    play = refill(start, "never", [["wood1"], ["stone1"]], rest=rest("wood1", "stone1"))
    play.do(0, "mine 1", "mine 2", luck=[])
    assert play["piles"] == [[]] * 5
    assert play.legal(1, "mine") == []
