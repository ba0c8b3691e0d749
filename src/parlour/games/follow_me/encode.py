"""A Follow Me view as numbers for learning."""

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import common, count_set, first_cards, has, members, only, with_card, without_card
from parlour.core.encoding import flags, mark, marks
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
from parlour.games.follow_me.state import GIVING, NO_CARD, PHASES, FollowMeView


def may_hold(view: FollowMeView, of_class: vec[i64]) -> list[int]:
    """For each card the viewer has passed on and not seen again: the set of seats that may hold it, else 0."""
    table = view.seen
    where: list[int] = [0] * 64
    if view.seat < 0:
        return where
    viewer: i64 = view.seat
    seats: i64 = view.seats
    others = without_card(first_cards(seats), viewer)
    traced: i64 = 0
    rounds: i64 = 0
    for code in table.history:
        kind, seat, what = kind_of(code), seat_of(code), what_of(code)
        if kind == PLAYED:
            where[what] = 0
            traced = without_card(traced, what)
        elif kind == LACKS:
            for card in members(common(traced, of_class[what])):
                where[card] = without_card(where[card], seat)
        elif kind == PASSED:
            step = step_of(code)
            packed: i64 = table.passes[rounds]
            rounds += 1
            for card in members(traced):
                at: i64 = where[card]
                where[card] = (at | all_beside(at, step, seats)) & others
            received = passed_by(packed, beside(viewer, -step, seats))
            where[received] = 0
            traced = without_card(traced, received)
            given = passed_by(packed, viewer)
            where[given] = only(beside(viewer, step, seats))
            traced = with_card(traced, given)
    return where


def encode_view(view: FollowMeView, of_class: vec[i64], deck_size: int) -> dict[str, list[float]]:
    """The view as numbers; players in order of play to the left, the viewer first."""
    table = view.seen
    seats = view.seats
    order = view.around()
    players = [table.players[seat] for seat in order]
    where = may_hold(view, of_class)
    lacks = [0.0] * (seats * len(CLASSES))
    for code in table.history:
        if kind_of(code) == LACKS:
            lacks[(seat_of(code) - order[0]) % seats * len(CLASSES) + what_of(code)] = 1.0
    return {
        "hand": marks(players[0].hand, deck_size) if view.seat >= 0 else [0.0] * deck_size,
        "observed": [bit for player in players for bit in marks(player.observed, deck_size)],
        "may_hold": [
            1.0 / float(count_set(where[card])) if has(where[card], seat) else 0.0
            for seat in order
            for card in range(deck_size)
        ],
        "lacks": lacks,
        "hand_size": [float(player.hand_size) / deck_size for player in players],
        "offered": flags([player.offer != NO_CARD for player in players]),
        "own_offer": mark(players[0].offer, deck_size),
        "placed": marks(table.placed, deck_size),
        "current": mark(table.current, deck_size),
        "out_of_play": marks(table.out_of_play, deck_size),
        "lead": mark(table.lead, deck_size),
        "named": mark(table.named if table.lead >= 0 else -1, len(HABITATS)),
        "draw_pile": [float(table.draw_left) / deck_size],
        "stage": mark(table.phase, len(PHASES)),
        "turn": flags([table.turn == seat for seat in order]),
        "to_act": flags([seat in view.to_act for seat in order]),
        "drawn": [float(table.drawn) / 3.0],
        "idle": [float(table.idle) / float(seats), 1.0 if table.must_draw else 0.0],
        "declined": [float(table.declined) / float(seats)],
        "direction": flags([table.phase == GIVING and table.step == 1]),
        "first": flags([table.first]),
    }
