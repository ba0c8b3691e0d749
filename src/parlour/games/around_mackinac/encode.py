"""What a Mackinac visitor may know as numbers for learning: those of the schema, written out for speed."""

from mypy_extensions import i64

from parlour.core.bags import count_set, has, minus, with_card
from parlour.core.encoding import Numbers
from parlour.core.fields import NONE
from parlour.games.around_mackinac.directions import DIE, MOST_DIRECTIONS
from parlour.games.around_mackinac.rules import MackinacRules
from parlour.games.around_mackinac.state import PHASES, MackinacState


def encode_table(game: MackinacRules, table: MackinacState, seat: i64, to_act: tuple[int, ...], out: Numbers) -> None:
    """Add what everybody may know of a table; it may be the truth or a view. A seat only says who comes first."""
    seats: i64 = game.seats
    first: i64 = seat if seat > 0 else 0
    chips = seats * game.chips_each
    out.add_seat(table.turn, first, seats)
    out.add_share(table.turns, game.most_turns)
    out.add_mark(0 if table.closing else NONE, 1)
    out.add_mark(table.phase, len(PHASES))
    out.add_share(table.direction, MOST_DIRECTIONS - 1)
    out.add_seat(table.shopper, first, seats)
    out.add_share(table.gift, DIE)
    _add_circle(game, table, out)
    out.add_share(table.pawn, game.places - 1)
    steps: i64 = 0
    while steps < game.places:
        if has(table.face_up, (table.pawn + steps) % game.places):
            out.put(out.count + steps, 1.0)
        steps += 1
    out.skip(game.places)
    place: i64 = 0
    while place < seats:
        out.add_share(table.fun[(first + place) % seats], chips)
        place += 1
    out.add_share(table.stash, chips)
    out.add_share(table.center, chips)
    out.add_share(table.removed, chips)
    out.add_seat(table.last_seat, first, seats)
    out.add_mark(table.last_action + 1, len(game.actions) + 1)
    out.add_seats(to_act, first, seats)


def _add_circle(game: MackinacRules, table: MackinacState, out: Numbers) -> None:
    """For each place, clockwise from the pawn, the probability of each kind of card.

    Which cards a bundle holds is known, their order is not: each lies in each of its places with the same probability.
    """
    count: i64 = game.places
    kinds: i64 = len(game.keys)
    start = out.count
    done: i64 = table.face_up
    place: i64 = 0
    while place < count:
        row = start + (place - table.pawn + count) % count * kinds
        if has(table.face_up, place):
            out.put(row + table.circle[place], 1.0)
        elif not has(done, place):
            bundle = _mates(table, place, count)
            _add_bundle(table.circle, bundle, row, kinds, out)
            done |= bundle
            other = place + 1
            while other < count:
                if has(bundle, other):
                    out.repeat(row, start + (other - table.pawn + count) % count * kinds, kinds)
                other += 1
        place += 1
    out.skip(count * kinds)


def _mates(table: MackinacState, place: i64, count: i64) -> i64:
    """The set of face-down places in a place's bundle."""
    bundle = table.bundle
    mine: i64 = bundle[place]
    found: i64 = 0
    other: i64 = place
    while other < count:
        number: i64 = bundle[other]
        if number == mine:
            found = with_card(found, other)
        other += 1
    return minus(found, table.face_up)


def _add_bundle(circle: list[int], bundle: i64, row: i64, kinds: i64, out: Numbers) -> None:
    """The cards of a bundle, each with the same probability."""
    size = count_set(bundle)
    place: i64 = 0
    while bundle != 0:
        if bundle & 1 != 0:
            out.increase(row + circle[place], size)
        bundle >>= 1
        place += 1
