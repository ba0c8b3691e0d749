"""How bots without search choose among a seat's moves: compiled, and the same for a table and a study."""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64

from parlour.bots.search import WAIT
from parlour.core.game import Moves, State, View
from parlour.core.policy import Policy, favourite
from parlour.core.rng import Rng

PLAUSIBLE: Final = 4.0
"""How far below the best rating an action still counts as plausible."""
SEATS: Final = 16
"""More than any table has."""


def bot_stream(seat: i64, decisions: i64) -> i64:
    """The number of a bot's random stream for its next decision."""
    return decisions * SEATS + seat


def may_wait(view: View) -> bool:
    """May the seat wait?"""
    return view.seat not in view.to_act


def moves_of(legal: Sequence[int]) -> Moves:
    """Legal actions as moves."""
    moves = Moves(len(legal))
    for action in legal:
        moves.add(action)
    return moves


class Choice:
    """A way to choose. It may use only what the seat knows: in every world that fits a view it chooses the same."""

    def choose(self, state: State, seat: i64, moves: Moves, may_wait: bool, rng: Rng) -> i64:
        """One of the moves, or WAIT if the seat may wait."""
        raise NotImplementedError


@final
class AnyMove(Choice):
    """A uniformly random move; where the seat may wait, waiting is one more."""

    def choose(self, state: State, seat: i64, moves: Moves, may_wait: bool, rng: Rng) -> i64:
        """Look at nothing but the number of moves."""
        place = rng.below(moves.count + 1 if may_wait else moves.count)
        return WAIT if place == moves.count else moves.ids[place]


@final
class RatedMove(Choice):
    """The move the policy rates best, or, in a share of decisions, any plausible one."""

    def __init__(self, policy: Policy[State], mistakes: float = 0.0) -> None:
        self.policy = policy
        self.mistakes = mistakes

    def choose(self, state: State, seat: i64, moves: Moves, may_wait: bool, rng: Rng) -> i64:
        """Waiting is rated 0: out of turn, the best move must be better than that."""
        if moves.count == 1 and not may_wait:
            return moves.ids[0]
        mistaken = self.mistakes > 0.0 and rng.chance(self.mistakes)
        self.policy.rate(state, seat, moves)
        if mistaken:
            return _plausible(moves, may_wait, rng)
        if may_wait:
            best = best_of(moves)
            return moves.ids[best] if moves.ratings[best] > 0.0 else WAIT
        return favourite(moves, rng)


@final
class Preferred(Choice):
    """Chooses as another does, but among preferred moves where there are any."""

    def __init__(self, choice: Choice, preferred: list[bool]) -> None:
        self.choice = choice
        self.preferred = preferred
        self.kept = Moves(len(preferred))

    def choose(self, state: State, seat: i64, moves: Moves, may_wait: bool, rng: Rng) -> i64:
        """Where no move is preferred, waiting is; if the seat cannot wait, any move will do."""
        kept = self.kept
        kept.count = 0
        i: i64 = 0
        while i < moves.count:
            if self.preferred[moves.ids[i]]:
                kept.add(moves.ids[i])
            i += 1
        if kept.count > 0:
            return self.choice.choose(state, seat, kept, may_wait, rng)
        return WAIT if may_wait else self.choice.choose(state, seat, moves, may_wait, rng)


def best_of(moves: Moves) -> i64:
    """The place of the first of the best rated moves."""
    best: i64 = 0
    i: i64 = 1
    while i < moves.count:
        if moves.ratings[i] > moves.ratings[best]:
            best = i
        i += 1
    return best


def _plausible(moves: Moves, may_wait: bool, rng: Rng) -> i64:
    """A random move among those that do not look hopeless; where the seat may wait, waiting can be one of them."""
    highest = moves.ratings[best_of(moves)]
    if may_wait and highest < 0.0:
        highest = 0.0
    lowest = highest - PLAUSIBLE
    count: i64 = 1 if may_wait and lowest <= 0.0 else 0
    i: i64 = 0
    while i < moves.count:
        if moves.ratings[i] >= lowest:
            count += 1
        i += 1
    left = rng.below(count)
    i = 0
    while i < moves.count:
        if moves.ratings[i] >= lowest:
            if left == 0:
                return moves.ids[i]
            left -= 1
        i += 1
    return WAIT
