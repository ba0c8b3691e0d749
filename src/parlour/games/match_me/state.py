"""What lies on a Match Me table, and what everybody has witnessed.

Hands are sets, one bit for each of the distinct cards. What a seat knows about the cards of others follows
from what it witnessed, so the table keeps its history: how the hands and piles lay at the start, a chain of
notes that everybody could have taken, and which cards were handed over (known to two seats only).
"""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.game import State

# The steps of a turn.
ADD: Final = 0  # ask or pick up
ASK_AGAIN: Final = 1  # a request succeeded: ask again or stop
DISCARD: Final = 2  # lay groups (where that is a choice) and discard

# The kinds of notes.
ASKS: Final = 0  # seat, of whom, category, how many cards were handed over
TAKES: Final = 1  # seat, how many cards from the top of the discard pile
LAYS: Final = 2  # seat, category
DISCARDS: Final = 3  # seat, card
DRAWS: Final = 4  # seat
SHUFFLES: Final = 5  # all discards but the top one become the draw pile

# How a game ended.
PLAYING: Final = 0
WENT_OUT: Final = 1
STALE: Final = 2
LIMIT: Final = 3

NO_CARD: Final = -1


@final
class Note:
    """One thing everybody witnessed, linked to the one before; a chain is never changed, clones share it."""

    def __init__(self, kind: i64, seat: i64, what: i64, count: i64, other: i64, before: "Note | None") -> None:
        self.kind: i64 = kind
        self.seat: i64 = seat
        self.what: i64 = what  # a category or a card
        self.count: i64 = count
        self.other: i64 = other  # the seat that was asked
        self.before = before


def notes_in_order(last: Note | None) -> list[Note]:
    """The chain from its first note on."""
    found: list[Note] = []
    while last is not None:
        found.append(last)
        last = last.before
    found.reverse()
    return found


@final
class Start:
    """How everything lay when the history began; never changed, clones share it.

    The hidden cards are in `Table.piles[0]`: the draw pile, and on it the hands, that of seat 0 on top.
    """

    def __init__(self, hand_sizes: list[int], discards: list[int], laid: list[int]) -> None:
        self.hand_sizes = hand_sizes
        self.discards = discards
        self.laid = laid  # for each seat the set of laid categories


@final
class Player:
    """One player's cards."""

    def __init__(self) -> None:
        self.hand: i64 = 0
        self.hand_size: i64 = 0
        self.laid: i64 = 0  # the set of categories laid as groups
        self.laid_cards: i64 = 0


@final
class Table(State):
    """The whole table."""

    def __init__(
        self, players: list[Player], piles: list[list[int]], discards: list[int], handed: list[int], start: Start
    ) -> None:
        self.players = players
        self.piles = piles  # every pile ever shuffled, the last one is the draw pile; never changed, clones share it
        self.draw_left: i64 = 0  # the top card is piles[-1][draw_left - 1]
        self.discards = discards  # the top card last
        self.handed = handed  # for each successful request the set of cards handed over
        self.start = start
        self.last: Note | None = None
        self.turn: i64 = 0
        self.step: i64 = 0
        self.asked: bool = False  # this turn's method is asking
        self.picked: i64 = -1  # the card, if a single one was picked up this turn
        self.turns: i64 = 0
        self.idle: i64 = 0  # turns since a card was drawn or a group laid; -1 in the turn in which that happens
        self.ended: i64 = 0
        self.out: i64 = 0  # cards set aside in a hand-written position


def copy_table(table: Table) -> Table:
    """A table of its own; what never changes is shared."""
    players: list[Player] = []
    for player in table.players:
        twin_player = Player()
        twin_player.hand = player.hand
        twin_player.hand_size = player.hand_size
        twin_player.laid = player.laid
        twin_player.laid_cards = player.laid_cards
        players.append(twin_player)
    twin = Table(players, table.piles, table.discards.copy(), table.handed.copy(), table.start)
    twin.draw_left = table.draw_left
    twin.last = table.last
    twin.turn = table.turn
    twin.step = table.step
    twin.asked = table.asked
    twin.picked = table.picked
    twin.turns = table.turns
    twin.idle = table.idle
    twin.ended = table.ended
    twin.out = table.out
    return twin
