"""What the later part of a history says about its earlier part.

Reading a seat's memory backwards shows how many cards each hand had when the history began, and what must have become
of the cards the viewer passed on: a card that seat 3 plays later was in seat 3's hand by then, so one round of passing
earlier it was there or with a neighbour, and so on. These are necessary conditions, each card looked at alone;
worlds.py uses them to avoid dead ends.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import first_cards, has, lowest, only, with_card, without_card
from parlour.games.follow_me.history import (
    HIT,
    LACKS,
    LOCATION,
    MOST_PASSES,
    PASSED,
    PLAYED,
    all_beside,
    beside,
    kind_of,
    passed_by,
    seat_of,
    step_of,
    what_of,
)
from parlour.games.follow_me.state import FOLLOWING, FollowMeState

CARDS: Final = 64


@final
class Hindsight:
    """What is known about a history from its end. Each `look_back` computes it for another table."""

    def __init__(self, seats: int, of_class: list[int]) -> None:
        self.seats: i64 = seats
        self.of_class: vec[i64] = vec[i64](of_class)
        self.sizes: vec[i64] = vec[i64]([0] * 8)  # hand sizes when the history begins
        self.barred: vec[i64] = vec[i64]([0] * 8)  # cards that are in no hand of this seat now (FM-24)
        self.pending: i64 = 0  # the place in the history from which HOLDS speaks of the hands as they are now
        # The cards the viewer has passed on, and after each round of passing the seats where each may be.
        self.traced: i64 = 0
        self.may_be: vec[i64] = vec[i64]([0] * CARDS)
        self.may_be_after: vec[i64] = vec[i64]([0] * (MOST_PASSES * CARDS))

    def look_back(self, table: FollowMeState, viewer: i64) -> None:
        """Read the history of a table with blanks from its end."""
        seats = self.seats
        self.traced = 0
        if viewer >= 0 and seats > 2:  # between two players nothing is passed unseen
            for packed in table.passes:
                self.traced = with_card(self.traced, passed_by(packed, viewer))
        others = first_cards(seats)
        if viewer >= 0:
            others = without_card(others, viewer)
        seat: i64 = 0
        for player in table.players:
            self.sizes[seat] = player.hand_size
            self.barred[seat] = 0
            seat += 1
        rest = self.traced
        while rest != 0:
            self.may_be[lowest(rest)] = others
            rest &= rest - 1
        length: i64 = len(table.history)
        self.pending = length
        rounds: i64 = len(table.passes)
        place = length - 1
        while place >= 0:
            code: i64 = table.history[place]
            kind = kind_of(code)
            if kind == PASSED:
                rounds -= 1
                if self.traced != 0:
                    self._before_round(table.passes[rounds], rounds, step_of(code), viewer, others)
            elif kind == PLAYED:
                self.sizes[seat_of(code)] += 1
                if has(self.traced, what_of(code)):
                    self.may_be[what_of(code)] = only(seat_of(code))
                if self.pending == length and table.phase == FOLLOWING:
                    self.pending = place
            elif kind <= HIT:
                self.sizes[seat_of(code)] -= 1
            elif kind == LACKS and what_of(code) != LOCATION:
                self._bar(seat_of(code), self.of_class[what_of(code)])
            place -= 1

    def _bar(self, seat: i64, cards_set: i64) -> None:
        """Nothing is drawn or passed after this, so the cards are still not there."""
        self.barred[seat] |= cards_set
        rest = self.traced & cards_set
        while rest != 0:
            card = lowest(rest)
            self.may_be[card] = without_card(self.may_be[card], seat)
            rest &= rest - 1

    def _before_round(self, packed: i64, rounds: i64, step: i64, viewer: i64, others: i64) -> None:
        seats = self.seats
        giver = beside(viewer, -step, seats)
        received = passed_by(packed, giver)
        rest = self.traced
        while rest != 0:
            card = lowest(rest)
            seats_after = self.may_be[card]
            self.may_be_after[rounds * CARDS + card] = seats_after
            if card == received:
                self.may_be[card] = only(giver)
            else:  # it was there already, or came from the neighbour
                self.may_be[card] = (seats_after | all_beside(seats_after, -step, seats)) & others
            rest &= rest - 1
