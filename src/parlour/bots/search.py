"""Information-set Monte Carlo tree search: thinking ahead without looking at hidden cards.

Worlds that fit the view are imagined (`determinise`). Each iteration walks down one tree shared by all worlds, adds
one node unless the policy's foresight ends there, plays the rest as the game's policy likes it with a few slips,
and remembers how it ended for each seat. An action that is not legal in the imagined world is passed over; how often
it was available is counted, so that rare actions are not taken for bad ones. What the policy likes is tried first,
what did well is tried most. Luck is open: one action is one node, however the dice fall after it. A guide, if there is
one, rates the moves in the policy's place and may say what each seat can expect; that counts beside how the game ends
when it is played out, or instead of it. The search sees a view and nothing else.
"""

import math
import time
from collections.abc import Callable
from typing import Final, Generic, TypeVar, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.bots.guide import Guide
from parlour.core.bags import has, only
from parlour.core.chance import Sampled
from parlour.core.game import NOBODY, Game, Moves, State, View
from parlour.core.outcome import Outcome
from parlour.core.playout import play_on
from parlour.core.policy import Policy, favourite
from parlour.core.rng import Rng

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

CURIOSITY: Final = 1.2
"""Exploration constant: how strongly rarely tried actions are preferred over those that did well."""
SLIPS: Final = 0.1
"""Share of random actions in playouts."""
OPEN_MIND: Final = 0.2
"""Share of the prior spread evenly over all actions, whatever the policy likes."""
ALIKE: Final = 3
"""Number of actions tried among equally rated ones, where the policy says that ties are equal."""
USES: Final = 4
"""Iterations per imagined world. In some games building a world costs more than playing it out, so each is reused."""
WAITS: Final = 2.0
"""Rating of waiting out of turn: an action must look clearly better to be tried before it."""
SETTLED_EVERY: Final = 32
PATIENCE: Final = 40
"""Choices the policy makes, at most, until the guide is asked what the seats that had none can expect."""

WAIT: Final = -1
"""The action of a seat that may act out of turn and does not; it is estimated like the others."""


@final
class Node:
    """One action in the tree: how often it was tried, how often it could have been, and how it went."""

    def __init__(self, action: i64, seat: i64, prior: float) -> None:
        self.action = action
        self.seat = seat  # who takes the action
        self.prior = prior  # the policy's prior; 0: as good as one that is tried
        self.visits: i64 = 0
        self.available: i64 = 0
        self.reward: float = 0.0  # sums over visits, for the seat that takes the action
        self.wins: float = 0.0
        self.children: list[Node] = []


@final
class Estimate:
    """The search's estimate of one action."""

    def __init__(self, action: int, visits: int, value: float, wins: float) -> None:
        self.action = action
        self.visits = visits
        self.value = value  # 1: sure to come first, 0: sure to come last
        self.wins = wins  # the share of games won; a shared first place counts as a fraction


@final
class Searcher(Generic[S, V]):
    """Searches for one seat at a time; keeps its buffers between decisions."""

    def __init__(
        self,
        game: Game[S, V],
        rng: Rng,
        policy: Policy[S] | None = None,
        clock: Callable[[], float] = time.perf_counter,
        guide: Guide | None = None,
    ) -> None:
        self.game = game
        self.rng = rng
        self.guide = guide
        self.policy: Policy[S] = Policy(game) if policy is None else policy
        self.clock = clock
        self.chance = Sampled(rng)
        size = len(game.actions) + 1
        self.moves = Moves(size)
        self.marks: vec[i64] = vec[i64]([0] * size)  # the last visit at which an action was legal
        self.look: i64 = 0
        self.kept: vec[i64] = vec[i64]([0] * size)  # 1 for each of the moves that is to be tried
        self.curiosity = CURIOSITY
        self.slips = SLIPS
        self.uses: i64 = USES
        self.foresight: i64 = self.policy.foresight()
        self.iterations: int = 0
        self.expected: vec[float] = vec[float]([0.0] * game.seats)  # what the guide says each seat can expect

    def estimates(self, view: V, iterations: int = 0, seconds: float = 0.0, settle: bool = False) -> list[Estimate]:
        """The legal actions from best to worst, within a limit of iterations or seconds, whichever is reached first.

        With a budget in iterations alone, the same generator and view give the same answer. With `settle` the search
        ends as soon as the first place can no longer change.
        """
        root = Node(WAIT, NOBODY, 1.0)
        started = self.clock()
        world = self.game.determinise(view, self.rng)
        done: i64 = 0
        while iterations == 0 or done < iterations:
            if seconds > 0.0 and done > 0 and self.clock() - started >= seconds:
                break
            if settle and iterations > 0 and done % SETTLED_EVERY == 0 and _settled(root, iterations - done):
                break
            if done % self.uses == 0 and done > 0:
                world = self.game.determinise(view, self.rng)
            self._iterate(root, view, self.game.clone(world))
            done += 1
        self.iterations = done
        found: list[Estimate] = []
        for node in root.children:
            tried = float(node.visits) if node.visits > 0 else 1.0
            found.append(Estimate(node.action, node.visits, node.reward / tried, node.wins / tried))
        found.sort(key=lambda estimate: (-estimate.visits, -estimate.value, estimate.action))
        return found

    def _iterate(self, root: Node, view: V, state: S) -> None:
        """One imagined game: down the tree, one new node, then what the guide expects, or a playout by the policy."""
        game, moves = self.game, self.moves
        path: list[Node] = []
        node = root
        seat: i64 = view.seat
        may_wait = view.seat not in view.to_act
        faith = 0.0  # how much the guide's word counts
        while seat != NOBODY:
            moves.count = 0
            game.list_legal(state, seat, moves)
            if moves.count == 0:
                raise ValueError(f"{game.slug}: seat {seat} has no move in an imagined world")
            node = self._next(node, state, seat, may_wait)
            may_wait = False
            path.append(node)
            if node.action != WAIT:
                game.perform(state, seat, node.action, self.chance, None)
            if node.visits == 0 or len(path) >= self.foresight:
                faith = self._foresee(state)
                if faith < 1.0:
                    play_on(game, self.policy, state, self.slips, self.rng, self.chance, moves)
                break
            seat = game.actor(state)
        outcome = game.outcome(state) if faith < 1.0 else None
        if outcome is None and faith < 1.0:
            raise ValueError("the game is not over")
        even = 1.0 / float(game.seats)
        usual = 0.25 + 0.5 * even  # the reward of the average seat
        for tried in path:
            tried.visits += 1
            if faith > 0.0:
                share = self.expected[tried.seat]
                tried.reward += faith * max(0.0, usual + (1.0 - usual) * share)
                tried.wins += faith * max(0.0, even + (1.0 - even) * share)
            if outcome is not None:
                tried.reward += (1.0 - faith) * reward_of(outcome, tried.seat)
                tried.wins += (1.0 - faith) * win_of(outcome, tried.seat)

    def _foresee(self, state: S) -> float:
        """Let the guide say what each seat can expect when it next has a choice; returns how much that counts.

        The policy plays until every seat has had one. If the game is over before that, its end is all that counts.
        """
        game, moves, guide = self.game, self.moves, self.guide
        if guide is None or guide.foresees == 0.0:
            return 0.0
        seats: i64 = game.seats
        asked: i64 = 0  # one bit for each seat
        left = seats
        choices: i64 = 0
        while True:
            seat = game.actor(state)
            if seat == NOBODY:
                return 0.0
            moves.count = 0
            game.list_legal(state, seat, moves)
            action = moves.ids[0]
            if moves.count > 1:
                if not has(asked, seat):
                    self.expected[seat] = guide.expect(state, seat, moves)
                    asked |= only(seat)
                    left -= 1
                if left == 0 or choices == PATIENCE:
                    break
                choices += 1
                self.policy.rate(state, seat, moves)
                action = favourite(moves, self.rng)
            game.perform(state, seat, action, self.chance, None)
        self._balance(asked, left)
        return guide.foresees

    def _balance(self, asked: i64, left: i64) -> None:
        """What some seats gain, the others lose: a seat that was not asked gets its part of that."""
        expected = self.expected
        seats: i64 = self.game.seats
        total = 0.0
        seat: i64 = 0
        while seat < seats:
            if has(asked, seat):
                total += expected[seat]
            seat += 1
        seat = 0
        while seat < seats:
            if left == 0:
                expected[seat] -= total / float(seats)
            elif not has(asked, seat):
                expected[seat] = -total / float(left)
            if expected[seat] > 1.0:
                expected[seat] = 1.0
            seat += 1

    def _next(self, node: Node, state: S, seat: i64, may_wait: bool) -> Node:
        """The child to try: weighs results, the policy's prior, and how rarely it was tried when available."""
        moves, marks = self.moves, self.marks
        self.look += 1
        look = self.look
        i: i64 = 0
        while i < moves.count:
            marks[moves.ids[i]] = look
            i += 1
        wait: i64 = len(self.game.actions)
        if may_wait:
            marks[wait] = look
        matched: i64 = 0
        visits: i64 = 0
        reward = 0.0
        for child in node.children:
            place = child.action if child.action != WAIT else wait
            if child.seat == seat and marks[place] == look:
                matched += 1
                visits += child.visits
                reward += child.reward
        if matched < moves.count + (1 if may_wait else 0):
            self._add_children(node, state, seat, may_wait)
        usual = reward / float(visits) if visits > 0 else 0.5
        best = node
        best_worth = -1.0
        for child in node.children:
            place = child.action if child.action != WAIT else wait
            if child.seat == seat and marks[place] == look:
                child.available += 1
                if child.prior == 0.0 and best is not node:
                    continue
                tried = float(child.visits)
                worth = child.reward / tried if child.visits > 0 else usual
                worth += self.curiosity * child.prior * math.sqrt(float(child.available)) / (1.0 + tried)
                if worth > best_worth or best.prior == 0.0:
                    best_worth = worth
                    best = child
        return best

    def _add_children(self, node: Node, state: S, seat: i64, may_wait: bool) -> None:
        """Add children for the legal actions that have none, with their priors."""
        moves = self.moves
        guide = self.guide
        if moves.count == 1:
            moves.ratings[0] = 0.0
        elif guide is not None and not may_wait:  # a network has no rating for waiting
            guide.rate(state, seat, moves)
        else:
            self.policy.rate(state, seat, moves)
        if may_wait:
            moves.ratings[moves.count] = WAITS
            moves.add(WAIT)
        highest = moves.ratings[0]
        i: i64 = 0
        while i < moves.count:
            if moves.ratings[i] > highest:
                highest = moves.ratings[i]
            i += 1
        self._keep_few()
        total = 0.0
        many = 0.0
        i = 0
        while i < moves.count:
            if self.kept[i] == 1:
                moves.ratings[i] = math.exp(moves.ratings[i] - highest)
                total += moves.ratings[i]
                many += 1.0
            i += 1
        i = 0
        while i < moves.count:
            known = False
            for child in node.children:
                if child.action == moves.ids[i] and child.seat == seat:
                    known = True
            if not known:
                prior = 0.0
                if self.kept[i] == 1:
                    prior = OPEN_MIND / many + (1.0 - OPEN_MIND) * moves.ratings[i] / total
                node.children.append(Node(moves.ids[i], seat, prior))
            i += 1

    def _keep_few(self) -> None:
        """Choose which of the moves are tried: all, but only a random few among equally rated ones."""
        moves, kept = self.moves, self.kept
        all_of_them = not self.policy.ties_are_equal()
        i: i64 = 0
        while i < moves.count:
            kept[i] = 1
            if not all_of_them:
                room: i64 = ALIKE
                coming: i64 = 0
                other: i64 = 0
                while other < moves.count:
                    if moves.ratings[other] == moves.ratings[i]:
                        if other >= i:
                            coming += 1
                        else:
                            room -= kept[other]
                    other += 1
                if coming > room and self.rng.below(coming) >= room:
                    kept[i] = 0
            i += 1


def _settled(root: Node, left: i64) -> bool:
    """Is one action so far ahead that the iterations left cannot change the first place?"""
    first: i64 = 0
    second: i64 = 0
    for child in root.children:
        if child.visits > first:
            second = first
            first = child.visits
        elif child.visits > second:
            second = child.visits
    return first - second > left


def win_of(outcome: Outcome, seat: i64) -> float:
    """1 for coming first alone, a fraction for sharing first place, 0 otherwise."""
    if outcome.ranks[seat] != 1:
        return 0.0
    winners = 0.0
    for rank in outcome.ranks:
        if rank == 1:
            winners += 1.0
    return 1.0 / winners


def beaten_by(outcome: Outcome, seat: i64) -> float:
    """A seat's share of opponents beaten, a tie counting half; 1 is alone in front, 0 alone behind."""
    ranks = outcome.ranks
    mine = ranks[seat]
    beaten = -0.5  # the seat ties with itself
    for other in ranks:
        if other > mine:
            beaten += 1.0
        elif other == mine:
            beaten += 0.5
    return beaten / float(len(ranks) - 1)


def reward_of(outcome: Outcome, seat: i64) -> float:
    """What the search maximises: winning, then beating as many opponents as possible."""
    return 0.5 * win_of(outcome, seat) + 0.5 * beaten_by(outcome, seat)
