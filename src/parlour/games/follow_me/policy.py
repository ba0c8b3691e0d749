"""A sensible Follow Me player's preferences: the best-paying Location first, odd cards to the neighbours."""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.bags import count_set, has, without_card
from parlour.core.game import Moves
from parlour.core.policy import Policy
from parlour.games.follow_me.history import LOCATION
from parlour.games.follow_me.numbering import DRAW, END_TURN
from parlour.games.follow_me.rules import FollowMeRules
from parlour.games.follow_me.state import AFTER_PLACING, FOLLOWING, GIVING, LEADING, SENDING, FollowMeState

GOES_OUT: Final = 50.0
BEHIND: Final = -10.0  # of leading nothing without being ahead


@final
class FollowMePolicy(Policy[FollowMeState]):
    """Rates actions by the points they bring, from the seat's hand and what lies open."""

    def __init__(self, game: FollowMeRules) -> None:
        self.game = game

    def ties_are_equal(self) -> bool:
        return True

    def rate(self, state: FollowMeState, seat: i64, moves: Moves) -> None:
        game = self.game
        hand = state.players[seat].hand
        size = state.players[seat].hand_size
        phase = state.phase
        ids = game.ids
        i: i64 = 0
        while i < moves.count:
            action = moves.ids[i]
            card = ids.card_of[action]
            rating = 0.0  # ending the turn
            if action == DRAW:
                # More cards make richer Locations, as long as the hand can still be emptied.
                rating = 4.5 if size <= 5 else 2.5 if size <= 8 else 0.3
            elif action == END_TURN:
                if phase == LEADING:
                    rating = self._decline(state, seat)
            elif phase == GIVING:
                rating = -self._use(hand, card)
            elif phase == FOLLOWING:
                rating = -float(game.points[card])
            elif phase == LEADING:
                rating = self._lead(state, seat, card, ids.habitat_of[action])
            elif action < ids.place_from:
                # After placing a Location everything that fits goes down; otherwise one card must be worth the turn.
                rating = 0.1 + float(game.points[card])
                if size == 1 or phase == AFTER_PLACING:
                    rating += GOES_OUT
            elif phase in (SENDING, AFTER_PLACING):
                # A card that fits nothing else in hand is better spent as an unknown one; feed the fuller hand.
                to = game.neighbour(seat, 1 if action < ids.send_right_from else -1)
                rating = 1.4 - self._use(hand, card) + 0.01 * float(state.players[to].hand_size)
            else:
                rating = self._place(hand, size, card)
            moves.ratings[i] = rating
            i += 1

    def _decline(self, table: FollowMeState, seat: i64) -> float:
        """Leading nothing may end the game: good for a player who is ahead, never for one who is behind."""
        mine = self._points(table.players[seat].observed)
        other: i64 = 0
        while other < self.game.seats:
            if other != seat and self._points(table.players[other].observed) >= mine:
                return BEHIND
            other += 1
        return GOES_OUT if table.declined + 1 >= self.game.decline_turns else 0.0

    def _place(self, hand: i64, size: i64, card: i64) -> float:
        """A new Location: all cards of its habitat can follow."""
        rest = without_card(hand, card) & self.game.of_class[self.game.habitat_of[card]]
        return self._points(rest) + (GOES_OUT if count_set(rest) + 1 == size else -0.5)

    def _points(self, cards_set: i64) -> float:
        total: i64 = 0
        card: i64 = 0
        while cards_set != 0:
            if cards_set & 1 != 0:
                total += self.game.points[card]
            cards_set >>= 1
            card += 1
        return float(total)

    def _use(self, hand: i64, card: i64) -> float:
        """The value of a card: points at the Locations in hand, or as a Location for the other cards."""
        game = self.game
        others = without_card(hand, card)
        own = float(game.points[card])
        best = 0.0
        habitat: i64 = 0
        while habitat < LOCATION:
            fits = game.of_class[habitat]
            if has(fits, card):
                if has(game.locations, card):
                    best = max(best, 0.8 * self._points(others & fits))
                if others & fits & game.locations != 0:
                    best = max(best, own)
            habitat += 1
        return best + 0.2 * own

    def _lead(self, table: FollowMeState, seat: i64, card: i64, habitat: i64) -> float:
        """Expected points of a lead: the led card and one card of each player who may have to follow."""
        game = self.game
        me = table.players[seat]
        gone = table.placed | table.out_of_play | me.hand
        held: i64 = 0
        for player in table.players:
            gone |= player.observed
            held += player.hand_size
        unseen = game.all_cards & ~gone
        many = count_set(unseen)
        lacks = 1.0 - float(count_set(unseen & game.of_class[habitat])) / float(many if many > 0 else 1)
        nobody = 1.0
        hoped = 0.0
        other: i64 = 0
        for player in table.players:
            if other != seat:
                cannot = lacks ** float(player.hand_size)
                nobody *= cannot
                hoped += 1.8 * (1.0 - cannot)
            other += 1
        own = float(game.points[card])
        return hoped + own * (0.2 - nobody) + (0.7 * float(held) if me.hand_size == 1 else 0.0)
