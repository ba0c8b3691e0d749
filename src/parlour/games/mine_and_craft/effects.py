"""What the special cards and the tools do: TNT, Creepers, Hoe, Shovel, Sword, Axe and Pick Axe.

`Powers` is the part of the rules that acts out of the ordinary course of a turn; rules.py builds on it.
"""

from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.actions import Action
from parlour.core.bags import cards, count_of, has, list_of, with_card
from parlour.core.cards import Deck, choose_deck
from parlour.core.chance import Chance
from parlour.core.events import Emit
from parlour.core.game import Game, Moves
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
from parlour.games.mine_and_craft.box import TOOL_NAMES, TOOLS, Item, open_box
from parlour.games.mine_and_craft.events import (
    BLAST,
    BLOWN_UP,
    CLEARED,
    CREEPER_GONE,
    EXPLODES,
    GAVE_UP,
    KEPT,
    TOOL,
    TURNED,
)
from parlour.games.mine_and_craft.payment import Payments
from parlour.games.mine_and_craft.state import (
    CREEPER,
    FLEEING,
    HOE,
    KEEPING,
    MOST_IN_A_PILE,
    NONE,
    PICK_AXE,
    SHOVEL,
    SWORD,
    TNT,
    Bag,
    Player,
    Table,
)
from parlour.games.mine_and_craft.view import TableView

KEEP_MOST: Final = 2  # MC-21
RESOURCE_KINDS: Final = 18


@mypyc_attr(allow_interpreted_subclasses=True)
class Powers(Game[Table, TableView]):
    """The cards and options of a game of Mine & Craft, and what is special about them."""

    def __init__(self, seats: int = 3, deck: Deck | Path | str | None = None, **options: object) -> None:
        super().__init__(seats, choose_deck(deck, "parlour.games.mine_and_craft", ("tiny",)), options)
        house = self.options
        self.creeper_only_mine = bool(house["creeper_only_mine"])
        self.reserve_max: i64 = int(house["reserve_max"])
        self.tools_own_turn_only = bool(house["tools_own_turn_only"])
        self.finish_round = bool(house["finish_round"])
        self.stale_turns: i64 = int(house["stale_rounds"]) * seats

        self.box = open_box(self.deck)
        self.pile_count: i64 = self.deck.setting("deal", "piles", 1, 7)
        self.pile_size: i64 = self.deck.setting("deal", "pile", 1, 50)
        self.craft_piles: i64 = self.deck.setting("deal", "craft_piles", 1, 8)
        self.craft_pile: i64 = self.deck.setting("deal", "craft_pile", 1, 7)
        self.refill_never = house["refill"] == "never"
        self.refill_all_at_once = house["refill"] == "only_when_all_empty"
        self.refill_most: i64 = MOST_IN_A_PILE if house["refill"] == "whole_discard" else self.pile_size
        self.turn_actions: i64 = self.deck.setting("deal", "actions", 1, 5)
        self.target: i64 = self.deck.setting("target", str(seats), 1, 999)  # MC-31

        self.keys = self.box.keys
        self.items: tuple[Item, ...] = self.box.items
        self.item_keys = tuple([item.key for item in self.items])
        self.words[""] = {
            **dict(zip(self.keys, self.box.names, strict=True)),
            "axe": "an Axe",
            **{item.key: item.name for item in self.items},
        }
        self.words["tool"] = TOOL_NAMES
        self.whole_deck: list[int] = [kind for kind, copies in enumerate(self.box.copies) for _ in range(copies)]
        self.whole_bag = Bag()
        for kind in self.whole_deck:
            self.whole_bag.add(kind)
        self.copies: vec[i64] = vec[i64](list(self.box.copies))
        self.tool_of: vec[i64] = vec[i64]([item.tool for item in self.items])
        self.material_of: vec[i64] = vec[i64]([item.material for item in self.items])
        self.units_of: vec[i64] = vec[i64]([item.units for item in self.items])
        self.wood_of: vec[i64] = vec[i64]([item.wood for item in self.items])
        self.points_of: vec[i64] = vec[i64]([item.points for item in self.items])
        self.payments = Payments([(item.units, item.wood) for item in self.items])
        self._build_actions()

    def _build_actions(self) -> None:
        resources = self.keys[:RESOURCE_KINDS]
        made: list[Action] = [Mine(pile + 1) for pile in range(self.pile_count)]
        self.craft_from: i64 = len(made)
        made += [Craft(key) for key in self.item_keys]
        self.reserve_from: i64 = len(made)
        made += [Reserve(key) for key in self.item_keys]
        self.pay_from: i64 = len(made)
        made += [*[Pay(key) for key in resources], Pay("axe")]
        self.keep_from: i64 = len(made)
        made += [*[Keep(key) for key in resources], KeepNoMore()]
        self.give_from: i64 = len(made)
        made += [*[GiveUp(key) for key in resources], UseSword()]
        self.end_turn: i64 = len(made)
        self.use_pick_axe: i64 = len(made) + 1
        self.use_hoe: i64 = len(made) + 2
        made += [EndTurn(), UsePickAxe(), UseHoe()]
        self.shovel_from: i64 = len(made)
        made += [UseShovel(seat + 1) for seat in range(self.seats)]
        self.set_actions(made)

    def settle(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        """Go on after an action or a tool."""
        raise NotImplementedError

    # The piles

    def uncover(self, table: Table, pile: i64, emit: Emit | None) -> None:
        """Take the top card off a pile, so that the next one is seen."""
        depth = table.depth(pile) - 1
        table.set_depth(pile, depth)
        if depth > 0:
            table.come_to_light(pile)
            if emit is not None:
                emit(TURNED(pile=pile + 1, card=self.keys[table.top(pile)], left=depth))

    # TNT

    def light_fuse(self, table: Table, mined: i64, chance: Chance, emit: Emit | None) -> None:
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
        if emit is not None:
            loose = self.names_of(list_of(table.tray - cards(TNT, 1)))
            emit(BLAST(seat=table.turn, cards=loose, piles=piles, tops=tops))
        if self._keepable(table.tray):
            table.phase = KEEPING
        else:
            self._blow_up(table, chance, emit)

    def _keepable(self, tray: i64) -> bool:
        """Is anything left but TNT? (MC-21, MC-G20)"""
        return tray != cards(TNT, count_of(tray, TNT))

    def list_keeps(self, table: Table, out: Moves) -> None:
        kind: i64 = 0
        while kind < RESOURCE_KINDS:
            if count_of(table.tray, kind) > 0:
                out.add(self.keep_from + kind)
            kind += 1
        out.add(self.keep_from + RESOURCE_KINDS)  # MC-G19: keeping is optional

    def keep(self, table: Table, seat: i64, kind: i64, chance: Chance, emit: Emit | None) -> None:
        if kind < RESOURCE_KINDS:
            table.tray -= cards(kind, 1)
            table.players[seat].stock.add(kind)
            table.kept += 1
            if emit is not None:
                emit(KEPT(seat=seat, card=self.keys[kind]))
            if table.kept < KEEP_MOST and self._keepable(table.tray):
                return
        self._blow_up(table, chance, emit)

    def _blow_up(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        if emit is not None:
            emit(BLOWN_UP(seat=table.turn, cards=self.names_of(list_of(table.tray - cards(TNT, 1)))))
        kind: i64 = 0
        while kind <= TNT:  # MC-06, MC-21
            for _ in range(count_of(table.tray, kind)):
                table.throw(kind)
            kind += 1
        table.tray = 0
        table.kept = 0
        self.look_for_creepers(table, chance, emit)

    # Creepers

    def remove_creepers(self, table: Table, pile: i64, emit: Emit | None) -> None:
        """Take Creepers off a pile that was just dealt, without effect."""
        while table.depth(pile) > 0 and table.top(pile) == CREEPER:
            self._throw_creeper(table, pile, False, emit)

    def _throw_creeper(self, table: Table, pile: i64, exploded: bool, emit: Emit | None) -> None:
        if emit is not None:
            emit(CREEPER_GONE(pile=pile + 1, exploded=exploded))
        table.throw(CREEPER)  # MC-23
        self.uncover(table, pile, emit)

    def look_for_creepers(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        """MC-22, MC-G02, MC-G05: every Creeper that came to the top explodes, one after the other."""
        pile: i64 = 0
        while pile < self.pile_count:
            if table.depth(pile) > 0 and table.top(pile) == CREEPER:
                if not self.creeper_only_mine or pile == table.mined:
                    table.mined = NONE  # a further Creeper beneath it was not bared by mining
                    table.creeper = pile
                    table.asked = 0
                    table.phase = FLEEING
                    if emit is not None:
                        emit(EXPLODES(seat=table.turn, pile=pile + 1))
                    self._ask_next(table, chance, emit)
                    return
                self._throw_creeper(table, pile, False, emit)
            else:
                pile += 1
        table.mined = NONE
        self.settle(table, chance, emit)

    def _ask_next(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        """Find the next player, clockwise from the active one, who has something to lose (MC-T4, MC-G31)."""
        while table.asked < self.seats:
            if table.players[(table.turn + table.asked) % self.seats].stock.size > 0:
                return
            table.asked += 1
        pile = table.creeper
        table.creeper = NONE
        table.asked = 0
        self._throw_creeper(table, pile, True, emit)
        self.look_for_creepers(table, chance, emit)

    def list_losses(self, player: Player, out: Moves) -> None:
        kind: i64 = 0
        while kind < RESOURCE_KINDS:  # MC-22, MC-G06: Wilds too
            if player.stock.count(kind) > 0:
                out.add(self.give_from + kind)
            kind += 1
        if count_of(player.ready, SWORD) > 0:  # MC-26
            out.add(self.give_from + RESOURCE_KINDS)

    def give_up(self, table: Table, seat: i64, kind: i64, chance: Chance, emit: Emit | None) -> None:
        player = table.players[seat]
        if kind < RESOURCE_KINDS:
            player.stock.remove(kind)
            table.throw(kind)
            if emit is not None:
                emit(GAVE_UP(seat=seat, card=self.keys[kind]))
        else:
            self.spend_tool(player, SWORD)
            if emit is not None:
                emit(TOOL(seat=seat, tool=TOOLS[SWORD], target=None))
        table.asked += 1
        self._ask_next(table, chance, emit)

    # Tools

    def spend_tool(self, player: Player, tool: i64) -> None:
        """MC-25: one card with the tool is turned face down; its points still count."""
        player.ready -= cards(tool, 1)
        item: i64 = 0
        while self.tool_of[item] != tool or not has(player.crafted, item) or has(player.used, item):
            item += 1
        player.used = with_card(player.used, item)

    def has_free_tool(self, player: Player) -> bool:
        """Has the active player a tool to use after the last action? (MC-G15, MC-G16)"""
        ready = player.ready
        return count_of(ready, PICK_AXE) > 0 or count_of(ready, HOE) > 0 or count_of(ready, SHOVEL) > 0

    def may_use_tool(self, table: Table, seat: i64) -> bool:
        if self.tools_own_turn_only:
            return False
        ready = table.players[seat].ready
        if count_of(ready, HOE) > 0 and table.depths != 0:
            return True
        if count_of(ready, SHOVEL) > 0:
            other: i64 = 0
            while other < self.seats:
                if other != seat and table.players[other].shovelled < self.turn_actions:
                    return True
                other += 1
        return False

    def list_tools(self, table: Table, seat: i64, out: Moves) -> None:
        """MC-24, MC-G15: the tools that need no special moment."""
        ready = table.players[seat].ready
        if ready == 0:
            return
        if count_of(ready, HOE) > 0 and table.depths != 0:
            out.add(self.use_hoe)
        if count_of(ready, SHOVEL) > 0:
            other: i64 = 0
            while other < self.seats:  # MC-G17: nobody can lose more actions than there are
                if other != seat and table.players[other].shovelled < self.turn_actions:
                    out.add(self.shovel_from + other)
                other += 1

    def use_tool(self, table: Table, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
        player = table.players[seat]
        if action == self.use_pick_axe:  # MC-28
            self.spend_tool(player, PICK_AXE)
            table.actions += 1
            table.could_act = True
            if emit is not None:
                emit(TOOL(seat=seat, tool=TOOLS[PICK_AXE], target=None))
            self.settle(table, chance, emit)
        elif action == self.use_hoe:  # MC-30
            self.spend_tool(player, HOE)
            if emit is not None:
                emit(TOOL(seat=seat, tool=TOOLS[HOE], target=None))
            self._clear_tops(table, seat, chance, emit)
        else:  # MC-27
            self.spend_tool(player, SHOVEL)
            target = action - self.shovel_from
            table.players[target].shovelled += 1
            if emit is not None:
                emit(TOOL(seat=seat, tool=TOOLS[SHOVEL], target=target))
            self.settle(table, chance, emit)

    def _clear_tops(self, table: Table, seat: i64, chance: Chance, emit: Emit | None) -> None:
        if emit is not None:
            piles = [pile for pile in range(self.pile_count) if table.depth(pile) > 0]
            tops = self.names_of([table.top(pile) for pile in piles])
            emit(CLEARED(seat=seat, cards=tops, piles=[pile + 1 for pile in piles]))
        pile: i64 = 0
        while pile < self.pile_count:  # MC-G22: TNT has no effect, empty places are skipped
            if table.depth(pile) > 0:
                table.throw(table.top(pile))
                self.uncover(table, pile, emit)
            pile += 1
        self.look_for_creepers(table, chance, emit)

    def names_of(self, kinds: list[int]) -> list[str]:
        return [self.keys[kind] for kind in kinds]
