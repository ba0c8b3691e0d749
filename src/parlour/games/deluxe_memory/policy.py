"""A sensible Deluxe Memory player's preferences: the best known pair, otherwise unseen cards, and robbing the rich."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import common, has, members, minus, with_card, without_card
from parlour.core.game import Moves, TableView
from parlour.core.policy import Policy
from parlour.core.rng import Rng
from parlour.games.deluxe_memory.actions import (
    BOTH_UP,
    HIDE_BOTH,
    HIDE_FIRST,
    HIDE_SECOND,
    PAY,
    PLAYER_FROM,
    STOP,
    USE_SHIELD,
)
from parlour.games.deluxe_memory.packed import JOKER, NONE, RANKS, is_red, is_thief, keeper, rank_of
from parlour.games.deluxe_memory.phases import (
    COPY,
    FIRST,
    GAIN,
    JACK,
    LEVEL,
    LEVEL_WITH,
    LOOK,
    MOVE,
    OFFER,
    PUT_BACK,
    QUEEN,
    RECEIVE,
    RED,
    REVEAL,
    REVEAL_SOME,
    SECOND,
    SHIELD,
    SWAP,
    SWAP_WITH,
    TARGET,
    TURN_UP,
)
from parlour.games.deluxe_memory.rules import MemoryRules
from parlour.games.deluxe_memory.state import MemoryState, MemoryView, copy_table

# What the effect of a mixed pair is worth to its player, in tokens, roughly.
WORTH: Final = {
    "ace": 3.0,
    "2": 2.0,
    "3": 3.0,
    "4": 2.0,
    "5": 4.0,
    "6": 1.0,
    "7": 4.0,
    "8": 3.0,
    "9": 5.0,
    "10": 6.0,
    "jack": 4.0,
    "queen": 8.0,
    "king": 9.0,
    "joker": 1.0,
}
RICH: Final = 6
"""Minimum tokens to spend one on hiding."""
LITTLE: Final = 2.0
"""Maximum worth of a pair to feed to a thief."""
A_PAIR: Final = 3.0
TOKEN: Final = 0.3  # rating per token of a pair's worth


class MemoryPolicy(Policy[MemoryState]):
    """Rates choices by the cards the seat has seen, never by those it has not."""

    def __init__(self, game: MemoryRules) -> None:
        self.game = game
        self.mixed: vec[float] = vec[float]([WORTH[rank] for rank in RANKS])

    def ties_are_equal(self) -> bool:
        return True

    def foresight(self) -> i64:
        return 1

    def rate(self, state: MemoryState, seat: i64, moves: Moves) -> None:
        phase = state.phase
        if phase == FIRST:
            self._rate_first(state, seat, moves)
        elif phase == SECOND:
            self._rate_second(state, seat, moves)
        elif phase in (REVEAL, SWAP, SWAP_WITH, LOOK, REVEAL_SOME):
            self._rate_unseen(state, seat, moves)
        else:
            i: i64 = 0
            while i < moves.count:
                moves.ratings[i] = self._rate_one(state, seat, moves.ids[i], moves)
                i += 1

    def _rate_one(self, table: MemoryState, seat: i64, action: i64, moves: Moves) -> float:
        phase = table.phase
        if phase == PUT_BACK:
            return self._put_back(table, seat, action)
        if phase in (TURN_UP, MOVE):
            return 2.0 if action == STOP else 0.0
        if phase == OFFER:
            can = table.players[seat].tokens > 3 * RICH and self._knows_a_pair(table, seat)
            return 2.0 if (action == PAY) == can else 0.0
        if phase == SHIELD:
            return 2.0 if action == USE_SHIELD else 0.0
        if phase == COPY:
            gap = table.players[self._richest(table, seat)].tokens - table.players[seat].tokens
            return 2.0 if action - self.game.chart.effect_from == (JACK if gap >= 14 else QUEEN) else 0.0
        if PLAYER_FROM <= action < PLAYER_FROM + self.game.seats:
            return self._player(table, seat, action - PLAYER_FROM, moves)
        return 0.0

    # Pairs

    def _pair_worth(self, a: i64, b: i64) -> float:
        """What two cards of one rank are worth as a match."""
        rank = rank_of(a)
        if self.game.simplicity or (is_red(a) == is_red(b) and rank != JOKER):
            return float(self.game.chart.values[rank])
        return self.mixed[rank]

    def _mate_worth(self, table: MemoryState, known: i64, place: i64) -> float:
        """The worth of the best pair the player knows with a card it knows; below 0 if it knows none."""
        best = -1.0
        mine: i64 = table.cards[place]
        others = without_card(known, place)
        other: i64 = 0
        for kind in table.cards:
            if has(others, other) and rank_of(kind) == rank_of(mine):
                worth = self._pair_worth(mine, kind)
                if worth > best:
                    best = worth
            other += 1
        return best

    def _knows_a_pair(self, table: MemoryState, seat: i64) -> bool:
        ranks: i64 = 0
        known = common(table.players[seat].known, table.laid)
        place: i64 = 0
        for kind in table.cards:
            if has(known, place):
                rank = rank_of(kind)
                if has(ranks, rank):
                    return True
                ranks = with_card(ranks, rank)
            place += 1
        return False

    def _rate_first(self, table: MemoryState, seat: i64, moves: Moves) -> None:
        known = common(table.players[seat].known, table.laid)
        robbed = False
        for pair in table.kept:
            if is_thief(pair) and keeper(pair) != seat:
                robbed = True
        any_pair = self._knows_a_pair(table, seat)
        i: i64 = 0
        while i < moves.count:
            place = moves.ids[i] - self.game.card_from
            rating = 0.0
            if has(known, place):
                worth = self._mate_worth(table, known, place) if any_pair else -1.0
                if worth < 0.0:
                    rating = -1.0
                elif robbed:  # a thief gets the next match: feed it the least
                    rating = A_PAIR - TOKEN * worth if worth <= LITTLE else -3.0
                else:
                    rating = A_PAIR + TOKEN * worth
            moves.ratings[i] = rating
            i += 1

    def _rate_second(self, table: MemoryState, seat: i64, moves: Moves) -> None:
        known = common(table.players[seat].known, table.laid)
        first: i64 = table.cards[table.first] if has(known, table.first) else NONE
        i: i64 = 0
        while i < moves.count:
            place = moves.ids[i] - self.game.card_from
            rating = 0.0
            if has(known, place):
                card: i64 = table.cards[place]
                mates = first != NONE and rank_of(card) == rank_of(first)
                rating = A_PAIR + TOKEN * self._pair_worth(first, card) if mates else -1.0
            moves.ratings[i] = rating
            i += 1

    def _rate_unseen(self, table: MemoryState, seat: i64, moves: Moves) -> None:
        """A card the player has not seen, else any."""
        known = table.players[seat].known
        i: i64 = 0
        while i < moves.count:
            place = moves.ids[i] - self.game.card_from
            moves.ratings[i] = -2.0 if moves.ids[i] == STOP else -1.0 if has(known, place) else 0.0
            i += 1

    # Paying, and other players

    def _put_back(self, table: MemoryState, seat: i64, action: i64) -> float:
        """Hide a card whose mate the player knows, so as to take the pair next time."""
        if table.players[seat].tokens < RICH:
            return 2.0 if action == BOTH_UP else 0.0
        known = without_card(common(table.players[seat].known, table.laid), table.first)
        known = without_card(known, table.second)
        first = self._mate_worth(table, known, table.first) >= 0.0
        second = self._mate_worth(table, known, table.second) >= 0.0
        hidden_first = action in (HIDE_FIRST, HIDE_BOTH)
        hidden_second = action in (HIDE_SECOND, HIDE_BOTH)
        return (1.0 if hidden_first == first else 0.0) + (1.0 if hidden_second == second else 0.0)

    def _richest(self, table: MemoryState, seat: i64) -> i64:
        """The opponent with the most tokens."""
        best: i64 = NONE
        other: i64 = 0
        while other < self.game.seats:
            player = table.players[other]
            if other != seat and player.out == 0 and (best == NONE or player.tokens > table.players[best].tokens):
                best = other
            other += 1
        return best if best != NONE else seat

    def _player(self, table: MemoryState, seat: i64, chosen: i64, moves: Moves) -> float:
        """Good things for oneself, bad things for the richest opponent."""
        phase = table.phase
        rich = self._richest(table, seat)
        if phase in (LEVEL, LEVEL_WITH):
            # Share with the richest when that is a gain; otherwise level two others, if there are two.
            if table.players[seat].tokens >= table.players[rich].tokens:
                return -1.0 if chosen == seat else 0.1 * float(chosen)
            return 2.0 if chosen == rich else 1.0 if chosen == seat else 0.0
        good = phase in (GAIN, RECEIVE) or (phase == TARGET and table.effect == RED)
        if good:
            return 2.0 if chosen == seat else 0.0
        return 2.0 if chosen == rich else -2.0 if chosen == seat else 0.0


def forget(view: MemoryView, share: float, rng: Rng) -> MemoryView:
    """The view of a player who forgot each face-down card with a given probability; face-up cards stay known."""
    seen = copy_table(view.seen)
    seen.cards = list(seen.cards)
    me = seen.players[view.seat]
    open_now = seen.face_up | seen.looking | seen.showing
    for place in members(minus(common(me.known, seen.laid), open_now)):
        if place not in (seen.first, seen.second) and rng.chance(share):
            me.known = without_card(me.known, place)
            seen.cards[place] = NONE
    return TableView(view.header, seen, view.schema)
