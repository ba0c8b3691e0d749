"""A simple sensible Mine & Craft player: craft what it can, mine for the best card in reach."""

from collections.abc import Sequence

from parlour.core.bags import count_of, members
from parlour.core.rng import Rng
from parlour.games.mine_and_craft.actions import (
    Craft,
    EndTurn,
    GiveUp,
    Keep,
    KeepNoMore,
    Mine,
    Pay,
    Reserve,
    UseHoe,
    UsePickAxe,
    UseShovel,
    UseSword,
)
from parlour.games.mine_and_craft.rules import MineAndCraft
from parlour.games.mine_and_craft.state import AXE, CREEPER, NONE, TNT, Player
from parlour.games.mine_and_craft.view import TableView, missing_for

RARITY = (1.0, 1.6, 1.7, 1.8, 2.0, 2.4)  # wood to diamond, then wild
SIZE = (1.0, 1.5, 1.9)  # a big card may be more than is needed


def choose(game: MineAndCraft, view: TableView, legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    if len(legal) == 1:
        return legal[0]
    plan = _plan(game, view)
    return max(legal, key=lambda action: (_liking(game, view, action, plan), -action))


def _plan(game: MineAndCraft, view: TableView) -> dict[int, float]:
    """What one unit of each material (wild last) is worth to the viewer now."""
    me = view.seen.players[view.seat]
    worth = {group: 0.15 * RARITY[group] for group in range(6)}
    axes = count_of(me.ready, AXE)
    for item in [*view.craft_tops, *members(me.reserved)]:
        if item == NONE:
            continue
        card = game.items[item]
        units, wood, wild = missing_for(me, card.material, card.units, card.wood, axes)
        short = units + wood - wild
        if short <= 0:
            continue
        gain = card.points / short**1.5
        if units:
            worth[card.material] = max(worth[card.material], gain)
        if wood:
            worth[0] = max(worth[0], 0.9 * gain)
        worth[5] = max(worth[5], gain)
    return worth


def _worth(kind: int, plan: dict[int, float]) -> float:
    """What a resource card is worth to the viewer."""
    if kind in (NONE, CREEPER, TNT):
        return 0.0
    value = kind % 3 + 1
    return plan[kind // 3] * SIZE[value - 1] + 0.03 * RARITY[kind // 3] * value


def _liking(game: MineAndCraft, view: TableView, action: int, plan: dict[int, float]) -> float:
    what = game.actions[action]
    table = view.seen
    me = table.players[view.seat]
    if isinstance(what, Craft):
        return 100.0 + game.items[game.item_keys.index(what.item)].points
    if isinstance(what, Mine):
        kind = view.tops[what.pile - 1]
        if kind != TNT:
            return _worth(kind, plan)
        others = [_worth(top, plan) for pile, top in enumerate(view.tops) if pile != what.pile - 1]
        return sum(sorted(others)[-2:])
    if isinstance(what, Reserve):
        return _reserve_liking(game, me, game.item_keys.index(what.item))
    if isinstance(what, Pay):
        # Spend what is left over first, Wilds and Axes last.
        if what.card == "axe":
            return -1.5
        kind = game.keys.index(what.card)
        return -RARITY[kind // 3] * (kind % 3 + 1) if kind // 3 == 5 else 0.1 * (kind % 3)
    if isinstance(what, Keep):
        return _worth(game.keys.index(what.card), plan)
    if isinstance(what, KeepNoMore):
        return -1.0
    if isinstance(what, GiveUp):
        kind = game.keys.index(what.card)
        return -RARITY[kind // 3] * (kind % 3 + 1)
    if isinstance(what, UseSword):
        return -1.4
    if isinstance(what, UsePickAxe):
        return 50.0 if table.actions == 0 else -1.0
    if isinstance(what, UseShovel):
        rival = table.players[what.player - 1]
        return 20.0 + float(rival.points) if rival.points * 2 >= game.target and rival.points >= me.points else -3.0
    if isinstance(what, UseHoe):
        poor = max((_worth(top, plan) for top in view.tops), default=0.0) < 0.3
        return 10.0 if poor and view.seat == table.turn and table.actions > 0 else -3.0
    if isinstance(what, EndTurn):
        return -2.0
    return 0.0


def _reserve_liking(game: MineAndCraft, me: Player, item: int) -> float:
    """A dear card nearly paid for is worth putting aside."""
    card = game.items[item]
    units, wood, wild = missing_for(me, card.material, card.units, card.wood, count_of(me.ready, AXE))
    short = units + wood - wild
    return 0.25 * card.points if card.points >= 4 and 1 <= short <= 2 else -1.0
