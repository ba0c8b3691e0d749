"""St. Croix: the simple player."""

import pytest

from games.st_croix.positions import sit
from scenario import simple_player_wins


@pytest.mark.parametrize("seats", [2, 4])
def test_better_than_random(seats: int) -> None:
    """SC-02: the simple player wins nearly every game against random ones."""
    assert simple_player_wins("st-croix", seats, games=30) >= 25


def test_simple_wisdom() -> None:
    """SC-08, SC-22: lowest cards first, sets whole, four of a kind and the last card at once."""
    assert sit("5 5 9 cannon", "9", pile="4").simple_choice() == "play 5 5"
    assert sit("3 cannon", "9", pile="4").simple_choice() == "play cannon"
    assert sit("5 7 7 9", "9", pile="7 7").simple_choice() == "play 7 7"
    assert sit("moko moko", "9", pile="4").simple_choice() == "play moko moko"
