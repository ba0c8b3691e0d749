"""Midnight Masks: wear the finest mask when the clock strikes, or be the last guest at the ball.

The marks (MK-05) are the ids of rules.md. Cards are `kinds`, numbers in the order of the deck file.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from midnight_masks import events
from midnight_masks.about import ABOUT
from midnight_masks.actions import Answer, Play, Wear
from midnight_masks.state import Ball, Guest, declare
from parlour.core.actions import Action
from parlour.core.bags import MAX_COPIES, bag_of, cards, has, list_of, set_of, with_card
from parlour.core.cards import Deck, choose_deck
from parlour.core.chance import Chance
from parlour.core.events import Emit
from parlour.core.fields import NONE, Kinds
from parlour.core.game import NOBODY, About, Game, Moves, TableView
from parlour.core.outcome import Ending, Outcome, ranks_by_order

MASKS = ("moth", "frog", "bat", "owl", "jester", "queen")
HAND = 2  # MK-02


class MasksRules(Game[Ball, TableView[Ball]]):
    """The rules of Midnight Masks."""

    about: ClassVar[About] = ABOUT

    def __init__(self, seats: int = 4, deck: Deck | Path | str | None = None, **options: object) -> None:
        super().__init__(seats, choose_deck(deck, "midnight_masks", ("tiny",)), options)
        self.keys = tuple(card.key for card in self.deck.cards)
        self.ranks = [card.number("rank", 1, 99) for card in self.deck.cards]
        self.copies = [card.copies for card in self.deck.cards]
        if not set(self.keys) <= set(MASKS) or max(self.copies) > MAX_COPIES or len(self.deck) < HAND * seats + 2:
            raise self.deck.wrong(f"{seats} guests need {HAND * seats + 2} masks of {', '.join(MASKS)}")
        self.schema = declare(seats, Kinds(self.keys, self.copies))
        guests = range(1, seats + 1)
        made: list[Action] = [*map(Wear, self.keys), Answer(False), Answer(True), *map(Play, MASKS[:-1])]  # MK-12
        made += [Play("owl", guest) for guest in guests]
        made += [Play("moth", guest, mask) for guest in guests for mask in self.keys if mask != "moth"]
        self.set_actions(made)

    # The start of the ball

    def new(self, chance: Chance, emit: Emit | None = None) -> Ball:
        stock = [kind for kind, copies in enumerate(self.copies) for _ in range(copies)]
        chance.shuffle(stock, "deal")
        ball = Ball([Guest() for _ in range(self.seats)])
        self._deal(ball, stock, [HAND] * self.seats, emit)  # MK-02
        ball.turn = int(self.pick_first(chance))  # MK-04
        if emit is not None:
            emit(events.BEGINS(seat=ball.turn))
        return ball

    def _deal(self, ball: Ball, stock: list[int], counts: Sequence[int], emit: Emit | None) -> None:
        ball.draw_pile, ball.draw_left = stock, len(stock)
        for seat, guest in enumerate(ball.guests):
            taken = self._take_top(ball, guest, counts[seat])
            if emit is not None and taken:
                emit(events.DEALT(seat=seat, count=counts[seat], cards=taken))

    def _take_top(self, ball: Ball, guest: Guest, count: int) -> list[str]:
        ball.draw_left -= count
        taken = bag_of(ball.draw_pile[ball.draw_left : ball.draw_left + count])
        guest.hand += taken
        guest.hand_size += count
        return self.names(taken)

    def names(self, bag: int) -> list[str]:
        """The keys of the cards in a bag."""
        return [self.keys[kind] for kind in list_of(bag)]

    # Whose decision it is

    def here(self, ball: Ball) -> list[int]:
        """The guests still at the ball."""
        return [seat for seat, guest in enumerate(ball.guests) if not guest.left]

    def to_act(self, ball: Ball) -> tuple[int, ...]:
        return () if ball.over else self._choosing(ball) or (ball.turn if ball.asked == NOBODY else ball.asked,)

    def _choosing(self, ball: Ball) -> tuple[int, ...]:
        """The guests without a mask: they choose at the same time (MK-03)."""
        return tuple(seat for seat in self.here(ball) if not ball.guests[seat].mask_size and not ball.guests[seat].face)

    def actor(self, ball: Ball) -> int:
        return min(self.to_act(ball), default=NOBODY)

    def list_legal(self, ball: Ball, seat: int, out: Moves) -> None:
        if seat not in self.to_act(ball):
            return
        held = self.names(ball.guests[seat].hand)
        options: list[Action] = [play for key in held for play in self._plays(ball, seat, key)]
        if not ball.guests[seat].wears():
            options = [Wear(key) for key in held]
        elif seat == ball.asked:  # MK-10
            options = [Answer(False), *[Answer(True) for key in held if key == "bat"]]
        for action in sorted({self.actions.id_of(option) for option in options}):
            out.add(action)

    def _plays(self, ball: Ball, seat: int, key: str) -> list[Action]:
        """The ways to play a card; without anybody to play it against, it does nothing (MK-06)."""
        found: list[Action] = []
        for other in self.here(ball):
            if other != seat and key == "owl":
                found.append(Play(key, other + 1))
            elif other != seat and key == "moth":
                wrong = ball.guests[other].mask_not
                masks = [mask for kind, mask in enumerate(self.keys) if mask != "moth" and not has(wrong, kind)]
                found += [Play(key, other + 1, mask) for mask in masks]
        return found if found or key == "queen" else [Play(key)]

    # A turn

    def perform(self, ball: Ball, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
        what = self.actions[action]
        guest = ball.guests[seat]
        if isinstance(what, Wear):
            self._wear(guest, self.keys.index(what.card))
            if emit is not None:
                emit(events.WORE(seat=seat, card=what.card))
            if not self._choosing(ball):
                self._begin_turn(ball, emit)
        elif isinstance(what, Play):
            self._put_away(guest, what.card)
            if emit is not None:
                target = what.guest - 1 if what.guest else None
                emit(events.PLAYED(seat=seat, card=what.card, target=target, mask=what.mask or None))
            if what.guest:  # MK-10: the other guest may escape
                ball.asked, ball.threat = what.guest - 1, self.keys.index(what.card)
                ball.named = self.keys.index(what.mask) if what.mask else NONE
            else:
                self._take_effect(ball, seat, what.card, chance, emit)
        else:
            self._answer(ball, seat, what == Answer(True), emit)

    def _wear(self, guest: Guest, kind: int) -> None:
        guest.hand -= cards(kind, 1)
        guest.hand_size -= 1
        guest.mask, guest.mask_size, guest.face = cards(kind, 1), 1, 0

    def _put_away(self, guest: Guest, key: str) -> None:
        kind = self.keys.index(key)
        guest.hand -= cards(kind, 1)
        guest.hand_size -= 1
        guest.played.append(kind)
        if not guest.hand_size or not has(guest.hand_not, kind):
            guest.hand_not = 0  # this may have been the card that something was known of

    def _begin_turn(self, ball: Ball, emit: Emit | None) -> None:
        guest = ball.guests[ball.turn]
        missing = HAND - guest.hand_size
        ball.over = ball.draw_left <= missing or len(self.here(ball)) == 1  # MK-13
        if not ball.over:
            taken = self._take_top(ball, guest, missing)  # MK-05
            if emit is not None:
                emit(events.DREW(seat=ball.turn, count=missing, cards=taken))
            return
        for seat in self.here(ball):
            self._turn_up(ball, seat, emit)
        if emit is not None:
            emit(events.ENDED(reason=self._ending(ball).sentence))

    def _end_turn(self, ball: Ball, emit: Emit | None) -> None:
        ball.turn = min(self.here(ball), key=lambda seat: (seat - ball.turn - 1) % self.seats)  # MK-04
        if not self._choosing(ball):
            self._begin_turn(ball, emit)

    # The masks

    def _take_effect(self, ball: Ball, seat: int, key: str, chance: Chance, emit: Emit | None) -> None:
        if key == "frog":  # MK-08
            worn = ball.guests[seat].zone()
            kind = self._change(ball.guests[seat])
            if emit is not None:
                emit(events.CHANGED(seat=seat, worn=worn, card=self.keys[kind]))
        elif key == "jester":  # MK-11
            self._deal_again(ball, chance, emit)
        self._end_turn(ball, emit)

    def _change(self, guest: Guest) -> int:
        """The card in hand becomes the mask, the mask goes to the hand; what is known of them goes with them."""
        (kind,) = list_of(guest.hand)
        before, known = guest.wears(), guest.mask_not
        if guest.face:  # everybody knows it
            known = set_of([other for other in range(len(self.keys)) if cards(other, 1) != guest.face])
        self._wear(guest, kind)
        guest.hand, guest.hand_size = before, 1
        guest.mask_not, guest.hand_not = guest.hand_not, known
        return kind

    def _deal_again(self, ball: Ball, chance: Chance, emit: Emit | None) -> None:
        stock = ball.draw_pile[: ball.draw_left]
        counts = [guest.hand_size + (1 if guest.wears() else 0) for guest in ball.guests]
        for seat, guest in enumerate(ball.guests):
            if emit is not None and not guest.left:
                emit(events.GAVE_BACK(seat=seat, count=guest.hand_size, worn=guest.zone()))
            stock += list_of(guest.hand + guest.wears())
            guest.clear()
        chance.shuffle(stock, "jester")
        if emit is not None:
            emit(events.SHUFFLED())
        self._deal(ball, stock, counts, emit)

    def _answer(self, ball: Ball, seat: int, escapes: bool, emit: Emit | None) -> None:
        guest, threat, named = ball.guests[seat], self.keys[ball.threat], ball.named
        ball.asked, ball.threat, ball.named = NOBODY, NONE, NONE
        if escapes:
            self._put_away(guest, "bat")
            if emit is not None:
                emit(events.ESCAPED(seat=seat, card="bat"))
        elif threat == "owl":  # MK-09
            mine, theirs = (self._turn_up(ball, each, emit) for each in (ball.turn, seat))
            if mine != theirs:
                self._leave(ball, ball.turn if mine < theirs else seat, emit)
        elif guest.wears() == cards(named, 1):  # MK-07
            self._leave(ball, seat, emit)
        else:
            guest.mask_not = with_card(guest.mask_not, named)
            if emit is not None:
                emit(events.WRONG(seat=seat, mask=self.keys[named]))
        self._end_turn(ball, emit)

    def _turn_up(self, ball: Ball, seat: int, emit: Emit | None) -> int:
        """Turn up a guest's mask; returns its rank."""
        guest = ball.guests[seat]
        if guest.mask:
            guest.face, guest.mask, guest.mask_size = guest.mask, 0, 0
            if emit is not None:
                emit(events.TURNED_UP(seat=seat, card=self.names(guest.face)[0]))
        return self.rank_of(guest.face)

    def rank_of(self, bag: int) -> int:
        """The rank of a mask, given as a bag; 0 for none."""
        return max((self.ranks[kind] for kind in list_of(bag)), default=0)

    def _leave(self, ball: Ball, seat: int, emit: Emit | None) -> None:
        guest = ball.guests[seat]
        if emit is not None:
            (mask,) = self.names(guest.wears())
            emit(events.LEFT(seat=seat, mask=mask, hand=self.names(guest.hand), worn=guest.zone()))
        guest.left = 1 + max(other.left for other in ball.guests)
        guest.played += list_of(guest.wears() + guest.hand)
        guest.clear()

    # The end

    def outcome(self, ball: Ball) -> Outcome | None:
        if not ball.over:
            return None
        scores = [self.rank_of(guest.face) for guest in ball.guests]
        orders = [(score, guest.left) for guest, score in zip(ball.guests, scores, strict=True)]  # MK-14
        return Outcome(ranks_by_order(orders), tuple(scores), self._ending(ball))

    def _ending(self, ball: Ball) -> Ending:
        return events.LAST_GUEST if len(self.here(ball)) == 1 else events.MIDNIGHT

    def longest(self) -> int:
        return 2 * len(self.deck) + self.seats * (1 + len(self.deck))
