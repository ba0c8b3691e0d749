"""Deluxe Memory: find pairs, and make the most of what they do.

The rules in the order of the rulebook: set-up, a turn, matches (their effects are in effects.py), the end. The
marks (DM-05) are the ids of rules.md.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from parlour.core.bags import has, only, without_card
from parlour.core.cards import Deck, choose_deck
from parlour.core.chance import Chance
from parlour.core.events import Emit
from parlour.core.game import NOBODY, About, Ending, Moves, Outcome, break_ties
from parlour.core.options import Option, first_player, tie
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games.deluxe_memory import position, scene
from parlour.games.deluxe_memory.effects import (
    BLACK,
    BOTH_UP,
    END_TURN,
    HIDE_BOTH,
    HIDE_FIRST,
    HIDE_SECOND,
    JOKERS,
    PAY,
    RED,
    SIMPLE,
    MixedChart,
    list_places,
)
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
    TURNED_UP,
)
from parlour.games.deluxe_memory.state import (
    FIRST,
    NONE,
    OFFER,
    PUT_BACK,
    RANKS,
    SECOND,
    SHIELD,
    STAGES,
    Player,
    Table,
    copy_table,
    is_red,
    is_thief,
    keeper,
    lift,
    rank_of,
    show,
    tell_apart,
    turn_down,
    turn_up,
)
from parlour.games.deluxe_memory.view import TableView, encode_view, fill_in, look

TIED = "Tied at the top, whoever made the last match wins."

OPTIONS = (
    Option("simplicity", False, "Variant Simplicity: a mixed pair just moves its value from one player to another."),
    Option("jokers", False, "Variant Jokin' Around: two Jokers are laid out; matching them lets you rearrange cards."),
    Option("underdogs", False, "Variant Underdogs: nobody is out, and without tokens there is nothing to lose."),
    Option("select_both", False, "Both cards of a turn are chosen before either is looked at."),
    Option("no_rehide", False, "A card that lay face up may not be put back face down."),
    Option("finite_bank", False, "The Bank can run dry: there are only 30 tokens for each player."),
    Option("nine_optional", False, "The owner of a shield may take a loss and keep the pair."),
    Option("ten_own_match", False, "A thief also goes at its owner's own match, where it is simply discarded."),
    Option("cross_shape", "plus", "The cross of a 5: along rows and columns, or diagonal.", ("plus", "diagonal")),
    Option(
        "joker_swaps",
        "timer60",
        "How much the Jokers let you rearrange: a minute on the clock, or so many exchanges.",
        ("timer60", 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30),
    ),
    Option("memory_aid", False, "For learning: face-down cards you have seen are shown to you."),
    tie("Equal players share the win, or the one of them who made the last match is ahead."),
    first_player(),
)

TURN_PRICE: Final = 5


@mypyc_attr(allow_interpreted_subclasses=True)
class DeluxeMemory(MixedChart):
    """The rules of Deluxe Memory with their variants and house-rule options."""

    about: ClassVar[About] = About(
        slug="deluxe-memory",
        title="Deluxe Memory",
        version="1",
        min_seats=2,  # DM-01
        max_seats=4,
        default_seats=3,
        minutes="30-45",
        summary="Memory with stakes: pairs win, cost and move tokens, and mixed pairs do stranger things.",
        options=OPTIONS,
        presets={
            "tiny": {"deck": "tiny"},
            "tiny-colours": {"deck": "tiny-colours"},
            "tiny-jokers": {"deck": "tiny-jokers", "jokers": True, "joker_swaps": 2, "underdogs": True},
            "tiny-both": {"deck": "tiny", "select_both": True, "nine_optional": True},
            "simple": {"simplicity": True, "memory_aid": True},
            "all-variants": {"simplicity": True, "jokers": True, "underdogs": True},
            "wild": {"jokers": True, "underdogs": True, "joker_swaps": 4},
            "house": {
                "select_both": True,
                "no_rehide": True,
                "finite_bank": True,
                "nine_optional": True,
                "ten_own_match": True,
                "cross_shape": "diagonal",
                "tie": "broken",
                "first_player": "host",
            },
        },
    )

    def __init__(self, seats: int = 3, deck: Deck | Path | str | None = None, **options: object) -> None:
        tiny = ("tiny", "tiny-jokers", "tiny-colours")
        super().__init__(seats, choose_deck(deck, "parlour.games.deluxe_memory", tiny), options)
        self.ties_broken = self.options["tie"] == "broken"
        self.copies: list[int] = [0] * len(self.keys)
        for kind in self.whole_deck:
            self.copies[kind] += 1

    # Set-up

    def new(self, chance: Chance, emit: Emit | None = None) -> Table:
        cards = self.whole_deck.copy()
        chance.shuffle(cards, "deal")
        table = Table([Player() for _ in range(self.seats)], cards)
        table.laid = self.all_places  # DM-03
        table.barred = self.nothing_barred
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

    def actor(self, table: Table) -> i64:
        if table.over:
            return NOBODY
        return table.victim if table.stage == SHIELD else table.doer

    def list_legal(self, table: Table, seat: i64, out: Moves) -> None:
        if seat != self.actor(table) or table.over:
            return
        stage = table.stage
        if stage == FIRST:
            # DM-G02, DM-G03: any card will do, as with no face-down card left every rank still has its pairs.
            list_places(table.laid, self.card_from, out)
        elif stage == SECOND:
            list_places(self._second_cards(table), self.card_from, out)
        elif stage == PUT_BACK:
            self._list_ways_back(table, out)
        elif stage == OFFER:
            out.add(PAY)
            out.add(END_TURN)
        else:
            self.list_effect_choices(table, out)

    def _second_cards(self, table: Table) -> i64:
        """DM-G03: next to a face-up card only a face-down one, or one that matches."""
        others = without_card(table.laid, table.first)
        if not has(table.face_up, table.first):
            return others
        allowed = others & ~table.face_up
        rank = rank_of(table.cards[table.first])
        open_cards = others & table.face_up
        place: i64 = 0
        while open_cards >> place != 0:
            if has(open_cards, place) and rank_of(table.cards[place]) == rank:
                allowed |= only(place)
            place += 1
        return allowed

    def _list_ways_back(self, table: Table, out: Moves) -> None:
        """DM-10: each card hidden costs a token, and you pay only what you have (DM-G13)."""
        tokens = table.players[table.turn].tokens
        first = tokens >= 1 and self.may_hide(table, table.first)
        second = tokens >= 1 and self.may_hide(table, table.second)
        out.add(BOTH_UP)
        if first:
            out.add(HIDE_FIRST)
        if second:
            out.add(HIDE_SECOND)
        if first and second and tokens >= 2:
            out.add(HIDE_BOTH)

    def may_hide(self, table: Table, place: i64) -> bool:
        """DM-G04: also a card that lay face up, unless the house rule forbids it."""
        return not (self.no_rehide and has(table.face_up, place))

    def perform(self, table: Table, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
        if emit is not None:
            emit(CHOSE(seat=seat, choice=self.actions.texts[action], step=STAGES[table.stage]))
        table.last = action
        stage = table.stage
        if stage == FIRST:
            self._choose_first(table, seat, action - self.card_from, emit)
        elif stage == SECOND:
            self._choose_second(table, seat, action - self.card_from, emit)
        elif stage == PUT_BACK:
            self._put_back(table, action, emit)
        elif stage == OFFER:
            self._answer_offer(table, action, emit)
        else:
            self.choose_in_effect(table, action, emit)

    def _choose_first(self, table: Table, seat: i64, place: i64, emit: Emit | None) -> None:
        """DM-05, DM-G01: look at the first card, then choose the second."""
        table.showing = 0
        table.looking = 0
        table.looker = seat
        table.first = place
        table.stage = SECOND
        if not self.select_both:
            self.look(table, seat, place, emit)

    def _choose_second(self, table: Table, seat: i64, place: i64, emit: Emit | None) -> None:
        table.second = place
        if self.select_both:
            self.look(table, seat, table.first, emit)
        self.look(table, seat, place, emit)
        if rank_of(table.cards[table.first]) == rank_of(table.cards[place]):  # DM-G05
            self._match(table, seat, emit)
        else:
            tell_apart(table, table.first, place)
            table.stage = PUT_BACK
            if emit is not None:
                emit(NO_MATCH(seat=seat, places=[table.first + 1, place + 1]))

    def _put_back(self, table: Table, action: i64, emit: Emit | None) -> None:
        table.looking = 0
        self._put_down(table, table.first, action in (HIDE_FIRST, HIDE_BOTH), emit)
        self._put_down(table, table.second, action in (HIDE_SECOND, HIDE_BOTH), emit)
        self._turn_over(table, emit)

    def _put_down(self, table: Table, place: i64, hidden: bool, emit: Emit | None) -> None:
        if hidden:
            table.players[table.turn].tokens -= 1
            table.bank += 1
            turn_down(table, place)
            if emit is not None:
                emit(HID(seat=table.turn, place=place + 1))
        elif not has(table.face_up, place):
            turn_up(table, place)
            if emit is not None:
                emit(TURNED_UP(seat=table.turn, place=place + 1, card=self.keys[table.cards[place]]))

    # Matches

    def _match(self, table: Table, seat: i64, emit: Emit | None) -> None:
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
        if table.rank == JOKERS:
            self.begin_effect(table, JOKERS, emit)
        elif is_red(one) != is_red(two):  # DM-09, DM-27
            self.begin_effect(table, SIMPLE if self.simplicity else table.rank, emit)
        else:
            self.begin_effect(table, RED if is_red(one) else BLACK, emit)

    def _tell_match(self, table: Table, seat: i64, one: i64, two: i64, emit: Emit) -> None:
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

    def _send_thief(self, table: Table, seat: i64, emit: Emit | None) -> None:
        """DM-22: the oldest thief takes over; DM-G25, DM-G26: not at its owner's own match; DM-G30: it has to."""
        index: i64 = 0
        for pair in table.kept:
            if is_thief(pair) and (self.ten_own_match or keeper(pair) != seat):
                self.drop_pair(table, index)
                table.doer = keeper(pair)
                if emit is not None:
                    emit((STOLEN_OWN if table.doer == seat else STOLEN)(seat=table.doer, matcher=seat))
                return
            index += 1

    def effect_over(self, table: Table, emit: Emit | None) -> None:
        self._turn_over(table, emit)

    # The end of a turn

    def _turn_over(self, table: Table, emit: Emit | None) -> None:
        table.doer = table.turn
        table.first = NONE
        table.second = NONE
        table.effect = NONE
        table.rank = NONE
        table.left = 0
        table.picked = NONE
        table.targets = 0
        if not self.underdogs:  # DM-29, DM-G38
            self._check_out(table, emit)
        if table.over:
            return
        if table.laid == 0:  # DM-26, DM-G34
            self._end(table, ALL_MATCHED, emit)
            return
        needed: i64 = TURN_PRICE if self.underdogs else TURN_PRICE + 1  # DM-G13
        if table.offer and table.players[table.turn].tokens >= needed:  # DM-19
            table.stage = OFFER
        else:
            self._next_turn(table, emit)

    def _answer_offer(self, table: Table, action: i64, emit: Emit | None) -> None:
        if action == PAY:  # DM-G21: the paid turn carries no further offer
            table.players[table.turn].tokens -= TURN_PRICE
            table.bank += TURN_PRICE
            if emit is not None:
                emit(PAID(seat=table.turn, tokens=TURN_PRICE))
            self.queue_turn(table, table.turn, False, emit)
        self._next_turn(table, emit)

    def _next_turn(self, table: Table, emit: Emit | None) -> None:
        """DM-G41: extra turns first, then play passes to the left (DM-11) over those who miss a turn."""
        table.stage = FIRST
        if len(table.queue) > 0:
            turn: i64 = table.queue[0]
            table.queue = table.queue[1:]
            table.turn = turn >> 1
            table.offer = turn & 1 != 0
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

    def _check_out(self, table: Table, emit: Emit | None) -> None:
        """DM-12, DM-G09: whoever has no tokens now is out."""
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

    def _leave(self, table: Table, seat: i64, emit: Emit | None) -> None:
        if emit is not None:
            emit(OUT(seat=seat, kept=2 * sum([keeper(pair) == seat for pair in table.kept])))
        table.players[seat].skips = 0
        table.queue = [turn for turn in table.queue if turn >> 1 != seat]  # DM-G10
        index: i64 = len(table.kept) - 1
        while index >= 0:  # DM-G11
            if keeper(table.kept[index]) == seat:
                self.drop_pair(table, index)
            index -= 1

    # The end

    def _end(self, table: Table, ending: Ending, emit: Emit | None) -> None:
        table.over = True
        table.stage = FIRST
        if emit is not None:
            emit(ENDED(reason=ending.sentence))

    def outcome(self, table: Table) -> Outcome | None:
        if not table.over:
            return None
        # DM-26, DM-G39: most tokens win, kept pairs count nothing (DM-G33).
        # Those who are out follow, the last to leave first (DM-G12).
        scores = tuple([int(player.tokens) for player in table.players])
        order: list[int] = [
            player.tokens if player.out == 0 else player.out - self.seats - 1 for player in table.players
        ]
        ranks = tuple([1 + sum([other > mine for other in order]) for mine in order])
        playing = sum([player.out == 0 for player in table.players])
        ending = NONE_LEFT if playing == 0 else ONE_LEFT if playing == 1 and not self.underdogs else ALL_MATCHED
        if self.ties_broken:
            # DM-G39: nobody ties at the top in a turn without a match, so the last match is that of the last turn.
            orders = [(order[seat], 1 if seat == table.turn else 0) for seat in range(self.seats)]
            return break_ties(orders, scores, ending, TIED)
        return Outcome(ranks, scores, ending)

    def longest(self) -> int:
        # DM-G03: a turn without a match turns a card up or costs a token, and only red pairs and Aces bring tokens in.
        cards = len(self.whole_deck)
        matches = cards // 2
        gains = sum(max(1, int(self.values[rank_of(kind)])) for kind in self.whole_deck)
        turns = matches + cards + self.start_tokens * self.seats + gains
        return 5 * turns + matches * (12 + max(cards, 2 * self.joker_swaps + 1))

    # Knowing and showing

    def clone(self, table: Table) -> Table:
        return copy_table(table)

    def view(self, table: Table, seat: int) -> TableView:
        last = self.actions.texts[table.last] if table.last != NONE else ""
        return TableView(self.header(table, seat), look(table, seat), self.keys, last)

    def determinise(self, view: TableView, rng: Rng) -> Table:
        return fill_in(view, self.copies, rng)

    def encode(self, view: TableView) -> dict[str, list[float]]:
        return encode_view(view, self.copies, 2 * self.box_tokens)

    def scene(self, view: TableView, names: Sequence[str]) -> Scene:
        return scene.draw(self, view, names)

    def dump(self, table: Table) -> dict[str, object]:
        return position.dump(table, self)

    def load(self, data: Mapping[str, object]) -> Table:
        return position.load(data, self)

    def census(self, table: Table) -> dict[str, int]:
        return position.census(table, self.keys)

    def why_not(self, table: Table, seat: int, action: int) -> str:
        if self.outcome(table) is None and seat == self.actor(table) and 0 <= action < len(self.actions):
            why = scene.why_not(self, table, action)
            if why:
                return why
        return super().why_not(table, seat, action)
