"""Why something cannot be done in Mine & Craft, in a sentence for players."""

from parlour.core.bags import count_of, count_set, has
from parlour.games.mine_and_craft.actions import (
    Craft,
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
from parlour.games.mine_and_craft.box import MATERIALS, TOOL_NAMES, TOOLS
from parlour.games.mine_and_craft.payment import AXE_WOOD, worth_of
from parlour.games.mine_and_craft.resources import VALUES, WILD
from parlour.games.mine_and_craft.rules import MineRules
from parlour.games.mine_and_craft.state import (
    AXE,
    FLEEING,
    HOE,
    KEEPING,
    PAYING,
    PICK_AXE,
    SHOVEL,
    SWORD,
    TURN,
    MinePlayer,
    MineState,
    MineView,
)

PHASE_FIRST = {
    PAYING: "First finish paying for your Craft Card.",
    KEEPING: "First choose what to keep from the TNT.",
    FLEEING: "First answer the Creeper: discard a resource card or use a Sword.",
}


def lacking(game: MineRules, player: MinePlayer, item: int) -> str:
    """What a player still needs for a Craft Card; empty if it can be paid."""
    if game.can_pay(player, item):
        return ""
    card, stock = game.items[item], player.stock
    units = card.units - worth_of(stock.of_material(card.material)) if card.units else 0
    wood = card.wood - worth_of(stock.of_material(0)) - AXE_WOOD * count_of(player.ready, AXE)
    other = f"{units} {MATERIALS[card.material]}" if units > 0 else ""
    needed = " and ".join(part for part in (other, f"{wood} wood" if wood > 0 else "") if part)
    if not stock.wilds():
        return f"You still need {needed}."
    if max(units, 0) + max(wood, 0) <= worth_of(stock.wilds()):
        return f"You still need {needed}. A Wild counts as one material: it cannot be split."
    return f"You still need {needed}, and your Wilds are not enough for it."


def why_not_craft(game: MineRules, player: MinePlayer, item: int, tops: list[int]) -> str:
    """Why a player cannot craft a card."""
    if item not in tops and not has(player.reserved, item):
        return f"The {game.items[item].name} is not on top of a pile and not in your reserve."
    return lacking(game, player, item)


def why_not_reserve(game: MineRules, player: MinePlayer, item: int, tops: list[int]) -> str:
    """Why a player cannot reserve a card."""
    if item not in tops:
        return f"The {game.items[item].name} is not on top of a pile."
    if count_set(player.reserved) >= game.reserve_max:
        return "Your reserve is full."
    return ""


def explain(game: MineRules, view: MineView, action: int) -> str:
    """One sentence on why a seat that may do something else cannot do this."""
    what = game.actions[action]
    table = view.seen
    player = table.players[view.seat]
    if isinstance(what, UseHoe | UseShovel | UsePickAxe | UseSword):
        return _why_not_use(table, player, what)
    if isinstance(what, Pay):
        if table.phase == PAYING:
            return _why_not_pay(game, table, player, what.card)
        return "Choose a Craft Card to pay for first."
    if isinstance(what, Keep | KeepNoMore):
        return "There is no such card to keep." if table.phase == KEEPING else "No TNT has gone off."
    if isinstance(what, GiveUp):
        return f"You have no {_named(game, what.card)}." if table.phase == FLEEING else "No Creeper has gone off."
    if table.phase != TURN:
        return PHASE_FIRST[table.phase]
    if not isinstance(what, Mine | Craft | Reserve):  # end turn
        return "It is not your turn."
    if view.seat != table.turn:
        return "It is not your turn; you can only use a Hoe or a Shovel now."
    if table.actions == 0:
        return "You have no action left."
    if isinstance(what, Mine):
        return f"Resource pile {what.pile} is empty."
    item, tops = game.item_keys.index(what.item), table.craft_tops(game.craft_piles)
    if isinstance(what, Craft):
        return why_not_craft(game, player, item, tops)
    return why_not_reserve(game, player, item, tops)


def explain_waiting(game: MineRules, view: MineView, action: int) -> str:
    """Why a seat can do nothing now: it may have no tool for another player's turn."""
    what, table = game.actions[action], view.seen
    if isinstance(what, UseHoe | UseShovel) and table.phase == TURN and not game.tools_own_turn_only:
        return _why_not_use(table, table.players[view.seat], what)
    return "It is not your turn."


def _named(game: MineRules, key: str) -> str:
    return "Axe" if key == "axe" else game.box.names[game.keys.index(key)]


def _why_not_pay(game: MineRules, table: MineState, player: MinePlayer, key: str) -> str:
    item = game.items[table.crafting]
    offered = game.paid_cards(table).count(key)
    have = count_of(player.ready, AXE) if key == "axe" else player.stock.count(game.keys.index(key))
    if offered >= have:
        return f"You have no {'more ' if offered else ''}{_named(game, key)} to pay with."
    group = 0 if key == "axe" else game.keys.index(key) // len(VALUES)
    costs = {group for group, units in ((0, item.wood), (item.material, item.units)) if units}
    if group != WILD and group not in costs:
        return f"The {item.name} costs {item.cost()}."
    return "With that there would be a card too many."


def _why_not_use(table: MineState, player: MinePlayer, what: UseHoe | UseShovel | UsePickAxe | UseSword) -> str:
    tool = {UseHoe: HOE, UseShovel: SHOVEL, UsePickAxe: PICK_AXE, UseSword: SWORD}[type(what)]
    if count_of(player.ready, tool) == 0:
        return f"You have no {TOOL_NAMES[TOOLS[tool]]} to use."
    if tool == SWORD:
        return "A Sword is used when a Creeper goes off."
    if table.phase != TURN:
        return PHASE_FIRST[table.phase]
    if tool == PICK_AXE:
        return "A Pick Axe is used in your own turn."
    if isinstance(what, UseHoe):
        return "There is nothing to clear."
    if isinstance(what, UseShovel) and table.players[what.player - 1] is player:
        return "A Shovel is used on somebody else."
    return "That player already loses every action of the next turn."
