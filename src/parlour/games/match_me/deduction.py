"""What a seat can work out about hidden cards from all it has witnessed.

Every card that was dealt or drawn came into a hand through one *slot*: the first card dealt to seat 0, ..., the card
drawn in the ninth turn. Only which card came through which slot is hidden. After that a card moves only in ways
everybody witnesses: a request moves all cards of its category from one hand to another. So for each category and seat
one set of slots is enough: a card of this category that came through one of these slots is now in that hand.

Going through the notes gives each card the slots it may have come through, and a few counts: a request needs
one card in the asker's hand, a hand-over moves a given number, a group that was not laid was not complete. A world is
a way to give every slot its card; worlds.py finds one at random. Nothing is approximated: the exact check on the
tiny decks compares the worlds found with every deal.
"""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.bags import count_set, has, members, only
from parlour.games.match_me.history import ASKS, DISCARDS, DRAWS, LAYS, SHUFFLES, TAKES, cards_taken, notes_in_order
from parlour.games.match_me.rules import MatchMeRules
from parlour.games.match_me.state import DISCARD, PLAYING, MatchMeState

NOWHERE: Final = -1
WORD_SLOTS: Final = 60
"""Slots of a set that are looked at together; they fit into a machine word."""
WORD: Final = (1 << WORD_SLOTS) - 1


@final
class Life:
    """A card while it is hidden: from the deal or a reshuffle until everybody sees it."""

    def __init__(self, card: int, pile: int, slots: int) -> None:
        self.card = card
        self.pile = pile
        self.slots = slots  # the set of slots it may have come through
        self.witnessed: bool = False  # we saw it in a hand, so it has left the draw pile
        self.may_stay: bool = False  # it may still be in the draw pile


@final
class Count:
    """From `low` to `high` of these cards came through these slots."""

    def __init__(self, kind: int, lives: list[int], slots: int, low: int, high: int) -> None:
        self.kind = kind
        self.lives = lives
        self.slots = slots
        self.low: i64 = low
        self.high: i64 = high
        self.fixed: i64 = 0  # how many are known to have come through one of them
        self.cards: i64 = 0  # the cards, where a later count may replace this one


@final
class HandOver:
    """A hand-over whose cards this seat did not see."""

    def __init__(self, place: int, lives: list[int], slots: int, seen: i64) -> None:
        self.place = place  # in MatchMeState.handed
        self.lives = lives
        self.slots = slots
        self.seen: i64 = seen  # the cards among them that everybody knows


def bit(slot: int) -> int:
    """The set with one slot; there may be more slots than bits in a machine word."""
    one = 1
    return one << slot


@final
class Deduction:
    """All that follows from what a seat has witnessed."""

    def __init__(self, game: MatchMeRules, seen: MatchMeState, seat: int) -> None:
        self.seat = seat
        self.cards_in = game.cards_in
        self.group = game.group
        self.category_of = game.category_of
        self.must_lay = not game.lay_optional
        self.asks_incomplete = not game.ask_complete
        self.seats = game.seats
        self.kinds: int = game.kinds
        self.lives: list[Life] = []
        self.hidden: i64 = 0  # the set of cards that are hidden now
        self.living: list[int] = [NOWHERE] * len(game.cards)  # the life of each of them
        self.pile_sizes: list[int] = []
        self.slot_pile: list[int] = []
        self.slot_life: list[int] = []  # the life known to have come through a slot
        # `at(kind * seats + seat)`: the slots whose card, if of this kind, is now in this hand. Most kinds never move:
        # all slots of the hand, without those that kind has left, and with those it was handed over from.
        self.arrived: list[int] = [0] * self.seats
        self.left: list[int] = [0] * (self.kinds * self.seats)
        self.handed: list[int] = [0] * (self.kinds * self.seats)
        self.known: list[int] = [0] * self.seats  # cards all know to be in a hand
        self.sizes: list[int] = seen.start.hand_sizes.copy()
        self.discards: list[int] = seen.start.discards.copy()
        self.counts: list[Count] = []
        self.not_whole: list[Count | None] = [None] * (self.kinds * self.seats)
        self.hand_overs: list[HandOver] = []
        self.taken = cards_taken(seen.piles, seen.draw_left)  # the card of each slot that came into our hand
        self._begin(seen)
        self._follow(seen)
        self.fixed: list[int] = [NOWHERE] * len(self.lives)
        self._conclude(seen)
        self._simplify()

    # Following the notes

    def _begin(self, seen: MatchMeState) -> None:
        away: i64 = seen.out
        for card in self.discards:
            away |= only(card)
        for laid in seen.start.laid:
            for kind in members(laid):
                away |= self.group[kind]
        self._new_pile([card for card in range(len(self.category_of)) if not has(away, card)])
        for seat, size in enumerate(self.sizes):
            for _ in range(size):
                self._arrives(seat)

    def _new_pile(self, cards: list[int]) -> None:
        for card in cards:
            if self.pile_sizes:  # what was noted before speaks of another life of this card
                first = self.category_of[card] * self.seats
                self.not_whole[first : first + self.seats] = [None] * self.seats
            self.hidden |= only(card)
            self.living[card] = len(self.lives)
            self.lives.append(Life(card, len(self.pile_sizes), -1))
        self.pile_sizes.append(len(cards))

    def _arrives(self, seat: int) -> None:
        """A card comes into a hand through a new slot."""
        slot = len(self.slot_pile)
        self.slot_pile.append(len(self.pile_sizes) - 1)
        self.slot_life.append(NOWHERE)
        mine = bit(slot)
        self.arrived[seat] |= mine
        if seat == self.seat:
            life = self.living[self.taken[slot]]
            self.slot_life[slot] = life
            self.lives[life].slots = mine

    def at(self, place: int) -> int:
        """The slots whose card is now in a hand, if it is of a kind; `place` is kind * seats + seat."""
        return (self.arrived[place % self.seats] & ~self.left[place]) | self.handed[place]

    def _follow(self, seen: MatchMeState) -> None:
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
        if seen.phase == DISCARD and seen.ended == PLAYING:
            self._has_laid(seen.turn)

    def _lives_of(self, kind: int) -> list[int]:
        """The lives of a category's hidden cards."""
        return [self.living[card] for card in self.cards_in[kind] if has(self.hidden, card)]

    def _asks(self, asker: int, asked: int, kind: int, count: int, cards: int, place: int) -> None:
        hidden = self._lives_of(kind)
        if asker != self.seat:  # MM-15: one card at least
            if self.known[asker] & self.group[kind] == 0:
                self.counts.append(Count(kind, hidden, self.at(kind * self.seats + asker), 1, len(hidden)))
            if self.asks_incomplete:
                self._not_whole(asker, kind)
        source = kind * self.seats + asked
        slots = self.at(source)
        if count > 0:
            seen = self.known[asked] & self.group[kind]
            if asker == self.seat or asked == self.seat:
                for life in hidden:
                    there = cards & only(self.lives[life].card) != 0
                    self.lives[life].slots &= slots if there else ~slots
                    if there:
                        self.lives[life].witnessed = True
            else:
                number = count - count_set(seen)
                self.counts.append(Count(kind, hidden, slots, number, number))
                self.hand_overs.append(HandOver(place, hidden, slots, seen))
            self.handed[kind * self.seats + asker] |= slots
            self.known[asked] &= ~seen
            self.known[asker] |= seen
            self.sizes[asked] -= count
            self.sizes[asker] += count
        self.left[source], self.handed[source] = self.arrived[asked], 0  # MM-16, MM-19: none is left

    def _not_whole(self, seat: int, kind: int) -> None:
        """Note that the seat does not hold the whole group, if all of it could be there."""
        elsewhere: i64 = self.group[kind] & ~(self.hidden | self.known[seat])
        if elsewhere != 0 or self.sizes[seat] < len(self.cards_in[kind]):
            return
        place = kind * self.seats + seat
        slots = self.at(place)
        cards: i64 = self.group[kind] & self.hidden
        before = self.not_whole[place]
        if before is not None and before.cards == cards and before.slots & ~slots == 0:
            before.slots = slots
        else:
            hidden = self._lives_of(kind)
            noted = Count(kind, hidden, slots, 0, len(hidden) - 1)
            noted.cards = cards
            self.not_whole[place] = noted
            self.counts.append(noted)

    def _lays(self, seat: int, kind: int) -> None:
        for life in self._lives_of(kind):
            self._appears(life, seat)
        self.known[seat] &= ~self.group[kind]
        self.sizes[seat] -= len(self.cards_in[kind])

    def _has_laid(self, seat: int) -> None:
        """The seat is past the laying step, so no group is complete in its hand (MM-23)."""
        if self.must_lay and seat != self.seat:
            for kind in range(self.kinds):
                self._not_whole(seat, kind)

    def _discards(self, seat: int, card: int) -> None:
        self._has_laid(seat)
        if has(self.hidden, card):
            self._appears(self.living[card], seat)
        else:
            self.known[seat] &= ~only(card)
        self.sizes[seat] -= 1
        self.discards.append(card)

    def _appears(self, life: int, seat: int) -> None:
        """Everybody sees a card that was in this hand."""
        shown = self.lives[life]
        shown.slots &= self.at(self.category_of[shown.card] * self.seats + seat)
        self.hidden &= ~only(shown.card)

    # Conclusions

    def _conclude(self, seen: MatchMeState) -> None:
        """Work out what holds for the cards still hidden, and which slots are left for each."""
        last_pile = len(self.pile_sizes) - 1
        over = seen.ended != PLAYING
        for card in members(self.hidden):
            hidden = self.lives[self.living[card]]
            first = self.category_of[card] * self.seats
            holder = self._holder(seen, card)
            in_hands = 0
            for seat in range(self.seats):
                # Our own hand lies open to us, and all hands when the game is over.
                closed = seat != self.seat and not over
                if seat == holder or (holder == NOWHERE and closed):
                    in_hands |= self.at(first + seat)
            hidden.slots &= in_hands
            hidden.may_stay = hidden.pile == last_pile and holder == NOWHERE and not hidden.witnessed
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

    def _holder(self, seen: MatchMeState, card: int) -> int:
        """The seat in whose hand we see the card."""
        for seat, player in enumerate(seen.players):
            if has(player.hand, card):
                return seat
        return NOWHERE

    def _simplify(self) -> None:
        """Drop counts that always hold."""
        kept: list[Count] = []
        for count in self.counts:
            sure = 0
            possible = 0
            for number in count.lives:
                life = self.lives[number]
                if self.fixed[number] != NOWHERE and count.slots & bit(self.fixed[number]) != 0:
                    count.fixed += 1
                if life.slots & count.slots != 0:
                    possible += 1
                    if not life.may_stay and life.slots & ~count.slots == 0:
                        sure += 1
            if sure < count.low or possible > count.high:
                kept.append(count)
        self.counts = kept


def slots_in(slots: int) -> list[int]:
    """The slots of a set, in order; a few large steps, because numbers beyond a machine word are slow."""
    found: list[int] = []
    first = 0
    while slots != 0:
        for slot in members(slots & WORD):
            found.append(first + slot)
        slots >>= WORD_SLOTS
        first += WORD_SLOTS
    return found
