"""The kinds of field a schema is made of: numbers and words, cards, bags, sets, piles and rows of places."""

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.bags import bag_of, has, list_of, members, only, set_of
from parlour.core.encoding import Numbers, Piece, seat_words
from parlour.core.plain_fields import Flag, Number, NumberList, Seat, SeatNumbers, Word
from parlour.core.positions import Reader
from parlour.core.schema import EVERYBODY, Audience, Field

__all__ = [
    "NONE",
    "Bag",
    "CardField",
    "Flag",
    "Kinds",
    "Number",
    "NumberList",
    "OneCard",
    "Pile",
    "Places",
    "Seat",
    "SeatNumbers",
    "Seats",
    "Set",
    "Word",
]

NONE: Final = -1
"""The number that stands for no card."""


@final
class Kinds:
    """What the numbers of a state stand for: the keys of cards (or of other things) in order, and their copies."""

    def __init__(self, keys: Sequence[str], copies: Sequence[int] = ()) -> None:
        self.keys = tuple(keys)
        self.copies: tuple[int, ...] = tuple(copies) if copies else (1,) * len(self.keys)
        self.total: int = sum(self.copies)
        self.most: vec[i64] = vec[i64](self.copies)
        # For each kind what 0 to 7 cards, which is what a bag holds, are as a share of its copies.
        shares = [min(1.0, held / max(most, 1)) for most in self.copies for held in range(8)]
        self.shares: vec[float] = vec[float](shares)
        # What any number of cards is as a share of all.
        self.parts: vec[float] = vec[float]([held / max(self.total, 1) for held in range(self.total + 1)])

    def __reduce__(self) -> tuple[object, ...]:
        return Kinds, (self.keys, self.copies)

    def add_bag(self, bag: i64, out: Numbers) -> None:
        """Append a bag to an observation: the share of its copies that it holds of each kind."""
        out.add_bag(bag, self.shares, len(self.most))

    def share(self, kind: i64, held: i64) -> float:
        """What up to 7 cards of a kind are as a share of its copies."""
        return self.shares[8 * kind + held]

    def names(self, kinds: list[int]) -> list[str]:
        """The keys of a list of cards."""
        return [self.keys[kind] for kind in kinds]

    def add(self, kinds: list[int], box: dict[str, int]) -> None:
        """Count cards in a census."""
        for kind in kinds:
            key = self.keys[kind]
            box[key] = box.get(key, 0) + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class CardField(Field):
    """A field that holds cards. `counts` is off where they are cards that lie in another field."""

    def __init__(
        self,
        name: str,
        kinds: Kinds,
        attribute: str = "",
        *,
        seen_by: Audience = EVERYBODY,
        derived: bool = False,
        counts: bool = True,
    ) -> None:
        super().__init__(name, attribute, seen_by=seen_by, derived=derived)
        self.kinds = kinds
        self.counts = counts

    def cards(self, holder: object) -> list[int]:
        """The cards that lie here, as far as they are not blank."""
        raise NotImplementedError

    def write(self, holder: object) -> object:
        return self.kinds.names(self.cards(holder))

    def count(self, holder: object, box: dict[str, int]) -> None:
        if self.counts:
            self.kinds.add(self.cards(holder), box)

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        most = self.kinds.most
        start: i64 = out.count
        kind: i64 = 0
        while kind < len(most):
            out.add(0.0)
            kind += 1
        for card in self.cards(holder):
            out.increase(start + card, most[card])

    def piece(self, seats: int) -> Piece:
        return Piece(self.name, "the share of its copies that lie here", self.kinds.keys)


@mypyc_attr(allow_interpreted_subclasses=True)
class OneCard(CardField):
    """A single card, or none: then it is written as null."""

    def cards(self, holder: object) -> list[int]:
        card: int = getattr(holder, self.attribute)
        return [] if card == NONE else [card]

    def write(self, holder: object) -> object:
        card: int = getattr(holder, self.attribute)
        return None if card == NONE else self.kinds.keys[card]

    def read(self, holder: object, read: Reader) -> None:
        given = read.among(self.kinds.keys)
        setattr(holder, self.attribute, NONE if read.data.get(self.name) is None else given.card(self.name))

    def hide(self, holder: object) -> None:
        setattr(holder, self.attribute, NONE)


@mypyc_attr(allow_interpreted_subclasses=True)
class Bag(CardField):
    """Cards counted by kind (core/bags.py). `size` is the attribute with their number, which everybody sees.

    `known` is the attribute with the part of them that everybody knows: a view of others shows just that.
    """

    def __init__(
        self,
        name: str,
        kinds: Kinds,
        attribute: str = "",
        *,
        size: str = "",
        known: str = "",
        seen_by: Audience = EVERYBODY,
        derived: bool = False,
        counts: bool = True,
    ) -> None:
        super().__init__(name, kinds, attribute, seen_by=seen_by, derived=derived, counts=counts)
        self.size = size
        self.known = known

    def packed(self, holder: object) -> i64:
        """The cards as they are stored."""
        packed: i64 = getattr(holder, self.attribute)
        return packed

    def cards(self, holder: object) -> list[int]:
        return list_of(self.packed(holder))

    def read(self, holder: object, read: Reader) -> None:
        found = read.among(self.kinds.keys).cards(self.name)
        for kind in found:
            if found.count(kind) > self.kinds.copies[kind]:
                raise read.wrong(self.name, f"has more cards {self.kinds.keys[kind]!r} than the deck has")
        self.fill(holder, found)

    def fill(self, holder: object, found: list[int]) -> None:
        """Put cards that were read here."""
        setattr(holder, self.attribute, self.pack(found))
        if self.size:
            setattr(holder, self.size, len(found))

    def pack(self, found: list[int]) -> i64:
        """Cards as they are stored."""
        return bag_of(found)

    def agrees(self, holder: object, given: object) -> bool:
        return isinstance(given, list) and sorted(map(str, given)) == sorted(self.kinds.names(self.cards(holder)))

    def hide(self, holder: object) -> None:
        setattr(holder, self.attribute, getattr(holder, self.known) if self.known else 0)

    def facts(self, holder: object, out: dict[str, object]) -> None:
        out[self.name] = self.write(holder)
        if self.size:
            out[f"{self.name}_size"] = getattr(holder, self.size)

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        self.kinds.add_bag(self.packed(holder), out)
        if self.size:
            size: int = getattr(holder, self.size)
            out.add_share(size, self.kinds.total)

    def piece(self, seats: int) -> Piece:
        total = ("all cards",) if self.size else ()
        return Piece(self.name, "the share of its copies that are known to lie here", (*self.kinds.keys, *total))


@mypyc_attr(allow_interpreted_subclasses=True)
class Set(Bag):
    """Distinct cards, one bit each. Other things that are numbered may be in a set too: seats, categories."""

    def cards(self, holder: object) -> list[int]:
        return members(self.packed(holder))

    def read(self, holder: object, read: Reader) -> None:
        found = read.among(self.kinds.keys).cards(self.name)
        if len(set(found)) < len(found):
            raise read.wrong(self.name, "holds a card twice")
        self.fill(holder, found)

    def pack(self, found: list[int]) -> i64:
        return set_of(found)

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        packed = self.packed(holder)
        kind: i64 = 0
        while kind < len(self.kinds.most):
            out.add(1.0 if has(packed, kind) else 0.0)
            kind += 1
        if self.size:
            size: int = getattr(holder, self.size)
            out.add_share(size, self.kinds.total)


@mypyc_attr(allow_interpreted_subclasses=True)
class Seats(Set):
    """A set of seats, written as their numbers."""

    def __init__(self, name: str, seats: int, attribute: str = "", *, derived: bool = False) -> None:
        super().__init__(name, Kinds([str(seat) for seat in range(seats)]), attribute, derived=derived, counts=False)

    def write(self, holder: object) -> object:
        return self.cards(holder)

    def read(self, holder: object, read: Reader) -> None:
        self.fill(holder, read.numbers(self.name, 0, len(self.kinds.keys) - 1))

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        packed = self.packed(holder)
        for seat in order:
            out.add(1.0 if has(packed, seat) else 0.0)

    def piece(self, seats: int) -> Piece:
        return Piece(self.name, "1 for each seat of the set", seat_words(seats))


@mypyc_attr(allow_interpreted_subclasses=True)
class Pile(CardField):
    """Cards in order, the top one last. `left` is the attribute with how many are left of a list that never changes."""

    def __init__(
        self,
        name: str,
        kinds: Kinds,
        attribute: str = "",
        *,
        left: str = "",
        seen_by: Audience = EVERYBODY,
        derived: bool = False,
        counts: bool = True,
    ) -> None:
        super().__init__(name, kinds, attribute, seen_by=seen_by, derived=derived, counts=counts)
        self.left = left

    def cards(self, holder: object) -> list[int]:
        cards: list[int] = getattr(holder, self.attribute)
        if not self.left:
            return cards
        left: int = getattr(holder, self.left)
        return cards[:left]

    def read(self, holder: object, read: Reader) -> None:
        found = read.among(self.kinds.keys).cards(self.name)
        setattr(holder, self.attribute, found)
        if self.left:
            setattr(holder, self.left, len(found))

    def hide(self, holder: object) -> None:
        nothing: list[int] = []
        setattr(holder, self.attribute, nothing)

    def facts(self, holder: object, out: dict[str, object]) -> None:
        out[self.name] = self.write(holder) if self.seen_by.others else getattr(holder, self.left)

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        if self.seen_by.others:
            super().encode(holder, order, out)
            cards = self.cards(holder)
            out.add_mark(cards[-1] if cards else NONE, len(self.kinds.keys))
        if self.left:
            left: int = getattr(holder, self.left)
            out.add_share(left, self.kinds.total)

    def piece(self, seats: int) -> Piece:
        keys = self.kinds.keys
        words = [*keys, *[f"{key} on top" for key in keys]] if self.seen_by.others else []
        if self.left:
            words.append("cards left")
        return Piece(self.name, "the share of its copies that lie here, or of all cards", words)


@mypyc_attr(allow_interpreted_subclasses=True)
class Places(CardField):
    """A row of places, each with a card or empty. `there` is the attribute with the set of places that have one.

    A view that may not see the cards says where they are, counted from 1.
    """

    def __init__(
        self,
        name: str,
        kinds: Kinds,
        places: int,
        attribute: str = "",
        *,
        there: str,
        size: str = "",
        seen_by: Audience = EVERYBODY,
    ) -> None:
        super().__init__(name, kinds, attribute, seen_by=seen_by)
        self.places = places
        self.there = there
        self.size = size

    def taken(self, holder: object) -> i64:
        """The set of places that have a card."""
        taken: i64 = getattr(holder, self.there)
        return taken

    def row(self, holder: object) -> list[int]:
        """The card of each place; the value of an empty place means nothing."""
        row: list[int] = getattr(holder, self.attribute)
        return row

    def cards(self, holder: object) -> list[int]:
        row = self.row(holder)
        return [row[place] for place in members(self.taken(holder))] if row else []

    def write(self, holder: object) -> object:
        taken = self.taken(holder)
        keys = self.kinds.keys
        return [keys[kind] if has(taken, place) else None for place, kind in enumerate(self.row(holder))]

    def read(self, holder: object, read: Reader) -> None:
        given = read.among(self.kinds.keys).places(self.name)
        if len(given) > self.places:
            raise read.wrong(self.name, f"has {len(given)} places, there are at most {self.places}")
        row = given + [None] * (self.places - len(given))
        taken: i64 = 0
        for place, kind in enumerate(row):
            if kind is not None:
                taken += only(place)
        setattr(holder, self.attribute, [0 if kind is None else kind for kind in row])
        setattr(holder, self.there, taken)
        if self.size:
            setattr(holder, self.size, sum(kind is not None for kind in row))

    def hide(self, holder: object) -> None:
        nothing: list[int] = []
        setattr(holder, self.attribute, nothing)

    def facts(self, holder: object, out: dict[str, object]) -> None:
        if self.seen_by.others:
            out[self.name] = self.write(holder)
        else:
            out[self.name] = [place + 1 for place in members(self.taken(holder))]

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        taken = self.taken(holder)
        row = self.row(holder)
        for place in range(self.places):
            out.add(1.0 if has(taken, place) else 0.0)
            if self.seen_by.others:
                out.add_mark(row[place] if has(taken, place) else NONE, len(self.kinds.keys))

    def piece(self, seats: int) -> Piece:
        words = ("a card", *(self.kinds.keys if self.seen_by.others else ()))
        places = [f"place {place + 1}" for place in range(self.places)]
        return Piece(self.name, "1 for what lies there", places, words)
