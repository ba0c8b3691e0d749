"""How cards, kept pairs, extra turns and pairs of places are packed into numbers.

A kind of card is twice its rank (0 for the Ace up to 12 for the King, 13 for the Jokers), plus 1 if it is red. Places
of the grid are numbered in reading order; a set of places is one integer (core/bags.py).
"""

from typing import Final

from mypy_extensions import i64

RANKS: Final = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "joker")
JOKER: Final = 13
"""The rank of the Jokers."""
NONE: Final = -1
"""No card, no place, no player, no effect."""

# Cards


def rank_of(kind: i64) -> i64:
    """The rank of a kind of card."""
    return kind >> 1


def is_red(kind: i64) -> bool:
    """Is the card red?"""
    return kind & 1 != 0


def black(rank: i64) -> i64:
    """The black card of a rank."""
    return rank * 2


def red(rank: i64) -> i64:
    """The red card of a rank."""
    return rank * 2 + 1


# Pairs kept in front of a player (9 or 10, or a King that copied one). They are always mixed pairs.


def kept_pair(seat: i64, rank: i64, thief: bool) -> i64:
    """A pair of a rank kept by a seat, as a thief or as a shield."""
    return rank * 16 + (8 if thief else 0) + seat


def keeper(pair: i64) -> i64:
    """Who keeps the pair."""
    return pair & 7


def is_thief(pair: i64) -> bool:
    """Does the pair serve as a thief (10), not as a shield (9)?"""
    return pair & 8 != 0


def kept_rank(pair: i64) -> i64:
    """The rank of the pair."""
    return pair >> 4


# Extra turns


def extra_turn(seat: i64, offer: bool) -> i64:
    """An extra turn of a seat, with or without the offer to buy another one after it."""
    return seat * 2 + (1 if offer else 0)


def turn_of(extra: i64) -> i64:
    """Whose extra turn it is."""
    return extra >> 1


def has_offer(extra: i64) -> bool:
    """May another turn be bought after this one?"""
    return extra & 1 != 0


# Two places, lower one first


def two_places(one: i64, two: i64) -> i64:
    """Two places as one number, given in any order."""
    return one * 64 + two if one < two else two * 64 + one


def lower_place(pair: i64) -> i64:
    """The first of two places."""
    return pair >> 6


def higher_place(pair: i64) -> i64:
    """The second of two places."""
    return pair & 63
