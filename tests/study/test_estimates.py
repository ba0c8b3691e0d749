"""Intervals: the textbook's where games are independent, wider where deals are shared, as often true as they say."""

import polars as pl
import pytest

from parlour.bots.duel import NORMAL_95, wilson
from parlour.core.rng import Rng
from parlour.study.estimates import apart, around, mean_of, ratio_of, share_of


def frame(values: list[float], deals: list[int] | None = None) -> pl.DataFrame:
    return pl.DataFrame({"value": values, "deal": deals if deals is not None else list(range(len(values)))})


def test_a_mean_of_independent_games_is_the_textbooks() -> None:
    found = mean_of(frame([1.0, 2.0, 3.0, 4.0]), "value")
    assert found is not None
    assert found.value == 2.5
    assert found.error == pytest.approx(0.645497, abs=1e-6)  # the standard deviation 1.290994 by the root of 4
    assert found.high == pytest.approx(2.5 + NORMAL_95 * 0.645497, abs=1e-5)
    assert found.count == 4


def test_games_of_one_deal_count_once() -> None:
    twice = mean_of(frame([1.0, 1.0, 3.0, 3.0], [0, 0, 1, 1]), "value")
    once = mean_of(frame([1.0, 3.0]), "value")
    assert twice is not None and once is not None
    assert (twice.value, twice.count) == (once.value, 2)
    assert twice.error == pytest.approx(once.error)


def test_a_single_deal_shows_nothing() -> None:
    found = mean_of(frame([5.0, 5.0], [0, 0]), "value")
    assert found is not None
    assert not found.shown and not found.above(4.0) and not found.below(6.0)


def test_a_share_of_independent_games_has_wilsons_interval() -> None:
    found = share_of(frame([1.0] * 8 + [0.0] * 2), "value")
    assert found is not None
    assert (found.low, found.high) == pytest.approx(wilson(8, 10))


def test_a_share_of_nothing_is_not_certain() -> None:
    found = share_of(frame([0.0] * 50), "value")
    assert found is not None
    assert (found.value, found.low) == (0.0, 0.0)
    assert found.high == pytest.approx(wilson(0, 50)[1])


def test_a_ratio_weighs_long_games_more() -> None:
    games = pl.DataFrame({"deal": [0, 1], "choices": [10, 90], "decisions": [10, 30]})
    found = ratio_of(games, "choices", "decisions")
    assert found is not None
    assert found.value == 2.5


def test_no_games_give_no_number() -> None:
    assert mean_of(frame([]).cast({"value": pl.Float64, "deal": pl.Int64}), "value") is None


def test_missing_values_are_left_out() -> None:
    found = mean_of(pl.DataFrame({"value": [1.0, None, 3.0], "deal": [0, 1, 2]}), "value")
    assert found is not None
    assert (found.value, found.count) == (2.0, 2)


def test_errors_of_separate_samples_add_in_squares() -> None:
    found = apart(around(1.0, 0.3, 10), around(2.0, 0.4, 20))
    assert (found.value, found.error) == pytest.approx((1.0, 0.5))
    assert found.shown


@pytest.mark.parametrize("sort", ["mean", "share"])
def test_nineteen_of_twenty_intervals_hold_the_truth(sort: str) -> None:
    rng = Rng("coverage", sort)
    held = 0
    for _ in range(400):
        values, deals = [], []
        for deal in range(60):
            luck = rng.below(100)  # all three games of a deal share half of their luck
            for _ in range(3):
                values.append(1.0 if (luck if rng.below(2) else rng.below(100)) < 30 else 0.0)
                deals.append(deal)
        found = (mean_of if sort == "mean" else share_of)(frame(values, deals), "value")
        assert found is not None
        held += found.low <= 0.3 <= found.high
    assert 365 <= held <= 394  # 380 wanted; 2.5 standard deviations are 11
