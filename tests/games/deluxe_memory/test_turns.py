"""Set-up, turns, black and red pairs, hiding, elimination and the end."""

import pytest

import parlour
from parlour.core.chance import Scripted, Seeded
from parlour.core.errors import IllegalAction, UnknownOption
from parlour.games.deluxe_memory import GAME

# Set-up


def test_two_to_four_players() -> None:
    """DM-01"""
    for seats in (2, 3, 4):
        assert GAME(seats=seats).seats == seats
    for seats in (1, 5):
        with pytest.raises(UnknownOption):
            GAME(seats=seats)


def test_the_deck_has_52_cards_and_thirty_tokens_for_each() -> None:
    """DM-02"""
    game = GAME(seats=3)
    census = game.census(game.new(Seeded(1)))
    assert census.pop("tokens") == 90
    assert len(census) == 26
    assert set(census.values()) == {2}
    assert "joker" not in census


def test_seven_by_eight_without_corners() -> None:
    """DM-03"""
    game = GAME()
    places = set(game.grid.places)
    assert len(places) == 52
    assert not places & {(0, 0), (0, 7), (6, 0), (6, 7)}
    table = game.new(Seeded(1))
    dump = game.dump(table)
    assert None not in dump["cards"]
    assert dump["face_up"] == []


def test_twenty_tokens_and_somebody_begins() -> None:
    """DM-04"""
    game = GAME(seats=4)
    table = game.new(Scripted([{"order": game.whole_deck, "why": "deal"}, {"pick": 2, "why": "first player"}]))
    assert [player.tokens for player in table.players] == [20] * 4
    assert game.dump(table)["bank"] == 40
    assert game.to_act(table) == (2,)
    assert game.dump(table)["cards"][:3] == ["black-ace", "black-ace", "red-ace"]


def test_the_first_seat_begins_if_the_host_decides() -> None:
    """DM-04: the option first_player; no luck is asked."""
    game = GAME(seats=3, first_player="host")
    assert game.to_act(game.new(Scripted([{"order": game.whole_deck, "why": "deal"}]))) == (0,)


# A turn


def test_looking_is_private_and_cards_stay(board) -> None:
    """DM-05, DM-G01: the first card is seen before the second is chosen."""
    b = board("7b 7b qb qb").do("card 1")
    assert b.knows(0) == [1]
    assert b.knows(1) == []
    assert b.now("stage") == "second"
    b.do("card 3", "hide both")
    assert b.now("cards")[:4] == ["black-7", "black-7", "black-queen", "black-queen"]
    assert b.knows(0) == [1, 3]
    assert b.knows(1) == []


def test_select_both_looks_after_choosing(board) -> None:
    """DM-G01: with select_both nothing is seen until both are chosen."""
    b = board("7b 7b qb qb", house={"select_both": True}).do("card 1")
    assert b.knows(0) == []
    assert "looked" not in b.kinds()
    b.do("card 3")
    assert b.knows(0) == [1, 3]
    assert b.now("stage") == "put back"


def test_face_up_cards_may_be_chosen(board) -> None:
    """DM-G02"""
    b = board("7b 7b qb qb", face_up=[1])
    assert "card 1" in b.legal
    assert board("7b 7b qb qb", face_up=[1]).do("card 1").legal == ["card 2", "card 3", "card 4"]


def test_two_face_up_cards_only_if_they_match(board) -> None:
    """DM-G03"""
    b = board("7b 7b qb qb", face_up=[1, 2, 3]).do("card 1")
    assert b.legal == ["card 2", "card 4"]
    assert "only if they match" in b.why_not("card 3")
    with pytest.raises(IllegalAction, match="only if they match"):
        b.do("card 3")
    assert "already" in b.why_not("card 1")
    assert "no card" in b.why_not("card 9")


def test_with_nothing_face_down_a_match_must_be_chosen(board) -> None:
    """DM-G03"""
    b = board("7b 7b qb qb", face_up=[1, 2, 3, 4])
    assert b.legal == ["card 1", "card 2", "card 3", "card 4"]
    assert b.do("card 3").legal == ["card 4"]


def test_a_hidden_first_card_goes_with_any_second(board) -> None:
    """DM-G03"""
    assert board("7b 7b qb qb", face_up=[3]).do("card 1").legal == ["card 2", "card 3", "card 4"]


def test_every_turn_makes_progress(board) -> None:
    """DM-G03: stubborn players who always hide run out of tokens."""
    b = board("7b 7b qb qb", tokens=[4, 4])
    for _ in range(3):
        b.do("card 1", "card 3", "hide both")
    assert b.actor == parlour.NOBODY
    assert b.tokens == [0, 2]


# Black and red pairs


def test_a_black_pair_costs_its_value(board) -> None:
    """DM-06, DM-11: and the turn passes to the left."""
    b = board("7b 7b qb qb", tokens=[20, 20, 20]).do("card 1", "card 2")
    assert b.legal == ["player 1", "player 2", "player 3"]
    b.do("player 3")
    assert b.tokens == [20, 20, 13]
    assert b.now("discard")[-2:] == ["black-7", "black-7"]
    assert b.now("cards")[:2] == [None, None]
    assert b.actor == 1


def test_a_red_pair_wins_its_value(board) -> None:
    """DM-07: for anybody, yourself included."""
    assert board("7r 7r qb qb").do("card 1", "card 2", "player 1").tokens == [27, 20]
    assert board("7r 7r qb qb").do("card 1", "card 2", "player 2").tokens == [20, 27]


@pytest.mark.parametrize(
    ("rank", "value"),
    [("a", 1), *[(str(n), n) for n in range(2, 11)], ("j", 11), ("q", 12), ("k", 13)],
)
def test_values(board, rank: str, value: int) -> None:
    """DM-08"""
    b = board(f"{rank}r {rank}r 5b 5b" if rank != "5" else "5r 5r 6b 6b").do("card 1", "card 2", "player 1")
    assert b.tokens == [20 + value, 20]


def test_a_mixed_pair_uses_the_chart(board) -> None:
    """DM-09"""
    b = board("8b 8r qb qb", tokens=[20, 20, 20]).do("card 1", "card 2")
    assert b.now("discard")[-2:] == ["black-8", "red-8"]
    assert b.tokens == [20, 20, 20]
    assert b.actor == 2


def test_a_match_is_carried_out_at_once(board) -> None:
    """DM-G05: nobody is asked whether to show it."""
    b = board("7b 7b qb qb").do("card 1", "card 2")
    assert b.kinds()[-1] == "matched"
    assert b.legal == ["player 1", "player 2"]


def test_anybody_in_the_game_may_be_chosen(board) -> None:
    """DM-G06: but not somebody who is out."""
    b = board("7b 7b qb qb", tokens=[20, 0, 20], players=[{}, {"out": 1}, {}]).do("card 1", "card 2")
    assert b.legal == ["player 1", "player 3"]
    assert "out of the game" in b.why_not("player 2")


def test_a_loss_takes_no_more_than_there_is(board) -> None:
    """DM-G07, DM-T1: two black Queens against 9 tokens."""
    b = board("qb qb 7b 7b", tokens=[20, 9, 20]).do("card 1", "card 2", "player 2")
    assert b.tokens == [20, 0, 20]
    assert b.now("bank") == 90 - 40
    assert b.out() == [0, 1, 0]
    assert b.actor == 2


def test_the_bank_never_runs_dry(board) -> None:
    """DM-G08"""
    b = board("kr kr 7b 7b", bank=3).do("card 1", "card 2", "player 1")
    assert b.tokens == [33, 20]
    assert b.now("bank") == -10


def test_a_finite_bank_caps_gains(board) -> None:
    """DM-G08: the option finite_bank."""
    b = board("kr kr 7b 7b", bank=3, house={"finite_bank": True}).do("card 1", "card 2", "player 1")
    assert b.tokens == [23, 20]
    assert b.now("bank") == 0
    b = board("ab ar 7b 7b", bank=0, house={"finite_bank": True}).do("card 1", "card 2", "player 1", "player 2")
    assert b.tokens == [20, 19]
    assert b.now("bank") == 1


# No match


def test_cards_that_do_not_match_go_back_face_up(board) -> None:
    """DM-10"""
    b = board("7b 7b qb qb").do("card 1", "card 3")
    assert b.legal == ["both up", "hide first", "hide second", "hide both"]
    b.do("both up")
    assert b.now("face_up") == [1, 3]
    assert b.tokens == [20, 20]
    assert b.actor == 1


@pytest.mark.parametrize(
    ("way", "face_up", "cost"), [("hide first", [3], 1), ("hide second", [1], 1), ("hide both", [], 2)]
)
def test_hiding_costs_a_token_each(board, way: str, face_up: list[int], cost: int) -> None:
    """DM-10"""
    b = board("7b 7b qb qb").do("card 1", "card 3", way)
    assert b.now("face_up") == face_up
    assert b.tokens == [20 - cost, 20]
    assert b.now("bank") == 20 + cost


def test_a_face_up_card_may_be_hidden_again(board) -> None:
    """DM-G04"""
    b = board("7b 7b qb qb", face_up=[1]).do("card 1", "card 3", "hide first")
    assert b.now("face_up") == [3]
    assert b.tokens == [19, 20]


def test_no_rehide(board) -> None:
    """DM-G04: the option no_rehide."""
    b = board("7b 7b qb qb", face_up=[1], house={"no_rehide": True}).do("card 1", "card 3")
    assert b.legal == ["both up", "hide second"]
    assert "face up" in b.why_not("hide first")


def test_paying_needs_tokens_and_the_last_one_puts_you_out(board) -> None:
    """DM-G13, DM-T6, DM-12, DM-G09"""
    b = board("7b 7b qb qb", tokens=[1, 20, 20]).do("card 1", "card 3")
    assert b.legal == ["both up", "hide first", "hide second"]
    assert "only 1" in b.why_not("hide both")
    b.do("hide first")
    assert b.tokens == [0, 20, 20]
    assert b.out() == [1, 0, 0]
    assert b.actor == 1


def test_play_passes_to_the_left_past_those_who_are_out(board) -> None:
    """DM-11, DM-12"""
    b = board("7b 7b qb qb 5b 5b", tokens=[20, 0, 20], players=[{}, {"out": 1}, {}])
    b.do("card 1", "card 3", "both up")
    assert b.actor == 2
    b.do("card 2", "card 5", "both up")
    assert b.actor == 0


# Out of the game


def test_an_ace_may_give_and_take_within_one_effect(board) -> None:
    """DM-G09: only the end of the effect counts."""
    b = board("ab ar 7b 7b", tokens=[20, 1, 20]).do("card 1", "card 2", "player 1", "player 2")
    assert b.tokens[1] == 0
    assert b.out() == [0, 0, 0], "the effect is not over before the card is revealed"
    b.do("card 3")
    assert b.out() == [0, 1, 0]


def test_out_in_the_own_turn_loses_extra_turns(board) -> None:
    """DM-G10"""
    b = board("7b 7b qb qb", tokens=[1, 20, 20], queue=[[0, True]], players=[{"skips": 1}, {}, {}])
    b.do("card 1", "card 3", "hide first")
    assert b.now("queue") == []
    assert b.now("players")[0]["skips"] == 0
    assert b.actor == 1
    b = board("7b 7b qb qb", tokens=[1, 20, 20], queue=[[0, True], [2, False]]).do("card 1", "card 3", "hide first")
    assert b.now("queue") == []
    assert b.actor == 2, "somebody else's extra turn is not lost"
    assert b.do("card 3", "card 1", "hide first").actor == 1


def test_pairs_of_a_player_who_is_out_are_discarded(board) -> None:
    """DM-G11"""
    kept = [[0, "10", "thief"], [1, "9", "shield"], [0, "9", "shield"]]
    b = board("7b 7b qb qb", tokens=[1, 20, 20], kept=kept).do("card 1", "card 3", "hide first")
    assert b.now("kept") == [[1, "9", "shield"]]
    assert sorted(b.now("discard")[-4:]) == ["black-10", "black-9", "red-10", "red-9"]


def test_last_players_out_together_share_the_win(board) -> None:
    """DM-G12, DM-15: one effect takes the last tokens of both."""
    b = board("3b 3r 3b 3r 7b 7b", tokens=[3, 2, 0], players=[{}, {}, {"out": 1}])
    b.do("card 1", "card 2", "card 3", "stop", "player 1", "player 2")
    outcome = b.game.outcome(b.table)
    assert outcome.ranks == (1, 1, 3)
    assert outcome.scores == (0, 0, 0)


# The end


def test_only_one_player_with_tokens_ends_the_game(board) -> None:
    """DM-26"""
    b = board("qb qb 7b 7b", tokens=[5, 12, 0], players=[{}, {}, {"out": 1}]).do("card 1", "card 2", "player 2")
    outcome = b.game.outcome(b.table)
    assert outcome.winners == (0,)
    assert outcome.ranks == (1, 2, 3)
    assert "one player" in outcome.reason
    with pytest.raises(IllegalAction, match="over"):
        b.game.apply(b.table, 0, 0, Seeded(1))


def test_no_match_left_ends_the_game(board) -> None:
    """DM-26, DM-G34: every rank pairs off, so the grid is empty."""
    b = board("2r 2r").do("card 1", "card 2", "player 2")
    outcome = b.game.outcome(b.table)
    assert outcome.winners == (1,)
    assert outcome.scores == (20, 22)
    assert "matched" in outcome.reason


def test_ties_share_the_win(board) -> None:
    """DM-G39"""
    b = board("2r 2r", tokens=[18, 20]).do("card 1", "card 2", "player 1")
    assert b.game.outcome(b.table).ranks == (1, 1)


@pytest.mark.parametrize(("turn", "tokens", "ranks"), [(0, [18, 20], (1, 2)), (1, [20, 18], (2, 1))])
def test_of_equal_players_the_last_match_may_decide(
    board, turn: int, tokens: list[int], ranks: tuple[int, int]
) -> None:
    """DM-G39: the option tie."""
    b = board("2r 2r", tokens=tokens, turn=turn, house={"tie": "broken"})
    b.do("card 1", "card 2", f"player {turn + 1}")
    outcome = b.game.outcome(b.table)
    assert (outcome.scores, outcome.ranks) == ((20, 20), ranks)
    assert (
        outcome.reason == "All cards are matched: most tokens win. Tied at the top, whoever made the last match wins."
    )


def test_a_last_match_by_somebody_else_decides_nothing(board) -> None:
    """DM-G39: the matcher has fewer tokens, and the other two share the win."""
    b = board("2r 2r", tokens=[5, 18, 20], house={"tie": "broken"}).do("card 1", "card 2", "player 2")
    outcome = b.game.outcome(b.table)
    assert (outcome.scores, outcome.ranks) == ((5, 20, 20), (3, 1, 1))
    assert outcome.reason == "All cards are matched: most tokens win."


def test_kept_pairs_count_nothing(board) -> None:
    """DM-G33"""
    b = board("2r 2r", tokens=[18, 20], kept=[[0, "9", "shield"]]).do("card 1", "card 2", "player 1")
    assert b.game.outcome(b.table).ranks == (1, 1)


def test_games_end_within_the_bound() -> None:
    """DM-G03, DM-G34"""
    game = GAME(seats=2)
    for seed in range(5):
        match = parlour.Match(game, seed)
        while match.to_act:
            match.play(match.to_act[0], match.legal(match.to_act[0])[-1])
        assert match.decisions < game.longest()
