"""What a match does: black and red pairs, the Mixed Chart, and the pairs that stay as shields and thieves.

`MixedChart` carries out one effect from its first choice to its last; the game itself (rules.py) says when an
effect begins and goes on when `effect_over` is reached. The marks (DM-15) are the ids of rules.md.
"""

from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.actions import Action
from parlour.core.bags import count_set, has, only, with_card, without_card
from parlour.core.cards import Deck
from parlour.core.events import Emit
from parlour.core.game import Game, Moves
from parlour.games.deluxe_memory.actions import WORDS, PickCard, PickEffect, PickPlayer, PickSquare, Word
from parlour.games.deluxe_memory.events import (
    AGAIN,
    GAINED,
    GAVE,
    KEPT,
    LEVELLED,
    LOOKED,
    LOST,
    MARKED,
    MOVED,
    REVEALED,
    SHIELDED,
    SWAPPED,
    TURNED_UP,
)
from parlour.games.deluxe_memory.layout import lay_out, unpack
from parlour.games.deluxe_memory.state import (
    CENTRE,
    COPY,
    GAIN,
    GIVE,
    LEVEL,
    LEVEL_WITH,
    LOOK,
    LOSE,
    MOVE,
    MOVE_TO,
    NONE,
    RANKS,
    RECEIVE,
    REVEAL,
    REVEAL_SOME,
    SHIELD,
    SQUARE,
    SWAP,
    SWAP_WITH,
    TAKE_FROM,
    TARGET,
    TURN_UP,
    Table,
    exchange_cards,
    is_thief,
    keeper,
    kept_pair,
    kept_rank,
    look_at,
    rank_of,
    show,
    turn_up,
)
from parlour.games.deluxe_memory.view import TableView
from parlour.games.deluxe_memory.words import choice_names

# Effects: the rows of the Mixed Chart by rank, then the others.
ACE: Final = 0
TWO: Final = 1
THREE: Final = 2
FOUR: Final = 3
FIVE: Final = 4
SIX: Final = 5
SEVEN: Final = 6
EIGHT: Final = 7
NINE: Final = 8
TEN: Final = 9
JACK: Final = 10
QUEEN: Final = 11
KING: Final = 12
JOKERS: Final = 13
BLACK: Final = 14
RED: Final = 15
SIMPLE: Final = 16
EFFECTS: Final = (*RANKS, "black pair", "red pair", "simple pair")

# Actions: the words of actions.py.
STOP: Final = 0
BOTH_UP: Final = 1
HIDE_FIRST: Final = 2
HIDE_SECOND: Final = 3
HIDE_BOTH: Final = 4
PAY: Final = 5
END_TURN: Final = 6
USE_SHIELD: Final = 7
TAKE_LOSS: Final = 8
PLAYER_FROM: Final = 9

QUEEN_GIVES: Final = 6
THREE_TAKES: Final = 3
MOST_REVEALED: Final = 4
MOST_ROBBED: Final = 3
TIMED_SWAPS: Final = 12
"""What a minute of rearranging comes to when nobody watches the clock (DM-G37)."""


def list_places(places: i64, card_from: i64, out: Moves) -> None:
    """Offer every place of a set."""
    action = card_from
    while places != 0:
        if places & 1 != 0:
            out.add(action)
        places >>= 1
        action += 1


def lowest(places: i64) -> i64:
    """The first place of a set."""
    place: i64 = 0
    while not has(places, place):
        place += 1
    return place


@mypyc_attr(allow_interpreted_subclasses=True)
class MixedChart(Game[Table, TableView]):
    """The box, the grid, the house rules, and every effect a match can have."""

    def __init__(self, seats: int, deck: Deck, options: Mapping[str, object]) -> None:
        super().__init__(seats, deck, options)
        house = self.options
        self.simplicity = bool(house["simplicity"])
        self.jokers = bool(house["jokers"])
        self.underdogs = bool(house["underdogs"])
        self.select_both = bool(house["select_both"])
        self.no_rehide = bool(house["no_rehide"])
        self.finite_bank = bool(house["finite_bank"])
        self.nine_optional = bool(house["nine_optional"])
        self.ten_own_match = bool(house["ten_own_match"])
        self.memory_aid = bool(house["memory_aid"])
        swaps = house["joker_swaps"]
        self.joker_swaps: i64 = TIMED_SWAPS if swaps == "timer60" else int(swaps)
        self.start_tokens: i64 = self.deck.setting("tokens", "start", 1, 1000)
        self.box_tokens: i64 = self.deck.setting("tokens", "box", int(self.start_tokens), 10_000)

        self.box = unpack(self.deck, self.jokers)
        self.keys = self.box.keys
        self.whole_deck: list[int] = self.box.kinds
        self.values: vec[i64] = vec[i64](list(self.box.values))
        self.grid = lay_out(self.deck, len(self.whole_deck))
        self.places: i64 = len(self.grid.places)
        self.nothing_barred: list[int] = [0] * len(self.grid.places)
        self.all_places: i64 = only(self.places) - 1
        squares = self.grid.squares
        self.squares: vec[i64] = vec[i64]([places for _, places in squares])
        self.crosses: vec[i64] = vec[i64](self.grid.crosses(house["cross_shape"] == "diagonal"))

        made: list[Action] = [Word(word) for word in WORDS]
        made += [PickPlayer(seat + 1) for seat in range(seats)]
        self.effect_from: i64 = len(made)
        made += [PickEffect(rank) for rank in RANKS[:KING]]  # DM-25, DM-G31, DM-G36: no King, no Jokers
        self.card_from: i64 = len(made)
        made += [PickCard(place + 1) for place in range(len(self.grid.places))]
        self.square_from: i64 = len(made)
        made += [PickSquare(cell) for cell, _ in squares]
        self.set_actions(made)
        self.words["choice"] = choice_names(made)

    def effect_over(self, table: Table, emit: Emit | None) -> None:
        """What comes after an effect; the game says it."""
        raise NotImplementedError

    # Beginning an effect

    def begin_effect(self, table: Table, effect: i64, emit: Emit | None) -> None:
        """Carry out an effect for `table.doer` as far as it goes without a choice."""
        table.effect = effect
        table.left = 0
        table.picked = NONE
        table.targets = 0
        face_down = table.laid & ~table.face_up
        if effect in (BLACK, RED):
            table.stage = TARGET
        elif effect == SIMPLE:
            table.amount = self.values[table.rank]
            table.stage = GIVE
        elif effect == ACE:
            table.stage = GAIN
        elif effect == TWO and table.laid != 0:  # DM-G16: two cards or none, as ranks pair off
            table.stage = SWAP
        elif effect == THREE and face_down != 0:
            table.left = MOST_REVEALED
            table.stage = REVEAL_SOME
        elif effect == FOUR and face_down != 0:
            table.stage = SQUARE
        elif effect == FIVE and face_down != 0:
            table.stage = CENTRE
        elif effect == SIX and face_down != 0:
            table.stage = TURN_UP
        elif effect == JACK:
            table.stage = LEVEL
        elif effect == QUEEN:
            table.amount = QUEEN_GIVES
            table.stage = GIVE
        elif effect == KING:
            table.stage = COPY
        elif effect == JOKERS and table.laid != 0:
            table.left = self.joker_swaps
            table.stage = MOVE
        else:
            if effect in (FIVE, SEVEN):  # DM-17; DM-19, DM-G21: after a 7's turn another may be bought
                self.queue_turn(table, table.doer, effect == SEVEN, emit)
            elif effect == EIGHT:
                self._skip_next(table, emit)
            elif effect in (NINE, TEN):
                self._keep_pair(table, effect == TEN, emit)
            self.effect_over(table, emit)

    def queue_turn(self, table: Table, seat: i64, offer: bool, emit: Emit | None) -> None:
        """A seat gets an extra turn (DM-G28: the thief's, if the match was stolen)."""
        table.queue = [*table.queue, seat * 2 + (1 if offer else 0)]
        if emit is not None:
            emit(AGAIN(seat=seat))

    def _skip_next(self, table: Table, emit: Emit | None) -> None:
        """DM-20: the next player misses a turn; DM-G22, DM-G29: never the one whose effect it is."""
        seat = table.order
        chosen: i64 = NONE
        for _ in range(self.seats):
            seat = seat + 1 if seat + 1 < self.seats else 0
            player = table.players[seat]
            # Somebody who misses a turn already is passed over, so two 8s skip two players (DM-G41).
            if (
                seat != table.doer
                and player.out == 0
                and (chosen == NONE or player.skips < table.players[chosen].skips)
            ):
                chosen = seat
        table.players[chosen].skips += 1
        if emit is not None:
            emit(MARKED(seat=chosen))

    def _keep_pair(self, table: Table, thief: bool, emit: Emit | None) -> None:
        """DM-21, DM-22: the pair stays in front of the player; DM-G31: a King pair may do so too."""
        table.discard = table.discard[:-2]
        pair: int = kept_pair(table.doer, table.rank, thief)
        table.kept = [*table.kept, pair]
        if emit is not None:
            emit(KEPT(seat=table.doer, rank=RANKS[table.rank], role="thief" if thief else "shield"))

    def drop_pair(self, table: Table, index: i64) -> i64:
        """A kept pair goes to the discard pile; returns it."""
        kept = table.kept.copy()
        pair: i64 = kept.pop(index)
        table.kept = kept
        table.discard = [*table.discard, kept_rank(pair) * 2, kept_rank(pair) * 2 + 1]
        return pair

    # Choices within an effect

    def list_effect_choices(self, table: Table, out: Moves) -> None:
        """Everything the current step of an effect allows."""
        stage = table.stage
        face_down = table.laid & ~table.face_up
        if stage == REVEAL:  # DM-G14: only face-down cards are revealed
            list_places(face_down, self.card_from, out)
        elif stage == REVEAL_SOME:
            out.add(STOP)
            list_places(face_down & ~table.showing, self.card_from, out)
        elif stage == TURN_UP:
            out.add(STOP)
            list_places(face_down, self.card_from, out)
        elif stage == SWAP:
            list_places(table.laid, self.card_from, out)
        elif stage == SWAP_WITH:
            list_places(without_card(table.laid, table.picked), self.card_from, out)
        elif stage == LOOK:
            list_places(table.targets, self.card_from, out)
        elif stage == MOVE:
            out.add(STOP)
            list_places(table.laid, self.card_from, out)
        elif stage == MOVE_TO:  # DM-G37: onto another card, or to a free place
            list_places(without_card(self.all_places, table.picked), self.card_from, out)
        elif stage == SQUARE:
            i: i64 = 0
            while i < len(self.squares):
                if self.squares[i] & table.laid != 0:  # DM-G18
                    out.add(self.square_from + i)
                i += 1
        elif stage == CENTRE:
            centre: i64 = 0
            while centre < self.places:
                if self.crosses[centre] & table.laid != 0:  # DM-G19
                    out.add(self.card_from + centre)
                centre += 1
        elif stage == COPY:
            rank: i64 = 0
            while rank < KING:
                out.add(self.effect_from + rank)
                rank += 1
        elif stage == SHIELD:
            out.add(USE_SHIELD)
            out.add(TAKE_LOSS)
        else:
            self._list_players(table, stage, out)

    def _list_players(self, table: Table, stage: i64, out: Moves) -> None:
        """DM-G06: anybody still in the game, yourself too, but nobody twice."""
        if stage == TAKE_FROM:
            out.add(STOP)
        another = stage in (RECEIVE, LEVEL_WITH)
        seat: i64 = 0
        while seat < self.seats:
            taken = (another and seat == table.picked) or (stage == TAKE_FROM and has(table.targets, seat))
            if table.players[seat].out == 0 and not taken:
                out.add(PLAYER_FROM + seat)
            seat += 1

    def choose_in_effect(self, table: Table, action: i64, emit: Emit | None) -> None:
        """Carry out one choice of an effect."""
        stage = table.stage
        place = action - self.card_from
        if stage == COPY:  # DM-25, DM-G32
            self.begin_effect(table, action - self.effect_from, emit)
        elif stage == SHIELD:
            if action == USE_SHIELD:
                self._use_shield(table, emit)
            else:
                self._pay_up(table, emit)
            self._after_loss(table, emit)
        elif stage == REVEAL:
            self._reveal(table, place, emit)
            self.effect_over(table, emit)
        elif stage == REVEAL_SOME:
            self._reveal_some(table, action, emit)
        elif stage == TURN_UP:
            self._turn_up(table, action, emit)
        elif stage in (SWAP, SWAP_WITH):
            self._swap(table, place, emit)
        elif stage == SQUARE:
            self._square(table, action - self.square_from, emit)
        elif stage == LOOK:
            self._look_in_square(table, place, emit)
        elif stage == CENTRE:
            self._reveal_set(table, self.crosses[place] & table.laid & ~table.face_up, emit)  # DM-17, DM-G19
            self.queue_turn(table, table.doer, False, emit)
            self.effect_over(table, emit)
        elif stage in (MOVE, MOVE_TO):
            self._rearrange(table, action, emit)
        else:
            self._choose_player(table, stage, action, emit)

    def _choose_player(self, table: Table, stage: i64, action: i64, emit: Emit | None) -> None:
        seat = action - PLAYER_FROM
        if stage == TARGET:
            value = self.values[table.rank]
            if table.effect == RED:  # DM-07
                self._gain(table, seat, value, emit)
                self.effect_over(table, emit)
            else:  # DM-06
                self._lose(table, seat, value, NONE, emit)
        elif stage == GAIN:  # DM-13, DM-G15: gain, loss, reveal, in this order
            self._gain(table, seat, 1, emit)
            table.stage = LOSE
        elif stage == LOSE:
            self._lose(table, seat, 1, NONE, emit)
        elif stage == TAKE_FROM:
            if action == STOP:
                self.effect_over(table, emit)
            else:
                table.targets = with_card(table.targets, seat)
                table.left -= 1
                self._lose(table, seat, THREE_TAKES, NONE, emit)
        elif stage == GIVE:
            table.picked = seat
            table.stage = RECEIVE
        elif stage == RECEIVE:  # DM-24, DM-27
            self._lose(table, table.picked, table.amount, seat, emit)
        elif stage == LEVEL:
            table.picked = seat
            table.stage = LEVEL_WITH
        else:
            self._level(table, table.picked, seat, emit)

    # Cards: reveal, turn up, look, swap

    def _reveal(self, table: Table, place: i64, emit: Emit | None) -> None:
        """Turn a card up, let everybody see it, turn it down again."""
        table.showing = with_card(table.showing, place)
        show(table, place)
        if emit is not None:
            emit(REVEALED(seat=table.doer, place=place + 1, card=self.keys[table.cards[place]]))

    def _reveal_set(self, table: Table, places: i64, emit: Emit | None) -> None:
        place: i64 = 0
        while places >> place != 0:
            if has(places, place):
                self._reveal(table, place, emit)
            place += 1

    def _reveal_some(self, table: Table, action: i64, emit: Emit | None) -> None:
        """DM-15, DM-G17: up to four cards one by one, then perhaps up to three players."""
        if action != STOP:
            self._reveal(table, action - self.card_from, emit)
            table.left -= 1
            if table.left > 0 and table.laid & ~table.face_up & ~table.showing != 0:
                return
        if self._three_found(table):
            playing: i64 = sum([player.out == 0 for player in table.players])
            table.left = playing if playing < MOST_ROBBED else MOST_ROBBED
            table.stage = TAKE_FROM
        else:
            self.effect_over(table, emit)

    def _three_found(self, table: Table) -> bool:
        """Is a 3, or three of a kind, among the cards revealed now?"""
        counts: i64 = 0  # four bits a rank
        place: i64 = 0
        while table.showing >> place != 0:
            if has(table.showing, place):
                rank = rank_of(table.cards[place])
                counts += only(rank * 4)
                if rank == THREE or (counts >> (rank * 4)) & 15 == 3:
                    return True
            place += 1
        return False

    def _turn_up(self, table: Table, action: i64, emit: Emit | None) -> None:
        """DM-18, DM-G20: any number of cards, none included, stay face up."""
        if action != STOP:
            place = action - self.card_from
            turn_up(table, place)
            if emit is not None:
                emit(TURNED_UP(seat=table.doer, place=place + 1, card=self.keys[table.cards[place]]))
            if table.laid & ~table.face_up != 0:
                return
        self.effect_over(table, emit)

    def look(self, table: Table, seat: i64, place: i64, emit: Emit | None) -> None:
        """A player looks at a card; only the place is public."""
        look_at(table, seat, place)
        if emit is not None:
            emit(LOOKED(seat=seat, place=place + 1, card=self.keys[table.cards[place]]))

    def _swap(self, table: Table, place: i64, emit: Emit | None) -> None:
        """DM-14, DM-G16: look at two cards and exchange them, each keeps its facing."""
        if table.stage == SWAP:
            table.looking = 0
            self.look(table, table.doer, place, emit)
            table.picked = place
            table.stage = SWAP_WITH
        else:
            self.look(table, table.doer, place, emit)
            exchange_cards(table, table.picked, place)
            if emit is not None:
                emit(SWAPPED(seat=table.doer, places=[table.picked + 1, place + 1]))
            self.effect_over(table, emit)

    def _square(self, table: Table, square: i64, emit: Emit | None) -> None:
        """DM-16, DM-G18: two face-down cards of the square are looked at, the others revealed."""
        face_down = self.squares[square] & table.laid & ~table.face_up
        table.looking = 0
        table.targets = face_down
        if count_set(face_down) > 2:
            table.left = 2
            table.stage = LOOK
            return
        while face_down != 0:
            place = lowest(face_down)
            self.look(table, table.doer, place, emit)
            face_down = without_card(face_down, place)
        self.effect_over(table, emit)

    def _look_in_square(self, table: Table, place: i64, emit: Emit | None) -> None:
        self.look(table, table.doer, place, emit)
        table.targets = without_card(table.targets, place)
        table.left -= 1
        if table.left == 0:
            self._reveal_set(table, table.targets, emit)
            self.effect_over(table, emit)

    def _rearrange(self, table: Table, action: i64, emit: Emit | None) -> None:
        """DM-28, DM-G37: cards change places in the open, nobody looks."""
        if action == STOP:
            self.effect_over(table, emit)
        elif table.stage == MOVE:
            table.picked = action - self.card_from
            table.stage = MOVE_TO
        else:
            place = action - self.card_from
            swap = has(table.laid, place)
            exchange_cards(table, table.picked, place)
            if emit is not None:
                places = [table.picked + 1, place + 1]
                emit(SWAPPED(seat=table.doer, places=places) if swap else MOVED(seat=table.doer, places=places))
            table.left -= 1
            table.picked = NONE
            table.stage = MOVE
            if table.left == 0:
                self.effect_over(table, emit)

    # Tokens: gains and losses

    def _gain(self, table: Table, seat: i64, tokens: i64, emit: Emit | None) -> None:
        """Tokens from the Bank, which never runs dry (DM-G08) unless the option says so."""
        if self.finite_bank and tokens > table.bank:
            tokens = table.bank
        table.players[seat].tokens += tokens
        table.bank -= tokens
        if emit is not None:
            emit(GAINED(seat=seat, tokens=tokens))

    def _lose(self, table: Table, seat: i64, tokens: i64, receiver: i64, emit: Emit | None) -> None:
        """A loss imposed by an effect: no more than the player has (DM-G07), and a shield stops it (DM-21, DM-G23)."""
        held = table.players[seat].tokens
        table.victim = seat
        table.amount = tokens if tokens < held else held
        table.receiver = receiver
        # DM-29: where there is nothing to lose, no shield is used up.
        if table.amount == 0 or self.find_shield(table, seat) == NONE:
            self._pay_up(table, emit)
            self._after_loss(table, emit)
        elif self.nine_optional:
            table.stage = SHIELD
        else:
            self._use_shield(table, emit)
            self._after_loss(table, emit)

    def find_shield(self, table: Table, seat: i64) -> i64:
        """The place of the seat's oldest shield among the kept pairs."""
        index: i64 = 0
        for pair in table.kept:
            if keeper(pair) == seat and not is_thief(pair):
                return index
            index += 1
        return NONE

    def _use_shield(self, table: Table, emit: Emit | None) -> None:
        """DM-21, DM-G24: the pair is discarded, and nothing moves at all."""
        pair = self.drop_pair(table, self.find_shield(table, table.victim))
        if emit is not None:
            emit(SHIELDED(seat=table.victim, rank=RANKS[kept_rank(pair)]))

    def _pay_up(self, table: Table, emit: Emit | None) -> None:
        loser = table.players[table.victim]
        odd: i64 = 0
        if table.effect == JACK:
            lower = table.players[table.receiver]
            odd = (loser.tokens + lower.tokens) & 1
            lower.tokens += table.amount - odd
            table.bank += odd
        elif table.receiver != NONE:
            table.players[table.receiver].tokens += table.amount
        else:
            table.bank += table.amount
        loser.tokens -= table.amount
        if emit is None:
            return
        if table.effect == JACK:
            passed = table.amount - odd
            emit(LEVELLED(seat=table.victim, tokens=loser.tokens, odd=odd, passed=passed, **{"with": table.receiver}))
        elif table.receiver != NONE:
            emit(GAVE(seat=table.victim, to=table.receiver, tokens=table.amount))
        else:
            emit(LOST(seat=table.victim, tokens=table.amount))

    def _level(self, table: Table, one: i64, two: i64, emit: Emit | None) -> None:
        """DM-23: both end up with half, rounded down, and an odd token goes to the Bank."""
        if table.players[one].tokens < table.players[two].tokens:
            one, two = two, one
        higher = table.players[one].tokens
        self._lose(table, one, higher - (higher + table.players[two].tokens) // 2, two, emit)

    def _after_loss(self, table: Table, emit: Emit | None) -> None:
        """What an effect still has to do after somebody lost tokens, or did not."""
        table.victim = NONE
        table.receiver = NONE
        table.amount = 0
        if table.effect == ACE and table.laid & ~table.face_up != 0:
            table.stage = REVEAL
        elif table.effect == THREE and table.left > 0:
            table.stage = TAKE_FROM
        else:
            self.effect_over(table, emit)
