"""Parts of views as numbers for learning: 1 for what is so, 0 for what is not."""

from collections.abc import Sequence
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import has


@final
class Numbers:
    """A buffer of numbers that grows as needed and is used again: `count = 0` empties it."""

    def __init__(self, size: int = 1024) -> None:
        self.values: vec[float] = vec[float]([0.0] * size)
        self.count: i64 = 0

    def add(self, number: float) -> None:
        """Put one more number in."""
        if self.count == len(self.values):
            self.values = vec[float](list(self.values) + [0.0] * len(self.values))
        self.values[self.count] = number
        self.count += 1

    def add_share(self, part: i64, whole: i64) -> None:
        """Put a part of a whole in, never below 0 or above 1."""
        if part <= 0 or whole <= 0:
            self.add(0.0)
        else:
            self.add(1.0 if part >= whole else float(part) / float(whole))

    def increase(self, place: i64, whole: i64) -> None:
        """Add one part of a whole to a number that is there already."""
        more = self.values[place] + 1.0 / float(whole)
        self.values[place] = more if more < 1.0 else 1.0

    def add_mark(self, number: i64, size: i64) -> None:
        """Put `size` numbers in: 1 at the given place, 0 elsewhere; all 0 for a number out of range."""
        place: i64 = 0
        while place < size:
            self.add(1.0 if place == number else 0.0)
            place += 1

    def slice(self, start: i64, length: i64) -> list[float]:
        """Some of the numbers as a list."""
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
    """The members of a set among so many.

    >>> marks(0b101, 4)
    [1.0, 0.0, 1.0, 0.0]
    """
    return [1.0 if has(cards_set, number) else 0.0 for number in range(size)]


def mark(number: i64, size: int) -> list[float]:
    """One among so many; none for a number that is not among them.

    >>> mark(1, 3), mark(-1, 3)
    ([0.0, 1.0, 0.0], [0.0, 0.0, 0.0])
    """
    return [1.0 if number == each else 0.0 for each in range(size)]


def flags(questions: Sequence[bool]) -> list[float]:
    """Answers to questions.

    >>> flags([True, False])
    [1.0, 0.0]
    """
    return [1.0 if yes else 0.0 for yes in questions]
