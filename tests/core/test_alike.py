"""Views are compared without making readable facts of them, with the same result."""

import random

import pytest

import parlour
from parlour.core.alike import alike
from parlour.core.game import NOBODY, View
from parlour.core.told import say_the_same

GAMES = ("st-croix", "follow-me", "match-me", "mine-and-craft", "deluxe-memory", "around-mackinac")


@pytest.mark.parametrize("slug", GAMES)
def test_views_say_the_same_exactly_if_their_facts_do(slug: str) -> None:
    luck = random.Random(7)
    match = parlour.Match(parlour.game(slug, 3), seed=7)
    views: list[View] = []
    for _ in range(8):
        for seat in (0, 1, NOBODY):
            views += [match.view(seat), match.fork().view(seat)]
        if not match.to_act:
            break
        seat = match.to_act[0]
        match.play(seat, luck.choice(match.legal(seat)))
    same = [say_the_same(one, other) for one in views for other in views]
    facts = [view.facts() for view in views]
    assert same == [one == other for one in facts for other in facts]
    assert any(same) and not all(same)


def test_alike_looks_at_everything_inside() -> None:
    assert alike([1, [2, "a"]], [1, [2, "a"]]) and not alike([1, [2, "a"]], [1, [2, "b"]])
    assert not alike([1], (1,)) and not alike([1], [1, 2]) and not alike(1, 1.0)
