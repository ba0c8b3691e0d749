"""A simple sensible Mine & Craft player: what it likes is in policy.py, and it looks at nothing but its view."""

from collections.abc import Sequence

from parlour.core.policy import pick
from parlour.core.rng import Rng
from parlour.games.mine_and_craft.policy import MiningPolicy
from parlour.games.mine_and_craft.rules import MineAndCraft
from parlour.games.mine_and_craft.view import TableView


def choose(game: MineAndCraft, view: TableView, legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    # The view has no piles, only their tops; any world that fits has the same tops.
    return pick(MiningPolicy(game), game.determinise(view, rng), view.seat, list(legal), rng)
