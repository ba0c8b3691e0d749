"""The worlds that fit what a Follow Me player knows.

A world is found by replaying the viewer's memory. Each card in another hand is a *slot* whose card
is open until it is seen. When a card is played, some slot of that hand becomes it; when cards are passed in
secret, some slot of each hand moves on; what is still open in the end gets the cards nobody has seen.

These choices are random, and hindsight.py rules out most impossible ones. At a dead end the search backtracks; after a
few backtracks it restarts. If even that takes too long, routes.py plans the routes of the cards the viewer has passed
on, and only the rest is random. What really happened is never ruled out, and the limits grow without bound, so a world
is always found.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.bags import count_set, has, lowest, members, only, with_card, without_card
from parlour.core.errors import BadPosition
from parlour.core.game import TableView
from parlour.core.rng import Rng
from parlour.games.follow_me.dealing import Dealing, any_of
from parlour.games.follow_me.hindsight import WIDE, Hindsight
from parlour.games.follow_me.history import (
    DREW,
    HIT,
    HOLDS,
    LOCATION,
    MISSED,
    MOST_PASSES,
    PASSED,
    PLAYED,
    beside,
    entry,
    in_pass,
    kind_of,
    passed_by,
    seat_of,
    step_of,
    what_of,
)
from parlour.games.follow_me.routes import Routes
from parlour.games.follow_me.slots import NO_SEAT, NO_SLOT, SLOTS, Slots
from parlour.games.follow_me.state import FOLLOWING, NO_CARD, UNSEEN, FollowMeState, copy_table

PATIENCE: Final = 6  # backtracks before the search restarts
LUCKLESS: Final = 24  # backtracks before the cards that were passed on follow a plan
MOST_CHOICES: Final = MOST_PASSES * 6 + SLOTS + 8

# A choice that can be undone: where it was made, the state then, and the slots not tried yet
PLACE: Final = 0
ROUNDS: Final = 1
MOVING: Final = 2
CERTAIN: Final = 3
USED: Final = 4
UNTRIED: Final = 5
HANDS: Final = 8
HELD: Final = 16
WIDTH: Final = 24


@final
class WorldFinder:
    """Samples worlds consistent with a view. Reuses its scratch tables between samples."""

    def __init__(self, seats: int, all_cards: i64, of_class: vec[i64]) -> None:
        self.seats: i64 = seats
        self.all_cards: i64 = all_cards
        self.of_class: vec[i64] = of_class
        self.hindsight: Hindsight  # on the view for which a world is being found
        self.routes = Routes(seats)
        self.planned = False
        # How far the history has been replayed: the entry, the rounds of passing, what is passed in this round.
        self.place: i64 = 0
        self.rounds: i64 = 0
        self.moving: i64 = 0
        self.slots = Slots(all_cards)
        self.sent: vec[i64] = vec[i64]([0] * (MOST_PASSES * WIDE))  # the slot each seat passes, round by round
        self.promised: vec[i64] = vec[i64]([0] * 8)  # the slot with which a seat can follow
        # The choices that can be undone
        self.choices: i64 = 0
        self.choice: vec[i64] = vec[i64]([0] * (MOST_CHOICES * WIDTH))
        self.untried: i64 = 0  # after backtracking, the choice must be one of these slots; 0: any
        self.taken_back: i64 = 0  # backtracks for this world, to measure how hard it was to find
        self.rest = Dealing()  # the cards nobody has seen

    def find(self, seen: FollowMeState, hindsight: Hindsight, rng: Rng) -> FollowMeState:
        """A world that fits a table with blanks, as a seat or a spectator (viewer -1) sees it."""
        table = copy_table(seen)
        viewer = hindsight.viewer
        self.hindsight = hindsight
        self._begin(viewer)
        self.planned = False
        self.taken_back = 0
        patience: i64 = PATIENCE
        while not (self._replay(table, viewer, rng) and self._deal_rest(table, viewer, rng)):
            self.taken_back += 1
            patience -= 1
            if patience > 0 and self._take_back():
                continue
            if patience > 0 and not self.planned:  # everything was tried
                raise BadPosition("Follow Me If You Can!: no deal fits the history of this position.")
            self._begin(viewer)
            patience = PATIENCE + self.taken_back // 256
            luckless = self.taken_back >= LUCKLESS and self.hindsight.traced != 0
            self.planned = luckless and self.routes.plan(table, viewer, self.hindsight, rng)
        self._write(table, viewer, rng)
        return table

    def _begin(self, viewer: i64) -> None:
        """The hands as dealt, all open."""
        slots = self.slots
        self.place = 0
        self.rounds = 0
        self.moving = 0
        self.choices = 0
        self.untried = 0
        slots.clear()
        seat: i64 = 0
        while seat < self.seats:
            self.promised[seat] = NO_SLOT
            slots.deal(seat, self.hindsight.sizes[seat] if seat != viewer else 0)
            seat += 1

    # Replaying the history, with random choices where the viewer saw nothing

    def _replay(self, table: FollowMeState, viewer: i64, rng: Rng) -> bool:
        """Replay the history from where we are to its end; False if that is impossible."""
        slots = self.slots
        length: i64 = len(table.history)
        while self.place < length:
            code: i64 = table.history[self.place]
            kind = kind_of(code)
            seat = seat_of(code)
            what = what_of(code)
            if kind == PASSED:
                if not self._pass_slots(table.passes[self.rounds], step_of(code), viewer, rng):
                    return False
            elif seat == viewer:
                pass
            elif kind == PLAYED:
                slot = self._slot_that_is(what, seat, rng)
                if slot < 0:
                    return False
                slots.move(slot, seat, NO_SEAT)
            elif kind == DREW:
                slots.add(seat, self.all_cards)
            elif kind == HOLDS:
                if not self._hold(seat, what, rng):
                    return False
            elif kind == MISSED:
                slots.add(seat, self.all_cards & ~self.of_class[LOCATION])
            elif kind == HIT:
                slots.add(seat, self.of_class[LOCATION])
            elif what == LOCATION:  # the hand as it was dealt has none
                rest = slots.hands[seat]
                while rest != 0:
                    slots.limit(lowest(rest), self.all_cards & ~self.of_class[LOCATION])
                    rest &= rest - 1
            # What else a hand lacks is in hindsight.barred.
            self.place += 1
        return True

    def _slot_that_is(self, card: i64, seat: i64, rng: Rng) -> i64:
        """The slot of a hand that is the card, or becomes it now; NO_SLOT if none can be."""
        slots = self.slots
        slot = slots.slot_of[card]
        if slot >= 0:
            return slot if has(slots.held[seat], card) else NO_SLOT
        slot = self._choose(slots.fitting(slots.hands[seat], only(card)), rng)
        if slot >= 0:
            slots.settle(slot, card, seat)
        return slot

    def _hold(self, seat: i64, what: i64, rng: Rng) -> bool:
        """Ensure that a hand holds a card of the class; False if it cannot."""
        slots = self.slots
        wanted = self.of_class[what]
        if what == LOCATION:
            # The starter's hand as dealt: its slots are all alike, so let the first be the Location.
            slots.limit(lowest(slots.hands[seat]), wanted)
        elif self.place > self.hindsight.pending:
            self.promised[seat] = NO_SLOT
            if slots.held[seat] & wanted != 0:
                return True
            self.promised[seat] = self._choose(slots.fitting(slots.hands[seat], wanted), rng)
            return self.promised[seat] >= 0
        # Otherwise a later entry of the history says which card that was.
        return True

    # A round of passing

    def _pass_slots(self, packed: i64, step: i64, viewer: i64, rng: Rng) -> bool:
        """Start with the viewer and follow the cards: what a hand gets is decided before what it passes."""
        seats = self.seats
        given = count_set(self.moving)
        while given < seats:
            seat = beside(viewer, step * given, seats) if viewer >= 0 else given
            slot: i64 = NO_SLOT
            if seat == viewer:
                slot = self._own_slot(seat, passed_by(packed, seat))
            else:
                slot = self._passed_slot(seat, packed, step, viewer, rng)
            if slot < 0:
                return False
            self.sent[self.rounds * WIDE + seat] = slot
            self.moving = with_card(self.moving, slot)
            given += 1
        self._move_slots(step, viewer)
        return True

    def _own_slot(self, viewer: i64, card: i64) -> i64:
        slot = self.slots.slot_of[card]
        if slot < 0:
            slot = self.slots.add(viewer, self.all_cards)
            self.slots.settle(slot, card, viewer)
        return slot

    def _passed_slot(self, seat: i64, packed: i64, step: i64, viewer: i64, rng: Rng) -> i64:
        """What a seat passes on, such that every traced card can still turn up where it did; NO_SLOT if nothing."""
        slots = self.slots
        to = beside(seat, step, self.seats)
        if to == viewer:
            card = passed_by(packed, seat)
            row = self.rounds * WIDE
            stuck = slots.held[seat] & ~self.hindsight.after[row + seat] if self.hindsight.traced != 0 else 0
            return self._slot_that_is(card, seat, rng) if without_card(stuck, card) == 0 else NO_SLOT
        if self.planned:
            planned = self.routes.passes(self.rounds, seat, viewer)
            return slots.slot_of[planned] if planned != NO_CARD else self._choose(slots.hands[seat], rng)
        if self.hindsight.traced == 0 or self.untried != 0:
            return self._choose(slots.hands[seat], rng)
        return self._choose(self._may_pass(seat, to, beside(seat, -step, self.seats)), rng)

    def _may_pass(self, seat: i64, to: i64, giver: i64) -> i64:
        """The slots a seat may pass on to another that is not the viewer, as far as hindsight knows."""
        slots, hindsight = self.slots, self.hindsight
        after, passes, keeps, keeps_open = hindsight.after, hindsight.passes, hindsight.keeps, hindsight.keeps_open
        row = self.rounds * WIDE
        free = slots.hands[seat]
        held = slots.held[seat]
        movable = held & passes[row + seat]
        stuck = held & ~after[row + seat]
        # The hand after this round, before it passes a card: how many cards are open, and which are known?
        others = count_set(free)
        comes = self.sent[row + giver]
        if has(slots.certain, comes):
            held = with_card(held, slots.card_in[comes])
        else:
            others += 1
        if stuck != 0:  # one card must move on; not two
            free = 0
            movable &= stuck if one_at_most(stuck) else 0
        then = row + WIDE + seat
        next_up = held & passes[then]
        stuck = next_up & ~after[then]
        if not one_at_most(stuck):  # in the next round two must move on: let one of them go now
            free = 0
            movable &= stuck if count_set(stuck) == 2 else 0
        needed = keeps[row + seat] if next_up != 0 else keeps_open[row + seat]
        if others <= needed:
            free = 0
            if others < needed:
                return 0
        if others < keeps_open[row + seat] and one_at_most(next_up):
            movable &= ~next_up
        # The same for who gets it
        if movable != 0:
            held = slots.held[to]
            others = count_set(slots.hands[to])
            if held & passes[row + to] == 0:
                others -= 1
            if others < keeps[row + to]:
                movable = 0
            elif others < keeps_open[row + to] and held & passes[row + WIDE + to] == 0:
                movable &= passes[row + WIDE + to]
        return free | slots.slots_of(movable)

    def _move_slots(self, step: i64, viewer: i64) -> None:
        seats = self.seats
        first = self.rounds * WIDE
        seat: i64 = 0
        while seat < seats:
            to = beside(seat, step, seats)
            self.slots.move(self.sent[first + seat], seat, to if to != viewer else NO_SEAT)
            seat += 1
        self.moving = 0
        self.rounds += 1

    # Choosing and backtracking

    def _choose(self, slots: i64, rng: Rng) -> i64:
        """A random slot of the set; the rest can be tried later. NO_SLOT if there is none."""
        if self.untried != 0:
            slots = self.untried
            self.untried = 0
        if slots == 0:
            return NO_SLOT
        slot = any_of(slots, rng)
        others = slots & ~self.slots.alike(slot, slots)
        if others != 0:
            self._remember(others)
        return slot

    def _remember(self, others: i64) -> None:
        slots, choice = self.slots, self.choice
        hands, held = slots.hands, slots.held
        first = self.choices * WIDTH
        self.choices += 1
        choice[first + PLACE] = self.place
        choice[first + ROUNDS] = self.rounds
        choice[first + MOVING] = self.moving
        choice[first + CERTAIN] = slots.certain
        choice[first + USED] = slots.used
        choice[first + UNTRIED] = others
        seat: i64 = 0
        while seat < self.seats:
            choice[first + HANDS + seat] = hands[seat]
            choice[first + HELD + seat] = held[seat]
            seat += 1

    def _take_back(self) -> bool:
        """Backtrack to the last choice with untried slots; False if there is none."""
        slots, choice = self.slots, self.choice
        if self.choices == 0:
            return False
        self.choices -= 1
        first = self.choices * WIDTH
        self.place = choice[first + PLACE]
        self.rounds = choice[first + ROUNDS]
        self.moving = choice[first + MOVING]
        slots.used = choice[first + USED]
        self.untried = choice[first + UNTRIED]
        slots.unsettle(choice[first + CERTAIN])
        seat: i64 = 0
        while seat < self.seats:
            slots.hands[seat] = choice[first + HANDS + seat]
            slots.held[seat] = choice[first + HELD + seat]
            seat += 1
        return True

    # The open slots and the draw pile get the cards nobody has seen

    def _deal_rest(self, table: FollowMeState, viewer: i64, rng: Rng) -> bool:
        """Deal the unseen cards; False if they do not fit."""
        slots = self.slots
        left = self.all_cards & ~(table.placed | table.out_of_play)
        if table.lead != NO_CARD:
            left = without_card(left, table.lead)
        wide: i64 = 0
        narrow: i64 = 0
        seat: i64 = 0
        for player in table.players:
            left &= ~(player.observed | player.hand)
            if seat != viewer:
                left &= ~slots.held[seat]
                open_slots = slots.hands[seat]
                doubtful = self._limit(seat, open_slots, table.named)
                narrow |= doubtful
                wide |= open_slots & ~doubtful
            seat += 1
        self.rest.begin(left)
        if not self.rest.deal(narrow, rng):
            return False
        while narrow != 0:
            slot = lowest(narrow)
            slots.card_in[slot] = self.rest.card_of[slot]
            narrow &= narrow - 1
        cards = members(self.rest.left)
        rng.shuffle(cards)
        while wide != 0:
            slots.card_in[lowest(wide)] = cards.pop()
            wide &= wide - 1
        table.draw_pile = cards
        return True

    def _limit(self, seat: i64, open_slots: i64, named: i64) -> i64:
        """Set which cards the open slots of a hand may be; returns the slots that cannot be any card."""
        slots = self.slots
        barred = self.hindsight.barred[seat]
        promised = self.promised[seat]
        doubtful = open_slots
        if barred == 0 and promised < 0:
            doubtful &= slots.narrow
        rest = doubtful
        while rest != 0:
            slot = lowest(rest)
            allowed = slots.fits[slot] & ~barred
            self.rest.allowed[slot] = allowed & self.of_class[named] if slot == promised else allowed
            rest &= rest - 1
        return doubtful

    # Filling in the world

    def _write(self, table: FollowMeState, viewer: i64, rng: Rng) -> None:
        """Fill the table's blanks with what was found."""
        slots = self.slots
        seats = self.seats
        slot: i64 = 0  # slots were numbered in the order of the history, those of the first hands before all others
        seat: i64 = 0
        for player in table.players:
            if seat != viewer:
                slot += self.hindsight.sizes[seat]
                player.hand = slots.held[seat] | slots.cards_in(slots.hands[seat])
                if player.offer == UNSEEN:
                    fitting = self.of_class[table.named] if table.phase == FOLLOWING else self.all_cards
                    player.offer = any_of(player.hand & fitting, rng)
            seat += 1
        history = table.history
        rounds: i64 = 0
        place: i64 = 0
        for code in history:
            kind = kind_of(code)
            if kind == PASSED:
                packed: i64 = 0
                seat = 0
                while seat < seats:
                    sent = self.sent[rounds * WIDE + seat]
                    packed += in_pass(seat, slots.card_in[sent])
                    if seat == viewer and sent == slot:
                        slot += 1
                    seat += 1
                table.passes[rounds] = packed
                rounds += 1
            elif kind <= HIT and seat_of(code) != viewer:
                history[place] = entry(kind, seat_of(code), slots.card_in[slot])
                slot += 1
            place += 1


def one_at_most(cards_set: i64) -> bool:
    """Does a set hold no card or one?"""
    return cards_set & (cards_set - 1) == 0


@mypyc_attr(allow_interpreted_subclasses=True)
class TracedView(TableView[FollowMeState]):
    """A view that keeps its hindsight, which all its worlds share."""

    hindsight: Hindsight | None = None


def fill_in(finder: WorldFinder, view: TracedView, rng: Rng) -> FollowMeState:
    """A world that fits the view."""
    if view.hindsight is None:
        view.hindsight = Hindsight(finder.seats, finder.of_class, view.seen, view.seat)
    return finder.find(view.seen, view.hindsight, rng)
