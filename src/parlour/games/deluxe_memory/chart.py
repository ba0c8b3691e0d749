"""What a match does: black and red pairs, and the rows of the Mixed Chart.

The rules say when an effect begins. `begin` and `choose` carry it out up to the next choice and return whether it is
over. The marks (DM-15) are the ids of rules.md.
"""

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import (
    cards,
    common,
    count_of,
    count_set,
    first_cards,
    has,
    lowest,
    minus,
    with_card,
    without_card,
)
from parlour.core.events import Emit, tells
from parlour.core.game import Moves
from parlour.core.options import Value
from parlour.games.deluxe_memory.actions import PLAYER_FROM, STOP, TAKE_LOSS, USE_SHIELD
from parlour.games.deluxe_memory.events import AGAIN, MARKED, MOVED, SWAPPED
from parlour.games.deluxe_memory.knowledge import exchange_cards, look_at, reveal, turn_up
from parlour.games.deluxe_memory.layout import Grid, Pack
from parlour.games.deluxe_memory.packed import NONE, extra_turn, rank_of
from parlour.games.deluxe_memory.phases import (
    ACE,
    BLACK,
    CENTRE,
    COPY,
    EIGHT,
    FIVE,
    FOUR,
    GAIN,
    GIVE,
    JACK,
    JOKERS,
    KING,
    LEVEL,
    LEVEL_WITH,
    LOOK,
    LOSE,
    MOVE,
    MOVE_TO,
    NINE,
    QUEEN,
    RECEIVE,
    RED,
    REVEAL,
    REVEAL_SOME,
    SEVEN,
    SHIELD,
    SIMPLE,
    SIX,
    SQUARE,
    SWAP,
    SWAP_WITH,
    TAKE_FROM,
    TARGET,
    TEN,
    THREE,
    TURN_UP,
    TWO,
)
from parlour.games.deluxe_memory.state import MemoryState
from parlour.games.deluxe_memory.tokens import gain, keep_pair, level, lose, pay_loss, use_shield

QUEEN_GIVES: Final = 6
THREE_TAKES: Final = 3
MOST_REVEALED: Final = 4
MOST_ROBBED: Final = 3
TIMED_SWAPS: Final = 12
"""Number of moves in a minute of rearranging, when there is no clock (DM-G37)."""


def queue_turn(table: MemoryState, seat: i64, offer: bool, emit: Emit | None) -> None:
    """A seat gets an extra turn (DM-G28: the thief's, if the match was stolen)."""
    turn: int = extra_turn(seat, offer)
    table.queue = [*table.queue, turn]
    if emit is not None:
        emit(AGAIN(seat=seat))


def skip_next(table: MemoryState, emit: Emit | None) -> None:
    """DM-20: the next player misses a turn; DM-G22, DM-G29: never the one whose effect it is."""
    seats: i64 = len(table.players)
    seat = table.order
    chosen: i64 = NONE
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        player = table.players[seat]
        # Somebody who misses a turn already is passed over, so two 8s skip two players (DM-G41).
        if seat != table.doer and player.out == 0 and (chosen == NONE or player.skips < table.players[chosen].skips):
            chosen = seat
    table.players[chosen].skips += 1
    if tells(emit):
        emit(MARKED(seat=table.doer, player=chosen))


def clear_effect(table: MemoryState) -> None:
    """Reset the choices of an effect."""
    table.left = 0
    table.picked_card = NONE
    table.picked_player = NONE
    table.robbed = 0
    table.square = 0


@final
class MixedChart:
    """Carries out every effect a match can have. The ids of the actions begin where the three numbers say."""

    def __init__(
        self, pack: Pack, grid: Grid, house: Mapping[str, Value], effect_from: i64, card_from: i64, square_from: i64
    ) -> None:
        self.keys = pack.keys
        self.values: vec[i64] = vec[i64](list(pack.values))
        self.places: i64 = len(grid.places)
        self.squares: vec[i64] = vec[i64]([places for _, places in grid.squares])
        self.crosses: vec[i64] = vec[i64](grid.crosses(house["cross_shape"] == "diagonal"))
        self.finite_bank = bool(house["finite_bank"])
        self.nine_optional = bool(house["nine_optional"])
        self.six_stays = bool(house["six_stays"])
        swaps = house["joker_swaps"]
        self.joker_swaps: i64 = TIMED_SWAPS if swaps == "timer60" else int(swaps)
        self.effect_from = effect_from
        self.card_from = card_from
        self.square_from = square_from

    # Beginning an effect

    def begin(self, table: MemoryState, effect: i64, emit: Emit | None) -> bool:
        """Begin an effect for `table.doer`."""
        table.effect = effect
        clear_effect(table)
        face_down = minus(table.laid, table.face_up)
        if effect in (BLACK, RED):
            table.phase = TARGET
        elif effect == SIMPLE:
            table.amount = self.values[table.rank]
            table.phase = GIVE
        elif effect == ACE:
            table.phase = GAIN
        elif effect == TWO and table.laid != 0:  # DM-G16: two cards or none, as ranks pair off
            table.phase = SWAP
        elif effect == THREE and face_down != 0:
            table.left = MOST_REVEALED
            table.phase = REVEAL_SOME
        elif effect == FOUR and face_down != 0:
            table.phase = SQUARE
        elif effect == FIVE and face_down != 0:
            table.phase = CENTRE
        elif effect == SIX and face_down != 0:
            table.phase = TURN_UP
        elif effect == JACK:
            table.phase = LEVEL
        elif effect == QUEEN:
            table.amount = QUEEN_GIVES
            table.phase = GIVE
        elif effect == KING:
            table.phase = COPY
        elif effect == JOKERS and table.laid != 0:
            table.left = self.joker_swaps
            table.phase = MOVE
        else:
            self._at_once(table, effect, emit)
            return True
        return False

    def _at_once(self, table: MemoryState, effect: i64, emit: Emit | None) -> None:
        """Carry out effects without a choice, and those for which there are no cards left."""
        if effect in (FIVE, SEVEN):  # DM-17; DM-19, DM-G21: after a 7's turn another may be bought
            queue_turn(table, table.doer, effect == SEVEN, emit)
        elif effect == EIGHT:
            skip_next(table, emit)
        elif effect in (NINE, TEN):
            keep_pair(table, effect == TEN, emit)

    # What may be chosen

    def list_choices(self, table: MemoryState, out: Moves) -> None:
        """List what the current phase of an effect allows."""
        phase = table.phase
        if phase in (REVEAL_SOME, TURN_UP, MOVE, TAKE_FROM):
            out.add(STOP)
        if phase in (REVEAL, TURN_UP):  # DM-G14: only face-down cards are revealed
            out.add_set(minus(table.laid, table.face_up), self.card_from)
        elif phase == REVEAL_SOME:
            out.add_set(minus(minus(table.laid, table.face_up), table.showing), self.card_from)
        elif phase in (SWAP, MOVE):
            out.add_set(table.laid, self.card_from)
        elif phase == SWAP_WITH:
            out.add_set(without_card(table.laid, table.picked_card), self.card_from)
        elif phase == LOOK:
            out.add_set(table.square, self.card_from)
        elif phase == MOVE_TO:  # DM-G37: onto another card, or to a free place
            out.add_set(without_card(first_cards(self.places), table.picked_card), self.card_from)
        elif phase == SQUARE:  # DM-G18
            _list_covered(table.laid, self.squares, self.square_from, out)
        elif phase == CENTRE:  # DM-G19
            _list_covered(table.laid, self.crosses, self.card_from, out)
        elif phase == COPY:
            out.add_run(self.effect_from, KING)
        elif phase == SHIELD:
            out.add(USE_SHIELD)
            out.add(TAKE_LOSS)
        else:
            self._list_players(table, phase, out)

    def _list_players(self, table: MemoryState, phase: i64, out: Moves) -> None:
        """DM-G06: anybody still in the game, yourself too, but nobody twice."""
        another = phase in (RECEIVE, LEVEL_WITH)
        seat: i64 = 0
        for player in table.players:
            taken = (another and seat == table.picked_player) or (phase == TAKE_FROM and has(table.robbed, seat))
            if player.out == 0 and not taken:
                out.add(PLAYER_FROM + seat)
            seat += 1

    # Choices

    def choose(self, table: MemoryState, action: i64, emit: Emit | None) -> bool:
        """Carry out one choice of an effect."""
        phase = table.phase
        place = action - self.card_from
        if phase == COPY:  # DM-25, DM-G32
            return self.begin(table, action - self.effect_from, emit)
        if phase == SHIELD:
            if action == USE_SHIELD:
                use_shield(table, emit)
            else:
                pay_loss(table, emit)
            return _after_loss(table)
        if phase == REVEAL:
            reveal(table, place, self.keys, emit)
            return True
        if phase == REVEAL_SOME:
            return self._reveal_some(table, action, emit)
        if phase == TURN_UP:
            return self._turn_up(table, action, emit)
        if phase in (SWAP, SWAP_WITH):
            return self._swap(table, place, emit)
        if phase == SQUARE:
            return self._look_into(table, self.squares[action - self.square_from], emit)
        if phase == LOOK:
            return self._look_in_square(table, place, emit)
        if phase == CENTRE:  # DM-17, DM-G19
            self._reveal_all(table, minus(common(self.crosses[place], table.laid), table.face_up), emit)
            queue_turn(table, table.doer, False, emit)
            return True
        if phase in (MOVE, MOVE_TO):
            return self._rearrange(table, action, emit)
        if action == STOP:  # nobody else loses tokens
            return True
        return self._choose_player(table, phase, action - PLAYER_FROM, emit)

    # Effects on cards

    def _reveal_all(self, table: MemoryState, places: i64, emit: Emit | None) -> None:
        while places != 0:
            place = lowest(places)
            reveal(table, place, self.keys, emit)
            places = without_card(places, place)

    def _reveal_some(self, table: MemoryState, action: i64, emit: Emit | None) -> bool:
        """DM-15, DM-G17: up to four cards one by one, then perhaps up to three players."""
        if action != STOP:
            reveal(table, action - self.card_from, self.keys, emit)
            table.left -= 1
            if table.left > 0 and minus(minus(table.laid, table.face_up), table.showing) != 0:
                return False
        if not _three_found(table):
            return True
        playing: i64 = sum([player.out == 0 for player in table.players])
        table.left = playing if playing < MOST_ROBBED else MOST_ROBBED
        table.phase = TAKE_FROM
        return False

    def _turn_up(self, table: MemoryState, action: i64, emit: Emit | None) -> bool:
        """DM-18, DM-G20: any number of cards, none included, stay face up."""
        if action == STOP:
            return True
        turn_up(table, table.doer, action - self.card_from, self.keys, emit)
        if self.six_stays:
            table.stays_up = with_card(table.stays_up, action - self.card_from)
        return minus(table.laid, table.face_up) == 0

    def _swap(self, table: MemoryState, place: i64, emit: Emit | None) -> bool:
        """DM-14, DM-G16: look at two cards and exchange them, each keeps its facing."""
        if table.phase == SWAP:
            table.looking = 0
            look_at(table, table.doer, place, self.keys, emit)
            table.picked_card = place
            table.phase = SWAP_WITH
            return False
        look_at(table, table.doer, place, self.keys, emit)
        exchange_cards(table, table.picked_card, place)
        if tells(emit):
            emit(SWAPPED(seat=table.doer, places=[table.picked_card + 1, place + 1]))
        return True

    def _look_into(self, table: MemoryState, square: i64, emit: Emit | None) -> bool:
        """DM-16, DM-G18: two face-down cards of the square are looked at, the others revealed."""
        face_down = minus(common(square, table.laid), table.face_up)
        table.looking = 0
        if count_set(face_down) > 2:
            table.square = face_down
            table.left = 2
            table.phase = LOOK
            return False
        while face_down != 0:
            place = lowest(face_down)
            look_at(table, table.doer, place, self.keys, emit)
            face_down = without_card(face_down, place)
        return True

    def _look_in_square(self, table: MemoryState, place: i64, emit: Emit | None) -> bool:
        look_at(table, table.doer, place, self.keys, emit)
        table.square = without_card(table.square, place)
        table.left -= 1
        if table.left > 0:
            return False
        self._reveal_all(table, table.square, emit)
        return True

    def _rearrange(self, table: MemoryState, action: i64, emit: Emit | None) -> bool:
        """DM-28, DM-G37: cards change places in the open, nobody looks."""
        if action == STOP:
            return True
        place = action - self.card_from
        if table.phase == MOVE:
            table.picked_card = place
            table.phase = MOVE_TO
            return False
        moved = SWAPPED if has(table.laid, place) else MOVED
        exchange_cards(table, table.picked_card, place)
        if tells(emit):
            emit(moved(seat=table.doer, places=[table.picked_card + 1, place + 1]))
        table.left -= 1
        table.picked_card = NONE
        table.phase = MOVE
        return table.left == 0

    # Effects on players

    def _choose_player(self, table: MemoryState, phase: i64, seat: i64, emit: Emit | None) -> bool:
        ask = self.nine_optional
        if phase == TARGET and table.effect == RED:  # DM-07
            gain(table, seat, self.values[table.rank], self.finite_bank, emit)
            return True
        if phase == GAIN:  # DM-13, DM-G15: gain, loss, reveal, in this order
            gain(table, seat, 1, self.finite_bank, emit)
            table.phase = LOSE
            return False
        if phase in (GIVE, LEVEL):
            table.picked_player = seat
            table.phase = RECEIVE if phase == GIVE else LEVEL_WITH
            return False
        if phase == TARGET:  # DM-06
            settled = lose(table, seat, self.values[table.rank], NONE, ask, emit)
        elif phase == LOSE:
            settled = lose(table, seat, 1, NONE, ask, emit)
        elif phase == TAKE_FROM:
            table.robbed = with_card(table.robbed, seat)
            table.left -= 1
            settled = lose(table, seat, THREE_TAKES, NONE, ask, emit)
        elif phase == RECEIVE:  # DM-24, DM-27
            settled = lose(table, table.picked_player, table.amount, seat, ask, emit)
        else:
            settled = level(table, table.picked_player, seat, ask, emit)
        return settled and _after_loss(table)


def _after_loss(table: MemoryState) -> bool:
    """Continue an effect after a loss of tokens was settled."""
    table.victim = NONE
    table.receiver = NONE
    table.amount = 0
    if table.effect == ACE and minus(table.laid, table.face_up) != 0:
        table.phase = REVEAL
    elif table.effect == THREE and table.left > 0:
        table.phase = TAKE_FROM
    else:
        return True
    return False


def _list_covered(laid: i64, areas: vec[i64], first: i64, out: Moves) -> None:
    """Offer every square or cross that covers a card."""
    i: i64 = 0
    while i < len(areas):
        if common(areas[i], laid) != 0:
            out.add(first + i)
        i += 1


def _three_found(table: MemoryState) -> bool:
    """Is a 3, or three of a kind, among the cards revealed now?"""
    ranks: i64 = 0  # a bag
    places = table.showing
    while places != 0:
        place = lowest(places)
        rank = rank_of(table.cards[place])
        ranks += cards(rank, 1)
        if rank == THREE or count_of(ranks, rank) == 3:
            return True
        places = without_card(places, place)
    return False
