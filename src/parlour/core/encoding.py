"""Parts of views as numbers for learning: 1 for true, 0 for false."""

from collections.abc import Sequence
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import has


@final
class Numbers:
    """A reusable buffer of numbers that grows as needed; `count = 0` empties it."""

    def __init__(self, size: int = 1024) -> None:
        self.values: vec[float] = vec[float]([0.0] * size)
        self.count: i64 = 0

    def add(self, number: float) -> None:
        """Append a number."""
        if self.count == len(self.values):
            self.values = vec[float](list(self.values) + [0.0] * len(self.values))
        self.values[self.count] = number
        self.count += 1

    def add_share(self, part: i64, whole: i64) -> None:
        """Append part / whole, clamped to 0 to 1."""
        if part <= 0 or whole <= 0:
            self.add(0.0)
        else:
            self.add(1.0 if part >= whole else float(part) / float(whole))

    def increase(self, place: i64, whole: i64) -> None:
        """Add one part of a whole to a number already in the buffer."""
        more = self.values[place] + 1.0 / float(whole)
        self.values[place] = more if more < 1.0 else 1.0

    def add_mark(self, number: i64, size: i64) -> None:
        """Append a one-hot vector of `size` numbers; all 0 if the place is out of range."""
        place: i64 = 0
        while place < size:
            self.add(1.0 if place == number else 0.0)
            place += 1

    def slice(self, start: i64, length: i64) -> list[float]:
        """A slice of the buffer as a list."""
        values = self.values
        found = [0.0] * length  # most numbers are 0: they share one object
        place: i64 = 0
        while place < length:
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
