"""A simple sensible St. Croix player: lowest legal cards first, specials kept for later."""

from collections.abc import Sequence

from parlour.core.rng import Rng
from parlour.games.st_croix.actions import Lay, PickUp, Play
from parlour.games.st_croix.rules import StCroix
from parlour.games.st_croix.view import TableView


def choose(game: StCroix, view: TableView, legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    return min(legal, key=lambda action: (_cost(game, view, action), action))


def _cost(game: StCroix, view: TableView, action: int) -> float:
    """How little we like an action: the worth of the cards spent, taking the pile last."""
    what = game.actions[action]
    if isinstance(what, PickUp):
        return 1000.0
    if isinstance(what, Lay):
        # Table Cards are played late, against high piles: put the best ones there.
        return -_worth(game, what.card)
    if isinstance(what, Play):
        # A set sheds more cards for the same value, but specials go one at a time.
        if _worth(game, what.card) > len(game.ladder):
            return _worth(game, what.card) + what.count + what.mokos
        return _worth(game, what.card) - 0.1 * what.count + 20.0 * what.mokos
    return 0.0


def _worth(game: StCroix, key: str) -> float:
    kind = game.keys.index(key)
    keep = {game.glass: 1.0, game.moko: 2.0, game.cannon: 3.0, game.lizard: 0.0}
    return kind + len(game.ladder) * keep.get(kind, 0.0)
