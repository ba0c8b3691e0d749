"""Bots are found by name; those of every level play whole games, legally, the same way every time."""

import logging
from dataclasses import replace

import pytest

import parlour
from parlour.bots import KINDS, Budget, UnknownBot, bots_for, find_bot, move

EVERY = [about.slug for about in parlour.games()]


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("slug", EVERY)
def test_bots_play_legally_and_repeat_themselves(slug: str, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    texts = set()
    for _ in range(2):
        match = parlour.Match(parlour.game(slug), seed=5)
        bot = replace(find_bot(kind), budget=Budget(4, 0.0)).make(match.game)
        while match.to_act and match.decisions < 400:
            seat = match.to_act[-1]
            match.play(seat, move(match, seat, bot))
        texts.add(match.text())
    assert len(texts) == 1
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]  # no fallback was needed


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(UnknownBot, match="Did you mean simple"):
        find_bot("simpel")
    with pytest.raises(UnknownBot):
        bots_for([], 2)


def test_hard_can_be_told_how_long_to_think() -> None:
    assert find_bot("hard@50").budget == Budget(50, 0.0)
    for wrong in ("hard@", "hard@0", "hard@many", "easy@50"):
        with pytest.raises(UnknownBot, match="hard@5000"):
            find_bot(wrong)
