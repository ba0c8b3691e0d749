"""A table without a record: the same deals, luck and bots as a `Match`, in a fraction of the time."""

from collections.abc import Mapping

from parlour.bots import Bot, luck_of, move, next_move
from parlour.bots.levels import RandomBot, Steady
from parlour.bots.search import WAIT
from parlour.core.chance import Sampled, table_luck
from parlour.core.errors import IllegalAction
from parlour.core.events import Emit, Event
from parlour.core.game import View
from parlour.core.seat_record import History
from parlour.games import AnyGame


class QuickTable:
    """A game in play: call `next_move` and `play` in turn. Nothing is recorded."""

    def __init__(self, game: AnyGame, seed: str, emit: Emit | None = None) -> None:
        self.game = game
        self.seed = seed
        self.history = History() if game.replays_worlds() else None
        self.emit = emit if self.history is None else self._hear
        self._listener = emit
        self.decisions = 0
        self._legal: list[int] = []  # of the seat that was asked last
        self.state = game.new(Sampled(table_luck(seed, 0)), self.emit)

    def _hear(self, event: Event) -> None:
        if self._listener is not None:
            self._listener(event)
        if self.history is not None:
            self.history.hear(event)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats the game waits for; () when it is over."""
        return self.game.to_act(self.state)

    @property
    def may_act(self) -> tuple[int, ...]:
        """The seats that may do something now, out of turn included."""
        return self.game.may_act(self.state)

    def view(self, seat: int) -> View:
        """What a seat may know."""
        view = self.game.view(self.state, seat)
        if self.history is not None:
            view.witnessed = self.history.of(seat)
        return view

    def next_move(self, bots: Mapping[int, Bot]) -> tuple[int, int, list[int]]:
        """Who acts next, what it does, and what it could have done; bots are asked as at any table."""
        found = next_move(self, bots, ask=QuickTable._ask)
        if found is None:
            raise ValueError("the game is over")
        return *found, self._legal

    def _ask(self, seat: int, bot: Bot) -> int:
        legal = self._legal = self.game.legal(self.state, seat)
        if isinstance(bot, Steady) and isinstance(bot.bot, RandomBot):
            # The random bot does not look at its view, so none is made; its luck and its choice stay the same.
            choices = legal if seat in self.to_act else [*legal, WAIT]
            return choices[luck_of(self, seat).below(len(choices))]
        return move(self, seat, bot)

    def play(self, seat: int, action: int, legal: list[int]) -> None:
        """Play an action that `next_move` returned."""
        if action not in legal:
            raise IllegalAction(self.game.why_not(self.state, seat, action))
        self.decisions += 1
        if self.history is not None:
            self.history.decide(seat, action)
        self.game.perform(self.state, seat, action, Sampled(table_luck(self.seed, self.decisions)), self.emit)
