"""Field types of Mine & Craft."""

from collections.abc import Sequence
from typing import final

from mypy_extensions import i64, mypyc_attr

from parlour.core.errors import quoted
from parlour.core.fields import Bag, CardField, Kinds, OneCard, Set
from parlour.core.positions import Reader
from parlour.core.schema import HIDDEN, Field
from parlour.games.mine_and_craft.payment import SORTS, in_purse, one, payment_key, payment_keys
from parlour.games.mine_and_craft.resources import (
    MOST_EQUAL,
    NONE,
    RESOURCE_KINDS,
    DiscardPeriod,
    ResourceBag,
    bag_with,
)


def read_bag(read: Reader, name: str) -> ResourceBag:
    """An entry that is a list of resource cards."""
    found = read.cards(name)
    if any(found.count(kind) > MOST_EQUAL for kind in found):
        raise read.wrong(name, "holds too many equal cards")
    return bag_with(found)


@mypyc_attr(allow_interpreted_subclasses=True)
class Stock(CardField):
    """A player's resource cards."""

    def cards(self, holder: object) -> list[int]:
        bag: ResourceBag = getattr(holder, self.attribute)
        return bag.cards()

    def read(self, holder: object, read: Reader) -> None:
        bag = read_bag(read.among(self.kinds.keys), self.name)
        for kind in bag.cards():
            if kind >= RESOURCE_KINDS:
                raise read.wrong(self.name, "holds only resource cards")
            if bag.count(kind) > self.kinds.copies[kind]:
                raise read.wrong(self.name, f"has more cards {self.kinds.keys[kind]!r} than the deck has")
        setattr(holder, self.attribute, bag)


@final
class DiscardPile(CardField):
    """The resource cards that lie nowhere else. A view shows how many there are; `Periods` what is known of them."""

    def __init__(self, name: str, kinds: Kinds) -> None:
        super().__init__(name, kinds, seen_by=HIDDEN, derived=True)

    def cards(self, holder: object) -> list[int]:
        bag: ResourceBag = getattr(holder, self.attribute)
        return bag.cards()

    def agrees(self, holder: object, given: object) -> bool:
        return isinstance(given, list) and sorted(map(str, given)) == sorted(self.kinds.names(self.cards(holder)))

    def hide(self, holder: object) -> None:
        bag: ResourceBag = getattr(holder, self.attribute)
        setattr(holder, self.attribute, hidden_bag(bag))

    def facts(self, holder: object, out: dict[str, object]) -> None:
        bag: ResourceBag = getattr(holder, self.attribute)
        out[self.name] = bag.size


def hidden_bag(bag: ResourceBag) -> ResourceBag:
    """A bag of which only the size is seen."""
    blank = ResourceBag()
    blank.size = bag.size
    return blank


@final
class LeftOver(Set):
    """The Craft Cards that are left over, in order of their names. Nobody sees them (MC-G08)."""

    def __init__(self, name: str, items: Kinds) -> None:
        super().__init__(name, items, seen_by=HIDDEN, derived=True)

    def write(self, holder: object) -> object:
        return sorted(self.kinds.names(self.cards(holder)))

    def facts(self, holder: object, out: dict[str, object]) -> None:
        pass  # how many there are follows from what is seen


@final
class Periods(Field):
    """What everybody knows of the discard pile, refill by refill."""

    def __init__(self, name: str, kinds: Kinds, piles: int) -> None:
        super().__init__(name, "periods")
        self.kinds = kinds
        self.piles = piles

    def write(self, holder: object) -> object:
        periods: list[DiscardPeriod] = getattr(holder, self.attribute)
        names = self.kinds.names
        return [
            {"added": names(period.added.cards()), "owed": names(period.owed.cards()), "pile": period.pile + 1}
            for period in periods
        ]

    def read(self, holder: object, read: Reader) -> None:
        if not read.has(self.name):
            return
        rows = read.data[self.name]
        periods: list[DiscardPeriod] = []
        parts = read.among(self.kinds.keys).parts(self.name, len(rows) if isinstance(rows, list) and rows else 1)
        for number, part in enumerate(parts):
            part.only("added", "owed", "pile")
            period = DiscardPeriod(read_bag(part, "added"), read_bag(part, "owed"))
            period.pile = part.number("pile", 0, self.piles) - 1
            again = any(period.pile == earlier.pile for earlier in periods)
            if (period.pile == NONE) != (number == len(parts) - 1) or again:
                raise part.wrong("pile", "must name a pile in every entry but the last, each once")
            periods.append(period)
        setattr(holder, self.attribute, periods)


@final
class Crafting(OneCard):
    """The Craft Card that is being paid for, "" for none."""

    def __init__(self, name: str, items: Kinds) -> None:
        super().__init__(name, items, counts=False)

    def write(self, holder: object) -> object:
        item: int = getattr(holder, self.attribute)
        return "" if item == NONE else self.kinds.keys[item]

    def read(self, holder: object, read: Reader) -> None:
        given = read.among(self.kinds.keys)
        setattr(holder, self.attribute, given.card(self.name) if read.data.get(self.name) else NONE)


@final
class Paid(Field):
    """What is offered for the Craft Card that is being paid for (see payment.py)."""

    def __init__(self, name: str, kinds: Kinds, materials: list[int]) -> None:
        super().__init__(name)
        self.kinds = kinds
        self.materials = materials

    def write(self, holder: object) -> object:
        item: int = getattr(holder, "crafting")  # noqa: B009  # the holder is known only at run time
        paid: int = getattr(holder, self.attribute)
        return [] if item == NONE else payment_keys(paid, self.materials[item], self.kinds.keys)

    def read(self, holder: object, read: Reader) -> None:
        item: int = getattr(holder, "crafting")  # noqa: B009
        offered = read.data.get(self.name, [])
        if not isinstance(offered, list):
            raise read.wrong(self.name, f"must be a list, not {quoted(offered)}")
        if item == NONE:
            return
        # In descending order, so that for a cost of wood alone a Wood card counts as wood.
        sorts = {payment_key(sort, self.materials[item], self.kinds.keys): sort for sort in reversed(range(SORTS))}
        paid: i64 = 0
        for key in offered:
            if not isinstance(key, str) or key not in sorts or in_purse(paid, sorts[key]) == MOST_EQUAL:
                raise read.wrong(self.name, f"holds {quoted(key)}, which does not pay for this card")
            paid += one(sorts[key])
        setattr(holder, self.attribute, paid)


@final
class Tray(Bag):
    """The TNT and the cards it blew loose, at most one of each pile."""

    def __init__(self, name: str, kinds: Kinds, piles: int) -> None:
        super().__init__(name, kinds)
        self.piles = piles

    def read(self, holder: object, read: Reader) -> None:
        if len(read.among(self.kinds.keys).cards(self.name)) > self.piles:
            raise read.wrong(self.name, f"holds more than one card of each of the {self.piles} piles")
        super().read(holder, read)


@final
class LastAction(Field):
    """The text of the last action; "" before the first."""

    def __init__(self, name: str, texts: Sequence[str]) -> None:
        super().__init__(name)
        self.texts = texts

    def write(self, holder: object) -> object:
        action: int = getattr(holder, self.attribute)
        return "" if action == NONE else self.texts[action]

    def read(self, holder: object, read: Reader) -> None:
        text = read.data.get(self.name, "")
        if text == "":
            return
        if not isinstance(text, str) or text not in self.texts:
            raise read.wrong(self.name, f"must be what the player of last_by did, such as 'mine 1', not {quoted(text)}")
        setattr(holder, self.attribute, self.texts.index(text))


@mypyc_attr(allow_interpreted_subclasses=True)
class Crafted(Set):
    """The Craft Cards a player has made. A view also tells their points."""

    def facts(self, holder: object, out: dict[str, object]) -> None:
        super().facts(holder, out)
        out["points"] = getattr(holder, "points")  # noqa: B009
