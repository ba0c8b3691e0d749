"""Set-up, turns, mining and reserving."""

import pytest

import parlour
from games.mine_and_craft.positions import start
from parlour.games.mine_and_craft import GAME
from scenario import Order, Scenario


def deal(tops: list[str], first: int = 0) -> dict[str, int | Order]:
    """Luck that puts these cards on top of the piles; a second card given with a slash lies beneath."""
    cards = [key for key, count in zip(GAME().box.keys, GAME().box.copies, strict=True) for _ in range(count)]
    places = {}
    for pile, stack in enumerate(tops):
        for below, key in enumerate(stack.split("/")):
            places[15 * (pile + 1) - 1 - below] = key
            cards.remove(key)
    order = [places[place] if place in places else cards.pop() for place in range(75)]
    return {"resource cards": order, "craft cards": list(range(25)), "first player": first}


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    """MC-01"""
    with pytest.raises(parlour.UnknownOption, match="2 to 4"):
        parlour.game("mine-and-craft", seats)


def test_the_box() -> None:
    """MC-02, MC-12: 75 resource cards, the rarer the fewer, and 25 Craft Cards, each tool five times."""
    game = GAME()
    counts = [sum(game.box.copies[3 * group : 3 * group + 3]) for group in range(6)]
    assert counts == [24, 9, 8, 7, 6, 11]
    assert game.box.copies[18:] == (5, 5)
    assert len(game.whole_deck) == 75
    assert len(game.items) == 25
    assert [sum(item.tool == tool for item in game.items) for tool in range(5)] == [5] * 5
    assert sum(item.points for item in game.items) == 77


def test_the_lay_out() -> None:
    """MC-04, MC-05: five piles of 15, four craft piles of six, one card left over and nothing in hand."""
    tops = ["wood1", "stone1", "iron1", "gold1", "tnt"]
    table = Scenario.dealt("mine-and-craft", 4, luck=deal(tops, first=2))
    assert [len(table.cards("piles", pile)) for pile in range(5)] == [15] * 5
    assert [table["piles", pile, -1] for pile in range(5)] == tops
    assert [len(table.cards("craft_piles", pile)) for pile in range(4)] == [6] * 4
    assert len(table.cards("left_over")) == 1
    assert table["discard"] == []
    assert table.each("stock") == table.each("crafted") == [[]] * 4


TOPS = ["wood1", "stone1", "iron1", "gold1", "diamond1"]


def test_the_first_player_is_random() -> None:
    """MC-G28"""
    for first in range(3):
        assert Scenario.dealt("mine-and-craft", 3, luck=deal(TOPS, first)).to_act == (first,)


def test_the_first_seat_begins_if_the_host_decides() -> None:
    """MC-G28: the option first_player; no luck is asked."""
    luck = deal(TOPS)
    del luck["first player"]
    assert Scenario.dealt("mine-and-craft", 3, {"first_player": "host"}, luck).to_act == (0,)


def test_creepers_on_top_at_the_start_are_thrown_away() -> None:
    """MC-G01: also one beneath another; nobody loses anything and TNT stays."""
    tops = ["creeper/creeper/wood1", "tnt", "iron1", "gold1", "diamond1"]
    table = Scenario.dealt("mine-and-craft", 2, luck=deal(tops))
    assert len(table.cards("piles", 0)) == 13
    assert table["piles", 0, -1] == "wood1"
    assert table["piles", 1, -1] == "tnt"
    assert table["discard"] == ["creeper", "creeper"]
    assert len(table.events("creeper removed")) == 2
    assert table["phase"] == "turn"


def test_the_next_card_of_a_pile_is_told() -> None:
    """MC-08: taking the top card turns up the next one; after the last there is none."""
    table = start({}, {}).do("mine 1")
    (turned,) = table.events("turned up")
    assert [turned.facts[fact] for fact in ("pile", "card", "left")] == [1, "wood1", 1]
    assert "turned up" not in table.do("mine 1", seat=0).happened


def test_a_turn_has_two_actions() -> None:
    """MC-08, MC-10: mine twice, then the next player follows."""
    table = start({}, {})
    table.do("mine 1")
    assert table["actions"] == 1
    assert table.to_act == (0,)
    assert table["players", 0, "stock"] == ["wood2"]
    assert table["piles", 0] == ["wood1"]
    table.do("mine 1", seat=0)
    assert table["players", 0, "stock"] == ["wood1", "wood2"]
    assert table["piles", 0] == []
    assert table.to_act == (1,)
    assert table["actions"] == 2


@pytest.mark.parametrize(
    "actions",
    [
        ["mine 1", "mine 2"],
        ["mine 1", "craft wood-hoe", "pay wood2"],
        ["craft wood-hoe", "pay wood2", "craft iron-hoe", "pay iron1", "pay wood1"],
        ["mine 1", "reserve diamond-axe"],
        ["craft wood-hoe", "pay wood2", "reserve diamond-axe"],
    ],
)
def test_any_mix_of_actions(actions: list[str]) -> None:
    """MC-09: the five examples of a turn."""
    table = start({"stock": ["wood2", "wood1", "iron1"]}, {}, craft_piles=[["wood-hoe"], ["iron-hoe"], ["diamond-axe"]])
    for action in actions:
        assert table.to_act == (0,)
        table.do(action)
    assert table["actions"] in (0, 2)
    if table.legal(0):  # a tool just crafted keeps the turn open
        table.do("end turn", seat=0)
    assert table.to_act == (1,)


def test_an_empty_pile_cannot_be_mined() -> None:
    """MC-10"""
    table = start({}, {}, piles=[[], ["stone1"]])
    assert table.legal(0, "mine") == ["mine 2"]
    table.may_not("mine 1", because="pile 1 is empty")


def test_resource_cards_lie_open_and_have_no_limit() -> None:
    """MC-G29"""
    stock = ["wood1"] * 8 + ["wood2"] * 9
    table = start({"stock": stock}, {}, piles=[["wood2"]])
    table.do("mine 1")
    assert table.sees(1, "players", 0, "stock") == sorted([*stock, "wood2"])


def test_a_player_may_stop_early() -> None:
    """MC-G23"""
    table = start({}, {})
    table.do("mine 1", "end turn")
    assert table.to_act == (1,)
    table.do("end turn", seat=1)
    assert table.to_act == (0,)


def test_nobody_must_mine_tnt() -> None:
    """MC-G21: with nothing but TNT on top a turn can still be ended, and mining one clears them all."""
    table = start({}, {}, piles=[["wood1", "tnt"]] + [["tnt"]] * 4)
    table.may("end turn", seat=0)
    table.do("mine 1")
    assert table.cards("discard").count("tnt") == 5
    assert table["phase"] == "turn"
    assert table.legal(0, "mine") == ["mine 1"]


def test_reserving() -> None:
    """MC-07, MC-17, MC-18: a card that cannot be paid goes to the holder and is crafted later."""
    table = start({"stock": ["wood1"]}, {}, craft_piles=[["stone-hoe", "iron-hoe"]])
    table.do("reserve iron-hoe")
    assert table["players", 0, "reserved"] == ["iron-hoe"]
    assert table["actions"] == 1
    assert table["craft_piles", 0] == ["stone-hoe"]
    assert table.legal(0, "craft") == []
    table.do("mine 3", seat=0).do("end turn", seat=1)
    assert table.legal(0, "craft") == ["craft iron-hoe"]
    table.do("craft iron-hoe", "pay iron2", "pay wood1", seat=0)
    assert table["players", 0, "reserved"] == []
    assert table["players", 0, "crafted"] == ["iron-hoe"]
    assert table["craft_piles", 0] == ["stone-hoe"]
    assert table["actions"] == 1


def test_a_card_that_could_be_paid_may_be_reserved_too() -> None:
    """MC-G34, MC-17: only the top cards, though."""
    table = start({"stock": ["wood2"]}, {}, craft_piles=[["wood-hoe"], ["iron-axe", "gold-axe"]])
    assert table.legal(0, "reserve") == ["reserve wood-hoe", "reserve gold-axe"]
    table.may_not("reserve iron-axe", because="not on top")
    table.do("reserve wood-hoe")
    assert table["players", 0, "stock"] == ["wood2"]
    assert table.legal(0, "craft") == ["craft wood-hoe"]


@pytest.mark.parametrize("room", [1, 2, 3])
def test_the_reserve_is_limited(room: int) -> None:
    """MC-G09: one card unless the option gives more room, and no way to give it back."""
    table = start(
        {},
        {},
        options={"reserve_max": room},
        craft_piles=[["gold-axe"], ["iron-axe"], ["stone-axe"], ["diamond-axe"]],
        actions=5,
    )
    for number in range(room):
        table.do(table.legal(0, "reserve")[0])
        assert len(table.cards("players", 0, "reserved")) == number + 1
    assert table.legal(0, "reserve") == []
    assert any(word in table.why_not("reserve gold-axe") for word in ("full", "not on top"))


def test_only_tops_and_the_own_reserve_can_be_crafted() -> None:
    """MC-G10: not what lies below, and not what somebody else reserved."""
    rich = ["wood3", "wood3", "iron3", "gold3", "stone3", "diamond3"]
    table = start({"stock": rich}, {"reserved": ["gold-hoe"]}, craft_piles=[["stone-hoe", "iron-hoe"]])
    assert table.legal(0, "craft") == ["craft iron-hoe"]
    table.may_not("craft stone-hoe", because="not on top")
    table.may_not("craft gold-hoe", because="not on top")


def test_an_empty_craft_pile_stays_empty() -> None:
    """MC-G11"""
    table = start({"stock": ["wood2"]}, {}, craft_piles=[["wood-hoe"], ["gold-axe", "iron-axe"]])
    table.do("craft wood-hoe", "pay wood2")
    assert table["craft_piles", :2] == [[], ["gold-axe", "iron-axe"]]


def test_the_card_left_over_never_comes_back() -> None:
    """MC-G08: not in a pile, not shuffled in, shown to nobody."""
    for seed in range(3):
        table = Scenario.dealt("mine-and-craft", 2, seed=seed)
        (left_over,) = table.cards("left_over")
        for _ in table.play_on(seed):
            assert table["left_over"] == [left_over]
            assert left_over not in str(table.facts(0))
