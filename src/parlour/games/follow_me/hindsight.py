"""What a whole history says about each of its moments.

Reading a seat's memory forwards shows how far a card the viewer passed on can have come; reading it backwards, where it
must have been: a card that seat 3 plays later was in seat 3's hand by then, so one round of passing earlier it was
there or with a neighbour, and so on. Reading backwards also shows how many cards each hand had when the history began,
and how many *open* ones it needs after each round of passing, cards the viewer has not passed on: a hand that plays
such a card, or passes it to the viewer, must have one. These are necessary conditions, each card and each hand looked
at alone; worlds.py uses them to avoid dead ends.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import has, only, with_card, without_card
from parlour.games.follow_me.history import (
    HIT,
    LACKS,
    LOCATION,
    PASSED,
    PLAYED,
    beside,
    kind_of,
    passed_by,
    seat_of,
    step_of,
    what_of,
)
from parlour.games.follow_me.state import FOLLOWING, FollowMeState

CARDS: Final = 64
WIDE: Final = 8  # seats in a row of a table
ANY: Final = -1  # the set of all cards


@final
class Hindsight:
    """What is known about the history of a table with blanks."""

    def __init__(self, seats: i64, of_class: vec[i64], table: FollowMeState, viewer: i64) -> None:
        self.seats: i64 = seats
        self.of_class: vec[i64] = of_class
        self.viewer: i64 = viewer
        self.sizes: vec[i64] = vec[i64]([0] * WIDE)  # hand sizes when the history begins
        self.barred: vec[i64] = vec[i64]([0] * WIDE)  # cards that are in no hand of this seat now (FM-24)
        self.pending: i64 = 0  # the place in the history from which HOLDS speaks of the hands as they are now
        self.traced: i64 = 0  # the cards the viewer has passed on
        # By round of passing and seat, with a row more for what comes after the last round
        size: i64 = (len(table.passes) + 1) * WIDE
        self.after: vec[i64] = vec[i64]([ANY] * size)  # the traced cards that may be there after the round
        self.passes: vec[i64] = vec[i64]([ANY] * size)  # the traced cards that may be passed on in it
        self.keeps: vec[i64] = vec[i64]([0] * size)  # how many open cards the hand needs after it ...
        self.keeps_open: vec[i64] = vec[i64]([0] * size)  # ... if it passes an open one in the next round
        # The same at the place in the history that is being read
        self.there: vec[i64] = vec[i64]([0] * WIDE)
        self.needed: vec[i64] = vec[i64]([0] * WIDE)
        self.needed_open: vec[i64] = vec[i64]([0] * WIDE)
        if viewer >= 0 and seats > 2:  # between two players nothing is passed unseen
            self._look_ahead(table)
        self._look_back(table)

    def _look_ahead(self, table: FollowMeState) -> None:
        """Find how far the cards can have come."""
        there, viewer = self.there, self.viewer
        rounds: i64 = 0
        for item in table.history:
            code: i64 = item
            if kind_of(code) == PASSED:
                packed: i64 = table.passes[rounds]
                step = step_of(code)
                there[viewer] = only(passed_by(packed, viewer))
                self.traced |= there[viewer]
                received = passed_by(packed, beside(viewer, -step, self.seats))
                to = viewer
                away: i64 = 1
                while away < self.seats:
                    to = beside(to, -step, self.seats)
                    there[to] = without_card(there[to] | there[beside(to, -step, self.seats)], received)
                    self.after[rounds * WIDE + to] = there[to]
                    away += 1
                there[viewer] = 0
                rounds += 1
            elif kind_of(code) == PLAYED and has(self.traced, what_of(code)):
                self._nowhere(what_of(code))

    def _look_back(self, table: FollowMeState) -> None:
        """Read the history from its end."""
        sizes, needed, needed_open = self.sizes, self.needed, self.needed_open
        seat: i64 = 0
        for player in table.players:
            sizes[seat] = player.hand_size
            self.there[seat] = self.traced
            seat += 1
        length: i64 = len(table.history)
        self.pending = length
        rounds: i64 = len(table.passes)
        place = length - 1
        while place >= 0:
            code: i64 = table.history[place]
            kind = kind_of(code)
            seat = seat_of(code)
            if kind == PASSED:
                rounds -= 1
                if self.traced != 0:
                    self._before_round(table.passes[rounds], rounds, step_of(code))
            elif kind == PLAYED:
                sizes[seat] += 1
                if not has(self.traced, what_of(code)):
                    needed[seat] += 1
                    needed_open[seat] += 1
                else:
                    self._nowhere(what_of(code))
                    self.there[seat] = with_card(self.there[seat], what_of(code))
                if self.pending == length and table.phase == FOLLOWING:
                    self.pending = place
            elif kind <= HIT:
                sizes[seat] -= 1
                if needed[seat] > 0:
                    needed[seat] -= 1
                if needed_open[seat] > 0:
                    needed_open[seat] -= 1
            elif kind == LACKS and what_of(code) != LOCATION:
                # Nothing is drawn or passed after this, so the cards are still not there.
                self.barred[seat] |= self.of_class[what_of(code)]
                self.there[seat] &= ~self.of_class[what_of(code)]
            place -= 1

    def _nowhere(self, card: i64) -> None:
        """At this moment a card was in no hand."""
        there = self.there
        seat: i64 = 0
        while seat < self.seats:
            there[seat] = without_card(there[seat], card)
            seat += 1

    def _before_round(self, packed: i64, rounds: i64, step: i64) -> None:
        """Go back to before a round of passing; `after` tells so far only how far the cards can have come."""
        there, needed, needed_open, after, seats = self.there, self.needed, self.needed_open, self.after, self.seats
        row = rounds * WIDE
        given = passed_by(packed, self.viewer)
        to = self.viewer
        moved = only(passed_by(packed, beside(to, -step, seats)))  # which of the cards may have come to a seat
        left: i64 = seats - 1
        while left > 0:
            seat = beside(to, -step, seats)
            left -= 1
            after[row + seat] &= there[seat]
            there[seat] = without_card(after[row + seat] | moved, given)
            passes = moved & after[row - WIDE + seat] if rounds > 0 else 0
            keeps = needed[seat]
            self.passes[row + seat] = passes
            self.keeps[row + seat] = keeps
            self.keeps_open[row + seat] = needed_open[seat]
            if left > 0 and keeps > 0:
                keeps -= 1  # an open card may have come from its neighbour, who is not the viewer
            needed_open[seat] = keeps + 1
            needed[seat] = keeps if passes != 0 else needed_open[seat]
            moved = after[row + seat]
            to = seat
