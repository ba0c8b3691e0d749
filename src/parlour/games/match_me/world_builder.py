"""Makes the table of a world: puts the card of every slot where it is now."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import has, members, only
from parlour.core.rng import Rng
from parlour.games.match_me.deduction import NOWHERE, Deduction, bit
from parlour.games.match_me.sides import PILE_SLOTS, first_slots
from parlour.games.match_me.state import PLAYING, MatchMeState, copy_table


@final
class WorldBuilder:
    """The tables it needs, made once for what a seat knows."""

    def __init__(self, known: Deduction) -> None:
        self.known = known
        self.card: vec[i64] = vec[i64]([life.card for life in known.lives])
        self.pile: vec[i64] = vec[i64]([life.pile for life in known.lives])
        self.slot_pile: vec[i64] = vec[i64](known.slot_pile)
        # For each pile, kind and seat: the slots of the pile whose card, if of this kind, is now in that hand
        self.behind: vec[i64] = vec[i64]([0] * (len(known.pile_sizes) * known.kinds * known.seats))
        first_of = first_slots(known)
        for place in range(known.kinds * known.seats):
            slots = known.at(place)
            for number, first in enumerate(first_of):
                self.behind[number * known.kinds * known.seats + place] = (slots >> first) & PILE_SLOTS
        # The lives that are hidden now, the first slot of the pile of each, and where in `behind` to look
        hidden = [known.living[card] for card in members(known.hidden)]
        piles = [known.lives[life].pile for life in hidden]
        kinds = [known.category_of[known.lives[life].card] for life in hidden]
        self.hidden: vec[i64] = vec[i64](hidden)
        self.first_slot: vec[i64] = vec[i64]([first_of[pile] for pile in piles])
        self.row: vec[i64] = vec[i64](
            [(pile * known.kinds + kind) * known.seats for pile, kind in zip(piles, kinds, strict=True)]
        )
        self.hands: vec[i64] = vec[i64]([0] * known.seats)

    def build(self, seen: MatchMeState, came: vec[i64], through: vec[i64], rng: Rng) -> MatchMeState:
        """The table, from the slot of each life and the life of each slot."""
        table = copy_table(seen)
        self._hand_over(table, came)
        if seen.ended == PLAYING:
            self._fill_hands(table, came)
        card, pile, slot_pile = self.card, self.pile, self.slot_pile
        piles: list[list[int]] = [[] for _ in self.known.pile_sizes]
        number: i64 = 0
        while number < len(came):
            if came[number] == NOWHERE:
                piles[pile[number]].append(card[number])
            number += 1
        rng.shuffle(piles[-1])
        place: i64 = len(slot_pile) - 1
        while place >= 0:
            piles[slot_pile[place]].append(card[through[place]])
            place -= 1
        table.piles = piles
        return table

    def _hand_over(self, table: MatchMeState, came: vec[i64]) -> None:
        """Name the cards that others handed over."""
        for hand_over in self.known.hand_overs:
            cards: i64 = hand_over.seen
            for life in hand_over.lives:
                slot = came[life]
                if slot != NOWHERE and hand_over.slots & bit(slot) != 0:
                    cards |= only(self.card[life])
            table.handed[hand_over.place] = cards

    def _fill_hands(self, table: MatchMeState, came: vec[i64]) -> None:
        known, hidden, behind, hands = self.known, self.hidden, self.behind, self.hands
        seat: i64 = 0
        for cards in known.known:
            hands[seat] = cards
            seat += 1
        i: i64 = 0
        while i < len(hidden):
            slot = came[hidden[i]]
            if slot != NOWHERE:
                first = self.row[i]
                seat = 0
                while seat < len(hands):
                    if has(behind[first + seat], slot - self.first_slot[i]):
                        hands[seat] |= only(self.card[hidden[i]])
                    seat += 1
            i += 1
        seat = 0
        for player in table.players:
            if seat != known.seat:
                player.hand = hands[seat]
            seat += 1
