"""What one seat may know of a Match Me table.

A view holds a table like the true one in which everything hidden is blank: the draw pile, the hands of others,
and the cards of hand-overs between others. The history in it is all the seat has witnessed, so nothing it was
ever told is forgotten; memory.py works out what follows from that.
"""

from typing import final

from mypy_extensions import i64

from parlour.core.bags import members, only, set_of
from parlour.core.encoding import flags, mark, marks
from parlour.core.game import Header, View
from parlour.games.match_me.memory import Groups, Memory
from parlour.games.match_me.state import (
    ASKS,
    DISCARDS,
    DRAWS,
    LAYS,
    PLAYING,
    SHUFFLES,
    TAKES,
    Note,
    Table,
    copy_table,
    notes_in_order,
)
from parlour.games.match_me.worlds import Worlds


@final
class Sight:
    """A table with blanks, and the cards that came into the viewer's own hand, first ones first."""

    def __init__(self, seen: Table, own: list[int]) -> None:
        self.seen = seen
        self.own = own


@final
class Notebook:
    """The simple facts of a seat's memory: who surely holds what, and who surely does not."""

    def __init__(self, seats: int) -> None:
        self.known: list[int] = [0] * seats  # cards known to be in each hand
        self.void: list[int] = [0] * seats  # categories each hand had none of, until it drew
        self.holds: list[int] = [0] * seats  # categories each hand has at least one card of


@final
class TableView(View):
    """The table as a seat sees it; `seen` has blanks where the seat may not look."""

    def __init__(
        self,
        header: Header,
        sight: Sight,
        groups: Groups,
        keys: tuple[str, ...],
        categories: tuple[str, ...],
    ) -> None:
        super().__init__(header)
        self.seen = sight.seen
        self.own = sight.own
        self.groups = groups
        self.keys = keys
        self.categories = categories
        self._worlds: Worlds | None = None

    def worlds(self) -> Worlds:
        """The worlds that fit what the seat has witnessed; worked out when first needed."""
        if self._worlds is None:
            self._worlds = Worlds(Memory(self.seen, self.seat, self.own, self.groups))
        return self._worlds

    def names(self, cards: i64) -> list[str]:
        """The cards of a set by key."""
        return [self.keys[card] for card in members(cards)]

    def laid(self, seat: int) -> list[str]:
        """The categories a seat has laid."""
        return [self.categories[kind] for kind in members(self.seen.players[seat].laid)]

    def history(self) -> list[str]:
        """What the seat has witnessed, in words; cards only where it saw them."""
        lines: list[str] = []
        handed = 0
        drawn = self.seen.start.hand_sizes[self.seat] if self.seat >= 0 else 0
        for note in notes_in_order(self.seen.last):
            line = note_text(note, self.keys, self.categories)
            if note.kind == ASKS and note.count > 0:
                if self.seen.handed[handed] != 0:
                    line = f"{line}: {' '.join(self.names(self.seen.handed[handed]))}"
                handed += 1
            elif note.kind == DRAWS and note.seat == self.seat:
                line = f"{line} {self.keys[self.own[drawn]]}"
                drawn += 1
            lines.append(line)
        return lines

    def table_facts(self) -> dict[str, object]:
        table = self.seen
        return {
            "turn": table.turn,
            "step": STEPS[table.step],
            "asked": table.asked,
            "picked": self.keys[table.picked] if table.picked >= 0 else None,
            "turns": table.turns,
            "idle": table.idle,
            "draw_pile": table.draw_left,
            "discard_pile": [self.keys[card] for card in table.discards],
            "out": self.names(table.out),
            "players": [
                {"hand": self.names(player.hand), "hand_size": player.hand_size, "groups": self.laid(seat)}
                for seat, player in enumerate(table.players)
            ],
            "dealt": [self.keys[card] for card in self.own[: table.start.hand_sizes[self.seat]]]
            if self.seat >= 0
            else [],
            "history": self.history(),
        }

    def notebook(self) -> Notebook:
        """The simple facts of memory, gone through once."""
        table = self.seen
        book = Notebook(self.seats)
        discards = table.start.discards.copy()
        handed = 0
        for note in notes_in_order(table.last):
            seat: i64 = note.seat
            if note.kind == ASKS:
                kind = note.what
                other: i64 = note.other
                moved: i64 = book.known[other] & self.groups.sets[kind]
                if note.count > 0:
                    moved |= table.handed[handed]
                    handed += 1
                    book.known[other] &= ~moved
                    book.known[seat] |= moved
                book.holds[seat] |= only(kind)
                book.holds[other] &= ~only(kind)
                book.void[other] |= only(kind)
                book.void[seat] &= ~only(kind)
            elif note.kind == TAKES:
                for _ in range(note.count):
                    card = discards.pop()
                    book.known[seat] |= only(card)
                    book.void[seat] &= ~only(self.groups.category[card])
                    book.holds[seat] |= only(self.groups.category[card])
            elif note.kind == LAYS:
                for owner in range(self.seats):
                    book.known[owner] &= ~self.groups.sets[note.what]
                    book.holds[owner] &= ~only(note.what)
                    book.void[owner] |= only(note.what)
            elif note.kind == DISCARDS:
                discards.append(note.what)
                kind = self.groups.category[note.what]
                book.known[seat] &= ~only(note.what)
                if book.known[seat] & self.groups.sets[kind] == 0:
                    book.holds[seat] &= ~only(kind)
            elif note.kind == DRAWS:
                book.void[seat] = 0
            elif note.kind == SHUFFLES:
                discards = [discards[-1]]
        if self.seat >= 0:
            book.known[self.seat] = table.players[self.seat].hand
        if table.ended != PLAYING:
            book.known = [player.hand for player in table.players]
        return book


STEPS = ("add cards", "ask again", "discard")


def note_text(note: Note, keys: tuple[str, ...], categories: tuple[str, ...]) -> str:
    """A note in words, without any card that not everybody saw."""
    if note.kind == ASKS:
        return f"{note.seat} asks {note.other} {categories[note.what]} {note.count}"
    if note.kind == TAKES:
        return f"{note.seat} takes {note.count}"
    if note.kind == LAYS:
        return f"{note.seat} lays {categories[note.what]}"
    if note.kind == DISCARDS:
        return f"{note.seat} discards {keys[note.what]}"
    return f"{note.seat} draws" if note.kind == DRAWS else "reshuffle"


def look(table: Table, seat: i64) -> Sight:
    """A copy of the table with everything blank that the seat may not see."""
    seen = copy_table(table)
    seen.piles = []
    own = own_cards(table, seat)
    place: i64 = len(seen.handed)
    note = table.last
    while note is not None:
        if note.kind == ASKS and note.count > 0:
            place -= 1
            if note.seat != seat and note.other != seat:
                seen.handed[place] = 0
        note = note.before
    if table.ended == PLAYING:
        owner: i64 = 0
        for player in seen.players:
            if owner != seat:
                player.hand = 0
            owner += 1
    return Sight(seen, own)


def own_cards(table: Table, seat: i64) -> list[int]:
    """The cards dealt to a seat and drawn by it, in order."""
    if seat < 0:
        return []
    found: list[int] = []
    pile: i64 = len(table.piles) - 1
    place: i64 = table.draw_left
    note = table.last
    while note is not None:  # backwards: the last card drawn lies just above the draw pile
        if note.kind == DRAWS:
            if note.seat == seat:
                found.append(table.piles[pile][place])
            place += 1
        elif note.kind == SHUFFLES:
            pile -= 1
            place = 0
        note = note.before
    cards = table.piles[0]
    top: i64 = len(cards)
    owner: i64 = 0
    while owner < seat:
        top -= table.start.hand_sizes[owner]
        owner += 1
    size: i64 = table.start.hand_sizes[seat]
    i: i64 = top - size
    while i < top:
        found.append(cards[i])
        i += 1
    found.reverse()
    return found


def encode_view(view: TableView, cards: int) -> dict[str, list[float]]:
    """The view as numbers; players in order of play, the viewer first."""
    table = view.seen
    order = view.around()
    book = view.notebook()
    kinds = len(view.categories)
    return {
        "hand": marks(table.players[view.seat].hand if view.seat >= 0 else 0, cards),
        "known": [bit for seat in order for bit in marks(book.known[seat], cards)],
        "void": [bit for seat in order for bit in marks(book.void[seat], kinds)],
        "holds": [bit for seat in order for bit in marks(book.holds[seat], kinds)],
        "laid": [bit for seat in order for bit in marks(table.players[seat].laid, kinds)],
        "hand_size": [float(table.players[seat].hand_size) / cards for seat in order],
        "discards": marks(set_of(table.discards), cards),
        "depth": _depths(table.discards, cards),
        "draw_pile": [float(table.draw_left) / cards],
        "turn": flags([seat in view.to_act for seat in order]),
        "step": mark(table.step, len(STEPS)),
        "asked": flags([table.asked]),
        "picked": mark(table.picked, cards),
        "idle": [float(max(table.idle, 0)) / (float(max(table.idle, 0)) + 10.0)],
    }


def _depths(discards: list[int], cards: int) -> list[float]:
    """For each card in the discard pile how near it is to the top; 1 is the top."""
    depths = [0.0] * cards
    for place, card in enumerate(discards):
        depths[card] = (place + 1) / len(discards)
    return depths
