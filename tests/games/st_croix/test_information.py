"""St. Croix: who may know what."""

import json

import pytest

from parlour import NOBODY, Match
from parlour.core.rng import Rng
from parlour.games.st_croix import StCroix


def facts_of(match, viewer, seat):
    return match.view(viewer).facts()["players"][seat]


def played(seats, seed, moves, **options):
    match = Match(StCroix(seats=seats, **options), seed=seed)
    rng = Rng("moves", seed)
    while match.to_act and match.decisions < moves:
        seat = match.to_act[rng.below(len(match.to_act))]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return match


def test_nobody_sees_mystery_cards(sit):
    """SC-03: neither owner nor others nor spectators: two worlds with other Mystery Cards look the same."""
    one = sit("5 | 9 | 3 4 5 6", "9 || 7", pile="4")
    two = sit("5 | 9 | 12 13 14 15", "9 || 1", pile="4")
    for viewer in (0, 1, NOBODY):
        ours, theirs = one.view(viewer).facts(), two.view(viewer).facts()
        assert ours["players"] == theirs["players"]
        assert ours["players"][0]["mystery"] == [1, 2, 3, 4]
        assert all(player.mystery == [] for player in one.view(viewer).seen.players)
        backs = [piece for piece in one.scene(viewer).pieces if piece.zone.startswith("mystery")]
        assert len(backs) == 5 and all(piece.type is None for piece in backs)


def test_choosing_is_secret():
    """SC-G24, SC-04: while others choose, all that is known of them is how many cards they have laid."""
    match = Match(StCroix(seats=3), seed=3)
    for _ in range(4):
        match.play(0, match.legal(0)[-1])
    mine, theirs = facts_of(match, 0, 0), facts_of(match, 1, 0)
    assert len(mine["table"]) == 4 and len(mine["hand"]) == 3
    for viewer in (1, 2, NOBODY):
        assert facts_of(match, viewer, 0) == theirs
    assert (theirs["table"], theirs["table_size"], theirs["hand"], theirs["hand_size"]) == ([], 4, [], 3)
    laid = [event for event in match.seen_by(1) if event.kind == "laid"]
    assert all(set(event.facts) == {"left"} and not event.secrets for event in laid)
    own = [event for event in match.seen_by(0) if event.kind == "laid"]
    assert all("card" in event.facts for event in own)
    scene = match.scene(1)
    assert not [piece for piece in scene.pieces if piece.zone == "table:0"]
    assert next(zone for zone in scene.zones if zone.id == "table:0").policy == "len"


def test_table_cards_are_public_after_choosing(sit):
    """SC-04, SC-G24: once shown, Table Cards are for everybody to see."""
    match = sit("5 | 9 10", "9 | 3", pile="4")
    for viewer in (0, 1, NOBODY):
        assert facts_of(match, viewer, 0)["table"] == ["9", "10"]


def test_hands_are_secret(sit):
    """SC-05: others see how many Hand Cards there are, not which."""
    match = sit("5 12", "9", pile="4")
    assert facts_of(match, 0, 0)["hand"] == ["5", "12"]
    for viewer in (1, NOBODY):
        assert facts_of(match, viewer, 0)["hand"] == []
        assert facts_of(match, viewer, 0)["hand_size"] == 2
        assert not [piece for piece in match.scene(viewer).pieces if piece.zone == "hand:0"]


def test_drawn_cards_are_secret(sit):
    """SC-13, SC-05: what was drawn is told to its player only; others hear how many."""
    match = sit("5 5 12", "9 10 11", pile="4", draw="1 2")
    match.play(0, "play 5 5")
    assert match.log(0)[-1] == "Ana draws Hermit Crab (1), Coconut Palm (2)."
    for viewer in (1, NOBODY):
        assert match.log(viewer)[-1] == "Ana draws 2 cards."
        assert match.seen_by(viewer)[-1].facts == {"count": 2}


def test_a_pile_picked_up_is_known(sit):
    """SC-10, SC-19: all saw which cards went into the hand; a bot may know, a person has to remember."""
    match = sit("12", "9 10", pile="4 5 5")
    match.play(0, "pick up")
    for viewer in (1, NOBODY):
        assert facts_of(match, viewer, 0)["hand"] == ["4", "5", "5"]
        assert facts_of(match, viewer, 0)["hand_size"] == 4
        scene = match.scene(viewer)
        zone = next(zone for zone in scene.zones if zone.id == "hand:0")
        assert (zone.policy, zone.badges) == ("len", ())
        assert not [piece for piece in scene.pieces if piece.zone == "hand:0"]
    assert facts_of(match, 0, 0)["hand"] == ["4", "5", "5", "12"]


def test_playing_known_cards_forgets_them(sit):
    """SC-10: with two 5s in hand, one of them known, playing one leaves none that is known for sure."""
    match = sit(
        "5 5 12",
        "1 9 10",
        pile="4",
        start={
            "players": [
                {"hand": ["5", "5", "12"], "seen": ["5"]},
                {"hand": ["1", "9", "10"]},
            ]
        },
    )
    match.play(0, "play 5")
    assert facts_of(match, 1, 0)["hand"] == []
    assert facts_of(match, 1, 0)["hand_size"] == 2
    match = sit(
        "5 5",
        "1",
        pile="4",
        start={
            "players": [
                {"hand": ["5", "5", "12"], "seen": ["5", "5"]},
                {"hand": ["1", "9"]},
            ]
        },
    )
    match.play(0, "play 5")
    assert facts_of(match, 1, 0)["hand"] == ["5"]
    match = sit(
        "5 5",
        "1",
        pile="4",
        start={
            "players": [
                {"hand": ["5", "5", "12"], "seen": ["5"]},
                {"hand": ["1", "9"]},
            ]
        },
    )
    match.play(0, "play 12")
    assert facts_of(match, 1, 0)["hand"] == ["5"]


def test_wild_mokos_are_forgotten_too(sit):
    """SC-G09, SC-10: known Mokos played in a set are known no more."""
    match = sit(
        "7",
        "1",
        pile="4",
        moko_wild=True,
        start={
            "players": [
                {"hand": ["7", "moko", "1"], "seen": ["7", "moko"]},
                {"hand": ["1", "9"]},
            ]
        },
    )
    match.play(0, "play 7 moko")
    assert facts_of(match, 1, 0)["hand"] == []


def test_a_failed_mystery_card_is_known(sit):
    """SC-18: the flipped card that was too low is known in the hand of its owner."""
    match = sit("|| 3 12", "1 9", pile="10")
    match.play(0, "flip 1")
    assert facts_of(match, 1, 0)["hand"] == ["3", "10"]


def test_the_draw_pile_is_blank(sit):
    """SC-06: nobody sees the Draw Pile, only its size."""
    match = sit("5 5 12", "9 10 11", pile="4", draw="1 2")
    for viewer in (0, 1, NOBODY):
        assert match.view(viewer).seen.draw_pile == []
        assert match.view(viewer).facts()["draw_pile"] == 2


def test_young_hands_are_open():
    """SC-G30: in the young game everybody sees every hand, at every moment and also while choosing."""
    match = played(3, 4, 12, young=True)
    truth = match.position()["players"]
    for viewer in (0, 1, 2, NOBODY):
        assert [player["hand"] for player in match.view(viewer).facts()["players"]] == [p["hand"] for p in truth]
        shown = [piece for piece in match.scene(viewer).pieces if piece.zone.startswith("hand:")]
        assert len(shown) == sum(len(player["hand"]) for player in truth)
    choosing = Match(StCroix(seats=3, young=True), seed=4)
    assert len(facts_of(choosing, 1, 0)["hand"]) == 6
    assert all("cards" in event.facts for event in choosing.seen_by(1) if event.kind == "dealt")


def test_young_hands_are_open_when_all_is_known(sit):
    """SC-G30: a young player's hand stays open when every card of it was picked up."""
    match = sit("| 9", "9 10", pile="10", young=True)
    match.play(0, "pick up")
    assert [piece.type for piece in match.scene(1).pieces if piece.zone == "hand:0"] == ["10"]
    assert match.game.encode(match.view(1))["seen"] != [0.0] * len(match.game.encode(match.view(1))["seen"])


def test_ordinary_hands_are_closed_by_default(sit):
    """SC-05, SC-G30: without `young` a hand is closed."""
    assert not [piece for piece in sit("9", "9", pile="4").scene(1).pieces if piece.zone == "hand:0"]


@pytest.mark.parametrize("options", [{}, {"young": True}, {"moko_wild": True, "play_for_places": True}])
def test_worlds_fit_the_view(options):
    """SC-03, SC-05: a world made from a view looks exactly like that view and has all the cards."""
    for moves in (0, 5, 40, 90):
        match = played(3, f"fit {moves}", moves, **options)
        rng = Rng("worlds", moves)
        for viewer in (0, 1, 2, NOBODY):
            view = match.view(viewer)
            for _ in range(5):
                world = match.game.determinise(view, rng)
                assert match.game.view(world, viewer).facts() == view.facts()
                assert match.game.census(world) == match.game.census(match._state)
                assert match.game.dump(match.game.load(match.game.dump(world))) == match.game.dump(world)


def test_redacted_events_hold_no_secrets():
    """SC-03, SC-05: in a whole game no event tells a seat what is dealt to or drawn by another."""
    match = played(4, "whole game", 2000)
    for viewer in (0, 3, NOBODY):
        for event in match.seen_by(viewer):
            assert not event.secrets
            if event.kind in ("dealt", "drew", "laid") and event.seat != viewer:
                assert not {"card", "cards"} & set(event.facts)
        assert json.dumps([event.as_json() for event in match.seen_by(viewer)])
