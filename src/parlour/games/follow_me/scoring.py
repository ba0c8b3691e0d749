"""Scoring in Follow Me: points observed, the bonus for an empty hand, and who wins."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import count_set, members
from parlour.core.outcome import Outcome, break_ties, ranks_by_score
from parlour.games.follow_me.events import NOBODY_LEADS, SOMEONE_OUT
from parlour.games.follow_me.state import FollowMePlayer, FollowMeState

TIED = "At equal scores it counts who ran out of cards, then who observed more of them."


@final
class Scoring:
    """Counts points, with the house rules about them."""

    def __init__(self, points: list[int], split_bonus: bool, ties_broken: bool) -> None:
        self.points: vec[i64] = vec[i64](points)  # of each card
        self.split_bonus = split_bonus
        self.ties_broken = ties_broken

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

    def outcome(self, table: FollowMeState) -> Outcome:
        """How the game ended."""
        bonus = self.bonus(table)
        scores: list[int] = []
        out = False
        for player in table.players:
            points = self.observed(player)
            if player.hand_size == 0:
                out = True
                points += bonus
            scores.append(points)
        ending = SOMEONE_OUT if out else NOBODY_LEADS
        if not self.ties_broken:  # FM-31, FM-G21: the highest total wins, ties share the win
            return Outcome(ranks_by_score(scores), tuple(scores), ending)
        orders: list[tuple[int, ...]] = []
        for seat, player in enumerate(table.players):
            orders.append((scores[seat], 1 if player.hand_size == 0 else 0, int(count_set(player.observed))))
        return break_ties(orders, scores, ending, TIED)
