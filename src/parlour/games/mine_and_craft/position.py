"""Completes a Mine & Craft position, and refuses impossible ones.

    {"turn": 0, "actions": 2, "piles": [["wood1", "tnt"], ...], "craft_piles": [["iron-axe"], ...],
     "players": [{"stock": ["wood2", "wild1"], "crafted": ["wood-hoe"], "reserved": []}, ...]}

Piles are written from bottom to top and counted from 1. Resource cards not mentioned lie in the discard pile, Craft
Cards not mentioned are left over, and all discards were seen going there unless `known` tells, refill by refill, what
everybody knows of the discard pile (see `DiscardPeriod` in resources.py).
"""

from parlour.core.bags import bag_of, count_of, count_set, has, members, minus, set_of
from parlour.core.errors import BadPosition
from parlour.core.positions import Reader
from parlour.games.mine_and_craft.payment import covers, fits_in
from parlour.games.mine_and_craft.resources import CREEPER, MOST_EQUAL, NONE, TNT, ResourceBag, loose_cards
from parlour.games.mine_and_craft.rules import MineRules
from parlour.games.mine_and_craft.state import FLEEING, KEEP_MOST, KEEPING, PAYING, PLAYING, TURN, MineState


def complete(game: MineRules, table: MineState, read: Reader) -> None:
    """Complete a position that was read, or refuse it."""
    if not read.has("first"):
        table.first = table.turn
    if not read.has("could_act"):
        table.could_act = table.actions > 0
    if table.last_seat == NONE:
        table.last = NONE
    elif table.last == NONE:
        raise read.wrong("last", "must be what the player of last_by did, such as 'mine 1'")
    _complete_players(game, table)
    _check_payment(game, table, read)
    _count_cards(game, table)
    _find_known(game, table, read)
    _check_phase(game, table)
    _check_end(game, table)


def _complete_players(game: MineRules, table: MineState) -> None:
    for seat, player in enumerate(table.players):
        unused = minus(player.crafted, player.used)
        if minus(player.used, player.crafted):
            raise BadPosition(f"{game.title}: players[{seat}]: used names a tool that is not crafted.")
        if count_set(player.reserved) > game.reserve_max:
            raise BadPosition(f"{game.title}: players[{seat}]: reserved has more than {game.reserve_max} cards.")
        player.ready = bag_of([game.tool_of[item] for item in members(unused)])
        player.points = sum(game.points_of[item] for item in members(player.crafted))


def _check_payment(game: MineRules, table: MineState, read: Reader) -> None:
    if table.phase != PAYING:
        table.crafting = NONE
        table.paid = 0
        return
    item = table.crafting
    player = table.players[table.turn]
    if item == NONE or (item not in table.craft_tops(game.craft_piles) and not has(player.reserved, item)):
        raise read.wrong("crafting", "names a card that cannot be crafted now")
    purse = game.purse_for(player, item)
    done = covers(table.paid, game.units_of[item], game.wood_of[item])
    if done or not fits_in(table.paid, purse) or not game.payments.next_for(item, table.paid, purse):
        raise read.wrong("paid", "is not the beginning of a payment this player can make")


def _count_cards(game: MineRules, table: MineState) -> None:
    """Resource cards not mentioned are discarded, Craft Cards not mentioned are left over."""
    mentioned = game.census(table)
    for kind, key in enumerate(game.keys):
        left = game.box.copies[kind] - mentioned.get(key, 0)
        if left < 0:
            raise BadPosition(f"{game.title}: there are more cards {key!r} than the deck has.")
        for _ in range(left):
            table.discard.add(kind)
    for key in game.item_keys:
        if mentioned.get(key, 0) > 1:
            raise BadPosition(f"{game.title}: the Craft Card {key!r} is in two places.")
    table.left_over = set_of([item for item, key in enumerate(game.item_keys) if key not in mentioned])


def _find_known(game: MineRules, table: MineState, read: Reader) -> None:
    """Which piles hide discards, by what is known of the discard pile."""
    periods = table.periods
    if not read.has("known"):
        periods[0].added = table.discard.copy()
        return
    rest = ResourceBag()
    for period, part in zip(periods, read.parts("known", len(periods)), strict=True):
        _take_out(part, period.owed.cards(), rest)
        for kind in period.added.cards():
            if rest.count(kind) == MOST_EQUAL:
                raise part.wrong("added", "holds too many equal cards")
            rest.add(kind)
        if period.pile != NONE:
            if table.depth(period.pile) < 2:
                raise part.wrong("pile", "names a pile that hides nothing")
            _take_out(part, table.piles[period.pile][:-1], rest)
    table.refilled = set_of([period.pile for period in periods[:-1]])
    if rest.cards() != table.discard.cards():
        raise BadPosition(f"{game.title}: what is known of the discard pile does not fit it.")


def _take_out(read: Reader, kinds: list[int], rest: ResourceBag) -> None:
    for kind in kinds:
        if rest.count(kind) == 0:
            raise read.wrong("pile", "or what was seen of it does not fit the discards before it")
        rest.remove(kind)


def _check_phase(game: MineRules, table: MineState) -> None:
    def wrong(problem: str) -> BadPosition:
        return BadPosition(f"{game.title}: {problem}.")

    creepers = [pile for pile, top in enumerate(table.tops(game.pile_count)) if top == CREEPER]
    if (table.phase == FLEEING) != (table.creeper != NONE):
        raise wrong("creeper names the pile of the Creeper exactly while players flee from it")
    if table.phase == FLEEING:
        if table.creeper not in creepers:
            raise wrong("there is no Creeper on that pile")
        if table.players[(table.turn + table.asked) % game.seats].stock.size == 0:
            raise wrong("a player without resource cards need not flee")
    elif table.phase != KEEPING and creepers:
        raise wrong(f"a Creeper lies on top of pile {creepers[0] + 1}")
    if (table.phase == KEEPING) != bool(table.tray) or count_of(table.tray, CREEPER):
        raise wrong("the tray holds the TNT and what it blew loose exactly while cards are kept")
    to_keep = count_of(table.tray, TNT) and loose_cards(table.tray) and table.kept < KEEP_MOST
    if table.phase == KEEPING and not to_keep:
        raise wrong("there is nothing left to keep")
    idle = not table.actions and not game.has_free_tool(table.players[table.turn])
    if table.phase == TURN and table.ended == PLAYING and idle:
        raise wrong("a player without actions and tools has no turn")


def _check_end(game: MineRules, table: MineState) -> None:
    """A player with the points ends the game, or with finish_round the round; so do the stalemate guards."""
    reached = any(player.points >= game.target for player in table.players)
    if table.closing and not (reached and game.finish_round):
        raise BadPosition(f"{game.title}: the last round begins with finish_round, when somebody has the points.")
    if table.ended != PLAYING:
        return
    if reached and not table.closing:
        raise BadPosition(f"{game.title}: somebody has {game.target} points, so this game is over.")
    if count_set(table.declined) == game.seats:
        raise BadPosition(f"{game.title}: everybody has declined, so this game is over.")
    if table.stale >= game.stale_turns:
        raise BadPosition(f"{game.title}: nothing was crafted for {table.stale} turns, so this game is over.")
