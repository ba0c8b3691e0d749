"""A simple sensible visitor: what it likes is in policy.py; how it forgets where cards lie is here."""

from collections.abc import Sequence

from parlour.core.bags import has
from parlour.core.policy import pick
from parlour.core.rng import Rng
from parlour.games.around_mackinac.policy import MackinacPolicy
from parlour.games.around_mackinac.rules import AroundMackinac
from parlour.games.around_mackinac.state import copy_table
from parlour.games.around_mackinac.view import TableView

FORGOTTEN = -1
"""The bundle of all places whose cards slipped a player's mind: any of these cards may lie in any of them."""


def choose(game: AroundMackinac, view: TableView, legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    return pick(MackinacPolicy(game), view.seen, view.seat, list(legal), rng)


def forget(view: TableView, share: float, rng: Rng) -> TableView:
    """The view of somebody who lost track of each face-down card with a given probability."""
    seen = copy_table(view.seen)
    seen.bundle = [
        FORGOTTEN if not has(seen.face_up, place) and rng.chance(share) else bundle
        for place, bundle in enumerate(seen.bundle)
    ]
    return TableView(view.header, seen, view.keys, view.texts)
