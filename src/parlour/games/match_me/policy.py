"""A sensible Match Me player's preferences: ask where cards are known or likely, for nearly complete groups."""

from typing import Final

from mypy_extensions import i64

from parlour.core.bags import common, count_set, has, includes, minus, with_card
from parlour.core.game import Moves
from parlour.core.policy import Policy
from parlour.games.match_me.known_cards import KnownCards
from parlour.games.match_me.rules import EVERY_TURN, GO_OUT, STOP, TAKE_FROM, MatchMeRules
from parlour.games.match_me.state import ADD, MatchMeState

SURE: Final = 20.0
AN_ASK: Final = 0.2
IN_VAIN: Final = 0.1  # for each turn in which nothing moved
WHOLE: Final = 3.0  # the request surely completes a group
BURDEN: Final = 0.35  # of each card picked up
EXTENDS: Final = 0.6  # each card picked up for a group of which the seat has cards


class MatchMePolicy(Policy[MatchMeState]):
    """Rates actions by the seat's hand, the discards, and the cards it knows."""

    def __init__(self, game: MatchMeRules) -> None:
        self.game = game
        self.known = KnownCards(game)

    def ties_are_equal(self) -> bool:
        return True

    def rate(self, state: MatchMeState, seat: i64, moves: Moves) -> None:
        game = self.game
        elsewhere: i64 = -1  # not worked out yet
        i: i64 = 0
        while i < moves.count:
            action = moves.ids[i]
            if action == STOP:
                rating = 0.0
            elif action == GO_OUT:
                rating = SURE
            elif action < game.ask_from:
                rating = self._take(state, seat, action - TAKE_FROM + 1)
            elif action < game.lay_from:
                if elsewhere == -1:
                    self.known.read(state)
                    elsewhere = self._elsewhere(state, seat)
                rating = self._ask(state, seat, action - game.ask_from, elsewhere)
            elif action < game.discard_from:
                rating = SURE
            else:
                if elsewhere == -1:
                    self.known.read(state)
                    elsewhere = 0
                rating = self._discard(state, seat, action - game.discard_from)
            moves.ratings[i] = rating
            i += 1

    def _elsewhere(self, table: MatchMeState, seat: i64) -> i64:
        """The cards whose place the seat knows."""
        found = table.players[seat].hand
        other: i64 = 0
        while other < self.game.seats:
            found |= self.known.sure_of(seat, other)
            other += 1
        for card in table.discards:
            found = with_card(found, card)
        return found

    def _ask(self, table: MatchMeState, seat: i64, which: i64, elsewhere: i64) -> float:
        """Rate a request by the expected cards, more if they complete the group; going out is best of all."""
        game, known = self.game, self.known
        other = which // game.kinds
        kind = which % game.kinds
        group = game.group[kind]
        me = table.players[seat]
        asked = table.players[other]
        missing = minus(group, me.hand)
        if missing == 0:
            # Only a way to reach the laying step: good if it empties the hand.
            return SURE if table.phase == ADD and me.hand == group else -1.0
        sure = count_set(common(missing, known.sure_of(seat, other)))
        if sure == 0 and (has(known.void[other], kind) or asked.hand_size == 0):
            # In vain, but it brings a draw: better than swapping discards until the game ends.
            wants_draw = table.phase == ADD and table.draw_left > 0 and game.draws_when != EVERY_TURN
            return IN_VAIN * float(table.idle) if wants_draw and table.idle >= game.seats else -1.0
        hidden: i64 = table.draw_left + 1 - me.hand_size
        for player in table.players:
            hidden += player.hand_size
        expected = float(sure)
        expected += float(count_set(minus(missing, elsewhere))) * float(asked.hand_size) / float(hidden)
        if sure == 0 and has(known.holds[other], kind):
            expected += 1.0
        done = 1.0 - float(count_set(missing)) / float(count_set(group))
        return AN_ASK + expected * (1.0 + done) + (WHOLE if sure == count_set(missing) else 0.0)

    def _take(self, table: MatchMeState, seat: i64, count: i64) -> float:
        """Rate picking up by the groups the cards complete or extend, minus the burden of the others."""
        game = self.game
        hand = table.players[seat].hand
        after = picked_up(table, hand, count)
        rating = -BURDEN * float(count)
        kind: i64 = 0
        while kind < game.kinds:
            group = game.group[kind]
            gained = count_set(common(after, group)) - count_set(common(hand, group))
            if gained > 0:
                if common(hand, group) != 0:
                    rating += EXTENDS * float(gained)
                if includes(after, group):
                    rating += 4.0
            kind += 1
        return rating

    def _discard(self, table: MatchMeState, seat: i64, card: i64) -> float:
        """Rate a discard: prefer the loneliest card, and one that nobody is known to collect."""
        game = self.game
        hand = table.players[seat].hand
        kind = game.category_of[card]
        group = game.group[kind]
        rating = -3.0 * float(count_set(common(hand, group))) / float(count_set(group))
        other: i64 = 0
        while other < game.seats:
            if other != seat and has(self.known.holds[other], kind):
                rating -= 0.3
            other += 1
        return rating


def picked_up(table: MatchMeState, hand: i64, count: i64) -> i64:
    """A hand after its player picked up the top cards of the discard pile."""
    size: i64 = len(table.discards)
    place = size - count
    while place < size:
        hand = with_card(hand, table.discards[place])
        place += 1
    return hand
