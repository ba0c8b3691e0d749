"""What a report finds in games written by hand is what was written there."""

from itertools import pairwise

import pytest

from parlour.study import advice, measures
from parlour.study.compare import compare
from parlour.study.lead_changes import follow, lead_changes, leaders
from study.samples import Hand, sample


def test_places_are_counted_from_the_first_player() -> None:
    rows = measures.seat_rows(sample([Hand((0, 0, 1), first=1), Hand((0, 1, 0), first=1)]))
    assert rows.select("seat", "place").rows()[:3] == [(0, 2), (1, 0), (2, 1)]
    begins, second, last = measures.wins_by(rows, "place")
    assert (begins.share.value, second.share.value, last.share.value) == (0.5, 0.5, 0.0)


def test_length_is_told_with_its_spread() -> None:
    run = sample([Hand((1, 0), turns=turns) for turns in range(1, 12)])
    found = measures.spread_of(run.games, "turns")
    assert (found.mean.value, found.least, found.tenth, found.median, found.ninetieth, found.most) == (
        6,
        1,
        2,
        6,
        10,
        11,
    )


def test_a_histogram_holds_every_game_once() -> None:
    values = [3.0, 3.0, 8.0, 250.0]
    bins = measures.counts(values)
    assert sum(count for *_, count in bins) == len(values)
    assert bins[0][0] <= 3.0 and bins[-1][1] > 250.0
    assert all(after[0] == before[1] for before, after in pairwise(bins))


def test_shared_wins_and_guards_are_counted() -> None:
    run = sample([Hand((1, 0)), Hand((0.5, 0.5)), Hand((1, 0), guard="turn cap"), Hand((0, 1))])
    tied = measures.ties(run.games)
    assert tied is not None and tied.value == 0.25
    (guard,) = measures.shares_of(run.games, "guard")
    assert (guard.name, guard.share.value, guard.games) == ("turn cap", 0.25, 1.0)


def test_the_worth_of_a_thing_is_the_difference_in_wins() -> None:
    # Used four times, by three winners and a loser; the other four seats won once.
    hands = [Hand((1, 0), uses=[(0, "Lizard")])] * 3 + [Hand((1, 0), uses=[(1, "Lizard")])]
    run = sample(hands)
    (lizard,) = measures.things(run, measures.seat_rows(run))
    assert (lizard.used, lizard.per_game, lizard.with_it, lizard.without) == (0.5, 1.0, 0.75, 0.25)
    assert lizard.worth is not None
    assert lizard.worth.value == 0.5
    # Each deal pulls by (win of the user - 0.75) / 4 - (win of the other - 0.25) / 4: 1/8 three times and -3/8 once.
    assert lizard.worth.error == pytest.approx((4 / 3 * (3 / 64 + 9 / 64)) ** 0.5)


def test_a_strong_bots_habits_do_not_look_like_strong_cards() -> None:
    hands = [Hand((1, 0), bots=("normal", "random"), uses=[(0, "Cannon")])] * 10
    hands += [Hand((1, 0), bots=("normal", "random"))] * 10
    run = sample(hands, bots=("normal", "random"))
    (cannon,) = measures.things(run, measures.seat_rows(run))
    assert cannon.worth is not None
    assert cannon.worth.value == pytest.approx(0.0)


def test_what_everybody_used_has_no_worth() -> None:
    run = sample([Hand((1, 0), uses=[(0, "Moko"), (1, "Moko")])] * 3)
    (moko,) = measures.things(run, measures.seat_rows(run))
    assert (moko.used, moko.worth) == (1.0, None)


def test_luck_and_skill_on_four_deals() -> None:
    """Normal wins two deals from both seats, random one; in the last the same seat wins for both bots."""
    winners = [(0, 1), (0, 1), (0, 0), (1, 0)]  # the winning seat, with normal in seat 0 and then in seat 1
    hands = [Hand((1, 0) if seat == 0 else (0, 1)) for deal in winners for seat in deal]
    run = sample(hands, bots=("normal", "random"))
    assert run.games["deal"].to_list() == [0, 0, 1, 1, 2, 2, 3, 3]
    found = measures.skill(run, measures.seat_rows(run))
    assert found is not None and found.strong_always is not None and found.seat_always is not None
    assert (found.strong, found.weak, found.deals, found.times) == ("normal", "random", 4, 2)
    assert found.gain.value == 0.25
    assert (found.strong_always.value, found.seat_always.value) == (0.5, 0.25)


def test_without_other_bots_there_is_no_skill_to_see() -> None:
    run = sample([Hand((1, 0))] * 3)
    assert measures.skill(run, measures.seat_rows(run)) is None


def test_two_of_three_seats_that_always_win_prove_nothing() -> None:
    hands = [Hand((0, 1, 0)), Hand((1, 0, 0)), Hand((1, 0, 0))]
    run = sample(hands, bots=("random", "normal", "normal"))
    found = measures.skill(run, measures.seat_rows(run))
    assert found is not None and found.strong == "normal"
    assert found.strong_always is None


def test_a_trembling_estimate_is_no_change_of_lead() -> None:
    assert leaders([(0.55, 0.45), (0.6, 0.4), (0.41, 0.59), (0.4, 0.6), (0.7, 0.3)]) == [-1, 0, 0, 1, 0]


def test_the_story_of_one_game() -> None:
    told = follow(0, 0, 1, [(0.5, 0.5), (0.7, 0.3), (0.3, 0.7), (0.2, 0.8)])
    assert told.changes == 1
    assert told.settled == 0.5  # from the third of five points on
    assert told.clear == 0.75
    assert told.lowest == 0.3
    assert not told.behind_at_half
    assert (told.curve[0], told.curve[-1]) == (0.5, 1.0)


def test_only_followed_games_with_one_winner_are_told() -> None:
    chances = [(0.5, 0.5), (0.9, 0.1)]
    run = sample([Hand((1, 0), chances=chances), Hand((0.5, 0.5), chances=chances), Hand((0, 1))])
    found = lead_changes(run)
    assert found is not None and found.games == 1
    assert found.clear.value == 0.5
    assert lead_changes(sample([Hand((1, 0))])) is None


def test_the_course_of_a_game_is_told_in_tenths() -> None:
    course = measures.course(sample([Hand((1, 0), turns=20)]))
    assert course["choices"].to_list() == [
        1.5 + 2 * part for part in range(10)
    ]  # turn t offers t + 1 choices a decision


def test_runs_on_the_same_deals_are_compared_deal_by_deal() -> None:
    base = sample([Hand((1, 0), turns=turns) for turns in (10, 50, 90)])
    other = sample([Hand((1, 0), turns=turns) for turns in (12, 52, 92)], name="other", turn_cap=300)
    found = compare(base, other)
    turns = next(change for change in found.changes if change.measure.column == "turns")
    assert found.paired
    assert (turns.difference.value, turns.difference.error) == (2.0, 0.0)
    assert found.same is not None and found.same.value == 0.0
    assert found.same_winner is not None and found.same_winner.value == 1.0


def test_runs_on_other_deals_are_separate_samples() -> None:
    base = sample([Hand((1, 0), turns=turns) for turns in (10, 50, 90)])
    other = sample([Hand((1, 0), turns=turns) for turns in (12, 52, 92)], seed="another")
    found = compare(base, other)
    turns = next(change for change in found.changes if change.measure.column == "turns")
    assert not found.paired and found.same is None
    assert not turns.difference.shown


def test_a_longer_run_is_compared_on_the_deals_both_played() -> None:
    base = sample([Hand((1, 0), turns=10)] * 3 + [Hand((1, 0), turns=1000)])
    found = compare(base, sample([Hand((1, 0), turns=11)] * 3))
    turns = next(change for change in found.changes if change.measure.column == "turns")
    assert (turns.difference.value, turns.difference.count) == (1.0, 3)
    assert (turns.base.value, turns.other.value) == (10.0, 11.0)


def test_advice_is_given_where_it_is_due() -> None:
    fair = measures.wins_by(measures.seat_rows(sample([Hand((1, 0)), Hand((0, 1))] * 50)), "place")
    unfair = measures.wins_by(measures.seat_rows(sample([Hand((1, 0))] * 90 + [Hand((0, 1))] * 10)), "place")
    assert advice.seats(fair, 2) == []
    assert "40.0 points more" in advice.seats(unfair, 2)[0]
