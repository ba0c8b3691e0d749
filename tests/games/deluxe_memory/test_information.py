"""Who may know what: looks, reveals, swaps, and what a look without a match gives away."""

from games.deluxe_memory.positions import board
from parlour.core.game import NOBODY
from scenario import Scenario, Value


def sees(table: Scenario, seat: int, count: int = 4) -> Value:
    """What the seat's view knows of the first places."""
    return table.sees(seat, "cards", slice(count))


def worlds(table: Scenario, seat: int, draws: int = 300) -> set[tuple[object, ...]]:
    """The cards in worlds that the seat considers possible."""
    found = set()
    for world in table.worlds(seat, draws):
        cards = world["cards"]
        assert isinstance(cards, list)
        found.add(tuple(cards))
    return found


def test_a_look_is_secret_but_its_place_is_not() -> None:
    """DM-05, DM-G42"""
    table = board("7b 7b qb qb").do("card 1")
    for seat, card in ((0, "black-7"), (1, None), (NOBODY, None)):
        (looked,) = table.events("looked", seat=seat)
        assert (looked.get("card"), looked.get("place")) == (card, 1)
    assert sees(table, 0) == ["black-7", "?", "?", "?"]
    assert sees(table, 1) == sees(table, NOBODY) == ["?", "?", "?", "?"]
    assert table.sees(1, "players", 0, "knows") == [1]


def test_a_seat_remembers_what_it_saw() -> None:
    """DM-10: hidden cards stay known to the one who hid them, cards once face up to everybody."""
    table = board("7b 7b qb qb").do("card 1", "card 3", "hide first")
    assert sees(table, 0) == ["black-7", "?", "black-queen", "?"]
    assert sees(table, 1) == ["?", "?", "black-queen", "?"]
    table.do("card 3", "card 2", "hide both")
    assert sees(table, 0) == ["black-7", "?", "black-queen", "?"]
    assert sees(table, NOBODY) == ["?", "?", "black-queen", "?"]
    assert table["face_up"] == []


def test_no_match_tells_everybody_that_the_ranks_differ() -> None:
    """DM-10: no world of the opponent has a pair there."""
    table = board("7b 7b qb qb").do("card 1", "card 3", "hide both")
    assert table["differ"] == [[1, 3]]
    possible = worlds(table, 1)
    assert all(world[0] != world[2] for world in possible)
    assert len(possible) == 4
    assert len(worlds(table, 0)) == 2


def test_the_conclusion_stays_when_one_card_is_shown() -> None:
    """DM-10, DM-13"""
    table = board("7b 7b qb qb ab ar").do("card 1", "card 3", "hide both")
    table.do("card 5", "card 6", "player 1", "player 2", "card 1")
    assert table["differ"] == []
    assert table["barred"] == [[3, "7"]]
    assert all(world[2] == "black-queen" for world in worlds(table, 1))


def test_the_conclusion_stays_when_one_card_has_left() -> None:
    """DM-10"""
    table = board("7b 7b qb qb 7r 7r").do("card 1", "card 3", "hide both")
    table.do("card 2", "card 1", "player 1")
    assert table["barred"] == [[3, "7"]]
    assert {world[2] for world in worlds(table, 1)} == {"black-queen"}
    table.do("card 3", "card 5", "both up")
    assert table["barred"] == []


def test_a_private_look_sharpens_the_conclusion_for_the_looker_only() -> None:
    """DM-10"""
    table = board("7b 7b qb qb 5b 5b").do("card 1", "card 3", "hide both", "card 1")
    assert table["differ"] == [[1, 3]]
    assert not any(world[2] == "black-7" for world in worlds(table, 1))
    assert any(world[2] == "black-7" for world in worlds(table, NOBODY))


def test_knowledge_follows_a_swap() -> None:
    """DM-14: the swapper knows both, others know what they knew, at its new place."""
    table = board("2b 2r 7b 7b qb qb", players=[{}, {"knows": [3]}], differ=[[3, 5]])
    table.do("card 1", "card 2", "card 3", "card 6")
    assert sees(table, 0, 6) == [None, None, "black-queen", "?", "?", "black-7"]
    assert sees(table, 1, 6) == [None, None, "?", "?", "?", "black-7"]
    assert table["differ"] == [[5, 6]]
    assert {world[4] for world in worlds(table, 1)} == {"black-queen"}


def test_knowledge_follows_the_jokers() -> None:
    """DM-28, DM-G37: moved in the open, not looked at."""
    table = board("joker joker 7b 7b qb qb _", house={"jokers": True}, players=[{"knows": [4]}, {}], barred=[[3, "5"]])
    table.do("card 1", "card 2", "card 4", "card 7", "card 3", "card 5", "stop")
    assert sees(table, 0, 7) == [None, None, "?", None, "?", "?", "black-7"]
    assert table["players", 0, "knows"] == [7]
    assert table["barred"] == [[5, "5"]]
    assert sees(table, 1, 7) == [None, None, "?", None, "?", "?", "?"]


def test_a_square_shows_two_to_one_and_two_to_all() -> None:
    """DM-16"""
    cards = ["_"] * 16
    cards[0:2] = ["4b", "4r"]
    cards[6], cards[7], cards[14], cards[15] = "7b", "7b", "qb", "qb"
    table = board(" ".join(cards)).do("card 1", "card 2", "square b1", "card 7", "card 15")
    places = (6, 7, 14, 15)
    assert [table.sees(1, "cards", place) for place in places] == ["?", "black-7", "?", "black-queen"]
    assert [table.sees(0, "cards", place) for place in places] == ["black-7", "black-7", "black-queen", "black-queen"]
    assert all({world[6], world[14]} == {"black-7", "black-queen"} for world in worlds(table, 1))


def test_worlds_under_many_conclusions() -> None:
    """Shuffles that rarely fit are mended, and still every world is found."""
    table = board("7b 7b qb qb 9b 9b 5b 5b", differ=[[1, 3], [1, 5], [1, 7], [3, 5], [3, 7], [5, 7]])
    possible = worlds(table, NOBODY, 2000)
    assert all(len({world[0], world[2], world[4], world[6]}) == 4 for world in possible)
    assert len(possible) > 400


def test_views_carry_the_last_choice() -> None:
    """Two looks of another player that lead to the same knowledge still differ in the view."""
    table = board("7b 7b qb qb", shown=[1, 2, 3, 4]).do("card 1")
    other = board("7b 7b qb qb", shown=[1, 2, 3, 4]).do("card 2")
    assert table.facts(1) != other.facts(1)
