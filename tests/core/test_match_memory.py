"""What a match gives back it can make again."""

import random

import pytest

import parlour
from parlour.games import all_games


@pytest.mark.parametrize("slug", [entry.about.slug for entry in all_games()])
def test_forgotten_events_are_the_same_when_played_again(slug: str) -> None:
    match = parlour.Match(parlour.game(slug), seed=5)
    luck = random.Random(slug)
    for _ in range(30):
        if match.to_act:
            seat = luck.choice(match.to_act)
            match.play(seat, luck.choice(match.legal(seat)))
    events, log = match.events[:], match.log(0)
    match.forget_events()
    fork = match.fork()
    assert match.event_count == len(events)
    if match.to_act:
        fresh = fork.play(fork.to_act[0], fork.legal(fork.to_act[0])[0])
        assert fork.events[:] == [*events, *fresh]
    assert match.events[:] == events and match.log(0) == log
