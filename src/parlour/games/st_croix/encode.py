"""What a St. Croix seat may know as numbers for learning: those of the schema, written out for speed."""

from mypy_extensions import i64

from parlour.core.encoding import Numbers
from parlour.core.fields import NONE, Kinds
from parlour.games.st_croix.actions import FOUR
from parlour.games.st_croix.rules import StCroixRules
from parlour.games.st_croix.state import StCroixState


def encode_table(game: StCroixRules, table: StCroixState, seat: i64, to_act: tuple[int, ...], out: Numbers) -> None:
    """Add what a seat may know of a table; it may be the truth or the seat's own view."""
    deck = game.kinds
    kinds: i64 = len(deck.most)
    seats: i64 = game.seats
    first: i64 = seat if seat > 0 else 0
    out.add_seat(table.turn, first, seats)
    out.add_mark(0 if table.step == 1 else 1, 2)
    out.add_share(table.turns, game.turn_cap)
    out.add_mark(0 if table.over else NONE, 1)
    out.add_share(table.draw_left, deck.total)
    _add_pile(table.pile, deck, out)
    if table.beat != NONE:
        out.increase(out.count + table.beat, deck.most[table.beat])
    out.skip(kinds)
    if table.run_length > 0:
        out.put(out.count + table.run_kind, 1.0 if table.run_length >= FOUR else float(table.run_length) / float(FOUR))
    out.skip(kinds)
    deck.add_bag(table.gone, out)
    _add_players(game, table, seat, first, out)
    out.add_mark(0 if table.choosing > 0 else NONE, 1)
    out.add_seats(to_act, first, seats)


def _add_players(game: StCroixRules, table: StCroixState, seat: i64, first: i64, out: Numbers) -> None:
    deck = game.kinds
    total: i64 = deck.total
    seats: i64 = game.seats
    place: i64 = 0
    while place < seats:
        owner = (first + place) % seats
        player = table.players[owner]
        deck.add_bag(player.hand if owner == seat or game.young else player.known, out)
        out.add_share(player.hand_size, total)
        place += 1
    place = 0
    while place < seats:
        deck.add_bag(table.players[(first + place) % seats].known, out)
        place += 1
    place = 0
    while place < seats:
        owner = (first + place) % seats
        player = table.players[owner]
        deck.add_bag(player.table if owner == seat or game.young or table.choosing == 0 else 0, out)
        out.add_share(player.table_size, total)
        place += 1
    place = 0
    while place < seats:
        out.add_set(table.players[(first + place) % seats].face_down, game.mystery_cards)
        place += 1
    place = 0
    while place < seats:
        out.add_share(table.players[(first + place) % seats].place, seats)
        place += 1


def _add_pile(pile: list[int], deck: Kinds, out: Numbers) -> None:
    most = deck.most
    place = out.count
    kinds: i64 = len(most)
    for card in pile:
        kind: i64 = card
        out.increase(place + kind, most[kind])
    out.skip(kinds)
    out.add_mark(pile[-1] if pile else NONE, kinds)
