"""A sensible visitor's preferences: roll on while the next card is worth more than the stash at risk.

Memory is part of the game, so how a player forgets cards is here too.
"""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.bags import has
from parlour.core.game import Moves, TableView
from parlour.core.policy import Policy
from parlour.core.rng import Rng
from parlour.games.around_mackinac.actions import FROM, ROLL, ROLL_MORE, STOP, TAKE
from parlour.games.around_mackinac.circle import FORGOTTEN
from parlour.games.around_mackinac.directions import (
    DIE,
    GIVE_CENTER,
    GIVE_LEFT,
    GIVE_OTHERS,
    RUSH,
    SHOP,
    TAKE_CENTER,
    TAKE_MOST,
    TAKE_NEIGHBOURS,
    TAKE_OTHERS,
)
from parlour.games.around_mackinac.rules import MackinacRules
from parlour.games.around_mackinac.state import MackinacState, copy_table

BOLDNESS: Final = 1.2
"""The value of continuing after the next card, on top of the card itself."""
DECIDES: Final = 20.0  # rating of a stop that wins or loses the game


@final
class MackinacPolicy(Policy[MackinacState]):
    """Rates rolling by the Fun the next card brings on average; nobody knows how a bundle's cards lie."""

    def __init__(self, game: MackinacRules) -> None:
        self.game = game

    def ties_are_equal(self) -> bool:
        return True

    def foresight(self) -> i64:
        return 1

    def rate(self, state: MackinacState, seat: i64, moves: Moves) -> None:
        seats: i64 = self.game.seats
        i: i64 = 0
        while i < moves.count:
            action = moves.ids[i]
            rating = 0.0
            if action == ROLL:
                rating = self.prospect(state) + BOLDNESS if moves.count > 1 else 0.0
            elif action == STOP:
                rating = self._stop(state)
            elif action in (ROLL_MORE, TAKE):
                rating = 1.0
            elif action >= FROM:
                # Of the tied leaders, the one whose turn comes first is the more dangerous.
                rating = -0.5 * float((action - FROM - state.turn + seats) % seats)
            moves.ratings[i] = rating
            i += 1

    def _stop(self, table: MackinacState) -> float:
        """Stopping ends the game when the Center is empty: good for a player who is ahead, and a tie is won (AM-14)."""
        if table.center > 0 or self.game.equal_turns:
            return 0.0
        mine = table.fun[table.turn] + table.stash
        for pile in table.fun:
            if pile > mine:
                return -DECIDES
        return DECIDES

    def prospect(self, table: MackinacState) -> float:
        """The mean Fun of another roll."""
        places = self.game.places
        total = 0.0
        roll: i64 = 1
        while roll <= DIE:
            place = (table.pawn + roll) % places
            if has(table.face_up, place):
                total -= float(table.stash)
            else:
                total += self._expected(table, place)
            roll += 1
        return total / 6.0

    def _expected(self, table: MackinacState, place: i64) -> float:
        """The mean Fun of a face-down place: any card of its bundle may lie there.

        Sixths of Fun are added up as whole numbers, so that the sum does not depend on which card lies where.
        """
        bundle = table.bundle
        mine: i64 = bundle[place]
        total = 0.0
        among = 0.0
        other: i64 = 0
        while other < self.game.places:
            if bundle[other] == mine and not has(table.face_up, other):
                total += self._sixths(table, table.circle[other])
                among += 1.0
            other += 1
        return total / (6.0 * among)

    def _sixths(self, table: MackinacState, kind: i64) -> float:
        """What a card would bring the active player now, roughly, in sixths of Fun."""
        total = 0.0
        number: i64 = 0
        while number < self.game.directions.count[kind]:
            if self.game.directions.verb(kind, number) == RUSH:
                total += self._rush(table)
            else:
                total += 6.0 * self._direction_worth(table, kind, number)
            number += 1
        return total

    def _direction_worth(self, table: MackinacState, kind: i64, number: i64) -> float:
        directions = self.game.directions
        seats: i64 = self.game.seats
        verb = directions.verb(kind, number)
        amount = directions.amount(kind, number, table.up_count + 1)
        mine: i64 = table.fun[table.turn] + table.stash
        if verb == TAKE_CENTER:
            return float(amount if amount < table.center else table.center)
        if verb == TAKE_OTHERS:
            return float(amount * seats) - 0.5
        if verb == TAKE_NEIGHBOURS:
            return float(amount * (2 if seats > 2 else 1)) + 0.5
        if verb == GIVE_OTHERS:
            return float(-amount * (seats - 1))
        if verb in (GIVE_CENTER, GIVE_LEFT):
            return -float(amount if amount < mine else mine)
        if verb == SHOP:
            return 0.5
        return float(amount) if verb == TAKE_MOST else 0.0

    def _rush(self, table: MackinacState) -> float:
        """All piles move by a roll: the mean pile the player would get, minus their own, in sixths of Fun."""
        seats: i64 = self.game.seats
        mine: i64 = table.fun[table.turn] + table.stash
        total: i64 = 0
        roll: i64 = 1
        while roll <= DIE:
            giver = (table.turn - roll + 6 * seats) % seats
            total += mine if giver == table.turn else table.fun[giver]
            roll += 1
        return float(total - 6 * mine)


def forget(view: TableView[MackinacState], share: float, rng: Rng) -> TableView[MackinacState]:
    """The view of a player who forgot each face-down card with a given probability."""
    seen = copy_table(view.seen)
    seen.bundle = [
        FORGOTTEN if not has(seen.face_up, place) and rng.chance(share) else bundle
        for place, bundle in enumerate(seen.bundle)
    ]
    return TableView(view.header, seen, view.schema)
