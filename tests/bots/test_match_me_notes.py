"""What Match Me's policy notes while a game goes on is what a view's notebook says, in any world that fits."""

import parlour
from parlour.core.rng import Rng
from parlour.games.match_me.policy import Notebooks
from parlour.games.match_me.rules import MatchMe
from parlour.games.match_me.view import TableView


def check(notes: Notebooks, view: TableView) -> int:
    """Compare the notes of the view's seat; how many cards it is sure of."""
    book = view.notebook()
    sure = 0
    for other in range(view.seats):
        if other != view.seat:
            assert notes.sure_of(view.seat, other) == book.known[other]
            assert notes.void[other] == book.void[other]
            sure += book.known[other].bit_count()
    return sure


def test_notes_agree_with_the_notebook_all_through_a_game() -> None:
    game = MatchMe(seats=3)
    notes = Notebooks(game)  # read again and again, by turns from the views of all seats and from imagined worlds
    sure, rng = 0, Rng("moves")
    for number in range(3):
        match = parlour.Match(game, seed=number)
        while match.to_act:
            seat = match.to_act[0]
            view = match.view(seat)
            notes.read(view.seen)
            sure += check(notes, view)
            if match.decisions % 8 == 0:
                for world in range(2):
                    notes.read(game.determinise(view, Rng("world", world)))
                    check(notes, view)
            match.play(seat, view.legal[rng.below(len(view.legal))])
    assert sure > 100, "something is known"
