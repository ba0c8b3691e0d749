"""Paying for Craft Cards."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.mine_and_craft.positions import start
from parlour.games.mine_and_craft import GAME
from parlour.games.mine_and_craft.payment import covers, one, smallest_payments
from scenario import Scenario, texts

SORTS = ["wood1", "wood2", "wood3", "diamond1", "diamond2", "diamond3", "wild1", "wild2", "wild3", "axe"]


def payments(table: Scenario, item: str) -> set[tuple[str, ...]]:
    """Every payment that can be reached card by card, as sorted tuples."""
    found: set[tuple[str, ...]] = set()

    def follow(now: Scenario, paid: tuple[str, ...]) -> None:
        for text in now.legal(0):
            after, more = now.copy().do(text), (*paid, text.removeprefix("pay "))
            if after["phase"] == "paying":
                follow(after, more)
            else:
                found.add(tuple(sorted(more)))

    follow(table.do(f"craft {item}"), ())
    return found


def test_crafting_pays_and_takes_the_card() -> None:
    """MC-13, MC-16, MC-06: the payment goes to the discard pile; points and tool are the player's."""
    table = start({"stock": ["iron1", "wood1", "gold1"]}, {"stock": ["wood1"]}, craft_piles=[["gold-axe", "iron-hoe"]])
    before = table.cards("discard")
    table.do("craft iron-hoe")
    assert table["phase"] == "paying"
    assert table.to_act == (0,)
    assert table.may_act == (0,)
    table.do("pay iron1", seat=0)
    assert [event.facts["card"] for event in table.events("paid")] == ["iron1"]
    assert table["paid"] == ["iron1"]
    table.do("pay wood1", seat=0)
    assert table["players", 0, "stock"] == ["gold1"]
    assert sorted(table.cards("discard")) == sorted([*before, "iron1", "wood1"])
    assert table["players", 0, "crafted"] == ["iron-hoe"]
    assert table.sees(1, "players", 0, "crafted") == ["iron-hoe"]
    (crafted,) = table.events("crafted")
    assert [crafted.facts[fact] for fact in ("item", "points", "total")] == ["iron-hoe", 1, 1]
    assert sorted(texts(crafted.facts["paid"])) == ["iron1", "wood1"]
    assert table["craft_piles", 0] == ["gold-axe"]
    assert table["actions"] == 1


def test_values_count() -> None:
    """MC-14: a card of value 2 pays two units."""
    table = start({"stock": ["iron2", "wood1"]}, {}, craft_piles=[["iron-sword"]])
    assert payments(table, "iron-sword") == {("iron2", "wood1")}


def test_no_change_is_given() -> None:
    """MC-15"""
    table = start({"stock": ["wood3"]}, {}, craft_piles=[["wood-hoe"]])
    table.do("craft wood-hoe", "pay wood3")
    assert table["players", 0, "stock"] == []


def test_diamond_pick_axe_with_a_wild() -> None:
    """MC-T1: Diamond 2, Wild 1 and Wood 3 pay for 3 diamond and 2 wood."""
    table = start({"stock": ["diamond2", "wild1", "wood3"]}, {}, craft_piles=[["diamond-pickaxe"]])
    assert payments(table, "diamond-pickaxe") == {("diamond2", "wild1", "wood3")}


def test_a_wild_cannot_be_split() -> None:
    """MC-T2, MC-19: a Wild 3 alone does not pay 2 diamond and 1 wood."""
    table = start({"stock": ["wild3"]}, {}, craft_piles=[["diamond-sword"]])
    assert table.legal(0, "craft") == []
    table.may_not("craft diamond-sword", because="still need 2 diamond and 1 wood. A Wild counts as one material")
    poor = start({"stock": ["wild1"]}, {}, craft_piles=[["diamond-sword"]])
    poor.may_not("craft diamond-sword", because="your Wilds are not enough")
    table = start({"stock": ["wild3", "wood1"]}, {}, craft_piles=[["diamond-sword"]])
    assert payments(table, "diamond-sword") == {("wild3", "wood1")}


def test_a_wild_may_be_any_material() -> None:
    """MC-19"""
    for item in ("stone-hoe", "iron-hoe", "gold-hoe", "diamond-hoe", "wood-hoe"):
        table = start({"stock": ["wild1", "wild2"]}, {}, craft_piles=[[item]])
        assert table.legal(0, "craft") == [f"craft {item}"]


def test_two_axes_and_a_wood() -> None:
    """MC-T5, MC-29, MC-G13, MC-25: 5 wood from two Axes and one Wood 1; the Axes are used up, their points stay."""
    table = start(
        {"stock": ["wood1"], "crafted": ["wood-axe", "iron-axe"]}, {}, craft_piles=[["wood-pickaxe"]], actions=1
    )
    table.do("craft wood-pickaxe", "pay axe", "pay wood1", "pay axe")
    assert table["players", 0, "used"] == ["wood-axe", "iron-axe"]
    assert table.sees(0, "players", 0, "points") == 3 + 4 + 4
    assert table.legal(0, "pay") == []


def test_what_an_axe_counts_too_much_is_lost() -> None:
    """MC-G13"""
    table = start({"stock": ["iron1"], "crafted": ["wood-axe"]}, {}, craft_piles=[["iron-hoe"]])
    table.do("craft iron-hoe", "pay axe", "pay iron1")
    assert table["players", 0, "used"] == ["wood-axe"]


def test_a_used_axe_pays_nothing() -> None:
    """MC-25: one use each."""
    table = start({"stock": ["iron1"], "crafted": ["wood-axe"], "used": ["wood-axe"]}, {}, craft_piles=[["iron-hoe"]])
    assert table.legal(0, "craft") == []


def test_nothing_too_much_is_paid() -> None:
    """MC-G12: with 2 wood to pay, Wood 2 alone or two Wood 1, never Wood 1 with Wood 2."""
    table = start({"stock": ["wood1", "wood1", "wood2", "wood3"]}, {}, craft_piles=[["wood-hoe"]])
    assert payments(table, "wood-hoe") == {("wood2",), ("wood1", "wood1"), ("wood3",)}
    table = start({"stock": ["wood1", "wood1", "wood2"]}, {}, craft_piles=[["wood-hoe"]])
    table.do("craft wood-hoe", "pay wood1")
    assert table.legal(0) == ["pay wood1"]
    table.may_not("pay wood2", because="too many")
    table.do("pay wood1", seat=0)
    assert table["players", 0, "stock"] == ["wood2"]


def test_a_wild_that_could_be_left_out_by_paying_otherwise_is_refused() -> None:
    """MC-G12: what counts is whether the cards without it would still do, whatever each Wild stands for."""
    table = start({"stock": ["iron1", "wood1", "wild1", "wild1"]}, {}, craft_piles=[["iron-hoe"]])
    assert payments(table, "iron-hoe") == {
        ("iron1", "wood1"),
        ("iron1", "wild1"),
        ("wild1", "wood1"),
        ("wild1", "wild1"),
    }


def test_a_rarer_material_is_no_substitute() -> None:
    """MC-G14"""
    table = start({"stock": ["diamond3", "gold3", "wood1"]}, {}, craft_piles=[["iron-hoe"], ["wood-hoe"]])
    assert table.legal(0, "craft") == []


def by_hand(units: int, wood: int, have: list[str]) -> set[tuple[str, ...]]:
    """Every smallest payment found by trying all subsets and all uses of the Wilds."""

    def pays(cards: tuple[str, ...]) -> bool:
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
def test_exactly_the_smallest_payments_are_in_the_table(have: list[str], cost: tuple[int, int]) -> None:
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


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.sampled_from(SORTS[:9]), max_size=5),
    st.integers(0, 2),
    st.sampled_from(["diamond-axe", "diamond-pickaxe", "wood-axe"]),
)
def test_every_smallest_payment_can_be_paid_card_by_card_and_no_other(stock: list[str], axes: int, item: str) -> None:
    """MC-G12, MC-15"""
    box = GAME().box
    copies = dict(zip(box.keys, box.copies, strict=True))
    have = [card for number, card in enumerate(stock) if stock[:number].count(card) < copies[card]]
    table = start({"stock": have, "crafted": ["iron-axe", "gold-axe"][:axes]}, {}, piles=[], craft_piles=[[item]])
    cost = next((card.units, card.wood) for card in GAME().items if card.key == item)
    usable = [card for card in have if cost[0] or not card.startswith("diamond")] + ["axe"] * axes
    expected = by_hand(*cost, usable)
    assert table.legal(0, "craft") == ([f"craft {item}"] if expected else [])
    if expected:
        assert payments(table, item) == expected


def test_an_unpayable_card_says_what_is_missing() -> None:
    """MC-13"""
    table = start({"stock": ["iron1"]}, {}, craft_piles=[["iron-axe"]])
    assert table.why_not("craft iron-axe") == "You still need 2 iron and 1 wood."


def test_craft_cards_of_the_deck() -> None:
    """MC-13: recipes follow one pattern per tool."""
    patterns = {"hoe": (1, 1), "shovel": (1, 2), "sword": (2, 1), "axe": (3, 1), "pickaxe": (3, 2)}
    for item in GAME().items:
        units, wood = patterns[item.key.split("-")[1]]
        assert (item.units, item.wood) == ((units, wood) if not item.key.startswith("wood") else (0, units + wood))
