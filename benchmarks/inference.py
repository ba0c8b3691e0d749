"""What is it worth to guess hidden cards well? Hard with better worlds against hard as it is, on the same deals.

    python benchmarks/inference.py match-me [--seats 3] [--games 210] [--worlds weighted] [--iterations 100]
    python benchmarks/inference.py around-mackinac --worlds told --against normal

`--worlds told`: the search is told all hands and what others chose in secret; in Match Me and Follow Me only the order
of the draw pile stays unknown, in Deluxe Memory the cards that nobody has seen, elsewhere only luck to come. No guess
can be worth more.
`--worlds weighted`: 32 worlds are imagined for a decision. Each is weighted by the probability that players who follow
the game's policy would have made the others' last 15 choices in it, and the search draws from them by weight. For that
the game is replayed in each world. A view does not hold what is needed: the script remembers the actions. It uses of
hidden ones only that they were made, and takes their cards from the world. Match Me and Follow Me only.

One bot with better worlds sits among usual ones; each deal is played once from every seat. It uses one process.
"""

import argparse
import math
from collections.abc import Callable
from typing import cast

from parlour.bots.budget import Budget
from parlour.bots.driver import luck_of
from parlour.bots.duel import wilson
from parlour.bots.levels import Bot, HardBot
from parlour.bots.players import find_bot
from parlour.core.bags import set_of, with_card, without_card
from parlour.core.chance import Sampled
from parlour.core.game import Moves, State, View
from parlour.core.match import Match
from parlour.core.rng import Rng
from parlour.games import AnyGame, find
from parlour.games.deluxe_memory.state import MemoryState
from parlour.games.follow_me.history import DREW, PASSED, PLAYED, beside, kind_of, passed_by, seat_of, step_of, what_of
from parlour.games.follow_me.rules import FollowMeRules
from parlour.games.follow_me.state import FollowMeState
from parlour.games.match_me.rules import MatchMeRules
from parlour.games.match_me.state import MatchMeState

POOL = 32
"""Worlds imagined for a decision."""
LAST = 15
"""Choices of the others that are looked at."""
ERRS = 0.05
"""Share of choices in which a player is thought to take any action."""
IMPOSSIBLE = -50.0

Pick = Callable[[View, Rng], State]


class Past:
    """What has happened at a table so far: the first position and all actions."""

    def __init__(self, game: AnyGame, start: State) -> None:
        self.game, self.start = game, game.clone(start)
        self.actions: list[tuple[int, int]] = []
        self.policy = find(game.slug).policy(game)
        self.moves = Moves(len(game.actions))
        self.luck = Sampled(Rng("replay"))

    def likelihood(self, world: State, viewer: int) -> float:
        """The logarithm of the probability of the others' last choices, if this world is the true one."""
        game, moves = self.game, self.moves
        table = first_table(game, self.start, world)
        others = [place for place, (seat, _) in enumerate(self.actions) if seat != viewer]
        looked_at = set(others[-LAST:])
        found = 0.0
        for place, (seat, action) in enumerate(self.actions):
            if seat != viewer:
                action = action_there(game, table, world, seat, action)
            if place in looked_at:
                moves.count = 0
                game.list_legal(table, seat, moves)
                if moves.count > 1:
                    self.policy.rate(table, seat, moves)
                    found += chosen(moves, action)
            if found <= IMPOSSIBLE:
                return IMPOSSIBLE
            game.perform(table, seat, action, self.luck, None)
        return found


def chosen(moves: Moves, action: int) -> float:
    """The logarithm of the probability that a player who errs now and then takes an action."""
    ratings = {moves.ids[place]: moves.ratings[place] for place in range(moves.count)}
    if action not in ratings:
        return IMPOSSIBLE
    highest = max(ratings.values())
    total = sum(math.exp(rating - highest) for rating in ratings.values())
    return math.log(ERRS / len(ratings) + (1.0 - ERRS) * math.exp(ratings[action] - highest) / total)


def first_table(game: AnyGame, start: State, world: State) -> State:
    """The table as it was dealt, if this world is the true one."""
    table = game.clone(start)
    if isinstance(table, MatchMeState) and isinstance(world, MatchMeState) and isinstance(game, MatchMeRules):
        if len(world.piles) > 1:
            raise ValueError("the discards were shuffled: such a game cannot be replayed here")
        table.piles = world.piles
        top = len(world.piles[0])
        for player in table.players:
            player.hand = set_of(world.piles[0][top - game.hand_cards : top])
            top -= game.hand_cards
    elif isinstance(table, FollowMeState) and isinstance(world, FollowMeState):
        take_back(table, world)
    return table


def take_back(table: FollowMeState, world: FollowMeState) -> None:
    """Follow the history of a world back to the deal."""
    seats, begun, rounds = len(world.players), len(table.history), len(world.passes)
    hands = [player.hand for player in world.players]
    drawn: list[int] = []
    for code in reversed(world.history[begun:]):
        seat, card = seat_of(code), what_of(code)
        if kind_of(code) == PLAYED:
            hands[seat] = with_card(hands[seat], card)
        elif kind_of(code) == DREW:
            hands[seat] = without_card(hands[seat], card)
            drawn.append(card)
        elif kind_of(code) == PASSED:
            rounds -= 1
            passed = [passed_by(world.passes[rounds], giver) for giver in range(seats)]
            for giver, card in enumerate(passed):
                to = beside(giver, step_of(code), seats)
                hands[to] = without_card(hands[to], card)
            for giver, card in enumerate(passed):
                hands[giver] = with_card(hands[giver], card)
    for player, hand in zip(table.players, hands, strict=True):
        player.hand = hand
    table.draw_pile = [*world.draw_pile[: world.draw_left], *drawn]
    table.draw_left = len(table.draw_pile)
    table.history = world.history[:begun]


def action_there(game: AnyGame, table: State, world: State, seat: int, action: int) -> int:
    """What another seat did, with the card that it has in this world if the others did not see it."""
    if not (isinstance(game, FollowMeRules) and isinstance(table, FollowMeState) and isinstance(world, FollowMeState)):
        return action
    ids, rounds = game.ids, len(table.passes)
    if ids.send_left_from <= action < ids.lead_from:
        pending = rounds >= len(world.passes)
        card = world.players[seat].offer if pending else passed_by(world.passes[rounds], seat)
        first = ids.give_from
        if action < ids.give_from:
            first = ids.send_left_from if action < ids.send_right_from else ids.send_right_from
        return int(first + card)
    if action >= ids.follow_from and len(table.history) >= len(world.history):
        return int(ids.follow_from + world.players[seat].offer)
    return action


def with_worlds(game: AnyGame, pick: Pick) -> AnyGame:
    """The same game, in which a search gets its worlds elsewhere."""

    def determinise(self: AnyGame, view: View, rng: Rng) -> State:
        return pick(view, rng)

    made = type(f"Other{type(game).__name__}", (type(game),), {"determinise": determinise})
    return cast(AnyGame, made(game.seats, game.deck, **game.options))


class Weighted:
    """Draws worlds by how well they explain what the others did."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.past: Past | None = None
        self._view: View | None = None
        self._worlds: list[State] = []
        self._weights: list[float] = []

    def pick(self, view: View, rng: Rng) -> State:
        """A world for a view; the worlds are weighted once for each view."""
        assert self.past is not None
        if view is not self._view:
            self._view = view
            self._worlds = [self.game.determinise(view, rng) for _ in range(POOL)]
            logs = [self.past.likelihood(world, view.seat) for world in self._worlds]
            self._weights = [math.exp(log - max(logs)) for log in logs]
        left = rng.below(1 << 30) / (1 << 30) * sum(self._weights)
        for world, weight in zip(self._worlds, self._weights, strict=True):
            left -= weight
            if left <= 0.0:
                return world
        return self._worlds[-1]


class Told:
    """Knows what any other seat knows, and all hands."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.truth: State | None = None

    def pick(self, view: View, rng: Rng) -> State:
        """The true world with a shuffled draw pile; in Deluxe Memory one that is true where anybody has looked."""
        assert self.truth is not None
        world = self.game.clone(self.truth)
        if isinstance(world, FollowMeState):
            world.draw_pile = shuffled(world.draw_pile, world.draw_left, rng)
        elif isinstance(world, MatchMeState):
            world.piles = [*world.piles[:-1], shuffled(world.piles[-1], world.draw_left, rng)]
        elif isinstance(world, MemoryState):
            for player in world.players:
                world.players[view.seat].known |= player.known
            return self.game.determinise(self.game.view(world, view.seat), rng)
        return world


def shuffled(pile: list[int], left: int, rng: Rng) -> list[int]:
    """A pile whose cards that are left lie in another order."""
    rest = pile[:left]
    rng.shuffle(rest)
    return [*rest, *pile[left:]]


def play(game: AnyGame, worlds: Told | Weighted, iterations: int, usual: Bot, seed: str, number: int) -> float:
    """Play deal `number // seats`, the bot with better worlds in seat `number % seats`; returns its share of a win."""
    match = Match(game, f"{seed} {number // game.seats}")
    place = number % game.seats
    state = match._state  # the script is the referee here
    better = HardBot(with_worlds(game, worlds.pick), Budget(iterations))
    better.policy = find(game.slug).policy(game)
    past = Past(game, state)
    if isinstance(worlds, Weighted):
        worlds.past = past
    while match.to_act:
        seat = match.to_act[0]
        if isinstance(worlds, Told):
            worlds.truth = match._state
        view = match.view(seat)
        action = (better if seat == place else usual).choose(view, view.legal, luck_of(match, seat))
        past.actions.append((seat, action))
        match.play(seat, action)
    assert match.outcome is not None
    ranks = match.outcome.ranks
    return 1.0 / ranks.count(1) if ranks[place] == 1 else 0.0


def main() -> None:
    """Play the games and print the share that was won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("match-me", "follow-me", "st-croix", "around-mackinac", "deluxe-memory"))
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=210)
    parser.add_argument("--worlds", choices=("told", "weighted"), default="weighted")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--against", help="the level of the others; default: hard with as many iterations")
    parser.add_argument("--seed", default="worth", help="of all deals")
    asked = parser.parse_args()
    if asked.game not in ("match-me", "follow-me") and asked.worlds == "weighted":
        parser.exit(1, "Only Match Me and Follow Me keep a history, which weighting needs.\n")
    against = asked.against or f"hard@{asked.iterations}"
    game = find(asked.game).make(seats=asked.seats)
    worlds = Told(game) if asked.worlds == "told" else Weighted(game)
    usual = find_bot(against).make(game)
    won = 0.0
    for number in range(asked.games):
        won += play(game, worlds, asked.iterations, usual, asked.seed, number)
        if (number + 1) % 30 == 0 or number + 1 == asked.games:
            low, high = wilson(won, number + 1)
            name = f"{game.title}, {game.seats} seats, {asked.worlds}, {asked.iterations} iterations against {against}"
            print(f"{name}: {won / (number + 1):.1%} [{low:.1%}, {high:.1%}] of {number + 1} games", flush=True)


if __name__ == "__main__":
    main()
