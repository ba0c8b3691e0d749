"""Plans how the cards the viewer passed on may have travelled, all of them together.

Each of these cards was in some hand after each round of passing, from the round in which the viewer let go of it to the
moment it was played, came back, or now. A hand passes one card in a round, and needs other cards beside the travelling
ones for what else it plays or passes. Each card takes the cheapest route. Where too many cards want the same place its
price rises, and they choose again until every card has room. worlds.py uses such a plan when random choices meet too
many dead ends.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import has, with_card, without_card
from parlour.core.rng import Rng
from parlour.games.follow_me.hindsight import CARDS, WIDE, Hindsight
from parlour.games.follow_me.history import (
    HIT,
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
from parlour.games.follow_me.state import NO_CARD, FollowMeState

PLACES: Final = MOST_PASSES * WIDE
MOST_TRIPS: Final = MOST_PASSES  # one begins in each round
ANYWHERE: Final = -1
CLOSED: Final = 1_000_000_000
WHIM: Final = 8  # random tie-break between routes of equal price
MOST_TURNS: Final = 40  # attempts: in each, all cards choose again


def chair(seat: i64, viewer: i64, seats: i64) -> i64:
    """Where a seat sits as seen by the viewer: 0 is the left neighbour, the last one is the right neighbour."""
    return seat - viewer - 1 if seat > viewer else seat - viewer - 1 + seats


@final
class Routes:
    """Plans the trips of one memory. Reuses its scratch tables; places are numbered by round and chair."""

    def __init__(self, seats: int) -> None:
        self.seats: i64 = seats
        self.step: vec[i64] = vec[i64]([0] * MOST_PASSES)
        # The trips: which card, after which rounds it is away, and in whose hand it must be in the end
        self.trips: i64 = 0
        self.card: vec[i64] = vec[i64]([0] * MOST_TRIPS)
        self.first: vec[i64] = vec[i64]([0] * MOST_TRIPS)
        self.last: vec[i64] = vec[i64]([0] * MOST_TRIPS)
        self.goal: vec[i64] = vec[i64]([0] * MOST_TRIPS)
        self.under_way: vec[i64] = vec[i64]([0] * CARDS)  # the trip of each card that is away
        self.chair_after: vec[i64] = vec[i64]([0] * (MOST_TRIPS * MOST_PASSES))  # where a trip is after a round
        # How many travelling cards a hand has room for after a round, and may keep in a round; it passes one.
        self.room_to_be: vec[i64] = vec[i64]([0] * PLACES)
        self.room_to_stay: vec[i64] = vec[i64]([0] * PLACES)
        self.being: vec[i64] = vec[i64]([0] * PLACES)
        self.staying: vec[i64] = vec[i64]([0] * PLACES)
        self.moving: vec[i64] = vec[i64]([0] * PLACES)
        self.dear_to_be: vec[i64] = vec[i64]([0] * PLACES)  # price added by crowding
        self.dear_to_stay: vec[i64] = vec[i64]([0] * PLACES)
        self.dear_to_move: vec[i64] = vec[i64]([0] * PLACES)
        self.pressure: i64 = 0
        self.price: vec[i64] = vec[i64]([0] * PLACES)  # from a place to the trip's end
        self.moves_on: vec[i64] = vec[i64]([0] * PLACES)  # 1 if moving is cheaper from there
        # Reading the history
        self.sizes: vec[i64] = vec[i64]([0] * WIDE)
        self.spare: vec[i64] = vec[i64]([0] * WIDE)
        self.passed: vec[i64] = vec[i64]([0] * PLACES)  # the plan: the travelling card a chair passes, if any

    def plan(self, table: FollowMeState, viewer: i64, hindsight: Hindsight, rng: Rng) -> bool:
        """Plan all trips; False if they do not all find room."""
        rounds: i64 = len(table.passes)
        self._clear(rounds)
        self._read(table, viewer, hindsight)
        turn: i64 = 0
        while turn < MOST_TURNS:
            self.pressure = WHIM * (turn + 1)
            trip: i64 = 0
            while trip < self.trips:
                if turn > 0:
                    self._count(trip, -1)
                if not self._choose_way(trip, viewer, hindsight, rng):
                    return False
                self._count(trip, 1)
                trip += 1
            if not self._crowded(rounds):
                self._write_plan()
                return True
            turn += 1
        return False

    def passes(self, rounds: i64, seat: i64, viewer: i64) -> i64:
        """The travelling card a seat passes in a round, NO_CARD if it passes another one."""
        return self.passed[rounds * WIDE + chair(seat, viewer, self.seats)]

    def _clear(self, rounds: i64) -> None:
        place: i64 = 0
        while place < rounds * WIDE:
            self.being[place] = 0
            self.staying[place] = 0
            self.moving[place] = 0
            self.dear_to_be[place] = 0
            self.dear_to_stay[place] = 0
            self.dear_to_move[place] = 0
            self.passed[place] = NO_CARD
            place += 1

    # What the history says about trips and room

    def _read(self, table: FollowMeState, viewer: i64, hindsight: Hindsight) -> None:
        self.trips = 0
        away: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if seat != viewer:
                self.sizes[chair(seat, viewer, self.seats)] = hindsight.sizes[seat]
            seat += 1
        rounds: i64 = 0
        for code in table.history:
            kind = kind_of(code)
            if kind == PASSED:
                away = self._read_round(table.passes[rounds], rounds, step_of(code), viewer, away)
                rounds += 1
            elif kind <= PLAYED and seat_of(code) != viewer:
                at = chair(seat_of(code), viewer, self.seats)
                if kind <= HIT:
                    self.sizes[at] += 1
                    self.spare[at] += 1
                elif has(away, what_of(code)):
                    self.sizes[at] -= 1
                    away = without_card(away, what_of(code))
                    self._arrives(what_of(code), rounds - 1, at)
                else:
                    self.sizes[at] -= 1
                    self.spare[at] -= 1
                    if rounds > 0 and self.spare[at] < 0:  # one more card that is not travelling is needed here
                        self.room_to_be[(rounds - 1) * WIDE + at] -= 1
                        self.spare[at] = 0
        trip: i64 = 0
        while trip < self.trips:
            if has(away, self.card[trip]) and self.under_way[self.card[trip]] == trip:
                self.last[trip] = rounds - 1
                self.goal[trip] = ANYWHERE
            trip += 1

    def _read_round(self, packed: i64, rounds: i64, step: i64, viewer: i64, away: i64) -> i64:
        """Note how much room there is around a round; returns the cards away after it."""
        self.step[rounds] = step
        at: i64 = 0
        while at < self.seats - 1:
            self.room_to_stay[rounds * WIDE + at] = self.sizes[at] - 1
            self.room_to_be[rounds * WIDE + at] = self.sizes[at]
            self.spare[at] = 0
            at += 1
        giver = beside(viewer, -step, self.seats)
        received = passed_by(packed, giver)
        if has(away, received):
            away = without_card(away, received)
            self._arrives(received, rounds - 1, chair(giver, viewer, self.seats))
        given = passed_by(packed, viewer)
        self.card[self.trips] = given
        self.first[self.trips] = rounds
        self.under_way[given] = self.trips
        self.trips += 1
        return with_card(away, given)

    def _arrives(self, card: i64, rounds: i64, at: i64) -> None:
        trip = self.under_way[card]
        self.last[trip] = rounds
        self.goal[trip] = at

    # Choosing routes

    def _choose_way(self, trip: i64, viewer: i64, hindsight: Hindsight, rng: Rng) -> bool:
        """Find the cheapest route, backwards from its end; False if there is none."""
        chairs = self.seats - 1
        first = self.first[trip]
        last = self.last[trip]
        goal = self.goal[trip]
        rounds = last
        while rounds >= first:
            place = rounds * WIDE
            at: i64 = 0
            while at < chairs:
                self.price[place + at] = CLOSED
                if rounds < last:
                    self._price_from(rounds, at, rng)
                elif goal == at:
                    self.price[place + at] = 0
                elif goal == ANYWHERE:
                    seat = beside(viewer, at + 1, self.seats)
                    if has(hindsight.after[place + seat], self.card[trip]):
                        self.price[place + at] = rng.below(WHIM)
                if self.price[place + at] < CLOSED:
                    self.price[place + at] += self._surcharge(
                        self.being[place + at], self.room_to_be[place + at], self.dear_to_be[place + at]
                    )
                at += 1
            rounds -= 1
        return self._take_way(trip, first, last)

    def _price_from(self, rounds: i64, at: i64, rng: Rng) -> None:
        """The price from a place on: stay or move in the next round."""
        here = rounds * WIDE + at
        then = here + WIDE
        price = self.price[then]
        if price < CLOSED:
            price += rng.below(WHIM)
            price += self._surcharge(self.staying[then], self.room_to_stay[then], self.dear_to_stay[then])
        self.moves_on[here] = 0
        to = at + self.step[rounds + 1]
        if 0 <= to < self.seats - 1 and self.price[rounds * WIDE + WIDE + to] < CLOSED:
            moving = self.price[rounds * WIDE + WIDE + to] + rng.below(WHIM)
            moving += self._surcharge(self.moving[then], 1, self.dear_to_move[then])
            if moving < price:
                price = moving
                self.moves_on[here] = 1
        self.price[here] = price

    def _surcharge(self, there: i64, room: i64, dear: i64) -> i64:
        """The cost of one more card in a place with limited room."""
        return (there + 1 - room) * self.pressure + dear if there >= room else dear

    def _take_way(self, trip: i64, first: i64, last: i64) -> bool:
        at: i64 = 0 if self.step[first] == 1 else self.seats - 2
        if self.price[first * WIDE + at] >= CLOSED:
            return False
        rounds = first
        while True:
            self.chair_after[trip * MOST_PASSES + rounds] = at
            if rounds == last:
                return True
            if self.moves_on[rounds * WIDE + at] == 1:
                at += self.step[rounds + 1]
            rounds += 1

    def _count(self, trip: i64, by: i64) -> None:
        """Add a trip to, or remove it from, the counts of its places."""
        rounds = self.first[trip]
        at = self.chair_after[trip * MOST_PASSES + rounds]
        self.being[rounds * WIDE + at] += by
        while rounds < self.last[trip]:
            rounds += 1
            then = self.chair_after[trip * MOST_PASSES + rounds]
            if then == at:
                self.staying[rounds * WIDE + at] += by
            else:
                self.moving[rounds * WIDE + at] += by
            at = then
            self.being[rounds * WIDE + at] += by

    def _crowded(self, rounds: i64) -> bool:
        """Is there an overcrowded place? Raise its price permanently."""
        crowded = False
        place: i64 = 0
        while place < rounds * WIDE:
            if self.being[place] > self.room_to_be[place] and self.being[place] > 0:
                self.dear_to_be[place] += WHIM
                crowded = True
            if self.staying[place] > self.room_to_stay[place] and self.staying[place] > 0:
                self.dear_to_stay[place] += WHIM
                crowded = True
            if self.moving[place] > 1:
                self.dear_to_move[place] += WHIM
                crowded = True
            place += 1
        return crowded

    def _write_plan(self) -> None:
        trip: i64 = 0
        while trip < self.trips:
            rounds = self.first[trip]
            while rounds < self.last[trip]:
                at = self.chair_after[trip * MOST_PASSES + rounds]
                rounds += 1
                if self.chair_after[trip * MOST_PASSES + rounds] != at:
                    self.passed[rounds * WIDE + at] = self.card[trip]
            trip += 1
