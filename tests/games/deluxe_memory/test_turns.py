"""Set-up, turns, black and red pairs, hiding, elimination and the end."""

import pytest

import parlour
from games.deluxe_memory.positions import board
from parlour.core.errors import UnknownOption
from parlour.games.deluxe_memory import GAME
from scenario import Scenario

# Set-up


def test_two_to_four_players() -> None:
    """DM-01"""
    for seats in (2, 3, 4):
        assert parlour.game("deluxe-memory", seats).seats == seats
    for seats in (1, 5):
        with pytest.raises(UnknownOption):
            parlour.game("deluxe-memory", seats)


def test_the_deck_has_52_cards_and_thirty_tokens_for_each() -> None:
    """DM-02"""
    table = Scenario.dealt("deluxe-memory", 3)
    census = table.game.census(table.state)
    assert census.pop("tokens") == 90
    assert len(census) == 26
    assert set(census.values()) == {2}
    assert "joker" not in census


def test_seven_by_eight_without_corners() -> None:
    """DM-03"""
    places = set(GAME().grid.places)
    assert len(places) == 52
    assert not places & {(0, 0), (0, 7), (6, 0), (6, 7)}
    table = Scenario.dealt("deluxe-memory")
    assert len(table.cards("cards")) == 52
    assert table["face_up"] == []


BOX = [f"{colour}-{rank}" for rank in ("ace", *range(2, 11), "jack", "queen", "king") for colour in ("black", "red")]
"""The kinds of card, each there twice."""


def test_twenty_tokens_and_somebody_begins() -> None:
    """DM-04"""
    order = sorted([*BOX, *BOX])
    table = Scenario.dealt("deluxe-memory", 4, luck={"deal": order, "first player": 2})
    assert table.each("tokens") == [20] * 4
    assert table["bank"] == 40
    assert table.to_act == (2,)
    assert table["cards"] == order


def test_the_first_seat_begins_if_the_host_decides() -> None:
    """DM-04: the option first_player; no luck is asked."""
    table = Scenario.dealt("deluxe-memory", 3, {"first_player": "host"}, luck={"deal": [*BOX, *BOX]})
    assert table.to_act == (0,)


# A turn


def test_looking_is_private_and_cards_stay() -> None:
    """DM-05, DM-G01: the first card is seen before the second is chosen."""
    table = board("7b 7b qb qb").do("card 1")
    assert table["players", 0, "knows"] == [1]
    assert table["players", 1, "knows"] == []
    assert table["stage"] == "second"
    table.do("card 3", "hide both")
    assert table["cards", :4] == ["black-7", "black-7", "black-queen", "black-queen"]
    assert table["players", 0, "knows"] == [1, 3]
    assert table["players", 1, "knows"] == []


def test_select_both_looks_after_choosing() -> None:
    """DM-G01: with select_both nothing is seen until both are chosen."""
    table = board("7b 7b qb qb", house={"select_both": True}).do("card 1")
    assert table["players", 0, "knows"] == []
    assert not table.events("looked")
    table.do("card 3")
    assert table["players", 0, "knows"] == [1, 3]
    assert table["stage"] == "put back"


def test_face_up_cards_may_be_chosen() -> None:
    """DM-G02"""
    table = board("7b 7b qb qb", face_up=[1])
    assert "card 1" in table.legal()
    assert board("7b 7b qb qb", face_up=[1]).do("card 1").legal() == ["card 2", "card 3", "card 4"]


def test_two_face_up_cards_only_if_they_match() -> None:
    """DM-G03"""
    table = board("7b 7b qb qb", face_up=[1, 2, 3]).do("card 1")
    assert table.legal() == ["card 2", "card 4"]
    table.may_not("card 3", because="only if they match")
    table.may_not("card 1", because="already")
    table.may_not("card 9", because="no card")


def test_with_nothing_face_down_a_match_must_be_chosen() -> None:
    """DM-G03"""
    table = board("7b 7b qb qb", face_up=[1, 2, 3, 4])
    assert table.legal() == ["card 1", "card 2", "card 3", "card 4"]
    assert table.do("card 3").legal() == ["card 4"]


def test_a_hidden_first_card_goes_with_any_second() -> None:
    """DM-G03"""
    assert board("7b 7b qb qb", face_up=[3]).do("card 1").legal() == ["card 2", "card 3", "card 4"]


def test_every_turn_makes_progress() -> None:
    """DM-G03: stubborn players who always hide run out of tokens."""
    table = board("7b 7b qb qb", tokens=[4, 4])
    for _ in range(3):
        table.do("card 1", "card 3", "hide both")
    assert table.actor == parlour.NOBODY
    assert table.each("tokens") == [0, 2]


# Black and red pairs


def test_a_black_pair_costs_its_value() -> None:
    """DM-06, DM-11: and the turn passes to the left."""
    table = board("7b 7b qb qb", tokens=[20, 20, 20]).do("card 1", "card 2")
    assert table.legal() == ["player 1", "player 2", "player 3"]
    table.do("player 3")
    assert table.each("tokens") == [20, 20, 13]
    assert table["discard", -2:] == ["black-7", "black-7"]
    assert table["cards", :2] == [None, None]
    assert table.actor == 1


def test_a_red_pair_wins_its_value() -> None:
    """DM-07: for anybody, yourself included."""
    assert board("7r 7r qb qb").do("card 1", "card 2", "player 1").each("tokens") == [27, 20]
    assert board("7r 7r qb qb").do("card 1", "card 2", "player 2").each("tokens") == [20, 27]


@pytest.mark.parametrize(
    ("rank", "value"),
    [("a", 1), *[(str(n), n) for n in range(2, 11)], ("j", 11), ("q", 12), ("k", 13)],
)
def test_values(rank: str, value: int) -> None:
    """DM-08"""
    table = board(f"{rank}r {rank}r 5b 5b" if rank != "5" else "5r 5r 6b 6b").do("card 1", "card 2", "player 1")
    assert table.each("tokens") == [20 + value, 20]


def test_a_mixed_pair_uses_the_chart() -> None:
    """DM-09"""
    table = board("8b 8r qb qb", tokens=[20, 20, 20]).do("card 1", "card 2")
    assert table["discard", -2:] == ["black-8", "red-8"]
    assert table.each("tokens") == [20, 20, 20]
    assert table.actor == 2


def test_a_match_is_carried_out_at_once() -> None:
    """DM-G05: nobody is asked whether to show it."""
    table = board("7b 7b qb qb").do("card 1", "card 2")
    assert table.happened[-1] == "matched"
    assert table.legal() == ["player 1", "player 2"]


def test_anybody_in_the_game_may_be_chosen() -> None:
    """DM-G06: but not somebody who is out."""
    table = board("7b 7b qb qb", tokens=[20, 0, 20], players=[{}, {"out": 1}, {}]).do("card 1", "card 2")
    assert table.legal() == ["player 1", "player 3"]
    table.may_not("player 2", because="out of the game")


def test_a_loss_takes_no_more_than_there_is() -> None:
    """DM-G07, DM-T1: two black Queens against 9 tokens."""
    table = board("qb qb 7b 7b", tokens=[20, 9, 20]).do("card 1", "card 2", "player 2")
    assert table.each("tokens") == [20, 0, 20]
    assert table["bank"] == 90 - 40
    assert table.each("out") == [0, 1, 0]
    assert table.actor == 2


def test_the_bank_never_runs_dry() -> None:
    """DM-G08"""
    table = board("kr kr 7b 7b", bank=3).do("card 1", "card 2", "player 1")
    assert table.each("tokens") == [33, 20]
    assert table["bank"] == -10


def test_a_finite_bank_caps_gains() -> None:
    """DM-G08: the option finite_bank."""
    table = board("kr kr 7b 7b", bank=3, house={"finite_bank": True}).do("card 1", "card 2", "player 1")
    assert table.each("tokens") == [23, 20]
    assert table["bank"] == 0
    table = board("ab ar 7b 7b", bank=0, house={"finite_bank": True}).do("card 1", "card 2", "player 1", "player 2")
    assert table.each("tokens") == [20, 19]
    assert table["bank"] == 1


# No match


def test_cards_that_do_not_match_go_back_face_up() -> None:
    """DM-10"""
    table = board("7b 7b qb qb").do("card 1", "card 3")
    assert table.legal() == ["both up", "hide first", "hide second", "hide both"]
    table.do("both up")
    assert table["face_up"] == [1, 3]
    assert table.each("tokens") == [20, 20]
    assert table.actor == 1


@pytest.mark.parametrize(
    ("way", "face_up", "cost"), [("hide first", [3], 1), ("hide second", [1], 1), ("hide both", [], 2)]
)
def test_hiding_costs_a_token_each(way: str, face_up: list[int], cost: int) -> None:
    """DM-10"""
    table = board("7b 7b qb qb").do("card 1", "card 3", way)
    assert table["face_up"] == face_up
    assert table.each("tokens") == [20 - cost, 20]
    assert table["bank"] == 20 + cost


def test_a_face_up_card_may_be_hidden_again() -> None:
    """DM-G04"""
    table = board("7b 7b qb qb", face_up=[1]).do("card 1", "card 3", "hide first")
    assert table["face_up"] == [3]
    assert table.each("tokens") == [19, 20]


def test_no_rehide() -> None:
    """DM-G04: the option no_rehide."""
    table = board("7b 7b qb qb", face_up=[1], house={"no_rehide": True}).do("card 1", "card 3")
    assert table.legal() == ["both up", "hide second"]
    table.may_not("hide first", because="face up")


def test_paying_needs_tokens_and_the_last_one_puts_you_out() -> None:
    """DM-G13, DM-T6, DM-12, DM-G09"""
    table = board("7b 7b qb qb", tokens=[1, 20, 20]).do("card 1", "card 3")
    assert table.legal() == ["both up", "hide first", "hide second"]
    table.may_not("hide both", because="only 1")
    table.do("hide first")
    assert table.each("tokens") == [0, 20, 20]
    assert table.each("out") == [1, 0, 0]
    assert table.actor == 1


def test_play_passes_to_the_left_past_those_who_are_out() -> None:
    """DM-11, DM-12"""
    table = board("7b 7b qb qb 5b 5b", tokens=[20, 0, 20], players=[{}, {"out": 1}, {}])
    table.do("card 1", "card 3", "both up")
    assert table.actor == 2
    table.do("card 2", "card 5", "both up")
    assert table.actor == 0


# Out of the game


def test_an_ace_may_give_and_take_within_one_effect() -> None:
    """DM-G09: only the end of the effect counts."""
    table = board("ab ar 7b 7b", tokens=[20, 1, 20]).do("card 1", "card 2", "player 1", "player 2")
    assert table["players", 1, "tokens"] == 0
    assert table.each("out") == [0, 0, 0], "the effect is not over before the card is revealed"
    table.do("card 3")
    assert table.each("out") == [0, 1, 0]


def test_out_in_the_own_turn_loses_extra_turns() -> None:
    """DM-G10"""
    table = board("7b 7b qb qb", tokens=[1, 20, 20], queue=[[0, True]], players=[{"skips": 1}, {}, {}])
    table.do("card 1", "card 3", "hide first")
    assert table["queue"] == []
    assert table["players", 0, "skips"] == 0
    assert table.actor == 1
    table = board("7b 7b qb qb", tokens=[1, 20, 20], queue=[[0, True], [2, False]]).do("card 1", "card 3", "hide first")
    assert table["queue"] == []
    assert table.actor == 2, "somebody else's extra turn is not lost"
    assert table.do("card 3", "card 1", "hide first").actor == 1


def test_pairs_of_a_player_who_is_out_are_discarded() -> None:
    """DM-G11"""
    kept = [[0, "10", "thief"], [1, "9", "shield"], [0, "9", "shield"]]
    table = board("7b 7b qb qb", tokens=[1, 20, 20], kept=kept).do("card 1", "card 3", "hide first")
    assert table["kept"] == [[1, "9", "shield"]]
    assert sorted(table.cards("discard", slice(-4, None))) == ["black-10", "black-9", "red-10", "red-9"]


def test_last_players_out_together_share_the_win() -> None:
    """DM-G12, DM-15: one effect takes the last tokens of both."""
    table = board("3b 3r 3b 3r 7b 7b", tokens=[3, 2, 0], players=[{}, {}, {"out": 1}])
    table.do("card 1", "card 2", "card 3", "stop", "player 1", "player 2")
    outcome = table.result
    assert outcome.ranks == (1, 1, 3)
    assert outcome.scores == (0, 0, 0)


# The end


def test_only_one_player_with_tokens_ends_the_game() -> None:
    """DM-26"""
    table = board("qb qb 7b 7b", tokens=[5, 12, 0], players=[{}, {}, {"out": 1}]).do("card 1", "card 2", "player 2")
    outcome = table.result
    assert outcome.winners == (0,)
    assert outcome.ranks == (1, 2, 3)
    assert "one player" in outcome.reason
    table.may_not("card 1", because="over")


def test_no_match_left_ends_the_game() -> None:
    """DM-26, DM-G34: every rank pairs off, so the grid is empty."""
    table = board("2r 2r").do("card 1", "card 2", "player 2")
    outcome = table.result
    assert outcome.winners == (1,)
    assert outcome.scores == (20, 22)
    assert "matched" in outcome.reason


def test_ties_share_the_win() -> None:
    """DM-G39"""
    table = board("2r 2r", tokens=[18, 20]).do("card 1", "card 2", "player 1")
    assert table.result.ranks == (1, 1)


@pytest.mark.parametrize(("turn", "tokens", "ranks"), [(0, [18, 20], (1, 2)), (1, [20, 18], (2, 1))])
def test_of_equal_players_the_last_match_may_decide(turn: int, tokens: list[int], ranks: tuple[int, int]) -> None:
    """DM-G39: the option tie."""
    table = board("2r 2r", tokens=tokens, turn=turn, house={"tie": "broken"})
    table.do("card 1", "card 2", f"player {turn + 1}")
    outcome = table.result
    assert (outcome.scores, outcome.ranks) == ((20, 20), ranks)
    assert (
        outcome.reason == "All cards are matched: most tokens win. Tied at the top, the player who made the last match wins."
    )


def test_a_last_match_by_somebody_else_decides_nothing() -> None:
    """DM-G39: the matcher has fewer tokens, and the other two share the win."""
    table = board("2r 2r", tokens=[5, 18, 20], house={"tie": "broken"}).do("card 1", "card 2", "player 2")
    outcome = table.result
    assert (outcome.scores, outcome.ranks) == ((5, 20, 20), (3, 1, 1))
    assert outcome.reason == "All cards are matched: most tokens win."


def test_kept_pairs_count_nothing() -> None:
    """DM-G33"""
    table = board("2r 2r", tokens=[18, 20], kept=[[0, "9", "shield"]]).do("card 1", "card 2", "player 1")
    assert table.result.ranks == (1, 1)


def test_games_end_within_the_bound() -> None:
    """DM-G03, DM-G34"""
    for seed in range(5):
        table, decisions = Scenario.dealt("deluxe-memory", 2, seed=seed), 0
        while not table.over():
            table.do(table.legal()[-1])
            decisions += 1
        assert decisions < table.game.longest()
