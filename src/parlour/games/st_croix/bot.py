"""A simple sensible St. Croix player: what it likes is in policy.py, and it looks at nothing but its view."""

from collections.abc import Sequence

from parlour.core.game import TableView
from parlour.core.policy import pick
from parlour.core.rng import Rng
from parlour.games.st_croix.policy import StCroixPolicy
from parlour.games.st_croix.rules import StCroixRules
from parlour.games.st_croix.state import StCroixState


def choose(game: StCroixRules, view: TableView[StCroixState], legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    return pick(StCroixPolicy(game), view.seen, view.seat, list(legal), rng)
