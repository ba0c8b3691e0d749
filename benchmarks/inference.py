"""What is it worth to guess hidden cards well? Hard with better worlds against hard as it is, on the same deals.

    python benchmarks/inference.py match-me [--seats 3] [--games 210] [--start 0] [--worlds weighted] [--iterations 100]
    python benchmarks/inference.py around-mackinac --worlds told --against normal

`--worlds told`: the search is told all hands and what others chose in secret; in Match Me and Follow Me only the order
of the draw pile stays unknown, in Deluxe Memory the cards that nobody has seen, elsewhere only luck to come. No guess
can be worth more.
`--worlds weighted`: worlds are imagined for a decision (`--pool`). Each is weighted by the probability that players who
follow the game's policy would have made the others' last 15 choices in it, and the search draws from them by weight.
A view does not hold what is needed: the script remembers the actions and the tables. It uses of hidden actions only
that they were made, and of hidden cards none: it takes both from the world. In Match Me and Follow Me the game is
replayed in each world. In St. Croix a hand is followed back from the world: which of its cards were drawn last is left
to luck, where nobody saw them come. In Deluxe Memory the cards that still lie there are those of the world.

One bot with better worlds sits among usual ones; each deal is played once from every seat. It uses one process.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from typing import cast

from parlour.bots.budget import Budget
from parlour.bots.driver import luck_of
from parlour.bots.duel import wilson
from parlour.bots.levels import Bot, HardBot
from parlour.bots.players import find_bot
from parlour.core.bags import bag_of, cards, has, list_of, set_of, with_card, without_card
from parlour.core.chance import Sampled
from parlour.core.game import Moves, State, View
from parlour.core.match import Match
from parlour.core.rng import Rng
from parlour.games import AnyGame, find
from parlour.games.deluxe_memory.phases import SWAP_WITH
from parlour.games.deluxe_memory.rules import MemoryRules
from parlour.games.deluxe_memory.state import MemoryState
from parlour.games.follow_me.history import DREW, PASSED, PLAYED, beside, kind_of, passed_by, seat_of, step_of, what_of
from parlour.games.follow_me.rules import FollowMeRules
from parlour.games.follow_me.state import FollowMeState
from parlour.games.match_me.rules import MatchMeRules
from parlour.games.match_me.state import MatchMeState
from parlour.games.st_croix.policy import StCroixPolicy
from parlour.games.st_croix.rules import PICK_UP, StCroixRules
from parlour.games.st_croix.state import StCroixState

POOL = 32
"""Worlds imagined for a decision, unless the command says otherwise."""
LAST = 15
"""Choices of the others that are looked at."""
ERRS = 0.05
"""Share of choices in which a player is thought to take any action."""
IMPOSSIBLE = -50.0

Pick = Callable[[View, Rng], State]


Choice = tuple[State, int, int]
"""A table before a choice, the seat that chose, and its action."""


class Past:
    """What has happened at a table so far: the first position, all actions, and the table before each."""

    def __init__(self, game: AnyGame, start: State) -> None:
        self.game, self.start = game, game.clone(start)
        self.actions: list[tuple[int, int]] = []
        self.tables: list[State] = []
        self.policy = find(game.slug).policy(game)
        self.moves = Moves(len(game.actions))
        self.luck = Sampled(Rng("replay"))

    def add(self, table: State, seat: int, action: int) -> None:
        """Remember an action before it is performed."""
        self.tables.append(self.game.clone(table))
        self.actions.append((seat, action))

    def likelihood(self, world: State, viewer: int) -> float:
        """The logarithm of the probability of the others' last choices, if this world is the true one."""
        game, moves = self.game, self.moves
        others = [place for place, (seat, _) in enumerate(self.actions) if seat != viewer]
        found = 0.0
        for table, seat, action in self.choices(world, viewer, set(others[-LAST:])):
            moves.count = 0
            game.list_legal(table, seat, moves)
            if moves.count > 1:
                self.policy.rate(table, seat, moves)
                found += chosen(moves, action)
            if found <= IMPOSSIBLE:
                return IMPOSSIBLE
        return found

    def choices(self, world: State, viewer: int, places: set[int]) -> Iterator[Choice]:
        """The others' choices at some places of the past, as they were if this world is the true one."""
        if isinstance(world, StCroixState):
            if places and world.choosing == 0:
                for seat in range(len(world.players)):
                    if seat != viewer:
                        yield from self._sent(world, seat, places)
        elif isinstance(world, MemoryState):
            yield from self._turned(world, places)
        else:
            yield from self._replayed(world, viewer, places)

    def _replayed(self, world: State, viewer: int, places: set[int]) -> Iterator[Choice]:
        """Play the game again from the deal of this world."""
        game = self.game
        table = first_table(game, self.start, world)
        for place, (seat, action) in enumerate(self.actions):
            if seat != viewer:
                action = action_there(game, table, world, seat, action)
            if place in places:
                yield table, seat, action
            game.perform(table, seat, action, self.luck, None)

    def _sent(self, world: StCroixState, seat: int, places: set[int]) -> Iterator[Choice]:
        """St. Croix: follow a seat's hand back, and put it where it chose; Table Cards by what they are, best first."""
        game, after, hand = self.game, world, world.players[seat].hand
        assert isinstance(game, StCroixRules) and isinstance(self.policy, StCroixPolicy)
        for place in range(len(self.actions) - 1, min(places) - 1, -1):
            table, (who, action) = self.tables[place], self.actions[place]
            assert isinstance(table, StCroixState)
            if table.choosing > 0:
                break
            if who == seat:
                hand = self.hand_before(game, table, after, seat, action, hand)
                if place in places:
                    yield with_hand(game, table, seat, hand), seat, action
            after = table
        else:
            return
        laid = list_of(after.players[seat].table)
        hand += after.players[seat].table
        first = next(place for place, (who, _) in enumerate(self.actions) if who == seat)
        table = self.tables[first]
        assert isinstance(table, StCroixState)
        for kind in sorted(laid, key=self.policy.worth, reverse=True):
            yield with_hand(game, table, seat, hand), seat, game.lay_from + kind
            hand -= cards(kind, 1)

    def hand_before(
        self, game: StCroixRules, table: StCroixState, after: StCroixState, seat: int, action: int, hand: int
    ) -> int:
        """A hand before an action, given the one after it: of the cards that nobody saw come, any may be new."""
        mine, later = table.players[seat], after.players[seat]
        if mine.hand_size == 0:
            return 0
        if action == PICK_UP:
            return hand - bag_of(table.pile)
        count, mokos = game.count_in[action], game.mokos_in[action]
        hidden = list_of(hand - later.known)
        self.luck.rng.shuffle(hidden)
        drawn = hidden[: later.hand_size - mine.hand_size + count + mokos]
        spent = cards(game.kind_of[action], count) + (cards(game.moko, mokos) if mokos else 0)
        return hand - bag_of(drawn) + spent

    def _turned(self, world: MemoryState, places: set[int]) -> Iterator[Choice]:
        """Deluxe Memory: the tables of the past with the cards of this world, where they still lie."""
        game = self.game
        assert isinstance(game, MemoryRules)
        now = list(range(len(world.cards)))  # where the card of each place lies now, or lay when it was taken
        for place in range(len(self.actions) - 1, min(places, default=0) - 1, -1):
            table, (seat, action) = self.tables[place], self.actions[place]
            assert isinstance(table, MemoryState)
            if table.phase == SWAP_WITH:
                one, two = table.picked_card, action - game.card_from
                now[one], now[two] = now[two], now[one]
            if place in places:
                then = game.clone(table)
                then.cards = [
                    world.cards[now[spot]] if has(world.laid, now[spot]) else kind
                    for spot, kind in enumerate(table.cards)
                ]
                yield then, seat, action


def with_hand(game: StCroixRules, table: StCroixState, seat: int, hand: int) -> StCroixState:
    """A copy of a table where a seat has another hand."""
    twin = game.clone(table)
    twin.players[seat].hand = hand
    return twin


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

    def __init__(self, game: AnyGame, pool: int) -> None:
        self.game, self.pool = game, pool
        self.past: Past | None = None
        self._view: View | None = None
        self._worlds: list[State] = []
        self._weights: list[float] = []

    def pick(self, view: View, rng: Rng) -> State:
        """A world for a view; the worlds are weighted once for each view."""
        assert self.past is not None
        if view is not self._view:
            self._view = view
            self._worlds = [self.game.determinise(view, rng) for _ in range(self.pool)]
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
        past.add(match._state, seat, action)
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
    parser.add_argument("--start", type=int, default=0, help="the number of the first game, to play more of a run")
    parser.add_argument("--worlds", choices=("told", "weighted"), default="weighted")
    parser.add_argument("--pool", type=int, default=POOL, help="worlds to weight for a decision")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--against", help="the level of the others; default: hard with as many iterations")
    parser.add_argument("--seed", default="worth", help="of all deals")
    asked = parser.parse_args()
    if asked.game == "around-mackinac" and asked.worlds == "weighted":
        parser.exit(1, "Weighted worlds are not written for All Around Mackinac Island.\n")
    against = asked.against or f"hard@{asked.iterations}"
    game = find(asked.game).make(seats=asked.seats)
    worlds = Told(game) if asked.worlds == "told" else Weighted(game, asked.pool)
    usual = find_bot(against).make(game)
    won = 0.0
    for number in range(asked.games):
        won += play(game, worlds, asked.iterations, usual, asked.seed, asked.start + number)
        if (number + 1) % 30 == 0 or number + 1 == asked.games:
            low, high = wilson(won, number + 1)
            name = f"{game.title}, {game.seats} seats, {asked.worlds}, {asked.iterations} iterations against {against}"
            print(f"{name}: {won / (number + 1):.1%} [{low:.1%}, {high:.1%}] of {number + 1} games", flush=True)


if __name__ == "__main__":
    main()
