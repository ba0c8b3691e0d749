"""Field types of Deluxe Memory: sets of places, and lists of packed numbers."""

from collections.abc import Sequence
from typing import final

from parlour.core.bags import members, set_of
from parlour.core.errors import quoted
from parlour.core.fields import Kinds, Number, Set
from parlour.core.positions import Reader
from parlour.core.schema import Field
from parlour.games.deluxe_memory.packed import (
    NONE,
    RANKS,
    black,
    extra_turn,
    has_offer,
    higher_place,
    is_thief,
    keeper,
    kept_pair,
    kept_rank,
    lower_place,
    red,
    turn_of,
    two_places,
)

ROLES = ("shield", "thief")


@final
class PlaceSet(Set):
    """A set of places, counted from 1."""

    def __init__(self, name: str, places: int, attribute: str = "") -> None:
        super().__init__(name, Kinds([str(place + 1) for place in range(places)]), attribute, counts=False)

    def write(self, holder: object) -> object:
        return [place + 1 for place in self.cards(holder)]

    def read(self, holder: object, read: Reader) -> None:
        self.fill(holder, [number - 1 for number in read.numbers(self.name, 1, len(self.kinds.keys))])


@final
class SeatLike(Number):
    """The number of a seat; defaults to that of another field."""

    def __init__(self, name: str, seats: int, attribute: str = "", *, like: str) -> None:
        super().__init__(name, attribute, high=seats - 1)
        self.like = like

    def read(self, holder: object, read: Reader) -> None:
        usual: int = getattr(holder, self.like)
        setattr(holder, self.attribute, read.number(self.name, self.low, self.high, usual))


@final
class LastAction(Field):
    """The text of the last action, empty if there was none."""

    def __init__(self, name: str, texts: Sequence[str]) -> None:
        super().__init__(name)
        self.texts = tuple(texts)

    def write(self, holder: object) -> object:
        last: int = getattr(holder, self.attribute)
        return "" if last == NONE else self.texts[last]

    def read(self, holder: object, read: Reader) -> None:
        text = read.data.get(self.name, "")
        if text != "" and text not in self.texts:
            raise read.wrong(self.name, f"is no action: {quoted(text)}")
        setattr(holder, self.attribute, NONE if text == "" else self.texts.index(str(text)))


# Lists of packed numbers


def read_rows(read: Reader, name: str, columns: Sequence[Sequence[object]]) -> list[list[int]]:
    """An entry that is a list of rows, each value as its index in the values of its column."""
    rows = read.data.get(name, [])
    if not isinstance(rows, list):
        raise read.wrong(name, f"must be a list, not {quoted(rows)}")
    found: list[list[int]] = []
    for row in rows:
        if not isinstance(row, list) or len(row) != len(columns):
            raise read.wrong(name, f"has an invalid row: {quoted(row)}")
        places: list[int] = []
        for value, column in zip(row, columns, strict=True):
            if type(value) is not type(column[0]) or value not in column:
                raise read.wrong(name, f"has an invalid row: {quoted(row)}")
            places.append(column.index(value))
        found.append(places)
    return found


@final
class KeptPairs(Field):
    """The pairs in front of players, oldest first: [seat, rank, role] each."""

    def __init__(self, name: str, seats: int, deck: Kinds) -> None:
        super().__init__(name)
        self.seats = seats
        self.deck = deck

    def pairs(self, holder: object) -> list[int]:
        """The pairs as they are stored."""
        pairs: list[int] = getattr(holder, self.attribute)
        return pairs

    def write(self, holder: object) -> object:
        rows: list[list[object]] = []
        for pair in self.pairs(holder):
            rows.append([int(keeper(pair)), RANKS[kept_rank(pair)], ROLES[1 if is_thief(pair) else 0]])
        return rows

    def read(self, holder: object, read: Reader) -> None:
        rows = read_rows(read, self.name, (range(self.seats), RANKS[:-1], ROLES))  # Jokers are never kept
        pairs: list[int] = []
        for seat, rank, role in rows:
            pairs.append(kept_pair(seat, rank, role == 1))
        setattr(holder, self.attribute, pairs)

    def count(self, holder: object, box: dict[str, int]) -> None:
        for pair in self.pairs(holder):
            rank = kept_rank(pair)
            self.deck.add([black(rank), red(rank)], box)


@final
class ExtraTurns(Field):
    """The extra turns to come: [seat, whether another may be bought after it] each."""

    def __init__(self, name: str, seats: int) -> None:
        super().__init__(name)
        self.seats = seats

    def write(self, holder: object) -> object:
        turns: list[int] = getattr(holder, self.attribute)
        rows: list[list[object]] = []
        for turn in turns:
            rows.append([int(turn_of(turn)), has_offer(turn)])
        return rows

    def read(self, holder: object, read: Reader) -> None:
        turns: list[int] = []
        for seat, offer in read_rows(read, self.name, (range(self.seats), (False, True))):
            turns.append(extra_turn(seat, offer == 1))
        setattr(holder, self.attribute, turns)


@final
class DifferentPlaces(Field):
    """Pairs of places whose cards are publicly known to differ in rank, although only one player saw them."""

    def __init__(self, name: str, places: int) -> None:
        super().__init__(name)
        self.places = places

    def write(self, holder: object) -> object:
        pairs: list[int] = getattr(holder, self.attribute)
        rows: list[list[int]] = []
        for pair in pairs:
            rows.append([lower_place(pair) + 1, higher_place(pair) + 1])
        return rows

    def read(self, holder: object, read: Reader) -> None:
        numbers = range(1, self.places + 1)
        pairs: set[int] = set()
        for one, two in read_rows(read, self.name, (numbers, numbers)):
            pairs.add(two_places(one, two))
        setattr(holder, self.attribute, sorted(pairs))


@final
class BarredRanks(Field):
    """Which ranks cannot lie where: [place, rank, rank ...] for each place with any."""

    def __init__(self, name: str, places: int) -> None:
        super().__init__(name)
        self.places = places

    def write(self, holder: object) -> object:
        barred: list[int] = getattr(holder, self.attribute)
        rows: list[list[object]] = []
        for place, ranks in enumerate(barred):
            if ranks != 0:
                row: list[object] = [place + 1]
                row += [RANKS[rank] for rank in members(ranks)]
                rows.append(row)
        return rows

    def read(self, holder: object, read: Reader) -> None:
        barred = [0] * self.places
        rows = read.data.get(self.name, [])
        for row in rows if isinstance(rows, list) else [rows]:
            if not isinstance(row, list) or len(row) < 2 or row[0] not in range(1, self.places + 1):
                raise read.wrong(self.name, f"must hold rows of a place and ranks, not {quoted(row)}")
            if any(rank not in RANKS for rank in row[1:]):
                raise read.wrong(self.name, f"must hold rows of a place and ranks, not {quoted(row)}")
            place = int(row[0]) - 1
            barred[place] |= set_of([RANKS.index(rank) for rank in row[1:]])
        setattr(holder, self.attribute, barred)
