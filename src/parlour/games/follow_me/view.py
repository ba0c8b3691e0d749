"""What one seat may know of a Follow Me table.

A view holds a table like the true one in which everything hidden is blank: the draw pile, the hands of
others and the cards they have chosen in secret. What a seat has learnt about hidden cards is the table's
story with blanks: who drew and played what and when, which cards it passed and was passed itself, who was
found to hold no Location at the start and who could not follow a habitat.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import count_set, has, members, only, with_card, without_card
from parlour.core.encoding import flags, mark, marks
from parlour.core.game import Header, View
from parlour.decks.mackinac.cards import HABITATS
from parlour.games.follow_me.state import GIVING, HIDDEN, NO_CARD, STAGES, Table, copy_table
from parlour.games.follow_me.story import (
    BLANK,
    CLASSES,
    HIT,
    LACKS,
    PASSED,
    PLAYED,
    beside,
    in_pass,
    kind_of,
    passed_by,
    seat_of,
    step_of,
    tell_story,
    what_of,
)


@final
class TableView(View):
    """The table as a seat sees it; `seen` has blanks where the seat may not look."""

    def __init__(
        self,
        header: Header,
        seen: Table,
        keys: tuple[str, ...],
    ) -> None:
        super().__init__(header)
        self.seen = seen
        self.keys = keys

    def names(self, cards_set: i64) -> list[str]:
        """The cards of a set by key."""
        return [self.keys[card] for card in members(cards_set)]

    def table_facts(self) -> dict[str, object]:
        table = self.seen
        return {
            "stage": STAGES[table.stage],
            "dealer": table.dealer,
            "turn": table.turn,
            "first": table.first,
            "drawn": table.drawn,
            "idle": table.idle,
            "must_draw": table.must_draw,
            "declined": table.declined,
            "draw_pile": table.draw_left,
            "current": self.keys[table.current] if table.current != NO_CARD else None,
            "placed": self.names(table.placed),
            "out_of_play": self.names(table.out_of_play),
            "lead": self.keys[table.lead] if table.lead != NO_CARD else None,
            "named": HABITATS[table.named] if table.lead != NO_CARD else None,
            "direction": "left" if table.step == 1 else "right",
            "players": [
                {
                    "hand": self.names(player.hand),
                    "hand_size": player.hand_size,
                    "observed": self.names(player.observed),
                    "offer": "hidden"
                    if player.offer == HIDDEN
                    else self.keys[player.offer]
                    if player.offer != NO_CARD
                    else None,
                }
                for player in table.players
            ],
            "story": tell_story(table.story, table.passes, self.keys, self.seats),
        }


def look(table: Table, seat: i64) -> Table:
    """A copy of the table with everything blank that the seat may not see."""
    seen = copy_table(table)
    seen.draw_pile = []
    owner: i64 = 0
    for player in seen.players:
        if owner != seat:
            player.hand = 0
            if player.offer != NO_CARD:
                player.offer = HIDDEN
        owner += 1
    seats: i64 = len(seen.players)
    blank = only(seats * 6) - 1  # BLANK for every seat
    rounds: i64 = 0
    place: i64 = 0
    for code in table.story:
        kind = kind_of(code)
        if kind == PASSED:
            shown = blank
            if seat >= 0:  # a giver knows its own card, a receiver the one it got
                packed: i64 = table.passes[rounds]
                giver = beside(seat, -step_of(code), seats)
                shown -= in_pass(seat, BLANK - passed_by(packed, seat))
                shown -= in_pass(giver, BLANK - passed_by(packed, giver))
            seen.passes[rounds] = shown
            rounds += 1
        elif kind <= HIT and seat_of(code) != seat:
            seen.story[place] = code | BLANK
        place += 1
    return seen


# What a seat remembers, for encoders and simple players


def may_hold(view: TableView, of_class: vec[i64]) -> list[int]:
    """For each card the viewer has passed on and not seen again: the set of seats that may hold it, else 0."""
    table = view.seen
    where: list[int] = [0] * 64
    if view.seat < 0:
        return where
    viewer: i64 = view.seat
    seats: i64 = view.seats
    high = seats - 1
    others = without_card(only(seats) - 1, viewer)
    traced: i64 = 0
    rounds: i64 = 0
    for code in table.story:
        kind, seat, what = kind_of(code), seat_of(code), what_of(code)
        if kind == PLAYED:
            where[what] = 0
            traced = without_card(traced, what)
        elif kind == LACKS:
            for card in members(traced & of_class[what]):
                where[card] &= ~only(seat)
        elif kind == PASSED:
            step = step_of(code)
            packed: i64 = table.passes[rounds]
            rounds += 1
            for card in members(traced):
                at: i64 = where[card]
                on = (at << 1) | (at >> high) if step == 1 else (at >> 1) | ((at & 1) << high)
                where[card] = (at | on) & others
            received = passed_by(packed, beside(viewer, -step, seats))
            where[received] = 0
            traced = without_card(traced, received)
            given = passed_by(packed, viewer)
            where[given] = only(beside(viewer, step, seats))
            traced = with_card(traced, given)
    return where


def encode_view(view: TableView, of_class: vec[i64], deck_size: int) -> dict[str, list[float]]:
    """The view as numbers; players in order of play to the left, the viewer first."""
    table = view.seen
    seats = view.seats
    order = view.around()
    players = [table.players[seat] for seat in order]
    where = may_hold(view, of_class)
    lacks = [0.0] * (seats * len(CLASSES))
    for code in table.story:
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
        "stage": mark(table.stage, len(STAGES)),
        "turn": flags([table.turn == seat for seat in order]),
        "to_act": flags([seat in view.to_act for seat in order]),
        "drawn": [float(table.drawn) / 3.0],
        "idle": [float(table.idle) / float(seats), 1.0 if table.must_draw else 0.0],
        "declined": [float(table.declined) / float(seats)],
        "direction": flags([table.stage == GIVING and table.step == 1]),
        "first": flags([table.first]),
    }
