"""Parts of views as numbers for learning: 1 for what is so, 0 for what is not."""

from collections.abc import Sequence

from mypy_extensions import i64

from parlour.core.bags import has


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
