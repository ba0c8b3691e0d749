"""What everybody at a Match Me table has witnessed: a chain of notes, and the position before the first one.

A note names no hidden card. The state has two more lists beside the chain:

- `piles`: every pile ever shuffled, top card last. Cards leave them in order, so the piles show which card was dealt or
drawn when. The first pile also has the hands as dealt: that of seat 0 on top, its first card last.
- `handed`: for each request that succeeded, the set of cards handed over. The two players know them.

A seat's view has the same history with blanks: `NO_CARD` for a card that came into another hand or into none, and the
empty set for cards handed over between others.
"""

from typing import Final, final

from mypy_extensions import i64

# The kinds of notes
ASKS: Final = 0  # seat, of whom, category, how many cards were handed over
TAKES: Final = 1  # seat, how many cards from the top of the discard pile
LAYS: Final = 2  # seat, category
DISCARDS: Final = 3  # seat, card
DRAWS: Final = 4  # seat
SHUFFLES: Final = 5  # all discards but the top one become the draw pile

NO_CARD: Final = -1


@final
class Note:
    """One thing everybody witnessed, linked to the one before. A chain never changes, so clones share it."""

    def __init__(self, kind: i64, seat: i64, what: i64, count: i64, other: i64, before: "Note | None") -> None:
        self.kind: i64 = kind
        self.seat: i64 = seat
        self.what: i64 = what  # a category or a card
        self.count: i64 = count
        self.other: i64 = other  # the seat that was asked
        self.before = before

    def __reduce__(self) -> tuple[object, ...]:
        # Flat, because a chain is longer than pickle can follow.
        notes = notes_in_order(self)
        return chain, ([(note.kind, note.seat, note.what, note.count, note.other) for note in notes],)


@final
class Start:
    """The position when the history began, except for hidden cards. Never changed, so clones share it."""

    def __init__(self, hand_sizes: list[int], discards: list[int], laid: list[int]) -> None:
        self.hand_sizes = hand_sizes
        self.discards = discards
        self.laid = laid  # for each seat the set of laid categories

    def __reduce__(self) -> tuple[object, ...]:
        return Start, (self.hand_sizes, self.discards, self.laid)


def chain(notes: list[tuple[int, int, int, int, int]]) -> Note | None:
    """The last note of a chain made of all its notes in order."""
    last: Note | None = None
    for kind, seat, what, count, other in notes:
        last = Note(kind, seat, what, count, other, last)
    return last


def notes_in_order(last: Note | None) -> list[Note]:
    """The chain from its first note on."""
    found: list[Note] = []
    while last is not None:
        found.append(last)
        last = last.before
    found.reverse()
    return found


def pick_refusal(last: Note | None, start: Start, phrases: int) -> int:
    """The number of the phrase for the newest refusal: all take turns, in an order that depends on the first card."""
    refusals = start.discards[0] if start.discards else 0
    while last is not None:
        if last.kind == ASKS and last.count == 0:
            refusals += 1
        last = last.before
    return refusals * 5 % phrases


# Which cards came into which hand


def cards_taken(piles: list[list[int]], draw_left: int) -> list[int]:
    """All cards that have left the piles, in order: the hands as dealt, seat by seat, then the cards drawn."""
    found: list[int] = []
    last = len(piles) - 1
    for number, pile in enumerate(piles):
        found += reversed(pile[draw_left:] if number == last else pile)
    return found


def dealt_hands(taken: list[int], start: Start) -> list[list[int]]:
    """The hands as dealt, from all the cards that have left the piles."""
    hands: list[list[int]] = []
    first = 0
    for size in start.hand_sizes:
        hands.append(taken[first : first + size])
        first += size
    return hands


# What a seat may know of it


def blank_piles(piles: list[list[int]], draw_left: i64, start: Start, last: Note | None, seat: i64) -> list[list[int]]:
    """The piles with blanks for all cards but those that came into the seat's own hand."""
    shown: list[list[int]] = [[NO_CARD] * len(pile) for pile in piles]
    if seat < 0:
        return shown
    number: i64 = len(piles) - 1
    place = draw_left
    note = last
    while note is not None:
        if note.kind == DRAWS:
            if note.seat == seat:
                shown[number][place] = piles[number][place]
            place += 1
        elif note.kind == SHUFFLES:
            number -= 1
            place = 0
        note = note.before
    top: i64 = len(piles[0])  # just above the hand dealt to the seat
    owner: i64 = 0
    while owner < seat:
        top -= start.hand_sizes[owner]
        owner += 1
    place = top - start.hand_sizes[seat]
    while place < top:
        shown[0][place] = piles[0][place]
        place += 1
    return shown


def blank_handed(handed: list[int], last: Note | None, seat: i64) -> None:
    """Blank the cards that were handed over between others."""
    place: i64 = len(handed)
    note = last
    while note is not None and place > 0:
        if note.kind == ASKS and note.count > 0:
            place -= 1
            if note.seat != seat and note.other != seat:
                handed[place] = 0
        note = note.before


# Notes in words, as positions have them


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


def read_note(
    text: str, before: Note | None, seats: int, keys: tuple[str, ...], categories: tuple[str, ...]
) -> tuple[Note, int]:
    """Parse a note, and the card that was drawn or NO_CARD; ValueError if it is invalid."""
    words = text.split()
    if words == ["reshuffle"]:
        return Note(SHUFFLES, 0, 0, 0, 0, before), NO_CARD
    if len(words) < 3:
        raise ValueError(text)
    seat = range(seats).index(int(words[0]))
    if words[1] == "asks" and len(words) == 5:
        other = range(seats).index(int(words[2]))
        return Note(ASKS, seat, categories.index(words[3]), int(words[4]), other, before), NO_CARD
    if words[1] == "takes" and len(words) == 3:
        return Note(TAKES, seat, 0, int(words[2]), 0, before), NO_CARD
    if words[1] == "lays" and len(words) == 3:
        return Note(LAYS, seat, categories.index(words[2]), 0, 0, before), NO_CARD
    if words[1] == "discards" and len(words) == 3:
        return Note(DISCARDS, seat, keys.index(words[2]), 0, 0, before), NO_CARD
    if words[1] == "draws" and len(words) == 3:
        return Note(DRAWS, seat, 0, 0, 0, before), keys.index(words[2])
    raise ValueError(text)
