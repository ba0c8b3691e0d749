"""One game becomes rows: played by bots through their views, with the luck a table of the same seed would have."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from parlour.bots import Bot, find_bot, next_move
from parlour.bots.search import SLIPS, win_of
from parlour.core.chance import Sampled, Seeded
from parlour.core.game import NOBODY, Moves, State, View
from parlour.core.match import Match
from parlour.core.playout import play_on
from parlour.core.policy import Policy
from parlour.core.rng import Rng
from parlour.games import AnyGame, find
from parlour.study.opening import opening_of
from parlour.study.plan import Batch, Plan
from parlour.study.quick import QuickTable, Turns
from parlour.study.tables import GameRow, Rows, pack
from parlour.study.usage import Counting, Names


class Tools:
    """What all games of a plan need, made once in each process."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game: AnyGame = plan.open_game()
        self.counting = Counting(Names(self.game), plan.seats)
        self.policy: Policy[State] = find(plan.game).policy(self.game)
        self.moves = Moves(len(self.game.actions))
        self.bots: dict[str, Bot] = {}
        self.tables: dict[int, QuickTable] = {}

    def bots_of(self, number: int) -> list[Bot]:
        """The bots of a game by seat; bots remember nothing between decisions, so one serves many seats."""
        for name in self.plan.lineup(number):
            if name not in self.bots:
                self.bots[name] = find_bot(name).make(self.game)
        return [self.bots[name] for name in self.plan.lineup(number)]

    def table_of(self, number: int) -> QuickTable:
        """The table at which a game is played: one for each line-up."""
        lineup = number % len(self.plan.lineups)
        if lineup not in self.tables:
            opening = opening_of(self.plan, self.game)
            self.tables[lineup] = QuickTable(self.game, self.bots_of(number), self.counting, opening)
        return self.tables[lineup]


_recent: dict[str, Tools] = {}
_one_at_a_time = Lock()
"""A cluster worker may have several threads, but a game object serves one at a time."""


def play_batch(plan: Plan, batch: Batch) -> bytes:
    """Play the games of a batch and pack their rows. The same plan and batch give the same bytes on any machine."""
    rows = Rows()
    with _one_at_a_time, _no_cycles():
        if plan.key not in _recent:
            _recent.clear()
            _recent[plan.key] = Tools(plan)
        for number in range(batch.first, batch.stop):
            play_game(_recent[plan.key], number, rows)
        return pack(rows)


@contextmanager
def _no_cycles() -> Iterator[None]:
    """Games and rows leave nothing for the garbage collector to find; its search would take a tenth of the time."""
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if active:
            gc.enable()


def play_game(tools: Tools, number: int, rows: Rows) -> None:
    """Play the game with a number and add its rows."""
    plan, game, counting = tools.plan, tools.game, tools.counting
    before = len(rows.turn_seats)
    turns = Turns(rows.turn_seats, rows.turn_decisions, rows.turn_choices)
    end = tools.table_of(number).play(plan.table_seed(number), turns)
    outcome = game.outcome(end)
    if outcome is None:
        raise ValueError(f"{game.slug}: game {number} waits for nobody and is not over")
    turned = len(rows.turn_seats) - before
    rows.games.append(
        GameRow(
            number=number,
            deal=plan.deal(number),
            bots=plan.lineup(number),
            first=rows.turn_seats[before] if counting.first == NOBODY else counting.first,
            scores=list(outcome.scores),
            ranks=list(outcome.ranks),
            wins=[win_of(outcome, seat) for seat in range(plan.seats)],
            reason=outcome.reason,
            decisions=turns.all_decisions,
            turns=turned,
            choices=turns.all_choices,
            guard=outcome.ending.name if outcome.ending.guard else "",
        )
    )
    rows.turn_rows.append(turned)
    rows.things = counting.names.things
    rows.use_rows.append(counting.take(rows.use_seats, rows.use_things, rows.use_counts))
    rows.turn_chances += follow(tools, number, turned) if number < plan.followed else [None] * turned


def follow(tools: Tools, number: int, turned: int) -> list[list[float] | None]:
    """Every seat's chances turn by turn. The game is played again, because now its number of turns is known."""
    plan = tools.plan
    step = -(-turned // plan.points) if plan.points else 1
    chances: list[list[float] | None] = []

    def watch(state: State) -> None:
        turn = len(chances)
        chances.append(None if turn % step else imagine(tools, state, number, turn))

    tools.table_of(number).play(plan.table_seed(number), Turns([], [], []), watch)
    tools.counting.take([], [], [])
    return chances


def imagine(tools: Tools, state: State, number: int, turn: int) -> list[float]:
    """Every seat's chance to win from the true position, estimated by playouts with the policy."""
    game, plan = tools.game, tools.plan
    rng = Rng("followed", plan.seed, number, turn)
    chance = Sampled(Rng("followed luck", plan.seed, number, turn))
    wins = [0.0] * plan.seats
    for _ in range(plan.playouts):
        end = game.clone(state)
        play_on(game, tools.policy, end, SLIPS, rng, chance, tools.moves)
        outcome = game.outcome(end)
        if outcome is None:
            raise ValueError(f"{game.slug}: an imagined game did not end")
        for seat in range(plan.seats):
            wins[seat] += win_of(outcome, seat)
    return [won / plan.playouts for won in wins]


def replay_game(plan: Plan, number: int) -> Match[State, View]:
    """Replay a game of a run as a match with its whole record."""
    tools = Tools(plan)
    opening = opening_of(plan, tools.game)
    seed = plan.table_seed(number)
    start = None if opening is None else tools.game.dump(opening(seed, Seeded(seed, 0), None))
    match = Match(tools.game, seed, start=start)
    bots = dict(enumerate(tools.bots_of(number)))
    match.record.players = plan.lineup(number)
    while found := next_move(match, bots):
        match.play(*found)
    return match
