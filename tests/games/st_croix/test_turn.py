"""St. Croix: a turn."""

import pytest

from parlour import IllegalAction


def test_a_card_or_a_set(sit):
    """SC-08: one card or several of equal value, never two different ones."""
    match = sit("5 5 5 9", "9", pile="4")
    assert match.now(0) == ["pick up", "play 5", "play 5 5", "play 5 5 5", "play 9"]
    match.play(0, "play 5 5")
    assert match.pile == ["4", "5", "5"]
    assert match.hand(0) == ["5", "9"]


@pytest.mark.parametrize(
    ("card", "legal"), [("6", False), ("7", True), ("lizard", True), ("9", True), ("1", False), ("15", True)]
)
def test_meet_or_beat(sit, card, legal):
    """SC-09, SC-G31: equal or higher than the top card; numbers ascend."""
    match = sit(f"{card} 15", "9", pile="7")
    assert (f"play {card}" in match.now(0)) is legal


def test_numbers_ascend_numerically(sit):
    """SC-G31: 10 beats 9, and 2 does not beat 10."""
    assert "play 10" in sit("10", "9", pile="9").now(0)
    assert "play 2" not in sit("2", "9", pile="10").now(0)


def test_too_low_is_refused_and_changes_nothing(sit):
    """SC-09: a card that is too low is refused with the reason."""
    match = sit("3 9", "9", pile="7")
    before = match.position()
    with pytest.raises(IllegalAction, match=r"Pelican at the Frederiksted Pier \(3\) is too low: meet or beat 7\."):
        match.play(0, "play 3")
    assert match.position() == before and match.decisions == 0


def test_only_the_top_counts(sit):
    """SC-09: what lies deeper in the pile does not matter."""
    assert "play 4" in sit("4 9", "9", pile="15 moko 3").now(0)


def test_picking_up_although_one_could_play(sit):
    """SC-10: a player who does not want to play may take the pile."""
    match = sit("9", "9", pile="4 5")
    assert match.now(0) == ["pick up", "play 9"]
    match.play(0, "pick up")
    assert match.hand(0) == ["4", "5", "9"]
    assert match.pile == []


def test_picking_up_because_one_must(sit):
    """SC-10: a player who cannot meet or beat has only the pile to take."""
    assert sit("3 4", "9", pile="10").now(0) == ["pick up"]


def test_picking_up_ends_the_turn(sit):
    """SC-11: after taking the pile nothing is played, the next player goes."""
    match = sit("9", "9 10", "3", pile="4 5")
    match.play(0, "pick up")
    assert match.to_act == (1,)
    assert match.legal(0) == []
    assert "played" not in match.kinds()


def test_the_next_player_starts_a_new_pile(sit):
    """SC-12, SC-G15: after a pick-up any card or set may be played, and playing is a must."""
    match = sit("9", "1 1 15", "3", pile="4 5")
    match.play(0, "pick up")
    assert match.now(1) == ["play 1", "play 1 1", "play 15"]
    match.play(1, "play 1 1")
    assert match.pile == ["1", "1"]
    assert match.turn == 2


def test_nothing_to_pick_up(sit):
    """SC-G15: with no Play Pile there is nothing to take."""
    match = sit("9", "9")
    with pytest.raises(IllegalAction, match="There is no pile to take"):
        match.play(0, "pick up")


def test_drawing_up_to_three(sit):
    """SC-13: after playing, the hand is filled up to three from the top of the Draw Pile."""
    match = sit("5 5 12", "9 9 9", pile="4", draw="1 2 3")
    match.play(0, "play 5 5")
    assert match.hand(0) == ["2", "3", "12"]
    assert match.position()["draw_pile"] == ["1"]


def test_a_short_draw_pile(sit):
    """SC-T5, SC-14: two cards played, one left to draw: the hand is 12 and that card."""
    match = sit("5 5 12", "9 9 9", pile="4", draw="2")
    match.play(0, "play 5 5")
    assert match.hand(0) == ["2", "12"]
    assert match.position()["draw_pile"] == []


def test_no_draw_pile(sit):
    """SC-14: without a Draw Pile play goes on without drawing."""
    match = sit("5 5 12", "9", pile="4")
    match.play(0, "play 5")
    assert match.hand(0) == ["5", "12"]
    assert "drew" not in match.kinds()
    assert match.turn == 1


def test_no_drawing_with_three_or_more(sit):
    """SC-G29: a large hand is played down first; below three it draws to exactly three."""
    match = sit("5 5 5 6 9", "9 10 11", pile="4", draw="1 2 3")
    match.play(0, "play 5")
    assert match.hand(0) == ["5", "5", "6", "9"]
    match.play(1, "pick up")
    match.play(0, "play 5 5")
    assert match.hand(0) == ["3", "6", "9"]


def test_no_drawing_after_picking_up(sit):
    """SC-13: only a play is followed by drawing."""
    match = sit("5 6 7", "9 10 11", pile="4", draw="1 2 3")
    match.play(0, "pick up")
    assert match.hand(0) == ["4", "5", "6", "7"]
    assert len(match.position()["draw_pile"]) == 3


def test_drawing_before_the_bonus_play(sit):
    """SC-G13: after a Cannon the hand is filled before its player leads again."""
    match = sit("cannon 5 6", "9 10 11", pile="4", draw="1 2 15")
    match.play(0, "play cannon")
    assert match.hand(0) == ["5", "6", "15"]
    assert "play 15" in match.now(0)


def test_table_cards_wait_for_the_hand(sit):
    """SC-15, SC-16: Table Cards are played only with an empty hand."""
    match = sit("5 | 9 10", "9 9", pile="4")
    assert match.now(0) == ["pick up", "play 5"]
    with pytest.raises(IllegalAction, match="Table Cards wait until your hand is empty"):
        match.play(0, "play 9")
    match.play(0, "play 5")
    match.play(1, "play 9")
    assert match.now(0) == ["pick up", "play 9", "play 10"]


def test_playing_from_the_table(sit):
    """SC-15: with the hand empty, Table Cards are played and no others."""
    match = sit("| 9 10 | 3", "9 9", pile="4")
    assert match.now(0) == ["pick up", "play 9", "play 10"]
    match.play(0, "play 9")
    assert match.on_table(0) == ["10"]
    assert match.events[-1].facts == {"cards": ["9"], "source": "table"}


def test_table_cards_one_at_a_time(sit):
    """SC-15, SC-G19: equal Table Cards are not a set, and do not combine with the hand."""
    match = sit("| 9 9", "9", pile="4")
    assert match.now(0) == ["pick up", "play 9"]
    with pytest.raises(IllegalAction, match="one at a time"):
        match.play(0, "play 9 9")
    mixed = sit("9 | 9", "9", pile="4")
    assert mixed.now(0) == ["pick up", "play 9"]


def test_picking_up_in_the_table_phase(sit):
    """SC-G16, SC-10: the pile may be taken, the Table Cards stay and wait for the hand again."""
    match = sit("| 9 10", "9 9", pile="4")
    match.play(0, "pick up")
    assert (match.hand(0), match.on_table(0)) == (["4"], ["9", "10"])
    match.play(1, "play 9")
    assert match.now(0) == ["pick up"]


def test_mystery_cards_wait_for_all_table_cards(sit):
    """SC-17, SC-G20: no Mystery Card while a hand or any Table Card is left."""
    for words in ("5 || 3 3", "| 9 | 3 3", "5 | 9 | 3 3"):
        match = sit(words, "9", pile="4")
        assert not any(text.startswith("flip") for text in match.now(0))
        with pytest.raises(IllegalAction, match="Mystery Cards wait"):
            match.play(0, "flip 1")


def test_any_mystery_card_and_nothing_else(sit):
    """SC-17, SC-G17, SC-G18: the owner picks a place blindly; taking the pile instead is not allowed."""
    match = sit("|| 12 - 3 9", "9", pile="4")
    assert match.now(0) == ["flip 1", "flip 3", "flip 4"]
    with pytest.raises(IllegalAction, match="a Mystery Card must be flipped"):
        match.play(0, "pick up")
    with pytest.raises(IllegalAction, match="Mystery Card 2 has been flipped already"):
        match.play(0, "flip 2")
    with pytest.raises(IllegalAction, match="Only your Mystery Cards are left"):
        match.play(0, "play 12")
    match.play(0, "flip 4")
    assert match.pile == ["4", "9"]


def test_a_mystery_card_that_fits(sit):
    """SC-18: it stays on the pile and the next player goes."""
    match = sit("|| 12 3", "13 9", pile="4")
    match.play(0, "flip 1")
    assert match.pile == ["4", "12"]
    assert match.turn == 1
    assert match.now(1) == ["pick up", "play 13"]
    assert match.position()["players"][0]["mystery"] == [None, "3", None, None]


def test_a_mystery_card_that_is_too_low(sit):
    """SC-T4, SC-18: a 3 on a 10: all of the pile and the 3 go to the hand, the next player leads."""
    match = sit("|| 3 12", "1 9", pile="2 10")
    match.play(0, "flip 1")
    assert match.hand(0) == ["2", "3", "10"]
    assert match.pile == []
    assert match.turn == 1
    assert match.now(1) == ["play 1", "play 9"]


def test_the_hand_comes_before_the_next_mystery_card(sit):
    """SC-19: cards taken with a pile are Hand Cards, to be played before the next Mystery Card."""
    match = sit("|| 3 12", "1 1 9 9", pile="10")
    match.play(0, "flip 1")
    match.play(1, "play 1")
    assert match.now(0) == ["pick up", "play 3", "play 10"]
    match.play(0, "play 10")
    match.play(1, "pick up")
    match.play(0, "play 3")
    match.play(1, "play 9")
    assert match.now(0) == ["flip 2"]


def test_a_mystery_card_on_an_empty_pile(sit):
    """SC-18, SC-G15: anything starts a new pile, a Mystery Card too."""
    match = sit("|| 1 12", "9")
    match.play(0, "flip 1")
    assert match.pile == ["1"]


def test_out_of_turn(sit):
    """SC-08, SC-G12: nobody plays out of turn, not even the fourth of a kind."""
    match = sit("9", "7 10", "11", pile="7 7 7")
    with pytest.raises(IllegalAction, match="not your turn"):
        match.play(1, "play 7")
    assert match.legal(1) == []
