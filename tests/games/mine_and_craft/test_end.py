"""Winning, stopping and ranking."""

import pytest

from games.mine_and_craft.positions import start
from parlour.core.game import NOBODY
from parlour.games.mine_and_craft import GAME
from scenario import Scenario, at, texts

TEN = ["iron-pickaxe", "gold-pickaxe"]  # 10 points
SIXTEEN = [*TEN, "diamond-pickaxe"]  # 16
SEVEN = ["stone-pickaxe", "stone-axe"]  # 7
SIXTEEN_USED = {"crafted": SIXTEEN, "used": SIXTEEN}


@pytest.mark.parametrize(("seats", "target"), [(2, 24), (3, 20), (4, 16)])
def test_the_target(seats: int, target: int) -> None:
    """MC-31"""
    assert GAME(seats=seats).target == target


def test_the_win_comes_at_once() -> None:
    """MC-03, MC-31, MC-G26, MC-25: in the middle of a turn, with the points of used tools."""
    table = start(
        {"crafted": [*SIXTEEN, "wood-axe", "stone-axe"], "used": SIXTEEN, "stock": ["wood1", "wood3", "stone1"]},
        {"crafted": ["diamond-axe"]},
        craft_piles=[["stone-hoe"], ["wood-hoe"]],
        actions=3,
    )
    table.do("craft wood-hoe", "pay wood3")
    assert not table.over()  # 23 points
    table.do("craft stone-hoe", "pay wood1", "pay stone1", seat=0)
    assert table.result.winners == (0,)
    assert table.result.scores == (24, 5)
    assert table.result.reason == "The points needed were reached."
    assert table["actions"] == 1
    assert table.to_act == ()
    assert table.actor == NOBODY
    assert table.legal(0) == table.legal(1) == []


def test_nobody_plays_on_for_more() -> None:
    """MC-G27: Craft Cards left on the piles do not matter."""
    table = start(
        {**SIXTEEN_USED, "stock": ["diamond3", "wood1"], "reserved": ["diamond-axe"]},
        {},
        {},
        craft_piles=[["gold-axe", "iron-axe"]],
    )
    table.do("craft diamond-axe", "pay diamond3", "pay wood1")
    assert table.over()
    assert table.why_not("end turn") == "The game is over."


def test_crafting_bares_no_creeper() -> None:
    """MC-G32: the resource piles do not change when the winning card is crafted."""
    table = start(
        {**SIXTEEN_USED, "stock": ["diamond3", "wood1"]},
        {},
        {},
        craft_piles=[["diamond-axe"]],
        piles=[["creeper", "wood1"]],
    )
    table.do("craft diamond-axe", "pay diamond3", "pay wood1")
    assert table.over()
    assert table["piles", 0] == ["creeper", "wood1"]


def test_finish_round() -> None:
    """MC-G26 with finish_round: everybody has equally many turns, then most points win."""
    players = [{}, {**SIXTEEN_USED, "stock": ["diamond3", "wood1"]}, {"crafted": SEVEN, "used": SEVEN}]
    table = start(*players, craft_piles=[["diamond-axe"]], turn=1, first=0, options={"finish_round": True})
    table.do("craft diamond-axe", "pay diamond3", "pay wood1", seat=1)
    assert not table.over()
    assert table["closing"] is True
    table.do("mine 1", seat=1)
    assert table.to_act == (2,)
    table.do("mine 1", "mine 2", seat=2)
    assert table.result.ranks == (3, 1, 2)


def test_finish_round_may_be_won_by_somebody_else() -> None:
    """MC-G26 with finish_round, MC-G24: more points win; with equal points more crafted cards do."""
    lots = ["diamond-pickaxe", "diamond-axe", "gold-axe", "iron-axe", "diamond-sword"]  # 23
    more = ["gold-pickaxe", "iron-pickaxe", "wood-pickaxe", "stone-pickaxe", "iron-sword", "wood-hoe"]  # 22
    table = start(
        {"crafted": lots, "used": lots, "stock": ["wood1", "iron1"]},
        {"crafted": more, "used": more, "stock": ["wood3"]},
        craft_piles=[["iron-hoe"], ["wood-shovel"]],
        options={"finish_round": True},
    )
    table.do("craft iron-hoe", "pay iron1", "pay wood1", "end turn")
    table.do("craft wood-shovel", "pay wood3", "end turn", seat=1)
    assert table.result.scores == (24, 24)
    assert table.result.winners == (1,)


def test_all_decline() -> None:
    """MC-G24: a whole round without an action ends the game; most points win."""
    table = start({"crafted": ["wood-axe"]}, {"crafted": ["gold-axe"]}, {})
    table.do("end turn").do("mine 1", "end turn", seat=1).do("end turn", seat=2).do("end turn", seat=0)
    assert not table.over()
    table.do("end turn", seat=1)
    assert table.result.winners == (1,)
    assert table.result.ranks == (2, 1, 3)
    assert "Nobody took an action" in table.result.reason


def test_an_action_makes_all_begin_anew() -> None:
    """MC-G24: those who declined before anybody acted do not count any more."""
    table = start({}, {}, {})
    table.do("end turn").do("end turn", seat=1).do("mine 1", "end turn", seat=2)
    table.do("mine 1", "end turn", seat=0).do("end turn", seat=1).do("end turn", seat=2)
    assert not table.over()
    table.do("end turn", seat=0)
    assert table.over()


def test_an_action_won_by_a_pick_axe_can_be_declined_too() -> None:
    """MC-G24, MC-G16"""
    table = start({}, {"crafted": ["wood-pickaxe"], "shovelled": 2})
    table.do("end turn").do("use pickaxe", "end turn", seat=1)
    assert table.over()


def test_all_decline_and_share() -> None:
    """MC-G24: equal points, then more crafted cards, else shared."""
    table = start({"crafted": ["wood-axe"]}, {"crafted": ["stone-axe"]})
    table.do("end turn").do("end turn", seat=1)
    assert table.result.winners == (0, 1)
    table = start(
        {"crafted": ["wood-axe"]}, {"crafted": ["wood-hoe", "wood-shovel"], "used": ["wood-hoe", "wood-shovel"]}
    )
    table.do("end turn").do("end turn", seat=1)
    assert table.result.scores == (3, 3)
    assert table.result.winners == (1,)


def test_a_turn_taken_away_is_not_declined() -> None:
    """MC-G24, MC-G17: two Shovels and a pass do not end the game over the victim's head."""
    table = start({}, {"shovelled": 2})
    table.do("end turn")
    assert not table.over()
    assert table.to_act == (0,)
    table.do("end turn", seat=0)
    assert not table.over()
    table.do("end turn", seat=1)
    assert table.over()


def test_cards_stuck_in_reserve_end_by_declining() -> None:
    """MC-G25: all 24 cards in play are worth at least 71; less than the target each is at most 46, 57 or 60."""
    points = sorted(item.points for item in GAME().items)
    in_play = sum(points[:-1])
    assert in_play == 71
    for seats, most in ((2, 46), (3, 57), (4, 60)):
        assert seats * (GAME(seats=seats).target - 1) == most < in_play
    table = start({"reserved": ["gold-axe"]}, {"reserved": ["iron-axe"]}, piles=[])
    assert table.legal(0) == ["end turn"]
    table.do("end turn").do("end turn", seat=1)
    assert table.over()


def test_endless_mining_is_stopped() -> None:
    """MC-G33: rounds without a crafted card, counted by the option; a crafted card resets the count."""
    table = start({}, {"stock": ["wood2"]}, options={"stale_rounds": 5}, stale=8, craft_piles=[["wood-hoe"]])
    table.do("mine 1", "mine 1")
    assert table["stale"] == 9
    table.do("craft wood-hoe", "pay wood2", seat=1)
    assert table["stale"] == 0
    table = start({}, {}, options={"stale_rounds": 5}, stale=9)
    table.do("mine 1", "mine 1")
    assert table.over()
    assert "crafted" in table.result.reason


def test_points_are_those_of_the_crafted_cards() -> None:
    """MC-16, MC-25: at every moment of random games, and no Creeper lies on top when a turn goes on."""
    points = {item.key: item.points for item in GAME().items}
    for seed in range(4):
        table = Scenario.dealt("mine-and-craft", 4, seed=seed)
        for _ in table.play_on(seed):
            facts = table.facts(NOBODY)
            if facts["phase"] in ("turn", "paying"):
                assert all(at(facts, "piles", pile, "top") != "creeper" for pile in range(5))
            for seat in range(4):
                crafted = texts(at(facts, "players", seat, "crafted"))
                assert at(facts, "players", seat, "points") == sum(points[item] for item in crafted)
                assert len(texts(at(facts, "players", seat, "reserved"))) <= 1
