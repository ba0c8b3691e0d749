"""Mine & Craft positions as readable data, both ways.

    {"turn": 0, "actions": 2, "piles": [["wood1", "tnt"], ...], "craft_piles": [["iron-axe"], ...],
     "players": [{"stock": ["wood2", "wild1"], "crafted": ["wood-hoe"], "reserved": []}, ...]}

Piles are written from bottom to top and counted from 1. What is left out has its natural value: resource cards
not mentioned lie in the discard pile, Craft Cards not mentioned are left over, and all discards were seen going
there. `known` tells, refill by refill, what everybody knows of the discard pile (see `Stage` in state.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.core.bags import bag_of, count_of, has, list_of, members, set_of
from parlour.core.errors import BadPosition, quoted
from parlour.core.positions import Reader
from parlour.games.mine_and_craft.payment import SORTS, covers, fits_in, in_purse, kind_of, one, purse_of
from parlour.games.mine_and_craft.state import (
    AXE,
    CREEPER,
    FLEEING,
    KEEPING,
    KINDS,
    MOST_IN_A_PILE,
    NONE,
    PAYING,
    PLAYING,
    TNT,
    TURN,
    Bag,
    Player,
    Stage,
    Table,
    new_table,
)
from parlour.games.mine_and_craft.view import PHASES

if TYPE_CHECKING:
    from parlour.games.mine_and_craft.rules import MineAndCraft

ENDINGS = ("playing", "target reached", "all declined", "nothing crafted")
ENTRIES = (
    "turn",
    "first",
    "actions",
    "could_act",
    "acted",
    "declined",
    "stale",
    "closing",
    "ended",
    "phase",
    "piles",
    "craft_piles",
    "left_over",
    "discard",
    "known",
    "crafting",
    "paid",
    "tray",
    "kept",
    "mined",
    "creeper",
    "asked",
    "last",
    "last_by",
    "players",
)


def dump(table: Table, game: MineAndCraft) -> dict[str, object]:
    """The whole position: card keys and zone names."""

    def names(kinds: list[int]) -> list[str]:
        return [game.keys[kind] for kind in kinds]

    def items(numbers: list[int]) -> list[str]:
        return [game.item_keys[item] for item in numbers]

    return {
        "turn": table.turn,
        "first": table.first,
        "actions": table.actions,
        "could_act": table.could_act,
        "acted": table.acted,
        "declined": members(table.declined),
        "stale": table.stale,
        "closing": table.closing,
        "ended": ENDINGS[table.ended],
        "phase": PHASES[table.phase],
        "piles": [names(table.piles[pile][: table.depth(pile)]) for pile in range(game.pile_count)],
        "craft_piles": [items(table.crafts[pile][: table.craft_depth(pile)]) for pile in range(game.craft_piles)],
        "left_over": sorted(items(table.crafts[game.craft_piles])),
        "discard": names(table.discard.cards()),
        "known": [
            {"added": names(stage.added.cards()), "owed": names(stage.owed.cards()), "pile": stage.pile + 1}
            for stage in table.stages
        ],
        "crafting": "" if table.crafting == NONE else game.item_keys[table.crafting],
        "paid": game.paid_cards(table),
        "tray": names(list_of(table.tray)),
        "kept": table.kept,
        "mined": table.mined + 1,
        "creeper": table.creeper + 1,
        "asked": table.asked,
        "last": "" if table.last == NONE else game.actions.texts[table.last],
        "last_by": table.last_seat + 1,
        "players": [
            {
                "stock": names(player.stock.cards()),
                "crafted": items(members(player.crafted)),
                "used": items(members(player.used)),
                "reserved": items(members(player.reserved)),
                "shovelled": player.shovelled,
            }
            for player in table.players
        ],
    }


def load(data: Mapping[str, object], game: MineAndCraft) -> Table:
    """A table from a dumped or hand-written position."""
    read = Reader(data, game.title, game.keys)
    read.only(*ENTRIES)
    craft_rows = Reader(data, game.title, game.item_keys)
    players = [_load_player(row, game) for row in read.parts("players", game.seats)]
    piles = _rows(read, data, "piles", game.pile_count)
    crafts = _rows(craft_rows, data, "craft_piles", game.craft_piles)
    if any(len(row) > MOST_IN_A_PILE for row in piles) or any(len(row) > 7 for row in crafts):
        raise BadPosition(f"{game.title}: a pile has too many cards.")
    table = new_table(game.seats, piles, crafts)
    table.players = players
    for pile, row in enumerate(piles):
        table.set_depth(pile, len(row))
    for pile, row in enumerate(crafts):
        table.set_craft_depth(pile, len(row))
    table.turn = read.number("turn", 0, game.seats - 1)
    table.first = read.number("first", 0, game.seats - 1, table.turn)
    table.actions = read.number("actions", 0, 99, game.turn_actions)
    table.could_act = read.flag("could_act") if read.has("could_act") else table.actions > 0
    table.acted = read.flag("acted")
    table.declined = set_of(read.numbers("declined", 0, game.seats - 1))
    table.stale = read.number("stale", 0, 1_000_000)
    table.closing = read.flag("closing")
    table.ended = ENDINGS.index(read.word("ended", ENDINGS, ENDINGS[0]))
    table.phase = PHASES.index(read.word("phase", PHASES, PHASES[0]))
    table.tray = _load_tray(read, game)
    table.kept = read.number("kept", 0, 2)
    table.mined = read.number("mined", 0, game.pile_count) - 1
    table.creeper = read.number("creeper", 0, game.pile_count) - 1
    table.asked = read.number("asked", 0, game.seats - 1)
    table.last_seat = read.number("last_by", 0, game.seats) - 1
    if table.last_seat != NONE:
        table.last = _load_last(read, game)
    _load_payment(read, craft_rows, table, game)
    _load_left_over(craft_rows, table, game)
    _load_discard(read, table, game)
    _load_known(read, table, game)
    _check_phase(table, game)
    _check_end(table, game)
    return table


def _rows(read: Reader, data: Mapping[str, object], name: str, count: int) -> list[list[int]]:
    rows = data.get(name, [])
    if not isinstance(rows, list) or len(rows) > count or not all(isinstance(row, list) for row in rows):
        raise read.wrong(name, f"must be a list of at most {count} piles, not {quoted(rows)}")
    return [[read.kind(key, name) for key in row] for row in rows] + [[] for _ in range(count - len(rows))]


def _load_player(read: Reader, game: MineAndCraft) -> Player:
    read.only("stock", "crafted", "used", "reserved", "shovelled")
    items = Reader(read.data, game.title, game.item_keys, read.where)
    player = Player(Bag())
    for kind in read.cards("stock"):
        if kind in (CREEPER, TNT):
            raise read.wrong("stock", "holds only resource cards")
        if player.stock.count(kind) == game.copies[kind]:
            raise read.wrong("stock", f"has more cards {game.keys[kind]!r} than the deck")
        player.stock.add(kind)
    player.crafted = _load_items(items, "crafted")
    player.used = _load_items(items, "used")
    player.reserved = _load_items(items, "reserved")
    if player.used & ~player.crafted:
        raise read.wrong("used", "names a tool that is not crafted")
    if len(members(player.reserved)) > game.reserve_max:
        raise read.wrong("reserved", f"has more than {game.reserve_max} cards")
    player.ready = bag_of([game.tool_of[item] for item in members(player.crafted & ~player.used)])
    player.points = sum(game.points_of[item] for item in members(player.crafted))
    player.shovelled = read.number("shovelled", 0, game.turn_actions)
    return player


def _load_last(read: Reader, game: MineAndCraft) -> int:
    text = read.data.get("last")
    if not isinstance(text, str) or text not in game.actions.texts:
        raise read.wrong("last", f"must be what the player of last_by did, such as 'mine 1', not {quoted(text)}")
    return game.actions.texts.index(text)


def _load_tray(read: Reader, game: MineAndCraft) -> int:
    tray = read.cards("tray")
    if len(tray) > game.pile_count:
        raise read.wrong("tray", f"holds more than one card of each of the {game.pile_count} piles")
    return bag_of(tray)


def _load_items(read: Reader, name: str) -> int:
    items = read.cards(name)
    if len(set(items)) < len(items):
        raise read.wrong(name, "names a Craft Card twice")
    return set_of(items)


def _load_payment(read: Reader, items: Reader, table: Table, game: MineAndCraft) -> None:
    if table.phase != PAYING:
        return
    item = items.card("crafting")
    player = table.players[table.turn]
    table.crafting = item
    if item not in game.craft_tops(table) and not has(player.reserved, item):
        raise read.wrong("crafting", "names a card that cannot be crafted now")
    material = game.material_of[item]
    offered = read.data.get("paid", [])
    if not isinstance(offered, list):
        raise read.wrong("paid", f"must be a list, not {quoted(offered)}")
    # Going down, so that for a card of wood alone a Wood card is found as wood.
    sorts = {_key(game, sort, material): sort for sort in reversed(range(SORTS))}
    for key in offered:
        if not isinstance(key, str) or key not in sorts or in_purse(table.paid, sorts[key]) == 15:
            raise read.wrong("paid", f"holds {quoted(key)}, which does not pay for this card")
        table.paid += one(sorts[key])
    units = game.units_of[item]
    purse = purse_of(player, material, units, count_of(player.ready, AXE))
    done = covers(table.paid, units, game.wood_of[item])
    if done or not fits_in(table.paid, purse) or not game.payments.next_for(item, table.paid, purse):
        raise read.wrong("paid", "is not the beginning of a payment this player can make")


def _key(game: MineAndCraft, sort: int, material: int) -> str:
    return "axe" if sort == SORTS - 1 else game.keys[kind_of(sort, material)]


def _load_left_over(read: Reader, table: Table, game: MineAndCraft) -> None:
    placed = [item for pile in table.crafts for item in pile]
    for player in table.players:
        placed += members(player.crafted) + members(player.reserved)
    for item in placed:
        if placed.count(item) > 1:
            raise BadPosition(f"{game.title}: the Craft Card {game.item_keys[item]!r} is in two places.")
    left = [item for item in range(len(game.items)) if item not in placed]
    if read.has("left_over") and sorted(read.cards("left_over")) != left:
        raise BadPosition(f"{game.title}: the Craft Cards left over are not those missing.")
    table.crafts.append(left)


def _load_discard(read: Reader, table: Table, game: MineAndCraft) -> None:
    for kind in range(KINDS):
        used = sum(pile.count(kind) for pile in table.piles) + count_of(table.tray, kind)
        used += sum(player.stock.count(kind) for player in table.players)
        left = game.copies[kind] - used
        if left < 0:
            raise BadPosition(f"{game.title}: there are more cards {game.keys[kind]!r} than the deck has.")
        for _ in range(left):
            table.discard.add(kind)
    if read.has("discard") and sorted(read.cards("discard")) != table.discard.cards():
        raise BadPosition(f"{game.title}: the discard pile does not hold the cards missing elsewhere.")


def _load_known(read: Reader, table: Table, game: MineAndCraft) -> None:
    if not read.has("known"):
        for kind in table.discard.cards():
            table.stages[0].added.add(kind)
        return
    rows = read.data["known"]
    table.stages = []
    rest = Bag()
    parts = read.parts("known", len(rows) if isinstance(rows, list) and rows else 1)
    for number, part in enumerate(parts):
        part.only("added", "owed", "pile")
        stage = Stage(Bag(), Bag())
        _fill(part, "added", stage.added)
        _fill(part, "owed", stage.owed)
        stage.pile = part.number("pile", 0, game.pile_count) - 1
        _move(part, stage.owed.cards(), rest)
        for kind in stage.added.cards():
            rest.add(kind)
        if (stage.pile == NONE) != (number == len(parts) - 1) or has(table.refilled, stage.pile + 8):
            raise part.wrong("pile", "must name a pile in every entry but the last, each once")
        if stage.pile != NONE:
            if table.depth(stage.pile) < 2:
                raise part.wrong("pile", "names a pile that hides nothing")
            _move(part, table.piles[stage.pile][:-1], rest)
            table.refilled |= set_of([stage.pile, stage.pile + 8])
        table.stages.append(stage)
    table.refilled &= 255
    if rest.cards() != table.discard.cards():
        raise BadPosition(f"{game.title}: what is known of the discard pile does not fit it.")


def _fill(read: Reader, name: str, bag: Bag) -> None:
    for kind in read.cards(name):
        if bag.count(kind) == 15:
            raise read.wrong(name, "holds too many equal cards")
        bag.add(kind)


def _move(read: Reader, kinds: list[int], rest: Bag) -> None:
    for kind in kinds:
        if rest.count(kind) == 0:
            raise read.wrong("pile", "or what was seen of it does not fit the discards before it")
        rest.remove(kind)


def _check_phase(table: Table, game: MineAndCraft) -> None:
    def wrong(problem: str) -> BadPosition:
        return BadPosition(f"{game.title}: {problem}.")

    creepers = [pile for pile in range(game.pile_count) if table.depth(pile) and table.top(pile) == CREEPER]
    if (table.phase == FLEEING) != (table.creeper != NONE):
        raise wrong("creeper names the pile of the Creeper exactly while players flee from it")
    if table.phase == FLEEING:
        if table.creeper not in creepers:
            raise wrong("there is no Creeper on that pile")
        if table.players[(table.turn + table.asked) % game.seats].stock.size == 0:
            raise wrong("a player without resource cards need not flee")
    elif table.phase != KEEPING and creepers:
        raise wrong(f"a Creeper lies on top of pile {creepers[0] + 1}")
    loose = any(kind not in (CREEPER, TNT) for kind in list_of(table.tray))
    if (table.phase == KEEPING) != bool(table.tray) or count_of(table.tray, CREEPER):
        raise wrong("the tray holds the TNT and what it blew loose exactly while cards are kept")
    if table.phase == KEEPING and (not count_of(table.tray, TNT) or not loose or table.kept == 2):
        raise wrong("there is nothing left to keep")
    if (
        table.phase == TURN
        and table.ended == PLAYING
        and not table.actions
        and not game.has_free_tool(table.players[table.turn])
    ):
        raise wrong("a player without actions and tools has no turn")


def _check_end(table: Table, game: MineAndCraft) -> None:
    """Whoever has the points ends the game, or with finish_round the round; so do the stalemate guards."""
    reached = any(player.points >= game.target for player in table.players)
    if table.closing and not (reached and game.finish_round):
        raise BadPosition(f"{game.title}: the last round begins with finish_round, when somebody has the points.")
    if table.ended != PLAYING:
        return
    if reached and not table.closing:
        raise BadPosition(f"{game.title}: somebody has {game.target} points, so this game is over.")
    if len(members(table.declined)) == game.seats:
        raise BadPosition(f"{game.title}: everybody has declined, so this game is over.")
    if table.stale >= game.stale_turns:
        raise BadPosition(f"{game.title}: nothing was crafted for {table.stale} turns, so this game is over.")


def census(table: Table, game: MineAndCraft) -> dict[str, int]:
    """Every card of the box, counted wherever it is."""
    kinds = table.discard.cards() + list_of(table.tray)
    items: list[int] = list(table.crafts[game.craft_piles])
    for pile in range(game.pile_count):
        kinds += table.piles[pile][: table.depth(pile)]
    for pile in range(game.craft_piles):
        items += table.crafts[pile][: table.craft_depth(pile)]
    for player in table.players:
        kinds += player.stock.cards()
        items += members(player.crafted) + members(player.reserved)
    counted = {key: kinds.count(kind) for kind, key in enumerate(game.keys)}
    counted.update({key: items.count(item) for item, key in enumerate(game.item_keys)})
    return counted
