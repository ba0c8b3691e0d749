"""House rules of Deluxe Memory: cards that stay up, shields that pay, tokens at the start, how Underdogs ends."""

from games.deluxe_memory.positions import board
from scenario import Scenario

REST = "5b 5b 5r 5r"  # cards that just lie there


def test_a_card_turned_up_by_a_6_stays_up() -> None:
    """DM-18, DM-G04, DM-G20: it is marked, and hiding works only for the other card."""
    table = board(f"6b 6r 8b qb 8b qb {REST}").do("card 1", "card 2", "card 3", "stop")
    assert table["stays_up"] == [3]
    assert [piece.tags for piece in table.scene(0).pieces if piece.id == "place:3"] == [("fixed",)]
    table.do("card 3", "card 4")
    assert table.legal() == ["both up", "hide second"]
    table.may_not("hide first", "hide both", because="turned up by a 6 stays")
    table.do("hide second")
    assert table["face_up"] == [3]
    assert table.reloaded().position == table.position


def test_other_cards_may_be_hidden_again() -> None:
    """DM-G04: also one that lay face up."""
    table = board(f"8b qb 8b qb {REST}", face_up=[1]).do("card 1", "card 2", "hide both")
    assert table["face_up"] == []


def test_cards_of_a_6_can_be_hidden_as_a_house_rule() -> None:
    """DM-18, DM-G04: option six_stays."""
    table = board(f"6b 6r 8b qb 8b qb {REST}", house={"six_stays": False})
    table.do("card 1", "card 2", "card 3", "stop", "card 3", "card 4", "hide both")
    assert table["face_up"] == []


def test_a_card_that_moves_stays_up() -> None:
    """DM-14, DM-G20: the mark moves with the card, and goes when the card is matched."""
    table = board(f"2b 2r 8b qb 8b qb {REST}", face_up=[3], stays_up=[3])
    table.do("card 1", "card 2", "card 3", "card 4")
    assert table["stays_up"] == [4]
    table.do("card 4", "card 5")
    assert table["stays_up"] == []


def test_a_shield_may_pay_for_the_turn_of_a_7() -> None:
    """DM-G23: option nine_pays_seven; without it a shield pays nothing."""
    kept = [[0, "9", "shield"]]
    for house, legal in (({"nine_pays_seven": True}, ["pay", "end turn"]), ({}, None)):
        table = board(f"8b qb 8b qb {REST}", tokens=[3, 20], kept=kept, offer=True, house=house)
        table.do("card 1", "card 2", "both up")
        if legal is None:
            assert table.actor == 1
            continue
        assert table.legal() == legal
        assert table.scene(0).prompt.choices[0].label == "Discard the shield for another turn"  # type: ignore[union-attr]
        table.do("pay")
        assert "shielded" in table.happened
        assert table.each("tokens") == [3, 20]
        assert table["kept"] == []
        assert table.actor == 0


def test_underdogs_may_end_with_the_last_tokens() -> None:
    """DM-G38, DM-26: only the option underdogs_end ends the game before the grid is empty."""
    for house, over in (({"underdogs_end": True}, True), ({}, False)):
        table = board(f"8b 8b qb qb {REST}", tokens=[20, 5], house={"underdogs": True, **house})
        table.do("card 1", "card 2", "player 2")
        assert table.each("tokens") == [20, 0]
        assert table.over() is over
        if over:
            assert table.result.reason == "Only one player has tokens left."
            assert table.result.ranks == (1, 2)


def test_the_tokens_at_the_start_are_an_option() -> None:
    """DM-04: 20 unless the option start_tokens says otherwise; the Bank has ten more for each player."""
    assert Scenario.dealt("deluxe-memory", 2).each("tokens") == [20, 20]
    table = Scenario.dealt("deluxe-memory", 2, {"start_tokens": 7})
    assert table.each("tokens") == [7, 7]
    assert table["bank"] == 20
