"""What a sensible Match Me player likes: asking where it knows or guesses cards, for what is nearly complete."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import count_set, has, only
from parlour.core.game import Game, Moves, View
from parlour.core.policy import Policy
from parlour.core.rng import Rng
from parlour.games.match_me.box import GO_OUT, STOP, TAKE_FROM
from parlour.games.match_me.rules import MatchMe
from parlour.games.match_me.state import ASKS, DISCARDS, DRAWS, LAYS, SHUFFLES, TAKES, Note, Table
from parlour.games.match_me.view import TableView

SURE: Final = 20.0
AN_ASK: Final = 0.2
WHOLE: Final = 3.0  # the request surely completes a group
BURDEN: Final = 0.35  # of each card picked up


@final
class Notebooks:
    """What each seat has noted of the others' hands: the cards it is sure of, and what everybody heard."""

    def __init__(self, game: MatchMe) -> None:
        self.game = game
        seats: i64 = game.seats
        self.seats = seats
        self.known: vec[i64] = vec[i64]([0] * (game.seats * game.seats))  # by who knows it, then whose hand it is
        self.void: vec[i64] = vec[i64]([0] * game.seats)  # categories a hand had none of, until it drew
        self.holds: vec[i64] = vec[i64]([0] * game.seats)  # categories a hand has at least one card of
        self.discards: list[int] = []
        self.handed: list[int] = []
        self.last: Note | None = None

    def read(self, table: Table) -> None:
        """Bring the notes up to date. While one game goes on only what is new is read."""
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

    def _fits(self, table: Table) -> bool:
        """Were the same cards handed over as noted? Imagined worlds share a history but not its secrets."""
        if len(self.handed) > len(table.handed):
            return False
        i: i64 = 0
        while i < len(self.handed):
            if self.handed[i] != table.handed[i]:
                return False
            i += 1
        return True

    def _forget(self, table: Table) -> None:
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

    def _add(self, note: Note, table: Table) -> None:
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
                self.holds[owner] &= ~only(note.what)
                self.void[owner] |= only(note.what)
                owner += 1
        elif kind == DISCARDS:
            self.discards.append(note.what)
            self._drop(seat, only(note.what))
            # Players part with what they do not collect: more of that category is no longer likely.
            self.holds[seat] &= ~only(self.game.category_of[note.what])
        elif kind == DRAWS:
            self.void[seat] = 0
        elif kind == SHUFFLES:
            self.discards = [self.discards[-1]]

    def _hear(self, note: Note, table: Table) -> None:
        """Who asks for a category holds it; who was asked has none left."""
        seat, other, category = note.seat, note.other, note.what
        if note.count > 0:
            group = self.game.group[category]
            cards: i64 = table.handed[len(self.handed)]
            self.handed.append(cards)
            viewer: i64 = 0
            while viewer < self.seats:
                row = viewer * self.seats
                moved = self.known[row + other] & group
                if viewer in (seat, other):
                    moved |= cards
                self.known[row + other] &= ~moved
                self.known[row + seat] |= moved
                viewer += 1
        self.holds[seat] |= only(category)
        self.holds[other] &= ~only(category)
        self.void[other] |= only(category)
        self.void[seat] &= ~only(category)

    def _note_card(self, owner: i64, card: i64) -> None:
        """Everybody saw a card go into a hand."""
        viewer: i64 = 0
        while viewer < self.seats:
            self.known[viewer * self.seats + owner] |= only(card)
            viewer += 1
        category = self.game.category_of[card]
        self.void[owner] &= ~only(category)
        self.holds[owner] |= only(category)

    def _drop(self, owner: i64, cards: i64) -> None:
        """Everybody saw cards leave a hand."""
        viewer: i64 = 0
        while viewer < self.seats:
            self.known[viewer * self.seats + owner] &= ~cards
            viewer += 1

    def sure_of(self, viewer: i64, owner: i64) -> i64:
        """The cards a seat knows to be in another's hand."""
        return self.known[viewer * self.seats + owner]


@final
class MatchPolicy(Policy[Table]):
    """Rates actions by the own hand, the discards, and what the seat has noted."""

    def __init__(self, game: MatchMe) -> None:
        self.game = game
        self.notes = Notebooks(game)

    def ties_are_equal(self) -> bool:
        return True

    def table_of(self, game: Game[Table, View], view: View, rng: Rng) -> Table:
        assert isinstance(view, TableView)
        return view.seen

    def rate(self, state: Table, seat: i64, moves: Moves) -> None:
        game = self.game
        hand = state.players[seat].hand
        elsewhere: i64 = -1  # not worked out yet
        i: i64 = 0
        while i < moves.count:
            action = moves.ids[i]
            if action == STOP:
                rating = 0.0
            elif action == GO_OUT:
                rating = SURE
            elif action < game.ask_from:
                rating = self._take(state, hand, action - TAKE_FROM + 1)
            elif action < game.lay_from:
                if elsewhere == -1:
                    self.notes.read(state)
                    elsewhere = self._elsewhere(state, seat)
                rating = self._ask(state, seat, action - game.ask_from, elsewhere)
            elif action < game.discard_from:
                rating = SURE
            else:
                if elsewhere == -1:
                    self.notes.read(state)
                    elsewhere = 0
                rating = self._discard(hand, seat, action - game.discard_from)
            moves.ratings[i] = rating
            i += 1

    def _elsewhere(self, table: Table, seat: i64) -> i64:
        """The cards whose place the seat knows."""
        found = table.players[seat].hand
        other: i64 = 0
        while other < self.game.seats:
            found |= self.notes.sure_of(seat, other)
            other += 1
        for card in table.discards:
            found |= only(card)
        return found

    def _ask(self, table: Table, seat: i64, which: i64, elsewhere: i64) -> float:
        """The cards to be expected, more if they complete the group; going out is best of all."""
        game, notes = self.game, self.notes
        other = which // game.kinds
        kind = which % game.kinds
        group = game.group[kind]
        me = table.players[seat]
        asked = table.players[other]
        missing = group & ~me.hand
        if missing == 0:
            # Only a way to reach the laying step: good if it empties the hand.
            return SURE if table.step == 0 and me.hand == group else -1.0
        sure = count_set(missing & notes.sure_of(seat, other))
        if sure == 0 and (has(notes.void[other], kind) or asked.hand_size == 0):
            return -1.0
        hidden: i64 = table.draw_left + 1 - me.hand_size
        for player in table.players:
            hidden += player.hand_size
        expected = float(sure)
        expected += float(count_set(missing & ~elsewhere)) * float(asked.hand_size) / float(hidden)
        if sure == 0 and has(notes.holds[other], kind):
            expected += 1.0
        done = 1.0 - float(count_set(missing)) / float(count_set(group))
        return AN_ASK + expected * (1.0 + done) + (WHOLE if sure == count_set(missing) else 0.0)

    def _take(self, table: Table, hand: i64, count: i64) -> float:
        """Groups the cards complete or bring on, less the burden of the others."""
        game = self.game
        after = hand
        size: i64 = len(table.discards)
        place = size - count
        while place < size:
            after |= only(table.discards[place])
            place += 1
        rating = -BURDEN * float(count)
        kind: i64 = 0
        while kind < game.kinds:
            group = game.group[kind]
            gained = count_set(after & group) - count_set(hand & group)
            if gained > 0:
                if hand & group != 0:
                    rating += 0.6 * float(gained)
                if after & group == group:
                    rating += 4.0
            kind += 1
        return rating

    def _discard(self, hand: i64, seat: i64, card: i64) -> float:
        """Part with the loneliest card, rather one nobody is known to collect."""
        game = self.game
        kind = game.category_of[card]
        group = game.group[kind]
        rating = -3.0 * float(count_set(hand & group)) / float(count_set(group))
        other: i64 = 0
        while other < game.seats:
            if other != seat and has(self.notes.holds[other], kind):
                rating -= 0.3
            other += 1
        return rating
