"""The cards and the grid of Deluxe Memory, worked out once from the deck."""

from dataclasses import dataclass

from parlour.core.bags import only
from parlour.core.cards import Card, Deck
from parlour.games.deluxe_memory.packed import JOKER, RANKS, black, is_red, rank_of, red

MOST_PLACES = 60


@dataclass(frozen=True)
class Pack:
    """The cards in play: for each kind its card (None if the deck has none), for each rank its value."""

    cards: tuple[Card | None, ...]
    values: tuple[int, ...]

    @property
    def kinds(self) -> list[int]:
        """Every card by kind, in order."""
        return [kind for kind, card in enumerate(self.cards) if card for _ in range(card.copies)]

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of each kind; a placeholder for one the deck does not have."""
        return tuple(card.key if card else f"no {_spoken(kind)}" for kind, card in enumerate(self.cards))

    @property
    def copies(self) -> list[int]:
        """How many cards of each kind there are."""
        return [card.copies if card else 0 for card in self.cards]


def _spoken(kind: int) -> str:
    return f"{'red' if is_red(kind) else 'black'} {RANKS[rank_of(kind)]}"


def read_pack(deck: Deck, jokers: bool) -> Pack:
    """Read the deck's cards (DM-02, DM-08, DM-28); every rank must pair off (DM-G34)."""
    found: list[Card | None] = [None] * (2 * len(RANKS) - 1)
    values = [0] * len(RANKS)
    count = [0] * len(RANKS)
    for card in deck.cards:
        rank = RANKS.index(card.word("rank", RANKS))
        if rank == JOKER:
            if not jokers:
                continue
            kind = black(rank)
        else:
            kind = red(rank) if card.word("colour", ("black", "red")) == "red" else black(rank)
            value = card.number("value", 1, 99)
            if values[rank] not in (0, value):
                raise card.wrong(f"value must be {values[rank]} like the other cards of its rank, not {value}")
            values[rank] = value
        other = found[kind]
        if other is not None:
            raise card.wrong(f"{other.key!r} has the same rank and colour; give equal cards one entry with more copies")
        found[kind] = card
        count[rank] += card.copies
    for odd in (rank for rank, copies in enumerate(count) if copies % 2):
        raise deck.wrong(f"the rank {RANKS[odd]} has {count[odd]} cards; an even number is needed to pair them off")
    if not any(count):
        raise deck.wrong("there are no cards but Jokers, and they are not played with")
    if jokers and not count[JOKER]:
        raise deck.wrong("the option jokers needs a deck with Jokers")
    return Pack(tuple(found), tuple(values))


@dataclass(frozen=True)
class Grid:
    """The places in reading order, and what effects cover."""

    rows: int
    columns: int
    places: tuple[tuple[int, int], ...]

    def set_of(self, cells: list[tuple[int, int]]) -> int:
        """The places among some cells, as a set."""
        return sum(only(place) for place, cell in enumerate(self.places) if cell in cells)

    @property
    def squares(self) -> list[tuple[str, int]]:
        """Every 2 by 2 block, by its upper left cell, with its places."""
        return [
            (cell_name(row, column), self.set_of([(row + i, column + j) for i in (0, 1) for j in (0, 1)]))
            for row in range(self.rows - 1)
            for column in range(self.columns - 1)
        ]

    def crosses(self, diagonal: bool) -> list[int]:
        """For each place the set of places of the 3 by 3 cross around it (DM-G19)."""
        arms = [(-1, -1), (-1, 1), (1, -1), (1, 1)] if diagonal else [(-1, 0), (1, 0), (0, -1), (0, 1)]
        return [self.set_of([(row, column), *((row + i, column + j) for i, j in arms)]) for row, column in self.places]


def cell_name(row: int, column: int) -> str:
    """The name of a cell: `a1` is the upper left one."""
    return f"{chr(ord('a') + row)}{column + 1}"


def lay_out(deck: Deck, cards: int) -> Grid:
    """The grid for a number of cards: its corners may stay empty, two of them opposite each other (DM-03, DM-G36)."""
    rows, columns = deck.setting("layout", "rows", 2, 26), deck.setting("layout", "columns", 2, 30)
    spare = rows * columns - cards
    if not 0 <= spare <= 4 or cards > MOST_PLACES:
        raise deck.wrong(
            f"{cards} cards do not fit a grid of {rows} by {columns} with at most its four corners empty"
            if cards <= MOST_PLACES
            else f"at most {MOST_PLACES} cards can be laid out, not {cards}"
        )
    corners = [(0, 0), (rows - 1, columns - 1), (0, columns - 1), (rows - 1, 0)][:spare]
    return Grid(rows, columns, tuple((r, c) for r in range(rows) for c in range(columns) if (r, c) not in corners))
