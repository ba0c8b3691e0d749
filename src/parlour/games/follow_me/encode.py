"""What a Follow Me seat may know as numbers for learning."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import common, count_set, first_cards, lowest, only, with_card, without_card
from parlour.core.encoding import Numbers, Piece, seat_words
from parlour.core.fields import NONE
from parlour.decks.mackinac.cards import HABITATS
from parlour.games.follow_me.history import (
    CLASSES,
    LACKS,
    PASSED,
    PLAYED,
    all_beside,
    beside,
    kind_of,
    passed_by,
    seat_of,
    step_of,
    what_of,
)
from parlour.games.follow_me.rules import FollowMeRules
from parlour.games.follow_me.state import GIVING, MOST_DRAWS, NO_CARD, PHASES, FollowMeState, FollowMeView

DECK: Final = 64  # no deck has more cards


def pieces(game: FollowMeRules) -> list[Piece]:
    """What the numbers of `encode_table` mean, in their order."""
    seats = seat_words(game.seats)
    keys = game.keys
    share = f"as a share of {len(keys)}"
    return [
        Piece("hand", "1 for a card in this player's hand", keys),
        Piece("observed", "1 for a card in the Observation Area", seats, keys),
        Piece("may_hold", "for a card this player passed on: 1 / the number of seats it may be at", seats, keys),
        Piece("lacks", "1 if the seat once had no card of the class", seats, CLASSES),
        Piece("hand_size", f"cards in hand {share}", seats),
        Piece("offered", "1 for who has chosen a card in secret", seats),
        Piece("own_offer", "1 for the card this player has chosen", keys),
        Piece("placed", "1 for a card of the Current Location pile", keys),
        Piece("current", "1 for the card on top of it", keys),
        Piece("out_of_play", "1 for a led card that nobody could follow", keys),
        Piece("lead", "1 for the led card", keys),
        Piece("named", "1 for the habitat its leader named", HABITATS),
        Piece("draw_pile", f"cards left {share}"),
        Piece("stage", "1 for what the game waits for", PHASES),
        Piece("turn", "1 for whose turn it is", seats),
        Piece("to_act", "1 for each seat the game waits for", seats),
        Piece("drawn", f"cards drawn in this turn as a share of {MOST_DRAWS}"),
        Piece("idle", "idle turns in a row as a share of the seats; 1 if cards must be drawn", ("turns", "must draw")),
        Piece("declined", "turns in a row without a lead as a share of those that end the game"),
        Piece("direction", "1 while cards are passed to the left"),
        Piece("first", "1 in the starter's turn"),
        *([Piece("banked", f"points of earlier deals as a share of {2 * game.target}", seats)] if game.target else []),
    ]


def may_hold(view: FollowMeView, of_class: vec[i64]) -> list[int]:
    """For each card the viewer has passed on and not seen again: the set of seats that may hold it, else 0."""
    return trace_cards(view.seen, view.seat, view.seats, of_class)


def trace_cards(table: FollowMeState, viewer: i64, seats: i64, of_class: vec[i64]) -> list[int]:
    """The same from a table; it reads only what the viewer has seen of it."""
    where: list[int] = [0] * DECK
    if viewer < 0:
        return where
    others = without_card(first_cards(seats), viewer)
    traced: i64 = 0
    rounds: i64 = 0
    for item in table.history:
        code: i64 = item
        kind, seat, what = kind_of(code), seat_of(code), what_of(code)
        if kind == PLAYED:
            where[what] = 0
            traced = without_card(traced, what)
        elif kind == LACKS:
            left = common(traced, of_class[what])
            while left != 0:
                card = lowest(left)
                where[card] = without_card(where[card], seat)
                left = without_card(left, card)
        elif kind == PASSED:
            step = step_of(code)
            packed: i64 = table.passes[rounds]
            rounds += 1
            left = traced
            while left != 0:
                card = lowest(left)
                at: i64 = where[card]
                where[card] = (at | all_beside(at, step, seats)) & others
                left = without_card(left, card)
            received = passed_by(packed, beside(viewer, -step, seats))
            where[received] = 0
            traced = without_card(traced, received)
            given = passed_by(packed, viewer)
            where[given] = only(beside(viewer, step, seats))
            traced = with_card(traced, given)
    return where


def encode_table(game: FollowMeRules, table: FollowMeState, seat: i64, to_act: tuple[int, ...], out: Numbers) -> None:
    """Add what a seat may know of a table; it may be the truth or the seat's own view."""
    seats: i64 = game.seats
    deck: i64 = len(game.cards)
    first: i64 = seat if seat > 0 else 0
    out.add_set(table.players[first].hand if seat >= 0 else 0, deck)
    place: i64 = 0
    while place < seats:
        out.add_set(table.players[(first + place) % seats].observed, deck)
        place += 1
    _add_traced(game, table, seat, out)
    _add_lacks(table, first, seats, out)
    place = 0
    while place < seats:
        player = table.players[(first + place) % seats]
        out.add_share(player.hand_size, deck)
        if player.offer != NO_CARD:
            out.put(out.count + seats - 1, 1.0)
        place += 1
    out.skip(seats)
    out.add_mark(table.players[first].offer if seat >= 0 else NONE, deck)
    out.add_set(table.placed, deck)
    out.add_mark(table.current, deck)
    out.add_set(table.out_of_play, deck)
    out.add_mark(table.lead, deck)
    out.add_mark(table.named if table.lead >= 0 else NONE, len(HABITATS))
    out.add_share(table.draw_left, deck)
    out.add_mark(table.phase, len(PHASES))
    out.add_seat(table.turn, first, seats)
    out.add_seats(to_act, first, seats)
    out.add_share(table.drawn, MOST_DRAWS)
    out.add_share(table.idle, seats)
    out.add_mark(0 if table.must_draw else NONE, 1)
    out.add_share(table.declined, game.decline_turns)
    out.add_mark(0 if table.phase == GIVING and table.step == 1 else NONE, 1)
    out.add_mark(0 if table.first else NONE, 1)
    if game.target > 0:
        place = 0
        while place < seats:
            out.add_share(table.players[(first + place) % seats].banked, 2 * game.target)
            place += 1


def _add_traced(game: FollowMeRules, table: FollowMeState, seat: i64, out: Numbers) -> None:
    """Where the cards may be that the seat has passed on."""
    seats: i64 = game.seats
    deck: i64 = len(game.cards)
    if table.passes and seat >= 0:
        card: i64 = 0
        for item in trace_cards(table, seat, seats, game.of_class):
            holders: i64 = item
            if holders != 0:
                share = 1.0 / float(count_set(holders))
                while holders != 0:
                    holder = lowest(holders)
                    out.put(out.count + (holder - seat + seats) % seats * deck + card, share)
                    holders = without_card(holders, holder)
            card += 1
    out.skip(seats * deck)


def _add_lacks(table: FollowMeState, first: i64, seats: i64, out: Numbers) -> None:
    classes: i64 = len(CLASSES)
    for item in table.history:
        code: i64 = item
        if kind_of(code) == LACKS:
            out.put(out.count + (seat_of(code) - first + seats) % seats * classes + what_of(code), 1.0)
    out.skip(seats * classes)
