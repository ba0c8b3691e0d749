"""Bots decide from a view, the same way every time."""

import pytest

import parlour
from parlour.bots import KINDS, UnknownBot, bots_for, find_bot, move


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("slug", [about.slug for about in parlour.games()])
def test_bots_finish_games_and_repeat_themselves(slug: str, kind: str) -> None:
    texts = set()
    for _ in range(2):
        match = parlour.Match(parlour.game(slug), seed=5)
        bot = find_bot(kind).make(match.game)
        while match.to_act and match.decisions < 500:
            seat = match.to_act[0]
            match.play(seat, move(match, seat, bot))
        texts.add(match.text())
    assert len(texts) == 1


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(UnknownBot, match="Did you mean simple"):
        find_bot("simpel")
    with pytest.raises(UnknownBot):
        bots_for([], 2)
