"""Luck: the generator is pinned for ever, and every source keeps its promise."""

import random
from collections import Counter
from math import sqrt

import pytest

from parlour import BadRecord
from parlour.core.chance import Enumerating, Sampled, Scripted, Seeded, table_luck
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


def test_the_numbered_streams_give_the_same_numbers_for_ever() -> None:
    """If this fails, the luck of records no longer follows from their seeds."""
    rng = Rng()
    found = []
    for number in (0, 1, 2**31 + 5):
        rng.restart(Rng("pinned", 1), number)
        found.append(rng.word())
    assert found == [2465464544, 570429666, 1916342696]
    assert table_luck("s", 3).word() == restarted("table", "s", number=3).word()
    assert table_luck("s", 3, version=1).word() == Rng("table", "s", 3).word()


def restarted(*name: int | str, number: int) -> Rng:
    rng = Rng(*name)
    rng.restart(rng, number)
    return rng


def surprise(pairs: list[tuple[int, int]]) -> float:
    """How far pairs of hexadecimal digits are from being evenly spread: about 0 on average, with a deviation of 1."""
    counts = Counter(pairs)
    expected = len(pairs) / 256
    square = sum((counts[one, two] - expected) ** 2 / expected for one in range(16) for two in range(16))
    return (square - 255) / sqrt(510)


@pytest.mark.parametrize("shift", [0, 4, 14, 28])
def test_streams_with_neighbouring_numbers_have_nothing_to_do_with_each_other(shift: int) -> None:
    """First words and second words, against the next decision, the next table and other bits. The seeds are fixed."""
    roots = [Rng("table", f"study {table}") for table in range(160)]
    rng = Rng()
    first: list[list[int]] = []
    second: list[list[int]] = []
    for root in roots:
        words = []
        for number in range(160):
            rng.restart(root, number)
            words.append((rng.word(), rng.word()))
        first.append([one for one, _ in words])
        second.append([two for _, two in words])

    def spread(some: list[list[int]], others: list[list[int]], table: int, step: int) -> float:
        return surprise(
            [
                (some[at][number] >> 28, others[at + table][number + step] >> shift & 15)
                for at in range(len(some) - table)
                for number in range(160 - step)
            ]
        )

    found = [
        spread(one, other, table, step)
        for one in (first, second)
        for other in (first, second)
        for table, step in ((0, 1), (0, 2), (0, 16), (1, 0), (1, 1), (4, 0))
    ]
    assert max(found) < 4.5
    assert abs(sum(found) / len(found)) < 1.0


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
        ([{"pick": 2**64, "of": 6, "why": "die"}], "from 0 to 5"),
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
