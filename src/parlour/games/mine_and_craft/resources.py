"""Resource cards: their kinds, the bag that counts them, and public knowledge of the discards.

The kinds are three values of each material in the order wood, stone, iron, gold, diamond, wild, then Creeper and TNT.
"""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.bags import MAX_COPIES, fewer, only
from parlour.core.copying import taken_apart
from parlour.core.game import Moves

VALUES: Final = (1, 2, 3)
GROUPS: Final = 6  # the five materials and wild
WILD: Final = 5
RESOURCE_KINDS: Final = 18  # the kinds a player can have
CREEPER: Final = 18
TNT: Final = 19
KINDS: Final = 20
MOST_EQUAL: Final = 15  # equal cards in a bag

NONE: Final = -1


@final
class ResourceBag:
    """Resource cards, counted by kind. A core bag has room for only 7 of each."""

    def __init__(self) -> None:
        self.materials: i64 = 0  # the five materials, three values each, four bits a kind
        self.others: i64 = 0  # Wild 1 to 3, Creeper, TNT
        self.size: i64 = 0

    def __reduce__(self) -> tuple[object, ...]:
        return taken_apart(self)

    def count(self, kind: i64) -> i64:
        """How many cards of a kind."""
        if kind < 15:
            return (self.materials >> (kind * 4)) & 15
        return (self.others >> (kind * 4 - 60)) & 15

    def add(self, kind: i64) -> None:
        """Put one card in."""
        if kind < 15:
            self.materials += only(kind * 4)
        else:
            self.others += only(kind * 4 - 60)
        self.size += 1

    def remove(self, kind: i64) -> None:
        """Take one card out."""
        if kind < 15:
            self.materials -= only(kind * 4)
        else:
            self.others -= only(kind * 4 - 60)
        self.size -= 1

    def put_in(self, other: "ResourceBag") -> None:
        """Add all cards of another bag."""
        self.materials += other.materials
        self.others += other.others
        self.size += other.size

    def leave_out(self, other: "ResourceBag") -> None:
        """Remove all cards of another bag. Counts may go below zero in between, but not at the end."""
        self.materials -= other.materials
        self.others -= other.others
        self.size -= other.size

    def of_material(self, material: i64) -> i64:
        """The three values of a material, four bits each."""
        return (self.materials >> (material * 12)) & 4095

    def wilds(self) -> i64:
        """The three values of Wild cards, four bits each."""
        return self.others & 4095

    def cards(self) -> list[int]:
        """The cards in order of kind."""
        found: list[int] = []
        kind: i64 = 0
        rest = self.materials
        while kind < KINDS:
            if kind == 15:
                rest = self.others
            for _ in range(rest & 15):
                found.append(kind)
            rest >>= 4
            kind += 1
        return found

    def list_moves(self, first: i64, out: Moves) -> None:
        """Add one action for each kind a player can have: `first` plus the kind's number."""
        kind: i64 = 0
        while kind < RESOURCE_KINDS:
            if self.count(kind) > 0:
                out.add(first + kind)
            kind += 1

    def copy(self) -> "ResourceBag":
        """An independent copy."""
        twin = ResourceBag()
        twin.materials = self.materials
        twin.others = self.others
        twin.size = self.size
        return twin


def bag_with(kinds: list[int]) -> ResourceBag:
    """The bag of a list of cards."""
    bag = ResourceBag()
    for kind in kinds:
        bag.add(kind)
    return bag


def loose_cards(tray: i64) -> i64:
    """The cards among those a TNT blew loose that a player can keep: all but TNT (MC-21, MC-G20)."""
    return fewer(tray, TNT, MAX_COPIES)


@final
class DiscardPeriod:
    """What everybody knows about the discard pile in the time between two refills, or since the last one.

    A refill takes random cards out of the discard pile. From then on nobody knows which cards the new pile holds and
    which stayed behind. `added` are the cards everybody saw going to the discard pile in this period, except those
    that came to light again; `owed` are cards that came to light and must have been there before this period.
    The period ends when the hidden cards of `pile` are taken out; the last period has not ended.
    """

    def __init__(self, added: ResourceBag, owed: ResourceBag) -> None:
        self.added = added
        self.owed = owed
        self.pile: i64 = NONE

    def __reduce__(self) -> tuple[object, ...]:
        return taken_apart(self, self.added, self.owed)

    def copy(self) -> "DiscardPeriod":
        """An independent copy."""
        twin = DiscardPeriod(self.added.copy(), self.owed.copy())
        twin.pile = self.pile
        return twin


def new_period() -> DiscardPeriod:
    """A period in which nothing has been discarded yet."""
    return DiscardPeriod(ResourceBag(), ResourceBag())


def join_periods(early: DiscardPeriod, late: DiscardPeriod) -> None:
    """Merge two periods with nothing hidden between them into the late one."""
    kind: i64 = 0
    while kind < KINDS:
        both = early.added.count(kind)
        owed = late.owed.count(kind)
        if owed < both:
            both = owed
        for _ in range(both):  # what the late period owes was added in the early one
            early.added.remove(kind)
            late.owed.remove(kind)
        kind += 1
    late.added.put_in(early.added)
    late.owed.put_in(early.owed)
