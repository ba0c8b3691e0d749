"""Every rule of Midnight Masks, in positions set up by hand."""

from collections.abc import Mapping, Sequence

import pytest

import parlour
from midnight_masks import GAME
from midnight_masks.state import Ball
from parlour.core.game import TableView
from parlour.core.match import Match

Masks = Match[Ball, TableView[Ball]]
DRAW = ("moth", "moth", "moth", "frog")


def guest(mask: str, *hand: str) -> dict[str, object]:
    return {"mask": [mask], "hand": list(hand)}


def ball(*guests: Mapping[str, object], moves: str, draw: Sequence[str] = DRAW) -> Masks:
    """The table after some moves, each with its seat in front: `0 play owl 2, 1 stay`."""
    match = Match(GAME(len(guests)), start={"draw_pile": list(draw), "guests": list(guests)})
    for move in moves.split(", "):
        match.play(int(move[0]), move[2:])
    return match


def having(match: Masks, seat: int, field: str, viewer: int | None = None) -> object:
    """A field of a guest, as it is or as somebody sees it."""
    guests = (match.position() if viewer is None else match.view(viewer).facts())["guests"]
    assert isinstance(guests, list)
    return guests[seat][field]


def test_all_choose_a_mask_in_secret_and_then_one_begins() -> None:
    """MK-01, MK-02, MK-03, MK-04, MK-05."""
    with pytest.raises(parlour.UnknownOption):
        GAME(seats=5)
    match = Match(GAME(seats=3, first_player="host"), seed=1)
    for seat in (2, 0, 1):
        assert seat in match.to_act and having(match, seat, "hand_size", viewer=0) == 2
        match.play(seat, match.legal(seat)[0])
        assert having(match, seat, "mask") != [] and having(match, seat, "mask", viewer=(seat + 1) % 3) == []
    assert match.to_act == (0,) and [having(match, seat, "hand_size", viewer=0) for seat in range(3)] == [2, 1, 1]


def test_moth_names_a_mask() -> None:
    """MK-06, MK-07."""
    start = (guest("frog", "moth", "moth"), guest("owl", "frog"), guest("bat", "moth"))
    match = ball(*start, moves="0 play moth 2 queen, 1 stay")
    assert having(match, 1, "mask_not") == ["queen"] and having(match, 1, "mask") == ["owl"]
    gone = ball(*start, moves="0 play moth 2 owl, 1 stay")
    assert having(gone, 1, "left") == 1 and having(gone, 1, "played") == ["frog", "owl"] and gone.to_act == (2,)
    known = {**guest("owl"), "mask_not": ["frog", "bat", "owl", "jester", "queen"]}
    assert ball(start[0], known, moves="0 play moth").to_act == (1,), "nothing is left to name"
    with pytest.raises(parlour.IllegalAction, match="still at the ball"):
        ball(*start, moves="0 play moth 2 owl, 1 stay, 2 play moth 2 owl")


def test_frog_changes_masks_and_jester_deals_again() -> None:
    """MK-08, MK-11."""
    match = ball({**guest("bat", "frog", "owl"), "mask_not": ["moth"]}, guest("bat", "bat"), moves="0 play frog")
    assert having(match, 0, "mask") == ["owl"] and having(match, 0, "hand") == ["bat"]
    assert having(match, 0, "mask_not") == [] and having(match, 0, "hand_not") == ["moth"], "known as before"
    match = ball(guest("owl", "jester", "frog"), guest("bat", "moth"), moves="0 play jester")
    assert match.to_act == (0, 1) and [having(match, seat, "hand_size", viewer=0) for seat in (0, 1)] == [2, 2]


def test_bat_escapes_out_of_turn() -> None:
    """MK-10, MK-12."""
    match = ball(guest("frog", "moth", "frog"), guest("owl", "bat"), moves="0 play moth 2 owl, 1 show bat")
    assert having(match, 1, "mask") == ["owl"] and having(match, 1, "played") == ["bat"]
    assert "play queen" not in match.game.actions.texts
    with pytest.raises(parlour.IllegalAction, match="You have no Bat to show"):
        ball(guest("frog", "moth", "frog"), guest("owl", "moth"), moves="0 play moth 2 owl, 1 show bat")


def test_owl_turns_up_both_masks() -> None:
    """MK-09."""
    start = (guest("frog", "owl", "frog"), guest("bat", "moth"), guest("moth", "moth"))
    match = ball(*start, moves="0 play owl 2, 1 stay")
    assert having(match, 0, "left") == 1 and having(match, 1, "face", viewer=2) == ["bat"]
    equal = ball(guest("bat", "owl", "frog"), guest("bat", "moth"), moves="0 play owl 2, 1 stay")
    assert equal.to_act == (1,)


def test_midnight_and_the_last_guest() -> None:
    """MK-13, MK-14."""
    end = ball(guest("owl", "bat", "moth"), guest("queen", "moth"), draw=["moth"], moves="0 play bat").outcome
    assert end is not None and end.ranks == (2, 1) and end.scores == (4, 6)
    start = (guest("owl", "moth", "moth"), guest("frog", "frog"), guest("bat", "bat"))
    end = ball(*start, moves="0 play moth 2 frog, 1 stay, 2 play bat, 0 play moth 3 bat, 2 stay").outcome
    assert end is not None and end.ranks == (1, 3, 2)
