"""The coach sees what the seat sees, finds the blunder, keeps to its budget and says what its numbers are."""

import json
from collections.abc import Iterator

import pytest

import parlour
from bots.ongoing import ongoing_match
from parlour.bots import Budget
from parlour.bots.coach import Hint, hint
from parlour.bots.evaluation import final_worth, in_sight, measure_for
from parlour.bots.review import FIRMER, LEAST, review
from parlour.bots.review_results import MEANINGS, Review
from parlour.core.record import Record
from parlour.core.rng import Rng
from parlour.core.worlds import random_match
from parlour.games import all_games

EVERY = [entry.about.slug for entry in all_games()]
QUICK = Budget(iterations=40)


def blunder() -> Record:
    """Ana could win with both sevens, plays one, and Bo goes out."""
    match = parlour.Match(
        parlour.game("st-croix", 2),
        start={"turn": 0, "play_pile": ["3"], "players": [{"hand": ["7", "7"]}, {"hand": ["9", "15"]}]},
    )
    for seat, what in ((0, "play 7"), (1, "play 9"), (0, "pick up"), (1, "play 15")):
        match.play(seat, what)
    match.text()
    return match.record


def short_game(most: int = 1_000_000) -> Record:
    match = random_match(parlour.game("around-mackinac", 3), "review", most)
    match.text()
    return match.record


# Hints


def hint_at(slug: str, moves: int, seed: str = "hint") -> tuple[parlour.Match[parlour.State, parlour.View], Hint]:
    match = ongoing_match(parlour.game(slug), seed, moves)
    return match, hint(match.game, match.view(match.to_act[0]), match.names, QUICK)


@pytest.mark.parametrize("slug", EVERY)
def test_another_world_with_the_same_view_gives_the_same_hint(slug: str) -> None:
    match, advice = hint_at(slug, 12)
    seat = match.to_act[0]
    view = match.view(seat)
    other = match.game.view(match.game.determinise(view, Rng("another world")), seat)
    other.witnessed = view.witnessed
    twin = hint(match.game, other, match.names, QUICK)
    assert twin == advice and twin.as_json() == advice.as_json()


@pytest.mark.parametrize("slug", EVERY)
def test_every_legal_action_is_ranked_once_and_reasons_are_sentences(slug: str) -> None:
    match, advice = hint_at(slug, 25, "ranked")
    ranked = [judged.action for judged in advice.ranking.actions]
    assert sorted(ranked) == match.legal(advice.seat)
    assert all(judged.value is None or 0.0 <= judged.value <= 1.0 for judged in advice.ranking.actions)
    assert advice.ranking.iterations == QUICK.iterations
    assert 1 <= len(advice.why) <= 3
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in advice.why)


def test_the_winning_move_is_found_and_explained() -> None:
    match = parlour.Match(
        parlour.game("st-croix", 2),
        start={"turn": 0, "play_pile": ["3"], "players": [{"hand": ["7", "7"]}, {"hand": ["9", "15"]}]},
    )
    advice = hint(match.game, match.view(0), match.names, Budget(iterations=300))
    assert advice.best.text == "play 7 7" and (advice.best.value or 0.0) > 0.99
    assert advice.why == ("It wins the game at once.",)
    assert "worse" in advice.behind


def test_a_reason_names_what_is_left_and_what_is_denied() -> None:
    """The 14 leaves Bo, who holds one card, hardly an answer."""
    match = parlour.Match(
        parlour.game("st-croix", 2),
        start={"turn": 0, "play_pile": ["3"], "players": [{"hand": ["4", "14"]}, {"hand": ["9"]}]},
    )
    advice = hint(match.game, match.view(0), match.names, Budget(iterations=400))
    assert advice.best.text == "play 14"
    assert "leaves Protestant Cay (4) in your hand" in advice.why[0] and "your cards from 2 to 1" in advice.why[0]
    assert "Bo" in advice.why[1], advice.why


def test_one_choice_is_called_so() -> None:
    match = parlour.Match(
        parlour.game("st-croix", 2),
        start={"turn": 0, "play_pile": ["12"], "players": [{"hand": ["4", "3"]}, {"hand": ["9"]}]},
    )
    advice = hint(match.game, match.view(0), match.names, QUICK)
    assert advice.why[0] == "It is the only thing you can do." and advice.runner_up is None and advice.behind == ""


def test_what_cannot_be_advised_on_is_refused() -> None:
    over = random_match(parlour.game("st-croix", 2, preset="tiny"), "over")
    with pytest.raises(parlour.ParlourError, match="over"):
        hint(over.game, over.view(0), over.names, QUICK)
    match = random_match(parlour.game("st-croix", 2), "turn", 20)
    waiting = 1 - match.to_act[0]
    with pytest.raises(parlour.ParlourError, match="nothing to decide"):
        hint(match.game, match.view(waiting), match.names, QUICK)
    for budget in (Budget(), Budget(-1), Budget(0, -1.0), Budget(0, float("nan"))):
        with pytest.raises(parlour.ParlourError, match="at least 1 iteration"):
            hint(match.game, match.view(match.to_act[0]), match.names, budget)


# Reviews


def test_the_blunder_is_the_costliest_decision() -> None:
    found = review(blunder(), Budget(iterations=300))
    assert [decision.number for decision in found.decisions] == [1, 2], "forced moves are no decisions"
    ana, bo = found.accounts
    worst = ana.costliest[0]
    assert (worst.number, worst.chosen.text, worst.best.text) == (1, "play 7", "play 7 7")
    assert (worst.best.value or 0.0) > 0.99 and worst.clear and worst.counted > 0.3
    assert bo.costliest == []
    assert (ana.result, bo.result) == (0.0, 1.0)
    assert bo.others_mistakes == ana.own_mistakes == worst.counted
    assert "hand 7 7" in in_sight(worst.scene) and "meet or beat 3" in in_sight(worst.scene)


def test_a_decision_is_judged_by_what_its_seat_knew() -> None:
    """Bo's card and the next one to draw change places: Ana's view, and so the judgement of her decision, does not."""
    rankings = []
    for held, next_card in (("15", "4"), ("4", "15")):
        players = [{"hand": ["7", "7", "5"]}, {"hand": ["9", "10", held]}]
        start = {"turn": 0, "play_pile": ["3"], "draw_pile": [next_card], "players": players}
        match = parlour.Match(parlour.game("st-croix", 2), start=start)
        match.play(0, "play 7")
        match.text()
        decision = review(match.record, QUICK).decisions[0]
        rankings.append((decision.view.facts(), decision.ranking))
    assert rankings[0] == rankings[1]


@pytest.mark.parametrize("slug", EVERY)
def test_the_account_adds_up_and_repeats(slug: str) -> None:
    match = random_match(parlour.game(slug), "account", 40)
    match.text()
    found = review(match.record, Budget(iterations=12))
    assert found.as_json() == review(match.record, Budget(iterations=12)).as_json()
    for account in found.accounts:
        if account.result is not None:
            assert account.others_mistakes is not None
            total = account.start + account.luck + account.others_mistakes - account.own_mistakes
            assert total == pytest.approx(account.result)


def test_a_finished_game_ends_at_its_result() -> None:
    record = short_game()
    found = review(record, Budget(iterations=30))
    outcome = found.match.outcome
    assert outcome is not None
    assert [account.result for account in found.accounts] == [final_worth(outcome, seat) for seat in range(3)]
    assert sum(account.result or 0.0 for account in found.accounts) == pytest.approx(1.0)
    assert sum(account.play for account in found.accounts) == pytest.approx(0.0), "what one loses the others get"
    share = found.luck_share
    assert share is not None and 0.0 <= share <= 1.0


def test_an_unfinished_game_is_reviewed_so_far() -> None:
    found = review(short_game(most=20), QUICK)
    assert found.match.outcome is None and found.decisions
    last = {decision.seat: decision for decision in found.decisions}
    for account in found.accounts:
        expected = last[account.seat].before - last[account.seat].counted if account.seat in last else None
        assert account.result == expected


def test_one_seat_alone() -> None:
    found = review(short_game(), QUICK, seat=1)
    assert {decision.seat for decision in found.decisions} == {1}
    assert [account.seat for account in found.accounts] == [1]
    assert found.accounts[0].others_mistakes is None and found.luck_share is None
    with pytest.raises(parlour.ParlourError, match="no seat 3"):
        review(short_game(), QUICK, seat=3)


def test_iterations_bound_every_look() -> None:
    reports: list[tuple[int, int]] = []
    found = review(short_game(), Budget(iterations=25), progress=lambda done, total: reports.append((done, total)))
    assert not found.skipped
    for decision in found.decisions:
        assert decision.ranking is not None
        least = 25 * (FIRMER if decision.looks == 2 else 1)
        assert least <= decision.ranking.iterations <= 2 * least, "the search, and the comparison if there is one"
        assert decision.looks == 2 or not decision.clear, "a mistake was looked at twice"
    assert reports[-1][0] == reports[-1][1] >= len(found.decisions)


def ticking() -> Iterator[float]:
    now = 0.0
    while True:
        yield now
        now += 1.0


def test_seconds_bound_the_whole_and_what_was_left_out_is_said() -> None:
    """A clock that goes on a second whenever it is read: ten iterations a second in the probe."""
    clock = ticking()
    record = short_game()
    found = review(record, Budget(seconds=40.0), clock=lambda: next(clock))
    assert found.looked_at and found.skipped and found.luck_share is None
    assert sorted(found.skipped + [one.number for one in found.looked_at]) == [one.number for one in found.decisions]
    assert all(one.ranking is not None and one.ranking.iterations >= LEAST for one in found.looked_at)
    middle = len(found.decisions) // 2
    assert found.looked_at[0] in found.decisions[:middle], "decisions of the whole game were looked at"
    assert found.looked_at[-1] in found.decisions[middle:]
    assert next(clock) < 80.0, "it stopped when the time was over"


def test_what_the_json_holds() -> None:
    """Clients rely on these names; docs/coach.md describes them."""
    action = {"action", "do", "label", "value", "error", "visits"}
    _, advice = hint_at("st-croix", 20)
    data = json.loads(json.dumps(advice.as_json()))
    assert set(data) == {
        *("hint", "game", "seat", "name", "prompt", "must", "measure"),
        *("iterations", "ranking", "why", "behind", "imagined"),
    }
    assert set(data["ranking"][0]) == action and data["hint"] == 1
    assert set(data["imagined"]) == {"worlds", "first", "first_runner_up"}
    found: Review = review(blunder(), Budget(iterations=200))
    told = json.loads(json.dumps(found.as_json()))
    assert set(told) == {
        *("review", "game", "version", "names", "actions", "outcome", "measure", "budget", "only"),
        *("skipped", "decisions", "players", "luck_share", "meaning"),
    }
    assert set(told["decisions"][0]) == {
        *("number", "seat", "prompt", "must", "knew", "sight", "chosen", "best", "ranking"),
        *("loss", "error", "clear", "looks", "iterations"),
    }
    assert set(told["decisions"][0]["chosen"]) == set(told["decisions"][0]["best"]) == action
    assert told["decisions"][0]["knew"] == found.decisions[0].view.facts()
    assert set(told["players"][0]) == {
        *("seat", "name", "start", "luck", "others_mistakes", "own_mistakes", "result"),
        *("costliest", "luckiest", "unluckiest"),
    }
    assert set(told["players"][0]["unluckiest"]) == {"after", "until", "change", "told"}
    assert set(told["meaning"]) == set(MEANINGS) - {"luck_and_others"}


def test_the_measure_is_called_by_its_name() -> None:
    assert measure_for(2).name == "chance to win"
    assert "counting half" in measure_for(2).meaning and "counting as a fraction" in measure_for(3).meaning
