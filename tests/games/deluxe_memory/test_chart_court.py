"""The Mixed Chart from Jack to King, and how its rows meet."""

import pytest

from games.deluxe_memory.positions import board

REST = "5b 5b 5r 5r"  # cards that just lie there


def test_jack_levels() -> None:
    """DM-23, DM-T2: 17 and 4 become 10 and 10."""
    table = board(f"jb jr {REST}", tokens=[17, 4]).do("card 1", "card 2", "player 1")
    assert table.legal() == ["player 2"]
    table.do("player 2")
    assert table.each("tokens") == [10, 10]
    assert table["bank"] == 60 - 21 + 1


def test_jack_on_equals_does_nothing() -> None:
    """DM-23"""
    assert board(f"jb jr {REST}").do("card 1", "card 2", "player 1", "player 2").each("tokens") == [20, 20]


def test_queen_moves_six() -> None:
    """DM-24, DM-G06: two different players."""
    table = board(f"qb qr {REST}", tokens=[20, 20, 20]).do("card 1", "card 2", "player 2")
    assert table.legal() == ["player 1", "player 3"]
    assert table.do("player 3").each("tokens") == [20, 14, 26]


def test_queen_from_a_poor_giver() -> None:
    """DM-T3, DM-G07"""
    table = board(f"qb qr {REST}", tokens=[20, 4, 20]).do("card 1", "card 2", "player 2", "player 1")
    assert table.each("tokens") == [24, 0, 20]
    assert table.each("out") == [0, 1, 0]


def test_king_uses_any_other_effect() -> None:
    """DM-25, DM-G31: every row but its own."""
    table = board(f"kb kr {REST}").do("card 1", "card 2")
    ranks = ["ace", *[str(n) for n in range(2, 11)], "jack", "queen"]
    assert table.legal() == [f"effect {rank}" for rank in ranks]
    table.do("effect queen", "player 2", "player 1")
    assert table.each("tokens") == [26, 14]


@pytest.mark.parametrize(("effect", "role"), [("9", "shield"), ("10", "thief")])
def test_a_king_as_shield_or_thief(effect: str, role: str) -> None:
    """DM-G31: the Kings themselves are kept, and discarded when used."""
    table = board(f"kb kr {REST} 8b 8b").do("card 1", "card 2", f"effect {effect}")
    assert table["kept"] == [[0, "king", role]]
    table.do("card 7", "card 8")
    table.do("player 1")
    assert table["kept"] == []
    assert table.cards("discard").count("red-king") == 2
    assert table.each("tokens") == ([20, 20] if role == "shield" else [12, 20])


def test_a_stolen_king() -> None:
    """DM-G32: the thief chooses."""
    table = board(f"kb kr {REST}", kept=[[1, "10", "thief"]]).do("card 1", "card 2")
    assert table.actor == 1
    assert "effect 9" in table.legal()
    assert table.do("effect 9")["kept"] == [[1, "king", "shield"]]


def test_the_pair_is_out_of_the_grid_first() -> None:
    """DM-G35"""
    table = board("2b 2r 7b 7b").do("card 1", "card 2")
    assert table.legal() == ["card 3", "card 4"]


def test_a_seven_with_no_cards_left_ends_the_game() -> None:
    """DM-19, DM-26"""
    table = board("7b 7r").do("card 1", "card 2")
    assert table.result.ranks == (1, 1)
