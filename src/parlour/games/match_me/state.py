"""What lies on a Match Me table: plain data, packed so that a copy is cheap.

Cards are all different: numbers in the order of the deck file. Hands are sets of them. A seat's knowledge of the
others' cards follows from what it witnessed, so the table keeps its history (history.py).
"""

from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from parlour.core.bags import members, set_of
from parlour.core.copying import taken_apart
from parlour.core.deals import MOST_BANKED, MOST_DEALS
from parlour.core.errors import quoted
from parlour.core.fields import Flag, Kinds, Number, OneCard, Pile, Seat, Set, Word
from parlour.core.game import State
from parlour.core.positions import Reader
from parlour.core.schema import HIDDEN, OWNER, Each, Field, Schema
from parlour.games.match_me.history import (
    ASKS,
    DRAWS,
    NO_CARD,
    SHUFFLES,
    Note,
    Start,
    blank_handed,
    blank_piles,
    cards_taken,
    dealt_hands,
    note_text,
    notes_in_order,
    read_note,
)

# The phases of a turn: what the game waits for
ADD: Final = 0  # ask or pick up
ASK_AGAIN: Final = 1  # a request succeeded: ask again or stop
DISCARD: Final = 2  # lay groups (where that is a choice) and discard
PHASES: Final = ("add cards", "ask again", "discard")

# How a game ended
PLAYING: Final = 0
WENT_OUT: Final = 1
STALE: Final = 2
LIMIT: Final = 3
ENDS: Final = ("no", "went out", "stalemate", "turn limit")

NO_END: Final = 1_000_000
MOST_TURNS: Final = 1_000_000
"""The highest turn number of a position."""


@final
class MatchMePlayer:
    """One player's cards."""

    def __init__(self) -> None:
        self.hand: i64 = 0
        self.hand_size: i64 = 0
        self.laid: i64 = 0  # the set of categories laid as groups
        self.laid_cards: i64 = 0
        self.banked: i64 = 0  # points of earlier deals

    def __reduce__(self) -> tuple[object, ...]:
        return taken_apart(self)


@final
class MatchMeState(State):
    """The whole table."""

    def __init__(
        self,
        players: list[MatchMePlayer],
        piles: list[list[int]],
        discards: list[int],
        handed: list[int],
        start: Start,
    ) -> None:
        self.players = players
        self.piles = piles  # every pile ever shuffled, the last one is the draw pile; never changed, clones share it
        self.draw_left: i64 = 0  # the top card is piles[-1][draw_left - 1]
        self.discards = discards  # the top card last
        self.handed = handed  # for each successful request the set of cards handed over
        self.start = start
        self.last: Note | None = None
        self.turn: i64 = 0
        self.phase: i64 = ADD
        self.asked: bool = False  # this turn's method is asking
        self.picked: i64 = NO_CARD  # the card, if a single one was picked up this turn
        self.turns: i64 = 0
        self.idle: i64 = 0  # turns since a card was drawn or a group laid; -1 in the turn in which that happens
        self.ended: i64 = PLAYING
        self.out: i64 = 0  # cards set aside in a hand-written position
        self.refused: bool = False  # this turn's last request failed
        self.dealer: i64 = 0
        self.deals: i64 = 0  # finished deals

    def __reduce__(self) -> tuple[object, ...]:
        return taken_apart(self, [], [], [], [], self.start)


def copy_table(table: MatchMeState) -> MatchMeState:
    """An independent copy; what never changes is shared."""
    players: list[MatchMePlayer] = []
    for player in table.players:
        twin_player = MatchMePlayer()
        twin_player.hand = player.hand
        twin_player.hand_size = player.hand_size
        twin_player.laid = player.laid
        twin_player.laid_cards = player.laid_cards
        twin_player.banked = player.banked
        players.append(twin_player)
    twin = MatchMeState(players, table.piles, table.discards.copy(), table.handed.copy(), table.start)
    copy_numbers(table, twin)
    return twin


def turns_left(table: MatchMeState, stale_turns: i64, turn_limit: i64) -> i64:
    """Turns until a guard against endless games ends this one; NO_END if none is on."""
    left: i64 = NO_END
    if stale_turns > 0:
        left = stale_turns - (table.idle if table.idle > 0 else 0)
    if turn_limit > 0 and turn_limit - table.turns < left:
        left = turn_limit - table.turns
    return left


def bank(table: MatchMeState, points: list[int]) -> list[int]:
    """Add the points of a finished deal to those of earlier ones; returns the totals."""
    for seat, player in enumerate(table.players):
        player.banked += points[seat]
    return [int(player.banked) for player in table.players]


def deal_into(table: MatchMeState, fresh: MatchMeState) -> None:
    """Make a table look like a fresh one, with the same points and number of deals."""
    for player, dealt in zip(table.players, fresh.players, strict=True):
        dealt.banked = player.banked
    fresh.deals = table.deals
    table.players = fresh.players
    table.piles = fresh.piles
    table.discards = fresh.discards
    table.handed = fresh.handed
    table.start = fresh.start
    copy_numbers(fresh, table)


def copy_numbers(table: MatchMeState, twin: MatchMeState) -> None:
    """Copy everything but the lists."""
    twin.draw_left = table.draw_left
    twin.last = table.last
    twin.turn = table.turn
    twin.phase = table.phase
    twin.asked = table.asked
    twin.picked = table.picked
    twin.turns = table.turns
    twin.idle = table.idle
    twin.ended = table.ended
    twin.out = table.out
    twin.refused = table.refused
    twin.dealer = table.dealer
    twin.deals = table.deals


def redact_table(table: MatchMeState, seat: i64) -> MatchMeState:
    """The same as `Schema.hide` on a copy, several times as fast."""
    seen = copy_table(table)
    seen.piles = blank_piles(table.piles, table.draw_left, table.start, table.last, seat)
    blank_handed(seen.handed, table.last, seat)
    if table.ended == PLAYING:
        owner: i64 = 0
        for player in seen.players:
            if owner != seat:
                player.hand = 0
            owner += 1
    return seen


def declare(
    seats: int, deck: Kinds, categories: Kinds, groups: list[list[int]], refusals: bool, target: bool
) -> Schema[MatchMeState]:
    """The fields of the state: what they are called and who may see them. `groups` are the cards of each category.

    `refusals` and `target` are for house rules that need to know more.
    """

    def blank() -> MatchMeState:
        return MatchMeState([MatchMePlayer() for _ in range(seats)], [[]], [], [], Start([], [], []))

    return Schema(
        blank,
        Seat("turn", seats),
        Word("step", PHASES, "phase"),
        Flag("asked"),
        *([Flag("refused")] if refusals else []),
        *([Seat("dealer", seats), Number("deals", high=MOST_DEALS)] if target else []),
        Picked("picked", deck, counts=False),
        Number("turns", high=MOST_TURNS),
        Number("idle", low=-1, high=MOST_TURNS, default=0),
        Word("ended", ENDS),
        DrawPile("draw_pile", deck),
        Pile("discard_pile", deck, "discards"),
        Each(
            "players",
            seats,
            Set("hand", deck, size="hand_size", seen_by=OWNER.only_until("ended")),  # MM-08, MM-33
            LaidGroups("groups", deck, categories, groups),
            *([Number("banked", low=-MOST_BANKED, high=MOST_BANKED, default=0)] if target else []),
        ),
        History("history", deck, categories, seats),
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class Picked(OneCard):
    """The single card picked up this turn: [] or [card]."""

    def write(self, holder: object) -> object:
        return self.kinds.names(self.cards(holder))

    def read(self, holder: object, read: Reader) -> None:
        assert isinstance(holder, MatchMeState)
        picked = read.among(self.kinds.keys).cards(self.name)
        if len(picked) > 1 or (picked and holder.phase != DISCARD):
            raise read.wrong(self.name, "is the one card picked up this turn, if it was only one")
        holder.picked = picked[0] if picked else NO_CARD


@final
class DrawPile(Field):
    """What is left of the last pile, and the cards set aside when a hand-written position began."""

    def __init__(self, name: str, deck: Kinds) -> None:
        super().__init__(name, seen_by=HIDDEN)
        self.deck = deck

    def cards(self, holder: object) -> list[int]:
        """The cards left to draw, the top one last."""
        assert isinstance(holder, MatchMeState)
        return holder.piles[-1][: holder.draw_left]

    def write(self, holder: object) -> object:
        return self.deck.names(self.cards(holder))

    def read(self, holder: object, read: Reader) -> None:
        assert isinstance(holder, MatchMeState)
        holder.piles = [read.among(self.deck.keys).cards(self.name)]
        holder.draw_left = len(holder.piles[0])

    def hide(self, holder: object) -> None:
        assert isinstance(holder, MatchMeState)
        pile = holder.piles[-1]
        left = holder.draw_left
        holder.piles = [*holder.piles[:-1], [NO_CARD] * left + pile[left:]]

    def facts(self, holder: object, out: dict[str, object]) -> None:
        assert isinstance(holder, MatchMeState)
        out[self.name] = holder.draw_left
        out["out"] = self.deck.names(members(holder.out))

    def count(self, holder: object, box: dict[str, int]) -> None:
        assert isinstance(holder, MatchMeState)
        self.deck.add(self.cards(holder) + members(holder.out), box)


@final
class LaidGroups(Set):
    """The categories a player has laid."""

    def __init__(self, name: str, deck: Kinds, categories: Kinds, groups: list[list[int]]) -> None:
        super().__init__(name, categories, "laid")
        self.deck = deck
        self.groups = groups

    def read(self, holder: object, read: Reader) -> None:
        assert isinstance(holder, MatchMePlayer)
        laid = read_categories(read, self.name, read.data.get(self.name, []), self.kinds)
        holder.laid = set_of(laid)
        holder.laid_cards = sum([len(self.groups[kind]) for kind in laid])

    def count(self, holder: object, box: dict[str, int]) -> None:
        for kind in self.cards(holder):
            self.deck.add(self.groups[kind], box)


def read_categories(read: Reader, name: str, names: object, categories: Kinds) -> list[int]:
    """The categories of a list of their names, each once."""
    if not isinstance(names, list):
        raise read.wrong(name, f"must be a list of categories, not {quoted(names)}")
    for one in names:
        if one not in categories.keys:
            raise read.wrong(name, f"holds {quoted(one)}, which is no category")
    return [kind for kind, key in enumerate(categories.keys) if key in names]


@final
class History(Field):
    """What everybody witnessed, and the cards that were dealt and drawn meanwhile.

    A view has null for a card that was dealt to another seat, and names the cards that it saw being handed over.
    """

    def __init__(self, name: str, deck: Kinds, categories: Kinds, seats: int) -> None:
        super().__init__(name, seen_by=OWNER)
        self.deck = deck
        self.categories = categories
        self.seats = seats

    def write(self, holder: object) -> object:
        assert isinstance(holder, MatchMeState)
        return self._tell(holder, False)

    def facts(self, holder: object, out: dict[str, object]) -> None:
        assert isinstance(holder, MatchMeState)
        out[self.name] = self._tell(holder, True)

    def _tell(self, table: MatchMeState, hand_overs: bool) -> dict[str, object]:
        keys = self.deck.keys
        notes: list[str] = []
        taken = cards_taken(table.piles, table.draw_left)
        draws = sum(table.start.hand_sizes)
        handed = 0
        for note in notes_in_order(table.last):
            text = note_text(note, keys, self.categories.keys)
            if note.kind == DRAWS:
                if taken[draws] != NO_CARD:
                    text = f"{text} {keys[taken[draws]]}"
                draws += 1
            elif note.kind == ASKS and note.count > 0:
                if hand_overs and table.handed[handed] != 0:
                    text = f"{text}: {' '.join(self.deck.names(members(table.handed[handed])))}"
                handed += 1
            notes.append(text)
        hands = dealt_hands(taken, table.start)
        return {
            "hands": [[None if card == NO_CARD else keys[card] for card in hand] for hand in hands],
            "discard_pile": self.deck.names(table.start.discards),
            "groups": [self.categories.names(members(laid)) for laid in table.start.laid],
            "notes": notes,
        }

    def read(self, holder: object, read: Reader) -> None:
        """Read the notes without checking them. `history_reader` checks that they lead to the position."""
        assert isinstance(holder, MatchMeState)
        if not read.has(self.name):
            return
        history = read.data[self.name]
        if not isinstance(history, Mapping):
            raise read.wrong(self.name, "must be a table of entries")
        given = Reader(history, read.title, self.deck.keys, f"{self.name}: ")
        given.only("hands", "discard_pile", "groups", "notes")
        rows, laid_rows = given.data.get("hands"), given.data.get("groups")
        if not isinstance(rows, list) or not isinstance(laid_rows, list):
            raise given.wrong("hands and groups", f"must have {self.seats} entries each")
        if not len(rows) == len(laid_rows) == self.seats:
            raise given.wrong("hands and groups", f"must have {self.seats} entries each")
        hands = [Reader({"hands": row}, read.title, self.deck.keys, given.where).cards("hands") for row in rows]
        laid = [set_of(read_categories(given, "groups", row, self.categories)) for row in laid_rows]
        holder.start = Start([len(hand) for hand in hands], given.cards("discard_pile"), laid)
        drawn = self._read_notes(holder, given)
        drawn[-1] = holder.piles[0] + drawn[-1]
        drawn[0] += [card for hand in reversed(hands) for card in reversed(hand)]
        holder.piles = drawn

    def _read_notes(self, table: MatchMeState, read: Reader) -> list[list[int]]:
        """Read the notes; returns the cards drawn from each pile, the last one first."""
        notes = read.data.get("notes")
        if not isinstance(notes, list) or not all(isinstance(note, str) for note in notes):
            raise read.wrong("notes", "must be a list of texts")
        drawn: list[list[int]] = [[]]
        for text in notes:
            try:
                note, card = read_note(text, table.last, self.seats, self.deck.keys, self.categories.keys)
            except (ValueError, OverflowError):
                raise read.wrong("notes", f"hold {quoted(text)}, which cannot have happened") from None
            table.last = note
            if note.kind == SHUFFLES:
                drawn.append([])
            elif card != NO_CARD:
                drawn[-1].insert(0, card)
        return drawn

    def hide_from(self, holder: object, seat: i64) -> None:
        assert isinstance(holder, MatchMeState)
        holder.piles = blank_piles(holder.piles, holder.draw_left, holder.start, holder.last, seat)
        blank_handed(holder.handed, holder.last, seat)
