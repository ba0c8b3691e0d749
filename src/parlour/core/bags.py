"""Bags: how many cards of each kind, packed in one integer.

A bag holds up to 20 kinds of card with at most 7 copies each. Copying a bag is copying a number, and adding one bag to
another is `+`; that makes cloning a game cheap. Cards that are all different (a set) need one bit each: see `has`,
`with_card`, `without_card`.
"""

from collections.abc import Iterator
from typing import Final

from mypy_extensions import i64

MAX_KINDS: Final = 20
MAX_COPIES: Final = 7
EMPTY: Final = 0


def cards(kind: i64, count: i64) -> i64:
    """A bag with `count` cards of one kind.

    >>> cards(2, 3) + cards(0, 1) == cards(0, 1) + cards(2, 3)
    True
    """
    return count << (kind * 3)


def count_of(bag: i64, kind: i64) -> i64:
    """How many cards of a kind are in the bag.

    >>> count_of(cards(2, 3), 2), count_of(cards(2, 3), 1)
    (3, 0)
    """
    return (bag >> (kind * 3)) & 7


def from_kind(bag: i64, kind: i64) -> i64:
    """The bag without all kinds below the given one."""
    shift = kind * 3
    return (bag >> shift) << shift


def size_of(bag: i64) -> i64:
    """How many cards are in the bag."""
    total: i64 = 0
    while bag != 0:
        total += bag & 7
        bag >>= 3
    return total


def fewer(bag: i64, kind: i64, count: i64) -> i64:
    """The bag after removing up to `count` cards of a kind."""
    held = count_of(bag, kind)
    return bag - cards(kind, count if count < held else held)


def bag_of(kinds: list[int]) -> i64:
    """The bag of a list of cards."""
    bag: i64 = 0
    for kind in kinds:
        bag += cards(kind, 1)
    return bag


def list_of(bag: i64) -> list[int]:
    """The cards of a bag in order of kind.

    >>> list_of(cards(4, 1) + cards(1, 2))
    [1, 1, 4]
    """
    found: list[int] = []
    kind: i64 = 0
    while bag != 0:
        for _ in range(bag & 7):
            found.append(kind)
        bag >>= 3
        kind += 1
    return found


def kinds_in(bag: i64) -> list[int]:
    """The kinds of card in a bag, lowest first.

    >>> kinds_in(cards(4, 1) + cards(1, 2))
    [1, 4]
    """
    found: list[int] = []
    kind: i64 = 0
    while bag != 0:
        if bag & 7 != 0:
            found.append(kind)
        bag >>= 3
        kind += 1
    return found


# Sets of distinct cards, up to 62 of them.


def only(card: i64, one: i64 = 1) -> i64:
    """The set with a single card."""
    # `one` is an argument because a literal 1 would be shifted in 32 bits when compiled.
    return one << card


def has(cards_set: i64, card: i64) -> bool:
    """Is the card in the set?"""
    return (cards_set >> card) & 1 != 0


def with_card(cards_set: i64, card: i64) -> i64:
    """The set with the card added."""
    return cards_set | only(card)


def without_card(cards_set: i64, card: i64) -> i64:
    """The set without the card."""
    return cards_set & ~only(card)


def common(one: i64, other: i64) -> i64:
    """The cards that are in both sets."""
    return one & other


def minus(one: i64, other: i64) -> i64:
    """The cards of the first set that are not in the second."""
    return one & ~other


def first_cards(count: i64) -> i64:
    """The set of the cards 0 to count - 1."""
    return only(count) - 1


def lowest(cards_set: i64) -> i64:
    """The lowest card of a set that is not empty. To iterate over a set, remove its lowest card until it is empty."""
    return count_set((cards_set & -cards_set) - 1)  # compiled, one machine instruction (scripts/native_extensions.py)


def count_set(cards_set: i64) -> i64:
    """How many cards are in the set."""
    # Adds up pairs of bits, then fours, then bytes: processors cannot guess when a loop over the cards would end.
    pairs = cards_set - ((cards_set >> 1) & 0x1555555555555555)  # 62 bits: more are slow when compiled
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    in_bytes = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((in_bytes * 0x0101010101010101) >> 56) & 255


def held_kinds(bag: i64) -> i64:
    """A set with three times the number of each kind in a bag: where its count begins."""
    return (bag | (bag >> 1) | (bag >> 2)) & 0x1249249249249249


def members(cards_set: i64) -> list[int]:
    """The cards of a set, in order.

    >>> members(with_card(only(3), 1))
    [1, 3]
    """
    found: list[int] = []
    card: i64 = 0
    while cards_set != 0:
        if cards_set & 1 != 0:
            found.append(card)
        cards_set >>= 1
        card += 1
    return found


def set_of(distinct: list[int]) -> i64:
    """The set of the given cards."""
    made: i64 = 0
    for card in distinct:
        made |= only(card)
    return made


def includes(one: i64, other: i64) -> bool:
    """Does the first set contain the second?"""
    return one & other == other


def each(bag: i64) -> Iterator[tuple[int, int]]:
    """The kinds in a bag with their counts, in order of kind."""
    kind = 0
    while bag != 0:
        if bag & 7 != 0:
            yield kind, bag & 7
        bag >>= 3
        kind += 1
