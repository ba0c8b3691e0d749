"""What happened to hidden cards at a Follow Me table since the deal, entry by entry.

The table's history names every card drawn and passed. A seat's memory is the same history with blanks where the seat
could not see the card. A history has three parts, written in this order: the hands as dealt,

    ["lacks", 1, "location"]  ["holds", 2, "location"]  ["draws no location", 1, "tamarack"]
    ["draws a location", 2, "arch-rock"]

the turns with a draw pile,

    ["draws", 0, "harebell"]  ["plays", 0, "sea-cave"]  ["pass", "left", ["tamarack", "bumble-bee", ...]]

and the turns without one, each led card with what the others hold of the named habitat:

    ["plays", 0, "green-darner"]  ["holds", 1, "wetland"]  ["lacks", 2, "wetland"]  ["plays", 1, "tamarack"]

A history may begin at any moment of the game.
"""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.bags import first_cards, set_of
from parlour.core.fields import Kinds
from parlour.core.positions import Reader
from parlour.core.schema import OWNER, Field
from parlour.decks.mackinac.cards import HABITATS, MackinacCard

# The kinds of entries
DREW: Final = 0  # a card from the pile
MISSED: Final = 1  # a card from the pile that is no Location (FM-09)
HIT: Final = 2  # a Location from the pile (FM-09)
PLAYED: Final = 3  # a card, for all to see
PASSED: Final = 4  # everybody passed a card; the cards are in the table's list `passes`
LACKS: Final = 5  # no card of a class in hand at that moment
HOLDS: Final = 6  # at least one card of a class in hand at that moment
WORDS: Final = ("draws", "draws no location", "draws a location", "plays", "pass", "lacks", "holds")
DIRECTIONS: Final = ("left", "right")

LOCATION: Final = 6  # the class of all Locations; classes 0 to 5 are the habitats
CLASSES: Final = (*HABITATS, "location")
BLANK: Final = 63  # a card the viewer has not seen
MOST_PASSES: Final = 64  # each round of passing comes after a play, and a card is played once


def classes_of(cards: tuple[MackinacCard, ...]) -> list[int]:
    """The set of cards in each class."""
    numbered = list(enumerate(cards))
    found = [set_of([number for number, card in numbered if habitat in card.habitats]) for habitat in HABITATS]
    found.append(set_of([number for number, card in numbered if card.location]))
    return found


def entry(kind: i64, seat: i64, what: i64) -> i64:
    """One entry of a history: what happened, to whom, and a card, a class or a direction (0 left, 1 right)."""
    return kind * 512 + seat * 64 + what


def kind_of(code: i64) -> i64:
    """What happened."""
    return code >> 9


def seat_of(code: i64) -> i64:
    """To whom."""
    return (code >> 6) & 7


def what_of(code: i64) -> i64:
    """The card, class or direction."""
    return code & 63


def step_of(code: i64) -> i64:
    """Which way the cards of a round of passing went: 1 left, -1 right."""
    return 1 - 2 * (code & 63)


def blanked(code: i64) -> i64:
    """The entry without its card."""
    return code | BLANK


def passed_by(packed: i64, seat: i64) -> i64:
    """The card a seat put into a round of passing."""
    return (packed >> (seat * 6)) & 63


def in_pass(seat: i64, card: i64) -> i64:
    """A seat's part of a round of passing; the parts of all seats add up to the round."""
    return card << (seat * 6)


def beside(seat: i64, step: i64, seats: i64) -> i64:
    """The seat `step` places to the left, to the right if negative; less than once around the table."""
    other = seat + step
    if other >= seats:
        return other - seats
    if other < 0:
        return other + seats
    return other


def all_beside(seats_set: i64, step: i64, seats: i64) -> i64:
    """The seats next to those of a set: to the left (step 1) or to the right (step -1)."""
    last = seats - 1
    if step == 1:
        return (seats_set << 1 | seats_set >> last) & first_cards(seats)
    return seats_set >> 1 | (seats_set & 1) << last


def blank_history(history: list[int], passes: list[int], seat: i64, seats: i64) -> None:
    """Blank the cards a seat has not seen. A giver knows its own card, a receiver the one it got."""
    unseen = first_cards(seats * 6)  # a round of passing in which every card is BLANK
    rounds: i64 = 0
    place: i64 = 0
    for item in history:
        code: i64 = item
        kind = kind_of(code)
        if kind == PASSED:
            shown = unseen
            if seat >= 0:
                packed: i64 = passes[rounds]
                giver = beside(seat, -step_of(code), seats)
                shown -= in_pass(seat, BLANK - passed_by(packed, seat))
                shown -= in_pass(giver, BLANK - passed_by(packed, giver))
            passes[rounds] = shown
            rounds += 1
        elif kind <= HIT and seat_of(code) != seat:
            history[place] = blanked(code)
        place += 1


@final
class History(Field):
    """The history in a position. Each seat sees the cards it has seen; a card it has not seen is null."""

    def __init__(self, name: str, deck: Kinds, seats: int, attribute: str, *, passed: str) -> None:
        super().__init__(name, attribute, seen_by=OWNER)
        self.deck = deck
        self.seats = seats
        self.passed = passed  # the attribute with the cards of each round of passing

    def entries(self, holder: object) -> list[int]:
        """What happened, in order."""
        found: list[int] = getattr(holder, self.attribute)
        return found

    def passes(self, holder: object) -> list[int]:
        """The cards of each round of passing."""
        found: list[int] = getattr(holder, self.passed)
        return found

    def write(self, holder: object) -> object:
        told: list[list[object]] = []
        rounds = 0
        for code in self.entries(holder):
            kind, seat, what = kind_of(code), seat_of(code), what_of(code)
            if kind == PASSED:
                packed = self.passes(holder)[rounds]
                passed = [self._name(passed_by(packed, giver)) for giver in range(self.seats)]
                told.append([WORDS[kind], DIRECTIONS[what], passed])
                rounds += 1
            elif kind in (LACKS, HOLDS):
                told.append([WORDS[kind], seat, CLASSES[what]])
            else:
                told.append([WORDS[kind], seat, self._name(what)])
        return told

    def _name(self, card: i64) -> str | None:
        return None if card == BLANK else self.deck.keys[card]

    def read(self, holder: object, read: Reader) -> None:
        rows = read.data.get(self.name, [])
        if not isinstance(rows, list):
            raise read.wrong(self.name, f"must be a list, not {rows!r}")
        for row in rows:
            self._read_entry(row, self.entries(holder), self.passes(holder), read.among(self.deck.keys))

    def _read_entry(self, row: object, history: list[int], passes: list[int], read: Reader) -> None:
        wrong = read.wrong(self.name, f"has an entry that cannot be read: {row!r}")
        if not isinstance(row, list) or len(row) != 3 or row[0] not in WORDS:
            raise wrong
        kind = WORDS.index(row[0])
        if kind == PASSED:
            _, direction, passed = row
            if direction not in DIRECTIONS or not isinstance(passed, list) or len(passed) != self.seats:
                raise wrong
            if len(passes) == MOST_PASSES:
                raise read.wrong(self.name, f"has more than {MOST_PASSES} rounds of passing")
            cards = [read.kind(key, self.name) for key in passed]
            history.append(entry(PASSED, 0, DIRECTIONS.index(direction)))
            passes.append(sum([in_pass(seat, card) for seat, card in enumerate(cards)]))
            return
        _, seat, what = row
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats:
            raise wrong
        if kind in (LACKS, HOLDS):
            if what not in CLASSES:
                raise wrong
            history.append(entry(kind, seat, CLASSES.index(what)))
        else:
            history.append(entry(kind, seat, read.kind(what, self.name)))

    def hide_from(self, holder: object, seat: i64) -> None:
        blank_history(self.entries(holder), self.passes(holder), seat, self.seats)
