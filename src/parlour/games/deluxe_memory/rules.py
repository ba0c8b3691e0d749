"""Deluxe Memory: find pairs, and make the most of what they do.

The rules in the order of the rulebook: set-up, a turn, matches (their effects are in chart.py), the end. The
marks (DM-05) are the ids of rules.md.
"""

from pathlib import Path
from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from parlour.core.actions import Action
from parlour.core.bags import common, first_cards, has, minus, with_card, without_card
from parlour.core.cards import Deck, choose_deck
from parlour.core.chance import Chance
from parlour.core.events import Emit, tells
from parlour.core.fields import Kinds
from parlour.core.game import NOBODY, About, Game, Moves
from parlour.core.outcome import Ending, Outcome, break_ties
from parlour.games.deluxe_memory.about import ABOUT
from parlour.games.deluxe_memory.actions import (
    BOTH_UP,
    END_TURN,
    HIDE_BOTH,
    HIDE_FIRST,
    HIDE_SECOND,
    PAY,
    WORDS,
    PickCard,
    PickEffect,
    PickPlayer,
    PickSquare,
    Word,
)
from parlour.games.deluxe_memory.chart import MixedChart, clear_effect, queue_turn
from parlour.games.deluxe_memory.events import (
    ALL_MATCHED,
    BEGINS,
    CHOSE,
    ENDED,
    HID,
    MATCHED,
    NO_MATCH,
    NONE_LEFT,
    ONE_LEFT,
    OUT,
    PAID,
    SKIPPED,
    STOLEN,
    STOLEN_OWN,
)
from parlour.games.deluxe_memory.knowledge import lift, look_at, show, tell_apart, turn_down, turn_up
from parlour.games.deluxe_memory.layout import lay_out, read_pack
from parlour.games.deluxe_memory.packed import NONE, RANKS, has_offer, is_red, is_thief, keeper, rank_of, turn_of
from parlour.games.deluxe_memory.phases import (
    BLACK,
    FIRST,
    JOKERS,
    KING,
    OFFER,
    PHASES,
    PUT_BACK,
    RED,
    SECOND,
    SHIELD,
    SIMPLE,
)
from parlour.games.deluxe_memory.state import (
    MemoryPlayer,
    MemoryState,
    MemoryView,
    declare,
)
from parlour.games.deluxe_memory.tokens import drop_pair, find_shield, pay_with_shield

TIED = "Tied at the top, the player who made the last match wins."
TURN_PRICE: Final = 5


@mypyc_attr(allow_interpreted_subclasses=True)
class MemoryRules(Game[MemoryState, MemoryView]):
    """The rules of Deluxe Memory with their variants and house-rule options."""

    about: ClassVar[About] = ABOUT

    def __init__(self, seats: int = 3, deck: Deck | Path | str | None = None, **options: object) -> None:
        tiny = ("tiny", "tiny-jokers", "tiny-colours")
        super().__init__(seats, choose_deck(deck, "parlour.games.deluxe_memory", tiny), options)
        house = self.options
        self.simplicity = bool(house["simplicity"])
        self.underdogs = bool(house["underdogs"])
        self.underdogs_end = bool(house["underdogs_end"])
        self.nine_pays_seven = bool(house["nine_pays_seven"])
        self.select_both = bool(house["select_both"])
        self.no_rehide = bool(house["no_rehide"])
        self.finite_bank = bool(house["finite_bank"])
        self.ten_own_match = bool(house["ten_own_match"])
        self.memory_aid = bool(house["memory_aid"])
        self.ties_broken = house["tie"] == "broken"
        usual = self.deck.setting("tokens", "start", 1, 1000)
        self.start_tokens: i64 = int(house["start_tokens"]) or usual
        self.box_tokens: i64 = self.deck.setting("tokens", "box", usual, 10_000) - usual + self.start_tokens

        self.pack = read_pack(self.deck, bool(house["jokers"]))
        self.keys = self.pack.keys
        self.copies: list[int] = self.pack.copies
        self.whole_deck: list[int] = self.pack.kinds
        self.grid = lay_out(self.deck, len(self.whole_deck))
        self.nothing_barred: list[int] = [0] * len(self.grid.places)
        self._build_actions()
        kinds = Kinds(self.keys, self.copies)
        self.schema = declare(seats, kinds, len(self.grid.places), self.actions.texts, self.chart.six_stays)

    def _build_actions(self) -> None:
        made: list[Action] = [Word(word) for word in WORDS]
        made += [PickPlayer(seat + 1) for seat in range(self.seats)]
        effect_from = len(made)
        made += [PickEffect(rank) for rank in RANKS[:KING]]  # DM-25, DM-G31, DM-G36: no King, no Jokers
        self.card_from: i64 = len(made)
        made += [PickCard(place + 1) for place in range(len(self.grid.places))]
        square_from = len(made)
        made += [PickSquare(cell) for cell, _ in self.grid.squares]
        self.chart = MixedChart(self.pack, self.grid, self.options, effect_from, self.card_from, square_from)
        self.set_actions(made)

    # Set-up

    def new(self, chance: Chance, emit: Emit | None = None) -> MemoryState:
        cards = self.whole_deck.copy()
        chance.shuffle(cards, "deal")
        table = MemoryState([MemoryPlayer() for _ in range(self.seats)], cards, [], self.nothing_barred, [], [], [])
        table.laid = first_cards(len(cards))  # DM-03
        for player in table.players:  # DM-04
            player.tokens = self.start_tokens
        table.bank = (self.box_tokens - self.start_tokens) * self.seats
        table.order = self.pick_first(chance)
        table.turn = table.order
        table.doer = table.order
        if emit is not None:
            emit(BEGINS(seat=table.turn))
        return table

    # A turn

    def actor(self, table: MemoryState) -> i64:
        if table.over:
            return NOBODY
        return table.victim if table.phase == SHIELD else table.doer

    def list_legal(self, table: MemoryState, seat: i64, out: Moves) -> None:
        if seat != self.actor(table) or table.over:
            return
        phase = table.phase
        if phase == FIRST:
            # DM-G02, DM-G03: any card will do, as with no face-down card left every rank still has its pairs.
            out.add_set(table.laid, self.card_from)
        elif phase == SECOND:
            out.add_set(self._second_cards(table), self.card_from)
        elif phase == PUT_BACK:
            self._list_ways_back(table, out)
        elif phase == OFFER:
            out.add(PAY)
            out.add(END_TURN)
        else:
            self.chart.list_choices(table, out)

    def _second_cards(self, table: MemoryState) -> i64:
        """DM-G03: next to a face-up card only a face-down one, or one that matches."""
        others = without_card(table.laid, table.first)
        if not has(table.face_up, table.first):
            return others
        allowed = minus(others, table.face_up)
        rank = rank_of(table.cards[table.first])
        open_cards = common(others, table.face_up)
        place: i64 = 0
        for kind in table.cards:
            if has(open_cards, place) and rank_of(kind) == rank:
                allowed = with_card(allowed, place)
            place += 1
        return allowed

    def _list_ways_back(self, table: MemoryState, out: Moves) -> None:
        """DM-10: each card hidden costs a token, and you pay only what you have (DM-G13)."""
        tokens = table.players[table.turn].tokens
        first = tokens >= 1 and self._may_hide(table, table.first)
        second = tokens >= 1 and self._may_hide(table, table.second)
        out.add(BOTH_UP)
        if first:
            out.add(HIDE_FIRST)
        if second:
            out.add(HIDE_SECOND)
        if first and second and tokens >= 2:
            out.add(HIDE_BOTH)

    def _may_hide(self, table: MemoryState, place: i64) -> bool:
        """DM-G04: also a card that lay face up, unless the house rule forbids it; DM-18: no card of a 6."""
        return not has(table.stays_up, place) and not (self.no_rehide and has(table.face_up, place))

    def perform(self, table: MemoryState, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
        if tells(emit):
            emit(CHOSE(seat=seat, choice=self.actions.texts[action], step=PHASES[table.phase]))
        table.last = action
        phase = table.phase
        if phase == FIRST:
            self._choose_first(table, seat, action - self.card_from, emit)
        elif phase == SECOND:
            self._choose_second(table, seat, action - self.card_from, emit)
        elif phase == PUT_BACK:
            self._put_back(table, action, emit)
        elif phase == OFFER:
            self._answer_offer(table, action, emit)
        elif self.chart.choose(table, action, emit):
            self._turn_over(table, emit)

    def _choose_first(self, table: MemoryState, seat: i64, place: i64, emit: Emit | None) -> None:
        """DM-05, DM-G01: look at the first card, then choose the second."""
        table.showing = 0
        table.looking = 0
        table.looker = seat
        table.first = place
        table.phase = SECOND
        if not self.select_both:
            look_at(table, seat, place, self.keys, emit)

    def _choose_second(self, table: MemoryState, seat: i64, place: i64, emit: Emit | None) -> None:
        table.second = place
        if self.select_both:
            look_at(table, seat, table.first, self.keys, emit)
        look_at(table, seat, place, self.keys, emit)
        if rank_of(table.cards[table.first]) == rank_of(table.cards[place]):  # DM-G05
            self._match(table, seat, emit)
        else:
            tell_apart(table, table.first, place)
            table.phase = PUT_BACK
            if tells(emit):
                emit(NO_MATCH(seat=seat, places=[table.first + 1, place + 1]))

    def _put_back(self, table: MemoryState, action: i64, emit: Emit | None) -> None:
        table.looking = 0
        self._put_down(table, table.first, action in (HIDE_FIRST, HIDE_BOTH), emit)
        self._put_down(table, table.second, action in (HIDE_SECOND, HIDE_BOTH), emit)
        self._turn_over(table, emit)

    def _put_down(self, table: MemoryState, place: i64, hidden: bool, emit: Emit | None) -> None:
        if hidden:
            table.players[table.turn].tokens -= 1
            table.bank += 1
            turn_down(table, place)
            if tells(emit):
                emit(HID(seat=table.turn, place=place + 1))
        elif not has(table.face_up, place):
            turn_up(table, table.turn, place, self.keys, emit)

    # Matches

    def _match(self, table: MemoryState, seat: i64, emit: Emit | None) -> None:
        one, two = table.cards[table.first], table.cards[table.second]
        show(table, table.first)
        show(table, table.second)
        lift(table, table.first)  # DM-G35: out of the grid before anything happens
        lift(table, table.second)
        table.rank = rank_of(one)
        if emit is not None:
            self._tell_match(table, seat, one, two, emit)
        self._send_thief(table, seat, emit)
        table.discard = [*table.discard, one, two]
        effect = table.rank
        if effect != JOKERS:
            if is_red(one) == is_red(two):
                effect = RED if is_red(one) else BLACK
            elif self.simplicity:  # DM-27
                effect = SIMPLE
        if self.chart.begin(table, effect, emit):  # DM-09
            self._turn_over(table, emit)

    def _tell_match(self, table: MemoryState, seat: i64, one: i64, two: i64, emit: Emit) -> None:
        colour = "mixed" if one != two else "red" if is_red(one) else "black"
        emit(
            MATCHED(
                seat=seat,
                places=[table.first + 1, table.second + 1],
                cards=[self.keys[one], self.keys[two]],
                pair=self.keys[one] if one == two else "",
                rank=RANKS[table.rank],
                colour="" if table.rank == JOKERS else colour,
            )
        )

    def _send_thief(self, table: MemoryState, seat: i64, emit: Emit | None) -> None:
        """DM-22: the oldest thief takes over; DM-G25, DM-G26: not at its owner's own match; DM-G30: it has to."""
        index: i64 = 0
        for pair in table.kept:
            if is_thief(pair) and (self.ten_own_match or keeper(pair) != seat):
                drop_pair(table, index)
                table.doer = keeper(pair)
                if emit is not None:
                    emit((STOLEN_OWN if table.doer == seat else STOLEN)(seat=table.doer, matcher=seat))
                return
            index += 1

    # The end of a turn

    def _turn_over(self, table: MemoryState, emit: Emit | None) -> None:
        table.doer = table.turn
        table.first = NONE
        table.second = NONE
        table.effect = NONE
        table.rank = NONE
        clear_effect(table)
        if not self.underdogs:  # DM-29
            self._check_out(table, emit)
        elif self.underdogs_end:  # DM-G38
            self._check_last(table, emit)
        if table.over:
            return
        if table.laid == 0:  # DM-26, DM-G34
            self._end(table, ALL_MATCHED, emit)
            return
        if table.offer and self._can_buy(table):  # DM-19
            table.phase = OFFER
        else:
            self._next_turn(table, emit)

    def _can_buy(self, table: MemoryState) -> bool:
        """DM-G13: the price must leave you in the game; DM-G23: as a house rule a shield pays it."""
        needed: i64 = TURN_PRICE if self.underdogs else TURN_PRICE + 1
        return table.players[table.turn].tokens >= needed or self._shield_pays(table)

    def _shield_pays(self, table: MemoryState) -> bool:
        return self.nine_pays_seven and find_shield(table, table.turn) != NONE

    def _answer_offer(self, table: MemoryState, action: i64, emit: Emit | None) -> None:
        if action == PAY and self._shield_pays(table):
            pay_with_shield(table, emit)
            queue_turn(table, table.turn, False, emit)
        elif action == PAY:  # DM-G21: the paid turn carries no further offer
            table.players[table.turn].tokens -= TURN_PRICE
            table.bank += TURN_PRICE
            if emit is not None:
                emit(PAID(seat=table.turn, tokens=TURN_PRICE))
            queue_turn(table, table.turn, False, emit)
        self._next_turn(table, emit)

    def _next_turn(self, table: MemoryState, emit: Emit | None) -> None:
        """DM-G41: extra turns first, then play passes to the left (DM-11) over those who miss a turn."""
        table.phase = FIRST
        if len(table.queue) > 0:
            extra: i64 = table.queue[0]
            table.queue = table.queue[1:]
            table.turn = turn_of(extra)
            table.offer = has_offer(extra)
        else:
            seat = table.order
            while True:
                seat = seat + 1 if seat + 1 < self.seats else 0
                player = table.players[seat]
                if player.out == 0:
                    if player.skips == 0:
                        break
                    player.skips -= 1
                    if emit is not None:
                        emit(SKIPPED(seat=seat))
            table.order = seat
            table.turn = seat
            table.offer = False
        table.doer = table.turn

    def _check_out(self, table: MemoryState, emit: Emit | None) -> None:
        """DM-12, DM-G09: players who have no tokens now are out."""
        playing: i64 = 0
        leaving: i64 = 0
        seat: i64 = 0
        for player in table.players:
            if player.out == 0:
                if player.tokens > 0:
                    playing += 1
                else:
                    leaving += 1
                    player.out = table.outs + 1
                    self._leave(table, seat, emit)
            seat += 1
        if leaving > 0:
            table.outs += 1
            if playing <= 1:  # DM-26
                self._end(table, ONE_LEFT if playing == 1 else NONE_LEFT, emit)

    def _check_last(self, table: MemoryState, emit: Emit | None) -> None:
        """DM-G38: as a house rule Underdogs also ends when only one player has tokens."""
        rich = sum([player.tokens > 0 for player in table.players])
        if rich <= 1:
            self._end(table, ONE_LEFT if rich == 1 else NONE_LEFT, emit)

    def _leave(self, table: MemoryState, seat: i64, emit: Emit | None) -> None:
        if emit is not None:
            emit(OUT(seat=seat, kept=2 * sum([keeper(pair) == seat for pair in table.kept])))
        table.players[seat].skips = 0
        table.queue = [extra for extra in table.queue if turn_of(extra) != seat]  # DM-G10
        index: i64 = len(table.kept) - 1
        while index >= 0:  # DM-G11
            if keeper(table.kept[index]) == seat:
                drop_pair(table, index)
            index -= 1

    # The end

    def _end(self, table: MemoryState, ending: Ending, emit: Emit | None) -> None:
        table.over = True
        table.phase = FIRST
        if tells(emit):
            emit(ENDED(reason=ending.sentence))

    def outcome(self, table: MemoryState) -> Outcome | None:
        if not table.over:
            return None
        # DM-26, DM-G39: most tokens win, kept pairs count nothing (DM-G33).
        # Those who are out follow, the last to leave first (DM-G12).
        scores = tuple([int(player.tokens) for player in table.players])
        order: list[int] = [
            player.tokens if player.out == 0 else player.out - self.seats - 1 for player in table.players
        ]
        ranks = tuple([1 + sum([other > mine for other in order]) for mine in order])
        playing = sum([player.tokens > 0 for player in table.players])
        ending = NONE_LEFT if playing == 0 else ONE_LEFT if playing == 1 else ALL_MATCHED
        if self.underdogs and not self.underdogs_end:
            ending = ALL_MATCHED
        if self.ties_broken:
            # DM-G39: nobody ties at the top in a turn without a match, so the last match is that of the last turn.
            orders = [(order[seat], 1 if seat == table.turn else 0) for seat in range(self.seats)]
            return break_ties(orders, scores, ending, TIED)
        return Outcome(ranks, scores, ending)

    def longest(self) -> int:
        # DM-G03: a turn without a match turns a card up or costs a token, and only red pairs and Aces bring tokens in.
        cards = len(self.whole_deck)
        matches = cards // 2
        gains = sum(max(1, self.pack.values[rank_of(kind)]) for kind in self.whole_deck)
        turns = matches + cards + self.start_tokens * self.seats + gains
        return 5 * turns + matches * (12 + max(cards, 2 * self.chart.joker_swaps + 1))
