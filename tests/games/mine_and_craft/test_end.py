"""Winning, stopping and ranking."""

import pytest

from parlour.core.chance import Sampled
from parlour.core.game import NOBODY
from parlour.core.rng import Rng
from parlour.games.mine_and_craft import GAME

TEN = ["iron-pickaxe", "gold-pickaxe"]  # 10 points
SIXTEEN = [*TEN, "diamond-pickaxe"]  # 16
SEVEN = ["stone-pickaxe", "stone-axe"]  # 7
SIXTEEN_USED = {"crafted": SIXTEEN, "used": SIXTEEN}


@pytest.mark.parametrize(("seats", "target"), [(2, 24), (3, 20), (4, 16)])
def test_the_target(seats, target):
    """MC-31"""
    assert GAME(seats=seats).target == target


def test_the_win_comes_at_once(start):
    """MC-03, MC-31, MC-G26, MC-25: in the middle of a turn, with the points of used tools."""
    play = start(
        {"crafted": [*SIXTEEN, "wood-axe", "stone-axe"], "used": SIXTEEN, "stock": ["wood1", "wood3", "stone1"]},
        {"crafted": ["diamond-axe"]},
        craft_piles=[["stone-hoe"], ["wood-hoe"]],
        actions=3,
    )
    play.do(0, "craft wood-hoe", "pay wood3")
    assert play.outcome is None  # 23 points
    play.do(0, "craft stone-hoe", "pay wood1", "pay stone1")
    assert play.outcome is not None
    assert play.outcome.winners == (0,)
    assert play.outcome.scores == (24, 5)
    assert play.outcome.reason == "The points needed were reached."
    assert play["actions"] == 1
    assert play.waiting == ()
    assert play.game.actor(play.table) == NOBODY
    assert play.legal(0) == play.legal(1) == []


def test_nobody_plays_on_for_more(start):
    """MC-G27: Craft Cards left on the piles do not matter."""
    play = start(
        {**SIXTEEN_USED, "stock": ["diamond3", "wood1"], "reserved": ["diamond-axe"]},
        {},
        {},
        craft_piles=[["gold-axe", "iron-axe"]],
    )
    play.do(0, "craft diamond-axe", "pay diamond3", "pay wood1")
    assert play.outcome is not None
    assert play.why_not(0, "end turn") == "The game is over."


def test_crafting_bares_no_creeper(start):
    """MC-G32: the resource piles do not change when the winning card is crafted."""
    play = start(
        {**SIXTEEN_USED, "stock": ["diamond3", "wood1"]},
        {},
        {},
        craft_piles=[["diamond-axe"]],
        piles=[["creeper", "wood1"]],
    )
    play.do(0, "craft diamond-axe", "pay diamond3", "pay wood1")
    assert play.outcome is not None
    assert play["piles"][0] == ["creeper", "wood1"]


def test_finish_round(start):
    """MC-G26 with finish_round: everybody has equally many turns, then most points win."""
    players = [{}, {**SIXTEEN_USED, "stock": ["diamond3", "wood1"]}, {"crafted": SEVEN, "used": SEVEN}]
    play = start(*players, craft_piles=[["diamond-axe"]], turn=1, first=0, options={"finish_round": True})
    play.do(1, "craft diamond-axe", "pay diamond3", "pay wood1")
    assert play.outcome is None
    assert play["closing"] is True
    play.do(1, "mine 1")
    assert play.waiting == (2,)
    play.do(2, "mine 1", "mine 2")
    assert play.outcome is not None
    assert play.outcome.ranks == (3, 1, 2)


def test_finish_round_may_be_won_by_somebody_else(start):
    """MC-G26 with finish_round, MC-G24: more points win; with equal points more crafted cards do."""
    lots = ["diamond-pickaxe", "diamond-axe", "gold-axe", "iron-axe", "diamond-sword"]  # 23
    more = ["gold-pickaxe", "iron-pickaxe", "wood-pickaxe", "stone-pickaxe", "iron-sword", "wood-hoe"]  # 22
    play = start(
        {"crafted": lots, "used": lots, "stock": ["wood1", "iron1"]},
        {"crafted": more, "used": more, "stock": ["wood3"]},
        craft_piles=[["iron-hoe"], ["wood-shovel"]],
        options={"finish_round": True},
    )
    play.do(0, "craft iron-hoe", "pay iron1", "pay wood1", "end turn")
    play.do(1, "craft wood-shovel", "pay wood3", "end turn")
    assert play.outcome is not None
    assert play.outcome.scores == (24, 24)
    assert play.outcome.winners == (1,)


def test_all_decline(start):
    """MC-G24: a whole round without an action ends the game; most points win."""
    play = start({"crafted": ["wood-axe"]}, {"crafted": ["gold-axe"]}, {})
    play.do(0, "end turn").do(1, "mine 1", "end turn").do(2, "end turn").do(0, "end turn")
    assert play.outcome is None
    play.do(1, "end turn")
    assert play.outcome is not None
    assert play.outcome.winners == (1,)
    assert play.outcome.ranks == (2, 1, 3)
    assert "Nobody took an action" in play.outcome.reason


def test_an_action_makes_all_begin_anew(start):
    """MC-G24: those who declined before anybody acted do not count any more."""
    play = start({}, {}, {})
    play.do(0, "end turn").do(1, "end turn").do(2, "mine 1", "end turn")
    play.do(0, "mine 1", "end turn").do(1, "end turn").do(2, "end turn")
    assert play.outcome is None
    play.do(0, "end turn")
    assert play.outcome is not None


def test_an_action_won_by_a_pick_axe_can_be_declined_too(start):
    """MC-G24, MC-G16"""
    play = start({}, {"crafted": ["wood-pickaxe"], "shovelled": 2})
    play.do(0, "end turn").do(1, "use pickaxe", "end turn")
    assert play.outcome is not None


def test_all_decline_and_share(start):
    """MC-G24: equal points, then more crafted cards, else shared."""
    play = start({"crafted": ["wood-axe"]}, {"crafted": ["stone-axe"]})
    play.do(0, "end turn").do(1, "end turn")
    assert play.outcome.winners == (0, 1)
    play = start(
        {"crafted": ["wood-axe"]}, {"crafted": ["wood-hoe", "wood-shovel"], "used": ["wood-hoe", "wood-shovel"]}
    )
    play.do(0, "end turn").do(1, "end turn")
    assert play.outcome.scores == (3, 3)
    assert play.outcome.winners == (1,)


def test_a_turn_taken_away_is_not_declined(start):
    """MC-G24, MC-G17: two Shovels and a pass do not end the game over the victim's head."""
    play = start({}, {"shovelled": 2})
    play.do(0, "end turn")
    assert play.outcome is None
    assert play.waiting == (0,)
    play.do(0, "end turn")
    assert play.outcome is None
    play.do(1, "end turn")
    assert play.outcome is not None


def test_cards_stuck_in_reserve_end_by_declining(start):
    """MC-G25: all 24 cards in play are worth at least 71; less than the target each is at most 46, 57 or 60."""
    points = sorted(item.points for item in GAME().items)
    in_play = sum(points[:-1])
    assert in_play == 71
    for seats, most in ((2, 46), (3, 57), (4, 60)):
        assert seats * (GAME(seats=seats).target - 1) == most < in_play
    play = start({"reserved": ["gold-axe"]}, {"reserved": ["iron-axe"]}, piles=[])
    assert play.legal(0) == ["end turn"]
    play.do(0, "end turn").do(1, "end turn")
    assert play.outcome is not None


def test_endless_mining_is_stopped(start):
    """MC-G33: rounds without a crafted card, counted by the option; a crafted card starts the count anew."""
    play = start({}, {"stock": ["wood2"]}, options={"stale_rounds": 5}, stale=8, craft_piles=[["wood-hoe"]])
    play.do(0, "mine 1", "mine 1")
    assert play["stale"] == 9
    play.do(1, "craft wood-hoe", "pay wood2")
    assert play["stale"] == 0
    play = start({}, {}, options={"stale_rounds": 5}, stale=9)
    play.do(0, "mine 1", "mine 1")
    assert play.outcome is not None
    assert "crafted" in play.outcome.reason


def test_points_are_those_of_the_crafted_cards():
    """MC-16, MC-25: at every moment of random games, and no Creeper lies on top when a turn goes on."""
    game = GAME(seats=4)
    for seed in range(4):
        rng, luck = Rng("points", seed), Sampled(Rng("luck", seed))
        table = game.new(luck)
        while game.may_act(table):
            seats = game.may_act(table)
            seat = seats[rng.below(len(seats))]
            legal = game.legal(table, seat)
            game.apply(table, seat, legal[rng.below(len(legal))], luck)
            facts = game.view(table, NOBODY).facts()
            if facts["phase"] in ("turn", "paying"):
                assert all(pile["top"] != "creeper" for pile in facts["piles"])
            for player in facts["players"]:
                worth = sum(game.items[game.item_keys.index(key)].points for key in player["crafted"])
                assert player["points"] == worth
                assert len(player["reserved"]) <= 1
