"""Information-set Monte Carlo tree search: thinking ahead without looking at hidden cards.

Each iteration imagines a world that fits the view (`determinise`), walks down one tree shared by all worlds,
adds one node, plays the rest at random, and remembers how it ended for each seat. An action that is not legal
in the imagined world is passed over; how often it was available is counted, so that rare actions are not
taken for bad ones. The search sees a view and nothing else.
"""

import math
import time
from typing import Final, Generic, TypeVar, final

from mypy_extensions import i64

from parlour.core.chance import Sampled
from parlour.core.game import NOBODY, Game, Moves, State, View
from parlour.core.playout import play_out
from parlour.core.rng import Rng

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

CURIOSITY: Final = 0.7
"""How much the search likes actions it has tried seldom, against those that did well."""


@final
class Node:
    """One action in the tree: how often it was tried, how often it could have been, and how it went."""

    def __init__(self, action: i64, seat: i64) -> None:
        self.action = action
        self.seat = seat  # who takes the action
        self.visits: i64 = 0
        self.available: i64 = 0
        self.reward: float = 0.0  # sum over visits, for the seat that takes the action
        self.children: list[Node] = []


@final
class Estimate:
    """What the search thinks of one action."""

    def __init__(self, action: int, visits: int, value: float) -> None:
        self.action = action
        self.visits = visits
        self.value = value  # 1: sure to come first, 0: sure to come last


@final
class Searcher(Generic[S, V]):
    """Searches for one seat at a time; keeps its buffers between decisions."""

    def __init__(self, game: Game[S, V], rng: Rng) -> None:
        self.game = game
        self.rng = rng
        self.chance = Sampled(rng)
        self.moves = Moves(len(game.actions))
        self.iterations: int = 0

    def estimates(self, view: V, iterations: int = 0, seconds: float = 0.0) -> list[Estimate]:
        """The legal actions from best to worst, after so many iterations or so much time.

        With a budget in iterations alone, the same generator and view give the same answer.
        """
        root = Node(-1, NOBODY)
        started = time.perf_counter()
        done: i64 = 0
        while (iterations == 0 or done < iterations) and (
            seconds == 0.0 or done & 15 != 0 or time.perf_counter() - started < seconds
        ):
            self._iterate(root, view)
            done += 1
        self.iterations = done
        found = [
            Estimate(node.action, node.visits, node.reward / max(1.0, float(node.visits))) for node in root.children
        ]
        found.sort(key=lambda estimate: (-estimate.visits, -estimate.value, estimate.action))
        return found

    def _iterate(self, root: Node, view: V) -> None:
        game, moves = self.game, self.moves
        state = game.determinise(view, self.rng)
        path: list[Node] = []
        node = root
        seat: i64 = view.seat
        while seat != NOBODY:
            moves.count = 0
            game.list_legal(state, seat, moves)
            child = self._choose(node)
            fresh = child is None
            if child is None:
                child = self._expand(node, seat)
            path.append(child)
            game.perform(state, seat, child.action, self.chance, None)
            node = child
            if fresh:
                play_out(game, state, self.rng, self.chance, moves)
                break
            seat = game.actor(state)
        self._remember(path, state)

    def _choose(self, node: Node) -> Node | None:
        """The best child among the legal actions; None if one of them has no child yet."""
        moves = self.moves
        best: Node | None = None
        best_worth = -1.0
        matched: i64 = 0
        for child in node.children:
            if moves.holds(child.action):
                matched += 1
                child.available += 1
                visits = float(child.visits)
                worth = child.reward / visits + CURIOSITY * math.sqrt(math.log(float(child.available)) / visits)
                if worth > best_worth:
                    best_worth = worth
                    best = child
        return best if matched == moves.count else None

    def _expand(self, node: Node, seat: i64) -> Node:
        """A new child for one of the legal actions without one, taken at random."""
        moves = self.moves
        untried: list[int] = []
        i: i64 = 0
        while i < moves.count:
            action = moves.ids[i]
            known = False
            for child in node.children:
                if child.action == action:
                    known = True
            if not known:
                untried.append(action)
            i += 1
        fresh = Node(untried[self.rng.below(len(untried))], seat)
        fresh.available = 1
        node.children.append(fresh)
        return fresh

    def _remember(self, path: list[Node], state: S) -> None:
        rewards = rewards_of(self.game, state)
        for node in path:
            node.visits += 1
            node.reward += rewards[node.seat]


def rewards_of(game: Game[S, V], state: S) -> list[float]:
    """Each seat's share of opponents beaten, a tie counting half; 1 is alone in front, 0 alone behind."""
    outcome = game.outcome(state)
    if outcome is None:
        raise ValueError("the game is not over")
    ranks = outcome.ranks
    others = float(len(ranks) - 1)
    rewards: list[float] = []
    for mine in ranks:
        beaten = 0.0
        for other in ranks:
            if other > mine:
                beaten += 1.0
            elif other == mine:
                beaten += 0.5
        rewards.append((beaten - 0.5) / others)
    return rewards
