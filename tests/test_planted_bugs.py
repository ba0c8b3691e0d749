"""The conformance suite finds every bug planted for it, and finds nothing in an honest game."""

import pytest

import parlour
import planted
from parlour import CheckFailed, check_game
from parlour.games.st_croix.game import StCroix


@pytest.mark.parametrize("bug", planted.EXPECTED, ids=lambda bug: bug.__name__)
def test_the_suite_finds_the_bug(bug: type[StCroix]) -> None:
    with pytest.raises(CheckFailed) as found:
        # The snapshot of the action table is that of the largest table; a stalemate needs an odd number of seats.
        check_game(bug(seats=6 if bug is planted.ReordersActions else 3))
    assert found.value.check in planted.EXPECTED[bug], str(found.value)


def test_the_suite_finds_nothing_in_the_honest_game() -> None:
    remarks = check_game(parlour.game("st-croix", 6))
    assert "The event 'drew' (count, cards) never happened." in remarks  # hands are open for the young only
    assert not any("'took the pile'" in remark for remark in remarks)


def test_every_kind_of_bug_the_suite_promises_to_find_is_planted() -> None:
    assert len(planted.EXPECTED) >= 14
