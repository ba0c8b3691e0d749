"""One game at full speed from Python: one checked call a decision, no record, no events.

For studies and learning, where a `Match` with its record and log would only slow things down.
"""

from typing import Generic, TypeVar, final

from mypy_extensions import i64

from parlour.core.chance import Chance
from parlour.core.errors import IllegalAction
from parlour.core.events import Emit
from parlour.core.game import NOBODY, Game, Moves, State, View
from parlour.core.seat_record import History

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


@final
class Episode(Generic[S, V]):
    """A game from deal to end; `play` returns the legal actions of the next seat to act, [] at the end.

    With a state, it goes on from there.

    Seats that choose at the same time are asked one after the other; none learns of the others' choices.
    """

    def __init__(
        self, game: Game[S, V], chance: Chance, state: S | None = None, history: History | None = None
    ) -> None:
        self.game = game
        self.chance = chance
        # Only the default `determinise` needs to know what happened.
        self.history = History() if history is None and state is None and game.replays_worlds() else history
        self.emit: Emit | None = None if self.history is None else self.history.hear
        self.state: S = game.new(chance, self.emit) if state is None else state
        self.seat: i64 = NOBODY
        self._moves = Moves(len(game.actions))
        self.legal: list[int] = self._next()

    def __reduce__(self) -> tuple[object, ...]:
        return Episode, (self.game, self.chance, self.state, self.history)

    def play(self, action: i64) -> list[int]:
        """Carry out an action of `seat`, or raise IllegalAction and change nothing."""
        if not self._moves.holds(action):
            raise IllegalAction(self.game.why_not(self.state, self.seat, action))
        if self.history is not None:
            self.history.decide(self.seat, action)
        self.game.perform(self.state, self.seat, action, self.chance, self.emit)
        return self._next()

    def view(self, seat: int) -> V:
        """What a seat may know."""
        view = self.game.view(self.state, seat)
        if self.history is not None:
            view.witnessed = self.history.of(seat)
        return view

    def _next(self) -> list[int]:
        game, moves = self.game, self._moves
        seat = game.actor(self.state)
        self.seat = seat
        moves.count = 0
        if seat != NOBODY:
            game.list_legal(self.state, seat, moves)
        self.legal = moves.as_list()
        return self.legal
