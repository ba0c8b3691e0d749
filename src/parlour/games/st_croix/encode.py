"""What a St. Croix seat may know as numbers for learning: those of the schema, written out for speed."""

from mypy_extensions import i64

from parlour.core.bags import bag_of
from parlour.core.encoding import Numbers
from parlour.core.fields import NONE
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
    out.add(deck.parts[table.draw_left])
    deck.add_bag(bag_of(table.pile), out)
    out.add_mark(table.pile[-1] if table.pile else NONE, kinds)
    if table.beat != NONE:
        out.put(out.count + table.beat, deck.share(table.beat, 1))
    out.skip(kinds)
    if table.run_length > 0:
        out.put(out.count + table.run_kind, 1.0 if table.run_length >= FOUR else float(table.run_length) / float(FOUR))
    out.skip(kinds)
    deck.add_bag(table.gone, out)
    _add_players(game, table, seat, first, out)
    out.add_mark(0 if table.choosing > 0 else NONE, 1)
    out.add_seats(to_act, first, seats)


def _add_players(game: StCroixRules, table: StCroixState, seat: i64, first: i64, out: Numbers) -> None:
    deck, young = game.kinds, game.young
    seats: i64 = game.seats
    place: i64 = 0
    while place < seats:
        owner = _owner(first, place, seats)
        player = table.players[owner]
        deck.add_bag(player.hand if owner == seat or young else player.known, out)
        out.add(deck.parts[player.hand_size])
        place += 1
    place = 0
    while place < seats:
        deck.add_bag(table.players[_owner(first, place, seats)].known, out)
        place += 1
    place = 0
    while place < seats:
        owner = _owner(first, place, seats)
        player = table.players[owner]
        deck.add_bag(player.table if owner == seat or young or table.choosing == 0 else 0, out)
        out.add(deck.parts[player.table_size])
        place += 1
    place = 0
    while place < seats:
        out.add_set(table.players[_owner(first, place, seats)].face_down, game.mystery_cards)
        place += 1
    place = 0
    while place < seats:
        out.add_share(table.players[_owner(first, place, seats)].place, seats)
        place += 1


def _owner(first: i64, place: i64, seats: i64) -> i64:
    """The seat at a place to the left of the first one; a division would take longer."""
    owner = first + place
    return owner if owner < seats else owner - seats
