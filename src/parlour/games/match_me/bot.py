"""A simple sensible Match Me player: what it likes is in policy.py, and it looks at nothing but its view."""

from collections.abc import Sequence

from parlour.core.policy import pick
from parlour.core.rng import Rng
from parlour.games.match_me.policy import MatchPolicy
from parlour.games.match_me.rules import MatchMe
from parlour.games.match_me.view import TableView


def choose(game: MatchMe, view: TableView, legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    return pick(MatchPolicy(game), view.seen, view.seat, list(legal), rng)
