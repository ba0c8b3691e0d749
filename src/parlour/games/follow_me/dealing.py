"""Deals cards to places that not every card fits: at random, with exchanges where a place is left without a card."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import count_set, lowest, with_card, without_card
from parlour.core.rng import Rng

MOST: Final = 64  # cards, and places


def any_of(cards_set: i64, rng: Rng) -> i64:
    """A random member of a set that is not empty."""
    skip: i64 = rng.below(count_set(cards_set))
    while skip > 0:
        cards_set &= cards_set - 1
        skip -= 1
    return lowest(cards_set)


@final
class Dealing:
    """Gives each of some places one of the cards left. Reuses its scratch tables between deals."""

    def __init__(self) -> None:
        self.allowed: vec[i64] = vec[i64]([0] * MOST)  # for each place the set of cards that fit; filled in by others
        self.card_of: vec[i64] = vec[i64]([0] * MOST)  # the card each place got
        self.left: i64 = 0  # the set of cards not dealt yet
        self.dealt: i64 = 0  # the set of cards dealt, and to which place
        self.dealt_to: vec[i64] = vec[i64]([0] * MOST)
        self.asked: i64 = 0  # cards whose place was already asked to take another one

    def begin(self, cards_set: i64) -> None:
        """Set the cards to deal."""
        self.left = cards_set
        self.dealt = 0

    def deal(self, places: i64, rng: Rng) -> bool:
        """Deal a card to each place of a set, those with the least choice first; False if it cannot be done."""
        while places != 0:
            place = self._narrowest(places)
            free = self.left & self.allowed[place]
            if free != 0:
                self._give(place, any_of(free, rng))
            else:
                self.asked = 0
                if not self._take_over(place):
                    return False
            places = without_card(places, place)
        return True

    def _narrowest(self, places: i64) -> i64:
        """The place with the fewest cards to choose from."""
        best = lowest(places)
        fewest: i64 = MOST + 1
        while places != 0:
            place = lowest(places)
            count = count_set(self.left & self.allowed[place])
            if count < fewest:
                fewest = count
                best = place
            places &= places - 1
        return best

    def _take_over(self, place: i64) -> bool:
        """Take a card from another place that can have another one instead."""
        while True:
            wanted = self.dealt & self.allowed[place] & ~self.asked
            if wanted == 0:
                return False
            card = lowest(wanted)
            self.asked = with_card(self.asked, card)
            other = self.dealt_to[card]
            free = self.left & self.allowed[other]
            if free != 0:
                self._give(other, lowest(free))
            elif not self._take_over(other):
                continue
            self._give(place, card)
            return True

    def _give(self, place: i64, card: i64) -> None:
        self.card_of[place] = card
        self.dealt_to[card] = place
        self.dealt = with_card(self.dealt, card)
        self.left = without_card(self.left, card)
