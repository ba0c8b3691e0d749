"""The cards in other hands during the search for a world: each is a slot whose card is open until it is seen."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import first_cards, has, lowest, only, with_card, without_card
from parlour.games.follow_me.hindsight import CARDS

SLOTS: Final = CARDS  # a slot is a card, so there are never more
NO_SLOT: Final = -1
NO_SEAT: Final = -1


@final
class Slots:
    """The slots of all hands. They are numbered in the order in which they appear."""

    def __init__(self, all_cards: i64) -> None:
        self.all_cards: i64 = all_cards
        self.hands: vec[i64] = vec[i64]([0] * 8)  # the set of open slots in each hand
        self.held: vec[i64] = vec[i64]([0] * 8)  # the set of cards known to be in each hand
        self.used: i64 = 0  # the number of slots
        self.certain: i64 = 0  # the set of slots whose card is known
        self.narrow: i64 = 0  # the set of slots that not every card fits
        self.fits: vec[i64] = vec[i64]([0] * SLOTS)  # the cards a slot may be
        self.card_in: vec[i64] = vec[i64]([0] * SLOTS)
        self.slot_of: vec[i64] = vec[i64]([0] * SLOTS)  # for each card

    def clear(self) -> None:
        """Remove all slots."""
        self.used = 0
        self.certain = 0
        self.narrow = 0
        slot_of = self.slot_of
        card: i64 = 0
        while card < SLOTS:
            slot_of[card] = NO_SLOT
            card += 1

    def deal(self, seat: i64, size: i64) -> None:
        """Begin a hand with some slots that may be any card; before all others."""
        fits = self.fits
        slot = self.used
        self.used += size
        while slot < self.used:
            fits[slot] = self.all_cards
            slot += 1
        self.hands[seat] = first_cards(slot) & ~first_cards(slot - size)
        self.held[seat] = 0

    def add(self, seat: i64, fits: i64) -> i64:
        """Put a new slot into a hand; it may be any of the cards."""
        slot = self.used
        self.used += 1
        self.narrow = without_card(self.narrow, slot)
        self.limit(slot, fits)
        self.hands[seat] = with_card(self.hands[seat], slot)
        return slot

    def limit(self, slot: i64, fits: i64) -> None:
        """Set which cards a slot may be."""
        self.fits[slot] = fits
        if fits != self.all_cards:
            self.narrow = with_card(self.narrow, slot)

    def settle(self, slot: i64, card: i64, seat: i64) -> None:
        """Set the card of an open slot in a hand."""
        self.hands[seat] = without_card(self.hands[seat], slot)
        self.held[seat] = with_card(self.held[seat], card)
        self.card_in[slot] = card
        self.slot_of[card] = slot
        self.certain = with_card(self.certain, slot)

    def unsettle(self, certain: i64) -> None:
        """Reopen the slots that are not among these."""
        undone = self.certain & ~certain
        self.certain &= ~undone
        while undone != 0:
            self.slot_of[self.card_in[lowest(undone)]] = NO_SLOT
            undone &= undone - 1

    def slots_of(self, cards_set: i64) -> i64:
        """The slots of known cards."""
        slot_of = self.slot_of
        slots: i64 = 0
        while cards_set != 0:
            slots = with_card(slots, slot_of[lowest(cards_set)])
            cards_set &= cards_set - 1
        return slots

    def move(self, slot: i64, seat: i64, to: i64) -> None:
        """Move a slot from a hand to another one; to none if `to` is NO_SEAT."""
        cards_set = only(slot)
        hands = self.hands
        if self.certain & cards_set != 0:
            cards_set = only(self.card_in[slot])
            hands = self.held
        hands[seat] &= ~cards_set
        if to >= 0:
            hands[to] |= cards_set

    def fitting(self, slots: i64, cards_set: i64) -> i64:
        """Those of the open slots that may be one of the cards."""
        doubtful = slots & self.narrow
        while doubtful != 0:
            slot = lowest(doubtful)
            if self.fits[slot] & cards_set == 0:
                slots = without_card(slots, slot)
            doubtful &= doubtful - 1
        return slots

    def alike(self, slot: i64, slots: i64) -> i64:
        """The slots of a hand that are equivalent to this one: if it leads nowhere, so do they."""
        if has(self.certain, slot):
            return only(slot)
        alike = slots & ~self.certain
        if alike & self.narrow != 0:
            rest = alike
            while rest != 0:
                other = lowest(rest)
                if self.fits[other] != self.fits[slot]:
                    alike = without_card(alike, other)
                rest &= rest - 1
        return alike

    def cards_in(self, slots: i64) -> i64:
        """The cards of a set of slots."""
        card_in = self.card_in
        cards_set: i64 = 0
        while slots != 0:
            cards_set = with_card(cards_set, card_in[lowest(slots)])
            slots &= slots - 1
        return cards_set
