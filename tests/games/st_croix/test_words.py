"""St. Croix: sentences for two players, empty piles, finished games, and endings that say so."""

from games.st_croix.positions import sit


def told(table: object) -> list[str]:
    return table.told(last=True)  # type: ignore[attr-defined,no-any-return]


def test_a_lizard_between_two_players() -> None:
    """SC-G06: nothing changes, or its player goes again; with three it turns play."""
    assert "With two players the Lizard changes nothing." in told(sit("lizard 3", "9 9", pile="4").do("play lizard"))
    again = sit("lizard 3", "9 9", pile="4", lizard_two_player="skip").do("play lizard")
    assert "The Lizard lets Ana play again." in told(again)
    three = sit("lizard 3", "9 9", "9 9", pile="4").do("play lizard")
    assert "The Lizard turns play to the right." in told(three)


def test_a_cannon_on_an_empty_pile() -> None:
    """SC-22: there is nothing to clear."""
    assert "Cannon! There was no pile to clear." in told(sit("cannon 3", "9").do("play cannon"))
    assert "Cannon! The pile is gone." in told(sit("cannon 3", "9", pile="4").do("play cannon"))


def test_the_last_cards_say_that_they_win() -> None:
    """SC-20: on the button, and it asks once."""
    table = sit("9", "3 3", pile="4")
    (won,) = [choice for choice in table.prompt().choices if choice.ends]
    assert won.label.endswith("(ends the game)")
    assert won.confirm
    table.do("play 9")
    badges = [badge.text for zone in table.scene(0).zones for badge in zone.badges]
    assert not any("meet or beat" in badge for badge in badges)


def test_the_turn_limit_is_announced() -> None:
    """SC-G28: early and late, in the log and on the table."""
    table = sit("9 9", "3 3", pile="4", start={"turns": 379}).do("play 9")
    assert "20 turns left: then the fewest cards win." in told(table)
    badges = [badge.text for zone in table.scene(0).zones for badge in zone.badges]
    assert "20 turns left" in badges
