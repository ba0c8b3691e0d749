"""A list that only grows and is cheap to copy."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class AppendLog(Sequence[T], Generic[T]):
    """A list that can only be appended to. Copies share their common prefix and then grow independently.

    A table at which every move is first tried on a copy would otherwise copy its whole past with every move.

    >>> one = AppendLog("ab")
    >>> other = one.copy()
    >>> one.append("c"); other.append("d")
    >>> one[:], other[:], len(other), other[-1]
    (['a', 'b', 'c'], ['a', 'b', 'd'], 3, 'd')
    """

    __slots__ = ("_count", "_shared")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._shared = list(items)
        self._count = len(self._shared)

    def append(self, item: T) -> None:
        """Append one item."""
        if len(self._shared) != self._count:  # a copy has already appended here
            self._shared = self._shared[: self._count]
        self._shared.append(item)
        self._count += 1

    def copy(self) -> "AppendLog[T]":
        """An independent copy."""
        other: AppendLog[T] = AppendLog.__new__(AppendLog)
        other._shared, other._count = self._shared, self._count
        return other

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> list[T]: ...

    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            start, stop, step = place.indices(self._count)
            return self._shared[start:stop:step] if step > 0 else self._shared[: self._count][place]
        if not -self._count <= place < self._count:
            raise IndexError(f"index {place} is out of range; there are {self._count} items")
        return self._shared[place if place >= 0 else self._count + place]

    def __iter__(self) -> Iterator[T]:
        return iter(self._shared[: self._count])

    def __reversed__(self) -> Iterator[T]:
        return (self._shared[place] for place in range(self._count - 1, -1, -1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(other) == self._count and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # unhashable like a list; the base class is hashable

    def __repr__(self) -> str:
        return f"AppendLog({self[:]})"

    def __reduce__(self) -> tuple[type["AppendLog[T]"], tuple[list[T]]]:
        return AppendLog, (self[:],)
