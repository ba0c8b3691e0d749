"""A game's rules of thumb in a form quick enough for search: how much a sensible player likes each legal action."""

from typing import Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

from parlour.core.game import Game, Moves, State, TableView, View
from parlour.core.rng import Rng

S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy(Generic[S]):
    """Rates legal actions. This base class rates them all the same; a game's `policy.py` knows better."""

    def __init__(self, game: object) -> None:
        pass

    def ties_are_equal(self) -> bool:
        """Are actions with equal ratings equally good? Then a search need not try them all."""
        return False

    def foresight(self) -> i64:
        """How many decisions deep a search grows its tree before the policy plays on.

        The tree does not branch on luck. Where every decision follows a roll or a card that comes to light, the
        policy, which looks at what fell, plays on better than a tree that averages over it: then 1 is best.
        """
        return 1000

    def table_of(self, game: Game[S, View], view: View, rng: Rng) -> S:
        """The table to rate a seat's actions on, made from its view alone.

        Any world that fits the view will do. A view that holds a table of its own saves making one.
        """
        if isinstance(view, TableView):
            seen: S = view.seen
            return seen
        return game.determinise(view, rng)

    def rate(self, state: S, seat: i64, moves: Moves) -> None:
        """Fill in `moves.ratings` for each of the moves.

        One point more makes an action about three times as likely to be the best. Use only what the seat knows: every
        world that fits a view, and the view's own table, must give the same ratings. Out of turn, a rating above 0
        means: better than waiting.
        """
        i: i64 = 0
        while i < moves.count:
            moves.ratings[i] = 0.0
            i += 1


def favourite(moves: Moves, rng: Rng) -> i64:
    """The move with the best rating; a random one among equals."""
    best = moves.ids[0]
    highest = moves.ratings[0]
    equals: i64 = 1
    i: i64 = 1
    while i < moves.count:
        rating = moves.ratings[i]
        if rating > highest:
            highest = rating
            best = moves.ids[i]
            equals = 1
        elif rating == highest:
            equals += 1
            if rng.below(equals) == 0:
                best = moves.ids[i]
        i += 1
    return best


def rated(policy: Policy[S], state: S, seat: int, legal: list[int]) -> Moves:
    """Legal actions with the policy's ratings."""
    moves = Moves(len(legal))
    for action in legal:
        moves.add(action)
    policy.rate(state, seat, moves)
    return moves
