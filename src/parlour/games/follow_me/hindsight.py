"""What the later part of a story says about its earlier part.

Reading a seat's memory backwards shows how many cards each hand had when the story began, and what must have
become of the cards the viewer passed on: a card that seat 3 plays later was in seat 3's hand by then, so some
rounds of passing before it was there or with a neighbour, and so on. These are necessary conditions, each card
and each hand looked at alone; worlds.py uses them to keep out of dead ends.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import has, only, with_card, without_card
from parlour.games.follow_me.state import FOLLOWING, Table, lowest
from parlour.games.follow_me.story import (
    HIT,
    LACKS,
    LOCATION,
    MOST_PASSES,
    PASSED,
    PLAYED,
    beside,
    kind_of,
    passed_by,
    seat_of,
    step_of,
    what_of,
)

CARDS: Final = 64


def chair(seat: i64, viewer: i64, seats: i64) -> i64:
    """Where a seat sits as seen by the viewer: 0 is the left neighbour, the last one is the right neighbour."""
    return seat - viewer - 1 if seat > viewer else seat - viewer - 1 + seats


def row(first: i64, last: i64) -> i64:
    """The number of the row of neighbours from one chair to another."""
    return first * 8 + last


@final
class Hindsight:
    """What is known about a story from its end; worked out anew by each `look_back`."""

    def __init__(self, seats: int, of_class: list[int]) -> None:
        self.seats: i64 = seats
        self.of_class: vec[i64] = vec[i64](of_class)
        self.sizes: vec[i64] = vec[i64]([0] * 8)  # hand sizes when the story begins
        self.barred: vec[i64] = vec[i64]([0] * 8)  # cards that are in no hand of this seat now (FM-24)
        self.pending: i64 = 0  # the place in the story from which HOLDS speaks of the hands as they are now
        # The cards the viewer has passed on, and after each round of passing the seats where each may be.
        self.traced: i64 = 0
        self.may_be: vec[i64] = vec[i64]([0] * CARDS)
        self.may_be_after: vec[i64] = vec[i64]([0] * (MOST_PASSES * CARDS))
        # How many traced cards a row of neighbours has room for after each round, beside the other cards they play or
        # pass to the viewer later. Rows are numbered by `row`; a single hand is a row too.
        self.room: vec[i64] = vec[i64]([0] * 64)
        self.room_after: vec[i64] = vec[i64]([0] * (MOST_PASSES * 64))
        self.came_back: vec[i64] = vec[i64]([0] * MOST_PASSES)  # 1: the viewer was passed a traced card

    def look_back(self, table: Table, viewer: i64) -> None:
        """Read the story of a table with blanks from its end."""
        seats = self.seats
        self.traced = 0
        if viewer >= 0 and seats > 2:  # between two players nothing is passed unseen
            self._find_traced(table, viewer)
        others = only(seats) - 1
        if viewer >= 0:
            others = without_card(others, viewer)
        seat: i64 = 0
        for player in table.players:
            self.sizes[seat] = player.hand_size
            self.barred[seat] = 0
            seat += 1
        if self.traced != 0:
            self._begin_tracing(viewer, others)
        length: i64 = len(table.story)
        self.pending = length
        rounds: i64 = len(table.passes)
        place = length - 1
        while place >= 0:
            code: i64 = table.story[place]
            kind = kind_of(code)
            if kind == PASSED:
                rounds -= 1
                if self.traced != 0:
                    self._before_round(table.passes[rounds], rounds, step_of(code), viewer, others)
            elif kind == PLAYED:
                self._before_play(seat_of(code), what_of(code), viewer)
                if self.pending == length and table.stage == FOLLOWING:
                    self.pending = place
            elif kind <= HIT:
                self._before_draw(seat_of(code), viewer)
            elif kind == LACKS and what_of(code) != LOCATION:
                self._bar(seat_of(code), self.of_class[what_of(code)])
            place -= 1

    def _find_traced(self, table: Table, viewer: i64) -> None:
        """Which cards the viewer has passed on, and which of the cards it was passed it had passed on before."""
        away: i64 = 0
        rounds: i64 = 0
        for code in table.story:
            if kind_of(code) == PASSED:
                packed: i64 = table.passes[rounds]
                received = passed_by(packed, beside(viewer, -step_of(code), self.seats))
                self.came_back[rounds] = 1 if has(away, received) else 0
                given = passed_by(packed, viewer)
                away = with_card(without_card(away, received), given)
                self.traced = with_card(self.traced, given)
                rounds += 1

    def _begin_tracing(self, viewer: i64, others: i64) -> None:
        rest = self.traced
        while rest != 0:
            self.may_be[lowest(rest)] = others
            rest &= rest - 1
        first: i64 = 0
        while first < self.seats - 1:
            total: i64 = 0
            last = first
            while last < self.seats - 1:
                total += self.sizes[beside(viewer, last + 1, self.seats)]
                self.room[row(first, last)] = total
                last += 1
            first += 1

    def _before_play(self, seat: i64, card: i64, viewer: i64) -> None:
        self.sizes[seat] += 1
        if has(self.traced, card):
            self.may_be[card] = only(seat)
            at = chair(seat, viewer, self.seats)
            first: i64 = 0
            while first <= at:
                last = at
                while last < self.seats - 1:
                    self.room[row(first, last)] += 1
                    last += 1
                first += 1

    def _before_draw(self, seat: i64, viewer: i64) -> None:
        self.sizes[seat] -= 1
        if self.traced != 0 and seat != viewer:
            alone = row(chair(seat, viewer, self.seats), chair(seat, viewer, self.seats))
            if self.room[alone] > self.sizes[seat]:
                self.room[alone] = self.sizes[seat]

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
        high = seats - 1
        rest = self.traced
        while rest != 0:
            card = lowest(rest)
            seats_after = self.may_be[card]
            self.may_be_after[rounds * CARDS + card] = seats_after
            if card == received:
                self.may_be[card] = only(giver)
            else:  # it was there already, or came from the neighbour
                moved = seats_after >> 1 | (seats_after & 1) << high
                if step < 0:
                    moved = seats_after << 1 | seats_after >> high
                self.may_be[card] = (seats_after | moved) & others
            rest &= rest - 1
        self._room_before_round(rounds, step, viewer)

    def _room_before_round(self, rounds: i64, step: i64, viewer: i64) -> None:
        """A row passes one card on to the next seat and takes one; what the viewer gives is always traced."""
        end = self.seats - 2
        came_back = self.came_back[rounds]
        length: i64 = 0
        while length <= end:
            first: i64 = 0
            while first + length <= end:
                last = first + length
                room = self.room[row(first, last)]
                self.room_after[rounds * 64 + row(first, last)] = room
                front = last if step == 1 else end - first
                back = first if step == 1 else end - last
                room += came_back if front == end else 1
                if back == 0:
                    room -= 1
                most: i64 = 0
                if length == 0:
                    most = self.sizes[beside(viewer, first + 1, self.seats)]
                    if front == end:
                        most -= 1 - came_back
                else:
                    most = self.room[row(first, last - 1)] + self.room[row(last, last)]
                self.room[row(first, last)] = room if room < most else most
                first += 1
            length += 1
