"""Observations: what a seat may know as numbers for learning, from 0 to 1, and what each of them means."""

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import has, held_kinds, lowest


@final
class Piece:
    """One part of an observation: its name, what its numbers mean, and what they are about.

    `axes` name the numbers: one for each combination of the axes' words, the last axis changing fastest.

    >>> Piece("turn", "1 for whose turn it is", ("me", "left")).labels()
    ['turn: me', 'turn: left']
    """

    def __init__(self, name: str, meaning: str, *axes: Sequence[str]) -> None:
        self.name, self.meaning = name, meaning
        self.axes: tuple[tuple[str, ...], ...] = tuple([tuple(axis) for axis in axes])
        self.size: int = prod([len(axis) for axis in axes])

    def labels(self) -> list[str]:
        """What each number is about."""
        return [": ".join([self.name, *words]) for words in product(*self.axes)]


def seat_words(seats: int) -> tuple[str, ...]:
    """What an observation calls the seats: the viewer comes first, then the others to the left.

    >>> seat_words(3)
    ('me', 'left 1', 'left 2')
    """
    return ("me", *[f"left {place}" for place in range(1, seats)])


@final
class Numbers:
    """A reusable buffer of rows of numbers.

    Most numbers of an observation are 0: only the others are written, and wiped when their row is begun again.
    """

    def __init__(self, size: int = 1024, rows: int = 1) -> None:
        self.size: i64 = size
        self.values: vec[float] = vec[float]([0.0] * (size * rows))
        self.row: i64 = 0
        self.count: i64 = 0
        """The place of the next number."""
        self._written: vec[i64] = vec[i64]([0] * (size * rows))  # the places of each row that are not 0 ...
        self._ends: vec[i64] = vec[i64]([size * row for row in range(rows)])  # ... and where their list ends,
        self._end: i64 = 0  # or for the row at hand

    def __reduce__(self) -> tuple[object, ...]:
        return Numbers, (int(self.size), len(self._ends))

    def begin(self, row: i64 = 0) -> None:
        """Start a row again, all 0."""
        first = row * self.size
        values, written = self.values, self._written
        self._ends[self.row] = self._end
        i = first
        end = self._ends[row]
        while i < end:
            values[written[i]] = 0.0
            i += 1
        self._end = first
        self.row = row
        self.count = first

    def add(self, number: float) -> None:
        """Append a number."""
        if number != 0.0:
            self.put(self.count, number)
        self.count += 1

    def skip(self, length: i64) -> None:
        """Append as many zeros."""
        self.count += length

    def put(self, place: i64, number: float) -> None:
        """Set a number of this row; the place is counted from the start of the buffer."""
        if place >= len(self.values):
            self._grow(place)
        if self.values[place] == 0.0:
            self._written[self._end] = place
            self._end += 1
        self.values[place] = number

    def _grow(self, place: i64) -> None:
        """Make room where the size was not known before; rows have a fixed size."""
        if len(self._ends) > 1:
            raise IndexError(f"an observation of {self.size} numbers has more of them")
        more: int = place + 1
        self.values = vec[float](list(self.values) + [0.0] * more)
        self._written = vec[i64](list(self._written) + [0] * more)

    def add_share(self, part: i64, whole: i64) -> None:
        """Append part / whole, clamped to 0 to 1."""
        if part > 0 and whole > 0:
            self.put(self.count, 1.0 if part >= whole else float(part) / float(whole))
        self.count += 1

    def increase(self, place: i64, whole: i64) -> None:
        """Add one part of a whole to a number already in the buffer."""
        if place >= len(self.values):
            self._grow(place)
        more = self.values[place] + 1.0 / float(whole)
        self.put(place, more if more < 1.0 else 1.0)

    def repeat(self, start: i64, target: i64, length: i64) -> None:
        """Set numbers of this row to the same as others of it."""
        i: i64 = 0
        while i < length:
            number = self.values[start + i]
            if number != 0.0:
                self.put(target + i, number)
            i += 1

    def add_bag(self, bag: i64, shares: vec[float], kinds: i64) -> None:
        """Append a bag: for each kind one of the eight `shares`, by how many cards of it the bag holds.

        The numbers after `count` are still 0, so each is written once: this is most of what many observations hold.
        """
        place = self.count
        self.count += kinds
        if bag == 0:
            return
        if self.count > len(self.values):
            self._grow(self.count)
        values, written = self.values, self._written
        end = self._end
        held = held_kinds(bag)
        while held != 0:
            shift = lowest(held)
            kind = (shift * 11) >> 5  # a third of it, without a division
            values[place + kind] = shares[8 * kind + ((bag >> shift) & 7)]
            written[end] = place + kind
            end += 1
            held &= held - 1
        self._end = end

    def add_mark(self, number: i64, size: i64) -> None:
        """Append a one-hot vector of `size` numbers; all 0 if the place is out of range."""
        if 0 <= number < size:
            self.put(self.count + number, 1.0)
        self.count += size

    def add_set(self, cards_set: i64, size: i64) -> None:
        """Append a multi-hot vector of `size` numbers, one for each possible card of a set."""
        place = self.count
        self.count += size
        if self.count > len(self.values):
            self._grow(self.count)
        values, written = self.values, self._written
        end = self._end
        while cards_set != 0:
            card = place + lowest(cards_set)
            values[card] = 1.0
            written[end] = card
            end += 1
            cards_set &= cards_set - 1
        self._end = end

    def add_seat(self, seat: i64, first: i64, seats: i64) -> None:
        """Append a one-hot vector of the seats, `first` first; all 0 for no seat."""
        if seat >= 0:
            self.put(self.count + (seat - first if seat >= first else seat - first + seats), 1.0)
        self.count += seats

    def add_seats(self, some: Sequence[int], first: i64, seats: i64) -> None:
        """Append a multi-hot vector of the seats, `first` first."""
        for seat in some:
            other: i64 = seat
            self.put(self.count + (other - first if other >= first else other - first + seats), 1.0)
        self.count += seats

    def slice(self, start: i64, length: i64) -> list[float]:
        """A slice of the buffer as a list."""
        values = self.values
        found = [0.0] * length  # most numbers are 0: they share one object
        place: i64 = 0
        while place < length and start + place < len(values):
            number = values[start + place]
            if number != 0.0:
                found[place] = number
            place += 1
        return found


def marks(cards_set: i64, size: int) -> list[float]:
    """A set as a multi-hot list of a given length.

    >>> marks(0b101, 4)
    [1.0, 0.0, 1.0, 0.0]
    """
    return [1.0 if has(cards_set, number) else 0.0 for number in range(size)]


def mark(number: i64, size: int) -> list[float]:
    """A one-hot list of a given length; all 0 if the place is out of range.

    >>> mark(1, 3), mark(-1, 3)
    ([0.0, 1.0, 0.0], [0.0, 0.0, 0.0])
    """
    return [1.0 if number == each else 0.0 for each in range(size)]


def flags(questions: Sequence[bool]) -> list[float]:
    """Booleans as numbers.

    >>> flags([True, False])
    [1.0, 0.0]
    """
    return [1.0 if yes else 0.0 for yes in questions]
