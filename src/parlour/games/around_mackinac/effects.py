"""Moving Fun: what it means to take, to give and to remove (AM-18 to AM-24).

Fun that is not there is ignored (AM-22). `verb` is one of those in directions.py.
"""

from mypy_extensions import i64

from parlour.core.events import Emit, tells
from parlour.games.around_mackinac import events
from parlour.games.around_mackinac.directions import (
    GIVE_CENTER,
    GIVE_LEFT,
    TAKE_CENTER,
    TAKE_NEIGHBOURS,
    TAKE_OTHERS,
)
from parlour.games.around_mackinac.state import MackinacState

# Where Fun comes from and where it goes. Each function returns the amount moved.


def least(one: i64, two: i64) -> i64:
    """The smaller number."""
    return one if one < two else two


def out_of_center(table: MackinacState, amount: i64) -> i64:
    """Take Fun out of the Center, as far as there is any."""
    moved = least(table.center, amount)
    table.center -= moved
    return moved


def out_of_pile(table: MackinacState, seat: i64, amount: i64) -> i64:
    """Take Fun out of a Fun Pile, as far as there is any."""
    pile: i64 = table.fun[seat]
    moved = least(pile, amount)
    table.fun[seat] = pile - moved
    return moved


def out_of_own(table: MackinacState, amount: i64) -> i64:
    """The active player pays: from the stash first, then from the Fun Pile (AM-20)."""
    stashed = least(table.stash, amount)
    table.stash -= stashed
    return stashed + out_of_pile(table, table.turn, amount - stashed)


def gain(table: MackinacState, seat: i64, amount: i64) -> None:
    """Fun goes to the stash in the player's own turn, straight to the Fun Pile in another's (AM-19)."""
    if seat == table.turn:
        table.stash += amount
    else:
        table.fun[seat] += amount


def most_fun(table: MackinacState) -> i64:
    """The size of the largest Fun Pile except the active player's (AM-G17)."""
    most: i64 = 0
    seat: i64 = 0
    while seat < len(table.fun):
        pile: i64 = table.fun[seat]
        if seat != table.turn and pile > most:
            most = pile
        seat += 1
    return most


# Take


def take(table: MackinacState, verb: i64, amount: i64, emit: Emit | None) -> bool:
    """The active player takes Fun; False if the player must first choose from whom."""
    seats: i64 = len(table.fun)
    if verb == TAKE_CENTER:
        take_from_center(table, table.turn, amount, emit)
    elif verb == TAKE_OTHERS:
        step: i64 = 1
        while step < seats:
            take_from(table, (table.turn + step) % seats, amount, emit)
            step += 1
    elif verb == TAKE_NEIGHBOURS:
        take_from(table, (table.turn + 1) % seats, amount, emit)
        if seats > 2:  # AM-G19: with two players both neighbours are the same player
            take_from(table, (table.turn + seats - 1) % seats, amount, emit)
    else:
        return _take_from_richest(table, amount, emit)
    return True


def take_from_center(table: MackinacState, seat: i64, amount: i64, emit: Emit | None) -> None:
    """A player takes Fun from the Center."""
    taken = out_of_center(table, amount)
    gain(table, seat, taken)
    if tells(emit):
        stashed = taken if seat == table.turn else 0
        took = events.TOOK_CENTER
        emit(took(seat=seat, source="center", amount=taken, topped_up=0, stashed=stashed, piled=taken - stashed))
        _tell_missing(amount - taken, emit)


def _tell_missing(missing: i64, emit: Emit) -> None:
    """AM-22: what the Center cannot cover is ignored, but players are told."""
    if missing > 0:
        emit(events.CUT_SHORT(missing=missing))


def take_from(table: MackinacState, payer: i64, amount: i64, emit: Emit | None) -> None:
    """A player pays the active one; what is missing comes from the Center (AM-21, AM-22)."""
    paid = out_of_pile(table, payer, amount)
    topped_up = out_of_center(table, amount - paid)
    gain(table, table.turn, paid + topped_up)
    if tells(emit):
        emit(events.TOOK(seat=table.turn, source=payer, amount=paid, topped_up=topped_up))
        _tell_missing(amount - paid - topped_up, emit)


def _take_from_richest(table: MackinacState, amount: i64, emit: Emit | None) -> bool:
    seats: i64 = len(table.fun)
    most = most_fun(table)
    tied: i64 = 0
    richest: i64 = 0
    step = seats - 1
    while step > 0:  # leftmost last, so that it is chosen
        other = (table.turn + step) % seats
        if table.fun[other] == most:
            tied += 1
            richest = other
        step -= 1
    if tied > 1 and most > 0:  # AM-G17; among players with nothing there is nothing to choose
        return False
    take_from(table, richest, amount, emit)
    return True


def something_to_take(table: MackinacState, verb: i64) -> bool:
    """Is there any Fun where the verb takes it from, the Center included (AM-21)?"""
    if table.center > 0:
        return True
    seats: i64 = len(table.fun)
    if verb == TAKE_NEIGHBOURS:
        return table.fun[(table.turn + 1) % seats] + table.fun[(table.turn + seats - 1) % seats] > 0
    return verb != TAKE_CENTER and most_fun(table) > 0


# Give


def give(table: MackinacState, verb: i64, amount: i64, emit: Emit | None) -> None:
    """The active player pays the Center or other players (AM-20)."""
    seats: i64 = len(table.fun)
    if verb == GIVE_CENTER:
        stash = table.stash
        paid = out_of_own(table, amount)
        table.center += paid
        if tells(emit):
            stashed = stash - table.stash
            own = {"stashed": stashed, "piled": paid - stashed}
            emit(events.GAVE_CENTER(seat=table.turn, target="center", amount=paid, topped_up=0, **own))
        return
    last = 2 if verb == GIVE_LEFT else seats
    step: i64 = 1
    while step < last:  # AM-G05: in order from the left, each in full while there is Fun
        payee = (table.turn + step) % seats
        stash = table.stash
        paid = out_of_own(table, amount)
        topped_up = out_of_center(table, amount - paid)  # AM-21
        gain(table, payee, paid + topped_up)
        if tells(emit):
            stashed = stash - table.stash
            own = {"stashed": stashed, "piled": paid - stashed}
            emit(events.GAVE(seat=table.turn, target=payee, amount=paid, topped_up=topped_up, **own))
            _tell_missing(amount - paid - topped_up, emit)
        step += 1


# Remove, and the piles that move


def remove(table: MackinacState, amount: i64, emit: Emit | None) -> None:
    """Fun from the Center goes back to the box (AM-24)."""
    removed = out_of_center(table, amount)
    table.removed += removed
    if tells(emit):
        emit(events.REMOVED(seat=table.turn, amount=removed))


def pass_piles(table: MackinacState, roll: i64) -> None:
    """Every Fun Pile moves `roll` seats to the left, empty ones too (AM-27, AM-G10)."""
    seats: i64 = len(table.fun)
    shift = seats - roll % seats
    piles = table.fun
    table.fun = piles[shift:] + piles[:shift]
