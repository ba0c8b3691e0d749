"""Who may know what: looks, reveals, swaps, and what a look without a match gives away."""

import pytest

from parlour.core.events import redact
from parlour.core.game import NOBODY
from parlour.core.rng import Rng


def sees(b, seat: int) -> list[str | None]:
    """What the seat's view knows of the first places."""
    return b.game.view(b.table, seat).facts()["cards"][: b.size]


@pytest.fixture
def table(board):
    def make(cards: str, *args, **more):
        b = board(cards, *args, **more)
        b.size = len(cards.split())
        return b

    return make


def worlds(b, seat: int, draws: int = 300) -> set[tuple[str | None, ...]]:
    view = b.game.view(b.table, seat)
    rng = Rng("worlds", seat)
    return {tuple(b.game.dump(b.game.determinise(view, rng))["cards"][: b.size]) for _ in range(draws)}


def test_a_look_is_secret_but_its_place_is_not(table) -> None:
    """DM-05, DM-G42"""
    b = table("7b 7b qb qb").do("card 1")
    looked = next(event for event in b.events if event.kind == "looked")
    assert redact(looked, 0).get("card") == "black-7"
    assert redact(looked, 1).get("card") is None
    assert redact(looked, None).get("card") is None
    assert redact(looked, 1).get("place") == 1
    assert sees(b, 0) == ["black-7", "?", "?", "?"]
    assert sees(b, 1) == sees(b, NOBODY) == ["?", "?", "?", "?"]
    assert b.game.view(b.table, 1).facts()["players"][0]["knows"] == [1]


def test_a_seat_remembers_what_it_saw(table) -> None:
    """DM-10: hidden cards stay known to the one who hid them, cards once face up to everybody."""
    b = table("7b 7b qb qb").do("card 1", "card 3", "hide first")
    assert sees(b, 0) == ["black-7", "?", "black-queen", "?"]
    assert sees(b, 1) == ["?", "?", "black-queen", "?"]
    b.do("card 3", "card 2", "hide both")
    assert sees(b, 0) == ["black-7", "?", "black-queen", "?"]
    assert sees(b, NOBODY) == ["?", "?", "black-queen", "?"]
    assert b.now("face_up") == []


def test_no_match_tells_everybody_that_the_ranks_differ(table) -> None:
    """DM-10: no world of the opponent has a pair there."""
    b = table("7b 7b qb qb").do("card 1", "card 3", "hide both")
    assert b.now("differ") == [[1, 3]]
    possible = worlds(b, 1)
    assert all(world[0] != world[2] for world in possible)
    assert len(possible) == 4
    assert len(worlds(b, 0)) == 2


def test_the_conclusion_stays_when_one_card_is_shown(table) -> None:
    """DM-10, DM-13"""
    b = table("7b 7b qb qb ab ar").do("card 1", "card 3", "hide both")
    b.do("card 5", "card 6", "player 1", "player 2", "card 1")
    assert b.now("differ") == []
    assert b.now("barred") == [[3, "7"]]
    assert all(world[2] == "black-queen" for world in worlds(b, 1))


def test_the_conclusion_stays_when_one_card_has_left(table) -> None:
    """DM-10"""
    b = table("7b 7b qb qb 7r 7r").do("card 1", "card 3", "hide both")
    b.do("card 2", "card 1", "player 1")
    assert b.now("barred") == [[3, "7"]]
    assert {world[2] for world in worlds(b, 1)} == {"black-queen"}
    b.do("card 3", "card 5", "both up")
    assert b.now("barred") == []


def test_a_private_look_sharpens_the_conclusion_for_the_looker_only(table) -> None:
    """DM-10"""
    b = table("7b 7b qb qb 5b 5b").do("card 1", "card 3", "hide both", "card 1")
    assert b.now("differ") == [[1, 3]]
    assert not any(world[2] == "black-7" for world in worlds(b, 1))
    assert any(world[2] == "black-7" for world in worlds(b, NOBODY))


def test_knowledge_follows_a_swap(table) -> None:
    """DM-14: the swapper knows both, others know what they knew, at its new place."""
    b = table("2b 2r 7b 7b qb qb", players=[{}, {"knows": [3]}], differ=[[3, 5]])
    b.do("card 1", "card 2", "card 3", "card 6")
    assert sees(b, 0) == [None, None, "black-queen", "?", "?", "black-7"]
    assert sees(b, 1) == [None, None, "?", "?", "?", "black-7"]
    assert b.now("differ") == [[5, 6]]
    assert {world[4] for world in worlds(b, 1)} == {"black-queen"}


def test_knowledge_follows_the_jokers(table) -> None:
    """DM-28, DM-G37: moved in the open, not looked at."""
    b = table("joker joker 7b 7b qb qb _", house={"jokers": True}, players=[{"knows": [4]}, {}], barred=[[3, "5"]])
    b.do("card 1", "card 2", "card 4", "card 7", "card 3", "card 5", "stop")
    assert sees(b, 0) == [None, None, "?", None, "?", "?", "black-7"]
    assert b.knows(0) == [7]
    assert b.now("barred") == [[5, "5"]]
    assert sees(b, 1) == [None, None, "?", None, "?", "?", "?"]


def test_a_square_shows_two_to_one_and_two_to_all(table) -> None:
    """DM-16"""
    cards = ["_"] * 16
    cards[0:2] = ["4b", "4r"]
    cards[6], cards[7], cards[14], cards[15] = "7b", "7b", "qb", "qb"
    b = table(" ".join(cards)).do("card 1", "card 2", "square b1", "card 7", "card 15")
    assert [sees(b, 1)[place - 1] for place in (7, 8, 15, 16)] == ["?", "black-7", "?", "black-queen"]
    assert "?" not in sees(b, 0)
    assert all({world[6], world[14]} == {"black-7", "black-queen"} for world in worlds(b, 1))


def test_worlds_under_many_conclusions(table) -> None:
    """Shuffles that rarely fit are mended, and still every world is found."""
    b = table("7b 7b qb qb 9b 9b 5b 5b", differ=[[1, 3], [1, 5], [1, 7], [3, 5], [3, 7], [5, 7]])
    possible = worlds(b, NOBODY, 2000)
    assert all(len({world[0], world[2], world[4], world[6]}) == 4 for world in possible)
    assert len(possible) > 400


def test_views_carry_the_last_choice(table) -> None:
    """Two looks of another player that lead to the same knowledge still differ in the view."""
    b = table("7b 7b qb qb", shown=[1, 2, 3, 4]).do("card 1")
    c = table("7b 7b qb qb", shown=[1, 2, 3, 4]).do("card 2")
    assert b.game.view(b.table, 1).facts() != c.game.view(c.table, 1).facts()
