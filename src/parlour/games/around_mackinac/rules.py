"""All Around Mackinac Island: push your luck around the circle and come home with the most Fun.

The rules in the order of the rule sheet: set-up, a turn, following the cards, when a turn ends. The marks
(AM-07) are the ids of rules.md. directions.py reads what the cards say, effects.py moves the Fun.
"""

from pathlib import Path
from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from parlour.core.bags import has, members, with_card
from parlour.core.cards import Card, Deck, choose_deck
from parlour.core.chance import Chance
from parlour.core.events import Emit, tells, wants
from parlour.core.fields import Kinds
from parlour.core.game import NOBODY, About, Game, Moves, TableView
from parlour.core.outcome import Ending, Outcome, ranks_by_score
from parlour.games.around_mackinac import events
from parlour.games.around_mackinac.about import ABOUT
from parlour.games.around_mackinac.actions import (
    ENOUGH,
    FROM,
    LEAVE,
    ROLL,
    ROLL_MORE,
    STOP,
    TAKE,
    list_actions,
)
from parlour.games.around_mackinac.directions import (
    END_TURN,
    REMOVE,
    ROLL_AGAIN,
    RUSH,
    SHOP,
    TAKE_MOST,
    Directions,
    is_only_one,
    read_directions,
)
from parlour.games.around_mackinac.effects import (
    give,
    most_fun,
    pass_piles,
    remove,
    something_to_take,
    take,
    take_from,
    take_from_center,
)
from parlour.games.around_mackinac.state import (
    AGAIN,
    GIFT,
    MAY_STOP,
    MUST_ROLL,
    OVER,
    TAKING,
    TARGET,
    MackinacState,
    add_roll,
    declare,
)

TIED = "Tied at the top, whoever took a turn last wins."

MOST_CARDS: Final = 40


def choose_circle(deck: Deck, size: int, every_verb: bool) -> list[Card]:
    """The kinds of card that lie in a circle of the chosen size (AM-G01).

    With `every_verb`, a card that alone does something stays, and one that others can stand in for leaves.
    """
    chosen = []
    for card in deck.cards:
        fits = "from_circle" not in card.fields or card.number("from_circle", 2, MOST_CARDS) <= size
        if fits or (every_verb and is_only_one(card, deck.cards)):
            chosen.append(card)
            if not fits:
                chosen.remove(next(one for one in chosen if not is_only_one(one, deck.cards)))
    total = sum([card.copies for card in chosen])
    if not 2 <= total <= MOST_CARDS:
        raise deck.wrong(f"a circle has from 2 to {MOST_CARDS} cards, not {total}")
    return chosen


@mypyc_attr(allow_interpreted_subclasses=True)
class MackinacRules(Game[MackinacState, TableView[MackinacState]]):
    """The rules of All Around Mackinac Island with their house-rule options."""

    about: ClassVar[About] = ABOUT

    def __init__(self, seats: int = 4, deck: Deck | Path | str | None = None, **options: object) -> None:
        super().__init__(seats, choose_deck(deck, "parlour.games.around_mackinac", ("tiny", "tiny_shop")), options)
        house = self.options
        self.take_optional = bool(house["take_optional"])
        self.equal_turns = bool(house["equal_turns"])
        self.show_last_reveal = bool(house["show_last_reveal"])
        self.ties_broken = house["tie"] == "broken"
        self.most_turns: i64 = int(house["last_ferry"]) * seats

        self.cards = choose_circle(self.deck, int(house["circle"]), bool(house["fog_in_twelve"]))
        self.keys = tuple(card.key for card in self.cards)
        self.directions = Directions([read_directions(card) for card in self.cards])
        self.whole_deck: list[int] = [kind for kind, card in enumerate(self.cards) for _ in range(card.copies)]
        self.places: i64 = len(self.whole_deck)
        self.unsorted: list[int] = [0] * self.places  # one bundle: nothing is known
        self.chips_each: i64 = self.deck.setting("chips", "each", 1, 50)
        self.chips_start: i64 = self.deck.setting("chips", "start", 0, 50)
        if self.chips_start >= self.chips_each:
            raise self.deck.wrong("[chips] start must leave something in the Center")

        self.set_actions(list_actions(seats))
        self.schema = declare(
            seats,
            Kinds(self.keys, [card.copies for card in self.cards]),
            seats * self.chips_each,
            self.most_turns,
            self.actions.texts,
        )

    # Set-up

    def new(self, chance: Chance, emit: Emit | None = None) -> MackinacState:
        circle = self.whole_deck.copy()
        chance.shuffle(circle, "circle")  # AM-02
        table = MackinacState(circle, self.unsorted, [self.chips_start] * self.seats)  # AM-05
        table.center = self.seats * (self.chips_each - self.chips_start)  # AM-04
        table.pawn = 0  # AM-03: beside any card; they are all unknown
        table.turn = self.pick_first(chance)  # AM-06, AM-G18: ages are not asked
        if emit is not None and wants(emit, events.BEGINS, table.turn):
            emit(events.BEGINS(seat=table.turn))
        return table

    # A turn

    def actor(self, table: MackinacState) -> i64:
        phase = table.phase
        if phase == OVER:
            return NOBODY
        return table.shopper if phase in (AGAIN, GIFT) else table.turn

    def list_legal(self, table: MackinacState, seat: i64, out: Moves) -> None:
        if seat != self.actor(table):
            return
        phase = table.phase
        if phase == MUST_ROLL:  # AM-07: at least once; AM-26: no stopping
            out.add(ROLL)
        elif phase == MAY_STOP:  # AM-09; AM-G14: also while the Center is empty
            out.add(ROLL)
            out.add(STOP)
        elif phase == AGAIN:  # AM-G07
            out.add(ROLL_MORE)
            out.add(ENOUGH)
        elif phase == TARGET:
            most = most_fun(table)
            other: i64 = 0
            while other < self.seats:
                if other != seat and table.fun[other] == most:
                    out.add(FROM + other)
                other += 1
        else:  # take_optional
            out.add(TAKE)
            out.add(LEAVE)

    def perform(self, table: MackinacState, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
        table.last_seat = seat
        table.last_action = action
        table.rolls = 0
        if action == ROLL:
            self._roll(table, chance, emit)
        elif action == STOP:  # AM-10
            self._keep_stash(table, "stopped", emit)
            self._turn_ends(table, chance, emit)
        elif action >= FROM:
            take_from(table, action - FROM, self._amount(table), emit)
            self._next_direction(table, chance, emit)
        elif action == ROLL_MORE:
            self._shop(table, chance, emit)
        elif action == ENOUGH:
            if tells(emit):
                emit(events.ENOUGH_GIFTS(seat=seat))
            self._next_shopper(table, chance, emit)
        else:
            self._take_or_leave(table, action == TAKE, chance, emit)

    def _roll(self, table: MackinacState, chance: Chance, emit: Emit | None) -> None:
        """Roll, move, turn up, follow the card (AM-07)."""
        roll = chance.roll()
        add_roll(table, roll)
        table.pawn = (table.pawn + roll) % self.places
        kind: i64 = table.circle[table.pawn]
        if tells(emit):
            emit(events.ROLLED(seat=table.turn, roll=roll, place=table.pawn + 1))
        if has(table.face_up, table.pawn):  # AM-12, AM-G11, AM-G12: a card turned up in this very turn
            if emit is not None and wants(emit, events.MACKED_OUT, table.turn):
                emit(events.MACKED_OUT(seat=table.turn, card=self.keys[kind], lost=table.stash))
            table.center += table.stash  # AM-G03, AM-G04: the whole stash, from any source
            table.stash = 0
            self._turn_ends(table, chance, emit)
            return
        table.face_up = with_card(table.face_up, table.pawn)
        table.up_count += 1
        if emit is not None and wants(emit, events.TURNED_UP, table.turn, kind):
            turned_up = events.TURNED_UP_AT if self.show_last_reveal else events.TURNED_UP
            emit(turned_up(seat=table.turn, card=self.keys[kind], place=table.pawn + 1))
        table.direction = 0
        self._follow_card(table, chance, emit)

    def _keep_stash(self, table: MackinacState, why: str, emit: Emit | None) -> None:
        if emit is not None and wants(emit, events.KEPT, table.turn, table.stash):
            emit(events.KEPT(seat=table.turn, amount=table.stash, why=why))
        table.fun[table.turn] += table.stash
        table.stash = 0

    # Following the directions on the cards

    def _amount(self, table: MackinacState) -> i64:
        return self.directions.amount(table.circle[table.pawn], table.direction, table.up_count)

    def _follow_card(self, table: MackinacState, chance: Chance, emit: Emit | None) -> None:
        """Carry out the directions of the card beside the pawn, until one needs a decision."""
        directions = self.directions
        kind: i64 = table.circle[table.pawn]
        while table.direction < directions.count[kind]:
            verb = directions.verb(kind, table.direction)
            if verb <= TAKE_MOST:  # AM-18
                if self.take_optional and something_to_take(table, verb):  # AM-G02
                    table.phase = TAKING
                    return
                if not self._take(table, verb, emit):
                    return
            elif verb < REMOVE:
                give(table, verb, self._amount(table), emit)
            elif verb == REMOVE:
                remove(table, self._amount(table), emit)
            elif verb == SHOP:
                table.shopper = table.turn
                self._shop(table, chance, emit)
                return
            elif verb == ROLL_AGAIN:  # AM-26
                table.direction = 0
                table.phase = MUST_ROLL
                return
            elif verb == END_TURN:  # AM-11, AM-28
                self._keep_stash(table, "card", emit)
                self._turn_ends(table, chance, emit)
                return
            elif verb == RUSH:
                self._rush(table, chance, emit)
                return
            table.direction += 1
        table.direction = 0
        table.phase = MAY_STOP  # AM-09

    def _next_direction(self, table: MackinacState, chance: Chance, emit: Emit | None) -> None:
        table.direction += 1
        self._follow_card(table, chance, emit)

    def _take(self, table: MackinacState, verb: i64, emit: Emit | None) -> bool:
        """Carry out a direction to take; False if the player must first choose from whom."""
        if take(table, verb, self._amount(table), emit):
            return True
        table.phase = TARGET
        return False

    def _take_or_leave(self, table: MackinacState, taking: bool, chance: Chance, emit: Emit | None) -> None:
        if table.phase == GIFT:
            if taking:
                self._take_gift(table, chance, emit)
            else:  # no Fun taken, no further roll
                if tells(emit):
                    emit(events.LEFT(seat=table.shopper))
                self._next_shopper(table, chance, emit)
            return
        if not taking:
            if tells(emit):
                emit(events.LEFT(seat=table.turn))
        elif not self._take(table, self.directions.verb(table.circle[table.pawn], table.direction), emit):
            return
        self._next_direction(table, chance, emit)

    # Shop for Gifts

    def _shop(self, table: MackinacState, chance: Chance, emit: Emit | None) -> None:
        """The shopper rolls (AM-25)."""
        if table.center == 0:  # AM-G08: nothing left to shop for
            if tells(emit):
                emit(events.SHOP_EMPTY())
            self._leave_shop(table, chance, emit)
            return
        table.gift = chance.roll("gift")
        add_roll(table, table.gift)
        if emit is not None and wants(emit, events.SHOPPED, table.shopper):
            emit(events.SHOPPED(seat=table.shopper, roll=table.gift))
        if self.take_optional:
            table.phase = GIFT
        else:
            self._take_gift(table, chance, emit)

    def _take_gift(self, table: MackinacState, chance: Chance, emit: Emit | None) -> None:
        kind: i64 = table.circle[table.pawn]
        take_from_center(table, table.shopper, self.directions.gift(kind, table.gift), emit)
        if table.gift == self.directions.again[kind] and table.center > 0:  # AM-25, AM-G07, AM-G08
            table.phase = AGAIN
        else:
            self._next_shopper(table, chance, emit)

    def _next_shopper(self, table: MackinacState, chance: Chance, emit: Emit | None) -> None:
        table.shopper = (table.shopper + 1) % self.seats  # AM-G06
        if table.shopper == table.turn:
            self._leave_shop(table, chance, emit)
        else:
            self._shop(table, chance, emit)

    def _leave_shop(self, table: MackinacState, chance: Chance, emit: Emit | None) -> None:
        table.shopper = 0
        table.gift = 0
        self._next_direction(table, chance, emit)

    # Tourist Rush

    def _rush(self, table: MackinacState, chance: Chance, emit: Emit | None) -> None:
        """The turn ends, the stash is safe, then all Fun Piles move (AM-27)."""
        self._keep_stash(table, "card", emit)
        roll = chance.roll("rush")
        add_roll(table, roll)
        pass_piles(table, roll)
        if emit is not None and wants(emit, events.RUSHED, table.turn):
            emit(events.RUSHED(seat=table.turn, roll=roll, fun=list(table.fun)))
        self._turn_ends(table, chance, emit)  # AM-G09: only now is the Center looked at

    # When a turn ends

    def _turn_ends(self, table: MackinacState, chance: Chance, emit: Emit | None) -> None:
        table.turns += 1
        table.direction = 0
        if self._game_ends(table, emit):
            table.phase = OVER
            if tells(emit):
                emit(events.ENDED(reason=self._ending(table).sentence))
            return
        self._return_cards(table, chance, emit)
        if tells(emit) and self.most_turns - table.turns == self.seats:
            emit(events.LAST_ROUND())
        table.turn = (table.turn + 1) % self.seats  # AM-16, AM-G13: everybody has a turn, with or without Fun
        table.phase = MUST_ROLL

    def _game_ends(self, table: MackinacState, emit: Emit | None) -> bool:
        if table.center == 0 and not table.closing:  # AM-13: looked at only now
            if not self.equal_turns:  # AM-G15
                return True
            table.closing = True
            if tells(emit) and table.turns % self.seats != 0:
                emit(events.CLOSING())
        if table.closing and table.turns % self.seats == 0:
            return True
        return table.turns >= self.most_turns  # AM-G16

    def _return_cards(self, table: MackinacState, chance: Chance, emit: Emit | None) -> None:
        """The turn's cards are shuffled among their own places; all others stay (AM-15, AM-17, AM-G20)."""
        places = members(table.face_up)
        turned_up: list[int] = [table.circle[place] for place in places]
        bundle = table.bundle.copy()
        if len(places) > 1:
            chance.shuffle(turned_up, "return")
            circle = table.circle.copy()
            i: i64 = 0
            for place in places:
                circle[place] = turned_up[i]
                i += 1
            table.circle = circle
        for place in places:
            bundle[place] = table.turns
        table.bundle = bundle
        table.face_up = 0
        table.up_count = 0
        if tells(emit):
            emit(events.RETURNED(seat=table.turn, places=[place + 1 for place in places]))

    def _ending(self, table: MackinacState) -> Ending:
        if table.closing:
            return events.ROUND_FINISHED
        return events.CENTER_EMPTY if table.center == 0 else events.LAST_FERRY

    def outcome(self, table: MackinacState) -> Outcome | None:
        if table.phase != OVER:
            return None
        if not self.ties_broken:  # AM-G22: the option
            return Outcome(ranks_by_score(table.fun), tuple(table.fun), self._ending(table))
        most = max(table.fun)
        winner: i64 = table.turn  # AM-14, AM-G22: going back from the player whose turn has just ended
        while table.fun[winner] != most:
            winner = (winner + self.seats - 1) % self.seats
        leaders = table.fun.count(most)
        ranks = list(ranks_by_score(table.fun))
        for seat in range(self.seats):
            if table.fun[seat] == most and seat != winner:
                ranks[seat] = 2
        return Outcome(tuple(ranks), tuple(table.fun), self._ending(table), TIED if leaders > 1 else "")

    def longest(self) -> int:
        # Each card is followed at most once in a turn, and every further roll in the shop takes Fun from the Center.
        shopping = 2 * (self.seats + self.seats * self.chips_each)
        decisions: int = self.places + 1
        for kind in self.whole_deck:
            for direction in self.directions.of_card[kind]:
                decisions += shopping if direction.verb == SHOP else 2
        return self.most_turns * decisions + 1
