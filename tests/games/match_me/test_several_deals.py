"""Match Me: draws only after a refusal, and several deals to a target."""

import pytest

from games.match_me.positions import at
from parlour.games.match_me.state import NO_END, MatchMeState, turns_left
from scenario import Scenario

INSECTS = ["monarch-butterfly", "green-darner", "bumble-bee"]
HANDS = (["bald-eagle", "sea-cave"], ["harebell", "herring-gull"], ["tamarack"])


def test_draw_only_after_a_refusal() -> None:
    """MM-G01: with after_refusal a player who stops by choice draws nothing."""
    house = {"draw_timing": "after_refusal"}
    table = at(*HANDS, options=house).do("ask 2 birds", "stop", "discard sea-cave")
    assert "drew" not in table.happened
    table = at(*HANDS, options=house).do("ask 3 birds")
    assert table.reloaded().position == table.position
    assert "drew" in table.do("discard sea-cave").happened
    assert "drew" in at(*HANDS).do("ask 2 birds", "stop", "discard sea-cave").happened


def test_several_deals_to_a_target() -> None:
    """MM-G18: points add up, the deal moves to the left, and the target ends the game."""
    table = at(INSECTS, *HANDS[1:], options={"target": 5}, dealer=2, players=[
        {"hand": INSECTS}, {"hand": ["harebell"]}, {"hand": ["tamarack"]}])  # fmt: skip
    table.do("ask 2 insects")
    assert not table.over()
    assert table.each("banked") == [3, -1, -1]
    assert table.happened.count("gathered") == 3 and table.happened.count("new deal") == 1
    assert (table["deals"], table["dealer"], table["turn"]) == (1, 0, 1)
    assert [len(table.cards("players", seat, "hand")) for seat in range(3)] == [5, 5, 5]
    assert "You score 3 points in this deal, 3 in all." in table.told(0, names=["You", "Bo", "Cy"])
    assert table.reloaded().position == table.position


def test_the_target_ends_the_game() -> None:
    """MM-G18: the most points of all deals win."""
    rows = [{"hand": INSECTS, "banked": 4}, {"hand": ["harebell"], "banked": 12}, {"hand": ["tamarack"]}]
    table = at(options={"target": 7}, players=rows).do("ask 2 insects")
    assert table.result.scores == (7, 11, -1)
    assert table.result.winners == (1,)
    assert table.result.reason == "The target score is reached: most points win."


@pytest.mark.parametrize(
    ("idle", "turns", "stale", "limit", "left"),
    [(0, 9, 0, 0, NO_END), (2, 9, 6, 0, 4), (-1, 9, 6, 0, 6), (0, 9, 0, 12, 3), (2, 9, 6, 12, 3), (5, 9, 6, 12, 1)],
)
def test_turns_until_a_guard_ends_the_game(idle: int, turns: int, stale: int, limit: int, left: int) -> None:
    """The nearer guard counts; turns that moved something are none without a move."""
    state = Scenario.dealt("match-me", 3).state
    assert isinstance(state, MatchMeState)
    state.idle, state.turns = idle, turns
    assert turns_left(state, stale, limit) == left


def test_one_deal_is_a_game() -> None:
    """MM-G18: without a target nothing is added up."""
    table = Scenario.dealt("match-me", 3)
    assert "banked" not in table.position["players"][0]  # type: ignore[index]
