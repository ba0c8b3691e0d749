"""A simple sensible Deluxe Memory player: what it likes is in policy.py; how it forgets cards is here."""

from collections.abc import Sequence

from parlour.core.bags import members, without_card
from parlour.core.policy import pick
from parlour.core.rng import Rng
from parlour.games.deluxe_memory.policy import MemoryPolicy
from parlour.games.deluxe_memory.rules import DeluxeMemory
from parlour.games.deluxe_memory.state import NONE, copy_table
from parlour.games.deluxe_memory.view import TableView


def choose(game: DeluxeMemory, view: TableView, legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    return pick(MemoryPolicy(game), view.seen, view.seat, list(legal), rng)


def forget(view: TableView, share: float, rng: Rng) -> TableView:
    """The view of somebody who forgot each face-down card with a given probability; what lies open stays known."""
    seen = copy_table(view.seen)
    seen.cards = list(seen.cards)
    me = seen.players[view.seat]
    open_now = seen.face_up | seen.looking | seen.showing
    for place in members(me.known & seen.laid & ~open_now):
        if place not in (seen.first, seen.second) and rng.chance(share):
            me.known = without_card(me.known, place)
            seen.cards[place] = NONE
    return TableView(view.header, seen, view.keys, view.last)
