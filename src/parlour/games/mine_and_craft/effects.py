"""What happens to the piles: special cards, tools and refills.

An effect that needs a decision sets the phase; the others leave it at TURN.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import cards, has, list_of, with_card
from parlour.core.cards import Deck
from parlour.core.chance import Chance
from parlour.core.events import Emit, tells, wants
from parlour.core.options import Value
from parlour.games.mine_and_craft.box import TOOLS, Box
from parlour.games.mine_and_craft.events import (
    BLAST,
    BLOWN_UP,
    CLEARED,
    CREEPER_GONE,
    EXPLODES,
    GAVE_UP,
    KEPT,
    NEXT_CRAFT,
    REFILLED,
    TOOL,
    TURNED,
)
from parlour.games.mine_and_craft.payment import AXES, in_purse, kind_of
from parlour.games.mine_and_craft.resources import CREEPER, NONE, RESOURCE_KINDS, TNT, loose_cards
from parlour.games.mine_and_craft.state import (
    AXE,
    FLEEING,
    HOE,
    KEEP_MOST,
    KEEPING,
    MOST_IN_A_PILE,
    PICK_AXE,
    SHOVEL,
    SWORD,
    TURN,
    MinePlayer,
    MineState,
)


@final
class Effects:
    """The effects in a game with these cards and house rules."""

    def __init__(self, seats: int, box: Box, deck: Deck, house: dict[str, Value]) -> None:
        self.seats: i64 = seats
        self.keys = box.keys
        self.items = box.items
        self.tool_of: vec[i64] = vec[i64]([item.tool for item in box.items])
        self.pile_count: i64 = deck.setting("deal", "piles", 1, 7)
        self.creeper_only_mine = bool(house["creeper_only_mine"])
        self.hoe_creepers = bool(house["hoe_creepers"])
        self.tnt_creepers = bool(house["tnt_creepers"])
        self.refill_never = house["refill"] == "never"
        self.refill_all_at_once = house["refill"] == "only_when_all_empty"
        whole_discard = house["refill"] == "whole_discard"
        self.refill_most: i64 = MOST_IN_A_PILE if whole_discard else deck.setting("deal", "pile", 1, 50)

    def names_of(self, kinds: list[int]) -> list[str]:
        """The keys of resource cards."""
        return [self.keys[kind] for kind in kinds]

    # The piles

    def uncover(self, table: MineState, pile: i64, emit: Emit | None) -> None:
        """Take the top card off a pile, which reveals the next one."""
        depth = table.depth(pile) - 1
        table.set_depth(pile, depth)
        if depth > 0:
            table.come_to_light(pile)
            if tells(emit):
                emit(TURNED(pile=pile + 1, card=self.keys[table.top(pile)], left=depth))

    def lift_craft(self, table: MineState, item: i64, emit: Emit | None) -> None:
        """Take a Craft Card off its pile; MC-G11: an empty craft pile stays empty."""
        pile = table.craft_pile(item)
        depth = table.craft_depth(pile) - 1
        table.set_craft_depth(pile, depth)
        if depth > 0 and tells(emit):
            emit(NEXT_CRAFT(pile=pile + 1, item=self.items[table.craft_top(pile)].key))

    def refill(self, table: MineState, chance: Chance, emit: Emit | None) -> None:
        """MC-G07: new piles for empty places out of the discard pile."""
        empty: i64 = 0
        pile: i64 = 0
        while pile < self.pile_count:
            if table.depth(pile) == 0:
                empty += 1
            pile += 1
        if empty == 0 or self.refill_never or (self.refill_all_at_once and empty < self.pile_count):
            return
        pool = table.discard.cards()
        chance.shuffle(pool, "refill")
        left: i64 = len(pool)
        dealt: i64 = 0
        pile = 0
        while pile < self.pile_count and left > 0:
            if table.depth(pile) == 0:
                count = left if left < self.refill_most else self.refill_most
                if self.refill_all_at_once:  # laid out again as evenly as possible
                    count = (left + empty - 1) // empty
                empty -= 1
                table.deal(pile, pool[left - count : left])
                left -= count
                dealt = with_card(dealt, pile)
                if tells(emit):
                    emit(REFILLED(pile=pile + 1, count=count))
            pile += 1
        pile = 0
        while pile < self.pile_count:
            if has(dealt, pile):
                table.come_to_light(pile)
                if tells(emit):
                    emit(TURNED(pile=pile + 1, card=self.keys[table.top(pile)], left=table.depth(pile)))
                self.remove_creepers(table, pile, emit)  # MC-G03
            pile += 1

    # TNT

    def light_fuse(self, table: MineState, mined: i64, emit: Emit | None) -> None:
        """Blow loose the top cards of all piles except the mined one."""
        table.tray = cards(TNT, 1)
        piles: list[int] = []
        tops: list[str] = []
        pile: i64 = 0
        while pile < self.pile_count:
            if pile != mined and table.depth(pile) > 0:  # MC-20, MC-G19
                if emit is not None:
                    piles.append(pile + 1)
                    tops.append(self.keys[table.top(pile)])
                table.tray += cards(table.top(pile), 1)
                self.uncover(table, pile, emit)
            pile += 1
        table.kept = 0
        if emit is not None and wants(emit, BLAST, table.turn):
            loose = self.names_of(list_of(table.tray - cards(TNT, 1)))
            emit(BLAST(seat=table.turn, cards=loose, piles=piles, tops=tops))
        if loose_cards(table.tray) != 0:
            table.phase = KEEPING
        else:
            self._blow_up(table, emit)

    def keep(self, table: MineState, seat: i64, kind: i64, emit: Emit | None) -> None:
        """Keep a card the TNT blew loose; the number after the last kind keeps no more."""
        if kind < RESOURCE_KINDS:
            table.tray -= cards(kind, 1)
            table.players[seat].stock.add(kind)
            table.kept += 1
            if tells(emit):
                emit(KEPT(seat=seat, card=self.keys[kind]))
            if table.kept < KEEP_MOST and loose_cards(table.tray) != 0:
                return
        self._blow_up(table, emit)

    def _blow_up(self, table: MineState, emit: Emit | None) -> None:
        if tells(emit):
            emit(BLOWN_UP(seat=table.turn, cards=self.names_of(list_of(table.tray - cards(TNT, 1)))))
        for kind in list_of(table.tray):  # MC-06, MC-21
            table.throw(kind)
        table.tray = 0
        table.kept = 0
        if not self.tnt_creepers:
            self._calm_creepers(table, emit)
        self.look_for_creepers(table, emit)

    # Creepers

    def remove_creepers(self, table: MineState, pile: i64, emit: Emit | None) -> None:
        """Remove Creepers from the top of a pile that was just dealt, without effect."""
        while table.depth(pile) > 0 and table.top(pile) == CREEPER:
            self._throw_creeper(table, pile, False, emit)

    def _calm_creepers(self, table: MineState, emit: Emit | None) -> None:
        """MC-G02, as a house rule: Creepers that nobody uncovered by mining are removed without effect."""
        pile: i64 = 0
        while pile < self.pile_count:
            if pile != table.mined:
                self.remove_creepers(table, pile, emit)
            pile += 1

    def _throw_creeper(self, table: MineState, pile: i64, exploded: bool, emit: Emit | None) -> None:
        if tells(emit):
            emit(CREEPER_GONE(pile=pile + 1, exploded=exploded))
        table.throw(CREEPER)  # MC-23
        self.uncover(table, pile, emit)

    def look_for_creepers(self, table: MineState, emit: Emit | None) -> None:
        """MC-22, MC-G02, MC-G05: every Creeper that came to the top explodes, one after the other."""
        pile: i64 = 0
        while pile < self.pile_count:
            if table.depth(pile) > 0 and table.top(pile) == CREEPER:
                if not self.creeper_only_mine or pile == table.mined:
                    table.mined = NONE  # a further Creeper beneath it was not uncovered by mining
                    table.creeper = pile
                    table.asked = 0
                    table.phase = FLEEING
                    if emit is not None and wants(emit, EXPLODES, table.turn):
                        emit(EXPLODES(seat=table.turn, pile=pile + 1))
                    self._ask_next(table, emit)
                    return
                self._throw_creeper(table, pile, False, emit)
            else:
                pile += 1
        table.mined = NONE
        table.phase = TURN

    def _ask_next(self, table: MineState, emit: Emit | None) -> None:
        """Find the next player, clockwise from the active one, who has something to lose (MC-T4, MC-G31)."""
        while table.asked < self.seats:
            if table.players[(table.turn + table.asked) % self.seats].stock.size > 0:
                return
            table.asked += 1
        pile = table.creeper
        table.creeper = NONE
        table.asked = 0
        self._throw_creeper(table, pile, True, emit)
        self.look_for_creepers(table, emit)

    def give_up(self, table: MineState, seat: i64, kind: i64, emit: Emit | None) -> None:
        """Discard a card because of a Creeper; the number after the last kind uses a Sword instead (MC-26)."""
        player = table.players[seat]
        if kind < RESOURCE_KINDS:
            player.stock.remove(kind)
            table.throw(kind)
            if tells(emit):
                emit(GAVE_UP(seat=seat, card=self.keys[kind]))
        else:
            self.spend_tool(player, SWORD)
            if emit is not None and wants(emit, TOOL, seat, SWORD):
                emit(TOOL(seat=seat, tool=TOOLS[SWORD], target=None))
        table.asked += 1
        self._ask_next(table, emit)

    # Paying and tools

    def discard_payment(self, table: MineState, player: MinePlayer, material: i64) -> None:
        """Take the offered payment from the player."""
        sort: i64 = 0
        while sort < AXES:  # MC-06, MC-13; MC-15: no change is given
            for _ in range(in_purse(table.paid, sort)):
                kind = kind_of(sort, material)
                player.stock.remove(kind)
                table.throw(kind)
            sort += 1
        for _ in range(in_purse(table.paid, AXES)):  # MC-29
            self.spend_tool(player, AXE)
        table.paid = 0

    def spend_tool(self, player: MinePlayer, tool: i64) -> None:
        """MC-25: one card with the tool is turned face down; its points still count."""
        player.ready -= cards(tool, 1)
        item: i64 = 0
        while self.tool_of[item] != tool or not has(player.crafted, item) or has(player.used, item):
            item += 1
        player.used = with_card(player.used, item)

    def use_pick_axe(self, table: MineState, seat: i64, emit: Emit | None) -> None:
        """MC-28: one more action."""
        self.spend_tool(table.players[seat], PICK_AXE)
        table.actions += 1
        table.could_act = True
        if emit is not None and wants(emit, TOOL, seat, PICK_AXE):
            emit(TOOL(seat=seat, tool=TOOLS[PICK_AXE], target=None))

    def use_shovel(self, table: MineState, seat: i64, target: i64, emit: Emit | None) -> None:
        """MC-27: another player loses an action."""
        self.spend_tool(table.players[seat], SHOVEL)
        table.players[target].shovelled += 1
        if emit is not None and wants(emit, TOOL, seat, SHOVEL):
            emit(TOOL(seat=seat, tool=TOOLS[SHOVEL], target=target))

    def use_hoe(self, table: MineState, seat: i64, emit: Emit | None) -> None:
        """MC-30: the top cards of all piles are cleared away."""
        self.spend_tool(table.players[seat], HOE)
        if emit is not None and wants(emit, TOOL, seat, HOE):
            emit(TOOL(seat=seat, tool=TOOLS[HOE], target=None))
        if tells(emit):
            piles = [pile for pile in range(self.pile_count) if table.depth(pile) > 0]
            tops = self.names_of([table.top(pile) for pile in piles])
            emit(CLEARED(seat=seat, cards=tops, piles=[pile + 1 for pile in piles]))
        pile: i64 = 0
        while pile < self.pile_count:  # MC-G22: TNT has no effect, empty places are skipped
            if table.depth(pile) > 0:
                table.throw(table.top(pile))
                self.uncover(table, pile, emit)
            pile += 1
        if not self.hoe_creepers:
            self._calm_creepers(table, emit)
        self.look_for_creepers(table, emit)
