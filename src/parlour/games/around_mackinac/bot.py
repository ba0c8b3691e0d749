"""A simple sensible visitor: rolls on while the next card is worth more than the stash at risk."""

from collections.abc import Sequence

from parlour.core.bags import has
from parlour.core.rng import Rng
from parlour.games.around_mackinac.actions import Again, Roll, Stop, Take, TakeFrom
from parlour.games.around_mackinac.effects import (
    GIVE_CENTER,
    GIVE_LEFT,
    GIVE_OTHERS,
    RUSH,
    SHOP,
    TAKE_CENTER,
    TAKE_MOST,
    TAKE_NEIGHBOURS,
    TAKE_OTHERS,
    Step,
)
from parlour.games.around_mackinac.rules import AroundMackinac
from parlour.games.around_mackinac.state import Table
from parlour.games.around_mackinac.view import TableView

BOLDNESS = 1.2
"""What the chance to go on after the next card is worth on top of the card itself."""


def choose(game: AroundMackinac, view: TableView, legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    if len(legal) == 1:
        return legal[0]
    return max(legal, key=lambda action: (_liking(game, view, action), -action))


def _liking(game: AroundMackinac, view: TableView, action: int) -> float:
    what = game.actions[action]
    if isinstance(what, Roll):
        return _prospect(game, view.seen) + BOLDNESS
    if isinstance(what, Stop):
        # Stopping ends the game when the Center is empty: good for whoever is ahead, and a tie is won (AM-14).
        table = view.seen
        if table.center == 0 and not game.equal_turns:
            mine = table.fun[table.turn] + table.stash
            return 1000.0 if mine >= max(table.fun) else -1000.0
        return 0.0
    if isinstance(what, Again | Take):
        return 1.0
    if isinstance(what, TakeFrom):
        # Of the tied leaders, the one whose turn comes first is the more dangerous.
        return -float((what.player - 1 - view.seen.turn) % view.seats)
    return 0.0


def _prospect(game: AroundMackinac, table: Table) -> float:
    """How much Fun another roll brings on average."""
    places = len(table.circle)
    worth = [_worth(game, table, kind) for kind in range(len(game.cards))]
    total = 0.0
    for roll in range(1, 7):
        place = (table.pawn + roll) % places
        if has(table.face_up, place):
            total -= float(table.stash)
            continue
        among = [
            worth[table.circle[other]]
            for other, bundle in enumerate(table.bundle)
            if bundle == table.bundle[place] and not has(table.face_up, other)
        ]
        total += sum(among) / len(among)
    return total / 6


def _worth(game: AroundMackinac, table: Table, kind: int) -> float:
    """What a card would bring the active player now, roughly."""
    return sum(_step_worth(game, table, kind, step) for step in range(game.directions.count[kind]))


def _step_worth(game: AroundMackinac, table: Table, kind: int, number: int) -> float:
    step: Step = game.directions.steps[kind][number]
    amount: int = game.directions.amount(kind, number, table.up_count + 1)
    mine: int = table.fun[table.turn] + table.stash
    if step.verb == TAKE_CENTER:
        return float(min(amount, table.center))
    if step.verb == TAKE_OTHERS:
        return float(amount * game.seats) - 0.5
    if step.verb == TAKE_NEIGHBOURS:
        return float(amount * min(2, game.seats - 1)) + 0.5
    if step.verb == GIVE_OTHERS:
        return float(-amount * (game.seats - 1))
    if step.verb in (GIVE_CENTER, GIVE_LEFT):
        return float(-min(amount, mine))
    if step.verb == SHOP:
        return 0.5
    if step.verb == RUSH:
        piles = list(table.fun)
        piles[table.turn] = mine
        turned = [piles[(table.turn - roll) % game.seats] for roll in range(1, 7)]
        return sum(turned) / 6 - mine
    return float(amount) if step.verb == TAKE_MOST else 0.0
