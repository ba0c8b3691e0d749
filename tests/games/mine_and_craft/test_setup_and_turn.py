"""Set-up, turns, mining and reserving."""

import pytest

import parlour
from parlour.core.chance import Sampled, Scripted
from parlour.core.rng import Rng
from parlour.games.mine_and_craft import GAME


def deal(game: GAME, tops: list[str], first: int = 0) -> list[dict[str, object]]:
    """Luck that puts these cards on top of the piles (bottom to top within a list of lists is not needed)."""
    order = list(game.whole_deck)
    for pile, key in enumerate(tops):
        place = (pile + 1) * game.pile_size - 1
        other = next(i for i, kind in enumerate(order) if game.keys[kind] == key and (i + 1) % game.pile_size)
        order[place], order[other] = order[other], order[place]
    return [
        {"order": order, "why": "resource cards"},
        {"order": list(range(25)), "why": "craft cards"},
        {"pick": first, "of": game.seats, "why": "first player"},
    ]


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats):
    """MC-01"""
    with pytest.raises(parlour.UnknownOption, match="2 to 4"):
        GAME(seats=seats)


def test_the_box():
    """MC-02, MC-12: 75 resource cards, the rarer the fewer, and 25 Craft Cards, each tool five times."""
    game = GAME()
    counts = [sum(game.box.copies[3 * group : 3 * group + 3]) for group in range(6)]
    assert counts == [24, 9, 8, 7, 6, 11]
    assert game.box.copies[18:] == (5, 5)
    assert len(game.whole_deck) == 75
    assert len(game.items) == 25
    assert [sum(item.tool == tool for item in game.items) for tool in range(5)] == [5] * 5
    assert sum(item.points for item in game.items) == 77


def test_the_lay_out():
    """MC-04, MC-05: five piles of 15, four craft piles of six, one card left over and nothing in hand."""
    game = GAME(seats=4)
    position = game.dump(game.new(Scripted(deal(game, ["wood1", "stone1", "iron1", "gold1", "tnt"], first=2))))
    assert [len(pile) for pile in position["piles"]] == [15] * 5
    assert [pile[-1] for pile in position["piles"]] == ["wood1", "stone1", "iron1", "gold1", "tnt"]
    assert [len(pile) for pile in position["craft_piles"]] == [6] * 4
    assert len(position["left_over"]) == 1
    assert position["discard"] == []
    assert all(player["stock"] == [] == player["crafted"] for player in position["players"])


def test_the_first_player_is_random():
    """MC-G28"""
    game = GAME(seats=3)
    tops = ["wood1", "stone1", "iron1", "gold1", "diamond1"]
    assert [game.to_act(game.new(Scripted(deal(game, tops, first)))) for first in range(3)] == [(0,), (1,), (2,)]


def test_the_first_seat_begins_if_the_host_decides():
    """MC-G28: the option first_player; no luck is asked."""
    game = GAME(seats=3, first_player="host")
    luck = deal(game, ["wood1", "stone1", "iron1", "gold1", "diamond1"])[:2]
    assert game.to_act(game.new(Scripted(luck))) == (0,)


def test_creepers_on_top_at_the_start_are_thrown_away():
    """MC-G01: also one beneath another; nobody loses anything and TNT stays."""
    game = GAME(seats=2)
    luck = deal(game, ["creeper", "tnt", "iron1", "gold1", "diamond1"])
    order = luck[0]["order"]
    below = next(i for i, kind in enumerate(order) if game.keys[kind] == "creeper" and i != 14)
    order[13], order[below] = order[below], order[13]
    events = []
    table = game.new(Scripted(luck), events.append)
    position = game.dump(table)
    assert len(position["piles"][0]) == 13
    assert position["piles"][0][-1] != "creeper"
    assert position["piles"][1][-1] == "tnt"
    assert position["discard"] == ["creeper", "creeper"]
    assert [event.kind for event in events].count("creeper removed") == 2
    assert position["phase"] == "turn"


def test_a_turn_has_two_actions(start):
    """MC-08, MC-10: mine twice, then the next player follows."""
    play = start({}, {})
    play.do(0, "mine 1")
    assert play["actions"] == 1
    assert play.waiting == (0,)
    assert play.player(0, "stock") == ["wood2"]
    assert play["piles"][0] == ["wood1"]
    play.do(0, "mine 1")
    assert play.player(0, "stock") == ["wood1", "wood2"]
    assert play["piles"][0] == []
    assert play.waiting == (1,)
    assert play["actions"] == 2


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
def test_any_mix_of_actions(start, actions):
    """MC-09: the five examples of a turn."""
    play = start({"stock": ["wood2", "wood1", "iron1"]}, {}, craft_piles=[["wood-hoe"], ["iron-hoe"], ["diamond-axe"]])
    for action in actions:
        assert play.waiting == (0,)
        play.do(0, action)
    assert play["actions"] in (0, 2)
    if play.legal(0):  # a tool just crafted keeps the turn open
        play.do(0, "end turn")
    assert play.waiting == (1,)


def test_an_empty_pile_cannot_be_mined(start):
    """MC-10"""
    play = start({}, {}, piles=[[], ["stone1"]])
    assert play.legal(0, "mine") == ["mine 2"]
    with pytest.raises(parlour.IllegalAction, match="pile 1 is empty"):
        play.do(0, "mine 1")


def test_resource_cards_lie_open_and_have_no_limit(start):
    """MC-G29"""
    stock = ["wood1"] * 8 + ["wood2"] * 9
    play = start({"stock": stock}, {}, piles=[["wood2"]])
    play.do(0, "mine 1")
    assert play.game.view(play.table, 1).facts()["players"][0]["stock"] == sorted([*stock, "wood2"])


def test_a_player_may_stop_early(start):
    """MC-G23"""
    play = start({}, {})
    play.do(0, "mine 1", "end turn")
    assert play.waiting == (1,)
    play.do(1, "end turn")
    assert play.waiting == (0,)


def test_nobody_must_mine_tnt(start):
    """MC-G21: with nothing but TNT on top a turn can still be ended, and mining one clears them all."""
    play = start({}, {}, piles=[["wood1", "tnt"]] + [["tnt"]] * 4)
    assert "end turn" in play.legal(0)
    play.do(0, "mine 1")
    assert play["discard"].count("tnt") == 5
    assert play["phase"] == "turn"
    assert play.legal(0, "mine") == ["mine 1"]


def test_reserving(start):
    """MC-07, MC-17, MC-18: a card that cannot be paid goes to the holder and is crafted later."""
    play = start({"stock": ["wood1"]}, {}, craft_piles=[["stone-hoe", "iron-hoe"]])
    play.do(0, "reserve iron-hoe")
    assert play.player(0, "reserved") == ["iron-hoe"]
    assert play["actions"] == 1
    assert play["craft_piles"][0] == ["stone-hoe"]
    assert play.legal(0, "craft") == []
    play.do(0, "mine 3").do(1, "end turn")
    assert play.legal(0, "craft") == ["craft iron-hoe"]
    play.do(0, "craft iron-hoe", "pay iron2", "pay wood1")
    assert play.player(0, "reserved") == []
    assert play.player(0, "crafted") == ["iron-hoe"]
    assert play["craft_piles"][0] == ["stone-hoe"]
    assert play["actions"] == 1


def test_a_card_that_could_be_paid_may_be_reserved_too(start):
    """MC-G34, MC-17: only the top cards, though."""
    play = start({"stock": ["wood2"]}, {}, craft_piles=[["wood-hoe"], ["iron-axe", "gold-axe"]])
    assert play.legal(0, "reserve") == ["reserve wood-hoe", "reserve gold-axe"]
    assert "not on top" in play.why_not(0, "reserve iron-axe")
    play.do(0, "reserve wood-hoe")
    assert play.player(0, "stock") == ["wood2"]
    assert play.legal(0, "craft") == ["craft wood-hoe"]


@pytest.mark.parametrize("room", [1, 2, 3])
def test_the_reserve_is_limited(start, room):
    """MC-G09: one card unless the option gives more room, and no way to give it back."""
    play = start(
        {},
        {},
        options={"reserve_max": room},
        craft_piles=[["gold-axe"], ["iron-axe"], ["stone-axe"], ["diamond-axe"]],
        actions=5,
    )
    for number in range(room):
        play.do(0, play.legal(0, "reserve")[0])
        assert len(play.player(0, "reserved")) == number + 1
    assert play.legal(0, "reserve") == []
    assert "full" in play.why_not(0, "reserve gold-axe") or "not on top" in play.why_not(0, "reserve gold-axe")


def test_only_tops_and_the_own_reserve_can_be_crafted(start):
    """MC-G10: not what lies below, and not what somebody else reserved."""
    rich = ["wood3", "wood3", "iron3", "gold3", "stone3", "diamond3"]
    play = start({"stock": rich}, {"reserved": ["gold-hoe"]}, craft_piles=[["stone-hoe", "iron-hoe"]])
    assert play.legal(0, "craft") == ["craft iron-hoe"]
    assert "not on top" in play.why_not(0, "craft stone-hoe")
    assert "not on top" in play.why_not(0, "craft gold-hoe")


def test_an_empty_craft_pile_stays_empty(start):
    """MC-G11"""
    play = start({"stock": ["wood2"]}, {}, craft_piles=[["wood-hoe"], ["gold-axe", "iron-axe"]])
    play.do(0, "craft wood-hoe", "pay wood2")
    assert play["craft_piles"][:2] == [[], ["gold-axe", "iron-axe"]]


def test_the_card_left_over_never_comes_back():
    """MC-G08: not in a pile, not shuffled in, shown to nobody."""
    game = GAME(seats=2)
    for seed in range(3):
        rng, luck = Rng("left over", seed), Sampled(Rng("luck", seed))
        table = game.new(luck)
        left_over = game.dump(table)["left_over"]
        while game.to_act(table):
            seat = game.to_act(table)[0]
            legal = game.legal(table, seat)
            game.apply(table, seat, legal[rng.below(len(legal))], luck)
            assert game.dump(table)["left_over"] == left_over
            assert left_over[0] not in str(game.view(table, 0).facts())
