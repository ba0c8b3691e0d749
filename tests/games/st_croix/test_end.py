"""St. Croix: the end of the game."""

import pytest

from parlour import IllegalAction
from parlour.core.chance import Sampled
from parlour.core.rng import Rng
from parlour.games.st_croix import StCroix


@pytest.mark.parametrize(
    ("words", "move"), [("9", "play 9"), ("9 9", "play 9 9"), ("| 9", "play 9"), ("|| 9", "flip 1")]
)
def test_first_without_cards_wins(sit, words, move):
    """SC-02, SC-20: whoever is first without Mystery, Table and Hand Cards wins at once."""
    match = sit(words, "1 2", "1", pile="4")
    match.play(0, move)
    assert match.to_act == ()
    assert match.outcome.winners == (0,)
    assert match.outcome.ranks == (1, 2, 2)
    assert match.outcome.scores == (0, -2, -1)
    assert match.outcome.reason == "First to send every postcard."
    assert match.kinds()[-2:] == ["finished", "ended"]


@pytest.mark.parametrize("words", ["9 | 3", "9 || 3", "| 9 | 3", "|| 9 3"])
def test_cards_left_anywhere_mean_no_win(sit, words):
    """SC-20: all three kinds of card must be gone."""
    match = sit(words, "1 2", pile="4")
    match.play(0, "play 9" if "|| 9" not in words else "flip 1")
    assert match.outcome is None


def test_no_win_while_there_is_something_to_draw(sit):
    """SC-13, SC-20: the hand is filled before anybody is out of cards."""
    match = sit("9 9 9", "1 2 3", pile="4", draw="5")
    match.play(0, "play 9 9 9")
    assert match.outcome is None and match.hand(0) == ["5"]


def test_the_last_card_is_a_cannon(sit):
    """SC-T3, SC-G14, SC-G22: the Cannon wins at once, no new lead is needed."""
    match = sit("cannon", "1", pile="4")
    match.play(0, "play cannon")
    assert match.outcome.winners == (0,)


def test_the_last_cards_are_four_of_a_kind(sit):
    """SC-G14: a bonus play without cards is not needed, the player has won."""
    match = sit("7", "1", pile="7 7 7")
    match.play(0, "play 7")
    assert match.outcome.winners == (0,)


@pytest.mark.parametrize("special", ["moko", "cannon", "glass", "lizard"])
def test_winning_with_a_special_card(sit, special):
    """SC-G22: nothing forbids a special card as the last."""
    match = sit(special, "1", pile="4")
    match.play(0, f"play {special}")
    assert match.outcome.winners == (0,)


def test_a_last_mystery_card_that_is_too_low(sit):
    """SC-18, SC-20: a failed last Mystery Card comes back with the pile, and the game goes on."""
    match = sit("|| 3", "1", pile="4")
    match.play(0, "flip 1")
    assert match.outcome is None and match.hand(0) == ["3", "4"]


def test_nothing_after_the_end(sit):
    """SC-G23: with the first winner the game is over for everybody."""
    match = sit("9", "10", "1", pile="4")
    match.play(0, "play 9")
    assert [match.legal(seat) for seat in range(3)] == [[], [], []]
    with pytest.raises(IllegalAction, match="The game is over"):
        match.play(1, "play 10")


def test_the_turn_cap(sit):
    """SC-G28: after 400 turns the player with the fewest cards in all zones wins."""
    match = sit("1 5 | 9 | 3 3", "1 9 10", "11 11 12 12", pile="4", start={"turns": 399})
    match.play(0, "pick up")
    assert match.outcome.reason.startswith("The turn limit was reached")
    assert match.outcome.winners == (1,)
    assert match.outcome.scores == (-6, -3, -4)
    assert match.outcome.ranks == (2, 1, 2)


def test_the_turn_cap_shares_ties(sit):
    """SC-G28: players with equally few cards share the win."""
    match = sit("5 9 9", "1 9", "10 9", pile="4", start={"turns": 399})
    match.play(0, "pick up")
    assert match.outcome.winners == (1, 2)
    assert match.outcome.ranks == (3, 1, 1)


def test_bonus_plays_are_part_of_a_turn(sit):
    """SC-G28: a Cannon and the lead after it are one turn."""
    match = sit("cannon 5 5", "9", pile="4", start={"turns": 10})
    match.play(0, "play cannon")
    assert match.position()["turns"] == 10
    match.play(0, "play 5")
    assert match.position()["turns"] == 11


def test_going_out_in_the_last_turn(sit):
    """SC-G28, SC-20: getting rid of everything in the last turn wins outright."""
    match = sit("9", "1", pile="4", start={"turns": 399})
    match.play(0, "play 9")
    assert match.outcome.reason == "First to send every postcard."


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_game_ends(seats):
    """SC-G28: players who always take the pile are stopped by the turn cap."""
    game = StCroix(seats=seats)
    luck = Sampled(Rng("stall", seats))
    table = game.new(luck)
    while (seat := game.actor(table)) != -1:
        game.apply(table, seat, game.legal(table, seat)[0], luck)
    assert table.turns <= 400
    assert game.outcome(table) is not None
