"""A Mine & Craft view as numbers for learning."""

from mypy_extensions import i64

from parlour.core.bags import count_of
from parlour.core.encoding import flags, mark, marks
from parlour.games.mine_and_craft.payment import SORTS, in_purse
from parlour.games.mine_and_craft.resources import KINDS, RESOURCE_KINDS
from parlour.games.mine_and_craft.rules import MineRules
from parlour.games.mine_and_craft.state import PHASES, MineView


def encode_view(game: MineRules, view: MineView) -> dict[str, list[float]]:
    """The view as numbers; players clockwise, the viewer first."""
    table = view.seen
    items, deck_size, turn_actions = len(game.items), len(game.whole_deck), float(game.turn_actions)
    tops, craft_tops = table.tops(game.pile_count), table.craft_tops(game.craft_piles)
    order = view.around()
    players = [table.players[seat] for seat in order]
    known = [0.0] * KINDS
    for period in table.periods:
        for kind in range(KINDS):
            known[kind] += float(period.added.count(kind) - period.owed.count(kind)) / 15.0
    return {
        "tops": [bit for top in tops for bit in mark(top, KINDS)],
        "depths": [float(table.depth(pile)) / deck_size for pile in range(len(tops))],
        "craft_tops": [bit for top in craft_tops for bit in mark(top, items)],
        "craft_depths": [float(table.craft_depth(pile)) / 7.0 for pile in range(len(craft_tops))],
        "discard": [float(table.discard.size) / deck_size],
        "out_of_sight": known,
        "stock": [float(player.stock.count(kind)) / 15.0 for player in players for kind in range(RESOURCE_KINDS)],
        "ready": [float(count_of(player.ready, tool)) / 7.0 for player in players for tool in range(5)],
        "reserved": [bit for player in players for bit in marks(player.reserved, items)],
        "points": [min(1.0, float(player.points) / (2.0 * float(game.target))) for player in players],
        "shovelled": [min(1.0, float(player.shovelled) / turn_actions) for player in players],
        "turn": flags([seat == table.turn for seat in order]),
        "to_act": flags([seat in view.to_act for seat in order]),
        "actions": [min(1.0, float(table.actions) / (turn_actions + 5.0))],
        "phase": mark(table.phase, len(PHASES)),
        "crafting": mark(table.crafting, items),
        "paid": [float(in_purse(table.paid, sort)) / 15.0 for sort in range(SORTS)],
        "tray": [float(count_of(table.tray, kind)) / 7.0 for kind in range(KINDS)],
        "kept": [float(table.kept) / 2.0],
        "creeper": mark(table.creeper, len(tops)),
        "closing": flags([table.closing]),
        "stale": [_fading(table.stale)],
    }


def _fading(turns: i64) -> float:
    return float(turns) / (float(turns) + 20.0)
