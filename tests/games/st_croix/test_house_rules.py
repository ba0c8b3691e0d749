"""St. Croix: each Lizard reverses, fours through Sea Glass, and a short Draw Pile."""

from games.st_croix.positions import sit
from scenario import Scenario


def test_two_lizards_may_cancel_each_other() -> None:
    """SC-G07: one reversal for a play; with lizards_each one for each Lizard."""
    hands = ("lizard lizard 3 | 2", "9", "9")
    assert sit(*hands, pile="4").do("play lizard lizard")["turn"] == 2
    assert sit(*hands, pile="4", lizards_each=True).do("play lizard lizard")["turn"] == 1
    assert sit(*hands, pile="4", lizards_each=True).do("play lizard")["turn"] == 2


def test_sea_glass_may_be_looked_through_for_fours() -> None:
    """SC-G11: glass breaks a four, unless fours_through_glass lets you look through it."""
    hands = ("7 3 | 2", "9")
    assert sit(*hands, pile="7 7 glass 7").do("play 7")["play_pile"] == ["7", "7", "glass", "7", "7"]
    table = sit(*hands, pile="7 7 glass 7", fours_through_glass=True)
    assert table["run"] == ["7", 3]
    assert table.do("play 7")["play_pile"] == []
    assert table.actor == 0
    table = sit("glass 3 | 2", "9", pile="7 7", fours_through_glass=True).do("play glass")
    assert table["run"] == ["7", 2]


def test_four_sea_glass_still_count() -> None:
    """SC-G11: also when glass does not come between others."""
    table = sit("glass 3 | 2", "9", pile="7 glass glass glass", fours_through_glass=True).do("play glass")
    assert table["play_pile"] == []


def test_a_short_draw_pile() -> None:
    """SC-G32: cards beyond the limit are out of the game, and everybody sees which."""
    table = Scenario.dealt("st-croix", 2, {"draw_pile": 3})
    assert len(table.cards("draw_pile")) == 7  # one of them starts the Play Pile
    assert len(table.cards("gone")) == 72 - 2 * 11 - 7
    assert "The Draw Pile keeps 7 cards." in " ".join(table.told())
    assert Scenario.dealt("st-croix", 2)["gone"] == []
