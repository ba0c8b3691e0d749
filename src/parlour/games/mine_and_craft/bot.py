"""A simple sensible Mine & Craft player: what it likes is in policy.py, and it looks at nothing but its view."""

from collections.abc import Sequence

from parlour.core.policy import pick
from parlour.core.rng import Rng
from parlour.games.mine_and_craft.policy import MinePolicy
from parlour.games.mine_and_craft.rules import MineRules
from parlour.games.mine_and_craft.state import MineView


def choose(game: MineRules, view: MineView, legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    return pick(MinePolicy(game), view.seen, view.seat, list(legal), rng)
