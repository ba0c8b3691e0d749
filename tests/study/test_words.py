"""Sentences say what the numbers say, and no more."""

from parlour.study import measures, words
from parlour.study.compare import compare
from parlour.study.estimates import Estimate, around
from study.samples import Hand, sample


def places(*wins: tuple[float, float]) -> list[measures.Share]:
    return measures.wins_by(measures.seat_rows(sample([Hand(each) for each in wins])), "place")


def test_a_favoured_first_seat_is_called_one() -> None:
    text = words.seats(places(*[(1.0, 0.0)] * 70, *[(0.0, 1.0)] * 30), 2)
    assert text.startswith("The first player wins 70.0 % (60.4 to 78.1) of the games; an even share is 50.0 %")
    assert "an advantage, of 20.0 points" in text


def test_a_handicap_is_called_one() -> None:
    assert "a handicap, of 20.0 points" in words.seats(places(*[(1.0, 0.0)] * 30, *[(0.0, 1.0)] * 70), 2)


def test_what_is_not_shown_is_not_denied() -> None:
    """Few games show nothing, and the sentence says what they would have shown."""
    text = words.seats(places(*[(1.0, 0.0)] * 6, *[(0.0, 1.0)] * 4), 2)
    assert "no advantage is shown. One of 45.7 points would show in four of five studies of this size." in text


def test_differences_keep_their_sign_or_lose_it_on_purpose() -> None:
    less = around(-0.2, 0.05, 100)
    assert words.signed(less, True) == "-20.0 points (-29.8 to -10.2)"
    assert words.points(less) == "20.0 points (10.2 to 29.8)"
    assert words.signed(around(3.0, 1.0, 9), False) == "+3 (+1.04 to +4.96)"


def test_a_single_deal_has_no_interval() -> None:
    assert words.ranged(around(6.0, 0.0, 1)) == "6 (in a single deal)"


def test_numbers_are_written_as_people_do() -> None:
    assert [words.number(value) for value in (0.123, 3.0, 12.34, 1234.5, -0.0021, -1e-9)] == [
        "0.12",
        "3",
        "12.3",
        "1,234",
        "-0.0021",
        "0",
    ]


def test_a_rule_that_never_mattered_is_said_to() -> None:
    base = sample([Hand((1, 0))] * 5)
    text = words.compared(compare(base, sample([Hand((1, 0))] * 5, turn_cap=500)), "turn_cap=500")
    assert text == "turn_cap=500: all 5 deals went exactly the same way, so it made no difference at all."


def test_only_clear_differences_are_told() -> None:
    base = sample([Hand((1, 0), turns=10, decisions=20 + i % 2) for i in range(20)])
    other = sample([Hand((1, 0), turns=15, decisions=20 + (i + 1) % 2) for i in range(20)], turn_cap=500)
    text = words.compared(compare(base, other), "longer")
    assert "turns a game +5 (+5 to +5) from 10" in text
    assert "decisions" not in text


def test_guards_are_named_with_their_share() -> None:
    run = sample([Hand((1, 0))] * 3 + [Hand((1, 0), reason="Too long.", guard="400 turns")])
    reasons, guards = (measures.shares_of(run.games, column) for column in ("reason", "guard"))
    text = words.endings(reasons, guards, measures.ties(run.games), run.count)
    assert text.startswith("75.0 % of the games ended like this: The end.")
    assert "had to step in: 400 turns in 25.0 % (" in text


def test_luck_is_not_claimed_from_a_few_games() -> None:
    unsure = Estimate(0.5, 0.2, 0.1, 0.9, 4)
    text = words.luck(measures.Skill("hard", "normal", unsure, unsure, around(0.0, 0.2, 4), 4, 1, None, None), 2)
    assert "no difference is shown. One of 56.0 points would show in four of five studies of this size." in text
