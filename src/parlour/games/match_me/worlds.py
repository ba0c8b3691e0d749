"""Samples worlds consistent with what a seat knows.

Category by category: first choose for each card on which side of each count it lies, then a slot on that side, moving
cards placed earlier if necessary (a bipartite matching) or, if that is not enough, whole categories. Every consistent
world can come up, and no other.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import has, only
from parlour.core.game import TableView
from parlour.core.rng import Rng
from parlour.games.match_me.deduction import NOWHERE, Count, Deduction, Life, bit, slots_in
from parlour.games.match_me.rules import MatchMeRules
from parlour.games.match_me.state import PLAYING, MatchMeState, copy_table

EVICTIONS: Final = 120
"""Evictions of categories before the search restarts."""

FREE: Final = 4
"""Weight of a free slot relative to a taken one when a card's side is chosen."""


@final
class Side:
    """The slots of a card that lie inside the same counts of its category."""

    def __init__(self, inside: list[int], may_stay: bool) -> None:
        self.inside = vec[i64](inside)
        self.may_stay: bool = may_stay  # the card may also have stayed in the draw pile
        self.slots: vec[i64] = vec[i64]()


@final
class Hidden:
    """The search's data about one hidden card."""

    def __init__(self, life: Life, choices: list[int], sides: list[Side], side_of: vec[i64]) -> None:
        self.card: i64 = life.card
        self.pile: i64 = life.pile
        self.may_stay: bool = life.may_stay
        self.choices: vec[i64] = vec[i64](choices)  # its slots one by one
        self.sides = sides
        self.side_of: vec[i64] = side_of  # for each of its slots the side
        self.behind: vec[i64] = vec[i64]()  # for each slot the hand it is in now, empty if everybody sees it


@final
class WorldFinder:
    """The search for worlds, with its lists built once for what a seat knows."""

    def __init__(self, known: Deduction) -> None:
        self.known = known
        self.fixed = known.fixed
        self.slot_life = known.slot_life
        slots = len(known.slot_pile)
        self.counts_of: list[list[Count]] = [[] for _ in range(known.kinds)]
        for count in known.counts:
            self.counts_of[count.kind].append(count)
        self.in_pile: i64 = known.pile_sizes[-1] - known.slot_pile.count(len(known.pile_sizes) - 1)
        may: list[list[int]] = [[] for _ in range(slots)]
        # What is placed together: the cards of a category with counts; of others, each card that must have a slot.
        self.blocks: list[list[int]] = []
        self.block_of: list[int] = [NOWHERE] * len(known.lives)
        together: list[list[int]] = [[] for _ in range(known.kinds)]
        loose: list[int] = []
        self.lives: list[Hidden] = []
        self.one_side: vec[i64] = vec[i64]([0] * slots)
        behind = [vec[i64](seats) for seats in known.hands_behind()]
        for number, life in enumerate(known.lives):
            kind = known.category_of[life.card]
            choices = slots_in(life.slots) if self.fixed[number] == NOWHERE else []
            hidden = self._look_at(number, life, choices, self.counts_of[kind])
            if has(known.hidden, life.card) and known.living[life.card] == number:
                hidden.behind = behind[kind]
            self.lives.append(hidden)
            if self.fixed[number] != NOWHERE:
                continue
            for slot in choices:
                may[slot].append(number)
            if self.counts_of[kind]:
                together[kind].append(number)
            elif not life.may_stay:
                loose.append(number)
        self.may: list[vec[i64]] = [vec[i64](lives) for lives in may]
        for block in together:
            if block:
                self._add_block(block)
        self.counted = len(self.blocks)
        for number in loose:
            self._add_block([number])
        self.open_slots: list[int] = [slot for slot in range(slots) if self.slot_life[slot] == NOWHERE]
        self.came: vec[i64] = vec[i64](self.fixed)  # the slot of each life
        self.through: vec[i64] = vec[i64](self.slot_life)  # the life of each slot
        self.side: vec[i64] = vec[i64]([0] * len(self.lives))  # the side chosen for each life
        self.stays: vec[i64] = vec[i64]([0] * len(self.lives))  # 1 if it may stay in the draw pile there
        self.tried: vec[i64] = vec[i64]([0] * slots)
        self.tried_lives: vec[i64] = vec[i64]([0] * len(self.lives))
        self.round: i64 = 0
        self.weights: vec[i64] = vec[i64]([0] * max([1, *[len(life.sides) for life in self.lives]]))
        self.found: vec[i64] = vec[i64]([0] * max([1, *[len(counts) for counts in self.counts_of]]))

    def _add_block(self, block: list[int]) -> None:
        for number in block:
            self.block_of[number] = len(self.blocks)
        self.blocks.append(block)

    def _look_at(self, number: int, life: Life, choices: list[int], counts: list[Count]) -> Hidden:
        """Sort the slots of a card by the counts they lie inside of."""
        if not counts:
            everywhere = Side([], life.may_stay)
            everywhere.slots = vec[i64](choices)
            return Hidden(life, choices, [everywhere], self.one_side)
        inside: list[int] = [0] * len(self.slot_life)  # for each slot the set of counts it lies inside of
        for place, count in enumerate(counts):
            if number in count.lives:
                for slot in slots_in(count.slots & life.slots):
                    inside[slot] |= bit(place)
        sides: list[Side] = []
        found: list[int] = []
        if life.may_stay:  # the draw pile lies inside of no count
            sides.append(Side([], True))
            found.append(0)
        side_of = vec[i64]([0] * len(inside))
        for slot in choices:
            if inside[slot] not in found:
                sides.append(Side(slots_in(inside[slot]), False))
                found.append(inside[slot])
            side_of[slot] = found.index(inside[slot])
        for side, group in zip(sides, found, strict=True):
            side.slots = vec[i64]([slot for slot in choices if inside[slot] == group])
        return Hidden(life, choices, sides, side_of)

    def find(self, seen: MatchMeState, rng: Rng) -> MatchMeState:
        """A random world that fits all that is known."""
        while not self._search(rng):
            pass
        return self._build(seen, rng)

    def _search(self, rng: Rng) -> bool:
        """Give each slot a card so that all counts hold; False at a dead end."""
        self._clear()
        waiting: list[int] = list(range(self.counted))
        loose: list[int] = list(range(self.counted, len(self.blocks)))
        rng.shuffle(waiting)
        rng.shuffle(loose)
        waiting = loose + waiting  # the last ones first
        evictions: i64 = 0
        while waiting:
            evicted = self._place_block(waiting.pop(), rng)
            if evicted:
                evictions += len(evicted)
                if evictions > EVICTIONS:
                    return False
                waiting = evicted + waiting
        empty: list[int] = [slot for slot in self.open_slots if self.through[slot] == NOWHERE]
        rng.shuffle(empty)
        for slot in empty:
            self.round += 1
            if not self._fill(slot, rng):
                return False
        return self._all_hold()

    def _all_hold(self) -> bool:
        """Does every card that must have a slot have one, and do all counts hold?"""
        came = self.came
        number: i64 = 0
        for hidden in self.lives:
            if came[number] == NOWHERE and not hidden.may_stay:
                return False
            number += 1
        for block in self.blocks[: self.counted]:
            counts = self._fixed_counts(block)
            for life in block:
                if came[life] != NOWHERE:
                    here = self.lives[life]
                    for place in here.sides[here.side_of[came[life]]].inside:
                        self.found[place] += 1
            place = 0
            for count in counts:
                if not count.low <= self.found[place] <= count.high:
                    return False
                place += 1
        return True

    def _fixed_counts(self, block: list[int]) -> list[Count]:
        """The counts of a category, `found` set to the cards that are known to be inside of each."""
        counts = self.counts_of[self.known.category_of[self.lives[block[0]].card]]
        place: i64 = 0
        for count in counts:
            self.found[place] = count.fixed
            place += 1
        return counts

    def _clear(self) -> None:
        """Clear the last world."""
        came, through, side, stays = self.came, self.through, self.side, self.stays
        i: i64 = 0
        for slot in self.fixed:
            came[i] = slot
            side[i] = 0
            stays[i] = 1
            i += 1
        i = 0
        for life in self.slot_life:
            through[i] = life
            i += 1

    def _place_block(self, number: int, rng: Rng) -> list[int]:
        """Place the cards of a category so that its counts are right; returns the categories that had to make room."""
        block = self.blocks[number].copy()
        self._new_sides(block, rng)
        evicted: list[int] = []
        for life in block:
            self.round += 1
            if self.stays[life] == 1 or self._place(life, rng):
                continue
            in_the_way = self._in_the_way(number, rng)
            if in_the_way == NOWHERE:
                # The category's own cards conflict: restart with other sides.
                self._lift(block)
                return [*evicted, number]
            self._lift(self.blocks[in_the_way])
            evicted.append(in_the_way)
            self.round += 1
            self._place(life, rng)
        return evicted

    def _in_the_way(self, number: int, rng: Rng) -> int:
        """A category to evict for a card of another one that found no slot, preferably one that fits elsewhere."""
        weights: list[int] = []
        blocks: list[int] = []
        total = 0
        for slot in self.open_slots:
            if self.tried[slot] == self.round and self.block_of[self.through[slot]] != number:
                elsewhere = 1
                for other in self.lives[self.through[slot]].choices:
                    if self.tried[other] != self.round:
                        elsewhere += 4
                weights.append(elsewhere)
                blocks.append(self.block_of[self.through[slot]])
                total += elsewhere
        if total == 0:
            return NOWHERE
        left: i64 = rng.below(total)
        place: i64 = 0
        while left >= weights[place]:
            left -= weights[place]
            place += 1
        return blocks[place]

    def _lift(self, block: list[int]) -> None:
        """Remove the cards of a category from their slots."""
        came = self.came
        for life in block:
            if came[life] != NOWHERE:
                self.through[came[life]] = NOWHERE
                came[life] = NOWHERE

    def _new_sides(self, block: list[int], rng: Rng) -> None:
        """Choose on which side of each count the cards of a category lie."""
        if len(block) == 1 and len(self.lives[block[0]].sides) == 1:
            self.side[block[0]] = 0
            self.stays[block[0]] = 1 if self.lives[block[0]].may_stay else 0
            return
        rng.shuffle(block)
        counts = self._fixed_counts(block)
        self._choose_sides(block, 0, counts, rng)

    def _choose_sides(self, block: list[int], place: i64, counts: list[Count], rng: Rng) -> bool:
        """Choose a side for each card from this one on so that the counts come out right."""
        if place == len(block):
            return self._enough(counts)
        life = block[place]
        sides = self.lives[life].sides
        first: i64 = self._any_side(self.lives[life], rng) if len(sides) > 1 else 0
        found = self.found
        i: i64 = 0
        while i < len(sides):
            chosen = (first + i) % len(sides)
            side = sides[chosen]
            if self._fits(side, counts):
                for number in side.inside:
                    found[number] += 1
                if self._choose_sides(block, place + 1, counts, rng):
                    self.side[life] = chosen
                    self.stays[life] = 1 if side.may_stay else 0
                    return True
                for number in side.inside:
                    found[number] -= 1
            i += 1
        return False

    def _any_side(self, life: Hidden, rng: Rng) -> i64:
        """A random side, preferably one with free slots."""
        weights, through = self.weights, self.through
        pile = FREE * self.in_pile
        side: i64 = 0
        total: i64 = 0
        for each in life.sides:
            weight: i64 = 1 + pile if each.may_stay else 1
            for slot in each.slots:
                if through[slot] == NOWHERE:
                    weight += FREE
            weights[side] = weight
            total += weight
            side += 1
        left = rng.below(total)
        side = 0
        while left >= weights[side]:
            left -= weights[side]
            side += 1
        return side

    def _enough(self, counts: list[Count]) -> bool:
        number: i64 = 0
        for count in counts:
            if self.found[number] < count.low:
                return False
            number += 1
        return True

    def _fits(self, side: Side, counts: list[Count]) -> bool:
        """Does one more card on this side leave room in every count?"""
        room = True
        for number in side.inside:
            room = room and self.found[number] < counts[number].high
        return room

    def _place(self, life: i64, rng: Rng) -> bool:
        """Find a slot for a card, moving others if necessary."""
        choices = self.lives[life].sides[self.side[life]].slots
        through = self.through
        count: i64 = len(choices)
        if count == 0:
            return False
        first = rng.below(count)
        i: i64 = first
        while True:
            slot = choices[i]
            if through[slot] == NOWHERE:
                through[slot] = life
                self.came[life] = slot
                return True
            i = 0 if i + 1 == count else i + 1
            if i == first:
                break
        tried = self.tried
        while True:
            slot = choices[i]
            if tried[slot] != self.round:
                tried[slot] = self.round
                if self._place(through[slot], rng):
                    through[slot] = life
                    self.came[life] = slot
                    return True
            i = 0 if i + 1 == count else i + 1
            if i == first:
                return False

    def _fill(self, slot: i64, rng: Rng) -> bool:
        """Find a card for a slot, moving others if necessary."""
        choices = self.may[slot]
        came = self.came
        count: i64 = len(choices)
        first = rng.below(count)
        i: i64 = first
        while True:
            life = choices[i]
            if came[life] == NOWHERE and self.lives[life].side_of[slot] == self.side[life]:
                self.through[slot] = life
                came[life] = slot
                return True
            i = 0 if i + 1 == count else i + 1
            if i == first:
                break
        tried = self.tried_lives
        while True:
            life = choices[i]
            if tried[life] != self.round and self.lives[life].side_of[slot] == self.side[life]:
                tried[life] = self.round
                if self._fill(came[life], rng):
                    self.through[slot] = life
                    came[life] = slot
                    return True
            i = 0 if i + 1 == count else i + 1
            if i == first:
                return False

    def _build(self, seen: MatchMeState, rng: Rng) -> MatchMeState:
        """The table with every slot's card in its current place."""
        known = self.known
        table = copy_table(seen)
        came = self.came
        for hand_over in known.hand_overs:
            cards: i64 = hand_over.seen
            for life in hand_over.lives:
                slot = came[life]
                if slot != NOWHERE and hand_over.slots & bit(slot) != 0:
                    cards |= only(self.lives[life].card)
            table.handed[hand_over.place] = cards
        playing = seen.ended == PLAYING
        if playing:
            for seat, player in enumerate(table.players):
                if seat != known.seat:
                    player.hand = known.known[seat]
        piles: list[list[int]] = [[] for _ in known.pile_sizes]
        number: i64 = 0
        for hidden in self.lives:
            slot = came[number]
            if slot == NOWHERE:
                piles[hidden.pile].append(hidden.card)
            elif playing and len(hidden.behind) > 0:
                seat = hidden.behind[slot]
                if seat != NOWHERE:
                    table.players[seat].hand |= only(hidden.card)
            number += 1
        rng.shuffle(piles[-1])
        place: i64 = len(known.slot_pile) - 1
        while place >= 0:
            piles[known.slot_pile[place]].append(self.lives[self.through[place]].card)
            place -= 1
        table.piles = piles
        return table


@final
class MatchMeView(TableView[MatchMeState]):
    """A view that keeps the search for its worlds, because setting one up takes longer than finding a world."""

    worlds: WorldFinder | None = None


def fill_in(game: MatchMeRules, view: MatchMeView, rng: Rng) -> MatchMeState:
    """A world that fits the view."""
    if view.worlds is None:
        view.worlds = WorldFinder(Deduction(game, view.seen, view.seat))
    return view.worlds.find(view.seen, rng)
