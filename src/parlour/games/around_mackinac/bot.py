"""A simple sensible visitor: what it likes is in policy.py, and it looks at nothing but its view."""

from collections.abc import Sequence

from parlour.core.game import TableView
from parlour.core.policy import pick
from parlour.core.rng import Rng
from parlour.games.around_mackinac.policy import MackinacPolicy
from parlour.games.around_mackinac.rules import MackinacRules
from parlour.games.around_mackinac.state import MackinacState


def choose(game: MackinacRules, view: TableView[MackinacState], legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    return pick(MackinacPolicy(game), view.seen, view.seat, list(legal), rng)
