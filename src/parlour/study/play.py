"""One game becomes rows: played by bots through their views, with the luck a table of the same seed would have."""

from threading import Lock

from parlour.bots import Bot, find_bot, next_move
from parlour.bots.search import SLIPS, win_of
from parlour.core.chance import Sampled
from parlour.core.game import Moves, State, View
from parlour.core.match import Match
from parlour.core.playout import play_on
from parlour.core.policy import Policy
from parlour.core.rng import Rng
from parlour.games import AnyGame, find
from parlour.study.plan import Batch, Plan
from parlour.study.quick import QuickTable
from parlour.study.tables import GameRow, Rows, TurnRow, UseRow, pack
from parlour.study.usage import Counting, Names


class Tools:
    """What all games of a plan need, made once in each process."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game: AnyGame = plan.open_game()
        self.names = Names(self.game)
        self.policy: Policy[State] = find(plan.game).policy(self.game)
        self.moves = Moves(len(self.game.actions))
        self.bots: dict[str, Bot] = {}

    def bots_of(self, number: int) -> dict[int, Bot]:
        """The bots of a game by seat; bots remember nothing between decisions, so one serves many seats."""
        for name in self.plan.lineup(number):
            if name not in self.bots:
                self.bots[name] = find_bot(name).make(self.game)
        return {seat: self.bots[name] for seat, name in enumerate(self.plan.lineup(number))}


_recent: dict[str, Tools] = {}
_one_at_a_time = Lock()
"""A cluster worker may have several threads, but a game object serves one at a time."""


def play_batch(plan: Plan, batch: Batch) -> bytes:
    """Play the games of a batch and pack their rows. The same plan and batch give the same bytes on any machine."""
    rows = Rows([], [], [])
    with _one_at_a_time:
        if plan.key not in _recent:
            _recent.clear()
            _recent[plan.key] = Tools(plan)
        for number in range(batch.first, batch.stop):
            play_game(_recent[plan.key], number, rows)
    return pack(rows)


def play_game(tools: Tools, number: int, rows: Rows) -> None:
    """Play the game with a number and add its rows."""
    plan, game = tools.plan, tools.game
    counting = Counting(tools.names)
    table = QuickTable(game, plan.table_seed(number), counting.hear)
    bots = tools.bots_of(number)
    followed = number < plan.followed
    turns: list[TurnRow] = []
    while waited := table.to_act:
        if not turns or turns[-1].seat != waited[0]:
            chances = imagine(tools, table.state, number, len(turns)) if followed else None
            turns.append(TurnRow(number, len(turns), waited[0], 0, 0, chances))
        seat, action, legal = table.next_move(bots)
        turns[-1].decisions += 1
        turns[-1].choices += len(legal)
        counting.act(seat, action)
        table.play(seat, action, legal)
    outcome = game.outcome(table.state)
    if outcome is None:
        raise ValueError(f"{game.slug}: game {number} waits for nobody and is not over")
    rows.games.append(
        GameRow(
            number=number,
            deal=plan.deal(number),
            bots=plan.lineup(number),
            first=turns[0].seat if counting.first is None else counting.first,
            scores=list(outcome.scores),
            ranks=list(outcome.ranks),
            wins=[win_of(outcome, seat) for seat in range(plan.seats)],
            reason=outcome.reason,
            decisions=table.decisions,
            turns=len(turns),
            choices=sum(turn.choices for turn in turns),
            guard=outcome.ending.name if outcome.ending.guard else "",
        )
    )
    rows.turns += turns
    used = counting.used
    rows.uses += [UseRow(number, seat, thing, kind, used[seat, thing, kind]) for seat, thing, kind in sorted(used)]


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
    match = Match(tools.game, plan.table_seed(number))
    bots = tools.bots_of(number)
    match.record.players = plan.lineup(number)
    while found := next_move(match, bots):
        match.play(*found)
    return match
