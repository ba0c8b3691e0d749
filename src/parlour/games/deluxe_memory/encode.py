"""What a Deluxe Memory seat may know as numbers for learning."""

from typing import Final

from mypy_extensions import i64

from parlour.core.bags import has
from parlour.core.encoding import Numbers, Piece, seat_words
from parlour.games.deluxe_memory.packed import NONE, RANKS, is_red, is_thief, keeper, rank_of, turn_of
from parlour.games.deluxe_memory.phases import EFFECTS, PHASES
from parlour.games.deluxe_memory.rules import MemoryRules
from parlour.games.deluxe_memory.state import MemoryState, known_to
from parlour.games.deluxe_memory.worlds import what_is_known

FOUR: Final = 4
"""Turns to miss, shields and the like that count as a full share."""


def pieces(game: MemoryRules) -> list[Piece]:
    """What the numbers of `encode_table` mean, in their order."""
    seats = seat_words(game.seats)
    places = [f"place {place + 1}" for place in range(len(game.grid.places))]
    share_of_four = f"their number as a share of {FOUR}"
    return [
        Piece("rank", "1 for the card's rank, if this player remembers it", places, RANKS),
        Piece("red", "1 for a red card, if this player remembers it", places),
        Piece("not", "1 for a rank the card is known not to have", places, RANKS),
        Piece("laid", "1 for a place that has a card", places),
        Piece("face_up", "1 for a card that lies face up", places),
        *([Piece("stays_up", "1 for a card that nobody can hide again", places)] if game.chart.six_stays else []),
        Piece("looking", "1 for a card that is being looked at", places),
        Piece("showing", "1 for a card that an effect has just revealed", places),
        Piece("chosen", "1 for a card chosen in this turn", places),
        Piece("knows", "1 for a card that the player has seen", seats, places),
        Piece("gone", "the share of its copies that are discarded", game.keys),
        Piece("tokens", f"tokens as a share of {2 * game.box_tokens}", seats),
        Piece("out", "1 for a player who has left the game", seats),
        Piece("skips", f"turns to miss: {share_of_four}", seats),
        Piece("shields", f"shields: {share_of_four}", seats),
        Piece("thieves", f"thieves: {share_of_four}", seats),
        Piece("extra_turns", f"extra turns to come: {share_of_four}", seats),
        Piece("bank", f"the Bank's tokens as a share of {2 * game.box_tokens * game.seats}"),
        Piece("turn", "1 for whose turn it is", seats),
        Piece("to_act", "1 for each seat the game waits for", seats),
        Piece("stage", "1 for what the game waits for", PHASES),
        Piece("effect", "1 for the effect being carried out", EFFECTS),
        Piece("amount", "the tokens about to be lost as a share of 99"),
    ]


def encode_table(game: MemoryRules, table: MemoryState, seat: i64, to_act: tuple[int, ...], out: Numbers) -> None:
    """Add what a seat may know of a table; it may be the truth or the seat's own view."""
    seats: i64 = game.seats
    size: i64 = len(table.cards)
    first: i64 = seat if seat > 0 else 0
    _add_cards(table, known_to(table, seat), size, out)
    out.add_set(table.laid, size)
    out.add_set(table.face_up, size)
    if game.chart.six_stays:
        out.add_set(table.stays_up, size)
    out.add_set(table.looking, size)
    out.add_set(table.showing, size)
    if table.first != NONE:
        out.put(out.count + table.first, 1.0)
    if table.second != NONE:
        out.put(out.count + table.second, 1.0)
    out.skip(size)
    place: i64 = 0
    while place < seats:
        out.add_set(table.players[(first + place) % seats].known, size)
        place += 1
    for kind in table.discard:
        out.increase(out.count + kind, game.copies[kind])
    out.skip(len(game.copies))
    _add_players(game, table, first, out)
    out.add_share(table.bank, 2 * game.box_tokens * seats)
    out.add_seat(table.turn, first, seats)
    out.add_seats(to_act, first, seats)
    out.add_mark(table.phase, len(PHASES))
    out.add_mark(table.effect, len(EFFECTS))
    out.add_share(table.amount, 99)


def _add_cards(table: MemoryState, known: i64, size: i64, out: Numbers) -> None:
    """The cards that are remembered, and the ranks that others cannot have."""
    ranks: i64 = len(RANKS)
    barred, _ = what_is_known(table, known)
    reds = out.count + size * ranks
    nots = reds + size
    place: i64 = 0
    while place < size:
        if has(known, place) and has(table.laid, place):
            kind: i64 = table.cards[place]
            out.put(out.count + place * ranks + rank_of(kind), 1.0)
            if is_red(kind):
                out.put(reds + place, 1.0)
        left: i64 = barred[place]
        rank: i64 = 0
        while left != 0:
            if left & 1 != 0:
                out.put(nots + place * ranks + rank, 1.0)
            left >>= 1
            rank += 1
        place += 1
    out.skip(size + 2 * size * ranks)


def _add_players(game: MemoryRules, table: MemoryState, first: i64, out: Numbers) -> None:
    seats: i64 = game.seats
    start = out.count
    place: i64 = 0
    while place < seats:
        player = table.players[(first + place) % seats]
        out.count = start + place
        out.add_share(player.tokens, 2 * game.box_tokens)
        out.skip(seats - 1)
        out.add_share(player.out, 1)
        out.skip(seats - 1)
        out.add_share(player.skips, FOUR)
        place += 1
    shields = start + 3 * seats
    for pair in table.kept:
        kept: i64 = pair
        place = (keeper(kept) - first + seats) % seats
        out.increase(shields + place + (seats if is_thief(kept) else 0), FOUR)
    for extra in table.queue:
        place = (turn_of(extra) - first + seats) % seats
        out.increase(shields + 2 * seats + place, FOUR)
    out.count = start + 6 * seats
