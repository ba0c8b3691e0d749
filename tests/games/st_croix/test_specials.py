"""St. Croix: the special cards."""

import pytest

from parlour import IllegalAction


@pytest.mark.parametrize("special", ["moko", "cannon", "glass"])
@pytest.mark.parametrize("pile", ["15", "1", "moko", "glass", "lizard", "15 glass", ""])
def test_these_go_on_anything(sit, special, pile):
    """SC-21, SC-22, SC-G02: Moko, Cannon and Sea Glass are playable on any card."""
    assert f"play {special}" in sit(f"{special} 1", "9", pile=pile).now(0)


def test_anything_follows_a_moko(sit):
    """SC-21: after a Moko even the lowest card may be played."""
    match = sit("moko 5", "1 9", pile="15")
    match.play(0, "play moko")
    assert match.now(1) == ["pick up", "play 1", "play 9"]


def test_a_cannon_clears_the_pile(sit):
    """SC-22, SC-G26: the pile and the Cannon leave the game, its player leads with anything."""
    match = sit("cannon 1 1 5", "9", pile="4 15")
    gone = match.gone
    match.play(0, "play cannon")
    assert match.pile == []
    assert sorted(match.gone) == sorted([*gone, "4", "15", "cannon"])
    assert match.turn == 0
    assert match.now(0) == ["play 1", "play 1 1", "play 5"]


def test_removed_cards_stay_out(sit):
    """SC-G26: what a Cannon removed never comes back, and no new Draw Pile is made."""
    match = sit("cannon 1 1 5", "9", pile="4 15")
    match.play(0, "play cannon")
    gone = match.gone
    match.play(0, "play 1")
    match.play(1, "pick up")
    assert match.gone == gone
    assert match.position()["draw_pile"] == []
    assert "drew" not in match.kinds()


def test_four_in_one_play(sit):
    """SC-23: four equal cards in one play clear the pile and bring another play."""
    match = sit("7 7 7 7 1", "9", pile="4")
    match.play(0, "play 7 7 7 7")
    assert match.pile == [] and match.turn == 0 and match.now(0) == ["play 1"]


def test_completing_four(sit):
    """SC-T2, SC-23: two 7s on 7, 7 make four of a kind; the pile is gone and the same player leads."""
    match = sit("7 7 1", "9", pile="3 7 7")
    match.play(0, "play 7 7")
    assert match.pile == []
    assert match.turn == 0
    assert match.events[-1].facts == {"count": 5, "why": "four of a kind"}
    assert {"3", "7"} <= set(match.gone)


def test_four_over_several_players(sit):
    """SC-G10: whoever lays the fourth card on top has completed the four, whoever laid the others."""
    match = sit("7 1", "7 1", "7 7 1", pile="5")
    match.play(0, "play 7")
    match.play(1, "play 7")
    match.play(2, "play 7")
    assert match.pile == ["5", "7", "7", "7"]
    match = sit("7 1", "7 7 1", "7 1", pile="5", turn=0)
    match.play(0, "play 7")
    match.play(1, "play 7 7")
    match.play(2, "play 7")
    assert match.pile == [] and match.turn == 2


def test_the_starter_counts_for_four(dealt):
    """SC-G10: the card turned up at the start is the first of a possible four."""
    from parlour.games.st_croix import StCroix

    _, table, _ = dealt(StCroix(seats=2), "", "7")
    assert table.run_length == 1


def test_three_are_not_four(sit):
    """SC-23: three equal cards clear nothing, and the turn passes."""
    match = sit("7 7 1", "9", pile="7")
    match.play(0, "play 7 7")
    assert match.pile == ["7", "7", "7"] and match.turn == 1


def test_a_new_pile_starts_a_new_count(sit):
    """SC-23: cards that left the pile count no more."""
    match = sit("9 1", "7 7", "9", pile="7 7")
    match.play(0, "pick up")
    match.play(1, "play 7")
    assert match.position()["run"] == ["7", 1]


def test_glass_interrupts_four(sit):
    """SC-G11: 7 7 7, Sea Glass, 7 is no four of a kind."""
    match = sit("7 1", "9", pile="7 7 7 glass")
    match.play(0, "play 7")
    assert match.pile == ["7", "7", "7", "glass", "7"] and match.turn == 1


@pytest.mark.parametrize("special", ["glass", "moko", "lizard"])
def test_four_specials(sit, special):
    """SC-G11, SC-G08: four Sea Glass, Mokos or Lizards on top of each other are four of a kind."""
    match = sit(f"{special} 1", "9", pile=f"5 {special} {special} {special}")
    match.play(0, f"play {special}")
    assert match.pile == [] and match.turn == 0


def test_four_must_still_be_legal(sit):
    """SC-G12: four 3s on a 10 may not be played."""
    match = sit("3 3 3 3", "9", pile="10")
    assert match.now(0) == ["pick up"]
    with pytest.raises(IllegalAction, match="too low"):
        match.play(0, "play 3 3 3 3")


def test_glass_is_looked_through(sit):
    """SC-T1, SC-24: after 9 and Sea Glass: 9 or more, or a Moko, a Cannon or Sea Glass."""
    match = sit("lizard 9 10 moko cannon glass", "9", pile="9 glass")
    assert match.now(0) == ["pick up", "play 9", "play 10", "play moko", "play cannon", "play glass"]


def test_playing_glass_keeps_the_value(sit):
    """SC-24: the player after Sea Glass must meet or beat what lies beneath."""
    match = sit("glass 1", "lizard 9 10", pile="9")
    match.play(0, "play glass")
    assert match.now(1) == ["pick up", "play 9", "play 10"]


@pytest.mark.parametrize(
    ("pile", "low"), [("9 glass glass", False), ("glass", True), ("moko glass", True), ("glass glass", True)]
)
def test_through_several_glasses(sit, pile, low):
    """SC-G04: look down to the first other card; if there is none, or a Moko, anything may follow."""
    assert ("play 1" in sit("1 12", "9", pile=pile).now(0)) is low


def test_glass_on_an_empty_pile(sit):
    """SC-G04: Sea Glass may start a pile; anything may follow it."""
    match = sit("glass 5", "1")
    match.play(0, "play glass")
    assert match.now(1) == ["pick up", "play 1"]


def test_glass_on_a_moko(sit):
    """SC-G04: beneath the glass lies a Moko, so anything may follow."""
    match = sit("glass 5", "1", pile="15 moko")
    match.play(0, "play glass")
    assert "play 1" in match.now(1)


def test_the_lizard_reverses(sit):
    """SC-25: after a Lizard, play goes the other way round; after another, back again."""
    match = sit("lizard 5", "9 5", "lizard 9", pile="4")
    match.play(0, "play lizard")
    assert match.turn == 2
    match.play(2, "play lizard")
    assert match.turn == 0
    assert [event.facts["direction"] for event in match.events if event.kind == "reversed"] == ["right", "left"]


def test_direction_lasts(sit):
    """SC-25: the new direction holds, past seat 0 too."""
    match = sit("9 5", "lizard 9", "12 1", pile="4", turn=1)
    match.play(1, "play lizard")
    match.play(0, "play 9")
    match.play(2, "play 12")
    assert match.turn == 1


def test_the_lizard_is_ranked(sit):
    """SC-G03: the Lizard is an 8: it must meet or beat, and is met or beaten."""
    assert "play lizard" not in sit("lizard", "9", pile="9").now(0)
    assert "play lizard" in sit("lizard", "9", pile="7").now(0)
    assert sit("7 lizard 9", "9", pile="lizard").now(0) == ["pick up", "play lizard", "play 9"]


def test_the_lizard_with_two_players(sit):
    """SC-G06: with two players the other is next either way."""
    match = sit("lizard 5", "9", pile="4")
    match.play(0, "play lizard")
    assert match.turn == 1


@pytest.mark.parametrize("count", [1, 2, 3])
def test_several_lizards_reverse_once(sit, count):
    """SC-G07, SC-G08: a set of Lizards reverses once, however many there are."""
    match = sit("lizard lizard lizard 5", "9", "9", pile="4")
    match.play(0, "play" + " lizard" * count)
    assert match.turn == 2


def test_sets_of_specials(sit):
    """SC-G08: equal specials form a set with one effect; different ones do not."""
    match = sit("moko moko cannon cannon glass glass 1", "9", pile="15")
    sets = [text for text in match.now(0) if len(text.split()) == 3]
    assert sets == ["play moko moko", "play cannon cannon", "play glass glass"]
    match.play(0, "play cannon cannon")
    assert match.kinds().count("cleared the pile") == 1
    assert match.turn == 0
    with pytest.raises(IllegalAction):
        match.play(0, "play moko glass")


def test_moko_is_not_wild(sit):
    """SC-G09: a Moko is its own value: it joins no set and completes no four."""
    match = sit("7 7 moko", "9", pile="4")
    assert match.now(0) == ["pick up", "play 7", "play 7 7", "play moko"]
    match = sit("moko 1", "9", pile="7 7 7")
    match.play(0, "play moko")
    assert match.pile == ["7", "7", "7", "moko"] and match.turn == 1


def test_a_mystery_cannon(sit):
    """SC-G21, SC-22: a Cannon among the Mystery Cards clears the pile; its player goes on with the next one."""
    match = sit("|| cannon 3", "9", pile="15")
    match.play(0, "flip 1")
    assert match.pile == [] and match.turn == 0 and match.now(0) == ["flip 2"]


@pytest.mark.parametrize("special", ["moko", "glass"])
def test_a_mystery_moko_or_glass(sit, special):
    """SC-G21: a Moko or Sea Glass among the Mystery Cards always fits."""
    match = sit(f"|| {special} 3", "9", pile="15")
    match.play(0, "flip 1")
    assert match.pile == ["15", special] and match.turn == 1
    assert ("play 9" in match.now(1)) is (special == "moko")


def test_a_mystery_card_completes_four(sit):
    """SC-G21, SC-23: a Mystery Card can be the fourth of its kind."""
    match = sit("|| 7 3", "9", pile="7 7 7")
    match.play(0, "flip 1")
    assert match.pile == [] and match.turn == 0


def test_a_mystery_lizard(sit):
    """SC-G21, SC-25: a Lizard among the Mystery Cards reverses if it fits, and not if it is too low."""
    match = sit("|| lizard 3", "9", "9", pile="4")
    match.play(0, "flip 1")
    assert match.turn == 2
    match = sit("|| lizard 3", "9", "9", pile="10")
    match.play(0, "flip 1")
    assert match.turn == 1 and match.hand(0) == ["lizard", "10"]


def test_reversal_and_bonus_play(sit):
    """SC-G27: the fourth Lizard clears the pile and reverses; its player leads, then play goes the new way."""
    match = sit("lizard 5 6", "9", "9", pile="lizard lizard lizard")
    match.play(0, "play lizard")
    assert match.turn == 0 and match.position()["direction"] == "right"
    match.play(0, "play 5")
    assert match.turn == 2
