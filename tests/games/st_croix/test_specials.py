"""St. Croix: the special cards."""

import pytest

from games.st_croix.positions import choose_all, deal, sit


@pytest.mark.parametrize("special", ["moko", "cannon", "glass"])
@pytest.mark.parametrize("pile", ["15", "1", "moko", "glass", "lizard", "15 glass", ""])
def test_these_go_on_anything(special: str, pile: str) -> None:
    """SC-21, SC-22, SC-G02: Moko, Cannon and Sea Glass are playable on any card."""
    sit(f"{special} 1", "9", pile=pile).may(f"play {special}")


def test_anything_follows_a_moko() -> None:
    """SC-21: after a Moko even the lowest card may be played."""
    table = sit("moko 5", "1 9", pile="15")
    table.do("play moko")
    assert table.legal(1) == ["pick up", "play 1", "play 9"]


def test_a_cannon_clears_the_pile() -> None:
    """SC-22, SC-G26: the pile and the Cannon leave the game, its player leads with anything."""
    table = sit("cannon 1 1 5", "9", pile="4 15")
    gone = table.cards("gone")
    table.do("play cannon")
    assert table["play_pile"] == []
    assert sorted(table.cards("gone")) == sorted([*gone, "4", "15", "cannon"])
    assert table.actor == 0
    assert table.legal() == ["play 1", "play 1 1", "play 5"]


def test_removed_cards_stay_out() -> None:
    """SC-G26: what a Cannon removed never comes back, and no new Draw Pile is made."""
    table = sit("cannon 1 1 5", "9", pile="4 15")
    table.do("play cannon")
    gone = table.cards("gone")
    table.do("play 1", seat=0)
    table.do("pick up", seat=1)
    assert table.cards("gone") == gone
    assert table["draw_pile"] == []
    assert not table.events("drew")


def test_four_in_one_play() -> None:
    """SC-23: four equal cards in one play clear the pile and bring another play."""
    table = sit("7 7 7 7 1", "9", pile="4")
    table.do("play 7 7 7 7")
    assert table["play_pile"] == [] and table.actor == 0 and table.legal() == ["play 1"]


def test_completing_four() -> None:
    """SC-T2, SC-23: two 7s on 7, 7 make four of a kind; the pile is gone and the same player leads."""
    table = sit("7 7 1", "9", pile="3 7 7")
    table.do("play 7 7")
    assert table["play_pile"] == []
    assert table.actor == 0
    assert table.last[-1].facts == {"count": 5, "why": "four of a kind"}
    assert {"3", "7"} <= set(table.cards("gone"))


def test_four_over_several_players() -> None:
    """SC-G10: the player who lays the fourth card on top has completed the four, no matter who laid the others."""
    table = sit("7 1", "7 1", "7 7 1", pile="5")
    table.do("play 7")
    table.do("play 7", seat=1)
    table.do("play 7", seat=2)
    assert table["play_pile"] == ["5", "7", "7", "7"]
    table = sit("7 1", "7 7 1", "7 1", pile="5", turn=0)
    table.do("play 7")
    table.do("play 7 7", seat=1)
    table.do("play 7", seat=2)
    assert table["play_pile"] == [] and table.actor == 2


def test_the_starter_counts_for_four() -> None:
    """SC-G10: the card turned up at the start is the first of a possible four."""
    assert choose_all(deal("", "7"))["run"] == ["7", 1]


def test_three_are_not_four() -> None:
    """SC-23: three equal cards clear nothing, and the turn passes."""
    table = sit("7 7 1", "9", pile="7")
    table.do("play 7 7")
    assert table["play_pile"] == ["7", "7", "7"] and table.actor == 1


def test_a_new_pile_starts_a_new_count() -> None:
    """SC-23: cards that left the pile count no more."""
    table = sit("9 1", "7 7", "9", pile="7 7")
    table.do("pick up")
    table.do("play 7", seat=1)
    assert table["run"] == ["7", 1]


def test_glass_interrupts_four() -> None:
    """SC-G11: 7 7 7, Sea Glass, 7 is no four of a kind."""
    table = sit("7 1", "9", pile="7 7 7 glass")
    table.do("play 7")
    assert table["play_pile"] == ["7", "7", "7", "glass", "7"] and table.actor == 1


@pytest.mark.parametrize("special", ["glass", "moko", "lizard"])
def test_four_specials(special: str) -> None:
    """SC-G11, SC-G08: four Sea Glass, Mokos or Lizards on top of each other are four of a kind."""
    table = sit(f"{special} 1", "9", pile=f"5 {special} {special} {special}")
    table.do(f"play {special}")
    assert table["play_pile"] == [] and table.actor == 0


def test_four_must_still_be_legal() -> None:
    """SC-G12: four 3s on a 10 may not be played."""
    table = sit("3 3 3 3", "9", pile="10")
    assert table.legal() == ["pick up"]
    table.may_not("play 3 3 3 3", because="too low")


def test_glass_is_looked_through() -> None:
    """SC-T1, SC-24: after 9 and Sea Glass: 9 or more, or a Moko, a Cannon or Sea Glass."""
    table = sit("lizard 9 10 moko cannon glass", "9", pile="9 glass")
    assert table.legal() == ["pick up", "play 9", "play 10", "play moko", "play cannon", "play glass"]


def test_playing_glass_keeps_the_value() -> None:
    """SC-24: the player after Sea Glass must meet or beat what lies beneath."""
    table = sit("glass 1", "lizard 9 10", pile="9")
    table.do("play glass")
    assert table.legal(1) == ["pick up", "play 9", "play 10"]


@pytest.mark.parametrize(
    ("pile", "low"), [("9 glass glass", False), ("glass", True), ("moko glass", True), ("glass glass", True)]
)
def test_through_several_glasses(pile: str, low: bool) -> None:
    """SC-G04: look down to the first other card; if there is none, or a Moko, anything may follow."""
    assert ("play 1" in sit("1 12", "9", pile=pile).legal()) is low


def test_glass_on_an_empty_pile() -> None:
    """SC-G04: Sea Glass may start a pile; anything may follow it."""
    table = sit("glass 5", "1")
    table.do("play glass")
    assert table.legal(1) == ["pick up", "play 1"]


def test_glass_on_a_moko() -> None:
    """SC-G04: beneath the glass lies a Moko, so anything may follow."""
    table = sit("glass 5", "1", pile="15 moko")
    table.do("play glass")
    table.may("play 1", seat=1)


def test_the_lizard_reverses() -> None:
    """SC-25: after a Lizard, play goes the other way round; after another, back again."""
    table = sit("lizard 5", "9 5", "lizard 9", pile="4")
    table.do("play lizard")
    assert table.actor == 2
    table.do("play lizard", seat=2)
    assert table.actor == 0
    assert [event.facts["direction"] for event in table.events("reversed")] == ["right", "left"]


def test_direction_lasts() -> None:
    """SC-25: the new direction holds, past seat 0 too."""
    table = sit("9 5", "lizard 9", "12 1", pile="4", turn=1)
    table.do("play lizard", seat=1)
    table.do("play 9", seat=0)
    table.do("play 12", seat=2)
    assert table.actor == 1


def test_the_lizard_is_ranked() -> None:
    """SC-G03: the Lizard is an 8: it must meet or beat, and is met or beaten."""
    sit("lizard", "9", pile="9").may_not("play lizard")
    sit("lizard", "9", pile="7").may("play lizard")
    assert sit("7 lizard 9", "9", pile="lizard").legal() == ["pick up", "play lizard", "play 9"]


def test_the_lizard_with_two_players() -> None:
    """SC-G06: with two players the other is next either way."""
    table = sit("lizard 5", "9", pile="4")
    table.do("play lizard")
    assert table.actor == 1


@pytest.mark.parametrize("count", [1, 2, 3])
def test_several_lizards_reverse_once(count: int) -> None:
    """SC-G07, SC-G08: a set of Lizards reverses once, however many there are."""
    table = sit("lizard lizard lizard 5", "9", "9", pile="4")
    table.do("play" + " lizard" * count)
    assert table.actor == 2


def test_sets_of_specials() -> None:
    """SC-G08: equal specials form a set with one effect; different ones do not."""
    table = sit("moko moko cannon cannon glass glass 1", "9", pile="15")
    sets = [text for text in table.legal() if len(text.split()) == 3]
    assert sets == ["play moko moko", "play cannon cannon", "play glass glass"]
    table.do("play cannon cannon")
    assert len(table.events("cleared the pile")) == 1
    assert table.actor == 0
    table.may_not("play moko glass")


def test_moko_is_not_wild() -> None:
    """SC-G09: a Moko is its own value: it joins no set and completes no four."""
    table = sit("7 7 moko", "9", pile="4")
    assert table.legal() == ["pick up", "play 7", "play 7 7", "play moko"]
    table = sit("moko 1", "9", pile="7 7 7")
    table.do("play moko")
    assert table["play_pile"] == ["7", "7", "7", "moko"] and table.actor == 1


def test_a_mystery_cannon() -> None:
    """SC-G21, SC-22: a Cannon among the Mystery Cards clears the pile; its player goes on with the next one."""
    table = sit("|| cannon 3", "9", pile="15")
    table.do("flip 1")
    assert table["play_pile"] == [] and table.actor == 0 and table.legal() == ["flip 2"]


@pytest.mark.parametrize("special", ["moko", "glass"])
def test_a_mystery_moko_or_glass(special: str) -> None:
    """SC-G21: a Moko or Sea Glass among the Mystery Cards always fits."""
    table = sit(f"|| {special} 3", "9", pile="15")
    table.do("flip 1")
    assert table["play_pile"] == ["15", special] and table.actor == 1
    assert ("play 9" in table.legal(1)) is (special == "moko")


def test_a_mystery_card_completes_four() -> None:
    """SC-G21, SC-23: a Mystery Card can be the fourth of its kind."""
    table = sit("|| 7 3", "9", pile="7 7 7")
    table.do("flip 1")
    assert table["play_pile"] == [] and table.actor == 0


def test_a_mystery_lizard() -> None:
    """SC-G21, SC-25: a Lizard among the Mystery Cards reverses if it fits, and not if it is too low."""
    table = sit("|| lizard 3", "9", "9", pile="4")
    table.do("flip 1")
    assert table.actor == 2
    table = sit("|| lizard 3", "9", "9", pile="10")
    table.do("flip 1")
    assert table.actor == 1 and table["players", 0, "hand"] == ["lizard", "10"]


def test_reversal_and_bonus_play() -> None:
    """SC-G27: the fourth Lizard clears the pile and reverses; its player leads, then play goes the new way."""
    table = sit("lizard 5 6", "9", "9", pile="lizard lizard lizard")
    table.do("play lizard")
    assert table.actor == 0 and table["direction"] == "right"
    table.do("play 5", seat=0)
    assert table.actor == 2
