"""What a seat can work out about hidden cards, and worlds that fit it exactly.

Every card that was dealt or drawn came into a hand through one *slot*: the first card dealt to seat 0, ...,
the card drawn in the ninth turn. All that is hidden is which card came through which slot. After that a card
moves only in ways everybody witnesses: a request moves all cards of its category from one hand to another,
whichever they are. So for each category and seat one set of slots says it all: a card of this category that
came through one of these slots is now in that hand.

Going through the notes gives each card the slots it may have come through, and a few counts: a request needs
one card in the asker's hand, a hand-over moves so many, a group that was not laid was not complete. A world is
a way to give every slot its card. `Memory.world` finds one at random, category by category: first for each card
of a category on which side of each count it lies, then a slot on that side, moving cards placed before where
need be (a bipartite matching) or, if that is not enough, whole categories. Nothing is approximated: the exact
check on the tiny decks compares it with every deal.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import count_set, has, members, only
from parlour.core.rng import Rng
from parlour.games.match_me.state import (
    ASKS,
    DISCARD,
    DISCARDS,
    DRAWS,
    LAYS,
    PLAYING,
    SHUFFLES,
    TAKES,
    Table,
    copy_table,
    notes_in_order,
)

NOWHERE: Final = -1
EVICTIONS: Final = 120
"""So often categories make room for others before everything is begun anew."""

FREE: Final = 4
"""So much likelier a card comes through a free slot than through a taken one, to begin with."""


@final
class Groups:
    """What the rules of reasoning need to know about the deck and the house rules."""

    def __init__(self, cards: list[list[int]], must_lay: bool, asks_incomplete: bool) -> None:
        self.cards = cards  # of each category
        self.must_lay = must_lay
        self.asks_incomplete = asks_incomplete
        self.category: list[int] = [0] * sum([len(group) for group in cards])
        self.sets: list[int] = []
        for kind, group in enumerate(cards):
            whole: i64 = 0
            for card in group:
                self.category[card] = kind
                whole |= only(card)
            self.sets.append(whole)


@final
class Side:
    """The slots of a card that lie inside the same counts of its category."""

    def __init__(self, inside: list[int]) -> None:
        self.inside = vec[i64](inside)
        self.may_stay: bool = False


@final
class Life:
    """A card while it is hidden: from the deal or a reshuffle until everybody sees it."""

    def __init__(self, card: int, pile: int, slots: int) -> None:
        self.card = card
        self.pile = pile
        self.slots = slots  # the set of slots it may have come through
        self.may_stay: bool = False  # it may still be in the draw pile
        self.choices: vec[i64] = vec[i64]()  # its slots one by one
        self.sides: list[Side] = []
        self.side_of: vec[i64] = vec[i64]()  # for each slot its side, -1 for none
        self.seat_at: vec[i64] = vec[i64]()  # for each slot the hand it would be in now, -1 for none


@final
class Count:
    """So many of these cards came through these slots."""

    def __init__(self, kind: int, lives: list[int], slots: int, low: int, high: int) -> None:
        self.kind = kind
        self.lives = lives
        self.slots = slots
        self.low: i64 = low
        self.high: i64 = high


@final
class HandOver:
    """A hand-over whose cards this seat did not see."""

    def __init__(self, place: int, lives: list[int], slots: int, seen: i64) -> None:
        self.place = place  # in Table.handed
        self.lives = lives
        self.slots = slots
        self.seen: i64 = seen  # the cards among them that everybody knows


def bit(slot: int) -> int:
    """The set with one slot; there may be more than a machine word holds."""
    one = 1
    return one << slot


@final
class Memory:
    """All that follows from what a seat has witnessed."""

    def __init__(self, seen: Table, seat: int, own: list[int], groups: Groups) -> None:
        self.seat = seat
        self.groups = groups
        self.seats = len(seen.players)
        self.kinds = len(groups.cards)
        self.lives: list[Life] = []
        self.living: list[int] = [NOWHERE] * len(groups.category)  # the life of each card, if it is hidden now
        self.pile_sizes: list[int] = []
        self.slot_pile: list[int] = []
        self.slot_life: list[int] = []  # the life known to have come through a slot
        # at[kind * seats + seat]: the slots whose card, if of this kind, is now in this hand.
        self.at: list[int] = [0] * (self.kinds * self.seats)
        self.known: list[int] = [0] * self.seats  # cards all know to be in a hand
        self.sizes: list[int] = seen.start.hand_sizes.copy()
        self.discards: list[int] = seen.start.discards.copy()
        self.counts: list[Count] = []
        self.not_whole: list[Count | None] = [None] * (self.kinds * self.seats)
        self.hand_overs: list[HandOver] = []
        self.own = own
        self.own_next = 0
        self._begin(seen)
        self._follow(seen)
        self.fixed: list[int] = [NOWHERE] * len(self.lives)
        self._conclude(seen)
        self._simplify()
        self._prepare()

    # Following the notes

    def _begin(self, seen: Table) -> None:
        away: i64 = seen.out
        for card in self.discards:
            away |= only(card)
        for laid in seen.start.laid:
            for kind in members(laid):
                away |= self.groups.sets[kind]
        self._new_pile([card for card in range(len(self.groups.category)) if not has(away, card)])
        for seat, size in enumerate(self.sizes):
            for _ in range(size):
                self._arrives(seat)

    def _new_pile(self, cards: list[int]) -> None:
        for card in cards:
            self.living[card] = len(self.lives)
            self.lives.append(Life(card, len(self.pile_sizes), -1))
        self.pile_sizes.append(len(cards))

    def _arrives(self, seat: int) -> None:
        """A card comes into a hand through a new slot."""
        slot = len(self.slot_pile)
        self.slot_pile.append(len(self.pile_sizes) - 1)
        self.slot_life.append(NOWHERE)
        mine = bit(slot)
        for kind in range(self.kinds):
            self.at[kind * self.seats + seat] |= mine
        if seat == self.seat:
            life = self.living[self.own[self.own_next]]
            self.own_next += 1
            self.slot_life[slot] = life
            self.lives[life].slots = mine

    def _follow(self, seen: Table) -> None:
        handed = 0
        for note in notes_in_order(seen.last):
            kind = note.kind
            if kind == ASKS:
                cards = seen.handed[handed] if note.count > 0 else 0
                self._asks(note.seat, note.other, note.what, note.count, cards, handed)
                handed += 1 if note.count > 0 else 0
            elif kind == TAKES:
                for _ in range(note.count):
                    self.known[note.seat] |= only(self.discards.pop())
                self.sizes[note.seat] += note.count
            elif kind == LAYS:
                self._lays(note.seat, note.what)
            elif kind == DISCARDS:
                self._discards(note.seat, note.what)
            elif kind == DRAWS:
                self._arrives(note.seat)
                self.sizes[note.seat] += 1
            elif kind == SHUFFLES:
                top = self.discards.pop()
                self._new_pile(self.discards)
                self.discards = [top]
        if seen.step == DISCARD and seen.ended == PLAYING:
            self._has_laid(seen.turn)

    def _hidden(self, kind: int) -> list[int]:
        """The lives of a category's hidden cards."""
        return [self.living[card] for card in self.groups.cards[kind] if self.living[card] != NOWHERE]

    def _asks(self, asker: int, asked: int, kind: int, count: int, cards: int, place: int) -> None:
        hidden = self._hidden(kind)
        if asker != self.seat:  # MM-15: one card at least
            whole = self.groups.sets[kind]
            if self.known[asker] & whole == 0:
                self.counts.append(Count(kind, hidden, self.at[kind * self.seats + asker], 1, len(hidden)))
            if self.groups.asks_incomplete:
                self._not_whole(asker, kind, hidden)
        source = kind * self.seats + asked
        slots = self.at[source]
        if count > 0:
            seen = self.known[asked] & self.groups.sets[kind]
            if asker == self.seat or asked == self.seat:
                for life in hidden:
                    there = cards & only(self.lives[life].card) != 0
                    self.lives[life].slots &= slots if there else ~slots
            else:
                number = count - count_set(seen)
                self.counts.append(Count(kind, hidden, slots, number, number))
                self.hand_overs.append(HandOver(place, hidden, slots, seen))
            self.at[kind * self.seats + asker] |= slots
            self.known[asked] &= ~seen
            self.known[asker] |= seen
            self.sizes[asked] -= count
            self.sizes[asker] += count
        self.at[source] = 0  # MM-16, MM-19: none is left

    def _not_whole(self, seat: int, kind: int, hidden: list[int]) -> None:
        """The seat does not hold the whole group; worth noting if all of it could be there."""
        group = self.groups.cards[kind]
        seen = count_set(self.known[seat] & self.groups.sets[kind])
        if len(hidden) + seen < len(group) or self.sizes[seat] < len(group):
            return
        place = kind * self.seats + seat
        slots = self.at[place]
        before = self.not_whole[place]
        if before is not None and before.lives == hidden and before.slots & ~slots == 0:
            before.slots = slots
        else:
            noted = Count(kind, hidden, slots, 0, len(hidden) - 1)
            self.not_whole[place] = noted
            self.counts.append(noted)

    def _lays(self, seat: int, kind: int) -> None:
        for life in self._hidden(kind):
            self._appears(life, seat)
        self.known[seat] &= ~self.groups.sets[kind]
        self.sizes[seat] -= len(self.groups.cards[kind])

    def _has_laid(self, seat: int) -> None:
        """The seat is past the laying step, so no group is complete in its hand (MM-23)."""
        if self.groups.must_lay and seat != self.seat:
            for kind in range(self.kinds):
                if self.sizes[seat] >= len(self.groups.cards[kind]):
                    self._not_whole(seat, kind, self._hidden(kind))

    def _discards(self, seat: int, card: int) -> None:
        self._has_laid(seat)
        life = self.living[card]
        if life == NOWHERE:
            self.known[seat] &= ~only(card)
        else:
            self._appears(life, seat)
        self.sizes[seat] -= 1
        self.discards.append(card)

    def _appears(self, life: int, seat: int) -> None:
        """Everybody sees a card that was in this hand."""
        shown = self.lives[life]
        shown.slots &= self.at[self.groups.category[shown.card] * self.seats + seat]
        self.living[shown.card] = NOWHERE

    # Conclusions

    def _conclude(self, seen: Table) -> None:
        """What holds for the cards still hidden, and which slots are left for each."""
        last_pile = len(self.pile_sizes) - 1
        over = seen.ended != PLAYING
        for card, life in enumerate(self.living):
            if life == NOWHERE:
                continue
            hidden = self.lives[life]
            first = self.groups.category[card] * self.seats
            holder = self._holder(seen, card)
            in_hands = 0
            for seat in range(self.seats):
                # Our own hand lies open to us, and all hands when the game is over.
                closed = seat != self.seat and not over
                if seat == holder or (holder == NOWHERE and closed):
                    in_hands |= self.at[first + seat]
            hidden.slots &= in_hands
            hidden.may_stay = hidden.pile == last_pile and holder == NOWHERE
        for slot, life in enumerate(self.slot_life):
            if life != NOWHERE:
                self.fixed[life] = slot
        free: list[int] = [0] * (last_pile + 1)
        for slot, life in enumerate(self.slot_life):
            if life == NOWHERE:
                free[self.slot_pile[slot]] |= bit(slot)
        for number, life_ in enumerate(self.lives):
            if self.fixed[number] == NOWHERE:
                life_.slots &= free[life_.pile]

    def _holder(self, seen: Table, card: int) -> int:
        """The seat in whose hand we see the card."""
        for seat, player in enumerate(seen.players):
            if has(player.hand, card):
                return seat
        return NOWHERE

    def _simplify(self) -> None:
        """Drop counts that are right in any case."""
        kept: list[Count] = []
        for count in self.counts:
            sure = 0
            possible = 0
            for number in count.lives:
                life = self.lives[number]
                if life.slots & count.slots != 0:
                    possible += 1
                    if not life.may_stay and life.slots & ~count.slots == 0:
                        sure += 1
            if sure < count.low or possible > count.high:
                kept.append(count)
        self.counts = kept

    def _prepare(self) -> None:
        """Lists for the search, made once."""
        slots = len(self.slot_pile)
        self.counts_of: list[list[Count]] = [[] for _ in range(self.kinds)]
        for count in self.counts:
            self.counts_of[count.kind].append(count)
        self.in_pile: i64 = self.pile_sizes[-1] - self.slot_pile.count(len(self.pile_sizes) - 1)
        may: list[list[int]] = [[] for _ in range(slots)]
        # What is placed at once: the cards of a category with counts; of others each card that must have a slot.
        self.blocks: list[list[int]] = []
        self.block_of: list[int] = [NOWHERE] * len(self.lives)
        together: list[list[int]] = [[] for _ in range(self.kinds)]
        loose: list[int] = []
        for number, life in enumerate(self.lives):
            kind = self.groups.category[life.card]
            choices = [slot for slot in range(slots) if life.slots & bit(slot) != 0]
            self._find_sides(number, life, choices, self.counts_of[kind])
            if self.living[life.card] == number:
                self._find_seats(life, kind, slots)
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

    def _find_sides(self, number: int, life: Life, choices: list[int], counts: list[Count]) -> None:
        side_of: list[int] = [-1] * len(self.slot_pile)
        found: list[list[int]] = []
        staying = [NOWHERE] if life.may_stay else []
        for slot in staying + choices:
            inside = [
                place
                for place, count in enumerate(counts)
                if slot != NOWHERE and count.slots & bit(slot) != 0 and number in count.lives
            ]
            if inside not in found:
                found.append(inside)
                life.sides.append(Side(inside))
            chosen = found.index(inside)
            if slot == NOWHERE:
                life.sides[chosen].may_stay = True
            else:
                side_of[slot] = chosen
        life.side_of = vec[i64](side_of)
        life.choices = vec[i64](choices)

    def _find_seats(self, life: Life, kind: int, slots: int) -> None:
        seat_at: list[int] = [-1] * slots
        for seat in range(self.seats):
            here = self.at[kind * self.seats + seat]
            for slot in range(slots):
                if here & bit(slot) != 0:
                    seat_at[slot] = seat
        life.seat_at = vec[i64](seat_at)

    # Worlds

    def world(self, seen: Table, rng: Rng) -> Table:
        """A random world that fits all that is known."""
        while not self._search(rng):
            pass
        return self._build(seen, rng)

    def _search(self, rng: Rng) -> bool:
        """Give each slot a card so that all counts are right; False if a dead end was met."""
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
        return True

    def _clear(self) -> None:
        """Forget the last world."""
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
                # Our own cards are in each other's way: begin again with other sides.
                self._lift(block)
                return [*evicted, number]
            self._lift(self.blocks[in_the_way])
            evicted.append(in_the_way)
            self.round += 1
            self._place(life, rng)
        return evicted

    def _in_the_way(self, number: int, rng: Rng) -> int:
        """A category to make room for a card of another one that found no slot: rather one that can go elsewhere."""
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
        """Take the cards of a category from their slots."""
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
        counts = self.counts_of[self.groups.category[self.lives[block[0]].card]]
        rng.shuffle(block)
        number: i64 = 0
        for count in counts:
            inside: i64 = 0
            for life in count.lives:
                if self.fixed[life] != NOWHERE and count.slots & bit(self.fixed[life]) != 0:
                    inside += 1
            self.found[number] = inside
            number += 1
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

    def _any_side(self, life: Life, rng: Rng) -> i64:
        """A side at random, rather one with free slots."""
        weights = self.weights
        side: i64 = 0
        total: i64 = 0
        for each in life.sides:
            weights[side] = 1 + (FREE * self.in_pile if each.may_stay else 0)
            total += weights[side]
            side += 1
        for slot in life.choices:
            if self.through[slot] == NOWHERE:
                weights[life.side_of[slot]] += FREE
                total += FREE
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
        """Find a slot for a card, moving others if need be."""
        here = self.lives[life]
        choices = here.choices
        side_of = here.side_of
        side = self.side[life]
        through = self.through
        count: i64 = len(choices)
        first = rng.below(count)
        i: i64 = first
        while True:
            slot = choices[i]
            if through[slot] == NOWHERE and side_of[slot] == side:
                through[slot] = life
                self.came[life] = slot
                return True
            i = 0 if i + 1 == count else i + 1
            if i == first:
                break
        tried = self.tried
        while True:
            slot = choices[i]
            if tried[slot] != self.round and side_of[slot] == side:
                tried[slot] = self.round
                if self._place(through[slot], rng):
                    through[slot] = life
                    self.came[life] = slot
                    return True
            i = 0 if i + 1 == count else i + 1
            if i == first:
                return False

    def _fill(self, slot: i64, rng: Rng) -> bool:
        """Find a card for a slot, moving others if need be."""
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

    def _build(self, seen: Table, rng: Rng) -> Table:
        """The table with every slot's card where it has gone since."""
        table = copy_table(seen)
        came = self.came
        for hand_over in self.hand_overs:
            cards: i64 = hand_over.seen
            for life in hand_over.lives:
                slot = came[life]
                if slot != NOWHERE and hand_over.slots & bit(slot) != 0:
                    cards |= only(self.lives[life].card)
            table.handed[hand_over.place] = cards
        playing = seen.ended == PLAYING
        if playing:
            for seat, player in enumerate(table.players):
                if seat != self.seat:
                    player.hand = self.known[seat]
        piles: list[list[int]] = [[] for _ in self.pile_sizes]
        number: i64 = 0
        for life_ in self.lives:
            slot = came[number]
            if slot == NOWHERE:
                piles[life_.pile].append(life_.card)
            elif playing and self.living[life_.card] == number:
                holder = table.players[life_.seat_at[slot]]
                holder.hand |= only(life_.card)
            number += 1
        rng.shuffle(piles[-1])
        place: i64 = len(self.slot_pile) - 1
        while place >= 0:
            piles[self.slot_pile[place]].append(self.lives[self.through[place]].card)
            place -= 1
        table.piles = piles
        return table
