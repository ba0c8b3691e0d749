"""Reading hand-written positions: every mistake becomes one clear sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.core.errors import BadPosition, quoted


class Reader:
    """Reads the entries of a position; missing ones have their natural value (empty, 0, false).

    >>> Reader({"hand": ["7", "7"]}, "St. Croix", ("5", "7")).cards("hand")
    [1, 1]
    """

    def __init__(self, data: Mapping[str, object], title: str, keys: Sequence[str], where: str = "") -> None:
        if not isinstance(data, Mapping):
            raise BadPosition(f"{title}: a position is a table of entries, not {quoted(data)}.")
        self.data = data
        self.title = title
        self.keys = {key: kind for kind, key in enumerate(keys)}
        self.where = where

    def among(self, keys: Sequence[str]) -> Reader:
        """A reader of the same entries with the keys of other cards."""
        return Reader(self.data, self.title, keys, self.where)

    def wrong(self, name: str, problem: str) -> BadPosition:
        """The error that names the game, the entry and the problem."""
        return BadPosition(f"{self.title}: {self.where}{name} {problem}.")

    def only(self, *names: str) -> None:
        """Refuse unknown entries."""
        for name in self.data:
            if name not in names:
                raise self.wrong(repr(name), f"is not an entry; there are {', '.join(names)}")

    def has(self, name: str) -> bool:
        """Is the entry given?"""
        return name in self.data

    def kind(self, key: object, name: str) -> int:
        """The number of a card given by its key."""
        if not isinstance(key, str) or key not in self.keys:
            raise self.wrong(name, f"holds {quoted(key)}, which is no card of the deck")
        return self.keys[key]

    def card(self, name: str) -> int:
        """An entry that is one card."""
        return self.kind(self.data.get(name), name)

    def cards(self, name: str) -> list[int]:
        """An entry that is a list of cards."""
        return [self.kind(key, name) for key in self._list(name)]

    def places(self, name: str) -> list[int | None]:
        """An entry that is a row of places, each with a card or null."""
        return [None if key is None else self.kind(key, name) for key in self._list(name)]

    def counted(self, name: str) -> tuple[int, int]:
        """An entry that is [] or [card, how many]."""
        pair = self._list(name)
        if not pair:
            return -1, 0
        if len(pair) != 2 or not isinstance(pair[1], int) or pair[1] < 1:
            raise self.wrong(name, f"must be [] or [card, number], not {quoted(pair)}")
        return self.kind(pair[0], name), pair[1]

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """An entry that is a whole number in a range."""
        value = self.data.get(name, low if default is None else default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.wrong(name, f"must be a whole number from {low} to {high}, not {quoted(value)}")
        return value

    def numbers(self, name: str, low: int, high: int) -> list[int]:
        """An entry that is a list of whole numbers in a range."""
        values = self._list(name)
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise self.wrong(name, f"must hold whole numbers from {low} to {high}, not {quoted(value)}")
        return [value for value in values if isinstance(value, int)]

    def flag(self, name: str) -> bool:
        """An entry that is true or false."""
        value = self.data.get(name, False)
        if not isinstance(value, bool):
            raise self.wrong(name, f"must be true or false, not {quoted(value)}")
        return value

    def word(self, name: str, allowed: Sequence[str], default: str) -> str:
        """An entry that is one of a few words."""
        value = self.data.get(name, default)
        if not isinstance(value, str) or value not in allowed:
            words = " or ".join([word or "''" for word in allowed])
            raise self.wrong(name, f"must be {words}, not {quoted(value)}")
        return value

    def parts(self, name: str, count: int) -> list[Reader]:
        """An entry that is a list of tables, one for each seat."""
        rows = self._list(name)
        if len(rows) != count:
            raise self.wrong(name, f"must have {count} entries, not {len(rows)}")
        readers = []
        for seat, row in enumerate(rows):
            if not isinstance(row, Mapping):
                raise self.wrong(name, f"must hold tables of entries, not {quoted(row)}")
            readers.append(Reader(row, self.title, tuple(self.keys), f"{name}[{seat}]: "))
        return readers

    def _list(self, name: str) -> list[object]:
        value = self.data.get(name, [])
        if not isinstance(value, list):
            raise self.wrong(name, f"must be a list, not {quoted(value)}")
        return value
