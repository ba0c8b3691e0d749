"""Every choice that ends the game says so, and no other does."""

import pytest

from parlour.core.match import Match
from parlour.core.rng import Rng
from parlour.games import Entry, all_games
from parlour.games.around_mackinac.actions import Roll
from parlour.games.deluxe_memory.actions import PickCard
from parlour.games.st_croix.actions import Flip

GAMES = 16
UNKNOWN = (Flip, PickCard, Roll)
"""Actions of which nobody knows what they turn up; they may end a game without saying so."""


@pytest.mark.parametrize("entry", all_games(), ids=lambda entry: entry.about.slug)
def test_the_last_choice_says_that_it_ends_the_game(entry: Entry) -> None:
    """In whole random games: the mark is there before the last action, and only there."""
    seats = range(entry.about.min_seats, entry.about.max_seats + 1)
    for number in range(GAMES):
        game = entry.make(seats=seats[number % len(seats)])
        rng = Rng("endings", number)
        match = Match(game, f"endings {number}")
        promised: int | None = None  # the seat whose choice ends the game, once the others have answered it
        while match.to_act:
            seat = match.may_act[rng.below(len(match.may_act))]
            assert seat != promised, (number, match.decisions)
            prompt = match.scene(seat, 0).prompt
            assert prompt is not None
            choice = prompt.choices[rng.below(len(prompt.choices))]
            match.play(seat, choice.action)
            promised = seat if choice.ends else promised
            told = promised is not None or isinstance(game.actions[choice.action], UNKNOWN)
            assert told or match.outcome is None, (number, match.decisions, choice)
        assert match.outcome is not None
