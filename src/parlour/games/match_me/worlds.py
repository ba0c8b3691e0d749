"""Samples worlds consistent with what a seat knows.

Category by category: first choose for each card on which side of each count it lies, then a slot on that side, moving
cards placed earlier if necessary (a bipartite matching) or, if that is not enough, whole categories. Every consistent
world can come up, and no other.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.bags import count_set, has, lowest, only, with_card, without_card
from parlour.core.game import TableView
from parlour.core.rng import Rng
from parlour.games.match_me.deduction import NOWHERE, Deduction
from parlour.games.match_me.rules import MatchMeRules
from parlour.games.match_me.sides import Blocks, Sides, first_slots
from parlour.games.match_me.state import MatchMeState
from parlour.games.match_me.world_builder import WorldBuilder

EVICTIONS: Final = 120
"""Evictions of categories before the search restarts."""

FREE: Final = 4
"""Weight of a free slot relative to a taken one when a card's side is chosen."""


@final
class WorldFinder:
    """The search for worlds, with its tables built once for what a seat knows."""

    def __init__(self, known: Deduction) -> None:
        sides = Sides(known)
        slots = len(known.slot_pile)
        lives = len(known.lives)
        piles = len(known.pile_sizes)
        self.sides = sides
        self.blocks = Blocks(known, sides)
        self.builder = WorldBuilder(known)
        self.in_pile: i64 = known.pile_sizes[-1] - known.slot_pile.count(len(known.pile_sizes) - 1)
        self.fixed: vec[i64] = vec[i64](known.fixed)
        self.slot_life: vec[i64] = vec[i64](known.slot_life)
        self.slot_pile: vec[i64] = vec[i64](known.slot_pile)
        self.open_slots: vec[i64] = vec[i64]([slot for slot in range(slots) if known.slot_life[slot] == NOWHERE])
        self.pile: vec[i64] = vec[i64]([life.pile for life in known.lives])
        self.first_slot: vec[i64] = vec[i64](first_slots(known))
        self.all_free: vec[i64] = vec[i64]([0] * piles)  # the set of open slots of each pile, counted from its first
        for slot in self.open_slots:
            pile = known.slot_pile[slot]
            self.all_free[pile] = with_card(self.all_free[pile], slot - self.first_slot[pile])
        # The world that is being found
        self.came: vec[i64] = vec[i64]([0] * lives)  # the slot of each life
        self.through: vec[i64] = vec[i64]([0] * slots)  # the life of each slot
        self.free: vec[i64] = vec[i64]([0] * piles)  # the open slots of each pile without a life
        self.side: vec[i64] = vec[i64]([0] * lives)  # the side chosen for each life
        self.stays: vec[i64] = vec[i64]([0] * lives)  # 1 if it may stay in the draw pile there
        self.left: vec[i64] = vec[i64]([0] * len(sides.left))  # what is left of each limit
        # Marks with the number of the round in which something was last looked at
        self.round: i64 = 0
        self.weighed: vec[i64] = vec[i64]([0] * len(sides.side_from))
        # Scratch
        self.weights: vec[i64] = vec[i64]([0] * len(sides.stays))
        self.totals: vec[i64] = vec[i64]([0] * len(sides.side_from))
        self.order: vec[i64] = vec[i64]([0] * (lives + 1))
        self.elsewhere: vec[i64] = vec[i64]([0] * 64)
        self.tried: vec[i64] = vec[i64]([0] * piles)  # slots of each pile that were already asked to take another card
        self.asked: i64 = 0  # cards of a pile that were already asked to take another slot
        self.evicted: list[int] = []

    def find(self, seen: MatchMeState, rng: Rng) -> MatchMeState:
        """A random world that fits all that is known."""
        while not self._search(rng):
            pass
        return self.builder.build(seen, self.came, self.through, rng)

    def _search(self, rng: Rng) -> bool:
        """Give each slot a card so that all counts hold; False at a dead end."""
        self._clear()
        waiting: list[int] = list(range(self.blocks.counted))
        loose: list[int] = list(range(self.blocks.counted, self.blocks.count))
        rng.shuffle(waiting)
        rng.shuffle(loose)
        waiting = loose + waiting  # the last ones first
        evictions: i64 = 0
        while waiting:
            self._place_block(waiting.pop(), rng)
            if self.evicted:
                evictions += len(self.evicted)
                if evictions > EVICTIONS:
                    return False
                waiting = self.evicted + waiting
        return self._fill_slots(rng) and (self._all_placed() or self._all_hold())

    def _clear(self) -> None:
        """Clear the last world."""
        came, through, side, stays = self.came, self.through, self.side, self.stays
        pattern_of, side_from, fixed, slot_life = (
            self.sides.pattern_of,
            self.sides.side_from,
            self.fixed,
            self.slot_life,
        )
        i: i64 = 0
        while i < len(fixed):
            came[i] = fixed[i]
            side[i] = side_from[pattern_of[i]]
            stays[i] = 1
            i += 1
        i = 0
        while i < len(slot_life):
            through[i] = slot_life[i]
            i += 1
        i = 0
        while i < len(self.free):
            self.free[i] = self.all_free[i]
            i += 1

    def _fill_slots(self, rng: Rng) -> bool:
        """Find cards for the slots that are still empty, in any order; False if that is impossible."""
        order, through = self.order, self.through
        count: i64 = 0
        for slot in self.open_slots:
            if through[slot] == NOWHERE:
                order[count] = slot
                count += 1
        shuffle(order, count, rng)
        i: i64 = 0
        while i < count:
            self.asked = 0
            if not self._fill(order[i], self.slot_pile[order[i]], rng):
                return False
            i += 1
        return True

    def _all_placed(self) -> bool:
        """Does every card have a slot or a side on which it may have stayed? Then all counts hold."""
        came, stays = self.came, self.stays
        i: i64 = 0
        while i < len(came):
            if came[i] == NOWHERE and stays[i] == 0:
                return False
            i += 1
        return True

    def _all_hold(self) -> bool:
        """Does every card that must have a slot have one, and do all counts hold?"""
        came, sides, blocks = self.came, self.sides, self.blocks
        life: i64 = 0
        while life < len(came):
            if came[life] == NOWHERE and sides.may_stay[life] == 0:
                return False
            life += 1
        block: i64 = 0
        while block < blocks.counted:
            kind = blocks.kind[block]
            self._begin_counts(kind)
            place = blocks.first[block]
            while place < blocks.first[block + 1]:
                if came[blocks.lives[place]] != NOWHERE:
                    self._count(self.side[blocks.lives[place]], 1)
                place += 1
            count = sides.count_from[kind]
            while count < sides.count_from[kind + 1]:
                if not 0 <= self.left[2 * count] <= sides.play[count]:
                    return False
                count += 1
            block += 1
        return True

    # Placing the cards of a category

    def _place_block(self, number: i64, rng: Rng) -> None:
        """Place the cards of a category so that its counts are right; `evicted` are those that had to make room."""
        order = self.order
        count = self._new_sides(number, rng)
        if self.evicted:
            self.evicted = []
        i: i64 = 0
        while i < count:
            life = order[i]
            pile = self.pile[life]
            self.tried[pile] = 0
            if self.stays[life] == 0 and not self._place(life, rng):
                in_the_way = self._in_the_way(number, pile, rng)
                if in_the_way == NOWHERE:
                    # The category's own cards conflict: restart with other sides.
                    self._lift(number)
                    self.evicted.append(number)
                    return
                self._lift(in_the_way)
                self.evicted.append(in_the_way)
                self.tried[pile] = 0
                self._place(life, rng)
            i += 1

    def _in_the_way(self, number: i64, pile: i64, rng: Rng) -> i64:
        """A category to evict for a card of another one that found no slot, preferably one that fits elsewhere."""
        pattern_of, all_slots, block_of = self.sides.pattern_of, self.sides.all_slots, self.blocks.block_of
        through, weights, first_slot, tried = self.through, self.elsewhere, self.first_slot[pile], self.tried[pile]
        total: i64 = 0
        rest = tried
        while rest != 0:
            slot = lowest(rest)
            life = through[first_slot + slot]
            weights[slot] = 0
            if block_of[life] != number:
                weights[slot] = 1 + 4 * count_set(all_slots[pattern_of[life]] & ~tried)
                total += weights[slot]
            rest &= rest - 1
        if total == 0:
            return NOWHERE
        left = rng.below(total)
        slot = lowest(tried)
        while left >= weights[slot]:
            left -= weights[slot]
            tried &= tried - 1
            slot = lowest(tried)
        return block_of[through[first_slot + slot]]

    def _lift(self, block: i64) -> None:
        """Remove the cards of a category from their slots."""
        came, lives, free, pile = self.came, self.blocks.lives, self.free, self.pile
        place = self.blocks.first[block]
        last = self.blocks.first[block + 1]
        while place < last:
            life = lives[place]
            slot = came[life]
            if slot != NOWHERE:
                self.through[slot] = NOWHERE
                came[life] = NOWHERE
                free[pile[life]] = with_card(free[pile[life]], slot - self.first_slot[pile[life]])
            place += 1

    def _new_sides(self, block: i64, rng: Rng) -> i64:
        """Choose on which side of each count the cards of a category lie; returns how many there are in `order`."""
        order, sides = self.order, self.sides
        first = self.blocks.first[block]
        count = self.blocks.first[block + 1] - first
        i: i64 = 0
        while i < count:
            order[i] = self.blocks.lives[first + i]
            i += 1
        pattern = sides.pattern_of[order[0]]
        if count == 1 and sides.side_from[pattern + 1] - sides.side_from[pattern] == 1:
            self._choose(order[0], sides.side_from[pattern])
            return count
        shuffle(order, count, rng)
        self._begin_counts(self.blocks.kind[block])
        self.round += 1  # what free slots there are does not change meanwhile
        self._choose_sides(0, count, rng)
        return count

    def _choose(self, life: i64, side: i64) -> None:
        self.side[life] = side
        self.stays[life] = self.sides.stays[side]

    def _begin_counts(self, kind: i64) -> None:
        """Of the counts of a kind, only what is known to be inside is counted."""
        left, at_first = self.left, self.sides.left
        limit = 2 * self.sides.count_from[kind]
        last = 2 * self.sides.count_from[kind + 1]
        while limit < last:
            left[limit] = at_first[limit]
            limit += 1

    def _count(self, side: i64, cards: i64) -> None:
        """Count cards on a side, or remove them if negative."""
        left, limits, limit_from = self.left, self.sides.limits, self.sides.limit_from
        place = limit_from[side]
        last = limit_from[side + 1]
        while place < last:
            left[limits[place]] -= cards
            place += 1

    def _fits(self, side: i64) -> bool:
        """With one more card on this side, can all counts still come out right?"""
        left, limits, limit_from = self.left, self.sides.limits, self.sides.limit_from
        place = limit_from[side]
        last = limit_from[side + 1]
        while place < last:
            if left[limits[place]] <= 0:
                return False
            place += 1
        return True

    def _choose_sides(self, place: i64, count: i64, rng: Rng) -> bool:
        """Choose a side for each card in `order` from this one on so that the counts come out right."""
        if place == count:
            return True
        life = self.order[place]
        pattern = self.sides.pattern_of[life]
        first = self.sides.side_from[pattern]
        last = self.sides.side_from[pattern + 1]
        side = self._any_side(pattern, self.pile[life], rng) if last > first + 1 else first
        left = last - first
        while left > 0:
            if self._fits(side):
                self._count(side, 1)
                if self._choose_sides(place + 1, count, rng):
                    self._choose(life, side)
                    return True
                self._count(side, -1)
            side += 1
            if side == last:
                side = first
            left -= 1
        return False

    def _any_side(self, pattern: i64, pile: i64, rng: Rng) -> i64:
        """A random side, preferably one with free slots."""
        weights = self.weights
        if self.weighed[pattern] != self.round:
            self.weighed[pattern] = self.round
            self._weigh(pattern, pile)
        left = rng.below(self.totals[pattern])
        side = self.sides.side_from[pattern]
        while left >= weights[side]:
            left -= weights[side]
            side += 1
        return side

    def _weigh(self, pattern: i64, pile: i64) -> None:
        mask, stays, weights, free = self.sides.mask, self.sides.stays, self.weights, self.free[pile]
        total: i64 = 0
        side = self.sides.side_from[pattern]
        last = self.sides.side_from[pattern + 1]
        while side < last:
            weight = 1 + FREE * count_set(mask[side] & free)
            if stays[side] == 1:
                weight += FREE * self.in_pile
            weights[side] = weight
            total += weight
            side += 1
        self.totals[pattern] = total

    # Matching cards and slots

    def _place(self, life: i64, rng: Rng) -> bool:
        """Find a slot for a card, moving others if necessary."""
        pile = self.pile[life]
        mask = self.sides.mask[self.side[life]]
        if mask == 0:
            return False
        first_slot = self.first_slot[pile]
        first = any_of(mask, rng)
        free = mask & self.free[pile]
        if free != 0:
            slot = from_here(free, first)
            self.free[pile] = without_card(self.free[pile], slot)
            self._put(life, slot + first_slot)
            return True
        tried = self.tried
        while True:
            untried = mask & ~tried[pile]
            if untried == 0:
                return False
            slot = from_here(untried, first)
            tried[pile] = with_card(tried[pile], slot)
            if self._place(self.through[slot + first_slot], rng):
                self._put(life, slot + first_slot)
                return True

    def _put(self, life: i64, slot: i64) -> None:
        self.through[slot] = life
        self.came[life] = slot

    def _fill(self, slot: i64, pile: i64, rng: Rng) -> bool:
        """Find a card for a slot, moving others if necessary."""
        mask, side, came = self.sides.mask, self.side, self.came
        place = slot - self.first_slot[pile]
        first_life = self.sides.first_life[pile]
        fitting: i64 = 0  # the cards on whose side the slot is
        first = any_of(self.sides.may[slot], rng)
        rest = self.sides.may[slot]
        while rest != 0:
            card = from_here(rest, first)
            rest = without_card(rest, card)
            life = first_life + card
            if has(mask[side[life]], place):
                if came[life] == NOWHERE:
                    self._put(life, slot)
                    return True
                fitting = with_card(fitting, card)
        while True:
            rest = fitting & ~self.asked
            if rest == 0:
                return False
            card = from_here(rest, first)
            self.asked = with_card(self.asked, card)
            if self._fill(came[first_life + card], pile, rng):
                self._put(first_life + card, slot)
                return True


def any_of(slots: i64, rng: Rng) -> i64:
    """A random member of a set that is not empty."""
    skip: i64 = rng.below(count_set(slots))
    while skip > 0:
        slots &= slots - 1
        skip -= 1
    return lowest(slots)


def from_here(slots: i64, first: i64) -> i64:
    """The next slot of a set that is not empty, from one on; the lowest if there is none."""
    above = slots & -only(first)
    return lowest(above if above != 0 else slots)


def shuffle(numbers: vec[i64], count: i64, rng: Rng) -> None:
    """Put the first `count` numbers in random order, as `Rng.shuffle` does with a list."""
    i = count - 1
    while i > 0:
        j = rng.below(i + 1)
        numbers[i], numbers[j] = numbers[j], numbers[i]
        i -= 1


@mypyc_attr(allow_interpreted_subclasses=True)
class MatchMeView(TableView[MatchMeState]):
    """A view that keeps the search for its worlds, because setting one up takes longer than finding a world."""

    worlds: WorldFinder | None = None


def fill_in(game: MatchMeRules, view: MatchMeView, rng: Rng) -> MatchMeState:
    """A world that fits the view."""
    if view.worlds is None:
        view.worlds = WorldFinder(Deduction(game, view.seen, view.seat))
    return view.worlds.find(view.seen, rng)
