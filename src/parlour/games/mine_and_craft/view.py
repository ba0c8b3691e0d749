"""What anybody may know of a Mine & Craft table, and the worlds that fit it.

Nobody has secrets here: everything in front of the players lies open (MC-G29) and every card that leaves a
pile is seen. Hidden from all are the cards below the tops of the piles (MC-G30), the Craft Card left over
(MC-G08), and, after a refill, which of the discards are in the new pile and which were left (MC-G07).
What is known of those is kept in the table's stages.
"""

from typing import final

from mypy_extensions import i64

from parlour.core.bags import count_of, has, list_of, members, only, without_card
from parlour.core.encoding import flags, mark, marks
from parlour.core.game import Header, View
from parlour.core.rng import Rng
from parlour.games.mine_and_craft.payment import SORTS, in_purse
from parlour.games.mine_and_craft.state import KINDS, NONE, Bag, Stage, Table, copy_table

PHASES = ("turn", "paying", "keeping", "fleeing")


@final
class TableView(View):
    """The table as a seat sees it; `seen` has no piles, and of the discard pile only the size."""

    def __init__(
        self,
        header: Header,
        seen: Table,
        tops: list[int],
        craft_tops: list[int],
        keys: tuple[str, ...],
        item_keys: tuple[str, ...],
    ) -> None:
        super().__init__(header)
        self.seen = seen
        self.tops = tops
        self.craft_tops = craft_tops
        self.keys = keys
        self.item_keys = item_keys

    def names(self, kinds: list[int]) -> list[str]:
        """The keys of resource cards."""
        return [self.keys[kind] for kind in kinds]

    def item_names(self, items: i64) -> list[str]:
        """The keys of a set of Craft Cards."""
        return [self.item_keys[item] for item in members(items)]

    def table_facts(self) -> dict[str, object]:
        table = self.seen
        return {
            "phase": PHASES[table.phase],
            "turn": table.turn,
            "first": table.first,
            "actions": table.actions,
            "could_act": table.could_act,
            "acted": table.acted,
            "declined": members(table.declined),
            "stale": table.stale,
            "closing": table.closing,
            "piles": [
                {"top": "" if top == NONE else self.keys[top], "cards": table.depth(pile)}
                for pile, top in enumerate(self.tops)
            ],
            "craft_piles": [
                {"top": "" if top == NONE else self.item_keys[top], "cards": table.craft_depth(pile)}
                for pile, top in enumerate(self.craft_tops)
            ],
            "discard": table.discard.size,
            "known": [
                {"added": self.names(stage.added.cards()), "owed": self.names(stage.owed.cards()), "pile": stage.pile}
                for stage in table.stages
            ],
            "crafting": "" if table.crafting == NONE else self.item_keys[table.crafting],
            "paid": [in_purse(table.paid, sort) for sort in range(SORTS)],
            "tray": [key for kind, key in enumerate(self.keys) for _ in range(count_of(table.tray, kind))],
            "kept": table.kept,
            "mined": table.mined,
            "creeper": table.creeper,
            "asked": table.asked,
            "last": [table.last_seat, table.last],
            "players": [
                {
                    "stock": self.names(player.stock.cards()),
                    "crafted": self.item_names(player.crafted),
                    "used": self.item_names(player.used),
                    "reserved": self.item_names(player.reserved),
                    "points": player.points,
                    "shovelled": player.shovelled,
                }
                for player in table.players
            ],
        }


def look(table: Table) -> Table:
    """A copy of the table without anything hidden."""
    seen = copy_table(table)
    seen.piles = []
    seen.crafts = []
    seen.discard = Bag()
    seen.discard.size = table.discard.size
    return seen


# The worlds that fit


def fill_in(view: TableView, whole: Bag, items: int, rng: Rng) -> Table:
    """A world that fits the view: what is hidden is dealt anew."""
    seen = view.seen
    table = copy_table(seen)
    table.piles = []
    for _ in view.tops:
        table.piles.append([])
    blanks = never_seen(view, whole)
    rng.shuffle(blanks)
    for pile in range(len(view.tops)):
        if not has(seen.refilled, pile) and seen.depth(pile) > 0:
            table.piles[pile] = _take(blanks, seen.depth(pile) - 1)
            table.piles[pile].append(view.tops[pile])
    _fill_refilled(table, view, rng)
    table.crafts = _fill_crafts(view, items, rng)
    return table


def never_seen(view: TableView, whole: Bag) -> list[int]:
    """The cards nobody has seen yet: those in the piles of the first lay-out."""
    seen = view.seen
    hidden = whole.copy()
    for player in seen.players:
        hidden.leave_out(player.stock)
    for stage in seen.stages:
        hidden.leave_out(stage.added)
        hidden.put_in(stage.owed)
    for top in view.tops:
        if top != NONE:
            hidden.remove(top)
    for kind in list_of(seen.tray):
        hidden.remove(kind)
    return hidden.cards()


def _take(blanks: list[int], count: i64) -> list[int]:
    """The last cards of a list, taken off it."""
    end: i64 = len(blanks)
    taken = blanks[end - count : end]
    del blanks[end - count :]
    return taken


def _fill_refilled(table: Table, view: TableView, rng: Rng) -> None:
    """Deal the refilled piles again out of what the discard pile held at each refill.

    Cards that came to light later must have stayed behind: these are held back. So the worlds made are all
    those possible and no other. (Where one of several equal cards came to light, it is not weighed which refill
    it came from: likelihoods are then close to the true ones, not equal to them.)
    """
    stages = table.stages
    last: i64 = len(stages) - 1
    if last == 0:  # nothing was refilled: everybody knows the whole discard pile
        table.discard = stages[0].added.copy()
        return
    held_back = _held_back(stages)
    rest: list[int] = [0] * KINDS
    i: i64 = 0
    while True:
        stage = stages[i]
        kind: i64 = 0
        while kind < KINDS:
            rest[kind] += stage.added.count(kind) - stage.owed.count(kind)
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
        pile = stage.pile
        hidden = _take(free, table.depth(pile) - 1)
        for taken in hidden:
            rest[taken] -= 1
        hidden.append(view.tops[pile])
        table.piles[pile] = hidden
        i += 1
    table.discard = Bag()
    for left in range(KINDS):
        for _ in range(rest[left]):
            table.discard.add(left)


def _held_back(stages: list[Stage]) -> list[list[int]]:
    """What every refill, the last one first, must leave in the discard pile because it came to light later."""
    held_back: list[list[int]] = []
    need: list[int] = [0] * KINDS
    i: i64 = len(stages) - 1
    while i > 0:
        stage = stages[i]
        kind: i64 = 0
        while kind < KINDS:
            missing: i64 = need[kind] - stage.added.count(kind)
            need[kind] = stage.owed.count(kind) + (missing if missing > 0 else 0)
            kind += 1
        held_back.append(need.copy())
        i -= 1
    return held_back


def _fill_crafts(view: TableView, items: i64, rng: Rng) -> list[list[int]]:
    seen = view.seen
    unseen = only(items) - 1
    for player in seen.players:
        unseen &= ~(player.crafted | player.reserved)
    for top in view.craft_tops:
        if top != NONE:
            unseen = without_card(unseen, top)
    blanks = members(unseen)
    rng.shuffle(blanks)
    crafts: list[list[int]] = []
    for pile in range(len(view.craft_tops)):
        depth = seen.craft_depth(pile)
        if depth > 0:
            cards = _take(blanks, depth - 1)
            cards.append(view.craft_tops[pile])
            crafts.append(cards)
        else:
            crafts.append([])
    crafts.append(blanks)
    return crafts


# Numbers


def encode_view(view: TableView, items: int, deck_size: int, target: int, turn_actions: int) -> dict[str, list[float]]:
    """The view as numbers; players clockwise, the viewer first."""
    table = view.seen
    order = view.around()
    players = [table.players[seat] for seat in order]
    known = [0.0] * KINDS
    for stage in table.stages:
        for kind in range(KINDS):
            known[kind] += float(stage.added.count(kind) - stage.owed.count(kind)) / 15.0
    return {
        "tops": [bit for top in view.tops for bit in mark(top, KINDS)],
        "depths": [float(table.depth(pile)) / deck_size for pile in range(len(view.tops))],
        "craft_tops": [bit for top in view.craft_tops for bit in mark(top, items)],
        "craft_depths": [float(table.craft_depth(pile)) / 7.0 for pile in range(len(view.craft_tops))],
        "discard": [float(table.discard.size) / deck_size],
        "out_of_sight": known,
        "stock": [float(player.stock.count(kind)) / 15.0 for player in players for kind in range(18)],
        "ready": [float(count_of(player.ready, tool)) / 7.0 for player in players for tool in range(5)],
        "reserved": [bit for player in players for bit in marks(player.reserved, items)],
        "points": [min(1.0, float(player.points) / (2.0 * target)) for player in players],
        "shovelled": [min(1.0, float(player.shovelled) / turn_actions) for player in players],
        "turn": flags([seat == table.turn for seat in order]),
        "to_act": flags([seat in view.to_act for seat in order]),
        "actions": [min(1.0, float(table.actions) / (turn_actions + 5.0))],
        "phase": mark(table.phase, len(PHASES)),
        "crafting": mark(table.crafting, items),
        "paid": [float(in_purse(table.paid, sort)) / 15.0 for sort in range(SORTS)],
        "tray": [float(count_of(table.tray, kind)) / 7.0 for kind in range(KINDS)],
        "kept": [float(table.kept) / 2.0],
        "creeper": mark(table.creeper, len(view.tops)),
        "closing": flags([table.closing]),
        "stale": [_fading(table.stale)],
    }


def _fading(turns: i64) -> float:
    return float(turns) / (float(turns) + 20.0)
