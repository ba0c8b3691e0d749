"""The worlds that fit what one seat may know of a Deluxe Memory table.

The cards the seat has not seen are hidden. Who has looked at which place is public, and so are the conclusions from
looks that made no match: a world must not contradict them.
"""

from typing import Final

from mypy_extensions import i64

from parlour.core.bags import has, members, minus, with_card
from parlour.core.rng import Rng
from parlour.games.deluxe_memory.packed import NONE, black, higher_place, kept_rank, lower_place, rank_of, red
from parlour.games.deluxe_memory.state import MemoryState, MemoryView, copy_table, known_to

PLAIN_TRIES: Final = 8
"""Plain shuffles tried before a shuffle is repaired."""


def fill_in(view: MemoryView, copies: list[int], rng: Rng) -> MemoryState:
    """A world that fits the view: unseen cards are shuffled into the blanks until nothing known is contradicted."""
    table = copy_table(view.seen)
    known = known_to(table, view.seat)
    cards = view.seen.cards.copy()
    table.cards = cards
    blanks = members(minus(table.laid, known))
    if len(blanks) == 0:
        return table
    left = _cards_left(table, copies)
    barred, apart = what_is_known(table, known)
    tries: i64 = 0
    while True:
        rng.shuffle(left)
        i: i64 = 0
        for blank in blanks:
            cards[blank] = left[i]
            i += 1
        tries += 1
        # A plain shuffle that fits is a uniform sample; repairing is only for views where those are rare.
        if _fits(cards, blanks, barred, apart) or (tries > PLAIN_TRIES and _mend(cards, blanks, barred, apart, rng)):
            return table


def _cards_left(table: MemoryState, copies: list[int]) -> list[int]:
    """The cards the viewer has not seen."""
    count = copies.copy()
    for kind in table.discard:
        count[kind] -= 1
    for pair in table.kept:
        rank = kept_rank(pair)
        count[black(rank)] -= 1
        count[red(rank)] -= 1
    for kind in table.cards:
        if kind != NONE:
            count[kind] -= 1
    left: list[int] = []
    kind = 0
    for n in count:
        for _ in range(n):
            left.append(kind)
        kind += 1
    return left


def what_is_known(table: MemoryState, known: i64) -> tuple[list[int], list[int]]:
    """The ranks barred from each place, and the pairs of unseen cards that differ, as this viewer knows them."""
    if len(table.differ) == 0:
        return table.barred, table.differ
    barred = table.barred.copy()
    apart: list[int] = []
    for pair in table.differ:
        low = lower_place(pair)
        high = higher_place(pair)
        if has(known, low):
            if not has(known, high):
                barred[high] = with_card(barred[high], rank_of(table.cards[low]))
        elif has(known, high):
            barred[low] = with_card(barred[low], rank_of(table.cards[high]))
        else:
            apart.append(pair)
    return barred, apart


def _fits(cards: list[int], blanks: list[int], barred: list[int], apart: list[int]) -> bool:
    for place in blanks:
        if barred[place] != 0 and has(barred[place], rank_of(cards[place])):
            return False
    return all(rank_of(cards[lower_place(pair)]) != rank_of(cards[higher_place(pair)]) for pair in apart)


def _wrong(place: i64, cards: list[int], barred: list[int], apart: list[int]) -> bool:
    """Does the card at a place contradict something?"""
    rank = rank_of(cards[place])
    if has(barred[place], rank):
        return True
    for pair in apart:
        low = lower_place(pair)
        high = higher_place(pair)
        if (low == place and rank_of(cards[high]) == rank) or (high == place and rank_of(cards[low]) == rank):
            return True
    return False


def _mend(cards: list[int], blanks: list[int], barred: list[int], apart: list[int], rng: Rng) -> bool:
    """Swap cards that contradict something with others that then fit; False if that leads nowhere."""
    size: i64 = len(blanks)
    for _ in range(3):
        for place in blanks:
            tries: i64 = 0
            while tries < 2 * size and _wrong(place, cards, barred, apart):
                other = blanks[rng.below(size)]
                cards[place], cards[other] = cards[other], cards[place]
                if _wrong(place, cards, barred, apart) or _wrong(other, cards, barred, apart):
                    cards[place], cards[other] = cards[other], cards[place]
                tries += 1
        if _fits(cards, blanks, barred, apart):
            return True
    return False
