"""What a seat can work out about hidden cards, and worlds that fit it exactly.

Every card that was dealt or drawn came into a hand through one *slot*: the first card dealt to seat 0, ...,
the card drawn in the ninth turn. All that is hidden is which card came through which slot. After that a card
moves only in ways everybody witnesses: a request moves all cards of its category from one hand to another,
whichever they are. So for each category and seat one set of slots says it all: a card of this category that
came through one of these slots is now in that hand.

Going through the notes gives each card the slots it may have come through, and a few counts: a request needs
one card in the asker's hand, a hand-over moves so many, a group that was not laid was not complete. A world is
a way to give every slot its card. `Memory.world` finds one at random: a random matching, then swaps until all
counts are right. Nothing is approximated; the exact check on the tiny decks compares it with every deal.
"""

from typing import Final, final

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
SWAPS: Final = 300
"""So many swaps are tried before starting from a new matching."""


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
class Life:
    """A card while it is hidden: from the deal or a reshuffle until everybody sees it."""

    def __init__(self, card: int, pile: int, slots: int) -> None:
        self.card = card
        self.pile = pile
        self.slots = slots  # the set of slots it may have come through
        self.may_stay: bool = False  # it may still be in the draw pile
        self.choices: list[int] = []  # its slots as a list


@final
class Count:
    """So many of these cards came through these slots."""

    def __init__(self, kind: int, lives: list[int], slots: int, low: int, high: int) -> None:
        self.kind = kind
        self.lives = lives
        self.slots = slots
        self.low = low
        self.high = high


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
        self.must: list[int] = []
        self.may: list[list[int]] = [[] for _ in range(slots)]
        for number, life_ in enumerate(self.lives):
            if self.fixed[number] != NOWHERE:
                continue
            rest, slot = life_.slots, 0
            while rest != 0:
                if rest & 1 != 0:
                    life_.choices.append(slot)
                    self.may[slot].append(number)
                rest >>= 1
                slot += 1
            if not life_.may_stay:
                self.must.append(number)
        self.open_slots: list[int] = [slot for slot in range(slots) if self.slot_life[slot] == NOWHERE]
        self.counts_of: list[list[Count]] = [[] for _ in range(self.kinds)]
        for count in self.counts:
            self.counts_of[count.kind].append(count)
        self.came: list[int] = []  # the slot of each life
        self.through: list[int] = []  # the life of each slot
        self.mark = 0
        self.marks: list[int] = []

    # Worlds

    def world(self, seen: Table, rng: Rng) -> Table:
        """A random world that fits all that is known."""
        while True:
            self._match(rng)
            if self._repair(rng):
                return self._build(seen, rng)

    def _match(self, rng: Rng) -> None:
        """A random way to give each slot a card it may have had, the counts left aside."""
        self.came = self.fixed.copy()
        self.through = self.slot_life.copy()
        order = self.must.copy()
        rng.shuffle(order)
        self.marks = [0] * len(self.through)
        self.mark = 0
        for life in order:
            self.mark += 1
            self._place(life, rng)
        order = [slot for slot in self.open_slots if self.through[slot] == NOWHERE]
        rng.shuffle(order)
        self.marks = [0] * len(self.came)
        self.mark = 0
        for slot in order:
            self.mark += 1
            self._fill(slot, rng)

    def _place(self, life: int, rng: Rng) -> bool:
        """Find a slot for a card, moving others if need be."""
        choices = self.lives[life].choices
        count: i64 = len(choices)
        first = rng.below(count)
        i: i64 = 0
        while i < count:
            slot = choices[(first + i) % count]
            if self.through[slot] == NOWHERE:
                self.through[slot] = life
                self.came[life] = slot
                return True
            i += 1
        i = 0
        while i < count:
            slot = choices[(first + i) % count]
            if self.marks[slot] != self.mark:
                self.marks[slot] = self.mark
                if self._place(self.through[slot], rng):
                    self.through[slot] = life
                    self.came[life] = slot
                    return True
            i += 1
        return False

    def _fill(self, slot: int, rng: Rng) -> bool:
        """Find a card for a slot, moving others if need be."""
        choices = self.may[slot]
        count: i64 = len(choices)
        first = rng.below(count)
        i: i64 = 0
        while i < count:
            life = choices[(first + i) % count]
            if self.came[life] == NOWHERE:
                self.through[slot] = life
                self.came[life] = slot
                return True
            i += 1
        i = 0
        while i < count:
            life = choices[(first + i) % count]
            if self.marks[life] != self.mark:
                self.marks[life] = self.mark
                left = self.came[life]
                if self._fill(left, rng):
                    self.through[slot] = life
                    self.came[life] = slot
                    return True
            i += 1
        return False

    def _off_by(self, count: Count) -> int:
        """How far a count is from what it must be: negative if too low."""
        found = 0
        for life in count.lives:
            slot = self.came[life]
            if slot != NOWHERE and count.slots & bit(slot) != 0:
                found += 1
        if found < count.low:
            return found - count.low
        return found - count.high if found > count.high else 0

    def _wrong(self, kind: int) -> int:
        total = 0
        for count in self.counts_of[kind]:
            total += abs(self._off_by(count))
        return total

    def _repair(self, rng: Rng) -> bool:
        """Swap cards until all counts are right; False if that takes too long."""
        if not self.counts:
            return True
        tries: i64 = 0
        while tries < SWAPS:
            start = rng.below(len(self.counts))
            wrong = NOWHERE
            i: i64 = 0
            while i < len(self.counts):
                place = (start + i) % len(self.counts)
                if self._off_by(self.counts[place]) != 0:
                    wrong = place
                    break
                i += 1
            if wrong == NOWHERE:
                return True
            self._try_swap(self.counts[wrong], rng)
            tries += 1
        return False

    def _try_swap(self, count: Count, rng: Rng) -> None:
        """Move one card into or out of the slots of a count, and the card that was there elsewhere."""
        wanted = self._off_by(count) < 0
        life = count.lives[rng.below(len(count.lives))]
        here = self.came[life]
        inside = here != NOWHERE and count.slots & bit(here) != 0
        if inside == wanted or self.fixed[life] != NOWHERE:
            return
        choices = self.lives[life].choices
        if not choices:
            return
        there = choices[rng.below(len(choices))]
        if (count.slots & bit(there) != 0) != wanted and not (self.lives[life].may_stay and not wanted):
            return
        if (count.slots & bit(there) != 0) != wanted:
            self._swap_with_pile(life, rng)
            return
        other = self.through[there]
        if self._fits(other, here):
            self._cycle(life, there, other, here, NOWHERE, NOWHERE, rng)
            return
        options = self.lives[other].choices
        aside = options[rng.below(len(options))]
        third = self.through[aside]
        if third != life and third != other and self._fits(third, here):
            self._cycle(life, there, other, aside, third, here, rng)

    def _swap_with_pile(self, life: int, rng: Rng) -> None:
        """Put a card back into the draw pile and another one into its slot."""
        here = self.came[life]
        if here == NOWHERE:
            return
        options = self.may[here]
        other = options[rng.below(len(options))]
        if self.came[other] == NOWHERE:
            self._cycle(life, NOWHERE, other, here, NOWHERE, NOWHERE, rng)

    def _fits(self, life: int, slot: int) -> bool:
        if self.fixed[life] != NOWHERE:
            return False
        return self.lives[life].may_stay if slot == NOWHERE else self.lives[life].slots & bit(slot) != 0

    def _cycle(self, one: int, to: int, two: int, then: int, three: int, last: int, rng: Rng) -> None:
        """Move two or three cards round; undo it if that makes more counts wrong, mostly."""
        kinds: list[int] = []
        lives: list[int] = [one, two] if three == NOWHERE else [one, two, three]
        goals: list[int] = [to, then] if three == NOWHERE else [to, then, last]
        for life in lives:
            kind = self.groups.category[self.lives[life].card]
            if kind not in kinds:
                kinds.append(kind)
        before = 0
        for kind in kinds:
            before += self._wrong(kind)
        old: list[int] = [self.came[life] for life in lives]
        self._move(lives, goals)
        after = 0
        for kind in kinds:
            after += self._wrong(kind)
        if after > before and not rng.chance(0.05):
            self._move(lives, old)

    def _move(self, lives: list[int], slots: list[int]) -> None:
        for place, life in enumerate(lives):
            self.came[life] = slots[place]
            if slots[place] != NOWHERE:
                self.through[slots[place]] = life

    def _build(self, seen: Table, rng: Rng) -> Table:
        """The table with every slot's card where it has gone since."""
        table = copy_table(seen)
        for hand_over in self.hand_overs:
            cards = hand_over.seen
            for life in hand_over.lives:
                slot = self.came[life]
                if slot != NOWHERE and hand_over.slots & bit(slot) != 0:
                    cards |= only(self.lives[life].card)
            table.handed[hand_over.place] = cards
        for seat in range(self.seats):
            if seat != self.seat and seen.ended == PLAYING:
                table.players[seat].hand = self.known[seat]
        piles: list[list[int]] = [[] for _ in self.pile_sizes]
        for number, life_ in enumerate(self.lives):
            slot = self.came[number]
            if slot == NOWHERE:
                piles[life_.pile].append(life_.card)
            elif seen.ended == PLAYING and self.living[life_.card] == number:
                first = self.groups.category[life_.card] * self.seats
                for seat in range(self.seats):
                    if self.at[first + seat] & bit(slot) != 0:
                        table.players[seat].hand |= only(life_.card)
                        break
        rng.shuffle(piles[-1])
        slot = len(self.through) - 1
        while slot >= 0:
            piles[self.slot_pile[slot]].append(self.lives[self.through[slot]].card)
            slot -= 1
        table.piles = piles
        return table
