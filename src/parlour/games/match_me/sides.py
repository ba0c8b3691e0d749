"""The hidden cards, their slots and the counts as flat tables, which the search for worlds reads.

Cards of a category about which the same is known share a *pattern*. The slots of a pattern are sorted into *sides*: all
slots of a side lie inside the same counts. Where a table has several entries for one number, those of `i` stand from
`..._from[i]` up to `..._from[i + 1]`.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.match_me.deduction import NOWHERE, Count, Deduction, Life, bit, slots_in


def first_slots(known: Deduction) -> list[int]:
    """The first slot of each pile. A card comes through a slot of its own pile, of which a set fits into a word."""
    return [known.slot_pile.index(pile) if pile in known.slot_pile else 0 for pile in range(len(known.pile_sizes))]


@final
class Patterns:
    """Finds the patterns and sorts the slots of each."""

    def __init__(self, known: Deduction) -> None:
        self.pattern_of: list[int] = []  # for each life
        self.side_from: list[int] = [0]
        self.stays: list[int] = []
        self.slot_from: list[int] = [0]
        self.slots: list[int] = []
        self.masks: list[int] = []
        self.all_slots: list[int] = []
        self.first_slot = 0  # of the pile of the card that is being looked at
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
        self.able: list[int] = []  # the counts that some side of a pattern lies inside of
        patterns: list[list[int]] = [[] for _ in range(known.kinds)]
        for number, life in enumerate(known.lives):
            kind = known.category_of[life.card]
            pattern = self._pattern(number, life, kind, patterns[kind])
            self.pattern_of.append(pattern)
            if known.fixed[number] == NOWHERE:
                for place in slots_in(self.able[pattern]):
                    self.left[2 * (self.count_from[kind] + place) + 1] += 1

    def _pattern(self, number: int, life: Life, kind: int, known: list[int]) -> int:
        """The pattern of a card: one of those known, or a new one."""
        common = (life.slots, life.may_stay, self.spoken_of[number])
        for pattern in known:
            if self.common[pattern] == common:
                return pattern
        known.append(len(self.common))
        self.common.append(common)
        self.first_slot = self.first_slots[life.pile]
        self.all_slots.append(life.slots >> self.first_slot)
        self._sort_slots(life, self.spoken_of[number], self.count_from[kind])
        self.side_from.append(len(self.stays))
        return len(self.common) - 1

    def _sort_slots(self, life: Life, spoken_of: int, first: int) -> None:
        """Split the slots of a card by the counts that speak of it; `first` is the first count of its kind."""
        groups: list[int] = [life.slots] if life.slots != 0 else []
        inside: list[int] = [0] * len(groups)  # the counts each group lies inside of
        for place in slots_in(spoken_of):
            within = self.counts[first + place].slots
            for i in range(len(groups)):
                part = groups[i] & within
                if part == groups[i]:
                    inside[i] |= bit(place)
                elif part != 0:
                    groups[i] &= ~part
                    groups.append(part)
                    inside.append(inside[i] | bit(place))
        able = 0
        for counts in inside:
            able |= counts
        self.able.append(able)
        if life.may_stay:  # the draw pile lies inside of no count
            outside = inside.index(0) if 0 in inside else NOWHERE
            self._add_side(groups.pop(outside) if outside != NOWHERE else 0, 0, able, True, first)
            if outside != NOWHERE:
                inside.pop(outside)
        while groups:
            lowest = 0  # the group with the lowest slot comes next
            for i in range(1, len(groups)):
                if groups[i] & -groups[i] < groups[lowest] & -groups[lowest]:
                    lowest = i
            counts = inside.pop(lowest)
            self._add_side(groups.pop(lowest), counts, able & ~counts, False, first)

    def _add_side(self, slots: int, inside: int, outside: int, stays: bool, first: int) -> None:
        self.slots += slots_in(slots)
        self.slot_from.append(len(self.slots))
        self.limits += [2 * (first + place) for place in slots_in(inside)]
        self.limits += [2 * (first + place) + 1 for place in slots_in(outside)]
        self.limit_from.append(len(self.limits))
        self.masks.append(slots >> self.first_slot)
        self.stays.append(1 if stays else 0)


@final
class Sides:
    """The tables."""

    def __init__(self, known: Deduction) -> None:
        patterns = Patterns(known)
        lives = known.lives
        slots = len(known.slot_pile)
        self.may_stay: vec[i64] = vec[i64]([1 if life.may_stay else 0 for life in lives])
        self.pattern_of: vec[i64] = vec[i64](patterns.pattern_of)
        self.side_from: vec[i64] = vec[i64](patterns.side_from)
        self.stays: vec[i64] = vec[i64](patterns.stays)  # 1 if a card on this side may also be in the draw pile
        self.slot_from: vec[i64] = vec[i64](patterns.slot_from)
        self.slots: vec[i64] = vec[i64](patterns.slots)
        self.mask: vec[i64] = vec[i64](patterns.masks)  # the same slots as a set, counted from the pile's first
        self.all_slots: vec[i64] = vec[i64](patterns.all_slots)  # all those of a pattern
        self.limit_from: vec[i64] = vec[i64](patterns.limit_from)
        self.limits: vec[i64] = vec[i64](patterns.limits)  # what a card on this side uses up: see Patterns
        self.left: vec[i64] = vec[i64](patterns.left)
        self.play: vec[i64] = vec[i64]([count.high - count.low for count in patterns.counts])
        self.count_from: vec[i64] = vec[i64](patterns.count_from)  # the counts of each kind
        # For each slot the cards that may have come through it, and on which side it is of theirs
        self.may_from: vec[i64] = vec[i64]([0] * (slots + 1))
        chosen = [number for number in range(len(lives)) if known.fixed[number] == NOWHERE]
        self._count_cards(chosen)
        self.may: vec[i64] = vec[i64]([0] * self.may_from[slots])
        self.may_side: vec[i64] = vec[i64]([0] * self.may_from[slots])
        self._list_cards(chosen)

    def _count_cards(self, chosen: list[int]) -> None:
        may_from = self.may_from
        for number in chosen:
            pattern = self.pattern_of[number]
            place = self.slot_from[self.side_from[pattern]]
            while place < self.slot_from[self.side_from[pattern + 1]]:
                may_from[self.slots[place] + 1] += 1
                place += 1
        slot: i64 = 1
        while slot < len(may_from):
            may_from[slot] += may_from[slot - 1]
            slot += 1

    def _list_cards(self, chosen: list[int]) -> None:
        filled: vec[i64] = vec[i64]([0] * len(self.may_from))
        for number in chosen:
            side = self.side_from[self.pattern_of[number]]
            while side < self.side_from[self.pattern_of[number] + 1]:
                place = self.slot_from[side]
                while place < self.slot_from[side + 1]:
                    slot = self.slots[place]
                    free = self.may_from[slot] + filled[slot]
                    filled[slot] += 1
                    self.may[free] = number
                    self.may_side[free] = side
                    place += 1
                side += 1


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
