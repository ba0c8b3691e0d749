"""The search sees a view and nothing else, answers the same for the same seed, and plays sensibly."""

import pytest

import parlour
from bots.ongoing import ongoing_match
from parlour.bots.search import WAIT, Searcher, beaten_by, reward_of, win_of
from parlour.core.outcome import Ending, Outcome
from parlour.core.rng import Rng
from parlour.core.worlds import random_match
from parlour.games import all_games, find

EVERY = [entry.about.slug for entry in all_games()]


@pytest.mark.parametrize("slug", EVERY)
def test_the_same_view_from_another_world_gives_the_same_answer(slug: str) -> None:
    match = ongoing_match(parlour.game(slug), "search", 12)
    seat = match.to_act[0]
    view = match.view(seat)
    other_world = match.game.determinise(view, Rng("another world"))
    twin = match.game.view(other_world, seat)
    twin.witnessed = view.witnessed

    def answer(seen: parlour.View) -> list[tuple[int, int, float]]:
        found = Searcher(match.game, Rng("thinking")).estimates(seen, iterations=60)
        return [(estimate.action, estimate.visits, estimate.value) for estimate in found]

    assert answer(view) == answer(twin)


@pytest.mark.parametrize("slug", EVERY)
def test_every_estimate_is_of_a_legal_action(slug: str) -> None:
    match = ongoing_match(parlour.game(slug), "legal", 20)
    seat = match.to_act[-1]
    found = Searcher(match.game, Rng("thinking")).estimates(match.view(seat), iterations=80)
    assert found
    assert {estimate.action for estimate in found} <= set(match.legal(seat))
    assert sum(estimate.visits for estimate in found) == 80
    assert all(0.0 <= estimate.value <= 1.0 for estimate in found)


def test_it_finds_the_winning_move() -> None:
    """Playing both sevens wins at once; playing one lets the other player out first."""
    match = parlour.Match(
        parlour.game("st-croix", 2),
        start={"turn": 0, "play_pile": ["3"], "players": [{"hand": ["7", "7"]}, {"hand": ["15"]}]},
    )
    best = Searcher(match.game, Rng("win")).estimates(match.view(0), iterations=200)[0]
    assert match.game.actions.texts[best.action] == "play 7 7"
    assert best.value == 1.0


def test_a_budget_in_seconds_ends() -> None:
    match = random_match(parlour.game("st-croix", 2), "seconds", 30)
    searcher = Searcher(match.game, Rng("t"))
    assert searcher.estimates(match.view(match.to_act[0]), seconds=0.05)
    assert searcher.iterations >= 1


def test_rewards_share_what_is_tied() -> None:
    outcome = Outcome((1, 3, 1), (5, 2, 5), Ending("tie", "a tie at the top"))
    assert [win_of(outcome, seat) for seat in range(3)] == [0.5, 0.0, 0.5]
    assert [beaten_by(outcome, seat) for seat in range(3)] == [0.75, 0.0, 0.75]
    assert [reward_of(outcome, seat) for seat in range(3)] == [0.625, 0.0, 0.625]


def test_waiting_is_weighed_when_a_seat_may_act_out_of_turn() -> None:
    """A tool may be used at any time: the search says whether not using it is better."""
    game = parlour.game("mine-and-craft", 2)
    for number in range(100):
        match = random_match(game, f"tools {number}", 60)
        idle = [seat for seat in match.may_act if seat not in match.to_act]
        if idle:
            found = Searcher(game, Rng("t"), find("mine-and-craft").policy(game)).estimates(match.view(idle[0]), 40)
            assert {estimate.action for estimate in found} == {WAIT, *match.legal(idle[0])}
            return
    raise AssertionError("no seat could act out of turn")


def test_choosing_at_the_same_time_is_searched_for_the_seat_that_asks() -> None:
    match = parlour.Match(parlour.game("st-croix", 3), seed="table cards")
    assert len(match.to_act) > 0
    for seat in match.may_act:
        found = Searcher(match.game, Rng("t")).estimates(match.view(seat), iterations=50)
        assert {estimate.action for estimate in found} == set(match.legal(seat))


def test_settling_early_does_not_change_the_choice() -> None:
    match = random_match(parlour.game("st-croix", 2), "settle", 25)
    view = match.view(match.to_act[0])
    patient = Searcher(match.game, Rng("t")).estimates(view, iterations=400)
    quick = Searcher(match.game, Rng("t"))
    assert quick.estimates(view, iterations=400, settle=True)[0].action == patient[0].action
    assert quick.iterations <= 400
