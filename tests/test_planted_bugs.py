"""The conformance suite finds every bug planted for it, and finds nothing in an honest game."""

from dataclasses import replace
from typing import cast

import pytest

import parlour
import planted
from parlour import CheckFailed, check_game
from parlour.core.game import Game, State
from parlour.core.policy import Policy
from parlour.core.rng import Rng
from parlour.games import AnyGame, st_croix
from parlour.games.follow_me.game import FollowMe
from parlour.games.st_croix.game import StCroix, StCroixView
from parlour.games.st_croix.state import StCroixState


@pytest.mark.parametrize("bug", planted.EXPECTED, ids=lambda bug: bug.__name__)
def test_the_suite_finds_the_bug(bug: type[StCroix] | type[FollowMe]) -> None:
    with pytest.raises(CheckFailed) as found:
        # Three seats unless the bug needs another number: a stalemate needs an odd one.
        check_game(cast(AnyGame, bug(seats=planted.SEATS.get(bug, 3))))
    assert found.value.check in planted.EXPECTED[bug], str(found.value)


@pytest.mark.parametrize("cheat", planted.POLICIES, ids=lambda cheat: cheat.__name__)
def test_the_suite_finds_a_policy_that_knows_too_much(cheat: type[Policy[State]]) -> None:
    with pytest.raises(CheckFailed, match=rf"\[policy\] {cheat.__name__} ") as found:
        check_game(parlour.game("st-croix", 3), policy=cheat)
    assert found.value.check == "policy"


def test_the_suite_looks_at_a_sharp_policy_too(monkeypatch: pytest.MonkeyPatch) -> None:
    cheat = planted.POLICIES[0]
    monkeypatch.setattr(st_croix, "SHARP", cheat, raising=False)
    with pytest.raises(CheckFailed, match=rf"\[policy\] {cheat.__name__} "):
        check_game(parlour.game("st-croix", 3))


def test_the_suite_finds_nothing_in_the_honest_game() -> None:
    remarks = check_game(parlour.game("st-croix", 6))
    assert "The event 'drew' (count, cards) never happened." in remarks  # hands are open for the young only
    assert not any("'took the pile'" in remark for remark in remarks)


class ReplaysWorlds(StCroix):
    """Has no `determinise` of its own."""

    def determinise(self, view: StCroixView, rng: Rng) -> StCroixState:
        return Game.determinise(self, view, rng)

    def replays_worlds(self) -> bool:
        return True


def test_a_game_that_leaves_worlds_to_the_core_passes() -> None:
    remarks = check_game(cast(AnyGame, ReplaysWorlds(2, "tiny")), games=1, exact=False, elsewhere=False)
    assert all("never happened" in remark for remark in remarks)


def test_a_tiny_deck_that_is_too_small_for_three_is_told() -> None:
    class OnlyTwo(StCroix):
        """Has no tiny preset for three."""

        about = replace(StCroix.about, presets={"tiny": {"deck": "tiny"}})

    remarks = check_game(cast(AnyGame, OnlyTwo(2)), games=1, elsewhere=False)
    assert remarks[0].startswith("The preset `tiny` is too small for three seats")


def test_every_kind_of_bug_the_suite_promises_to_find_is_planted() -> None:
    assert len(planted.EXPECTED) >= 14
