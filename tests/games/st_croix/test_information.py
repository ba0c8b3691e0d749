"""St. Croix: who may know what."""

import json

import pytest

from games.st_croix.positions import sit
from parlour import NOBODY
from parlour.games.st_croix import GAME
from scenario import Scenario, texts


def hand_of(table: Scenario, viewer: int, seat: int = 0) -> tuple[object, object]:
    """The Hand Cards of a seat that a viewer knows, and how many there are."""
    return table.sees(viewer, "players", seat, "hand"), table.sees(viewer, "players", seat, "hand_size")


def test_nobody_sees_mystery_cards() -> None:
    """SC-03: neither owner nor others nor spectators: two worlds with other Mystery Cards look the same."""
    one = sit("5 | 9 | 3 4 5 6", "9 || 7", pile="4")
    two = sit("5 | 9 | 12 13 14 15", "9 || 1", pile="4")
    game = GAME(seats=2)
    for viewer in (0, 1, NOBODY):
        assert one.sees(viewer, "players") == two.sees(viewer, "players")
        assert one.sees(viewer, "players", 0, "mystery") == [1, 2, 3, 4]
        seen = game.view(game.load(one.position), viewer).seen
        assert all(player.mystery == [] for player in seen.players)
        backs = [piece for piece in one.scene(viewer).pieces if piece.zone.startswith("mystery")]
        assert len(backs) == 5 and all(piece.type is None for piece in backs)


def test_choosing_is_secret() -> None:
    """SC-G24, SC-04: while others choose, all that is known of them is how many cards they have laid."""
    table = Scenario.dealt("st-croix", 3, seed=3)
    for _ in range(4):
        table.do(table.legal(0)[-1], seat=0)
    assert len(texts(table.sees(0, "players", 0, "table"))) == 4
    assert len(texts(table.sees(0, "players", 0, "hand"))) == 3
    for viewer in (1, 2, NOBODY):
        theirs = [table.sees(viewer, "players", 0, fact) for fact in ("table", "table_size", "hand", "hand_size")]
        assert theirs == [[], 4, [], 3]
        assert table.sees(viewer, "players", 0) == table.sees(1, "players", 0)
    laid = table.events("laid", seat=1)
    assert all(set(event.facts) == {"left"} and not event.secrets for event in laid)
    own = table.events("laid", seat=0)
    assert all("card" in event.facts for event in own)
    assert table.shown(1, "table:0") == []
    assert next(zone for zone in table.scene(1).zones if zone.id == "table:0").policy == "len"


def test_table_cards_are_public_after_choosing() -> None:
    """SC-04, SC-G24: once shown, Table Cards are for everybody to see."""
    table = sit("5 | 9 10", "9 | 3", pile="4")
    for viewer in (0, 1, NOBODY):
        assert table.sees(viewer, "players", 0, "table") == ["9", "10"]


def test_hands_are_secret() -> None:
    """SC-05: others see how many Hand Cards there are, not which."""
    table = sit("5 12", "9", pile="4")
    assert table.sees(0, "players", 0, "hand") == ["5", "12"]
    for viewer in (1, NOBODY):
        assert hand_of(table, viewer) == ([], 2)
        assert table.shown(viewer, "hand:0") == []


def test_drawn_cards_are_secret() -> None:
    """SC-13, SC-05: what was drawn is told to its player only; others hear how many."""
    table = sit("5 5 12", "9 10 11", pile="4", draw="1 2")
    table.do("play 5 5")
    assert table.told(0)[-1] == "Ana draws Hermit Crab (1), Coconut Palm (2)."
    for viewer in (1, NOBODY):
        assert table.told(viewer)[-1] == "Ana draws 2 cards."
        assert table.events(seat=viewer)[-1].facts == {"count": 2}


def test_a_pile_picked_up_is_known() -> None:
    """SC-10, SC-19: all saw which cards went into the hand; a bot may know, a person has to remember."""
    table = sit("12", "9 10", pile="4 5 5")
    table.do("pick up")
    for viewer in (1, NOBODY):
        assert hand_of(table, viewer) == (["4", "5", "5"], 4)
        zone = next(zone for zone in table.scene(viewer).zones if zone.id == "hand:0")
        assert (zone.policy, zone.badges) == ("len", ())
        assert table.shown(viewer, "hand:0") == []
    assert table.sees(0, "players", 0, "hand") == ["4", "5", "5", "12"]


def test_playing_known_cards_forgets_them() -> None:
    """SC-10: with two 5s in hand, one of them known, playing one leaves none that is known for sure."""

    def known_after(play: str, seen: list[str]) -> tuple[object, object]:
        players = [{"hand": ["5", "5", "12"], "seen": seen}, {"hand": ["1", "9", "10"]}]
        return hand_of(Scenario("st-croix", play_pile=["4"], players=players).do(play), 1)

    assert known_after("play 5", ["5"]) == ([], 2)
    assert known_after("play 5", ["5", "5"]) == (["5"], 2)
    assert known_after("play 12", ["5"]) == (["5"], 2)


def test_wild_mokos_are_forgotten_too() -> None:
    """SC-G09, SC-10: known Mokos played in a set are known no more."""
    players = [{"hand": ["7", "moko", "1"], "seen": ["7", "moko"]}, {"hand": ["1", "9"]}]
    table = Scenario("st-croix", options={"moko_wild": True}, play_pile=["4"], players=players)
    table.do("play 7 moko")
    assert table.sees(1, "players", 0, "hand") == []


def test_a_failed_mystery_card_is_known() -> None:
    """SC-18: the flipped card that was too low is known in the hand of its owner."""
    table = sit("|| 3 12", "1 9", pile="10")
    table.do("flip 1")
    assert table.sees(1, "players", 0, "hand") == ["3", "10"]


def test_the_draw_pile_is_blank() -> None:
    """SC-06: nobody sees the Draw Pile, only its size."""
    table = sit("5 5 12", "9 10 11", pile="4", draw="1 2")
    game = GAME(seats=2)
    for viewer in (0, 1, NOBODY):
        assert game.view(game.load(table.position), viewer).seen.draw_pile == []
        assert table.sees(viewer, "draw_pile") == 2


def test_young_hands_are_open() -> None:
    """SC-G30: in the young game everybody sees every hand, at every moment and also while choosing."""
    table = Scenario.dealt("st-croix", 3, {"young": True}, seed=4)
    assert all("cards" in event.facts for event in table.events("dealt", seat=1))
    assert len(texts(table.sees(1, "players", 0, "hand"))) == 6
    table.play_on_for(12, seed=4)
    for viewer in (0, 1, 2, NOBODY):
        assert [table.sees(viewer, "players", seat, "hand") for seat in range(3)] == table.each("hand")
        for seat in range(3):
            assert table.shown(viewer, f"hand:{seat}") == table["players", seat, "hand"]


def test_young_hands_are_open_when_all_is_known() -> None:
    """SC-G30: a young player's hand stays open when every card of it was picked up."""
    table = sit("| 9", "9 10", pile="10", young=True)
    table.do("pick up")
    assert table.shown(1, "hand:0") == ["10"]
    assert any(table.game.encode(table.view(1))["seen"])


def test_ordinary_hands_are_closed_by_default() -> None:
    """SC-05, SC-G30: without `young` a hand is closed."""
    assert sit("9", "9", pile="4").shown(1, "hand:0") == []


@pytest.mark.parametrize("options", [{}, {"young": True}, {"moko_wild": True, "play_for_places": True}])
def test_worlds_fit_the_view(options: dict[str, object]) -> None:
    """SC-03, SC-05: a world made from a view looks exactly like that view and has all the cards."""
    for moves in (0, 5, 40, 90):
        table = Scenario.dealt("st-croix", 3, options, seed=f"fit {moves}").play_on_for(moves, moves)
        for viewer in (0, 1, 2, NOBODY):
            for world in table.worlds(viewer, 5):
                assert world.facts(viewer) == table.facts(viewer)
                assert world.game.census(world.state) == table.game.census(table.state)
                assert world.reloaded().position == world.position


def test_redacted_events_hold_no_secrets() -> None:
    """SC-03, SC-05: in a whole game no event tells a seat what is dealt to or drawn by another."""
    table = Scenario.dealt("st-croix", 4, seed="whole game").play_on_for(2000, "whole game")
    for viewer in (0, 3, NOBODY):
        for event in table.events(seat=viewer):
            assert not event.secrets
            if event.kind in ("dealt", "drew", "laid") and event.seat != viewer:
                assert not {"card", "cards"} & set(event.facts)
        assert json.dumps([event.as_json() for event in table.events(seat=viewer)])
