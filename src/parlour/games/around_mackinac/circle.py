"""The circle of cards, and what everybody can know about it.

Places are numbered clockwise from 0; positions count them from 1. All players see the same cards turned up, and a
turn's cards are shuffled among their own places only. So the places fall into bundles: everybody knows which cards
a bundle holds, nobody knows their order, and every order is equally likely, whatever lies in the other bundles.
Turning a card up takes its place out of its bundle and leaves the rest as evenly mixed as before. The cards turned
up in a turn make a new bundle when they go back. A bundle of one is a card whose place is known.

`bundle` has the number of each place's bundle: that of the turn in which it was made, 0 for the first shuffle. Negative
numbers are bundles that no turn of this game made.
"""

from typing import Final

from mypy_extensions import i64

from parlour.core.bags import has

FORGOTTEN: Final = -1
"""The bundle of all places a player forgot: any of their cards may lie in any of them."""
BY_HAND: Final = -2
"""Bundles of a loaded position are numbered from this downwards."""


def places_by_bundle(bundle: list[int]) -> list[list[int]]:
    """The places of each bundle, face-up ones too, in order of their first place."""
    found: dict[int, list[int]] = {}
    for place, number in enumerate(bundle):
        found.setdefault(number, []).append(place)
    return list(found.values())


def face_down_bundles(bundle: list[int], face_up: i64) -> list[list[int]]:
    """The places of each bundle that are face down now."""
    down = [[place for place in places if not has(face_up, place)] for places in places_by_bundle(bundle)]
    return sorted([places for places in down if places])


def last_reveal(bundle: list[int], turns: i64) -> list[int]:
    """The places whose cards were turned up in the turn before this one."""
    return [place for place, number in enumerate(bundle) if number == turns] if turns > 0 else []


def sort_bundles(circle: list[int], bundle: list[int], face_up: i64) -> list[int]:
    """The circle with the face-down cards of each bundle sorted by kind, which reveals nothing about their order."""
    known = circle.copy()
    count: i64 = len(circle)
    place: i64 = 0
    while place < count:
        if not has(face_up, place):
            mine: i64 = bundle[place]
            other = place + 1
            while other < count:
                if bundle[other] == mine and known[other] < known[place] and not has(face_up, other):
                    known[place], known[other] = known[other], known[place]
                other += 1
        place += 1
    return known


def mates(place: i64, bundle: list[int], face_up: i64) -> list[int]:
    """The face-down places of a face-down place's bundle, itself included: its card lies in one of them."""
    mine: i64 = bundle[place]
    return [other for other, number in enumerate(bundle) if number == mine and not has(face_up, other)]
