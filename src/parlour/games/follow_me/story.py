"""What a Follow Me table has seen of hidden cards since the deal, entry by entry.

The table's story names every card drawn and passed; a seat's memory is the story with blanks where it could
not see the card. A story has three parts: who held a Location at the start, the turns with a draw pile
(draws, plays, rounds of passing), and the turns without one (plays, and who could follow which habitat).
"""

from typing import Final

from mypy_extensions import i64

from parlour.decks.mackinac.cards import HABITATS

# The kinds of entries
DREW: Final = 0  # a card from the pile
MISSED: Final = 1  # a card from the pile that is no Location (FM-09)
HIT: Final = 2  # a Location from the pile (FM-09)
PLAYED: Final = 3  # a card, for all to see
PASSED: Final = 4  # everybody passed a card; the cards are in the table's list `passes`
LACKS: Final = 5  # no card of a class in hand at that moment
HOLDS: Final = 6  # at least one card of a class in hand at that moment
WORDS: Final = ("draws", "draws no location", "draws a location", "plays", "pass", "lacks", "holds")

LOCATION: Final = 6  # the class of all Locations; classes 0 to 5 are the habitats
CLASSES: Final = (*HABITATS, "location")
BLANK: Final = 63  # a card the viewer has not seen
MOST_PASSES: Final = 64  # each round of passing comes after a play, and a card is played once


def entry(kind: i64, seat: i64, what: i64) -> i64:
    """One entry of a story: what happened, to whom, and a card, a class or a direction (0 left, 1 right)."""
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


def passed_by(packed: i64, seat: i64) -> i64:
    """The card a seat put into a round of passing."""
    return (packed >> (seat * 6)) & 63


def in_pass(seat: i64, card: i64) -> i64:
    """A seat's part of a round of passing; the parts of all seats add up to the round."""
    return card << (seat * 6)


def beside(seat: i64, step: i64, seats: i64) -> i64:
    """The seat so many places to the left, or to the right if the step is negative; less than once around."""
    other = seat + step
    if other >= seats:
        return other - seats
    if other < 0:
        return other + seats
    return other


def tell_story(story: list[int], passes: list[int], keys: tuple[str, ...], seats: int) -> list[list[object]]:
    """The story as readable data; a card that was not seen is None."""
    told: list[list[object]] = []
    rounds = 0
    for code in story:
        kind, seat, what = kind_of(code), seat_of(code), what_of(code)
        if kind == PASSED:
            passed: list[object] = [_name(passed_by(passes[rounds], giver), keys) for giver in range(seats)]
            told.append([WORDS[kind], "left" if what == 0 else "right", passed])
            rounds += 1
        elif kind in (LACKS, HOLDS):
            told.append([WORDS[kind], seat, CLASSES[what]])
        else:
            told.append([WORDS[kind], seat, _name(what, keys)])
    return told


def _name(card: i64, keys: tuple[str, ...]) -> str | None:
    return None if card == BLANK else keys[card]
