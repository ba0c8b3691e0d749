"""The kinds of field that hold no cards: numbers, seats, yes or no, words."""

from collections.abc import Sequence

from mypy_extensions import mypyc_attr

from parlour.core.encoding import Numbers, Piece, seat_words
from parlour.core.positions import Reader
from parlour.core.schema import EVERYBODY, Audience, Field


@mypyc_attr(allow_interpreted_subclasses=True)
class Number(Field):
    """A whole number. `offset` is added when it is written: places count from 1. `box` names the chips it counts."""

    def __init__(
        self,
        name: str,
        attribute: str = "",
        *,
        low: int = 0,
        high: int = 1_000_000,
        default: int | None = None,
        offset: int = 0,
        box: str = "",
        seen_by: Audience = EVERYBODY,
        derived: bool = False,
    ) -> None:
        super().__init__(name, attribute, seen_by=seen_by, derived=derived)
        self.low = low
        self.high = high
        self.default = default
        self.offset = offset
        self.box = box

    def value(self, holder: object) -> int:
        """The number itself."""
        value: int = getattr(holder, self.attribute)
        return value

    def write(self, holder: object) -> object:
        return self.value(holder) + self.offset

    def read(self, holder: object, read: Reader) -> None:
        shift = self.offset
        default = None if self.default is None else self.default + shift
        number = read.number(self.name, self.low + shift, self.high + shift, default)
        setattr(holder, self.attribute, number - shift)

    def hide(self, holder: object) -> None:
        setattr(holder, self.attribute, self.low)

    def count(self, holder: object, box: dict[str, int]) -> None:
        if self.box:
            box[self.box] = box.get(self.box, 0) + self.value(holder)

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        out.add_share(self.value(holder) - self.low, self.high - self.low)

    def piece(self, seats: int) -> Piece:
        return Piece(self.name, f"from {self.low} to {self.high} as a share")


@mypyc_attr(allow_interpreted_subclasses=True)
class Seat(Number):
    """The number of a seat; -1 for none where `low` allows it."""

    def __init__(self, name: str, seats: int, attribute: str = "", *, low: int = 0, derived: bool = False) -> None:
        super().__init__(name, attribute, low=low, high=seats - 1, derived=derived)

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        mine = self.value(holder)
        for seat in order:
            out.add(1.0 if seat == mine else 0.0)

    def piece(self, seats: int) -> Piece:
        return Piece(self.name, "1 for that seat", seat_words(seats))


@mypyc_attr(allow_interpreted_subclasses=True)
class Flag(Field):
    """Yes or no; a number counts as yes unless it is 0."""

    def write(self, holder: object) -> object:
        return bool(getattr(holder, self.attribute))

    def read(self, holder: object, read: Reader) -> None:
        setattr(holder, self.attribute, read.flag(self.name))

    def hide(self, holder: object) -> None:
        setattr(holder, self.attribute, False)

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        out.add(1.0 if getattr(holder, self.attribute) else 0.0)

    def piece(self, seats: int) -> Piece:
        return Piece(self.name, "1 for yes")


@mypyc_attr(allow_interpreted_subclasses=True)
class Word(Field):
    """One of a few words, each standing for a number: its place in the list, unless `values` says otherwise."""

    def __init__(
        self,
        name: str,
        words: Sequence[str],
        attribute: str = "",
        *,
        values: Sequence[int] = (),
        seen_by: Audience = EVERYBODY,
        derived: bool = False,
    ) -> None:
        super().__init__(name, attribute, seen_by=seen_by, derived=derived)
        self.words = tuple(words)
        self.values: tuple[int, ...] = tuple(values) if values else tuple(range(len(self.words)))

    def place(self, holder: object) -> int:
        """Which of the words it is."""
        value: int = getattr(holder, self.attribute)
        return self.values.index(value)

    def write(self, holder: object) -> object:
        return self.words[self.place(holder)]

    def read(self, holder: object, read: Reader) -> None:
        word = read.word(self.name, self.words, self.words[0])
        setattr(holder, self.attribute, self.values[self.words.index(word)])

    def hide(self, holder: object) -> None:
        setattr(holder, self.attribute, self.values[0])

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        out.add_mark(self.place(holder), len(self.words))

    def piece(self, seats: int) -> Piece:
        return Piece(self.name, "1 for that word", self.words)


@mypyc_attr(allow_interpreted_subclasses=True)
class NumberList(Field):
    """A list of whole numbers, such as one for each seat. `box` names the chips they count."""

    def __init__(
        self, name: str, attribute: str = "", *, length: int, high: int, box: str = "", derived: bool = False
    ) -> None:
        super().__init__(name, attribute, derived=derived)
        self.length = length
        self.high = high
        self.box = box

    def values(self, holder: object) -> list[int]:
        """The numbers themselves."""
        values: list[int] = getattr(holder, self.attribute)
        return values

    def write(self, holder: object) -> object:
        return list(self.values(holder))

    def read(self, holder: object, read: Reader) -> None:
        values = read.numbers(self.name, 0, self.high) if read.has(self.name) else [0] * self.length
        if len(values) != self.length:
            raise read.wrong(self.name, f"must have {self.length} entries, not {len(values)}")
        setattr(holder, self.attribute, values)

    def count(self, holder: object, box: dict[str, int]) -> None:
        if self.box:
            box[self.box] = box.get(self.box, 0) + sum(self.values(holder))

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        for value in self.values(holder):
            out.add_share(value, self.high)

    def piece(self, seats: int) -> Piece:
        return Piece(self.name, f"from 0 to {self.high} as a share", [str(place + 1) for place in range(self.length)])


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatNumbers(NumberList):
    """A whole number for each seat; encoded with the viewer's own first."""

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        values = self.values(holder)
        for seat in order:
            out.add_share(values[seat], self.high)

    def piece(self, seats: int) -> Piece:
        return Piece(self.name, f"from 0 to {self.high} as a share", seat_words(seats))
