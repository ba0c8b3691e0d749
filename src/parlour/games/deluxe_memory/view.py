"""What one seat may know of a Deluxe Memory table, and the worlds that fit it.

A view holds a table like the true one in which every card the seat has not seen is blank (NONE). Who has looked
at which place is public, and so are the conclusions from looks that made no match, so those stay in the view.
"""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.bags import has, members, only
from parlour.core.encoding import flags, mark, marks
from parlour.core.game import NOBODY, Header, View
from parlour.core.rng import Rng
from parlour.games.deluxe_memory.state import (
    NONE,
    RANKS,
    STAGES,
    Table,
    copy_table,
    is_red,
    is_thief,
    keeper,
    kept_rank,
    rank_of,
)

PLAIN_TRIES: Final = 8
"""How often a plain shuffle is tried before a shuffle is mended."""


@final
class TableView(View):
    """The table as a seat sees it; `seen` has blanks where the seat has not looked."""

    def __init__(
        self,
        header: Header,
        seen: Table,
        keys: tuple[str, ...],
        last: str,
    ) -> None:
        super().__init__(header)
        self.seen = seen
        self.keys = keys
        self.last = last

    def known(self) -> i64:
        """The places whose card the viewer has seen."""
        return known_to(self.seen, self.seat)

    def card(self, place: i64) -> str | None:
        """What the viewer knows to lie at a place: a card's key, "?" for a card never seen, None for no card."""
        if not has(self.seen.laid, place):
            return None
        kind = self.seen.cards[place]
        return "?" if kind == NONE else self.keys[kind]

    def table_facts(self) -> dict[str, object]:
        table = self.seen
        return {
            "last": self.last,
            "cards": [self.card(place) for place in range(len(table.cards))],
            "face_up": numbered(table.face_up),
            "shown": numbered(table.shown),
            "differ": [[(pair >> 6) + 1, (pair & 63) + 1] for pair in table.differ],
            "barred": barred_ranks(table),
            "discard": [self.keys[kind] for kind in table.discard],
            "kept": [[keeper(pair), RANKS[kept_rank(pair)], is_thief(pair)] for pair in table.kept],
            "queue": [[turn >> 1, turn & 1 != 0] for turn in table.queue],
            "bank": table.bank,
            "turn": [table.turn, table.order, table.offer],
            "stage": STAGES[table.stage],
            "deciding": table.doer,
            "chosen": [table.first, table.second],
            "effect": [table.effect, table.rank, table.left, table.picked, table.targets],
            "loss": [table.victim, table.amount, table.receiver],
            "looking": [table.looker, *numbered(table.looking)],
            "showing": numbered(table.showing),
            "players": [
                {
                    "tokens": player.tokens,
                    "knows": numbered(player.known),
                    "skips": player.skips,
                    "out": player.out,
                }
                for player in table.players
            ],
        }


def numbered(places: i64) -> list[int]:
    """Places as people count them, from 1."""
    return [place + 1 for place in members(places)]


def barred_ranks(table: Table) -> list[list[int | str]]:
    """Which ranks cannot lie where: [place, rank, rank ...] for each place with any."""
    found: list[list[int | str]] = []
    for place, ranks in enumerate(table.barred):
        if ranks != 0:
            row: list[int | str] = [place + 1]
            row += [RANKS[rank] for rank in members(ranks)]
            found.append(row)
    return found


def known_to(table: Table, seat: i64) -> i64:
    """The places whose card a seat has seen; a spectator has seen what everybody has."""
    return table.shown if seat == NOBODY else table.players[seat].known


def look(table: Table, seat: i64) -> Table:
    """A copy of the table with everything blank that the seat has not seen."""
    seen = copy_table(table)
    known = known_to(table, seat)
    cards = table.cards
    blanked: list[int] = []
    for kind in cards:
        blanked.append(kind if known & 1 != 0 else NONE)
        known >>= 1
    seen.cards = blanked
    return seen


# Worlds that fit a view


def fill_in(view: TableView, copies: list[int], rng: Rng) -> Table:
    """A world that fits the view: unseen cards are shuffled into the blanks until nothing known is contradicted."""
    table = copy_table(view.seen)
    known = view.known()
    cards = view.seen.cards.copy()
    table.cards = cards
    blanks: list[int] = []
    place: i64 = 0
    unknown = table.laid & ~known
    while unknown >> place != 0:
        if has(unknown, place):
            blanks.append(place)
        place += 1
    if len(blanks) == 0:
        return table
    left = _cards_left(table, copies)
    barred, apart = _what_is_known(table, known)
    tries: i64 = 0
    while True:
        rng.shuffle(left)
        i: i64 = 0
        for blank in blanks:
            cards[blank] = left[i]
            i += 1
        tries += 1
        # A plain shuffle that fits is a fair draw; mending comes only where those are rare.
        if _fits(cards, blanks, barred, apart) or (tries > PLAIN_TRIES and _mend(cards, blanks, barred, apart, rng)):
            return table


def _cards_left(table: Table, copies: list[int]) -> list[int]:
    """The cards the viewer has not seen, wherever they lie."""
    count = copies.copy()
    for kind in table.discard:
        count[kind] -= 1
    for pair in table.kept:
        rank = kept_rank(pair)
        count[rank * 2] -= 1
        count[rank * 2 + 1] -= 1
    for kind in table.cards:
        if kind != NONE:
            count[kind] -= 1
    left: list[int] = []
    kind = 0
    for n in count:
        for _ in range(n):
            left.append(kind)
        kind += 1
    return left


def _what_is_known(table: Table, known: i64) -> tuple[list[int], list[int]]:
    """The ranks barred from each place, and the pairs of unseen cards that differ, as this viewer knows them."""
    if len(table.differ) == 0:
        return table.barred, table.differ
    barred = table.barred.copy()
    apart: list[int] = []
    for pair in table.differ:
        low: i64 = pair >> 6
        high: i64 = pair & 63
        if has(known, low):
            if not has(known, high):
                barred[high] |= only(rank_of(table.cards[low]))
        elif has(known, high):
            barred[low] |= only(rank_of(table.cards[high]))
        else:
            apart.append(pair)
    return barred, apart


def _fits(cards: list[int], blanks: list[int], barred: list[int], apart: list[int]) -> bool:
    for place in blanks:
        if barred[place] != 0 and has(barred[place], rank_of(cards[place])):
            return False
    return all(rank_of(cards[pair >> 6]) != rank_of(cards[pair & 63]) for pair in apart)


def _wrong(place: i64, cards: list[int], barred: list[int], apart: list[int]) -> bool:
    """Does the card at a place contradict something?"""
    rank = rank_of(cards[place])
    if has(barred[place], rank):
        return True
    for pair in apart:
        low: i64 = pair >> 6
        high: i64 = pair & 63
        if (low == place and rank_of(cards[high]) == rank) or (high == place and rank_of(cards[low]) == rank):
            return True
    return False


def _mend(cards: list[int], blanks: list[int], barred: list[int], apart: list[int], rng: Rng) -> bool:
    """Swap cards that contradict something with others that then fit; False if that leads nowhere."""
    size: i64 = len(blanks)
    for _ in range(3):
        for place in blanks:
            tries: i64 = 0
            while tries < 2 * size and _wrong(place, cards, barred, apart):
                other = blanks[rng.below(size)]
                cards[place], cards[other] = cards[other], cards[place]
                if _wrong(place, cards, barred, apart) or _wrong(other, cards, barred, apart):
                    cards[place], cards[other] = cards[other], cards[place]
                tries += 1
        if _fits(cards, blanks, barred, apart):
            return True
    return False


# Numbers for learning


def encode_view(view: TableView, copies: list[int], tokens: int) -> dict[str, list[float]]:
    """The view as numbers; players in order of play to the left, the viewer first. `tokens` scales their tokens."""
    table = view.seen
    seats = view.seats
    order = view.around()
    players = [table.players[seat] for seat in order]
    size = len(table.cards)
    ranks: list[float] = [0.0] * (size * len(RANKS))
    reds: list[float] = [0.0] * size
    nots = ranks.copy()
    barred, _ = _what_is_known(table, view.known())
    place: i64 = 0
    for kind in table.cards:
        if kind != NONE and has(table.laid, place):
            ranks[place * len(RANKS) + rank_of(kind)] = 1.0
            if is_red(kind):
                reds[place] = 1.0
        if barred[place] != 0:
            for rank in members(barred[place]):
                nots[place * len(RANKS) + rank] = 1.0
        place += 1
    gone: list[float] = [0.0] * len(copies)
    for kind in table.discard:
        gone[kind] += 1.0 / copies[kind]
    return {
        "rank": ranks,
        "red": reds,
        "not": nots,
        "laid": marks(table.laid, size),
        "face_up": marks(table.face_up, size),
        "looking": marks(table.looking, size),
        "showing": marks(table.showing, size),
        "chosen": marks(_one(table.first) | _one(table.second), size),
        "knows": [bit for player in players for bit in marks(player.known, size)],
        "gone": [min(share, 1.0) for share in gone],
        "tokens": [min(1.0, float(player.tokens) / tokens) for player in players],
        "out": flags([player.out > 0 for player in players]),
        "skips": [min(1.0, float(player.skips) / 4.0) for player in players],
        "shields": [_kept(table, seat, False) for seat in order],
        "thieves": [_kept(table, seat, True) for seat in order],
        "extra_turns": [min(1.0, sum([turn >> 1 == seat for turn in table.queue]) / 4.0) for seat in order],
        "bank": [max(0.0, min(1.0, float(table.bank) / (tokens * seats)))],
        "turn": flags([seat == table.turn for seat in order]),
        "to_act": flags([seat in view.to_act for seat in order]),
        "stage": mark(table.stage, len(STAGES)),
        "effect": mark(table.effect, len(RANKS) + 3),
        "amount": [min(1.0, float(table.amount) / 99.0)],
    }


def _one(place: i64) -> i64:
    return only(place) if place >= 0 else 0


def _kept(table: Table, seat: int, thief: bool) -> float:
    return min(1.0, sum([keeper(pair) == seat and is_thief(pair) == thief for pair in table.kept]) / 4.0)
