"""What the core does for a game that only fills in the form: copy, scene and worlds."""

from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest

from parlour.core.actions import Action, Touches
from parlour.core.check import check_game
from parlour.core.errors import MissingMethod
from parlour.core.game import NOBODY, Game
from parlour.core.match import Match
from parlour.core.plain_copy import plain_copy
from parlour.core.scene import Choice, Scene
from parlour.core.worlds import check_exact
from parlour.games.st_croix.game import StCroix
from toy import Toy

# A whole game


def test_the_suite_finds_nothing_in_a_game_of_defaults() -> None:
    for seats in (2, 3):
        assert check_game(Toy(seats), games=1, exact=False) == []
    assert check_exact(Toy(2), ["one"], most=6, every=3) > 3


# The copy


class Spot(NamedTuple):
    """A named tuple with something that changes in it."""

    name: str
    marks: list[int]


@dataclass(slots=True)
class Slotted:
    """An object without a __dict__."""

    numbers: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Card:
    """Never changes."""

    key: str


def test_a_copy_is_equal_and_shares_nothing_that_can_change() -> None:
    card = Card("seven")
    spot, slotted = Spot("here", [1]), Slotted([2])
    original = [spot, slotted, {"a": [3]}, {4}, deque([5]), (6, [7]), card]
    copy = plain_copy(original)
    assert copy == original
    spot.marks.append(0)
    slotted.numbers.append(0)
    for part in (original[2], original[3], original[4]):
        assert isinstance(part, dict | set | deque)
        part.clear()
    assert copy == [Spot("here", [1]), Slotted([2]), {"a": [3]}, {4}, deque([5]), (6, [7]), card]
    assert copy[-1] is card


def test_one_thing_in_two_places_stays_one_thing() -> None:
    shared = [1]
    copy = plain_copy([shared, shared])
    assert copy[0] is copy[1] and copy[0] is not shared


def test_the_default_copy_of_a_game_is_as_good_as_its_own() -> None:
    """St. Croix, compiled or not: the default copy passes the same check as the one written for speed."""

    class Copied(StCroix):
        clone = Game.clone

    check_game(Copied(3), games=1, exact=False, elsewhere=False)


# The scene


def choices(scene: Scene) -> dict[str, Choice]:
    assert scene.prompt is not None
    return {choice.text: choice for choice in scene.prompt.choices}


def test_the_default_scene_shows_what_a_seat_may_see_and_counts_the_rest() -> None:
    start = {
        "draw_pile": ["one", "two"],
        "discards": ["three"],
        "points": [3, 0],
        "passed": [1],
        "mood": "wild",
        "players": [
            {"hand": ["two", "two"], "row": [None, "one"], "plays": 1, "proud": True},
            {"hand": ["three"], "row": ["one", "three"]},
        ],
    }
    scene = Match(Toy(2), start=start).scene(0)
    zones = {zone.id: zone for zone in scene.zones}
    lying = {id: [(piece.id, piece.type) for piece in scene.pieces if piece.zone == id] for id in zones}
    assert lying["hand:0"] == [("hand:0:two:1", "two"), ("hand:0:two:2", "two")]
    assert lying["discards"] == [("discards:1", "three")]
    assert lying["row:0"] == [("row:0:2", None)]
    assert lying["row:1"] == [("row:1:1", None), ("row:1:2", None)]
    assert lying["hand:1"] == lying["draw_pile"] == []
    assert (zones["hand:1"].count, zones["hand:1"].policy) == (1, "len")
    assert (zones["draw_pile"].count, zones["draw_pile"].policy) == (2, "len")
    assert (zones["row:1"].policy, zones["row:1"].layout, zones["row:1"].label) == ("order", "slots", "face-down cards")
    assert (zones["hand:0"].layout, zones["hand:0"].area, zones["hand:1"].area) == ("fan", "self", "seat")
    assert zones["discards"].label == "played cards"
    assert [player.counters for player in scene.players] == [{"points": 3, "plays": 1}, {"points": 0, "plays": 0}]
    assert [[badge.text for badge in player.badges] for player in scene.players] == [["proud"], ["passed"]]
    assert [badge.text for badge in zones["table facts"].badges] == ["mood: wild"]
    assert scene.types["two"].facets == {"value": 2}


def test_a_tap_on_a_card_finds_the_actions_that_name_it() -> None:
    start = {
        "draw_pile": ["one"],
        "discards": ["two"],
        "players": [{"hand": ["two"], "row": ["one", "one"]}, {"hand": ["two"]}],
    }
    found = choices(Match(Toy(2), start=start).scene(0))
    assert found["play two"].pieces == ("hand:0:two:1",)  # not the one on the pile
    assert found["flip 2"].pieces == ("row:0:2",)
    assert found["draw"].zones == ("draw_pile",)
    assert found["pass"].pieces == found["pass"].zones == ()
    assert found["pass"].label == "Pass"


def test_an_action_that_touches_a_field_that_is_not_there_says_so() -> None:
    @dataclass(frozen=True)
    class Lost(Action):
        def text(self) -> str:
            return "get lost"

        def touches(self) -> Touches:
            return Touches(fields=("nowhere",))

    game = Toy(2)
    game.set_actions([Lost(), *list(game.actions)[1:]])
    with pytest.raises(ValueError, match="'nowhere'"):
        Match(game, 1).scene(0)


def test_a_spectator_and_a_finished_game_have_scenes_too() -> None:
    match = Match(Toy(2), 1)
    assert match.scene(NOBODY).prompt is None
    match.play(0, "pass")
    match.play(1, "pass")
    assert match.scene(0).result is not None


def test_a_missing_method_is_named() -> None:
    class Empty(Toy):
        longest = Game.longest

    with pytest.raises(MissingMethod, match=r"Empty has no `longest` \(.*\): write it in rules.py."):
        Empty(2).longest()
