"""A list that only grows behaves as a list, whatever its copies do."""

import pickle
import random

import pytest

from parlour.core.append_log import AppendLog


@pytest.mark.parametrize("seed", range(20))
def test_copies_that_go_their_own_way_are_like_lists(seed: int) -> None:
    luck = random.Random(seed)
    pairs: list[tuple[AppendLog[int], list[int]]] = [(AppendLog(), [])]
    for number in range(120):
        growing, plain = luck.choice(pairs)
        if luck.random() < 0.3:
            pairs.append((growing.copy(), plain.copy()))
        else:
            growing.append(number)
            plain.append(number)
    for growing, plain in pairs:
        start, stop, step = luck.randrange(-9, 9), luck.randrange(-9, 9), luck.choice((-2, -1, 1, 2))
        assert list(growing) == plain and growing == plain and len(growing) == len(plain)
        assert growing[start:stop:step] == plain[start:stop:step] and growing[start:] == plain[start:]
        assert list(reversed(growing)) == plain[::-1]
        assert [growing[place] for place in range(-len(plain), len(plain))] == plain + plain
        assert pickle.loads(pickle.dumps(growing)) == growing


def test_what_a_copy_added_is_not_there() -> None:
    before = AppendLog([1, 2])
    before.copy().append(3)
    assert before[:] == [1, 2] and 3 not in before and before != [1, 2, 3]
    for place in (2, -3):
        with pytest.raises(IndexError):
            before[place]
