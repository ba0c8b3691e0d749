"""Paying for Craft Cards."""

from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import parlour
from parlour.core.chance import Scripted
from parlour.games.mine_and_craft import GAME
from parlour.games.mine_and_craft.payment import covers, one, smallest_payments

SORTS = ["wood1", "wood2", "wood3", "diamond1", "diamond2", "diamond3", "wild1", "wild2", "wild3", "axe"]


def payments(play, item):
    """Every payment that can be reached card by card, as sorted tuples."""
    found = set()

    def follow(table, paid):
        legal = [play.game.actions.texts[action] for action in play.game.legal(table, 0)]
        for text in legal:
            after = play.game.clone(table)
            play.game.apply(after, 0, play.game.actions.id_of(text), Scripted([]))
            now = (*paid, text.removeprefix("pay "))
            if play.game.dump(after)["phase"] == "paying":
                follow(after, now)
            else:
                found.add(tuple(sorted(now)))

    play.do(0, f"craft {item}")
    follow(play.table, ())
    return found


def test_crafting_pays_and_takes_the_card(start):
    """MC-13, MC-16, MC-06: the payment goes to the discard pile; points and tool are the player's."""
    play = start({"stock": ["iron1", "wood1", "gold1"]}, {"stock": ["wood1"]}, craft_piles=[["gold-axe", "iron-hoe"]])
    before = play["discard"]
    play.do(0, "craft iron-hoe")
    assert play["phase"] == "paying"
    assert play.waiting == (0,)
    assert play.game.may_act(play.table) == (0,)
    play.do(0, "pay iron1")
    assert play["paid"] == ["iron1"]
    play.do(0, "pay wood1")
    assert play.player(0, "stock") == ["gold1"]
    assert sorted(play["discard"]) == sorted([*before, "iron1", "wood1"])
    assert play.player(0, "crafted") == ["iron-hoe"]
    assert play.game.view(play.table, 1).facts()["players"][0]["crafted"] == ["iron-hoe"]
    (crafted,) = play.told("crafted")
    assert crafted["item"] == "iron-hoe"
    assert (crafted["points"], crafted["total"]) == (1, 1)
    assert sorted(crafted["paid"]) == ["iron1", "wood1"]
    assert play["craft_piles"][0] == ["gold-axe"]
    assert play["actions"] == 1


def test_values_count(start):
    """MC-14: a card of value 2 pays two units."""
    play = start({"stock": ["iron2", "wood1"]}, {}, craft_piles=[["iron-sword"]])
    assert payments(play, "iron-sword") == {("iron2", "wood1")}


def test_no_change_is_given(start):
    """MC-15"""
    play = start({"stock": ["wood3"]}, {}, craft_piles=[["wood-hoe"]])
    play.do(0, "craft wood-hoe", "pay wood3")
    assert play.player(0, "stock") == []


def test_diamond_pick_axe_with_a_wild(start):
    """MC-T1: Diamond 2, Wild 1 and Wood 3 pay for 3 diamond and 2 wood."""
    play = start({"stock": ["diamond2", "wild1", "wood3"]}, {}, craft_piles=[["diamond-pickaxe"]])
    assert payments(play, "diamond-pickaxe") == {("diamond2", "wild1", "wood3")}


def test_a_wild_cannot_be_split(start):
    """MC-T2, MC-19: a Wild 3 alone does not pay 2 diamond and 1 wood."""
    play = start({"stock": ["wild3"]}, {}, craft_piles=[["diamond-sword"]])
    assert play.legal(0, "craft") == []
    with pytest.raises(parlour.IllegalAction, match="still need 2 diamond and 1 wood, and your Wilds are not enough"):
        play.do(0, "craft diamond-sword")
    play = start({"stock": ["wild3", "wood1"]}, {}, craft_piles=[["diamond-sword"]])
    assert payments(play, "diamond-sword") == {("wild3", "wood1")}


def test_a_wild_may_be_any_material(start):
    """MC-19"""
    for item in ("stone-hoe", "iron-hoe", "gold-hoe", "diamond-hoe", "wood-hoe"):
        play = start({"stock": ["wild1", "wild2"]}, {}, craft_piles=[[item]])
        assert play.legal(0, "craft") == [f"craft {item}"]


def test_two_axes_and_a_wood(start):
    """MC-T5, MC-29, MC-G13, MC-25: 5 wood from two Axes and one Wood 1; the Axes are used up, their points stay."""
    play = start(
        {"stock": ["wood1"], "crafted": ["wood-axe", "iron-axe"]}, {}, craft_piles=[["wood-pickaxe"]], actions=1
    )
    play.do(0, "craft wood-pickaxe", "pay axe", "pay wood1", "pay axe")
    assert play.player(0, "used") == ["wood-axe", "iron-axe"]
    assert play.game.view(play.table, 0).facts()["players"][0]["points"] == 3 + 4 + 4
    assert play.legal(0, "pay") == []


def test_what_an_axe_counts_too_much_is_lost(start):
    """MC-G13"""
    play = start({"stock": ["iron1"], "crafted": ["wood-axe"]}, {}, craft_piles=[["iron-hoe"]])
    play.do(0, "craft iron-hoe", "pay axe", "pay iron1")
    assert play.player(0, "used") == ["wood-axe"]


def test_a_used_axe_pays_nothing(start):
    """MC-25: one use each."""
    play = start({"stock": ["iron1"], "crafted": ["wood-axe"], "used": ["wood-axe"]}, {}, craft_piles=[["iron-hoe"]])
    assert play.legal(0, "craft") == []


def test_nothing_too_much_is_paid(start):
    """MC-G12: with 2 wood to pay, Wood 2 alone or two Wood 1, never Wood 1 with Wood 2."""
    play = start({"stock": ["wood1", "wood1", "wood2", "wood3"]}, {}, craft_piles=[["wood-hoe"]])
    assert payments(play, "wood-hoe") == {("wood2",), ("wood1", "wood1"), ("wood3",)}
    play = start({"stock": ["wood1", "wood1", "wood2"]}, {}, craft_piles=[["wood-hoe"]])
    play.do(0, "craft wood-hoe", "pay wood1")
    assert play.legal(0) == ["pay wood1"]
    assert "too many" in play.why_not(0, "pay wood2")
    play.do(0, "pay wood1")
    assert play.player(0, "stock") == ["wood2"]


def test_a_wild_that_could_be_left_out_by_paying_otherwise_is_refused(start):
    """MC-G12: what counts is whether the cards without it would still do, whatever each Wild stands for."""
    play = start({"stock": ["iron1", "wood1", "wild1", "wild1"]}, {}, craft_piles=[["iron-hoe"]])
    assert payments(play, "iron-hoe") == {
        ("iron1", "wood1"),
        ("iron1", "wild1"),
        ("wild1", "wood1"),
        ("wild1", "wild1"),
    }


def test_a_rarer_material_is_no_substitute(start):
    """MC-G14"""
    play = start({"stock": ["diamond3", "gold3", "wood1"]}, {}, craft_piles=[["iron-hoe"], ["wood-hoe"]])
    assert play.legal(0, "craft") == []


def by_hand(units, wood, have):
    """Every smallest payment found by trying all subsets and all uses of the Wilds."""

    def pays(cards):
        wilds = [int(card[-1]) for card in cards if card.startswith("wild")]
        other = sum(int(card[-1]) for card in cards if card.startswith("diamond"))
        logs = sum(2 if card == "axe" else int(card[-1]) if card.startswith("wood") else 0 for card in cards)
        return any(
            other + sum(part) >= units and logs + sum(wilds) - sum(part) >= wood
            for size in range(len(wilds) + 1)
            for part in combinations(wilds, size)
        )

    subsets = [cards for size in range(len(have) + 1) for cards in combinations(sorted(have), size)]
    paying = {cards for cards in subsets if pays(cards)}
    return {cards for cards in paying if not any((*cards[:i], *cards[i + 1 :]) in paying for i in range(len(cards)))}


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(SORTS), max_size=7),
    st.sampled_from([(1, 1), (1, 2), (2, 1), (3, 1), (3, 2), (0, 2), (0, 3), (0, 4), (0, 5)]),
)
def test_exactly_the_smallest_payments_are_in_the_table(have, cost):
    """MC-G12: for any cards, the table holds the same payments as trying everything by hand."""
    units, wood = cost
    have = [card for card in have if units or not card.startswith("diamond")]
    expected = by_hand(units, wood, have)
    found = {
        tuple(sorted(card for sort, card in enumerate(SORTS) for _ in range((purse >> 4 * sort) & 15)))
        for purse in smallest_payments(units, wood)
    }
    fitting = {cards for cards in found if all(cards.count(card) <= have.count(card) for card in cards)}
    assert fitting == expected
    assert covers(sum(one(SORTS.index(card)) for card in have), units, wood) == bool(expected)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(SORTS[:9]), max_size=5),
    st.integers(0, 2),
    st.sampled_from(["diamond-axe", "diamond-pickaxe", "wood-axe"]),
)
def test_every_smallest_payment_can_be_paid_card_by_card_and_no_other(start, stock, axes, item):
    """MC-G12, MC-15"""
    have = [card for number, card in enumerate(stock) if stock[:number].count(card) < GAME().box.copies[kind(card)]]
    play = start({"stock": have, "crafted": ["iron-axe", "gold-axe"][:axes]}, {}, piles=[], craft_piles=[[item]])
    cost = next((card.units, card.wood) for card in play.game.items if card.key == item)
    usable = [card for card in have if cost[0] or not card.startswith("diamond")] + ["axe"] * axes
    expected = by_hand(*cost, usable)
    assert play.legal(0, "craft") == ([f"craft {item}"] if expected else [])
    if expected:
        assert payments(play, item) == expected


def kind(card):
    return GAME().keys.index(card)


def test_an_unpayable_card_says_what_is_missing(start):
    """MC-13"""
    play = start({"stock": ["iron1"]}, {}, craft_piles=[["iron-axe"]])
    assert play.why_not(0, "craft iron-axe") == "You still need 2 iron and 1 wood."


def test_craft_cards_of_the_deck():
    """MC-13: recipes follow one pattern per tool."""
    patterns = {"hoe": (1, 1), "shovel": (1, 2), "sword": (2, 1), "axe": (3, 1), "pickaxe": (3, 2)}
    for item in GAME().items:
        units, wood = patterns[item.key.split("-")[1]]
        assert (item.units, item.wood) == ((units, wood) if not item.key.startswith("wood") else (0, units + wood))
