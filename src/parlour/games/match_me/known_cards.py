"""Who certainly holds what at a Match Me table, and who does not: what a player with a good memory knows.

This is the simple part of a memory, quick enough to follow a game inside a search; deduction.py works out the rest.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import common, minus, only, with_card, without_card
from parlour.games.match_me.history import ASKS, DISCARDS, DRAWS, LAYS, SHUFFLES, TAKES, Note
from parlour.games.match_me.rules import MatchMeRules
from parlour.games.match_me.state import MatchMeState


@final
class KnownCards:
    """The cards each seat is sure of, and what requests and refusals told everybody.

    Read from a view, it knows what the viewer knows; for a spectator, what everybody knows.
    """

    def __init__(self, game: MatchMeRules) -> None:
        self.game = game
        seats: i64 = game.seats
        self.seats = seats
        self.known: vec[i64] = vec[i64]([0] * (game.seats * game.seats))  # by who knows it, then whose hand it is
        self.void: vec[i64] = vec[i64]([0] * game.seats)  # categories a hand had none of, until it drew
        self.holds: vec[i64] = vec[i64]([0] * game.seats)  # categories a hand has at least one card of
        self.discards: list[int] = []
        self.handed: list[int] = []
        self.last: Note | None = None

    def read(self, table: MatchMeState) -> None:
        """Update from a table. During one game, only new notes are read."""
        fresh: list[Note] = []
        note = table.last
        while note is not None and note is not self.last:
            fresh.append(note)
            note = note.before
        if note is None or not self._fits(table):
            self._forget(table)
            while note is not None:
                fresh.append(note)
                note = note.before
        place: i64 = len(fresh) - 1
        while place >= 0:
            self._add(fresh[place], table)
            place -= 1
        self.last = table.last

    def _fits(self, table: MatchMeState) -> bool:
        """Were the same cards handed over as when last read? Imagined worlds share a history but not its secrets."""
        if len(self.handed) > len(table.handed):
            return False
        i: i64 = 0
        while i < len(self.handed):
            if self.handed[i] != table.handed[i]:
                return False
            i += 1
        return True

    def _forget(self, table: MatchMeState) -> None:
        i: i64 = 0
        while i < len(self.known):
            self.known[i] = 0
            i += 1
        i = 0
        while i < self.seats:
            self.void[i] = 0
            self.holds[i] = 0
            i += 1
        self.discards = table.start.discards.copy()
        self.handed = []

    def _add(self, note: Note, table: MatchMeState) -> None:
        kind = note.kind
        seat = note.seat
        if kind == ASKS:
            self._hear(note, table)
        elif kind == TAKES:
            for _ in range(note.count):
                card: i64 = self.discards.pop()
                self._note_card(seat, card)
        elif kind == LAYS:
            owner: i64 = 0
            while owner < self.seats:
                self._drop(owner, self.game.group[note.what])
                self.holds[owner] = without_card(self.holds[owner], note.what)
                self.void[owner] = with_card(self.void[owner], note.what)
                owner += 1
        elif kind == DISCARDS:
            self.discards.append(note.what)
            self._drop(seat, only(note.what))
            # Players part with what they do not collect: more of that category is no longer likely.
            self.holds[seat] = without_card(self.holds[seat], self.game.category_of[note.what])
        elif kind == DRAWS:
            self.void[seat] = 0
        elif kind == SHUFFLES:
            self.discards = [self.discards[-1]]

    def _hear(self, note: Note, table: MatchMeState) -> None:
        """A player who asks for a category holds it; the one who was asked has none left."""
        seat, other, category = note.seat, note.other, note.what
        if note.count > 0:
            group = self.game.group[category]
            cards: i64 = table.handed[len(self.handed)]
            self.handed.append(cards)
            viewer: i64 = 0
            while viewer < self.seats:
                row = viewer * self.seats
                moved = common(self.known[row + other], group)
                if viewer in (seat, other):
                    moved |= cards
                self.known[row + other] = minus(self.known[row + other], moved)
                self.known[row + seat] |= moved
                viewer += 1
        self.holds[seat] = with_card(self.holds[seat], category)
        self.holds[other] = without_card(self.holds[other], category)
        self.void[other] = with_card(self.void[other], category)
        self.void[seat] = without_card(self.void[seat], category)

    def _note_card(self, owner: i64, card: i64) -> None:
        """Everybody saw a card go into a hand."""
        viewer: i64 = 0
        while viewer < self.seats:
            place = viewer * self.seats + owner
            self.known[place] = with_card(self.known[place], card)
            viewer += 1
        category = self.game.category_of[card]
        self.void[owner] = without_card(self.void[owner], category)
        self.holds[owner] = with_card(self.holds[owner], category)

    def _drop(self, owner: i64, cards: i64) -> None:
        """Everybody saw cards leave a hand."""
        viewer: i64 = 0
        while viewer < self.seats:
            place = viewer * self.seats + owner
            self.known[place] = minus(self.known[place], cards)
            viewer += 1

    def sure_of(self, viewer: i64, owner: i64) -> i64:
        """The cards a seat knows to be in another's hand."""
        return self.known[viewer * self.seats + owner]
