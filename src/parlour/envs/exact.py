"""The whole tree of a small game: exact values, best responses, and a solver. For `micro` presets with two seats.

An information set is all that a seat has been told and has done, as in OpenSpiel. `nash_conv` says how much both seats
together could gain by answering a strategy as well as possible: 0 is perfect play.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from parlour.core.errors import ParlourError
from parlour.core.game import NOBODY, View
from parlour.envs.positions import Position, start
from parlour.envs.rewards import Rewards, rewards_of
from parlour.games import AnyGame

MOST = 1_000_000
"""Nodes that a tree may have; more would take minutes and gigabytes."""

Chooser = Callable[[View, Sequence[int], str], Sequence[float]]
"""A strategy: the probability of each legal action, given the view and all that the seat was told."""


class TooLarge(ParlourError):
    """A game whose tree is too large to walk through."""


@dataclass(slots=True)
class Spot:
    """An information set: who is to act, what is possible, and one view of it."""

    seat: int
    legal: list[int]
    told: str
    view: View
    nodes: list["Node"] = field(default_factory=list)


@dataclass(slots=True)
class Node:
    """A moment of the game. Luck has `shares`, a decision has a `spot`, an end has `rewards`."""

    spot: Spot | None = None
    children: list["Node"] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)


class Tree:
    """Every way a game can go."""

    def __init__(self, game: AnyGame, rewards: Rewards = "ranks", most: int = MOST) -> None:
        self.game, self.how, self.most = game, rewards, most
        self.size = 0
        self.spots: dict[str, Spot] = {}
        self.root = self._grow(start(game))

    def _grow(self, at: Position) -> Node:
        self.size += 1
        if self.size > self.most:
            raise TooLarge(f"{self.game.title} with these rules has more than {self.most:,} nodes.")
        if at.question is not None:
            outcomes = at.question.outcomes()
            children = [self._grow(at.answer(outcome)) for outcome, _ in outcomes]
            return Node(None, children, [share for _, share in outcomes])
        assert at.table is not None
        if at.actor == NOBODY:
            outcome = at.game.outcome(at.table)
            assert outcome is not None
            return Node(rewards=rewards_of(outcome, self.how))
        seat = at.actor
        told = f"player {seat}\n{at.history.as_told(at.game, seat)}"
        spot = self.spots.get(told)
        if spot is None:
            view = at.view(seat)
            assert view is not None
            spot = self.spots[told] = Spot(seat, list(view.legal), told, view)
        node = Node(spot)
        spot.nodes.append(node)
        node.children = [self._grow(at.act(action)) for action in spot.legal]
        return node


Strategy = dict[str, list[float]]
"""The probability of each legal action, for every information set."""


def strategy_of(tree: Tree, choose: Chooser) -> Strategy:
    """A strategy written out."""
    return {told: list(choose(spot.view, spot.legal, told)) for told, spot in tree.spots.items()}


def uniform(tree: Tree) -> Strategy:
    """Every legal action is equally likely."""
    return {told: [1.0 / len(spot.legal)] * len(spot.legal) for told, spot in tree.spots.items()}


def value(tree: Tree, strategy: Strategy) -> list[float]:
    """What each seat gets on average if all follow the strategy."""
    seats = tree.game.seats

    def walk(node: Node) -> list[float]:
        if node.rewards:
            return node.rewards
        shares = node.shares if node.spot is None else strategy[node.spot.told]
        found = [0.0] * seats
        for share, child in zip(shares, node.children, strict=True):
            if share > 0.0:
                for seat, reward in enumerate(walk(child)):
                    found[seat] += share * reward
        return found

    return walk(tree.root)


def best_response(tree: Tree, strategy: Strategy, seat: int) -> float:
    """What a seat can get at most while the others follow the strategy."""
    reach: dict[int, float] = {}

    def spread(node: Node, chance: float) -> None:
        """How likely the others and luck lead to each decision of the seat."""
        if node.spot is not None and node.spot.seat == seat:
            reach[id(node)] = chance
        if node.rewards:
            return
        mine = node.spot is not None and node.spot.seat == seat
        shares = node.shares if node.spot is None else strategy[node.spot.told]
        for share, child in zip(shares, node.children, strict=True):
            spread(child, chance if mine else chance * share)

    best: dict[str, int] = {}

    def choice(spot: Spot) -> int:
        if spot.told not in best:
            worth = [0.0] * len(spot.legal)
            for node in spot.nodes:
                chance = reach[id(node)]
                if chance > 0.0:
                    for place, child in enumerate(node.children):
                        worth[place] += chance * walk(child)
            best[spot.told] = max(range(len(worth)), key=worth.__getitem__)
        return best[spot.told]

    def walk(node: Node) -> float:
        if node.rewards:
            return node.rewards[seat]
        if node.spot is not None and node.spot.seat == seat:
            return walk(node.children[choice(node.spot)])
        shares = node.shares if node.spot is None else strategy[node.spot.told]
        return sum(share * walk(child) for share, child in zip(shares, node.children, strict=True) if share > 0.0)

    spread(tree.root, 1.0)
    return walk(tree.root)


def nash_conv(tree: Tree, strategy: Strategy) -> float:
    """How much all seats together gain if each answers the others' strategy as well as possible."""
    usual = value(tree, strategy)
    return sum(best_response(tree, strategy, seat) - usual[seat] for seat in range(tree.game.seats))


def solve(tree: Tree, rounds: int) -> Strategy:
    """The average strategy after rounds of counterfactual regret minimisation (CFR+, seats in turn)."""
    regrets = {told: [0.0] * len(spot.legal) for told, spot in tree.spots.items()}
    sums = {told: [0.0] * len(spot.legal) for told, spot in tree.spots.items()}

    def now(told: str) -> list[float]:
        total = sum(regrets[told])
        count = len(regrets[told])
        return [regret / total for regret in regrets[told]] if total > 0.0 else [1.0 / count] * count

    for number in range(1, rounds + 1):
        for seat in range(tree.game.seats):
            current = {told: now(told) for told in regrets}
            gains = {told: [0.0] * len(spot.legal) for told, spot in tree.spots.items() if spot.seat == seat}
            _walk(tree.root, seat, 1.0, 1.0, current, gains, sums, float(number))
            for told, gained in gains.items():
                regrets[told] = [max(0.0, old + more) for old, more in zip(regrets[told], gained, strict=True)]
    found: Strategy = {}
    for told, parts in sums.items():
        total = sum(parts)
        found[told] = [part / total for part in parts] if total > 0.0 else [1.0 / len(parts)] * len(parts)
    return found


def _walk(
    node: Node,
    seat: int,
    mine: float,
    others: float,
    current: Strategy,
    gains: dict[str, list[float]],
    sums: dict[str, list[float]],
    weight: float,
) -> float:
    """The value of a node for a seat; adds up regrets and the average strategy on the way."""
    if node.rewards:
        return node.rewards[seat]
    spot = node.spot
    if spot is None or spot.seat != seat:
        # Also where another seat does not go now: what this seat would do there counts for its average strategy.
        shares = node.shares if spot is None else current[spot.told]
        return sum(
            share * _walk(child, seat, mine, others * share, current, gains, sums, weight)
            for share, child in zip(shares, node.children, strict=True)
        )
    shares = current[spot.told]
    worth = [
        _walk(child, seat, mine * share, others, current, gains, sums, weight)
        for share, child in zip(shares, node.children, strict=True)
    ]
    whole = sum(share * one for share, one in zip(shares, worth, strict=True))
    gained, summed = gains[spot.told], sums[spot.told]
    for place, (share, one) in enumerate(zip(shares, worth, strict=True)):
        gained[place] += others * (one - whole)
        summed[place] += weight * mine * share
    return whole
