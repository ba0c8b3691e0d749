"""All Around Mackinac Island: push your luck around the circle and come home with the most Fun.

The rules in the order of the rule sheet: set-up, a turn, following the cards, when a turn ends. The marks
(AM-07) are the ids of rules.md. The verbs on the cards and the moving of Fun are in effects.py.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from parlour.core.actions import Action
from parlour.core.bags import has, members, with_card
from parlour.core.cards import Card, Deck, choose_deck
from parlour.core.chance import Chance
from parlour.core.events import Emit
from parlour.core.game import NOBODY, About, Ending, Game, Moves, Outcome, ranks_by_score
from parlour.core.options import Option, first_player, tie
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games.around_mackinac import events, position, scene
from parlour.games.around_mackinac.actions import Again, Enough, Leave, Roll, Stop, Take, TakeFrom
from parlour.games.around_mackinac.effects import (
    END_TURN,
    GIVE_CENTER,
    GIVE_LEFT,
    REMOVE,
    ROLL_AGAIN,
    RUSH,
    SHOP,
    TAKE_CENTER,
    TAKE_MOST,
    TAKE_NEIGHBOURS,
    TAKE_OTHERS,
    Directions,
    gain,
    most_fun,
    out_of_center,
    out_of_own,
    out_of_pile,
    pass_piles,
    read_steps,
)
from parlour.games.around_mackinac.state import (
    AGAIN,
    GIFT,
    MAY_STOP,
    MUST_ROLL,
    OVER,
    TAKING,
    TARGET,
    Table,
    add_roll,
    copy_table,
)
from parlour.games.around_mackinac.view import TableView, encode_view, fill_in, look

TIED = "Tied at the top, whoever took a turn last wins."

OPTIONS = (
    Option("circle", 14, "How many cards make the circle.", (12, 14, 16)),
    Option("take_optional", False, "Taking Fun is a choice: whoever may take something may also leave it."),
    Option("equal_turns", False, "Once the Center is empty the round is finished, so that all have equal turns."),
    Option("last_ferry", 30, "After so many rounds the game ends even with Fun in the Center.", low=1, high=500),
    Option("show_last_reveal", False, "A memory aid: which cards the turn before turned up, and in which places."),
    tie("Of those tied at the top, whoever took a turn last wins; or they share the win.", "broken"),
    first_player(),
)

MOST_CARDS: Final = 40

# The ids of the actions; "from 1" follows, then "from 2" ...
ROLL: Final = 0
STOP: Final = 1
ROLL_MORE: Final = 2
ENOUGH: Final = 3
TAKE: Final = 4
LEAVE: Final = 5
FROM: Final = 6


def choose_circle(deck: Deck, size: int) -> list[Card]:
    """The kinds of card that lie in a circle of the chosen size (AM-G01)."""
    chosen = []
    for card in deck.cards:
        if "from_circle" not in card.fields or card.number("from_circle", 2, MOST_CARDS) <= size:
            chosen.append(card)
    total = sum([card.copies for card in chosen])
    if not 2 <= total <= MOST_CARDS:
        raise deck.wrong(f"a circle has from 2 to {MOST_CARDS} cards, not {total}")
    return chosen


@mypyc_attr(allow_interpreted_subclasses=True)
class AroundMackinac(Game[Table, TableView]):
    """The rules of All Around Mackinac Island with their house-rule options."""

    about: ClassVar[About] = About(
        slug="around-mackinac",
        title="All Around Mackinac Island",
        version="1",
        min_seats=2,  # AM-01
        max_seats=5,
        default_seats=4,
        minutes="15-25",
        summary="Roll on for more Fun or stop in time. Land on a card you have seen this turn and you Mack' Out.",
        options=OPTIONS,
        presets={
            "tiny": {"deck": "tiny"},
            "tiny-shop": {"deck": "tiny_shop"},
            "tiny-optional": {"deck": "tiny_shop", "take_optional": True, "equal_turns": True, "last_ferry": 6},
            "short": {"circle": 12, "last_ferry": 4, "tie": "shared"},
            "memory-aid": {"show_last_reveal": True},
            "house": {
                "circle": 16,
                "take_optional": True,
                "equal_turns": True,
                "tie": "shared",
                "first_player": "host",
            },
        },
    )

    def __init__(self, seats: int = 4, deck: Deck | Path | str | None = None, **options: object) -> None:
        super().__init__(seats, choose_deck(deck, "parlour.games.around_mackinac", ("tiny", "tiny_shop")), options)
        house = self.options
        self.take_optional = bool(house["take_optional"])
        self.equal_turns = bool(house["equal_turns"])
        self.show_last_reveal = bool(house["show_last_reveal"])
        self.ties_broken = house["tie"] == "broken"
        self.most_turns: i64 = int(house["last_ferry"]) * seats

        self.cards = choose_circle(self.deck, int(house["circle"]))
        self.keys = tuple(card.key for card in self.cards)
        self.directions = Directions([read_steps(card) for card in self.cards])
        self.whole_deck: list[int] = [kind for kind, card in enumerate(self.cards) for _ in range(card.copies)]
        self.places: i64 = len(self.whole_deck)
        self.unsorted: list[int] = [0] * self.places  # one bundle: nothing is known
        self.chips_each: i64 = self.deck.setting("chips", "each", 1, 50)
        self.chips_start: i64 = self.deck.setting("chips", "start", 0, 50)
        if self.chips_start >= self.chips_each:
            raise self.deck.wrong("[chips] start must leave something in the Center")

        made: list[Action] = [Roll(), Stop(), Again(), Enough(), Take(), Leave()]
        made += [TakeFrom(seat + 1) for seat in range(seats)]
        self.set_actions(made)

    # Set-up

    def new(self, chance: Chance, emit: Emit | None = None) -> Table:
        circle = self.whole_deck.copy()
        chance.shuffle(circle, "circle")  # AM-02
        table = Table(circle, self.unsorted, [self.chips_start] * self.seats)  # AM-05
        table.center = self.seats * (self.chips_each - self.chips_start)  # AM-04
        table.pawn = 0  # AM-03: beside any card; they are all unknown
        table.turn = self.pick_first(chance)  # AM-06, AM-G18: ages are not asked
        if emit is not None:
            emit(events.BEGINS(seat=table.turn))
        return table

    # A turn

    def actor(self, table: Table) -> i64:
        phase = table.phase
        if phase == OVER:
            return NOBODY
        return table.shopper if phase in (AGAIN, GIFT) else table.turn

    def list_legal(self, table: Table, seat: i64, out: Moves) -> None:
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
            most = most_fun(table, self.seats)
            other: i64 = 0
            while other < self.seats:
                if other != seat and table.fun[other] == most:
                    out.add(FROM + other)
                other += 1
        else:  # take_optional
            out.add(TAKE)
            out.add(LEAVE)

    def perform(self, table: Table, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
        table.last_seat = seat
        table.last_action = action
        table.rolls = 0
        if action == ROLL:
            self._roll(table, chance, emit)
        elif action == STOP:  # AM-10
            self._keep_stash(table, "stopped", emit)
            self._turn_ends(table, chance, emit)
        elif action >= FROM:
            self._take_from(table, action - FROM, self._amount(table), emit)
            self._next_step(table, chance, emit)
        elif action == ROLL_MORE:
            self._shop(table, chance, emit)
        elif action == ENOUGH:
            if emit is not None:
                emit(events.ENOUGH_GIFTS(seat=seat))
            self._next_shopper(table, chance, emit)
        else:
            self._take_or_leave(table, action == TAKE, chance, emit)

    def _roll(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        """Roll, move, turn up, follow the card (AM-07)."""
        roll = chance.roll()
        add_roll(table, roll)
        table.pawn = (table.pawn + roll) % self.places
        kind: i64 = table.circle[table.pawn]
        if emit is not None:
            emit(events.ROLLED(seat=table.turn, roll=roll, place=table.pawn + 1))
        if has(table.face_up, table.pawn):  # AM-12, AM-G11, AM-G12: a card turned up in this very turn
            if emit is not None:
                emit(events.MACKED_OUT(seat=table.turn, card=self.keys[kind], lost=table.stash))
            table.center += table.stash  # AM-G03, AM-G04: all that is in the stash, wherever it came from
            table.stash = 0
            self._turn_ends(table, chance, emit)
            return
        table.face_up = with_card(table.face_up, table.pawn)
        table.up_count += 1
        if emit is not None:
            turned_up = events.TURNED_UP_AT if self.show_last_reveal else events.TURNED_UP
            emit(turned_up(seat=table.turn, card=self.keys[kind], place=table.pawn + 1))
        table.step = 0
        self._follow_card(table, chance, emit)

    def _keep_stash(self, table: Table, why: str, emit: Emit | None) -> None:
        if emit is not None:
            emit(events.KEPT(seat=table.turn, amount=table.stash, why=why))
        table.fun[table.turn] += table.stash
        table.stash = 0

    # Following the directions on the cards

    def _amount(self, table: Table) -> i64:
        return self.directions.amount(table.circle[table.pawn], table.step, table.up_count)

    def _follow_card(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        """Carry out the directions of the card beside the pawn, until one needs a decision."""
        directions = self.directions
        kind: i64 = table.circle[table.pawn]
        while table.step < directions.count[kind]:
            verb = directions.verb(kind, table.step)
            if verb <= TAKE_MOST:  # AM-18
                if self.take_optional and self._something_to_take(table, verb):  # AM-G02
                    table.phase = TAKING
                    return
                if not self._take(table, verb, emit):
                    return
            elif verb < REMOVE:
                self._give(table, verb, emit)
            elif verb == REMOVE:  # AM-24
                removed = out_of_center(table, self._amount(table))
                table.removed += removed
                if emit is not None:
                    emit(events.REMOVED(seat=table.turn, amount=removed))
            elif verb == SHOP:
                table.shopper = table.turn
                self._shop(table, chance, emit)
                return
            elif verb == ROLL_AGAIN:  # AM-26
                table.step = 0
                table.phase = MUST_ROLL
                return
            elif verb == END_TURN:  # AM-11, AM-28
                self._keep_stash(table, "card", emit)
                self._turn_ends(table, chance, emit)
                return
            elif verb == RUSH:
                self._rush(table, chance, emit)
                return
            table.step += 1
        table.step = 0
        table.phase = MAY_STOP  # AM-09

    def _next_step(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        table.step += 1
        self._follow_card(table, chance, emit)

    # Take

    def _take(self, table: Table, verb: i64, emit: Emit | None) -> bool:
        """The active player takes Fun; False if it must first be decided from whom."""
        amount = self._amount(table)
        seats: i64 = self.seats
        if verb == TAKE_CENTER:
            taken = out_of_center(table, amount)
            gain(table, table.turn, taken)
            if emit is not None:
                self._tell_taken(table, table.turn, taken, emit)
        elif verb == TAKE_OTHERS:
            step: i64 = 1
            while step < seats:
                self._take_from(table, (table.turn + step) % seats, amount, emit)
                step += 1
        elif verb == TAKE_NEIGHBOURS:
            self._take_from(table, (table.turn + 1) % seats, amount, emit)
            if seats > 2:  # AM-G19: with two players the neighbour is one and the same
                self._take_from(table, (table.turn + seats - 1) % seats, amount, emit)
        else:
            most = most_fun(table, seats)
            tied: i64 = 0
            richest: i64 = 0
            step = seats - 1
            while step > 0:  # leftmost last, so that it is the one found
                other = (table.turn + step) % seats
                if table.fun[other] == most:
                    tied += 1
                    richest = other
                step -= 1
            if tied > 1 and most > 0:  # AM-G17; among players with nothing there is nothing to choose
                table.phase = TARGET
                return False
            self._take_from(table, richest, amount, emit)
        return True

    def _take_from(self, table: Table, payer: i64, amount: i64, emit: Emit | None) -> None:
        """A player pays the active one; what is missing comes from the Center (AM-21, AM-22)."""
        paid = out_of_pile(table, payer, amount)
        topped_up = out_of_center(table, amount - paid)
        gain(table, table.turn, paid + topped_up)
        if emit is not None:
            emit(events.TOOK(seat=table.turn, source=payer, amount=paid, topped_up=topped_up))

    def _tell_taken(self, table: Table, seat: i64, taken: i64, emit: Emit) -> None:
        stashed = taken if seat == table.turn else 0
        event = events.TOOK_CENTER
        emit(event(seat=seat, source="center", amount=taken, topped_up=0, stashed=stashed, piled=taken - stashed))

    def _something_to_take(self, table: Table, verb: i64) -> bool:
        if table.center > 0:
            return True
        seats: i64 = self.seats
        if verb == TAKE_NEIGHBOURS:
            return table.fun[(table.turn + 1) % seats] + table.fun[(table.turn + seats - 1) % seats] > 0
        return verb != TAKE_CENTER and most_fun(table, seats) > 0

    def _take_or_leave(self, table: Table, take: bool, chance: Chance, emit: Emit | None) -> None:
        if table.phase == GIFT:
            if take:
                self._take_gift(table, chance, emit)
            else:  # no Fun taken, no further roll
                if emit is not None:
                    emit(events.LEFT(seat=table.shopper))
                self._next_shopper(table, chance, emit)
            return
        if not take:
            if emit is not None:
                emit(events.LEFT(seat=table.turn))
        elif not self._take(table, self.directions.verb(table.circle[table.pawn], table.step), emit):
            return
        self._next_step(table, chance, emit)

    # Give

    def _give(self, table: Table, verb: i64, emit: Emit | None) -> None:
        amount = self._amount(table)
        seats: i64 = self.seats
        if verb == GIVE_CENTER:
            stash = table.stash
            paid = out_of_own(table, amount)
            table.center += paid
            if emit is not None:
                stashed = stash - table.stash
                event = events.GAVE_CENTER
                piled = paid - stashed
                emit(event(seat=table.turn, target="center", amount=paid, topped_up=0, stashed=stashed, piled=piled))
            return
        last = 2 if verb == GIVE_LEFT else seats
        step: i64 = 1
        while step < last:  # AM-G05: in order from the left, each in full while there is Fun
            payee = (table.turn + step) % seats
            stash = table.stash
            paid = out_of_own(table, amount)
            topped_up = out_of_center(table, amount - paid)  # AM-21
            gain(table, payee, paid + topped_up)
            if emit is not None:
                stashed = stash - table.stash
                own = {"stashed": stashed, "piled": paid - stashed}
                emit(events.GAVE(seat=table.turn, target=payee, amount=paid, topped_up=topped_up, **own))
            step += 1

    # Shop for Gifts

    def _shop(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        """The shopper rolls (AM-25)."""
        if table.center == 0:  # AM-G08: nothing left to shop for
            self._leave_shop(table, chance, emit)
            return
        table.gift = chance.roll("gift")
        add_roll(table, table.gift)
        if emit is not None:
            emit(events.SHOPPED(seat=table.shopper, roll=table.gift))
        if self.take_optional:
            table.phase = GIFT
        else:
            self._take_gift(table, chance, emit)

    def _take_gift(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        kind: i64 = table.circle[table.pawn]
        taken = out_of_center(table, self.directions.gift(kind, table.gift))
        gain(table, table.shopper, taken)
        if emit is not None:
            self._tell_taken(table, table.shopper, taken, emit)
        if table.gift == self.directions.again[kind] and table.center > 0:  # AM-25, AM-G07, AM-G08
            table.phase = AGAIN
        else:
            self._next_shopper(table, chance, emit)

    def _next_shopper(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        table.shopper = (table.shopper + 1) % self.seats  # AM-G06
        if table.shopper == table.turn:
            self._leave_shop(table, chance, emit)
        else:
            self._shop(table, chance, emit)

    def _leave_shop(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        table.shopper = 0
        table.gift = 0
        self._next_step(table, chance, emit)

    # Tourist Rush

    def _rush(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        """The turn ends, the stash is safe, then all Fun Piles move (AM-27)."""
        self._keep_stash(table, "card", emit)
        roll = chance.roll("rush")
        add_roll(table, roll)
        pass_piles(table, roll)
        if emit is not None:
            emit(events.RUSHED(seat=table.turn, roll=roll, fun=list(table.fun)))
        self._turn_ends(table, chance, emit)  # AM-G09: only now is the Center looked at

    # When a turn ends

    def _turn_ends(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        table.turns += 1
        table.step = 0
        if self._game_ends(table, emit):
            table.phase = OVER
            if emit is not None:
                emit(events.ENDED(reason=self._ending(table).sentence))
            return
        self._return_cards(table, chance, emit)
        table.turn = (table.turn + 1) % self.seats  # AM-16, AM-G13: everybody has a turn, with or without Fun
        table.phase = MUST_ROLL

    def _game_ends(self, table: Table, emit: Emit | None) -> bool:
        if table.center == 0 and not table.closing:  # AM-13: looked at only now
            if not self.equal_turns:  # AM-G15
                return True
            table.closing = True
            if emit is not None and table.turns % self.seats != 0:
                emit(events.CLOSING())
        if table.closing and table.turns % self.seats == 0:
            return True
        return table.turns >= self.most_turns  # AM-G16

    def _return_cards(self, table: Table, chance: Chance, emit: Emit | None) -> None:
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
        if emit is not None:
            emit(events.RETURNED(seat=table.turn, places=[place + 1 for place in places]))

    def _ending(self, table: Table) -> Ending:
        if table.closing:
            return events.ROUND_FINISHED
        return events.CENTER_EMPTY if table.center == 0 else events.LAST_FERRY

    def outcome(self, table: Table) -> Outcome | None:
        if table.phase != OVER:
            return None
        if not self.ties_broken:  # AM-G22: the option
            return Outcome(ranks_by_score(table.fun), tuple(table.fun), self._ending(table))
        most = max(table.fun)
        winner: i64 = table.turn  # AM-14, AM-G22: going back from the player whose turn has just ended
        while table.fun[winner] != most:
            winner = (winner + self.seats - 1) % self.seats
        leaders = sum([pile == most for pile in table.fun])
        ranks: list[int] = [1 + sum([other > pile for other in table.fun]) for pile in table.fun]
        for seat in range(self.seats):
            if table.fun[seat] == most and seat != winner:
                ranks[seat] = 2
        return Outcome(tuple(ranks), tuple(table.fun), self._ending(table), TIED if leaders > 1 else "")

    def longest(self) -> int:
        # Each card is followed at most once in a turn, and every further roll in the shop takes Fun from the Center.
        shopping = 2 * (self.seats + self.seats * self.chips_each)
        decisions: int = self.places + 1
        for kind in self.whole_deck:
            for step in self.directions.steps[kind]:
                decisions += shopping if step.verb == SHOP else 2
        return self.most_turns * decisions + 1

    def why_not(self, table: Table, seat: int, action: int) -> str:
        if action == STOP and table.phase == MUST_ROLL and seat == table.turn:
            if table.up_count == 0:
                return "You must roll at least once in your turn."
            return f"After {self.cards[table.circle[table.pawn]].name} you must roll again."
        if FROM <= action < len(self.actions) and table.phase == TARGET and seat == table.turn:
            return "That player is not one of those with the most Fun."
        return super().why_not(table, seat, action)

    # Knowing and showing

    def clone(self, table: Table) -> Table:
        return copy_table(table)

    def view(self, table: Table, seat: int) -> TableView:
        return TableView(self.header(table, seat), look(table), self.keys, self.actions.texts)

    def determinise(self, view: TableView, rng: Rng) -> Table:
        return fill_in(view, rng)

    def encode(self, view: TableView) -> dict[str, list[float]]:
        return encode_view(view, len(self.cards), self.seats * self.chips_each, self.most_turns)

    def scene(self, view: TableView, names: Sequence[str]) -> Scene:
        return scene.draw(self, view, names)

    def dump(self, table: Table) -> dict[str, object]:
        return position.dump(table, self.keys, self.actions.texts)

    def load(self, data: Mapping[str, object]) -> Table:
        return position.load(data, self)

    def census(self, table: Table) -> dict[str, int]:
        return position.census(table, self.keys)
