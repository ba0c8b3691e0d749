"""How a Mine & Craft table looks to any client."""

from collections.abc import Sequence
from functools import lru_cache

from parlour.core.bags import count_of, count_set, first_cards, has, list_of, members, with_card
from parlour.core.game import NOBODY
from parlour.core.pieces import row_of
from parlour.core.scene import (
    Area,
    Badge,
    Blocked,
    Chart,
    ChartRow,
    Choice,
    Facet,
    Piece,
    PieceType,
    Player,
    Prompt,
    Scene,
    Style,
    Waiting,
    Zone,
    counted,
    ends_game,
    goal_line,
    possessive,
    result_of,
    says,
    turns_left,
)
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
from parlour.games.mine_and_craft.box import MATERIALS, TOOL_NAMES, TOOLS, Item
from parlour.games.mine_and_craft.explain import lacking, why_not_reserve
from parlour.games.mine_and_craft.payment import covers, one, sort_of
from parlour.games.mine_and_craft.resources import CREEPER, NONE, TNT
from parlour.games.mine_and_craft.rules import MineRules
from parlour.games.mine_and_craft.state import (
    AXE,
    FLEEING,
    HOE,
    KEEPING,
    LAST_ROUNDS,
    PAYING,
    PICK_AXE,
    SHOVEL,
    SWORD,
    TURN,
    MineView,
)

POWERS = {
    "hoe": "Clears the top card of every resource pile.",
    "shovel": "An opponent loses one action in the next turn.",
    "sword": "You need not discard to a Creeper.",
    "axe": "Counts as 2 wood when you craft.",
    "pickaxe": "One more action in your turn.",
}
USES: dict[type, str] = {UseHoe: "hoe", UseShovel: "shovel", UseSword: "sword", UsePickAxe: "pickaxe"}
CREEPER_HELP = "Explodes when it comes to light: all players discard a card."
CALM_CREEPER_HELP = "Explodes when mining uncovers it: all players discard a card. Otherwise it is just removed."
SHORTS = {"wood": "W", "stone": "S", "iron": "I", "gold": "G", "diamond": "D", "wild": "?"}
PHASE_NAMES = {PAYING: "Paying", KEEPING: "TNT", FLEEING: "Creeper"}
WAITS = {
    TURN: "take an action or end the turn",
    PAYING: "pay for a Craft Card",
    KEEPING: "keep cards from the TNT",
    FLEEING: "discard to the Creeper",
}


def draw(game: MineRules, view: MineView, names: Sequence[str]) -> Scene:
    """The scene for one view."""
    table = view.seen
    zones, pieces = _middle(game, view)
    for seat in range(view.seats):
        own_zones, own_pieces = _seat_zones(game, view, seat)
        zones += own_zones
        pieces += own_pieces
    return Scene(
        game=game.slug,
        title=game.title,
        seat=view.seat,
        phase="Game over" if view.outcome else _phase(game, view),
        players=tuple(_player(game, view, seat, names) for seat in range(view.seats)),
        types=_types(game),
        zones=tuple(zones),
        pieces=tuple(pieces),
        prompt=_prompt(game, view, names, pieces),
        waiting=tuple(Waiting(seat, WAITS[table.phase]) for seat in view.to_act),
        result=result_of(
            view.outcome,
            tuple(
                f"{_count(player.points, 'point')}, {_count(count_set(player.crafted), 'card')} crafted"
                for player in table.players
            ),
        ),
        note="The card values come from a third party's transcription." if game.deck.status == "transcribed" else "",
        goal=goal_line(
            f"First to {game.target} points", table.players[view.seat].points if view.seat != NOBODY else ""
        ),
        charts=(_tool_chart(game, view),),
    )


def _tool_chart(game: MineRules, view: MineView) -> Chart:
    """What the tools do; those that the viewer can use now are lit."""
    offered = [game.actions[action] for action in view.legal]
    usable = {USES[type(what)] for what in offered if type(what) in USES}
    if any(isinstance(what, Pay) and what.card == "axe" for what in offered):
        usable.add("axe")
    return _chart_of(frozenset(usable))


@lru_cache(maxsize=64)
def _chart_of(usable: frozenset[str]) -> Chart:
    rows = [ChartRow(TOOL_NAMES[tool], text, tool in usable) for tool, text in POWERS.items()]
    return Chart("Tools", tuple(rows))


def _phase(game: MineRules, view: MineView) -> str:
    if view.seen.phase != TURN:
        return PHASE_NAMES[view.seen.phase]
    return "Last round" if view.seen.closing else f"Playing to {game.target} points"


@lru_cache(maxsize=64)
def _types(game: MineRules) -> dict[str, PieceType]:
    types: dict[str, PieceType] = {}
    for kind, key in enumerate(game.keys):
        if kind == CREEPER:
            help_text = CALM_CREEPER_HELP if game.effects.creeper_only_mine else CREEPER_HELP
            types[key] = PieceType(game.box.names[kind], "Creeper", {"material": "creeper"}, help_text)
        elif kind == TNT:
            help_text = "Blows the top of every pile loose: keep up to two of the cards."
            types[key] = PieceType(game.box.names[kind], "TNT", {"material": "tnt"}, help_text)
        else:
            material = (*MATERIALS, "wild")[kind // 3]
            value = kind % 3 + 1
            help_text = f"Pays {value} {material}."
            if material == "wild":
                help_text = "Stands for any one material at its full value."
            facets: dict[str, Facet] = {"material": material, "value": value}
            title = material.capitalize()
            types[key] = PieceType(game.box.names[kind], f"{SHORTS[material]}{value}", facets, help_text, title)
    for item in game.items:
        tool = TOOLS[item.tool]
        material = MATERIALS[item.material]
        types[item.key] = PieceType(
            f"{item.name}, {_worth(item)}",
            f"{SHORTS[material]}-{TOOL_NAMES[tool].replace(' ', '')}",
            {"tool": tool, "material": material, "points": item.points, "units": item.units, "wood": item.wood},
            POWERS[tool],
            title=item.name,
        )
    return types


def _player(game: MineRules, view: MineView, seat: int, names: Sequence[str]) -> Player:
    player = view.seen.players[seat]
    badges = []
    if seat == view.seen.turn and not view.outcome:
        badges.append(Badge(_count(view.seen.actions, "action") + " left", "info"))
    if player.shovelled:
        badges.append(Badge(f"loses {_count(player.shovelled, 'action')} next turn", "warn"))
    return Player(seat, names[seat], {"points": player.points}, tuple(badges))


def _worth(item: Item) -> str:
    """What a Craft Card is worth and costs."""
    return f"{_count(item.points, 'point')} for {item.cost()}"


def _count(number: int, word: str) -> str:
    return counted(number, word) if number else f"no {word}s"


def _middle(game: MineRules, view: MineView) -> tuple[list[Zone], list[Piece]]:
    table = view.seen
    zones: list[Zone] = []
    pieces: list[Piece] = []
    for place, kind in enumerate(table.tops(game.pile_count)):
        zone = f"res:{place + 1}"
        zones.append(Zone(zone, "Pile", "pile", "table", table.depth(place), number=place + 1, family="resources"))
        if kind != NONE:
            pieces.append(Piece(f"{zone}:{table.depth(place)}", zone, table.depth(place) - 1, game.keys[kind]))
    for place, item in enumerate(table.craft_tops(game.craft_piles)):
        zone = f"craft:{place + 1}"
        depth = table.craft_depth(place)
        badges = (Badge(_worth(game.items[item]), printed=True),) if item != NONE else ()
        zones.append(Zone(zone, "Craft pile", "pile", "table", depth, badges=badges, number=place + 1, family="crafts"))
        if item != NONE:
            pieces.append(
                Piece(f"item:{game.item_keys[item]}", zone, table.craft_depth(place) - 1, game.items[item].key)
            )
    left = game.stale_turns - table.stale
    near = (turns_left(left),) if left <= LAST_ROUNDS * view.seats and view.outcome is None else ()
    zones.append(Zone("discard", "Discard pile", "pile", "side", table.discard.size, "len", badges=near))
    if table.tray:
        tray = list_of(table.tray)
        zones.append(Zone("tray", "Blown loose by TNT", "row", "table", len(tray)))
        pieces += row_of("tray", [game.keys[kind] for kind in tray])
    return zones, pieces


def _seat_zones(game: MineRules, view: MineView, seat: int) -> tuple[list[Zone], list[Piece]]:
    """A player's resource cards, crafted cards and holder."""
    table = view.seen
    player = table.players[seat]
    mine = seat == view.seat
    area: Area = "self" if mine else "seat"
    stock = [game.keys[kind] for kind in player.stock.cards()]
    crafted, reserved = members(player.crafted), members(player.reserved)
    worth = tuple(Badge(_worth(game.items[item]), printed=True) for item in reserved) if mine else ()
    zones = [
        Zone(f"stock:{seat}", "resources", "row", area, len(stock), owner=seat),
        Zone(f"tools:{seat}", "tools", "row", area, len(crafted), owner=seat),
        Zone(f"reserve:{seat}", "reserve", "slots", area, len(reserved), owner=seat, badges=worth),
    ]
    paid = game.paid_cards(table) if seat == table.turn else []
    pieces = row_of(f"stock:{seat}", stock, paid)
    axes = paid.count("axe")
    for place, item in enumerate(crafted):
        used = has(player.used, item)
        offered = not used and game.items[item].tool == AXE and axes > 0
        axes -= offered
        tags = ("used",) if used else ("selected",) if offered else ()
        pieces.append(Piece(f"item:{game.item_keys[item]}", f"tools:{seat}", place, game.item_keys[item], tags))  # type: ignore[arg-type]
    for place, item in enumerate(reserved):
        pieces.append(Piece(f"item:{game.item_keys[item]}", f"reserve:{seat}", place, game.item_keys[item]))
    return zones, pieces


# The prompt


def _prompt(game: MineRules, view: MineView, names: Sequence[str], pieces: list[Piece]) -> Prompt | None:
    if not view.legal:
        return None
    table, seat = view.seen, view.seat
    choices = tuple(_choice(game, view, action, names, pieces) for action in view.legal)
    if table.phase == PAYING:
        item = game.items[table.crafting]
        paid = [game.box.names[game.keys.index(key)] if key != "axe" else "Axe" for key in game.paid_cards(table)]
        so_far = f"; so far {', '.join(paid)}" if paid else ""
        return Prompt(seat, "turn", f"Pay for {item.name}: {item.cost()}{so_far}.", choices, help="craft")
    if table.phase == KEEPING:
        more = "up to two of these cards" if not table.kept else "one more card"
        return Prompt(seat, "turn", f"TNT! Keep {more}.", choices, help="tnt")
    if table.phase == FLEEING:
        sword = " or use your Sword" if count_of(table.players[seat].ready, SWORD) else ""
        return Prompt(seat, "react", f"Creeper! Discard one resource card{sword}.", choices, help="creepers")
    if seat != table.turn:
        turn = possessive(names[table.turn])
        return Prompt(seat, "react", f"{turn} turn. You may use a tool.", choices, help="tools")
    if table.actions == 0:
        return Prompt(seat, "turn", "No actions left: use a tool or end your turn.", choices, help="tools")
    text = f"{_count(table.actions, 'action')} left: mine, craft or reserve."
    return Prompt(seat, "turn", text, choices, _blocked(game, view), "a-turn")


def _blocked(game: MineRules, view: MineView) -> tuple[Blocked, ...]:
    """Craft Cards in reach that can be neither crafted nor reserved, and empty piles."""
    player = view.seen.players[view.seat]
    tops = view.seen.craft_tops(game.craft_piles)
    blocked: list[Blocked] = []
    for item in [*tops, *members(player.reserved)]:
        if item == NONE or game.can_pay(player, item):
            continue
        why = lacking(game, player, item)
        if item in tops:
            full = why_not_reserve(game, player, item, tops)
            if not full:
                continue
            why = f"{why} {full}"
        blocked.append(Blocked((f"item:{game.item_keys[item]}",), why))
    empty = tuple(f"res:{place + 1}" for place, top in enumerate(view.seen.tops(game.pile_count)) if top == NONE)
    if empty:
        blocked.append(Blocked((), "This pile is empty.", empty))
    return tuple(blocked)


def _choice(game: MineRules, view: MineView, action: int, names: Sequence[str], pieces: list[Piece]) -> Choice:
    """One legal action, marked if it ends the game."""
    choice = _plain_choice(game, view, action, names, pieces)
    what, table = game.actions[action], view.seen
    if isinstance(what, Pay) and _wins(game, view, action):
        return ends_game(choice, "This card brings you the points you need, and the game ends. Go on?")
    if isinstance(what, EndTurn) and _passing_ends(game, view):
        return ends_game(choice, f"{'The round is over' if table.closing else 'Nobody acts'}: the game ends. Go on?")
    return choice


def _wins(game: MineRules, view: MineView, action: int) -> bool:
    """Does a payment complete a Craft Card that ends the game?"""
    table, item = view.seen, view.seen.crafting
    paid = table.paid + one(sort_of(action - game.pay_from))
    points = table.players[view.seat].points + game.items[item].points
    done = covers(paid, game.units_of[item], game.wood_of[item])
    return done and points >= game.target and not game.finish_round


def _passing_ends(game: MineRules, view: MineView) -> bool:
    """Does the game end with this turn?"""
    table = view.seen
    declined = table.declined if table.acted or not table.could_act else with_card(table.declined, table.turn)
    all_declined = declined == first_cards(view.seats)
    last_of_round = table.closing and (table.turn + 1) % view.seats == table.first
    return last_of_round or all_declined or table.stale + 1 >= game.stale_turns


# long: one entry for each kind of action
def _plain_choice(game: MineRules, view: MineView, action: int, names: Sequence[str], pieces: list[Piece]) -> Choice:
    what = game.actions[action]
    text = game.actions.texts[action]
    seat, table = view.seat, view.seen

    def ready(tool: int) -> tuple[str, ...]:
        unused = table.players[seat].crafted & ~table.players[seat].used
        return tuple(f"item:{game.item_keys[item]}" for item in members(unused) if game.items[item].tool == tool)[:1]

    def first(zone: str, key: str) -> tuple[str, ...]:
        found = [piece.id for piece in pieces if piece.zone == zone and piece.type == key and not piece.tags]
        return tuple(found[:1])

    def name(key: str) -> str:
        return game.box.names[game.keys.index(key)]

    if isinstance(what, Mine):
        top = name(game.keys[table.top(what.pile - 1)])
        return Choice(action, text, f"Mine {top} (pile {what.pile})", zones=(f"res:{what.pile}",), option="mine")
    if isinstance(what, Craft):
        label = f"Craft {game.items[game.item_keys.index(what.item)].name}"
        return Choice(action, text, label, pieces=(f"item:{what.item}",), option="craft")
    if isinstance(what, Reserve):
        item = game.items[game.item_keys.index(what.item)]
        style: Style = "quiet"
        return Choice(action, text, f"Reserve {item.name}", style, (f"item:{what.item}",), option="reserve")
    if isinstance(what, Pay):
        if what.card == "axe":
            offered = game.paid_cards(table).count("axe")
            unused = members(table.players[seat].crafted & ~table.players[seat].used)
            axes = [f"item:{game.item_keys[item]}" for item in unused if game.items[item].tool == AXE]
            return Choice(action, text, "Use an Axe as 2 wood", "optional", tuple(axes[offered : offered + 1]))
        return Choice(action, text, f"Pay {name(what.card)}", pieces=first(f"stock:{seat}", what.card))
    if isinstance(what, Keep):
        return Choice(action, text, f"Keep {name(what.card)}", pieces=first("tray", what.card))
    if isinstance(what, KeepNoMore):
        sure = "" if table.kept else "Keep none of these cards?"
        return Choice(action, text, "Keep no more" if table.kept else "Keep nothing", "quiet", confirm=sure)
    if isinstance(what, GiveUp):
        return Choice(action, text, f"Discard {name(what.card)}", pieces=first(f"stock:{seat}", what.card))
    if isinstance(what, UseSword):
        return Choice(action, text, "Use your Sword", "optional", ready(SWORD))
    if isinstance(what, UsePickAxe):
        return Choice(action, text, "Use a Pick Axe: one more action", "optional", ready(PICK_AXE))
    if isinstance(what, UseHoe):
        label = "Use a Hoe: clear every resource pile's top card"
        return Choice(action, text, label, "optional", ready(HOE), confirm="Clear the top card of every pile?")
    if isinstance(what, UseShovel):
        label = f"Use a Shovel: {says(names[what.player - 1], 'lose', 'loses')} an action"
        return Choice(action, text, label, "optional", ready(SHOVEL), seats=(what.player - 1,), option="shovel")
    left = table.actions
    sure = f"You have {_count(left, 'action')} left. End your turn?" if left else ""
    return Choice(action, text, "End your turn", "quiet" if left else "main", confirm=sure)
