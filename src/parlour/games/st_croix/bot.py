"""A simple sensible St. Croix player: the lowest cards that do, sets whole, specials kept for the hard moments."""

from collections.abc import Sequence

from parlour.core.bags import count_of
from parlour.core.rng import Rng
from parlour.games.st_croix.actions import FOUR, Lay, PickUp, Play
from parlour.games.st_croix.rules import StCroix
from parlour.games.st_croix.view import TableView

LAST = 1000.0  # what is done only when nothing else is possible
CLEARS = 12.0  # a pile cleared by four of a kind is worth a few steps of the ladder: it brings another play


def choose(game: StCroix, view: TableView, legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    if len(legal) == 1:
        return legal[0]
    best, least = legal[0], 2 * LAST
    for action in legal:
        cost = _cost(game, view, action)
        if cost < least:
            best, least = action, cost
    return best


def _cost(game: StCroix, view: TableView, action: int) -> float:
    """How little we like an action: the worth of the cards spent, taking the pile last."""
    what = game.actions[action]
    if isinstance(what, PickUp):
        return LAST
    if isinstance(what, Lay):
        # Table Cards are played late, against high piles: put the best ones there.
        return -_worth(game, game.keys.index(what.card))
    if isinstance(what, Play):
        return _cost_of_play(game, view, what)
    return 0.0


def _cost_of_play(game: StCroix, view: TableView, what: Play) -> float:
    table, me = view.seen, view.seen.players[view.seat]
    kind = game.keys.index(what.card)
    laid = what.count + what.mokos
    if laid == me.cards_left():
        return -LAST  # that wins
    special = kind in (game.moko, game.cannon, game.glass)
    cost = _worth(game, kind) + (laid if special else -0.1 * laid) + 20.0 * what.mokos
    length = laid + (table.run_length if kind == table.run_kind and game.four_across_turns else 0)
    if length >= FOUR:
        cost -= CLEARS
    elif not special and what.count < count_of(me.hand if me.hand_size else me.table, kind):
        cost += 0.5
    return cost


def _worth(game: StCroix, kind: int) -> float:
    if kind == game.cannon:
        return 4.0 * len(game.ladder)
    if kind == game.moko:
        return 3.0 * len(game.ladder)
    if kind == game.glass:
        return 2.0 * len(game.ladder)
    return float(kind)
