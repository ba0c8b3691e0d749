"""What a sharp Match Me player does better: it keeps its groups secret, feeds no others, and guesses who has a card."""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.bags import common, count_set, has, includes, minus
from parlour.core.game import Moves
from parlour.games.match_me.policy import EXTENDS, MatchMePolicy, picked_up
from parlour.games.match_me.state import MatchMeState

COMPLETES: Final = 5.0  # a request that completes a group, times the probability that it does
REVEALS: Final = 0.6  # each card of a group that nobody knew the seat collects, when it picks up another
UNFINISHED: Final = 1.0  # picking up cards of a group that then can be asked for, times the share that is there
NO_SECRET: Final = 1.8  # discarding a category that everybody knows the seat has
FEEDS: Final = 1.0  # each card of the same category that lies in the discard pile already


@final
class SharpMatchMePolicy(MatchMePolicy):
    """Rates as the rule of thumb does, and adds what others would learn or win."""

    def rate(self, state: MatchMeState, seat: i64, moves: Moves) -> None:
        self.known.read(state)
        super().rate(state, seat, moves)

    def _ask(self, table: MatchMeState, seat: i64, which: i64, elsewhere: i64) -> float:
        """Better if all missing cards may be there."""
        rating = super()._ask(table, seat, which, elsewhere)
        other = which // self.game.kinds
        kind = which % self.game.kinds
        missing = minus(self.game.group[kind], table.players[seat].hand)
        unseen = count_set(minus(missing, elsewhere))
        if unseen == 0 or unseen + count_set(common(missing, self.known.sure_of(seat, other))) < count_set(missing):
            return rating
        return rating + COMPLETES * self._chance(table, seat, other, kind) ** unseen

    def _chance(self, table: MatchMeState, seat: i64, other: i64, kind: i64) -> float:
        """The probability that a card whose place the seat does not know is in a hand.

        It is not in a hand that is known to have none of its category.
        """
        places = table.draw_left
        theirs: i64 = 0
        player: i64 = 0
        while player < self.game.seats:
            if player != seat and not has(self.known.void[player], kind):
                unknown = table.players[player].hand_size - count_set(self.known.sure_of(seat, player))
                places += unknown
                if player == other:
                    theirs = unknown
            player += 1
        return float(theirs) / float(places) if theirs > 0 else 0.0

    def _take(self, table: MatchMeState, seat: i64, count: i64) -> float:
        """Worse for groups that stay unfinished: everybody sees the cards and can ask for the whole lot."""
        game = self.game
        rating = super()._take(table, seat, count)
        hand = table.players[seat].hand
        after = picked_up(table, hand, count)
        kind: i64 = 0
        while kind < game.kinds:
            group = game.group[kind]
            before = count_set(common(hand, group))
            gained = count_set(common(after, group)) - before
            if gained > 0 and not includes(after, group):
                if before > 0:
                    rating -= EXTENDS * float(gained)
                    if not has(self.known.holds[seat], kind):
                        rating -= REVEALS * float(before)
                rating -= UNFINISHED * float(before + gained) / float(count_set(group))
            kind += 1
        return rating

    def _discard(self, table: MatchMeState, seat: i64, card: i64) -> float:
        """Better if the category is no secret, worse if the pile then holds more of one group."""
        rating = super()._discard(table, seat, card)
        kind = self.game.category_of[card]
        if has(self.known.holds[seat], kind):
            rating += NO_SECRET
        for lying in table.discards:
            if self.game.category_of[lying] == kind:
                rating -= FEEDS
        return rating
