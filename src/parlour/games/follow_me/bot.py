"""A simple sensible Follow Me player: what it likes is in policy.py, and it looks at nothing but its view."""

from collections.abc import Sequence

from parlour.core.policy import pick
from parlour.core.rng import Rng
from parlour.games.follow_me.policy import FollowMePolicy
from parlour.games.follow_me.rules import FollowMeRules
from parlour.games.follow_me.state import FollowMeView


def choose(game: FollowMeRules, view: FollowMeView, legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    return pick(FollowMePolicy(game), view.seen, view.seat, list(legal), rng)
