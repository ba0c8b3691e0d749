"""Makes the table of a world: puts the card of every slot where it is now."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import has, only
from parlour.core.rng import Rng
from parlour.games.match_me.deduction import NOWHERE, Deduction, bit
from parlour.games.match_me.state import PLAYING, MatchMeState, copy_table


@final
class WorldBuilder:
    """The tables it needs, made once for what a seat knows."""

    def __init__(self, known: Deduction) -> None:
        self.known = known
        self.card: vec[i64] = vec[i64]([life.card for life in known.lives])
        self.pile: vec[i64] = vec[i64]([life.pile for life in known.lives])
        self.slot_pile: vec[i64] = vec[i64](known.slot_pile)
        # For a card that is hidden now the row of `holders` to look into; it says for each slot whose hand is behind.
        hidden_now: list[int] = [NOWHERE] * len(known.lives)
        for number, life in enumerate(known.lives):
            if has(known.hidden, life.card) and known.living[life.card] == number:
                hidden_now[number] = known.category_of[life.card]
        self.row: vec[i64] = vec[i64](hidden_now)
        self.holders: list[vec[i64]] = [vec[i64](seats) for seats in known.hands_behind()]

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
        known = self.known
        for seat, player in enumerate(table.players):
            if seat != known.seat:
                player.hand = known.known[seat]
        number: i64 = 0
        while number < len(came):
            if came[number] != NOWHERE and self.row[number] != NOWHERE:
                holder = self.holders[self.row[number]][came[number]]
                if holder != NOWHERE:
                    table.players[holder].hand |= only(self.card[number])
            number += 1
