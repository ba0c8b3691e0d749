"""Scoring in Follow Me: points observed, the bonus for an empty hand, and who wins."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import count_set, members
from parlour.core.deals import MANY_DEALS, how_it_ends, tell_scores
from parlour.core.events import Emit, tells
from parlour.core.outcome import Ending, Outcome, break_ties, ranks_by_score
from parlour.games.follow_me.events import (
    GATHERED,
    NOBODY_LEADS,
    SHUFFLED,
    SOMEONE_OUT,
)
from parlour.games.follow_me.state import FollowMePlayer, FollowMeState

TIED = "At equal scores it counts who ran out of cards, then who observed more of them."


@final
class Scoring:
    """Counts points, with the house rules about them."""

    def __init__(self, points: list[int], split_bonus: bool, ties_broken: bool, target: i64) -> None:
        self.points: vec[i64] = vec[i64](points)  # of each card
        self.split_bonus = split_bonus
        self.ties_broken = ties_broken
        self.target = target  # of several deals; 0: one deal is the game

    def bonus(self, table: FollowMeState) -> int:
        """What each player without cards gets: all cards left in the hands of the others (FM-30, FM-G18)."""
        left = 0
        out = 0
        for player in table.players:
            left += player.hand_size
            if player.hand_size == 0:
                out += 1
        return left // out if self.split_bonus and out > 1 else left

    def observed(self, player: FollowMePlayer) -> int:
        """The points in an Observation Area (FM-29; FM-G19: the Current Location pile is nobody's)."""
        total: i64 = 0
        for card in members(player.observed):
            total += self.points[card]
        return total

    def of_deal(self, table: FollowMeState) -> list[int]:
        """The points of each player in this deal."""
        bonus = self.bonus(table)
        return [self.observed(player) + (bonus if player.hand_size == 0 else 0) for player in table.players]

    def bank(self, table: FollowMeState, emit: Emit | None) -> Ending | None:
        """Add up the points of a finished deal (FM-G26); returns how the game ends, None if there is another deal."""
        table.deals += 1
        scores = self.of_deal(table)
        for seat, player in enumerate(table.players):
            player.banked += scores[seat]
        totals = self._totals(table)
        tell_scores(scores, totals, emit)
        ending = how_it_ends(totals, table.deals, self.target)
        if ending is None and tells(emit):
            for seat, player in enumerate(table.players):
                emit(GATHERED(seat=seat, hand=player.hand_size, seen=count_set(player.observed)))
            emit(SHUFFLED(here=count_set(table.placed), out=count_set(table.out_of_play), deal=table.deals + 1))
        return ending

    def _totals(self, table: FollowMeState) -> list[int]:
        """The points of all finished deals, by seat."""
        return [int(player.banked) for player in table.players]

    def outcome(self, table: FollowMeState) -> Outcome:
        """How the game ended."""
        scores = self.of_deal(table)
        out = any(player.hand_size == 0 for player in table.players)
        ending = SOMEONE_OUT if out else NOBODY_LEADS
        if self.target > 0:
            scores = self._totals(table)
            ending = how_it_ends(scores, table.deals, self.target) or MANY_DEALS
        if not self.ties_broken:  # FM-31, FM-G21: the highest total wins, ties share the win
            return Outcome(ranks_by_score(scores), tuple(scores), ending)
        orders: list[tuple[int, ...]] = []
        for seat, player in enumerate(table.players):
            orders.append((scores[seat], 1 if player.hand_size == 0 else 0, int(count_set(player.observed))))
        return break_ties(orders, scores, ending, TIED)
