"""The worlds that fit what can be known of a Mine & Craft table.

Nobody has secrets here: everything in front of the players lies open (MC-G29) and every card that leaves a pile is
seen. Nobody knows the cards below the tops of the piles (MC-G30), the Craft Card left over (MC-G08) and,
after a refill, which discards are in the new pile (MC-G07). The table's periods keep what is known of those.
"""

from mypy_extensions import i64

from parlour.core.bags import first_cards, has, list_of, members, minus, set_of, without_card
from parlour.core.rng import Rng
from parlour.games.mine_and_craft.resources import KINDS, DiscardPeriod, ResourceBag
from parlour.games.mine_and_craft.rules import MineRules
from parlour.games.mine_and_craft.state import MineState, copy_table


def fill_in(game: MineRules, seen: MineState, rng: Rng) -> MineState:
    """A world that fits a view: new cards for everything that is hidden."""
    table = copy_table(seen)
    blanks = never_seen(seen, game.pile_count, game.whole_bag)
    rng.shuffle(blanks)
    piles: list[list[int]] = []
    for pile in range(game.pile_count):
        if not has(seen.refilled, pile) and seen.depth(pile) > 0:
            hidden = _take(blanks, seen.depth(pile) - 1)
            hidden.append(seen.top(pile))
            piles.append(hidden)
        else:
            piles.append([])
    table.piles = piles
    _fill_refilled(table, rng)
    _fill_crafts(table, game.craft_piles, len(game.items), rng)
    return table


def never_seen(seen: MineState, piles: i64, whole: ResourceBag) -> list[int]:
    """The cards nobody has seen yet: those in the piles of the first lay-out."""
    hidden = whole.copy()
    for player in seen.players:
        hidden.leave_out(player.stock)
    for period in seen.periods:
        hidden.leave_out(period.added)
        hidden.put_in(period.owed)
    pile: i64 = 0
    while pile < piles:
        if seen.depth(pile) > 0:
            hidden.remove(seen.top(pile))
        pile += 1
    for kind in list_of(seen.tray):
        hidden.remove(kind)
    return hidden.cards()


def _take(blanks: list[int], count: i64) -> list[int]:
    """The last cards of a list, taken off it."""
    end: i64 = len(blanks)
    taken = blanks[end - count : end]
    del blanks[end - count :]
    return taken


def _fill_refilled(table: MineState, rng: Rng) -> None:
    """Deal the refilled piles again out of what the discard pile held at each refill.

    Cards that came to light later must have stayed behind, so they are held back. This gives every possible world and
    no other. (If one of several equal cards came to light, the likelihood of the refills it can have come from is not
    weighed: the chances of such worlds are close to the true ones, not equal to them.)
    """
    periods = table.periods
    last: i64 = len(periods) - 1
    if last == 0:  # nothing was refilled: everybody knows the whole discard pile
        table.discard = periods[0].added.copy()
        return
    held_back = _held_back(periods)
    rest: list[int] = [0] * KINDS
    i: i64 = 0
    while True:
        period = periods[i]
        kind: i64 = 0
        while kind < KINDS:
            rest[kind] += period.added.count(kind) - period.owed.count(kind)
            kind += 1
        if i == last:
            break
        back = held_back[last - 1 - i]
        free: list[int] = []
        kind = 0
        while kind < KINDS:
            for _ in range(rest[kind] - back[kind]):
                free.append(kind)
            kind += 1
        rng.shuffle(free)
        pile = period.pile
        hidden = _take(free, table.depth(pile) - 1)
        for taken in hidden:
            rest[taken] -= 1
        hidden.append(table.top(pile))
        table.piles[pile] = hidden
        i += 1
    table.discard = ResourceBag()
    for left in range(KINDS):
        for _ in range(rest[left]):
            table.discard.add(left)


def _held_back(periods: list[DiscardPeriod]) -> list[list[int]]:
    """What every refill, the last one first, must leave in the discard pile because it came to light later."""
    held_back: list[list[int]] = []
    need: list[int] = [0] * KINDS
    i: i64 = len(periods) - 1
    while i > 0:
        period = periods[i]
        kind: i64 = 0
        while kind < KINDS:
            missing: i64 = need[kind] - period.added.count(kind)
            need[kind] = period.owed.count(kind) + (missing if missing > 0 else 0)
            kind += 1
        held_back.append(need.copy())
        i -= 1
    return held_back


def _fill_crafts(table: MineState, piles: i64, items: i64, rng: Rng) -> None:
    unseen = first_cards(items)
    for player in table.players:
        unseen = minus(minus(unseen, player.crafted), player.reserved)
    pile: i64 = 0
    while pile < piles:
        if table.craft_depth(pile) > 0:
            unseen = without_card(unseen, table.craft_top(pile))
        pile += 1
    blanks = members(unseen)
    rng.shuffle(blanks)
    crafts: list[list[int]] = []
    pile = 0
    while pile < piles:
        depth = table.craft_depth(pile)
        if depth > 0:
            hidden = _take(blanks, depth - 1)
            hidden.append(table.craft_top(pile))
            crafts.append(hidden)
        else:
            crafts.append([])
        pile += 1
    table.crafts = crafts
    table.left_over = set_of(blanks)
