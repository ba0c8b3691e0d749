"""What one seat may know of a Follow Me table, and the worlds that fit it.

A view holds a table like the true one in which everything hidden is blank: the draw pile, the hands of
others and the cards they have chosen in secret. What a seat has learnt about hidden cards is the table's
story with blanks: who drew and played what and when, which cards it passed and was passed itself, who was
found to hold no Location at the start and who could not follow a habitat.

A world that fits is found by living through the story again. Each card in another hand is a *slot* whose
card may still be open. When a card is played, some slot of that hand becomes it; when cards are passed in
secret, some slot of each hand moves on; what is open in the end gets the cards nobody has seen.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import count_set, has, members, only, with_card, without_card
from parlour.core.errors import BadPosition
from parlour.core.game import Outcome, View
from parlour.core.rng import Rng
from parlour.decks.mackinac.cards import HABITATS
from parlour.games.follow_me.state import (
    BLANK,
    FOLLOWING,
    GIVING,
    HIDDEN,
    HIT,
    HOLDS,
    LACKS,
    LOCATION,
    MISSED,
    NO_CARD,
    PASSED,
    PLAYED,
    STAGES,
    Table,
    copy_table,
    in_pass,
    lowest,
    passed_by,
)

SLOTS: Final = 64
MOST_PASSES: Final = 64  # each comes after a play, and a card is played once
MOST_HOLDS: Final = 128
EASY_TRIES: Final = 4
TRIES_PER_STEP: Final = 4
MOST_TRIES: Final = 100_000

CLASSES: Final = (*HABITATS, "location")
WORDS: Final = ("draws", "draws no location", "draws a location", "plays", "pass", "lacks", "holds")


@final
class TableView(View):
    """The table as a seat sees it; `seen` has blanks where the seat may not look."""

    def __init__(
        self,
        seen: Table,
        keys: tuple[str, ...],
        seat: int,
        to_act: tuple[int, ...],
        legal: list[int],
        outcome: Outcome | None,
    ) -> None:
        super().__init__(seat, len(seen.players), to_act, legal, outcome)
        self.seen = seen
        self.keys = keys

    def names(self, cards_set: i64) -> list[str]:
        """The cards of a set by key."""
        return [self.keys[card] for card in members(cards_set)]

    def facts(self) -> dict[str, object]:
        table = self.seen
        return {
            "seat": self.seat,
            "to_act": list(self.to_act),
            "legal": self.legal,
            "outcome": self.outcome.as_json() if self.outcome is not None else None,
            "stage": STAGES[table.stage],
            "dealer": table.dealer,
            "turn": table.turn,
            "first": table.first,
            "drawn": table.drawn,
            "idle": table.idle,
            "must_draw": table.must_draw,
            "declined": table.declined,
            "draw_pile": table.draw_left,
            "current": self.keys[table.current] if table.current != NO_CARD else None,
            "placed": self.names(table.placed),
            "out_of_play": self.names(table.out_of_play),
            "lead": self.keys[table.lead] if table.lead != NO_CARD else None,
            "named": HABITATS[table.named] if table.lead != NO_CARD else None,
            "direction": "left" if table.step == 1 else "right",
            "players": [
                {
                    "hand": self.names(player.hand),
                    "hand_size": player.hand_size,
                    "observed": self.names(player.observed),
                    "offer": "hidden"
                    if player.offer == HIDDEN
                    else self.keys[player.offer]
                    if player.offer != NO_CARD
                    else None,
                }
                for player in table.players
            ],
            "story": tell_story(table, self.keys),
        }


def tell_story(table: Table, keys: tuple[str, ...]) -> list[list[object]]:
    """The story as readable data; a passed card that was not seen is None."""
    told: list[list[object]] = []
    rounds = 0
    for code in table.story:
        kind, seat, what = code // 512, code // 64 % 8, code % 64
        if kind == PASSED:
            packed: i64 = table.passes[rounds]
            rounds += 1
            passed: list[object] = []
            for giver in range(len(table.players)):
                card = passed_by(packed, giver)
                passed.append(None if card == BLANK else keys[card])
            told.append([WORDS[kind], "left" if what == 0 else "right", passed])
        elif kind == PLAYED:
            told.append([WORDS[kind], seat, keys[what]])
        elif kind in (LACKS, HOLDS):
            told.append([WORDS[kind], seat, CLASSES[what]])
        else:
            told.append([WORDS[kind], seat])
    return told


def look(table: Table, seat: i64) -> Table:
    """A copy of the table with everything blank that the seat may not see."""
    seen = copy_table(table)
    seen.draw_pile = []
    owner: i64 = 0
    for player in seen.players:
        if owner != seat:
            player.hand = 0
            if player.offer != NO_CARD:
                player.offer = HIDDEN
        owner += 1
    seats: i64 = len(seen.players)
    blank = only(seats * 6) - 1  # BLANK for every seat
    rounds: i64 = 0
    for code in table.story:
        if code // 512 == PASSED:
            packed: i64 = table.passes[rounds]
            # A giver knows its own card, a receiver the one it got.
            from_seat = giver_to(seat, 1 if code % 64 == 0 else -1, seats) if seat >= 0 else seat
            shown = blank
            if seat >= 0:
                shown -= in_pass(seat, BLANK - passed_by(packed, seat))
                shown -= in_pass(from_seat, BLANK - passed_by(packed, from_seat))
            seen.passes[rounds] = shown
            rounds += 1
    return seen


def giver_to(seat: i64, step: i64, seats: i64) -> i64:
    """Who passes to a seat when cards go left (step 1) or right (step -1)."""
    giver = seat - step
    if giver == seats:
        return 0
    if giver < 0:
        return seats - 1
    return giver


def any_of(cards_set: i64, rng: Rng) -> i64:
    """A random member of a set that is not empty."""
    skip: i64 = rng.below(count_set(cards_set))
    while skip > 0:
        cards_set &= cards_set - 1
        skip -= 1
    return lowest(cards_set)


@final
class Guesser:
    """Finds worlds that fit a view. Its tables are scratch space, used anew for each world."""

    def __init__(self, seats: int, all_cards: i64, of_class: list[int]) -> None:
        self.seats: i64 = seats
        self.all_cards: i64 = all_cards
        self.of_class: vec[i64] = vec[i64](of_class)
        self.sizes: vec[i64] = vec[i64]([0] * 8)  # hand sizes when the story begins
        self.hands: vec[i64] = vec[i64]([0] * 8)  # the set of slots in each hand
        self.used: i64 = 0  # slots so far
        self.certain: i64 = 0  # the set of slots whose card is settled
        self.narrow: i64 = 0  # the set of slots that not every card fits
        self.card_in: vec[i64] = vec[i64]([0] * SLOTS)
        self.slot_of: vec[i64] = vec[i64]([0] * SLOTS)
        self.fits: vec[i64] = vec[i64]([0] * SLOTS)  # the cards a slot may be
        self.sent: vec[i64] = vec[i64]([0] * (MOST_PASSES * 8))  # the slot each seat passes, round by round
        self.moving: vec[i64] = vec[i64]([0] * 8)
        # Cards the viewer has passed on, and where each must be to be seen later where it was seen:
        # after each round a set of seats.
        self.traced: i64 = 0
        self.goal: vec[i64] = vec[i64]([0] * SLOTS)
        self.goal_after: vec[i64] = vec[i64]([0] * (MOST_PASSES * SLOTS))
        # How many cards passed on by the viewer a hand can hold after each round, given what it plays later.
        self.room: vec[i64] = vec[i64]([0] * 8)
        self.room_after: vec[i64] = vec[i64]([0] * (MOST_PASSES * 8))
        self.came_back: vec[i64] = vec[i64]([0] * MOST_PASSES)  # 1: the viewer was passed such a card
        # Of each of these sets of slots at least one holds a card of the class.
        self.promises: i64 = 0
        # How things stood before each round of passing.
        self.before: vec[i64] = vec[i64]([0] * MOST_PASSES)
        self.certain_before: vec[i64] = vec[i64]([0] * MOST_PASSES)
        self.used_before: vec[i64] = vec[i64]([0] * MOST_PASSES)
        self.promises_before: vec[i64] = vec[i64]([0] * MOST_PASSES)
        self.hands_before: vec[i64] = vec[i64]([0] * (MOST_PASSES * 8))
        self.promised_slots: vec[i64] = vec[i64]([0] * MOST_HOLDS)
        self.promised_class: vec[i64] = vec[i64]([0] * MOST_HOLDS)
        self.tries: i64 = 0

    def fill_in(self, view: TableView, rng: Rng) -> Table:
        """A world that fits the view."""
        table = copy_table(view.seen)
        viewer: i64 = view.seat
        self._look_back(table, viewer)
        self.tries = 1
        while not (self._relive(table, viewer, rng) and self._deal_rest(table, viewer, rng)):
            self.tries += 1
            if self.tries > MOST_TRIES:
                raise BadPosition("Follow Me If You Can!: no deal fits the story of this position.")
        self._write(table, viewer, rng)
        return table

    # Backwards: hand sizes at the start, and where traced cards must have been

    def _look_back(self, table: Table, viewer: i64) -> None:
        seats = self.seats
        self.traced = 0
        if viewer >= 0 and seats > 2:
            self._find_traced(table, viewer)
        traced = self.traced
        others = only(seats) - 1
        if viewer >= 0:
            others = without_card(others, viewer)
        rest = traced
        while rest != 0:
            self.goal[lowest(rest)] = others
            rest &= rest - 1
        seat: i64 = 0
        for player in table.players:
            self.sizes[seat] = player.hand_size
            self.room[seat] = player.hand_size
            seat += 1
        rounds: i64 = len(table.passes)
        place: i64 = len(table.story) - 1
        while place >= 0:
            code: i64 = table.story[place]
            kind = code >> 9
            seat = (code >> 6) & 7
            what = code & 63
            if kind == PLAYED:
                self.sizes[seat] += 1
                if has(traced, what):
                    self.goal[what] = only(seat)
                    self.room[seat] += 1
            elif kind <= HIT:
                self.sizes[seat] -= 1
                if self.room[seat] > self.sizes[seat]:
                    self.room[seat] = self.sizes[seat]
            elif kind == LACKS:
                rest = traced & self.of_class[what]
                while rest != 0:
                    card = lowest(rest)
                    self.goal[card] = without_card(self.goal[card], seat)
                    rest &= rest - 1
            elif kind == PASSED:
                rounds -= 1
                if traced != 0:
                    self._trace_round(table.passes[rounds], rounds, 1 if what == 0 else -1, viewer, others)
            place -= 1

    def _find_traced(self, table: Table, viewer: i64) -> None:
        """Which cards the viewer has passed on, and which of the cards it was passed it had passed on before."""
        traced: i64 = 0
        away: i64 = 0
        rounds: i64 = 0
        for code in table.story:
            now: i64 = code
            if now >> 9 == PASSED:
                packed: i64 = table.passes[rounds]
                received = passed_by(packed, giver_to(viewer, 1 if now & 63 == 0 else -1, self.seats))
                self.came_back[rounds] = 1 if has(away, received) else 0
                away = with_card(without_card(away, received), passed_by(packed, viewer))
                traced |= away
                rounds += 1
        self.traced = traced

    def _trace_round(self, packed: i64, rounds: i64, step: i64, viewer: i64, others: i64) -> None:
        giver = giver_to(viewer, step, self.seats)
        received = passed_by(packed, giver)
        high = self.seats - 1
        rest = self.traced
        while rest != 0:
            card = lowest(rest)
            goal = self.goal[card]
            self.goal_after[rounds * SLOTS + card] = goal
            if card == received:
                self.goal[card] = only(giver)
            else:
                # It was there already, or came from the neighbour.
                back = (goal >> 1) | ((goal & 1) << high) if step == 1 else (goal << 1) | (goal >> high)
                self.goal[card] = (goal | back) & others
            rest &= rest - 1
        seat: i64 = 0
        while seat < self.seats:
            room = self.room[seat]
            self.room_after[rounds * 8 + seat] = room
            if seat == giver:
                room += self.came_back[rounds]
            else:
                room += 1
            if giver_to(seat, step, self.seats) == viewer:
                room -= 1
            if room > self.sizes[seat]:
                room = self.sizes[seat]
            self.room[seat] = room
            seat += 1

    # Forwards: the story once more, with chance where the viewer saw nothing

    def _relive(self, table: Table, viewer: i64, rng: Rng) -> bool:
        self.used = 0
        self.certain = 0
        self.narrow = 0
        self.promises = 0
        slot: i64 = 0
        while slot < SLOTS:
            self.slot_of[slot] = NO_CARD
            slot += 1
        seat: i64 = 0
        while seat < self.seats:
            self.hands[seat] = 0
            if seat != viewer:
                slot = 0
                while slot < self.sizes[seat]:
                    self._new_slot(seat)
                    slot += 1
            seat += 1
        story = table.story
        length: i64 = len(story)
        place: i64 = 0
        rounds: i64 = 0
        failures: i64 = 0
        steps_back = True
        while place < length:
            code: i64 = story[place]
            kind = code >> 9
            seat = (code >> 6) & 7
            what = code & 63
            fits = True
            if kind == PASSED:
                self._remember(rounds, place)
                fits = self._pass_slots(table.passes[rounds], rounds, 1 if what == 0 else -1, viewer, rng)
                rounds += 1
            elif seat == viewer:
                pass
            elif kind == PLAYED:
                slot = self._slot_for(seat, what, rng)
                fits = slot >= 0
                if fits:
                    self.hands[seat] = without_card(self.hands[seat], slot)
            elif kind == LACKS:
                self._bar(seat, self.of_class[what])
                steps_back = rounds == 0  # slots barred after a round of passing are not freed again
            elif kind == HOLDS:
                self.promised_slots[self.promises] = self.hands[seat]
                self.promised_class[self.promises] = what
                self.promises += 1
            else:
                slot = self._new_slot(seat)
                if kind == MISSED:
                    self._narrow_to(slot, self.all_cards & ~self.of_class[LOCATION])
                elif kind == HIT:
                    self._narrow_to(slot, self.of_class[LOCATION])
            place += 1
            if not fits:
                # Another try from a few rounds of passing ago, further and further back.
                failures += 1
                rounds -= 1 + failures // TRIES_PER_STEP
                if rounds < 0 or not steps_back:
                    return False
                place = self._step_back(rounds)
        return True

    def _remember(self, rounds: i64, place: i64) -> None:
        """Where we stand before a round of passing."""
        self.before[rounds] = place
        self.certain_before[rounds] = self.certain
        self.used_before[rounds] = self.used
        self.promises_before[rounds] = self.promises
        seat: i64 = 0
        while seat < self.seats:
            self.hands_before[rounds * 8 + seat] = self.hands[seat]
            seat += 1

    def _step_back(self, rounds: i64) -> i64:
        """Undo everything since before a round of passing; returns its place in the story."""
        undone = self.certain & ~self.certain_before[rounds]
        while undone != 0:
            slot = lowest(undone)
            self.slot_of[self.card_in[slot]] = NO_CARD
            self.card_in[slot] = NO_CARD
            undone &= undone - 1
        self.certain = self.certain_before[rounds]
        self.used = self.used_before[rounds]
        self.promises = self.promises_before[rounds]
        seat: i64 = 0
        while seat < self.seats:
            self.hands[seat] = self.hands_before[rounds * 8 + seat]
            seat += 1
        return self.before[rounds]

    def _narrow_to(self, slot: i64, cards_set: i64) -> None:
        self.fits[slot] = cards_set
        self.narrow = with_card(self.narrow, slot)

    def _new_slot(self, seat: i64) -> i64:
        slot = self.used
        self.used += 1
        self.card_in[slot] = NO_CARD
        self.fits[slot] = self.all_cards
        self.hands[seat] = with_card(self.hands[seat], slot)
        return slot

    def _settle(self, slot: i64, card: i64) -> None:
        self.card_in[slot] = card
        self.slot_of[card] = slot
        self.certain = with_card(self.certain, slot)

    def _bar(self, seat: i64, barred: i64) -> None:
        """No open slot of the hand holds one of these cards."""
        rest = self.hands[seat] & ~self.certain
        self.narrow |= rest
        while rest != 0:
            slot = lowest(rest)
            self.fits[slot] &= ~barred
            rest &= rest - 1

    def _slot_for(self, seat: i64, card: i64, rng: Rng) -> i64:
        """The slot of the hand that is this card, a random one if it is not known yet; -1 if there is none."""
        slot = self.slot_of[card]
        if slot >= 0:
            if not has(self.hands[seat], slot):
                slot = NO_CARD
            return slot
        free = self.hands[seat] & ~self.certain
        doubtful = free & self.narrow
        while doubtful != 0:
            slot = lowest(doubtful)
            if not has(self.fits[slot], card):
                free = without_card(free, slot)
            doubtful &= doubtful - 1
        if free == 0:
            return NO_CARD
        slot = any_of(free, rng)
        self._settle(slot, card)
        return slot

    def _pass_slots(self, packed: i64, rounds: i64, step: i64, viewer: i64, rng: Rng) -> bool:
        seats = self.seats
        # Begin with the viewer and go the way the cards go: what a hand receives is settled before what it passes.
        seat: i64 = viewer
        if seat < 0:
            seat = 0
        gets_traced = False
        for _ in range(seats):
            to = giver_to(seat, -step, seats)
            slot: i64 = NO_CARD
            if seat == viewer:
                card = passed_by(packed, seat)
                slot = self.slot_of[card]
                if slot < 0:
                    slot = self._new_slot(seat)
                    self._settle(slot, card)
            elif to == viewer:
                slot = self._slot_for(seat, passed_by(packed, seat), rng)
            else:
                slot = self._any_slot(seat, to, viewer, step, rounds, gets_traced, rng)
            if slot < 0:
                return False
            self.moving[seat] = slot
            self.sent[rounds * 8 + seat] = slot
            gets_traced = has(self.certain, slot)
            seat = to
        seat = 0
        while seat < seats:
            self.hands[seat] = without_card(self.hands[seat], self.moving[seat])
            seat += 1
        seat = 0
        while seat < seats:
            to = giver_to(seat, -step, seats)
            if to != viewer:
                self.hands[to] = with_card(self.hands[to], self.moving[seat])
            seat += 1
        return True

    def _any_slot(self, seat: i64, to: i64, viewer: i64, step: i64, rounds: i64, gets: bool, rng: Rng) -> i64:
        """What a hand passes on unseen, such that every traced card can still turn up where it did; -1 if nothing."""
        hand = self.hands[seat]
        free = hand & ~self.certain
        if self.traced == 0:
            return any_of(free, rng)
        traced = hand & self.certain
        movable: i64 = 0
        must: i64 = NO_CARD
        held: i64 = 1 if gets else 0
        while traced != 0:
            slot = lowest(traced)
            goal = self.goal_after[rounds * SLOTS + self.card_in[slot]]
            if not has(goal, seat):
                if must >= 0:
                    return NO_CARD
                must = slot
            if has(goal, to):
                movable = with_card(movable, slot)
            held += 1
            traced &= traced - 1
        if must >= 0:
            movable = only(must)
            free = 0
        if movable != 0:
            # Has the next hand room for one more, if it passes one on itself?
            after_next = giver_to(to, -step, self.seats)
            next_held = count_set(self.hands[to] & self.certain) + 1
            sheds: i64 = 1
            if after_next == viewer:
                sheds = self.came_back[rounds]
            if next_held - sheds > self.room_after[rounds * 8 + to]:
                movable = 0
        room = self.room_after[rounds * 8 + seat]
        choice = movable
        if held <= room:
            choice |= free
        if choice == 0:
            return NO_CARD
        return any_of(choice, rng)

    # The open slots and the draw pile get the cards nobody has seen

    def _deal_rest(self, table: Table, viewer: i64, rng: Rng) -> bool:
        left = self.all_cards & ~(table.placed | table.out_of_play)
        if table.lead != NO_CARD:
            left = without_card(left, table.lead)
        for player in table.players:
            left &= ~(player.observed | player.hand)
        open_slots: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if seat != viewer:
                open_slots |= self.hands[seat]
            seat += 1
        known = open_slots & self.certain
        while known != 0:
            left = without_card(left, self.card_in[lowest(known)])
            known &= known - 1
        open_slots &= ~self.certain
        if self.tries > EASY_TRIES:
            # Keep the promises first; slower worlds to find, so not before plain luck has failed.
            promise: i64 = 0
            while promise < self.promises:
                wanted = self.of_class[self.promised_class[promise]]
                if not self._kept(promise):
                    slot = self._slot_that_may_be(self.promised_slots[promise] & open_slots, left & wanted, rng)
                    if slot < 0:
                        return False
                    card = any_of(left & wanted & self.fits[slot], rng)
                    self.card_in[slot] = card
                    left = without_card(left, card)
                    open_slots = without_card(open_slots, slot)
                promise += 1
        narrow = open_slots & self.narrow
        open_slots &= ~self.narrow
        while narrow != 0:
            slot = self._narrowest(narrow, left)
            choice = left & self.fits[slot]
            if choice == 0:
                return False
            card = any_of(choice, rng)
            self.card_in[slot] = card
            left = without_card(left, card)
            narrow = without_card(narrow, slot)
        cards = members(left)
        rng.shuffle(cards)
        while open_slots != 0:
            self.card_in[lowest(open_slots)] = cards.pop()
            open_slots &= open_slots - 1
        table.draw_pile = cards
        made: i64 = 0
        while made < self.promises:
            if not self._kept(made):
                return False
            made += 1
        return True

    def _kept(self, promise: i64) -> bool:
        wanted = self.of_class[self.promised_class[promise]]
        slots = self.promised_slots[promise]
        while slots != 0:
            card = self.card_in[lowest(slots)]
            if card != NO_CARD and has(wanted, card):
                return True
            slots &= slots - 1
        return False

    def _slot_that_may_be(self, slots: i64, wanted: i64, rng: Rng) -> i64:
        able: i64 = 0
        while slots != 0:
            slot = lowest(slots)
            if self.fits[slot] & wanted != 0:
                able = with_card(able, slot)
            slots &= slots - 1
        return any_of(able, rng) if able != 0 else NO_CARD

    def _narrowest(self, slots: i64, left: i64) -> i64:
        """The slot with the fewest cards to choose from."""
        best: i64 = NO_CARD
        fewest: i64 = SLOTS
        while slots != 0:
            slot = lowest(slots)
            choice = count_set(left & self.fits[slot])
            if choice < fewest:
                fewest = choice
                best = slot
            slots &= slots - 1
        return best

    def _write(self, table: Table, viewer: i64, rng: Rng) -> None:
        """Put what was found into the table's blanks."""
        seat: i64 = 0
        for player in table.players:
            if seat != viewer:
                slots = self.hands[seat]
                hand: i64 = 0
                while slots != 0:
                    hand = with_card(hand, self.card_in[lowest(slots)])
                    slots &= slots - 1
                player.hand = hand
                if player.offer == HIDDEN:
                    player.offer = any_of(hand & self.of_class[table.named] if table.stage == FOLLOWING else hand, rng)
            seat += 1
        rounds: i64 = 0
        for _ in range(len(table.passes)):
            packed: i64 = 0
            seat = 0
            while seat < self.seats:
                packed += in_pass(seat, self.card_in[self.sent[rounds * 8 + seat]])
                seat += 1
            table.passes[rounds] = packed
            rounds += 1

    # What a seat remembers, for encoders and simple players

    def may_hold(self, view: TableView) -> list[int]:
        """For each card the viewer has passed on and not seen again: the set of seats that may hold it, else 0."""
        table = view.seen
        where: list[int] = [0] * SLOTS
        if view.seat < 0:
            return where
        viewer: i64 = view.seat
        high = self.seats - 1
        others = without_card(only(self.seats) - 1, viewer)
        traced: i64 = 0
        rounds: i64 = 0
        for code in table.story:
            kind, seat, what = code // 512, code // 64 % 8, code % 64
            if kind == PLAYED:
                where[what] = 0
                traced = without_card(traced, what)
            elif kind == LACKS:
                for card in members(traced & self.of_class[what]):
                    where[card] &= ~only(seat)
            elif kind == PASSED:
                step: i64 = 1 if what == 0 else -1
                packed: i64 = table.passes[rounds]
                rounds += 1
                for card in members(traced):
                    at: i64 = where[card]
                    on = (at << 1) | (at >> high) if step == 1 else (at >> 1) | ((at & 1) << high)
                    where[card] = (at | on) & others
                received = passed_by(packed, giver_to(viewer, step, self.seats))
                where[received] = 0
                traced = without_card(traced, received)
                given = passed_by(packed, viewer)
                where[given] = only(giver_to(viewer, -step, self.seats))
                traced = with_card(traced, given)
        return where


def encode_view(view: TableView, guesser: Guesser, deck_size: int) -> dict[str, list[float]]:
    """The view as numbers; players in order of play to the left, the viewer first."""
    table = view.seen
    seats = view.seats
    first = view.seat if view.seat >= 0 else 0
    order = [(first + i) % seats for i in range(seats)]
    players = [table.players[seat] for seat in order]
    where = guesser.may_hold(view)
    lacks = [0.0] * (seats * 7)
    for code in table.story:
        if code // 512 == LACKS:
            lacks[(code // 64 % 8 - first) % seats * 7 + code % 64] = 1.0
    return {
        "hand": _marks(players[0].hand, deck_size) if view.seat >= 0 else [0.0] * deck_size,
        "observed": [mark for player in players for mark in _marks(player.observed, deck_size)],
        "may_hold": [
            1.0 / float(count_set(where[card])) if has(where[card], seat) else 0.0
            for seat in order
            for card in range(deck_size)
        ],
        "lacks": lacks,
        "hand_size": [float(player.hand_size) / deck_size for player in players],
        "offered": [1.0 if player.offer != NO_CARD else 0.0 for player in players],
        "own_offer": _marks(only(players[0].offer), deck_size) if players[0].offer >= 0 else [0.0] * deck_size,
        "placed": _marks(table.placed, deck_size),
        "current": _marks(only(table.current), deck_size) if table.current >= 0 else [0.0] * deck_size,
        "out_of_play": _marks(table.out_of_play, deck_size),
        "lead": _marks(only(table.lead), deck_size) if table.lead >= 0 else [0.0] * deck_size,
        "named": [1.0 if table.lead >= 0 and table.named == habitat else 0.0 for habitat in range(len(HABITATS))],
        "draw_pile": [float(table.draw_left) / deck_size],
        "stage": [1.0 if table.stage == stage else 0.0 for stage in range(len(STAGES))],
        "turn": [1.0 if table.turn == seat else 0.0 for seat in order],
        "to_act": [1.0 if seat in view.to_act else 0.0 for seat in order],
        "drawn": [float(table.drawn) / 3.0],
        "idle": [float(table.idle) / float(seats), 1.0 if table.must_draw else 0.0],
        "declined": [float(table.declined) / float(seats)],
        "direction": [1.0 if table.stage == GIVING and table.step == 1 else 0.0],
        "first": [1.0 if table.first else 0.0],
    }


def _marks(cards_set: i64, deck_size: int) -> list[float]:
    return [1.0 if has(cards_set, card) else 0.0 for card in range(deck_size)]
