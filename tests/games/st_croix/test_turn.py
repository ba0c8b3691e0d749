"""St. Croix: a turn."""

import pytest

from games.st_croix.positions import sit


def test_a_card_or_a_set() -> None:
    """SC-08: one card or several of equal value, never two different ones."""
    table = sit("5 5 5 9", "9", pile="4")
    assert table.legal() == ["pick up", "play 5", "play 5 5", "play 5 5 5", "play 9"]
    table.do("play 5 5")
    assert table["play_pile"] == ["4", "5", "5"]
    assert table["players", 0, "hand"] == ["5", "9"]


@pytest.mark.parametrize(
    ("card", "legal"), [("6", False), ("7", True), ("lizard", True), ("9", True), ("1", False), ("15", True)]
)
def test_meet_or_beat(card: str, legal: bool) -> None:
    """SC-09, SC-G31: equal or higher than the top card; numbers ascend."""
    table = sit(f"{card} 15", "9", pile="7")
    assert (f"play {card}" in table.legal()) is legal


def test_numbers_ascend_numerically() -> None:
    """SC-G31: 10 beats 9, and 2 does not beat 10."""
    sit("10", "9", pile="9").may("play 10")
    sit("2", "9", pile="10").may_not("play 2")


def test_too_low_is_refused_and_changes_nothing() -> None:
    """SC-09: a card that is too low is refused with the reason."""
    table = sit("3 9", "9", pile="7")
    table.may_not("play 3", because="Pelican at the Frederiksted Pier (3) is too low: meet or beat 7.")
    assert table.events() == []


def test_only_the_top_counts() -> None:
    """SC-09: what lies deeper in the pile does not matter."""
    sit("4 9", "9", pile="15 moko 3").may("play 4")


def test_picking_up_although_one_could_play() -> None:
    """SC-10: a player who does not want to play may take the pile."""
    table = sit("9", "9", pile="4 5")
    assert table.legal() == ["pick up", "play 9"]
    table.do("pick up")
    assert table["players", 0, "hand"] == ["4", "5", "9"]
    assert table["play_pile"] == []


def test_picking_up_because_one_must() -> None:
    """SC-10: a player who cannot meet or beat has only the pile to take."""
    assert sit("3 4", "9", pile="10").legal() == ["pick up"]


def test_picking_up_ends_the_turn() -> None:
    """SC-11: after taking the pile nothing is played, the next player goes."""
    table = sit("9", "9 10", "3", pile="4 5")
    table.do("pick up")
    assert table.to_act == (1,)
    assert table.legal(0) == []
    assert not table.events("played")


def test_the_next_player_starts_a_new_pile() -> None:
    """SC-12, SC-G15: after a pick-up any card or set may be played, and playing is a must."""
    table = sit("9", "1 1 15", "3", pile="4 5")
    table.do("pick up")
    assert table.legal(1) == ["play 1", "play 1 1", "play 15"]
    table.do("play 1 1", seat=1)
    assert table["play_pile"] == ["1", "1"]
    assert table.actor == 2


def test_nothing_to_pick_up() -> None:
    """SC-G15: with no Play Pile there is nothing to take."""
    table = sit("9", "9")
    table.may_not("pick up", because="There is no pile to take")


def test_drawing_up_to_three() -> None:
    """SC-13: after playing, the hand is filled up to three from the top of the Draw Pile."""
    table = sit("5 5 12", "9 9 9", pile="4", draw="1 2 3")
    table.do("play 5 5")
    assert table["players", 0, "hand"] == ["2", "3", "12"]
    assert table["draw_pile"] == ["1"]


def test_a_short_draw_pile() -> None:
    """SC-T5, SC-14: two cards played, one left to draw: the hand is 12 and that card."""
    table = sit("5 5 12", "9 9 9", pile="4", draw="2")
    table.do("play 5 5")
    assert table["players", 0, "hand"] == ["2", "12"]
    assert table["draw_pile"] == []


def test_no_draw_pile() -> None:
    """SC-14: without a Draw Pile play goes on without drawing."""
    table = sit("5 5 12", "9", pile="4")
    table.do("play 5")
    assert table["players", 0, "hand"] == ["5", "12"]
    assert not table.events("drew")
    assert table.actor == 1


def test_no_drawing_with_three_or_more() -> None:
    """SC-G29: a large hand is played down first; below three it draws to exactly three."""
    table = sit("5 5 5 6 9", "9 10 11", pile="4", draw="1 2 3")
    table.do("play 5")
    assert table["players", 0, "hand"] == ["5", "5", "6", "9"]
    table.do("pick up", seat=1)
    table.do("play 5 5", seat=0)
    assert table["players", 0, "hand"] == ["3", "6", "9"]


def test_no_drawing_after_picking_up() -> None:
    """SC-13: only a play is followed by drawing."""
    table = sit("5 6 7", "9 10 11", pile="4", draw="1 2 3")
    table.do("pick up")
    assert table["players", 0, "hand"] == ["4", "5", "6", "7"]
    assert len(table.cards("draw_pile")) == 3


def test_drawing_before_the_bonus_play() -> None:
    """SC-G13: after a Cannon the hand is filled before its player leads again."""
    table = sit("cannon 5 6", "9 10 11", pile="4", draw="1 2 15")
    table.do("play cannon")
    assert table["players", 0, "hand"] == ["5", "6", "15"]
    table.may("play 15")


def test_table_cards_wait_for_the_hand() -> None:
    """SC-15, SC-16: Table Cards are played only with an empty hand."""
    table = sit("5 | 9 10", "9 9", pile="4")
    assert table.legal() == ["pick up", "play 5"]
    table.may_not("play 9", because="Table Cards wait until your hand is empty")
    table.do("play 5")
    table.do("play 9", seat=1)
    assert table.legal() == ["pick up", "play 9", "play 10"]


def test_playing_from_the_table() -> None:
    """SC-15: with the hand empty, Table Cards are played and no others."""
    table = sit("| 9 10 | 3", "9 9", pile="4")
    assert table.legal() == ["pick up", "play 9", "play 10"]
    table.do("play 9")
    assert table["players", 0, "table"] == ["10"]
    assert table.last[-1].facts == {"cards": ["9"], "source": "table"}


def test_table_cards_one_at_a_time() -> None:
    """SC-15, SC-G19: equal Table Cards are not a set, and do not combine with the hand."""
    table = sit("| 9 9", "9", pile="4")
    assert table.legal() == ["pick up", "play 9"]
    table.may_not("play 9 9", because="one at a time")
    mixed = sit("9 | 9", "9", pile="4")
    assert mixed.legal() == ["pick up", "play 9"]


def test_picking_up_in_the_table_phase() -> None:
    """SC-G16, SC-10: the pile may be taken, the Table Cards stay and wait for the hand again."""
    table = sit("| 9 10", "9 9", pile="4")
    table.do("pick up")
    assert (table["players", 0, "hand"], table["players", 0, "table"]) == (["4"], ["9", "10"])
    table.do("play 9", seat=1)
    assert table.legal() == ["pick up"]


def test_mystery_cards_wait_for_all_table_cards() -> None:
    """SC-17, SC-G20: no Mystery Card while a hand or any Table Card is left."""
    for words in ("5 || 3 3", "| 9 | 3 3", "5 | 9 | 3 3"):
        table = sit(words, "9", pile="4")
        assert not any(text.startswith("flip") for text in table.legal())
        table.may_not("flip 1", because="Mystery Cards wait")


def test_any_mystery_card_and_nothing_else() -> None:
    """SC-17, SC-G17, SC-G18: the owner picks a place blindly; taking the pile instead is not allowed."""
    table = sit("|| 12 - 3 9", "9", pile="4")
    assert table.legal() == ["flip 1", "flip 3", "flip 4"]
    table.may_not("pick up", because="you must flip a Mystery Card")
    table.may_not("flip 2", because="Mystery Card 2 has been flipped already")
    table.may_not("play 12", because="Only your Mystery Cards are left")
    table.do("flip 4")
    assert table["play_pile"] == ["4", "9"]


def test_a_mystery_card_that_fits() -> None:
    """SC-18: it stays on the pile and the next player goes."""
    table = sit("|| 12 3", "13 9", pile="4")
    table.do("flip 1")
    assert table["play_pile"] == ["4", "12"]
    assert table.actor == 1
    assert table.legal(1) == ["pick up", "play 13"]
    assert table["players", 0, "mystery"] == [None, "3", None, None]


def test_a_mystery_card_that_is_too_low() -> None:
    """SC-T4, SC-18: a 3 on a 10: all of the pile and the 3 go to the hand, the next player leads."""
    table = sit("|| 3 12", "1 9", pile="2 10")
    table.do("flip 1")
    assert table["players", 0, "hand"] == ["2", "3", "10"]
    assert table["play_pile"] == []
    assert table.actor == 1
    assert table.legal(1) == ["play 1", "play 9"]


def test_the_hand_comes_before_the_next_mystery_card() -> None:
    """SC-19: cards taken with a pile are Hand Cards, to be played before the next Mystery Card."""
    table = sit("|| 3 12", "1 1 9 9", pile="10")
    table.do("flip 1")
    table.do("play 1", seat=1)
    assert table.legal() == ["pick up", "play 3", "play 10"]
    table.do("play 10", seat=0)
    table.do("pick up", seat=1)
    table.do("play 3", seat=0)
    table.do("play 9", seat=1)
    assert table.legal() == ["flip 2"]


def test_a_mystery_card_on_an_empty_pile() -> None:
    """SC-18, SC-G15: anything starts a new pile, a Mystery Card too."""
    table = sit("|| 1 12", "9")
    table.do("flip 1")
    assert table["play_pile"] == ["1"]


def test_out_of_turn() -> None:
    """SC-08, SC-G12: nobody plays out of turn, not even the fourth of a kind."""
    table = sit("9", "7 10", "11", pile="7 7 7")
    table.may_not("play 7", because="not your turn", seat=1)
    assert table.legal(1) == []
