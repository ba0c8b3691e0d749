"""Payments: costs, Wild cards, Axes, and every payment without a superfluous card.

A payment for one Craft Card consists of ten sorts: Wood 1 to 3, the other material 1 to 3, Wild 1 to 3, and Axes. A
`purse` counts them in one number, four bits a sort, in that order.
"""

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import only
from parlour.games.mine_and_craft.resources import ResourceBag

SORTS: Final = 10
MATERIAL: Final = 3  # the first sort of the other material
WILDS: Final = 6
AXES: Final = 9
AXE_WOOD: Final = 2  # MC-29

# Every second sort of a purse, and the spare bit above each: comparing two purses is one subtraction for each half.
HALF: Final = 0x0F0F0F0F0F
SPARE: Final = 0x1010101010


def in_purse(purse: i64, sort: i64) -> i64:
    """The count of one sort."""
    return (purse >> (sort * 4)) & 15


def one(sort: i64) -> i64:
    """A purse with one thing of a sort."""
    return only(sort * 4)


def fits_in(small: i64, large: i64) -> bool:
    """Does the large purse hold everything in the small one?

    >>> fits_in(one(0), one(0) + one(9)), fits_in(one(0) + one(0), one(0) + one(9))
    (True, False)
    """
    return (((large & HALF) | SPARE) - (small & HALF)) & SPARE == SPARE and (
        (((large >> 4) & HALF) | SPARE) - ((small >> 4) & HALF)
    ) & SPARE == SPARE


def kind_of(sort: i64, material: i64) -> i64:
    """The kind of resource card behind a sort of payment; the number after the last kind is an Axe."""
    if sort < MATERIAL:
        return sort
    if sort < WILDS:
        return material * 3 + sort - MATERIAL
    return 15 + sort - WILDS


def sort_of(kind: i64) -> i64:
    """The sort of payment a kind of resource card is."""
    if kind < MATERIAL:
        return kind
    if kind < 15:
        return MATERIAL + kind % 3
    return WILDS + kind - 15


def payment_key(sort: i64, material: i64, keys: Sequence[str]) -> str:
    """The key of the card behind a sort of payment, "axe" for an Axe."""
    return "axe" if sort == AXES else keys[kind_of(sort, material)]


def payment_keys(paid: i64, material: i64, keys: Sequence[str]) -> list[str]:
    """The keys of everything in a payment."""
    return [payment_key(sort, material, keys) for sort in range(SORTS) for _ in range(in_purse(paid, sort))]


def purse_of(stock: ResourceBag, material: i64, units: i64, axes: i64) -> i64:
    """Everything a player could use to pay for a card that costs wood and one other material."""
    purse = stock.of_material(0) | (stock.wilds() << 24) | (axes << 36)
    if units > 0:
        purse |= stock.of_material(material) << 12
    return purse


def worth_of(three: i64) -> i64:
    """What three values of a material, four bits each, are worth together (MC-14)."""
    return (three & 15) + 2 * ((three >> 4) & 15) + 3 * (three >> 8)


def splits(wilds: i64) -> i64:
    """The set of totals a part of these Wild cards can have: a Wild cannot be split (MC-19)."""
    totals: i64 = 1
    value: i64 = 1
    while value <= 3:
        for _ in range(wilds & 15):
            totals |= totals << value
        wilds >>= 4
        value += 1
    return totals


def covers(purse: i64, units: i64, wood: i64) -> bool:
    """Do the cards pay the cost, with each Wild as one kind of resource at its full value?

    >>> covers(one(4) + one(6) + one(2), 3, 2)  # Diamond 2, Wild 1, Wood 3 for a Diamond Pick Axe
    True
    >>> covers(one(8), 2, 1)  # one Wild 3 is not 2 Diamond and 1 Wood
    False
    """
    short_wood = wood - worth_of(purse & 4095) - AXE_WOOD * in_purse(purse, AXES)
    short_units = units - worth_of((purse >> 12) & 4095)
    wilds = (purse >> 24) & 4095
    if short_wood <= 0 and short_units <= 0:
        return True
    if wilds == 0:
        return False
    if short_units <= 0:
        return worth_of(wilds) >= short_wood
    if short_wood <= 0:
        return worth_of(wilds) >= short_units
    spare = worth_of(wilds) - short_units - short_wood
    if spare < 0:
        return False
    # Some part of the Wilds must be worth short_units at least and leave short_wood at least.
    return (splits(wilds) >> short_units) & (only(spare + 1) - 1) != 0


_made: dict[tuple[int, int], list[int]] = {}


def smallest_payments(units: int, wood: int) -> list[int]:
    """Every minimal payment of a cost: nothing can be left out (MC-15, MC-G12).

    >>> len(smallest_payments(1, 1)), len(smallest_payments(3, 2))
    (39, 92)
    """
    if (units, wood) not in _made:
        found: list[int] = []
        _grow(0, 0, units + wood, units, wood, found)
        _made[units, wood] = found
    return _made[units, wood]


def _grow(purse: i64, sort: i64, most: i64, units: i64, wood: i64, found: list[int]) -> None:
    """Add every payment that holds this purse and further things from this sort on."""
    if covers(purse, units, wood):
        for other in range(SORTS):
            if in_purse(purse, other) > 0 and covers(purse - one(other), units, wood):
                return
        found.append(purse)
        return
    if most == 0:  # everything in a smallest payment pays at least one unit
        return
    while sort < SORTS:
        if units > 0 or not MATERIAL <= sort < WILDS:
            _grow(purse + one(sort), sort, most - 1, units, wood, found)
        sort += 1


@final
class Payments:
    """The smallest payments for each Craft Card."""

    def __init__(self, costs: list[tuple[int, int]]) -> None:
        begins: list[int] = []
        ends: list[int] = []
        known: dict[tuple[int, int], int] = {}
        every: list[int] = []
        for cost in costs:
            payments = smallest_payments(cost[0], cost[1])
            if cost not in known:
                known[cost] = len(every)
                every += payments
            begins.append(known[cost])
            ends.append(known[cost] + len(payments))
        self.begins: vec[i64] = vec[i64](begins)
        self.ends: vec[i64] = vec[i64](ends)
        self.even: vec[i64] = vec[i64]([purse & HALF for purse in every])
        self.odd: vec[i64] = vec[i64]([(purse >> 4) & HALF for purse in every])

    def next_for(self, item: i64, paid: i64, purse: i64) -> i64:
        """What may be paid next: the sorts that, added to what is paid, still lead to a smallest payment."""
        paid_even = paid & HALF
        paid_odd = (paid >> 4) & HALF
        have_even = (purse & HALF) | SPARE
        have_odd = ((purse >> 4) & HALF) | SPARE
        next_even: i64 = 0
        next_odd: i64 = 0
        i = self.begins[item]
        end = self.ends[item]
        while i < end:
            even = self.even[i]
            odd = self.odd[i]
            if (have_even - even) & (have_odd - odd) & SPARE == SPARE:
                more_even = (even | SPARE) - paid_even
                more_odd = (odd | SPARE) - paid_odd
                if more_even & more_odd & SPARE == SPARE:
                    next_even |= more_even & HALF
                    next_odd |= more_odd & HALF
            i += 1
        return next_even | (next_odd << 4)
