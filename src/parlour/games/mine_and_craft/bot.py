"""A simple sensible Mine & Craft player: what it likes is in policy.py, and it looks at nothing but its view."""

from collections.abc import Sequence

from parlour.core.policy import pick
from parlour.core.rng import Rng
from parlour.games.mine_and_craft.game import MineAndCraft
from parlour.games.mine_and_craft.policy import MinePolicy
from parlour.games.mine_and_craft.state import MineView


def choose(game: MineAndCraft, view: MineView, legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    # The policy needs no more than the view. Making a world only takes numbers from `rng`: recorded games depend on it.
    return pick(MinePolicy(game), game.determinise(view, rng), view.seat, list(legal), rng)
