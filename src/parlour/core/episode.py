"""One game at full speed from Python: one checked call a decision, no record, no events.

For studies and learning, where a `Match` with its record and log would only slow things down.
"""

from typing import Generic, TypeVar, final

from mypy_extensions import i64

from parlour.core.chance import Chance
from parlour.core.errors import IllegalAction
from parlour.core.game import NOBODY, Game, Moves, State, View

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


@final
class Episode(Generic[S, V]):
    """A game from deal to end; `play` answers with the legal actions of whoever is next, [] at the end.

    Seats that choose at the same time are asked one after the other; none learns of the others' choices.
    """

    def __init__(self, game: Game[S, V], chance: Chance) -> None:
        self.game = game
        self.chance = chance
        self.state: S = game.new(chance)
        self.seat: i64 = NOBODY
        self._moves = Moves(len(game.actions))
        self.legal: list[int] = self._next()

    def play(self, action: i64) -> list[int]:
        """Carry out an action of `seat`, or raise IllegalAction and change nothing."""
        if not self._moves.holds(action):
            raise IllegalAction(self.game.why_not(self.state, self.seat, action))
        self.game.perform(self.state, self.seat, action, self.chance, None)
        return self._next()

    def _next(self) -> list[int]:
        game, moves = self.game, self._moves
        seat = game.actor(self.state)
        self.seat = seat
        moves.count = 0
        if seat != NOBODY:
            game.list_legal(self.state, seat, moves)
        self.legal = moves.as_list()
        return self.legal
