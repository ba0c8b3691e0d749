"""What lies on a St. Croix table: plain data, packed so that a copy is cheap.

Cards are kinds: numbers in the order of the game's ladder (see rules.py). Bags count cards of each kind.
"""

from typing import final

from mypy_extensions import i64

from parlour.core.bags import has
from parlour.core.copying import taken_apart
from parlour.core.encoding import Numbers, Piece
from parlour.core.fields import NONE, Bag, Flag, Kinds, Number, OneCard, Pile, Places, Seat, Word
from parlour.core.game import State
from parlour.core.schema import EVERYBODY, HIDDEN, OWNER, Each, Field, Schema
from parlour.games.st_croix.actions import FOUR


@final
class StCroixPlayer:
    """One player's cards."""

    def __init__(self, mystery: list[int]) -> None:
        self.hand: i64 = 0
        self.hand_size: i64 = 0
        self.known: i64 = 0  # the part of the hand all have seen: picked up from the Play Pile
        self.table: i64 = 0  # Table Cards; secret until everybody has chosen
        self.table_size: i64 = 0
        self.mystery = mystery  # as dealt, never changed: clones share it
        self.face_down: i64 = 0  # the set of Mystery places not yet flipped
        self.mystery_left: i64 = 0
        self.place: i64 = 0  # 1 for the first to get rid of everything, 0 while playing

    def __reduce__(self) -> tuple[object, ...]:
        return taken_apart(self, [])

    def cards_left(self) -> i64:
        """Cards in all three zones."""
        return self.hand_size + self.table_size + self.mystery_left


@final
class StCroixState(State):
    """The whole table."""

    def __init__(self, players: list[StCroixPlayer], draw_pile: list[int], pile: list[int]) -> None:
        self.players = players
        self.draw_pile = draw_pile  # as shuffled, never changed: clones share it
        self.draw_left: i64 = 0  # the top card is draw_pile[draw_left - 1]
        self.pile = pile  # the Play Pile, top card last
        self.beat: i64 = 0  # the lowest kind that may be played
        self.run_kind: i64 = -1  # the value on top of the pile ...
        self.run_length: i64 = 0  # ... and how often it lies there unbroken
        self.gone: i64 = 0  # cards out of the game
        self.choosing: i64 = 0  # players who have not yet put down all their Table Cards
        self.turn: i64 = 0
        self.step: i64 = 1  # 1: play goes left, -1: right
        self.turns: i64 = 0
        self.finished: i64 = 0  # players without cards
        self.over: bool = False

    def __reduce__(self) -> tuple[object, ...]:
        return taken_apart(self, [], [], [])

    def find_run(self, wild: i64, special: i64, clear: i64) -> None:
        """Count the cards of one value on top of the Play Pile.

        `wild` is a kind of any ordinary value, `clear` one that does not come between others; NONE if there is none.
        """
        place: i64 = len(self.pile) - 1
        while place >= 0 and self.pile[place] == clear:
            place -= 1
        run: i64 = NONE
        length: i64 = len(self.pile) - 1 - place
        if length >= FOUR:  # they make a run of their own
            self.run_kind = clear
            self.run_length = length
            return
        length = 0
        while place >= 0:
            kind: i64 = self.pile[place]
            if kind == clear:
                place -= 1
                continue
            if run == NONE:
                run = kind
            elif kind != run:
                if wild == NONE or (kind != wild and run != wild):
                    break
                ordinary = run if kind == wild else kind
                if has(special, ordinary):
                    break
                run = ordinary
            length += 1
            place -= 1
        self.run_kind = run
        self.run_length = length


def copy_player(player: StCroixPlayer) -> StCroixPlayer:
    """An independent copy; the dealt Mystery Cards are shared because they never change."""
    twin = StCroixPlayer(player.mystery)
    twin.hand = player.hand
    twin.hand_size = player.hand_size
    twin.known = player.known
    twin.table = player.table
    twin.table_size = player.table_size
    twin.face_down = player.face_down
    twin.mystery_left = player.mystery_left
    twin.place = player.place
    return twin


def copy_table(table: StCroixState) -> StCroixState:
    """An independent copy; the shuffled Draw Pile is shared because it never changes."""
    twin = StCroixState([copy_player(player) for player in table.players], table.draw_pile, table.pile.copy())
    twin.draw_left = table.draw_left
    twin.beat = table.beat
    twin.run_kind = table.run_kind
    twin.run_length = table.run_length
    twin.gone = table.gone
    twin.choosing = table.choosing
    twin.turn = table.turn
    twin.step = table.step
    twin.turns = table.turns
    twin.finished = table.finished
    twin.over = table.over
    return twin


def redact_table(table: StCroixState, seat: i64, open_hands: bool) -> StCroixState:
    """The same as `Schema.hide` on a copy, several times as fast."""
    seen = copy_table(table)
    seen.draw_pile = []
    owner: i64 = 0
    for player in seen.players:
        player.mystery = []
        if owner != seat and not open_hands:
            player.hand = player.known
            if table.choosing > 0:
                player.table = 0
        owner += 1
    return seen


def declare(seats: int, deck: Kinds, mystery_cards: int, turn_cap: int, open_hands: bool) -> Schema[StCroixState]:
    """The fields of the state: what they are called and who may see them."""
    in_hand = EVERYBODY if open_hands else OWNER  # SC-G30: the young play with open hands
    on_table = EVERYBODY if open_hands else OWNER.only_while("choosing")  # SC-G24: revealed together

    def blank() -> StCroixState:
        return StCroixState([StCroixPlayer([]) for _ in range(seats)], [], [])

    return Schema(
        blank,
        Seat("turn", seats),
        Word("direction", ("left", "right"), "step", values=(1, -1)),
        Number("turns", high=turn_cap),
        Flag("over", derived=True),
        Pile("draw_pile", deck, left="draw_left", seen_by=HIDDEN),
        Pile("play_pile", deck, "pile"),
        OneCard("meet_or_beat", deck, "beat", derived=True, counts=False),
        Run("run", deck),
        Bag("gone", deck, derived=True),
        Each(
            "players",
            seats,
            Bag("hand", deck, size="hand_size", known="known", seen_by=in_hand),
            Bag("seen", deck, "known", counts=False),
            Bag("table", deck, size="table_size", seen_by=on_table),
            Places("mystery", deck, mystery_cards, there="face_down", size="mystery_left", seen_by=HIDDEN),  # SC-03
            Number("place", high=seats),
        ),
        Flag("choosing"),
    )


@final
class Run(Field):
    """The run on top of the Play Pile: [] or [card, how many]."""

    def __init__(self, name: str, deck: Kinds) -> None:
        super().__init__(name, derived=True)
        self.deck = deck

    def write(self, holder: object) -> object:
        assert isinstance(holder, StCroixState)
        return [self.deck.keys[holder.run_kind], holder.run_length] if holder.run_length else []

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        assert isinstance(holder, StCroixState)
        for kind in range(len(self.deck.keys)):
            out.add_share(holder.run_length if kind == holder.run_kind else 0, FOUR)

    def piece(self, seats: int) -> Piece:
        return Piece(self.name, f"the length of the run on top, as a share of {FOUR}", self.deck.keys)
