"""The hidden cards, their slots and the counts as flat tables, which the search for worlds reads.

Cards of a category about which the same is known share a *pattern*. The slots of a pattern are sorted into *sides*: all
slots of a side lie inside the same counts. Where a table has several entries for one number, those of `i` stand from
`..._from[i]` up to `..._from[i + 1]`.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import has, lowest, with_card
from parlour.games.match_me.deduction import NOWHERE, Count, Deduction, Life, bit, slots_in

PILE_SLOTS: Final = (1 << 62) - 1
"""Where the slots of a pile are in a set that begins with its first slot."""


def first_slots(known: Deduction) -> list[int]:
    """The first slot of each pile. A card comes through a slot of its own pile, of which a set fits into a word."""
    return [known.slot_pile.index(pile) if pile in known.slot_pile else 0 for pile in range(len(known.pile_sizes))]


def first_lives(known: Deduction) -> list[int]:
    """The first life of each pile."""
    found: list[int] = []
    first = 0
    for size in known.pile_sizes:
        found.append(first)
        first += size
    return found


@final
class Patterns:
    """Finds the patterns and sorts the slots of each."""

    def __init__(self, known: Deduction) -> None:
        self.pattern_of: list[int] = []  # for each life
        self.side_from: list[int] = [0]
        self.stays: list[int] = []
        self.masks: list[int] = []
        self.all_slots: list[int] = []
        self.limit_from: list[int] = [0]
        self.limits: list[int] = []
        # The counts of each kind, one kind after the other, and for each life the set of those that speak of it
        self.counts: list[Count] = []
        self.count_from: list[int] = [0]
        self.spoken_of: list[int] = [0] * len(known.lives)
        counts_of: list[list[Count]] = [[] for _ in range(known.kinds)]
        for count in known.counts:
            for number in count.lives:
                self.spoken_of[number] |= bit(len(counts_of[count.kind]))
            counts_of[count.kind].append(count)
        for counts in counts_of:
            self.counts += counts
            self.count_from.append(len(self.counts))
        # Two limits for each count: how many more cards may lie inside, and how many of those that could may not
        self.left: list[int] = []
        for count in self.counts:
            self.left.append(count.high - count.fixed)
            self.left.append(count.fixed - count.low)
        self.first_slots = first_slots(known)
        # What the cards of a pattern have in common, and the patterns of each kind
        self.common: list[tuple[int, bool, int]] = []
        patterns: list[list[int]] = [[] for _ in range(known.kinds)]
        for number, life in enumerate(known.lives):
            kind = known.category_of[life.card]
            pattern = self._pattern(number, life, kind, patterns[kind])
            self.pattern_of.append(pattern)
            if known.fixed[number] == NOWHERE:
                self._count_in(pattern)

    def _count_in(self, pattern: int) -> None:
        """Count a card that could lie inside of the counts of its pattern, all of which are limits of every side."""
        side = self.side_from[pattern]
        if side < self.side_from[pattern + 1]:
            for limit in self.limits[self.limit_from[side] : self.limit_from[side + 1]]:
                self.left[limit | 1] += 1

    def _pattern(self, number: int, life: Life, kind: int, known: list[int]) -> int:
        """The pattern of a card: one of those known, or a new one."""
        common = (life.slots, life.may_stay, self.spoken_of[number])
        for pattern in known:
            if self.common[pattern] == common:
                return pattern
        known.append(len(self.common))
        self.common.append(common)
        self._sort_slots(life, [self.count_from[kind] + place for place in slots_in(self.spoken_of[number])])
        self.side_from.append(len(self.stays))
        return len(self.common) - 1

    def _sort_slots(self, life: Life, counts: list[int]) -> None:
        """Split the slots of a card by the counts that speak of it."""
        first = self.first_slots[life.pile]
        slots: i64 = (life.slots >> first) & PILE_SLOTS
        self.all_slots.append(slots)
        able: list[int] = []  # the counts with slots of this card, and these slots
        within: vec[i64] = vec[i64]([0] * len(counts))
        rest = slots
        for number in counts:
            inside: i64 = (self.counts[number].slots >> first) & PILE_SLOTS
            inside &= slots
            if inside != 0:
                within[len(able)] = inside
                able.append(number)
                rest &= ~inside
        if life.may_stay:  # the draw pile lies inside of no count
            self._add_side(rest, able, within, 1)
            rest = slots & ~rest
        else:
            rest = slots
        while rest != 0:  # the side with the lowest slot comes next
            side = rest
            i: i64 = 0
            while i < len(able):
                side &= within[i] if has(within[i], lowest(rest)) else ~within[i]
                i += 1
            self._add_side(side, able, within, 0)
            rest &= ~side

    def _add_side(self, slots: i64, able: list[int], within: vec[i64], stays: int) -> None:
        i: i64 = 0
        for number in able:
            self.limits.append(2 * number if slots & within[i] != 0 else 2 * number + 1)
            i += 1
        self.limit_from.append(len(self.limits))
        self.masks.append(slots)
        self.stays.append(stays)


@final
class Sides:
    """The tables."""

    def __init__(self, known: Deduction) -> None:
        patterns = Patterns(known)
        lives = known.lives
        self.may_stay: vec[i64] = vec[i64]([1 if life.may_stay else 0 for life in lives])
        self.pattern_of: vec[i64] = vec[i64](patterns.pattern_of)
        self.side_from: vec[i64] = vec[i64](patterns.side_from)
        self.stays: vec[i64] = vec[i64](patterns.stays)  # 1 if a card on this side may also be in the draw pile
        self.mask: vec[i64] = vec[i64](patterns.masks)  # the slots of a side, counted from the first of the pile
        self.all_slots: vec[i64] = vec[i64](patterns.all_slots)  # all those of a pattern
        self.limit_from: vec[i64] = vec[i64](patterns.limit_from)
        self.limits: vec[i64] = vec[i64](patterns.limits)  # what a card on this side uses up: see Patterns
        self.left: vec[i64] = vec[i64](patterns.left)
        self.play: vec[i64] = vec[i64]([count.high - count.low for count in patterns.counts])
        self.count_from: vec[i64] = vec[i64](patterns.count_from)  # the counts of each kind
        # For each slot the cards that may have come through it, counted from the first life of the pile
        self.may: vec[i64] = vec[i64]([0] * len(known.slot_pile))
        self.first_life: vec[i64] = vec[i64](first_lives(known))
        number: i64 = 0
        for life in lives:
            if known.fixed[number] == NOWHERE:
                first_slot: i64 = patterns.first_slots[life.pile]
                rest = self.all_slots[self.pattern_of[number]]
                while rest != 0:
                    slot = first_slot + lowest(rest)
                    self.may[slot] = with_card(self.may[slot], number - self.first_life[life.pile])
                    rest &= rest - 1
            number += 1


@final
class Blocks:
    """What is placed together: the cards of a category with counts; of others, each card that must have a slot."""

    def __init__(self, known: Deduction, sides: Sides) -> None:
        together: list[list[int]] = [[] for _ in range(known.kinds)]
        loose: list[list[int]] = []
        for number, life in enumerate(known.lives):
            kind = known.category_of[life.card]
            if known.fixed[number] == NOWHERE:
                if sides.count_from[kind] < sides.count_from[kind + 1]:
                    together[kind].append(number)
                elif not life.may_stay:
                    loose.append([number])
        counted = [block for block in together if block]
        blocks = counted + loose
        self.counted: i64 = len(counted)  # these come first
        self.count: i64 = len(blocks)
        self.kind: vec[i64] = vec[i64]([known.category_of[known.lives[block[0]].card] for block in blocks])
        self.block_of: vec[i64] = vec[i64]([NOWHERE] * len(known.lives))
        self.first: vec[i64] = vec[i64]([0] * (len(blocks) + 1))
        self.lives: vec[i64] = vec[i64]([number for block in blocks for number in block])
        place: i64 = 0
        for block in blocks:
            self.first[place + 1] = self.first[place] + len(block)
            for number in block:
                self.block_of[number] = place
            place += 1
