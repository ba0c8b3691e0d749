"""What Match Me's policy knows of other hands: always true, and the same however it was read."""

import parlour
from parlour.core.rng import Rng
from parlour.games.match_me import GAME
from parlour.games.match_me.known_cards import KnownCards
from parlour.games.match_me.rules import MatchMeRules
from parlour.games.match_me.state import MatchMeState


def check(game: MatchMeRules, known: KnownCards, seen: MatchMeState, truth: MatchMeState, seat: int) -> int:
    """Compare what was read so far with a fresh reading and with the truth; how many cards the seat is sure of."""
    fresh = KnownCards(game)
    fresh.read(seen)
    sure = 0
    for other, player in enumerate(truth.players):
        if other != seat:
            cards = known.sure_of(seat, other)
            assert cards == fresh.sure_of(seat, other)
            assert (known.void[other], known.holds[other]) == (fresh.void[other], fresh.holds[other])
            assert cards & ~player.hand == 0
            for kind, group in enumerate(game.group):
                assert not known.void[other] >> kind & 1 or player.hand & group == 0
            sure += cards.bit_count()
    return sure


def test_known_cards_are_true_all_through_a_game() -> None:
    game = GAME(seats=3)
    known = KnownCards(game)  # read again and again, by turns from the views of all seats and from imagined worlds
    sure, rng = 0, Rng("moves")
    for number in range(3):
        match = parlour.Match(game, seed=number)
        while match.to_act:
            seat = match.to_act[0]
            view = match.view(seat)
            truth = game.load(match.position())
            known.read(view.seen)
            sure += check(game, known, view.seen, truth, seat)
            if match.decisions % 8 == 0:
                for world in range(2):
                    imagined = game.determinise(view, Rng("world", world))
                    known.read(imagined)
                    check(game, known, view.seen, imagined, seat)
            match.play(seat, view.legal[rng.below(len(view.legal))])
    assert sure > 100, "something is known"


def test_a_spectator_knows_what_everybody_saw() -> None:
    game = GAME(seats=3)
    hands = [["bald-eagle", "harebell"], ["barred-owl"], ["bumble-bee"]]
    match = parlour.Match(game, start={"discard_pile": ["arch-rock"], "players": [{"hand": hand} for hand in hands]})
    match.play(0, "take 1")
    match.play(0, "discard harebell")
    match.play(1, "take 1")
    numbers = game.encode(match.view(-1))["known"]
    rows = [numbers[seat * len(game.cards) : (seat + 1) * len(game.cards)] for seat in range(3)]
    sure = [[key for key, one in zip(game.keys, row, strict=True) if one] for row in rows]
    assert sure == [["arch-rock"], ["harebell"], []]
