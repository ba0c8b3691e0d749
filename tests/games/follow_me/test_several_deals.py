"""Follow Me: several deals to a target, rounds of declining, and the deck with few habitats."""

import pytest

import parlour
from games.follow_me.positions import at
from parlour.core.deals import MANY_DEALS, MOST_DEALS, TARGET_REACHED
from parlour.decks.mackinac.cards import mackinac_cards
from scenario import Scenario

TREES = ["sugar-maple", "american-beech"]


@pytest.mark.parametrize(("seats", "rounds", "turns"), [(2, 0, 4), (3, 0, 3), (2, 1, 2), (3, 2, 6)])
def test_rounds_of_declining(seats: int, rounds: int, turns: int) -> None:
    """FM-G14: one round ends the game, two with two players; decline_rounds says otherwise."""
    hands = [["sea-cave"], TREES, ["tamarack"]][:seats]
    table = at(hands, draw_pile=[], options={"decline_rounds": rounds})
    for _ in range(turns - 1):
        table.do("end turn")
        assert not table.over()
    table.do("end turn")
    assert table.over()


def test_several_deals_to_a_target() -> None:
    """FM-G26: points add up, the deal moves to the left."""
    table = at([["sea-cave"], TREES], options={"target": 20}, dealer=1, players=[
        {"hand": ["sea-cave"]}, {"hand": TREES}])  # fmt: skip
    table.do("observe sea-cave")
    assert not table.over()
    assert table.each("banked") == [3 + 2, 0]
    assert (table["deals"], table["dealer"]) == (1, 0)
    assert table.each("observed") == [[], []]
    assert table.told(0, names=["You", "Bo"])[1:5] == [
        "You are out of cards: 2 bonus points.",
        "You score 5 points in this deal, 5 in all.",
        "Bo scores 0 points in this deal, 0 in all.",
        "The cards are shuffled. Deal 2.",
    ]
    assert table.reloaded().position == table.position


def test_the_target_ends_the_game() -> None:
    """FM-G26, FM-31: the most points of all deals win."""
    rows = [{"hand": ["sea-cave"], "banked": 4}, {"hand": TREES, "banked": 30}]
    table = at([], options={"target": 9}, players=rows).do("observe sea-cave")
    assert table.result.scores == (9, 30)
    assert table.result.winners == (1,)
    assert table.result.ending == TARGET_REACHED
    assert table.told(0)[-1] == "Game over. The target score is reached: most points win."


@pytest.mark.parametrize(("deals", "over"), [(MOST_DEALS - 2, False), (MOST_DEALS - 1, True)])
def test_many_deals_end_the_game(deals: int, over: bool) -> None:
    """FM-G26: a game that never reaches its target ends after many deals."""
    rows = [{"hand": ["sea-cave"], "banked": 4}, {"hand": TREES, "banked": 3}]
    table = at([], options={"target": 200}, deals=deals, players=rows).do("observe sea-cave")
    assert table.over() == over
    if over:
        assert table.result.ending == MANY_DEALS
        assert table.told(0)[-1].startswith("Game over.")


def test_the_deck_with_few_habitats() -> None:
    """FM-03, FM-04: the same 54 cards; most Natural Treasures live in one habitat."""
    many, few = parlour.game("follow-me", 2), parlour.game("follow-me", 2, habitats="few")
    assert {card.key for card in few.deck.cards} == {card.key for card in many.deck.cards}
    treasures = [card for card in mackinac_cards(few.deck) if not card.location]
    assert sum(len(card.habitats) == 2 for card in treasures) == 3
    assert sum(card.any_habitat for card in treasures) == 1
    assert sum(len(card.habitats) == 1 for card in treasures) == 30
    match = parlour.Match(few, 1)
    assert parlour.parse(match.text()).position() == match.position()


def test_one_deal_is_a_game() -> None:
    """FM-G26: without a target nothing is added up."""
    assert "deals" not in Scenario.dealt("follow-me", 2).position
