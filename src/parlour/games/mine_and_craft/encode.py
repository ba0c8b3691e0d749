"""What a Mine & Craft player may know as numbers for learning."""

from typing import Final

from mypy_extensions import i64

from parlour.core.bags import count_of
from parlour.core.encoding import Numbers, Piece, seat_words
from parlour.core.fields import NONE
from parlour.games.mine_and_craft.box import TOOLS
from parlour.games.mine_and_craft.payment import SORTS, in_purse
from parlour.games.mine_and_craft.resources import KINDS, MOST_EQUAL, RESOURCE_KINDS
from parlour.games.mine_and_craft.rules import MineRules
from parlour.games.mine_and_craft.state import KEEP_MOST, MOST_IN_A_CRAFT_PILE, PHASES, MinePlayer, MineState

MOST: Final = 7  # tools, and cards a TNT blew loose, make a full share
SOON: Final = 20.0  # turns without a crafted card that count as a half


def pieces(game: MineRules) -> list[Piece]:
    """What the numbers of `encode_table` mean, in their order."""
    seats = seat_words(game.seats)
    piles = [f"pile {pile + 1}" for pile in range(game.pile_count)]
    craft_piles = [f"craft pile {pile + 1}" for pile in range(game.craft_piles)]
    cards = f"cards as a share of {len(game.whole_deck)}"
    return [
        Piece("tops", "1 for the card on top", piles, game.keys),
        Piece("depths", cards, piles),
        Piece("craft_tops", "1 for the Craft Card on top", craft_piles, game.item_keys),
        Piece("craft_depths", f"Craft Cards as a share of {MOST_IN_A_CRAFT_PILE}", craft_piles),
        Piece("discard", cards),
        Piece("out_of_sight", f"discarded cards, and those dealt out again, as a share of {MOST_EQUAL}", game.keys),
        Piece("stock", f"cards as a share of {MOST_EQUAL}", seats, game.keys[:RESOURCE_KINDS]),
        Piece("ready", f"tools that can be used, as a share of {MOST}", seats, TOOLS),
        Piece("reserved", "1 for a Craft Card in the holder", seats, game.item_keys),
        Piece("points", f"points as a share of {2 * game.target}", seats),
        Piece("shovelled", f"actions lost in the next turn as a share of {game.turn_actions}", seats),
        Piece("turn", "1 for whose turn it is", seats),
        Piece("to_act", "1 for each seat the game waits for", seats),
        Piece("actions", f"actions left in this turn as a share of {game.turn_actions + 5}"),
        Piece("phase", "1 for what the game waits for", PHASES),
        Piece("crafting", "1 for the Craft Card being paid", game.item_keys),
        Piece("paid", f"what is offered for it as a share of {MOST_EQUAL}", PAYMENTS),
        Piece("tray", f"cards a TNT blew loose as a share of {MOST}", game.keys),
        Piece("kept", f"of them kept, as a share of {KEEP_MOST}"),
        Piece("creeper", "1 for the pile whose Creeper explodes", piles),
        Piece("closing", "1 if the target is reached and the round is played out"),
        Piece("stale", f"turns since a card was crafted: turns / (turns + {SOON:.0f})"),
    ]


PAYMENTS: Final = (
    "wood 1",
    "wood 2",
    "wood 3",
    "material 1",
    "material 2",
    "material 3",
    "wild 1",
    "wild 2",
    "wild 3",
    "axe",
)


def encode_table(game: MineRules, table: MineState, seat: i64, to_act: tuple[int, ...], out: Numbers) -> None:
    """Add what a seat may know of a table; it may be the truth or a view. A seat only says who comes first."""
    seats: i64 = game.seats
    first: i64 = seat if seat > 0 else 0
    items: i64 = len(game.items)
    _add_piles(game, table, out)
    _add_discards(table, len(game.whole_deck), out)
    start = out.count
    place: i64 = 0
    while place < seats:
        _add_player(game, table.players[(first + place) % seats], start, place, out)
        place += 1
    out.count = start + seats * (RESOURCE_KINDS + len(TOOLS) + items + 2)
    out.add_seat(table.turn, first, seats)
    out.add_seats(to_act, first, seats)
    out.add_share(table.actions, game.turn_actions + 5)
    out.add_mark(table.phase, len(PHASES))
    out.add_mark(table.crafting, items)
    sort: i64 = 0
    while sort < SORTS:
        out.add_share(in_purse(table.paid, sort), MOST_EQUAL)
        sort += 1
    kind: i64 = 0
    while kind < KINDS:
        out.add_share(count_of(table.tray, kind), MOST)
        kind += 1
    out.add_share(table.kept, KEEP_MOST)
    out.add_mark(table.creeper, game.pile_count)
    out.add_mark(0 if table.closing else NONE, 1)
    out.add(float(table.stale) / (float(table.stale) + SOON))


def _add_piles(game: MineRules, table: MineState, out: Numbers) -> None:
    deck_size: i64 = len(game.whole_deck)
    items: i64 = len(game.items)
    pile: i64 = 0
    while pile < game.pile_count:
        out.add_mark(table.top(pile) if table.depth(pile) > 0 else NONE, KINDS)
        pile += 1
    pile = 0
    while pile < game.pile_count:
        out.add_share(table.depth(pile), deck_size)
        pile += 1
    pile = 0
    while pile < game.craft_piles:
        out.add_mark(table.craft_top(pile) if table.craft_depth(pile) > 0 else NONE, items)
        pile += 1
    pile = 0
    while pile < game.craft_piles:
        out.add_share(table.craft_depth(pile), MOST_IN_A_CRAFT_PILE)
        pile += 1


def _add_discards(table: MineState, deck_size: i64, out: Numbers) -> None:
    """The size of the discard pile, and what everybody knows about the cards in it and in piles dealt out of it."""
    out.add_share(table.discard.size, deck_size)
    kind: i64 = 0
    while kind < KINDS:
        count: i64 = 0
        for period in table.periods:
            count += period.added.count(kind) - period.owed.count(kind)
        out.add_share(count, MOST_EQUAL)
        kind += 1


def _add_player(game: MineRules, player: MinePlayer, start: i64, place: i64, out: Numbers) -> None:
    """One player's part of each piece; the pieces begin at `start`."""
    seats: i64 = game.seats
    items: i64 = len(game.items)
    tools: i64 = len(TOOLS)
    out.count = start + place * RESOURCE_KINDS
    kind: i64 = 0
    while kind < RESOURCE_KINDS:
        out.add_share(player.stock.count(kind), MOST_EQUAL)
        kind += 1
    start += seats * RESOURCE_KINDS
    out.count = start + place * tools
    tool: i64 = 0
    while tool < tools:
        out.add_share(count_of(player.ready, tool), MOST)
        tool += 1
    start += seats * tools
    out.count = start + place * items
    out.add_set(player.reserved, items)
    start += seats * items
    out.count = start + place
    out.add_share(player.points, 2 * game.target)
    out.count = start + seats + place
    out.add_share(player.shovelled, game.turn_actions)
