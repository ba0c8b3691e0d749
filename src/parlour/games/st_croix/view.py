"""What one seat may know of a St. Croix table, and the worlds that fit it.

A view holds a table like the true one in which everything hidden is blank: the Draw Pile, all Mystery
Cards (their owner does not know them either, SC-03), the hands of others but for the cards everybody saw
them pick up, and the Table Cards of others while they are being chosen (SC-G24).
"""

from typing import final

from mypy_extensions import i64

from parlour.core.bags import cards, count_of, has, list_of, members, size_of
from parlour.core.encoding import flags, mark, marks
from parlour.core.game import Header, View
from parlour.core.rng import Rng
from parlour.games.st_croix.state import Player, Table, copy_table


@final
class TableView(View):
    """The table as a seat sees it; `seen` has blanks where the seat may not look."""

    def __init__(
        self,
        header: Header,
        seen: Table,
        keys: tuple[str, ...],
        open_hands: bool = False,
    ) -> None:
        super().__init__(header)
        self.seen = seen
        self.keys = keys
        self.open_hands = open_hands  # the young game: everybody plays with open cards

    def names(self, bag: i64) -> list[str]:
        """The cards of a bag by key."""
        return [self.keys[kind] for kind in list_of(bag)]

    def table_facts(self) -> dict[str, object]:
        table = self.seen
        return {
            "choosing": table.choosing > 0,
            "turn": table.turn,
            "direction": "left" if table.step == 1 else "right",
            "turns": table.turns,
            "draw_pile": table.draw_left,
            "play_pile": [self.keys[kind] for kind in table.pile],
            "meet_or_beat": self.keys[table.beat],
            "run": [self.keys[table.run_kind] if table.run_length > 0 else "", table.run_length],
            "gone": self.names(table.gone),
            "players": [
                {
                    "hand": self.names(player.hand),
                    "hand_size": player.hand_size,
                    "seen": self.names(player.known),
                    "table": self.names(player.table),
                    "table_size": player.table_size,
                    "mystery": [place + 1 for place in members(player.face_down)],
                    "place": player.place,
                }
                for player in table.players
            ],
        }


def look(table: Table, seat: i64, open_hands: bool) -> Table:
    """A copy of the table with everything blank that the seat may not see."""
    seen = copy_table(table)
    seen.draw_pile = []
    owner: i64 = 0
    for player in seen.players:
        player.mystery = []
        if owner != seat and not open_hands:
            player.hand = player.known
            if table.choosing > 0:
                player.table = 0
        owner += 1
    return seen


def fill_in(view: TableView, whole_bag: i64, mystery_cards: i64, rng: Rng) -> Table:
    """A world that fits the view: the unseen cards are shuffled into the blanks."""
    table = copy_table(view.seen)
    unseen: i64 = whole_bag - table.gone
    for kind in table.pile:
        unseen -= cards(kind, 1)
    for player in table.players:
        unseen -= player.hand + player.table
    blanks = list_of(unseen)
    rng.shuffle(blanks)
    for player in table.players:
        _fill_player(player, table.choosing > 0, mystery_cards, blanks)
    table.draw_pile = blanks
    return table


def _fill_player(player: Player, choosing: bool, mystery_cards: i64, blanks: list[int]) -> None:
    shown: i64 = size_of(player.hand)
    while shown < player.hand_size:
        player.hand += cards(blanks.pop(), 1)
        shown += 1
    if choosing:
        shown = size_of(player.table)
        while shown < player.table_size:
            player.table += cards(blanks.pop(), 1)
            shown += 1
    mystery: list[int] = []
    place: i64 = 0
    while place < mystery_cards:
        # Places already flipped hold nothing; any number will do there.
        mystery.append(blanks.pop() if has(player.face_down, place) else 0)
        place += 1
    player.mystery = mystery


def encode_view(view: TableView, kinds: int, deck_size: int, turn_cap: int) -> dict[str, list[float]]:
    """The view as numbers; players in order of play to the left, the viewer first."""
    table = view.seen
    order = [table.players[seat] for seat in view.around()]
    return {
        "hand": _shares(order[0].hand, kinds) if view.seat >= 0 else [0.0] * kinds,
        "seen": [share for place, player in enumerate(order) for share in _shares(_shown(view, place, player), kinds)],
        "table": [share for player in order for share in _shares(player.table, kinds)],
        "hand_size": [float(player.hand_size) / deck_size for player in order],
        "mystery": [bit for player in order for bit in marks(player.face_down, 8)],
        "out": flags([player.place > 0 for player in order]),
        "gone": _shares(table.gone, kinds),
        "pile": _shares_of(table.pile, kinds),
        "meet_or_beat": mark(table.beat, kinds),
        "run": [float(min(table.run_length, 4)) / 4.0 if kind == table.run_kind else 0.0 for kind in range(kinds)],
        "draw_pile": [float(table.draw_left) / deck_size],
        "direction": flags([table.step == 1]),
        "turn": flags([seat in view.to_act for seat in view.around()]),
        "choosing": flags([table.choosing > 0]),
        "turns": [float(table.turns) / turn_cap],
    }


def _shown(view: TableView, place: int, player: Player) -> i64:
    """The part of a hand that everybody knows."""
    return player.known if place == 0 and not view.open_hands else player.hand


def _shares(bag: i64, kinds: int) -> list[float]:
    return [float(count_of(bag, kind)) / 7.0 for kind in range(kinds)]


def _shares_of(pile: list[int], kinds: int) -> list[float]:
    shares = [0.0] * kinds
    for kind in pile:
        shares[kind] += 1 / 7
    return shares
