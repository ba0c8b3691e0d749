"""Luck: the generator is pinned for ever, and every source keeps its promise."""

import random
from collections import Counter

import pytest

from parlour import BadRecord
from parlour.core.chance import Enumerating, Sampled, Scripted, Seeded
from parlour.core.rng import Rng


def test_the_generator_gives_the_same_numbers_for_ever() -> None:
    """If this fails, every recorded seed in the world means another game."""
    rng = Rng("pinned", 1)
    assert [rng.word() for _ in range(4)] == [2148759957, 4204085816, 187945452, 2648386723]
    cards = list(range(10))
    rng.shuffle(cards)
    assert cards == [9, 2, 7, 4, 0, 5, 3, 8, 1, 6]


def test_the_global_generator_is_never_touched() -> None:
    random.seed(5)
    before = random.getstate()
    chance = Seeded("seed")
    chance.shuffle(list(range(50)), "deal")
    assert random.getstate() == before


def test_streams_with_other_names_are_other_streams() -> None:
    assert Rng("a", 1).word() != Rng("a", 2).word()
    assert Rng("a", 1).word() != Rng("a", "1").word()


def test_below_is_fair() -> None:
    rng = Rng("fair")
    counts = Counter(rng.below(6) for _ in range(60_000))
    # Five degrees of freedom: 30 is passed by chance once in about 70,000 tries, and the seed is fixed.
    assert sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(6)) < 30


def test_shuffles_are_fair() -> None:
    rng = Rng("fair shuffles")
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        cards = [0, 1, 2, 3]
        rng.shuffle(cards)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 60


def test_seeded_luck_is_written_down_and_scripted_luck_gives_it_back() -> None:
    first = Seeded("s", 3)
    cards = list(range(9))
    first.shuffle(cards, "deal")
    rolled = first.roll("die")
    again = Scripted(first.outcomes)
    other = list(range(9))
    again.shuffle(other, "deal")
    assert other == cards
    assert again.roll("die") == rolled
    assert again.left == []


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        ([], "no luck left"),
        ([{"pick": 1, "of": 6, "why": "coin"}], "where 'die' is needed"),
        ([{"order": [1], "why": "die"}], "where 'die' is needed"),
        ([{"pick": 6, "of": 6, "why": "die"}], "from 0 to 5"),
        ([{"pick": "x", "of": 6, "why": "die"}], "from 0 to 5"),
    ],
)
def test_a_script_that_does_not_fit_is_refused(outcomes: list[dict[str, object]], message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        Scripted(outcomes).roll()


def test_a_scripted_shuffle_must_hold_the_same_cards() -> None:
    cards = [1, 2, 2]
    with pytest.raises(BadRecord, match="does not hold the cards"):
        Scripted([{"order": [1, 1, 2], "why": "deal"}]).shuffle(cards, "deal")
    assert cards == [1, 2, 2]


def test_enumerating_goes_through_every_run_once_with_its_probability() -> None:
    runs = {}
    for chance in Enumerating.all():
        cards = [7, 7, 9]
        chance.shuffle(cards, "deal")
        bonus = chance.roll() if cards[0] == 9 else 0
        key = (tuple(cards), bonus)
        assert key not in runs
        runs[key] = chance.probability
    assert len(runs) == 2 + 6
    assert sum(runs.values()) == pytest.approx(1)
    assert runs[((7, 7, 9), 0)] == pytest.approx(1 / 3)


def test_sampled_luck_only_depends_on_its_generator() -> None:
    assert Sampled(Rng("x")).pick(1000, "n") == Sampled(Rng("x")).pick(1000, "n")
