"""The cards in other hands during the search for a world: each is a slot whose card is open until it is seen."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import has, lowest, only, with_card, without_card
from parlour.games.follow_me.hindsight import CARDS
from parlour.games.follow_me.state import NO_CARD

SLOTS: Final = CARDS  # a slot is a card, so there are never more
NO_SLOT: Final = -1


@final
class Slots:
    """The slots of all hands. They are numbered in the order in which they appear."""

    def __init__(self, all_cards: i64) -> None:
        self.all_cards: i64 = all_cards
        self.hands: vec[i64] = vec[i64]([0] * 8)  # the set of slots in each hand
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
        card: i64 = 0
        while card < SLOTS:
            self.slot_of[card] = NO_SLOT
            card += 1

    def add(self, seat: i64, fits: i64) -> i64:
        """Put a new slot into a hand; it may be any of the cards."""
        slot = self.used
        self.used += 1
        self.card_in[slot] = NO_CARD
        self.narrow = without_card(self.narrow, slot)
        self.limit(slot, fits)
        self.hands[seat] = with_card(self.hands[seat], slot)
        return slot

    def limit(self, slot: i64, fits: i64) -> None:
        """Set which cards a slot may be."""
        self.fits[slot] = fits
        if fits != self.all_cards:
            self.narrow = with_card(self.narrow, slot)

    def settle(self, slot: i64, card: i64) -> None:
        """Set the card of a slot."""
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

    def known_in(self, seat: i64) -> i64:
        """The slots of a hand whose card is known."""
        return self.hands[seat] & self.certain

    def open_in(self, seat: i64) -> i64:
        """The slots of a hand whose card is open."""
        return self.hands[seat] & ~self.certain

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
        """The cards of a set of slots that are all known."""
        cards_set: i64 = 0
        while slots != 0:
            cards_set = with_card(cards_set, self.card_in[lowest(slots)])
            slots &= slots - 1
        return cards_set
