"""A game that is not finished yet says what is missing, in a sentence."""

from collections.abc import Mapping
from typing import cast

import pytest

import parlour
from parlour.core import check
from parlour.core.cards import choose_deck
from parlour.core.errors import BadDeck, CheckFailed, MissingMethod
from parlour.core.game import Game, State, View
from parlour.core.missing import METHODS
from parlour.games import AnyGame
from parlour.games.st_croix.game import StCroix


def unfinished(without: Mapping[str, object]) -> AnyGame:
    """St. Croix without some of its methods."""
    kind = cast(type[StCroix], type("Unfinished", (StCroix,), dict(without)))
    return cast(AnyGame, kind(seats=3))


@pytest.mark.parametrize("name", METHODS)
def test_check_game_names_a_missing_method_and_what_it_is_for(name: str) -> None:
    purpose, where = METHODS[name]
    with pytest.raises(CheckFailed) as found:
        parlour.check_game(unfinished({name: getattr(Game, name)}))
    assert str(found.value) == f"[missing] Unfinished has no `{name}` ({purpose}): write it in {where}."


def test_check_game_names_all_missing_methods_at_once() -> None:
    with pytest.raises(CheckFailed, match=r"has no `new` .* Unfinished has no `longest` \(it gives a number"):
        parlour.check_game(unfinished({"new": Game.new, "longest": Game.longest}))


def test_a_missing_method_that_is_called_says_the_same() -> None:
    match = parlour.Match(unfinished({"perform": Game.perform}), "seed")
    with pytest.raises(MissingMethod, match=r"^Unfinished has no `perform` \(it carries .*\): write it in rules.py\.$"):
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])


def test_a_game_without_a_schema_says_so() -> None:
    methods = {name: getattr(StCroix, name) for name in METHODS}
    kind = cast(type[AnyGame], type("Blank", (Game,), {"about": StCroix.about, **methods}))
    blank = kind(2, parlour.game("st-croix").deck, {})
    with pytest.raises(CheckFailed, match=r"Blank has no `schema` \(the fields of the state\): write it in state.py"):
        parlour.check_game(blank)


def test_a_game_without_a_name_says_so() -> None:
    class Nameless(Game[State, View]):
        """Says nothing about itself."""

    with pytest.raises(MissingMethod, match=r"Nameless has no `about` .*: write it in about.py"):
        Nameless(2, parlour.game("st-croix").deck, {})


def test_a_missing_deck_is_named() -> None:
    with pytest.raises(BadDeck, match=r"^parlour\.core has no deck\.toml: "):
        choose_deck(None, "parlour.core", ())


def test_a_missing_snapshot_of_the_actions_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "folder_of", lambda game: "parlour.core")
    with pytest.raises(CheckFailed, match=r"no actions\.txt; `parlour actions GAME` prints it"):
        parlour.check_game(parlour.game("st-croix", 6))
