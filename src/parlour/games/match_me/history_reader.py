"""Replays the history of a position and checks that it leads there."""

from parlour.core.bags import common, count_set, has, includes, set_of, with_card, without_card
from parlour.core.errors import quoted
from parlour.core.positions import Reader
from parlour.games.match_me.history import (
    ASKS,
    DRAWS,
    LAYS,
    SHUFFLES,
    TAKES,
    Note,
    cards_taken,
    dealt_hands,
    note_text,
    notes_in_order,
)
from parlour.games.match_me.rules import MatchMeRules
from parlour.games.match_me.state import MatchMeState


def follow_history(game: MatchMeRules, table: MatchMeState, read: Reader) -> None:
    """Find the cards that were handed over; refuse a history that leads to another position."""
    given = Reader({}, game.title, game.keys, "history: ")
    replay = _Replay(game, table)
    for note in notes_in_order(table.last):
        if not replay.take(note):
            text = note_text(note, game.keys, game.categories)
            raise given.wrong("notes", f"hold {quoted(text)}, which cannot have happened")
    if (
        replay.hands != [player.hand for player in table.players]
        or replay.laid != [player.laid for player in table.players]
        or replay.discards != table.discards
    ):
        raise given.wrong("notes", "lead to another position")
    for pile, shuffled in zip(table.piles[1:], replay.shuffled, strict=True):
        if sorted(pile) != sorted(shuffled):
            raise given.wrong("notes", "draw cards that were not shuffled")
    table.handed = replay.handed


class _Replay:
    """A replay of a history: where everything lies after each note."""

    def __init__(self, game: MatchMeRules, table: MatchMeState) -> None:
        self.group = game.group
        taken = cards_taken(table.piles, table.draw_left)
        hands = dealt_hands(taken, table.start)
        self.hands = [set_of(hand) for hand in hands]
        self.drawn = taken[sum(map(len, hands)) :]
        self.laid = table.start.laid.copy()
        self.discards = table.start.discards.copy()
        self.shuffled: list[list[int]] = []
        self.handed: list[int] = []

    def take(self, note: Note) -> bool:
        """Apply a note; False if that is impossible."""
        hand = self.hands[note.seat]
        if note.kind == ASKS:
            group = self.group[note.what]
            given = common(self.hands[note.other], group)
            if note.other == note.seat or note.count != count_set(given) or common(hand, group) == 0:
                return False
            self.hands[note.other] -= given
            self.hands[note.seat] += given
            self.handed += [given] if given else []
        elif note.kind == TAKES:
            if not 1 <= note.count <= len(self.discards):
                return False
            for _ in range(note.count):
                self.hands[note.seat] = with_card(self.hands[note.seat], self.discards.pop())
        elif note.kind == LAYS:
            if not includes(hand, self.group[note.what]):
                return False
            self.hands[note.seat] -= self.group[note.what]
            self.laid[note.seat] = with_card(self.laid[note.seat], note.what)
        elif note.kind == DRAWS:
            card = self.drawn.pop(0)
            if has(hand, card):
                return False
            self.hands[note.seat] = with_card(hand, card)
        elif note.kind == SHUFFLES:
            if not self.discards:
                return False
            self.shuffled.append(self.discards[:-1])
            self.discards = self.discards[-1:]
        else:
            if not has(hand, note.what):
                return False
            self.hands[note.seat] = without_card(hand, note.what)
            self.discards.append(note.what)
        return True
