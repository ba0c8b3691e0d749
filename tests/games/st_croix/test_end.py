"""St. Croix: the end of the game."""

import pytest

from games.st_croix.positions import sit
from scenario import Scenario


@pytest.mark.parametrize(
    ("words", "move"), [("9", "play 9"), ("9 9", "play 9 9"), ("| 9", "play 9"), ("|| 9", "flip 1")]
)
def test_first_without_cards_wins(words: str, move: str) -> None:
    """SC-02, SC-20: the first player without Mystery, Table and Hand Cards wins at once."""
    table = sit(words, "1 2", "1", pile="4")
    table.do(move)
    assert table.to_act == ()
    assert table.result.winners == (0,)
    assert table.result.ranks == (1, 2, 2)
    assert table.result.scores == (0, -2, -1)
    assert table.result.reason == "First to send every postcard."
    assert table.happened[-2:] == ["finished", "ended"]


@pytest.mark.parametrize("words", ["9 | 3", "9 || 3", "| 9 | 3", "|| 9 3"])
def test_cards_left_anywhere_mean_no_win(words: str) -> None:
    """SC-20: all three kinds of card must be gone."""
    table = sit(words, "1 2", pile="4")
    table.do("play 9" if "|| 9" not in words else "flip 1")
    assert not table.over()


def test_no_win_while_there_is_something_to_draw() -> None:
    """SC-13, SC-20: the hand is filled before anybody is out of cards."""
    table = sit("9 9 9", "1 2 3", pile="4", draw="5")
    table.do("play 9 9 9")
    assert not table.over() and table["players", 0, "hand"] == ["5"]


def test_the_last_card_is_a_cannon() -> None:
    """SC-T3, SC-G14, SC-G22: the Cannon wins at once, no new lead is needed."""
    table = sit("cannon", "1", pile="4")
    table.do("play cannon")
    assert table.result.winners == (0,)


def test_the_last_cards_are_four_of_a_kind() -> None:
    """SC-G14: a bonus play without cards is not needed, the player has won."""
    table = sit("7", "1", pile="7 7 7")
    table.do("play 7")
    assert table.result.winners == (0,)


@pytest.mark.parametrize("special", ["moko", "cannon", "glass", "lizard"])
def test_winning_with_a_special_card(special: str) -> None:
    """SC-G22: nothing forbids a special card as the last."""
    table = sit(special, "1", pile="4")
    table.do(f"play {special}")
    assert table.result.winners == (0,)


def test_a_last_mystery_card_that_is_too_low() -> None:
    """SC-18, SC-20: a failed last Mystery Card comes back with the pile, and the game goes on."""
    table = sit("|| 3", "1", pile="4")
    table.do("flip 1")
    assert not table.over() and table["players", 0, "hand"] == ["3", "4"]


def test_nothing_after_the_end() -> None:
    """SC-G23: with the first winner the game is over for everybody."""
    table = sit("9", "10", "1", pile="4")
    table.do("play 9")
    assert [table.legal(seat) for seat in range(3)] == [[], [], []]
    table.may_not("play 10", because="The game is over", seat=1)


def test_the_turn_cap() -> None:
    """SC-G28: after 400 turns the player with the fewest cards in all zones wins."""
    table = sit("1 5 | 9 | 3 3", "1 9 10", "11 11 12 12", pile="4", start={"turns": 399})
    table.do("pick up")
    assert table.result.reason.startswith("The turn limit was reached")
    assert table.result.winners == (1,)
    assert table.result.scores == (-6, -3, -4)
    assert table.result.ranks == (2, 1, 2)


def test_the_turn_cap_shares_ties() -> None:
    """SC-G28: players with equally few cards share the win."""
    table = sit("5 9 9", "1 9", "10 9", pile="4", start={"turns": 399})
    table.do("pick up")
    assert table.result.winners == (1, 2)
    assert table.result.ranks == (3, 1, 1)


def test_bonus_plays_are_part_of_a_turn() -> None:
    """SC-G28: a Cannon and the lead after it are one turn."""
    table = sit("cannon 5 5", "9", pile="4", start={"turns": 10})
    table.do("play cannon")
    assert table["turns"] == 10
    table.do("play 5", seat=0)
    assert table["turns"] == 11


def test_going_out_in_the_last_turn() -> None:
    """SC-G28, SC-20: getting rid of everything in the last turn wins outright."""
    table = sit("9", "1", pile="4", start={"turns": 399})
    table.do("play 9")
    assert table.result.reason == "First to send every postcard."


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_game_ends(seats: int) -> None:
    """SC-G28: players who always take the pile are stopped by the turn cap."""
    table = Scenario.dealt("st-croix", seats, seed="stall")
    while table.to_act:
        table.do(table.legal()[0])
    assert table["turns"] in range(401)
    assert table.over()
