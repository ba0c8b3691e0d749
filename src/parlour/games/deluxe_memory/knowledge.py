"""Looking at, showing, turning and exchanging cards: what lies where, and who knows it."""

from mypy_extensions import i64

from parlour.core.bags import has, only, with_card, without_card
from parlour.core.events import Emit, tells
from parlour.games.deluxe_memory.events import LOOKED, REVEALED, TURNED_UP
from parlour.games.deluxe_memory.packed import higher_place, lower_place, rank_of, two_places
from parlour.games.deluxe_memory.state import MemoryState

# Seeing cards


def look_at(table: MemoryState, seat: i64, place: i64, keys: tuple[str, ...], emit: Emit | None) -> None:
    """A player looks at a card; everybody sees at which."""
    player = table.players[seat]
    player.known = with_card(player.known, place)
    table.looking = with_card(table.looking, place)
    table.looker = seat
    if tells(emit):
        is_open = has(table.face_up, place)
        emit(LOOKED(seat=seat, place=place + 1, open=is_open, card=keys[table.cards[place]]))


def reveal(table: MemoryState, place: i64, keys: tuple[str, ...], emit: Emit | None) -> None:
    """Turn a card up, let everybody see it, turn it down again."""
    table.showing = with_card(table.showing, place)
    show(table, place)
    if tells(emit):
        emit(REVEALED(seat=table.doer, place=place + 1, card=keys[table.cards[place]]))


def turn_up(table: MemoryState, seat: i64, place: i64, keys: tuple[str, ...], emit: Emit | None) -> None:
    """A player turns a card face up, and it stays face up."""
    table.face_up = with_card(table.face_up, place)
    show(table, place)
    if tells(emit):
        emit(TURNED_UP(seat=seat, place=place + 1, card=keys[table.cards[place]]))


def turn_down(table: MemoryState, place: i64) -> None:
    """A card goes face down; those who have seen it remember it."""
    table.face_up = without_card(table.face_up, place)


def show(table: MemoryState, place: i64) -> None:
    """Everybody sees a card."""
    if has(table.shown, place):
        return
    table.shown = with_card(table.shown, place)
    for player in table.players:
        player.known = with_card(player.known, place)
    if _is_compared(table.differ, place):
        rank = rank_of(table.cards[place])
        pairs: list[int] = []
        for pair in table.differ:
            if lower_place(pair) == place:
                _bar(table, higher_place(pair), rank)
            elif higher_place(pair) == place:
                _bar(table, lower_place(pair), rank)
            else:
                pairs.append(pair)
        table.differ = pairs
    if table.barred[place] != 0:
        table.barred = table.barred.copy()
        table.barred[place] = 0


# What everybody can conclude


def tell_apart(table: MemoryState, one: i64, two: i64) -> None:
    """Everybody learns that two cards differ in rank."""
    if has(table.shown, one):
        if not has(table.shown, two):
            _bar(table, two, rank_of(table.cards[one]))
    elif has(table.shown, two):
        _bar(table, one, rank_of(table.cards[two]))
    else:
        pair: int = two_places(one, two)
        if pair not in table.differ:
            table.differ = sorted([*table.differ, pair])


def _is_compared(differ: list[int], place: i64) -> bool:
    """Is the place one of a pair known to differ?"""
    return any(lower_place(pair) == place or higher_place(pair) == place for pair in differ)


def _bar(table: MemoryState, place: i64, rank: i64) -> None:
    """Everybody learns that a place does not hold a rank."""
    before: i64 = table.barred[place]
    if not has(before, rank):
        table.barred = table.barred.copy()
        table.barred[place] = with_card(before, rank)


# Cards that leave or move


def lift(table: MemoryState, place: i64) -> None:
    """A card that was shown leaves the grid."""
    table.laid = without_card(table.laid, place)
    table.face_up = without_card(table.face_up, place)
    table.stays_up = without_card(table.stays_up, place)
    table.shown = without_card(table.shown, place)
    table.looking = without_card(table.looking, place)
    table.showing = without_card(table.showing, place)
    for player in table.players:
        player.known = without_card(player.known, place)


def exchange_cards(table: MemoryState, one: i64, two: i64) -> None:
    """Exchange what lies on two places, facing and memories with it."""
    cards = table.cards.copy()
    cards[one], cards[two] = cards[two], cards[one]
    table.cards = cards
    table.laid = _exchange(table.laid, one, two)
    table.face_up = _exchange(table.face_up, one, two)
    table.stays_up = _exchange(table.stays_up, one, two)
    table.shown = _exchange(table.shown, one, two)
    table.looking = _exchange(table.looking, one, two)
    table.showing = _exchange(table.showing, one, two)
    for player in table.players:
        player.known = _exchange(player.known, one, two)
    if table.barred[one] != table.barred[two]:
        barred = table.barred.copy()
        barred[one], barred[two] = barred[two], barred[one]
        table.barred = barred
    if len(table.differ) > 0:
        table.differ = sorted([_moved(pair, one, two) for pair in table.differ])


def _exchange(places: i64, one: i64, two: i64) -> i64:
    """A set of places after what lies on two of them was exchanged."""
    if has(places, one) != has(places, two):
        return places ^ (only(one) | only(two))
    return places


def _moved(pair: i64, one: i64, two: i64) -> i64:
    return two_places(_other(lower_place(pair), one, two), _other(higher_place(pair), one, two))


def _other(place: i64, one: i64, two: i64) -> i64:
    if place == one:
        return two
    return one if place == two else place
