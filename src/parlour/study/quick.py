"""A table without a record: the same deals, luck and bots as a `Match`, in a fraction of the time."""

from collections.abc import Callable, Sequence
from typing import final

from mypy_extensions import i64

from parlour.bots.choices import Choice, bot_stream
from parlour.bots.levels import Bot, choice_of
from parlour.bots.search import WAIT
from parlour.core.chance import Chance, Stepped
from parlour.core.errors import IllegalAction
from parlour.core.events import Emit, Event
from parlour.core.game import NOBODY, Game, Moves, State
from parlour.core.rng import Rng
from parlour.core.seat_record import History
from parlour.games import AnyGame
from parlour.study.usage import Counting

Watch = Callable[[State], None]
"""Called with the position at the start of each turn."""
Opening = Callable[[str, Chance, Emit | None], State]
"""Sets up the position a game with a seed starts from, instead of dealing it."""


@final
class Turns:
    """The turns of games, in columns. A turn is a run of decisions for which the game waits for one seat."""

    def __init__(self, seats: list[int], decisions: list[int], choices: list[int]) -> None:
        self.seats, self.decisions, self.choices = seats, decisions, choices
        self.all_decisions: i64 = 0
        self.all_choices: i64 = 0

    def add(self, seat: i64, decisions: i64, choices: i64) -> None:
        """Append a turn."""
        self.all_decisions += decisions
        self.all_choices += choices
        self.seats.append(seat)
        self.decisions.append(decisions)
        self.choices.append(choices)


@final
class QuickTable:
    """Plays games between the same bots, one after the other, and counts; nothing is recorded."""

    def __init__(self, game: AnyGame, bots: Sequence[Bot], counting: Counting, opening: Opening | None = None) -> None:
        self.game = game
        self.opening = opening
        self.bots = list(bots)
        self.counting = counting
        self.choices: list[Choice | None] = [choice_of(bot) for bot in bots]
        self.moves = Moves(len(game.actions))
        self.reactive = type(game).may_act is not Game.may_act  # may somebody act out of turn?
        self.remembers = game.replays_worlds() and None in self.choices
        self.history = History()
        self.luck = Stepped()
        self.bot_luck, self.bot_root = Rng(), Rng()
        self.action: i64 = WAIT  # of the seat that was asked last

    def _hear(self, event: Event) -> None:
        self.counting(event)
        self.history.hear(event)

    def play(self, seed: str, turns: Turns, watch: Watch | None = None) -> State:
        """Play one game; returns its last position."""
        game, counting, moves, luck = self.game, self.counting, self.moves, self.luck
        luck.begin(seed)
        self.bot_root = Rng("bot", seed)
        listen: Emit = self._hear if self.remembers else counting
        self.history = History()
        opening = self.opening
        state = game.new(luck, listen) if opening is None else opening(seed, luck, listen)
        decisions: i64 = 0
        began: i64 = 0  # when the turn began
        choices: i64 = 0  # of the turn
        active: i64 = NOBODY  # whose turn it is
        while True:
            waited = game.actor(state)
            if waited != active:
                if active != NOBODY:
                    turns.add(active, decisions - began, choices)
                if waited == NOBODY:
                    return state
                if watch is not None:
                    watch(state)
                active, began, choices = waited, decisions, 0
            seat = self._reacting(state, decisions) if self.reactive else NOBODY
            if seat == NOBODY:
                seat = waited
                self._ask(state, seat, decisions, False)
            action = self.action
            choices += moves.count
            counting.act(seat, action)
            decisions += 1
            if self.remembers:
                self.history.decide(seat, action)
            luck.step = decisions
            game.perform(state, seat, action, luck, listen)

    def _reacting(self, state: State, decisions: i64) -> i64:
        """The first seat that wants to act out of turn, its action in `action`; NOBODY if none does."""
        waited = self.game.to_act(state)
        for seat in self.game.may_act(state):
            if seat not in waited:
                self._ask(state, seat, decisions, True)
                if self.action != WAIT:
                    return seat
        return NOBODY

    def _ask(self, state: State, seat: i64, decisions: i64, may_wait: bool) -> None:
        """Put a bot's choice into `action`, and what it could have done into `moves`."""
        moves, luck = self.moves, self.bot_luck
        moves.count = 0
        self.game.list_legal(state, seat, moves)
        choice = self.choices[seat]
        if choice is not None and moves.count == 1 and not may_wait:
            self.action = moves.ids[0]
            return
        luck.restart(self.bot_root, bot_stream(seat, decisions))
        if choice is not None:
            self.action = choice.choose(state, seat, moves, may_wait, luck)
            return
        view = self.game.view(state, seat)
        if self.remembers:
            view.witnessed = self.history.of(seat)
        self.action = self.bots[seat].choose(view, view.legal, luck)
        if not moves.holds(self.action) and not (may_wait and self.action == WAIT):
            raise IllegalAction(self.game.why_not(state, seat, self.action))
