"""What lies on a Deluxe Memory table, and who remembers what: plain data, packed so that a copy is cheap.

packed.py says what the numbers stand for. The lists `cards`, `differ`, `barred`, `kept`, `queue` and `discard` are
never changed in place but replaced, so clones share them.

A seat remembers every card it has seen: `known` follows the card when places are exchanged. What everybody has seen
is `shown`. A look that made no match also tells everybody something: the two cards differ in rank. That is kept in
`differ` while neither card has been shown, and in `barred` (ranks a place cannot hold) once one has.
"""

from collections.abc import Sequence
from typing import final

from mypy_extensions import i64

from parlour.core.bags import has
from parlour.core.copying import taken_apart
from parlour.core.fields import Flag, Kinds, Number, Pile, Places, Seat, Seats, Word
from parlour.core.game import NOBODY, State, TableView
from parlour.core.positions import Reader
from parlour.core.schema import HIDDEN, Each, Field, Schema
from parlour.games.deluxe_memory.fields import (
    BarredRanks,
    DifferentPlaces,
    ExtraTurns,
    KeptPairs,
    LastAction,
    PlaceSet,
    SeatLike,
)
from parlour.games.deluxe_memory.packed import NONE, RANKS
from parlour.games.deluxe_memory.phases import EFFECTS, FIRST, PHASES


@final
class MemoryPlayer:
    """One player."""

    def __init__(self) -> None:
        self.tokens: i64 = 0
        self.known: i64 = 0  # the places whose card this player has seen
        self.skips: i64 = 0  # turns this player is going to miss
        self.out: i64 = 0  # 0 while in the game, then 1 for the first to leave it ...

    def __reduce__(self) -> tuple[object, ...]:
        return taken_apart(self)


@final
class MemoryState(State):
    """The whole table."""

    def __init__(
        self,
        players: list[MemoryPlayer],
        cards: list[int],
        differ: list[int],
        barred: list[int],
        kept: list[int],
        queue: list[int],
        discard: list[int],
    ) -> None:
        self.players = players
        self.cards = cards  # the kind at each place; empty places hold anything
        self.laid: i64 = 0  # the places that still have a card
        self.face_up: i64 = 0
        self.stays_up: i64 = 0  # places whose card nobody may turn down again
        self.shown: i64 = 0  # places whose card everybody has seen
        self.differ = differ  # pairs of places known to differ in rank
        self.barred = barred  # for each place the set of ranks it cannot hold
        self.kept = kept  # pairs in front of players, oldest first
        self.queue = queue  # extra turns to come
        self.discard = discard
        self.bank: i64 = 0
        self.turn: i64 = 0  # whose turn it is
        self.order: i64 = 0  # who had the last turn in the normal order
        self.offer: bool = False  # may another turn be bought at the end of this one?
        self.phase: i64 = FIRST
        self.doer: i64 = 0  # who decides
        self.first: i64 = NONE  # the cards chosen this turn
        self.second: i64 = NONE
        self.effect: i64 = NONE  # what is being carried out
        self.rank: i64 = NONE  # the rank of the match
        self.left: i64 = 0  # choices the effect still has
        self.picked_card: i64 = NONE  # the first of two places, ...
        self.picked_player: i64 = NONE  # ... or of two players
        self.robbed: i64 = 0  # the players a 3 has taken tokens from
        self.square: i64 = 0  # the face-down cards of a 4's square
        self.victim: i64 = NONE  # about to lose `amount` ...
        self.amount: i64 = 0
        self.receiver: i64 = NONE  # ... to another player, NONE: to the Bank
        self.looking: i64 = 0  # places being looked at by ...
        self.looker: i64 = NONE
        self.showing: i64 = 0  # places an effect has just revealed
        self.last: i64 = NONE  # the last action
        self.outs: i64 = 0  # how often somebody has left the game
        self.over: bool = False

    def __reduce__(self) -> tuple[object, ...]:
        return taken_apart(self, [], [], [], [], [], [], [])


MemoryView = TableView[MemoryState]


def copy_player(player: MemoryPlayer) -> MemoryPlayer:
    """An independent copy."""
    twin = MemoryPlayer()
    twin.tokens = player.tokens
    twin.known = player.known
    twin.skips = player.skips
    twin.out = player.out
    return twin


def copy_table(table: MemoryState) -> MemoryState:
    """An independent copy; the lists are shared because they are replaced, never changed."""
    players = [copy_player(player) for player in table.players]
    twin = MemoryState(players, table.cards, table.differ, table.barred, table.kept, table.queue, table.discard)
    twin.laid = table.laid
    twin.face_up = table.face_up
    twin.stays_up = table.stays_up
    twin.shown = table.shown
    twin.bank = table.bank
    twin.turn = table.turn
    twin.order = table.order
    twin.offer = table.offer
    twin.phase = table.phase
    twin.doer = table.doer
    twin.first = table.first
    twin.second = table.second
    twin.effect = table.effect
    twin.rank = table.rank
    twin.left = table.left
    twin.picked_card = table.picked_card
    twin.picked_player = table.picked_player
    twin.robbed = table.robbed
    twin.square = table.square
    twin.victim = table.victim
    twin.amount = table.amount
    twin.receiver = table.receiver
    twin.looking = table.looking
    twin.looker = table.looker
    twin.showing = table.showing
    twin.last = table.last
    twin.outs = table.outs
    twin.over = table.over
    return twin


def known_to(table: MemoryState, seat: i64) -> i64:
    """The places whose card a seat has seen; a spectator has seen what everybody has."""
    return table.shown if seat == NOBODY else table.players[seat].known


def hide_unseen(cards: list[int], known: i64) -> list[int]:
    """The cards of the grid with blanks at unknown places."""
    seen: list[int] = []
    place: i64 = 0
    for kind in cards:
        seen.append(kind if has(known, place) else NONE)
        place += 1
    return seen


def redact_table(table: MemoryState, seat: i64) -> MemoryState:
    """The same as `Schema.hide` on a copy, several times as fast."""
    seen = copy_table(table)
    seen.cards = hide_unseen(table.cards, known_to(table, seat))
    return seen


def declare(seats: int, deck: Kinds, places: int, actions: Sequence[str], six_stays: bool) -> Schema[MemoryState]:
    """The fields of the state. Only the cards are secret: who has looked where, and what follows from it, is public."""

    def blank() -> MemoryState:
        return MemoryState([MemoryPlayer() for _ in range(seats)], [0] * places, [], [0] * places, [], [], [])

    return Schema(
        blank,
        Seat("turn", seats),
        SeatLike("order", seats, like="turn"),
        Flag("offer"),
        Flag("over"),
        Word("stage", PHASES, "phase"),
        SeatLike("deciding", seats, "doer", like="turn"),
        GridCards("cards", deck, places),
        PlaceSet("face_up", places),
        *([PlaceSet("stays_up", places)] if six_stays else []),  # not in positions of version 1
        PlaceSet("shown", places),
        DifferentPlaces("differ", places),
        BarredRanks("barred", places),
        Chosen("chosen", places),
        Word("effect", ("", *EFFECTS), values=range(NONE, len(EFFECTS))),
        Word("rank", ("", *RANKS), values=range(NONE, len(RANKS))),
        Number("left"),
        Number("picked_card", low=NONE, high=places - 1, offset=1),
        Seat("picked_player", seats, low=NONE),
        Seats("robbed", seats),
        PlaceSet("square", places),
        Seat("loss_of", seats, "victim", low=NONE),
        Number("amount", high=100_000),
        Seat("loss_to", seats, "receiver", low=NONE),
        Seat("looker", seats, low=NONE),
        PlaceSet("looking", places),
        PlaceSet("showing", places),
        Each(
            "players",
            seats,
            Number("tokens", high=100_000, box="tokens"),
            PlaceSet("knows", places, "known"),
            Number("skips", high=1000),
            Number("out", high=seats),
        ),
        Number("bank", low=-100_000, high=100_000, default=0, box="tokens"),
        KeptPairs("kept", seats, deck),
        ExtraTurns("queue", seats),
        Pile("discard", deck),
        LastAction("last", actions),
    )


@final
class GridCards(Places):
    """The cards of the grid. A seat sees those it remembers, a spectator those that everybody has seen."""

    def __init__(self, name: str, deck: Kinds, places: int) -> None:
        super().__init__(name, deck, places, there="laid", seen_by=HIDDEN)

    def hide_from(self, holder: object, seat: i64) -> None:
        assert isinstance(holder, MemoryState)
        holder.cards = hide_unseen(holder.cards, known_to(holder, seat))

    def facts(self, holder: object, out: dict[str, object]) -> None:
        assert isinstance(holder, MemoryState)
        found: list[str | None] = []
        for place, kind in enumerate(holder.cards):
            found.append(None if not has(holder.laid, place) else "?" if kind == NONE else self.kinds.keys[kind])
        out[self.name] = found


@final
class Chosen(Field):
    """The cards chosen this turn: none, one or two places."""

    def __init__(self, name: str, places: int) -> None:
        super().__init__(name)
        self.places = places

    def write(self, holder: object) -> object:
        assert isinstance(holder, MemoryState)
        return [int(place) + 1 for place in (holder.first, holder.second) if place != NONE]

    def read(self, holder: object, read: Reader) -> None:
        assert isinstance(holder, MemoryState)
        chosen = read.numbers(self.name, 1, self.places)
        if len(chosen) > 2:
            raise read.wrong(self.name, "must hold at most 2 places")
        holder.first = chosen[0] - 1 if chosen else NONE
        holder.second = chosen[1] - 1 if len(chosen) > 1 else NONE
