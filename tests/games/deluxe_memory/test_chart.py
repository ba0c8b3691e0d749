"""The Mixed Chart, row by row, and how its rows meet."""

from collections.abc import Mapping, Sequence

import pytest

from games.deluxe_memory.positions import board
from scenario import Scenario

REST = "5b 5b 5r 5r"  # cards that just lie there


def test_ace_gains_loses_reveals() -> None:
    """DM-13, DM-G15: in this order, and one player may be both."""
    table = board(f"ab ar {REST}").do("card 1", "card 2", "player 2", "player 2")
    assert table.each("tokens") == [20, 20]
    assert table.happened[-3:] == ["gained", "chose", "lost"]
    assert table.legal() == ["card 3", "card 4", "card 5", "card 6"]
    table.do("card 4")
    assert table["shown"] == [4]
    assert table["face_up"] == []
    assert table["players", 1, "knows"] == [4]
    assert table.actor == 1


def test_reveals_take_face_down_cards_only() -> None:
    """DM-G14: none left, nothing to reveal."""
    table = board(f"ab ar {REST}", face_up=[3, 5]).do("card 1", "card 2", "player 1", "player 2")
    assert table.legal() == ["card 4", "card 6"]
    table.may_not("card 3", because="Only face-down cards")
    table = board(f"ab ar {REST}", face_up=[3, 4, 5, 6]).do("card 1", "card 2", "player 1", "player 2")
    assert table.actor == 1


def test_two_looks_and_swaps() -> None:
    """DM-14, DM-G16: compulsory, each card keeps its facing."""
    table = board("2b 2r 7b 7b qb qb", face_up=[3]).do("card 1", "card 2")
    assert table.legal() == ["card 3", "card 4", "card 5", "card 6"]
    table.do("card 3")
    assert table.legal() == ["card 4", "card 5", "card 6"]
    table.do("card 5")
    assert table["cards", 2:6] == ["black-queen", "black-7", "black-7", "black-queen"]
    assert table["face_up"] == [5]
    assert table["players", 0, "knows"] == [3, 5]
    assert table["players", 1, "knows"] == [5]
    assert table.actor == 1


def test_two_with_no_cards_left_does_nothing() -> None:
    """DM-G16"""
    table = board("2b 2r").do("card 1", "card 2")
    assert table.over()


def test_three_reveals_up_to_four_and_strikes() -> None:
    """DM-15, DM-G17: a 3 among them; up to three players lose 3 each."""
    table = board("3b 3r 3b 3r 7b 7b qb qb", tokens=[20, 20, 20, 20]).do("card 1", "card 2")
    assert table.legal()[0] == "stop"
    table.do("card 3", "card 5", "card 6", "card 7")
    assert table["shown"] == [3, 5, 6, 7]
    assert table["stage"] == "take from"
    table.do("player 2")
    assert table.legal() == ["stop", "player 1", "player 3", "player 4"]
    table.do("player 3", "player 4")
    assert table.each("tokens") == [20, 17, 17, 17]
    assert table.actor == 1


def test_three_of_a_kind_strikes_too() -> None:
    """DM-15, DM-G17: also with a choice of nobody."""
    table = board("3b 3r 7b 7b 7r 7r").do("card 1", "card 2", "card 3", "card 4")
    assert table["stage"] == "reveal some"
    table.do("card 5", "stop")
    assert table["stage"] == "take from"
    table.do("stop")
    assert table.each("tokens") == [20, 20]


def test_three_without_luck_does_nothing() -> None:
    """DM-15, DM-G17: a pair is not enough, and cards revealed before do not count."""
    table = board("3b 3r 7b 7b 7r 7r qb qb", shown=[5]).do("card 1", "card 2", "card 3", "card 4", "card 7", "card 8")
    assert table.actor == 1
    assert table.each("tokens") == [20, 20]


def test_three_reveals_a_card_once_and_none_if_none_is_left() -> None:
    """DM-G14, DM-G17"""
    table = board("3b 3r 7b 7b qb qb", face_up=[5]).do("card 1", "card 2", "card 3")
    assert table.legal() == ["stop", "card 4", "card 6"]
    assert board("3b 3r 7b 7b", face_up=[3, 4]).do("card 1", "card 2").actor == 1


def test_four_looks_at_two_and_reveals_two() -> None:
    """DM-16: row a is columns 2 to 7, row b is columns 1 to 8; the square b1 covers b1, b2, c1, c2."""
    cards = ["_"] * 20
    cards[0:2] = ["4b", "4r"]
    cards[6], cards[7], cards[14], cards[15] = "7b", "7b", "qb", "qb"  # b1 b2 c1 c2
    table = board(" ".join(cards)).do("card 1", "card 2", "square b1")
    assert table.legal() == ["card 7", "card 8", "card 15", "card 16"]
    table.do("card 8", "card 15")
    assert table["players", 0, "knows"] == [7, 8, 15, 16]
    assert table["players", 1, "knows"] == [7, 16]
    assert table["face_up"] == []
    assert table.actor == 1


def test_four_with_gaps() -> None:
    """DM-G18: any block with a card; up to two are looked at."""
    cards = ["_"] * 20
    cards[0:2] = ["4b", "4r"]
    cards[6], cards[7] = "7b", "7b"  # b1 b2
    table = board(" ".join(cards)).do("card 1", "card 2")
    assert table.legal() == ["square a1", "square a2", "square b1", "square b2"]
    table.do("square b2")
    assert table["players", 0, "knows"] == [8]
    assert table["players", 1, "knows"] == []


def test_four_leaves_face_up_cards_alone() -> None:
    """DM-G14, DM-G18"""
    cards = ["_"] * 20
    cards[0:2] = ["4b", "4r"]
    cards[6], cards[7], cards[14], cards[15] = "7b", "7b", "qb", "qb"
    table = board(" ".join(cards), face_up=[7]).do("card 1", "card 2", "square b1")
    assert table.legal() == ["card 8", "card 15", "card 16"]
    table.do("card 8", "card 16")
    assert table["face_up"] == [7]
    assert table["shown"] == [7, 15]


def five(
    house: Mapping[str, object] | None = None, face_up: Sequence[int] = (), kept: Sequence[object] = ()
) -> Scenario:
    """A 3 by 3 block around c3 (place 17): b2 b3 b4, c2 c3 c4, d2 d3 d4."""
    cards = ["_"] * 30
    cards[0:2] = ["5b", "5r"]
    block = [8, 9, 10, 16, 17, 18, 24, 25, 26]
    for place, card in zip(block, ["7b", "7b", "7r", "7r", "qb", "qb", "qr", "qr", "9b"], strict=True):
        cards[place - 1] = card
    cards[29] = "9b"
    return board(" ".join(cards), house=house, face_up=list(face_up), kept=list(kept)).do("card 1", "card 2")


def test_five_reveals_a_plus_and_goes_again() -> None:
    """DM-17, DM-G19: face-up cards stay as they are."""
    table = five(face_up=[9])
    table.do("card 17")
    assert table["shown"] == [9, 16, 17, 18, 25]
    assert table["face_up"] == [9]
    assert table.actor == 0
    assert table["order"] == 0
    table.do("card 17", "card 30", "both up")
    assert table.actor == 1


def test_five_diagonal() -> None:
    """DM-G19: the option cross_shape."""
    table = five(house={"cross_shape": "diagonal"}).do("card 17")
    assert table["shown"] == [8, 10, 17, 24, 26]


def test_five_at_the_edge_skips_what_is_not_there() -> None:
    """DM-G19: around place 30 (d8) only the card itself lies in the cross."""
    assert five().do("card 30")["shown"] == [30]
    assert "card 1" in five().legal(), "an empty centre with a card beside it"
    assert "card 52" not in five().legal(), "nothing lies there"


def test_four_and_five_ask_nothing_when_nothing_is_face_down() -> None:
    """DM-G14, DM-16, DM-17: the extra turn of the 5 is taken all the same."""
    assert board("4b 4r 7b 7b", face_up=[3, 4]).do("card 1", "card 2").actor == 1
    table = board("5b 5r 7b 7b", face_up=[3, 4]).do("card 1", "card 2")
    assert (table.actor, table["stage"], table["order"]) == (0, "first", 0)
    assert "goes again" in table.happened


def test_six_turns_up_for_good() -> None:
    """DM-18, DM-G20: any number, and none is a number."""
    table = board(f"6b 6r {REST}").do("card 1", "card 2", "card 3", "card 6", "stop")
    assert table["face_up"] == [3, 6]
    assert table.actor == 1
    table = board(f"6b 6r {REST}").do("card 1", "card 2", "stop")
    assert table["face_up"] == []
    table = board(f"6b 6r {REST}").do("card 1", "card 2", "card 3", "card 4", "card 5", "card 6")
    assert table.actor == 1, "nothing is left to turn up"


def test_seven_gives_a_turn_and_offers_another() -> None:
    """DM-19, DM-G21: one paid turn, which offers no other."""
    table = board("7b 7r 8b 8b qb qb 5b 5b").do("card 1", "card 2")
    assert table.actor == 0
    table.do("card 3", "card 5", "both up")
    assert table.legal() == ["pay", "end turn"]
    table.do("pay")
    assert "paid" in table.happened
    assert table.each("tokens") == [15, 20]
    assert table["bank"] == 25
    assert table.actor == 0
    table.do("card 4", "card 7", "both up")
    assert table.actor == 1


def test_the_offer_may_be_declined() -> None:
    """DM-19"""
    table = board("7b 7r 8b 8b qb qb").do("card 1", "card 2", "card 3", "card 5", "both up", "end turn")
    assert table.each("tokens") == [20, 20]
    assert table.actor == 1


def test_a_paid_turn_needs_more_than_five() -> None:
    """DM-G13: in Underdogs five are enough."""
    play = ("card 1", "card 2", "card 3", "card 5", "both up")
    assert board("7b 7r 8b 8b qb qb", tokens=[5, 20]).do(*play).actor == 1
    assert board("7b 7r 8b 8b qb qb", tokens=[6, 20]).do(*play).legal() == ["pay", "end turn"]
    table = board("7b 7r 8b 8b qb qb", tokens=[5, 20], house={"underdogs": True}).do(*play, "pay")
    assert table.each("tokens") == [0, 20]
    assert table.actor == 0


def test_eight_skips_the_next_player() -> None:
    """DM-20"""
    table = board(f"8b 8r {REST} qb qb", tokens=[20, 20, 20]).do("card 1", "card 2")
    assert table.actor == 2
    table.do("card 3", "card 7", "both up")
    assert table.actor == 0
    table.do("card 4", "card 8", "both up")
    assert table.actor == 1, "only one turn was skipped"


def test_eight_passes_over_those_who_are_out() -> None:
    """DM-20, DM-12"""
    table = board(f"8b 8r {REST}", tokens=[20, 0, 20, 20], players=[{}, {"out": 1}, {}, {}]).do("card 1", "card 2")
    assert table.actor == 3


def test_eight_with_two_players() -> None:
    """DM-G22"""
    assert board(f"8b 8r {REST}").do("card 1", "card 2").actor == 0


def test_two_eights_before_the_turn_passes() -> None:
    """DM-G41: extra turns first, then both skips."""
    table = board(f"8b 8r 8b 8r {REST} qb qb", tokens=[20] * 4, queue=[[0, False]]).do("card 1", "card 2")
    assert table.actor == 0
    table.do("card 3", "card 4")
    assert table.actor == 3
    table = board(f"8b 8r 8b 8r {REST} qb qb", queue=[[0, False]]).do("card 1", "card 2", "card 3", "card 4")
    assert table.actor == 0
    table.do("card 5", "card 9", "both up")
    assert table.actor == 0, "with two players the opponent misses both"


def test_nine_stays_and_replaces_the_next_loss() -> None:
    """DM-21, DM-G23: by itself, however small the loss."""
    table = board(f"9b 9r ab ar {REST}").do("card 1", "card 2")
    assert table["kept"] == [[0, "9", "shield"]]
    assert "black-9" not in table.cards("discard", slice(-2, None))
    table.do("card 3", "card 4", "player 2", "player 1")
    assert table.each("tokens") == [20, 21]
    assert table["kept"] == []
    assert table["discard", -2:] == ["black-9", "red-9"]


def test_a_shield_against_an_ace() -> None:
    """DM-T5"""
    table = board(f"ab ar {REST}", tokens=[20, 20, 20], kept=[[2, "9", "shield"]])
    table.do("card 1", "card 2", "player 1", "player 3")
    assert table.each("tokens") == [21, 20, 20]
    assert table["kept"] == []


def test_a_thief_is_no_shield() -> None:
    """DM-21, DM-22, DM-G23: the oldest shield goes, and thieves stay."""
    kept = [[1, "10", "thief"], [1, "9", "shield"], [1, "king", "shield"]]
    table = board(f"7b 7b {REST}", kept=kept, turn=1).do("card 1", "card 2", "player 2")
    assert table.each("tokens") == [20, 20]
    assert table["kept"] == [[1, "10", "thief"], [1, "king", "shield"]]
    table = board(f"7b 7b {REST}", kept=[[1, "10", "thief"]], turn=1).do("card 1", "card 2", "player 2")
    assert table.each("tokens") == [20, 13]


@pytest.mark.parametrize("cards", ["7b 7b", "3b 3r 3b 3r", "qb qr", "jb jr"])
def test_shields_stop_every_imposed_loss(cards: str) -> None:
    """DM-G23, DM-G24: and nothing moves."""
    table = board(f"{cards} {REST}", tokens=[5, 20], kept=[[1, "9", "shield"]]).do("card 1", "card 2")
    table.do(*{"7": ["player 2"], "3": ["card 3", "stop", "player 2"]}.get(cards[0], ["player 2", "player 1"]))
    assert table.each("tokens") == [5, 20]
    assert table["kept"] == []


def test_voluntary_costs_leave_the_shield() -> None:
    """DM-G23: hiding and paying for a turn are paid."""
    table = board(f"7b 7r {REST} qb qb", kept=[[0, "9", "shield"]])
    table.do("card 1", "card 2", "card 3", "card 7", "hide both", "pay")
    assert table.each("tokens") == [13, 20]
    assert table["kept"] == [[0, "9", "shield"]]


def test_a_jack_that_would_raise_the_owner_is_no_loss() -> None:
    """DM-G24"""
    table = board(f"jb jr {REST}", tokens=[20, 10], kept=[[1, "9", "shield"]]).do(
        "card 1", "card 2", "player 2", "player 1"
    )
    assert table.each("tokens") == [15, 15]
    assert table["kept"] == [[1, "9", "shield"]]


def test_nine_optional_asks_the_owner() -> None:
    """DM-G23: the option nine_optional."""
    house = {"nine_optional": True}
    table = board(f"7b 7b {REST}", kept=[[1, "9", "shield"]], house=house).do("card 1", "card 2", "player 2")
    assert table.actor == 1
    assert table.legal() == ["shield", "take the loss"]
    table.do("take the loss")
    assert table.each("tokens") == [20, 13]
    assert table["kept"] == [[1, "9", "shield"]]
    table = board(f"7b 7b {REST}", kept=[[1, "9", "shield"]], house=house).do("card 1", "card 2", "player 2", "shield")
    assert table.each("tokens") == [20, 20]
    assert table["kept"] == []
    table = board(f"3b 3r 3b 3r {REST}", kept=[[1, "9", "shield"]], house=house)
    table.do("card 1", "card 2", "card 3", "stop", "player 2", "take the loss")
    assert table.actor == 0
    assert table.legal() == ["stop", "player 1"]


def test_ten_takes_the_next_match() -> None:
    """DM-22, DM-T4: B holds a thief, A matches two red 9s."""
    table = board(f"9r 9r {REST}", tokens=[20, 20, 20], kept=[[1, "10", "thief"]]).do("card 1", "card 2")
    assert table["kept"] == []
    assert table.actor == 1
    table.do("player 2")
    assert table.each("tokens") == [20, 29, 20]
    assert table.actor == 1, "A's turn is over, B is the left neighbour"


def test_a_matched_ten_is_kept() -> None:
    """DM-22"""
    assert board(f"10b 10r {REST}").do("card 1", "card 2")["kept"] == [[0, "10", "thief"]]


def test_the_own_match_leaves_the_thief() -> None:
    """DM-G25, DM-G26"""
    table = board(f"9r 9r {REST}", kept=[[0, "10", "thief"]]).do("card 1", "card 2", "player 1")
    assert table.each("tokens") == [29, 20]
    assert table["kept"] == [[0, "10", "thief"]]


def test_ten_own_match() -> None:
    """DM-G25: the option ten_own_match discards the pair to no effect."""
    table = board(f"9r 9r {REST}", kept=[[0, "10", "thief"]], house={"ten_own_match": True}).do("card 1", "card 2")
    assert table.actor == 0
    table.do("player 1")
    assert table.each("tokens") == [29, 20]
    assert table["kept"] == []


def test_the_oldest_thief_acts() -> None:
    """DM-G26: one for each match, never the matcher's own."""
    kept = [[0, "10", "thief"], [2, "10", "thief"], [1, "king", "thief"]]
    table = board(f"9r 9r {REST}", tokens=[20, 20, 20], kept=kept).do("card 1", "card 2")
    assert table.actor == 2
    assert table["kept"] == [[0, "10", "thief"], [1, "king", "thief"]]


@pytest.mark.parametrize(("card", "role"), [("9", "shield"), ("10", "thief")])
def test_a_stolen_pair_is_kept_by_the_thief(card: str, role: str) -> None:
    """DM-G27"""
    table = board(f"{card}b {card}r {REST}", kept=[[1, "10", "thief"]]).do("card 1", "card 2")
    assert table["kept"] == [[1, card, role]]
    assert table["discard", -2:] == ["black-10", "red-10"]


def test_a_stolen_turn() -> None:
    """DM-G28: the thief plays after the matcher, then the matcher's left neighbour; the paid turn is the thief's."""
    table = board(f"7b 7r {REST} qb qb", tokens=[20] * 4, kept=[[2, "10", "thief"]]).do("card 1", "card 2")
    assert table.actor == 2
    table.do("card 3", "card 7", "both up")
    assert table.legal() == ["pay", "end turn"]
    table.do("pay")
    assert table.each("tokens") == [20, 20, 15, 20]
    table.do("card 4", "card 8", "both up")
    assert table.actor == 1


def test_a_stolen_five() -> None:
    """DM-G28"""
    table = five(kept=[[1, "10", "thief"]])
    assert table.actor == 1
    table.do("card 17")
    assert table["turn"] == 1
    table.do("card 8", "card 9", "player 1")
    assert table["turn"] == 1, "the matcher's left neighbour, in the normal order"
    assert table["order"] == 1


def test_a_stolen_eight() -> None:
    """DM-G29: the next player in order who is not the thief."""
    table = board(f"8b 8r {REST}", tokens=[20] * 3, kept=[[1, "10", "thief"]]).do("card 1", "card 2")
    assert table.actor == 1
    assert table.each("skips") == [0, 0, 1]


def test_a_thief_must_act() -> None:
    """DM-G30: nobody asks."""
    table = board(f"ab ar {REST}", kept=[[1, "10", "thief"]]).do("card 1", "card 2")
    assert "stole the match" in table.happened
    assert table.actor == 1
