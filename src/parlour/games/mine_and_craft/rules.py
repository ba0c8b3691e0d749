"""Mine & Craft: mine resource cards, craft tools with them, be first to have the points.

The rules in the order of the rulebook: set-up, a turn with its three actions, the special cards, the tools,
the end. The marks (MC-10) are the ids of rules.md. Payments are worked out in effects.py.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.actions import Action
from parlour.core.bags import cards, count_of, count_set, has, list_of, members, only, with_card, without_card
from parlour.core.cards import Deck, choose_deck
from parlour.core.chance import Chance
from parlour.core.events import Emit, Event, EventType
from parlour.core.game import NOBODY, About, Game, Moves, Outcome
from parlour.core.options import Option
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games.mine_and_craft import position, reasons, scene
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
from parlour.games.mine_and_craft.box import TOOLS, Item, open_box
from parlour.games.mine_and_craft.effects import AXES, MATERIAL, SORTS, WILDS, Payments, covers, in_purse, one, purse_of
from parlour.games.mine_and_craft.state import (
    AXE,
    CREEPER,
    DECLINED,
    FLEEING,
    HOE,
    KEEPING,
    NONE,
    PAYING,
    PICK_AXE,
    PLAYING,
    REACHED,
    SHOVEL,
    STALE,
    SWORD,
    TNT,
    TURN,
    Player,
    Table,
    copy_table,
)
from parlour.games.mine_and_craft.view import TableView, encode_view, fill_in, look

LAID_OUT = EventType("laid out", facts=("tops", "crafts"))
TURNED = EventType("turned up", facts=("pile", "card", "left"))
FIZZLED = EventType("creeper removed", facts=("pile",))
REFILLED = EventType("refilled", facts=("pile", "count"))
TURN_BEGINS = EventType("turn", facts=("actions",))
SKIPPED = EventType("skipped")
PASSED = EventType("ended the turn", facts=("unused",))
MINED = EventType("mined", facts=("pile", "card"))
CHOSE = EventType("chose", facts=("item",))
PAID = EventType("paid", facts=("card",))
CRAFTED = EventType("crafted", facts=("item", "points", "total"))
RESERVED = EventType("reserved", facts=("item",))
NEXT_CRAFT = EventType("next craft card", facts=("pile", "item"))
BLAST = EventType("blast", facts=("cards",))
KEPT = EventType("kept", facts=("card",))
BLOWN_UP = EventType("blown up", facts=("cards",))
EXPLODES = EventType("creeper", facts=("pile",))
GAVE_UP = EventType("gave up", facts=("card",))
TOOL = EventType("tool", facts=("tool", "target"))
CLEARED = EventType("cleared", facts=("cards",))
TARGET = EventType("target reached", facts=("points",))
ENDED = EventType("ended", facts=("reason",))

REASONS = {
    REACHED: "The points needed were reached.",
    DECLINED: "Nobody took an action for a whole round: most points win.",
    STALE: "Nothing was crafted for too many rounds: most points win.",
}

OPTIONS = (
    Option(
        "refill",
        "pile15",
        "An empty resource pile gets up to a pile of discards, all of them, only when every pile is empty, or never.",
        ("pile15", "whole_discard", "only_when_all_empty", "never"),
    ),
    Option("creeper_only_mine", False, "Only a Creeper bared by mining explodes; others are just removed."),
    Option("reserve_max", 1, "How many Craft Cards a player may have in reserve.", low=1, high=3),
    Option("tools_own_turn_only", False, "Hoe and Shovel may be used only in your own turn."),
    Option("finish_round", False, "When somebody has the points the round is played out, and most points win."),
    Option("stale_rounds", 25, "After so many rounds in which nothing is crafted the game ends.", low=5, high=500),
)

KEEP_MOST: Final = 2  # MC-21
RESOURCE_KINDS: Final = 18


@mypyc_attr(allow_interpreted_subclasses=True)
class MineAndCraft(Game[Table, TableView]):
    """The rules of Mine & Craft with their house-rule options."""

    about: ClassVar[About] = About(
        slug="mine-and-craft",
        title="Mine & Craft",
        version="1",
        min_seats=2,  # MC-01
        max_seats=4,
        default_seats=3,
        minutes="15-25",
        summary="Mine resources, dodge the Creepers, craft tools. First to have the points wins.",
        options=OPTIONS,
        presets={
            "tiny": {"deck": "tiny"},
            "tiny-whole": {"deck": "tiny", "refill": "whole_discard"},
            "tiny-all-empty": {"deck": "tiny", "refill": "only_when_all_empty"},
            "tiny-never": {"deck": "tiny", "refill": "never"},
            "pass-and-play": {"tools_own_turn_only": True},
            "house": {
                "creeper_only_mine": True,
                "reserve_max": 3,
                "finish_round": True,
                "refill": "whole_discard",
            },
            "all-empty": {"refill": "only_when_all_empty", "reserve_max": 2},
            "no-refill": {"refill": "never", "stale_rounds": 10},
        },
    )

    def __init__(self, seats: int = 3, deck: Deck | Path | str | None = None, **options: object) -> None:
        super().__init__(seats, choose_deck(deck, "parlour.games.mine_and_craft", ("tiny",)), options)
        house = self.options
        self.refill = str(house["refill"])
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
        self.turn_actions: i64 = self.deck.setting("deal", "actions", 1, 5)
        self.target: i64 = self.deck.setting("target", str(seats), 1, 999)  # MC-31

        self.keys = self.box.keys
        self.items: tuple[Item, ...] = self.box.items
        self.item_keys = tuple([item.key for item in self.items])
        self.whole_deck: list[int] = [kind for kind, copies in enumerate(self.box.copies) for _ in range(copies)]
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
        made += [EndTurn(), UsePickAxe(), UseHoe()]
        self.shovel_from: i64 = len(made)
        made += [UseShovel(seat + 1) for seat in range(self.seats)]
        self.set_actions(made)

    # Set-up

    def new(self, chance: Chance, emit: Emit | None = None) -> Table:
        stock = self.whole_deck.copy()
        chance.shuffle(stock, "resource cards")
        size = self.pile_size
        piles: list[list[int]] = []
        for pile in range(self.pile_count):  # MC-04: face up, only the tops are seen
            piles.append(stock[pile * size : (pile + 1) * size])
        crafts = list(range(len(self.items)))
        chance.shuffle(crafts, "craft cards")
        craft_piles: list[list[int]] = []
        for pile in range(self.craft_piles):  # MC-05
            craft_piles.append(crafts[pile * self.craft_pile : (pile + 1) * self.craft_pile])
        craft_piles.append(crafts[self.craft_piles * self.craft_pile :])  # MC-05, MC-G08: seen by nobody

        table = Table([Player() for _ in range(self.seats)], piles, craft_piles)
        place: i64 = 0
        while place < self.pile_count:
            table.set_depth(place, size)
            place += 1
        place = 0
        while place < self.craft_piles:
            table.set_craft_depth(place, self.craft_pile)
            place += 1
        if emit is not None:
            tops = [self.keys[table.top(pile)] for pile in range(self.pile_count)]
            emit(LAID_OUT(tops=tops, crafts=[self.item_keys[crafts[-1]] for crafts in craft_piles[:-1]]))
        place = 0
        while place < self.pile_count:
            self._remove_creepers(table, place, emit)  # MC-G01
            place += 1
        table.first = chance.pick(self.seats, "first player")  # MC-G28
        self._begin_turn(table, table.first, emit)
        return table

    # A turn

    def actor(self, table: Table) -> i64:
        if table.ended != PLAYING:
            return NOBODY
        if table.phase == FLEEING:
            return (table.turn + table.asked) % self.seats
        return table.turn

    def may_act(self, table: Table) -> tuple[int, ...]:
        if table.phase != TURN or table.ended != PLAYING:
            return self.to_act(table)
        return tuple(
            [seat for seat in range(self.seats) if seat == table.turn or self._has_tool_out_of_turn(table, seat)]
        )

    def list_legal(self, table: Table, seat: i64, out: Moves) -> None:
        if table.ended != PLAYING:
            return
        phase = table.phase
        player = table.players[seat]
        if phase == TURN:
            if seat == table.turn:
                if table.actions > 0:
                    self._list_actions(table, player, out)
                out.add(self.end_turn)  # MC-G23
                if count_of(player.ready, PICK_AXE) > 0:  # MC-G16
                    out.add(self.end_turn + 1)
                self._list_tools(table, seat, out)
            elif not self.tools_own_turn_only:
                self._list_tools(table, seat, out)
        elif seat == self.actor(table):
            if phase == PAYING:
                self._list_payment(table, player, out)
            elif phase == KEEPING:
                self._list_keeps(table, out)
            else:
                self._list_losses(player, out)

    def _list_actions(self, table: Table, player: Player, out: Moves) -> None:
        pile: i64 = 0
        while pile < self.pile_count:  # MC-10, MC-G21
            if table.depth(pile) > 0:
                out.add(pile)
            pile += 1
        # MC-G10: the top of each craft pile, and the own reserve.
        tops: i64 = 0
        pile = 0
        while pile < self.craft_piles:
            depth = table.craft_depth(pile)
            if depth > 0:
                tops = with_card(tops, table.crafts[pile][depth - 1])
            pile += 1
        payable: i64 = 0
        item: i64 = 0
        rest = tops | player.reserved
        while rest != 0:
            if rest & 1 != 0 and self.can_pay(player, item):
                payable = with_card(payable, item)
                out.add(self.craft_from + item)
            rest >>= 1
            item += 1
        if count_set(player.reserved) < self.reserve_max:  # MC-G09
            item = 0
            rest = tops & ~payable  # MC-17: only what cannot be paid yet
            while rest != 0:
                if rest & 1 != 0:
                    out.add(self.reserve_from + item)
                rest >>= 1
                item += 1

    def perform(self, table: Table, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
        if action < self.craft_from:
            self._mine(table, seat, action, chance, emit)
        elif action < self.reserve_from:
            self._choose_item(table, seat, action - self.craft_from, emit)
        elif action < self.pay_from:
            self._reserve(table, seat, action - self.reserve_from, chance, emit)
        elif action < self.keep_from:
            self._pay(table, seat, action - self.pay_from, chance, emit)
        elif action < self.give_from:
            self._keep(table, seat, action - self.keep_from, chance, emit)
        elif action < self.end_turn:
            self._give_up(table, seat, action - self.give_from, chance, emit)
        elif action == self.end_turn:
            if emit is not None:
                emit(PASSED(seat=seat, unused=table.actions))
            self._end_turn(table, emit)
        else:
            self._use_tool(table, seat, action, chance, emit)

    def _begin_turn(self, table: Table, seat: i64, emit: Emit | None) -> None:
        player = table.players[seat]
        lost = player.shovelled
        player.shovelled = 0
        table.turn = seat
        table.actions = self.turn_actions - lost if lost < self.turn_actions else 0  # MC-08, MC-G17
        table.could_act = table.actions > 0
        table.acted = False
        if emit is not None:
            emit(TURN_BEGINS(seat=seat, actions=table.actions))
        if table.actions == 0 and not self._has_free_tool(player):
            if emit is not None:
                emit(SKIPPED(seat=seat))
            self._end_turn(table, emit)

    def _take_action(self, table: Table) -> None:
        table.actions -= 1
        table.acted = True
        table.declined = 0

    def _settle(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        """What follows every action and every tool: empty piles are refilled, and a turn may be over."""
        table.phase = TURN
        if table.discard.size > 0 and table.ended == PLAYING:
            self._refill(table, chance, emit)
        if table.actions == 0 and table.ended == PLAYING and not self._has_free_tool(table.players[table.turn]):
            self._end_turn(table, emit)

    def _end_turn(self, table: Table, emit: Emit | None) -> None:
        if table.could_act and not table.acted:
            table.declined = with_card(table.declined, table.turn)
        table.stale += 1
        following = table.turn + 1
        if following == self.seats:
            following = 0
        if table.closing and following == table.first:
            self._end(table, REACHED, emit)
        elif table.declined == only(self.seats) - 1:  # MC-G24
            self._end(table, DECLINED, emit)
        elif table.stale >= self.stale_turns:  # MC-G33
            self._end(table, STALE, emit)
        else:
            self._begin_turn(table, following, emit)

    # Mine

    def _mine(self, table: Table, seat: i64, pile: i64, chance: Chance, emit: Emit | None) -> None:
        self._take_action(table)
        table.mined = pile
        kind = table.top(pile)
        if emit is not None:
            emit(MINED(seat=seat, pile=pile + 1, card=self.keys[kind]))
        self._uncover(table, pile, emit)
        if kind == TNT:  # MC-20
            self._light_fuse(table, pile, chance, emit)
        else:  # MC-10; MC-G04: it is there before a Creeper goes off
            table.players[seat].stock.add(kind)
            self._look_for_creepers(table, chance, emit)

    def _uncover(self, table: Table, pile: i64, emit: Emit | None) -> None:
        """Take the top card off a pile, so that the next one is seen."""
        depth = table.depth(pile) - 1
        table.set_depth(pile, depth)
        if depth > 0:
            table.come_to_light(pile)
            if emit is not None:
                emit(TURNED(pile=pile + 1, card=self.keys[table.top(pile)], left=depth))

    def _refill(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        """MC-G07: new piles for empty places out of the discard pile."""
        empty: i64 = 0
        pile: i64 = 0
        while pile < self.pile_count:
            if table.depth(pile) == 0:
                empty += 1
            pile += 1
        all_only = self.refill == "only_when_all_empty"
        if empty == 0 or self.refill == "never" or (all_only and empty < self.pile_count):
            return
        pool = table.discard.cards()
        chance.shuffle(pool, "refill")
        left: i64 = len(pool)
        dealt: i64 = 0
        pile = 0
        while pile < self.pile_count and left > 0:
            if table.depth(pile) == 0:
                count = left
                if all_only:  # laid out again as evenly as may be
                    count = (left + empty - 1) // empty
                elif self.refill == "pile15" and left > self.pile_size:
                    count = self.pile_size
                empty -= 1
                table.deal(pile, pool[left - count : left])
                left -= count
                dealt = with_card(dealt, pile)
                if emit is not None:
                    emit(REFILLED(pile=pile + 1, count=count))
            pile += 1
        pile = 0
        while pile < self.pile_count:
            if has(dealt, pile):
                table.come_to_light(pile)
                if emit is not None:
                    emit(TURNED(pile=pile + 1, card=self.keys[table.top(pile)], left=table.depth(pile)))
                self._remove_creepers(table, pile, emit)  # MC-G03
            pile += 1

    # Craft

    def can_pay(self, player: Player, item: i64) -> bool:
        """Has the player enough for a Craft Card, Wilds and Axes included?"""
        units = self.units_of[item]
        purse = purse_of(player, self.material_of[item], units, count_of(player.ready, AXE))
        return covers(purse, units, self.wood_of[item])

    def _choose_item(self, table: Table, seat: i64, item: i64, emit: Emit | None) -> None:
        self._take_action(table)
        table.phase = PAYING
        table.crafting = item
        table.paid = 0
        if emit is not None:
            emit(CHOSE(seat=seat, item=self.item_keys[item]))

    def _list_payment(self, table: Table, player: Player, out: Moves) -> None:
        item = table.crafting
        material = self.material_of[item]
        purse = purse_of(player, material, self.units_of[item], count_of(player.ready, AXE))
        offered = self.payments.next_for(item, table.paid, purse)  # MC-G12, MC-G13
        sort: i64 = 0
        while sort < SORTS:
            if in_purse(offered, sort) > 0:
                out.add(self.pay_from + kind_of(sort, material))
            sort += 1

    def _pay(self, table: Table, seat: i64, kind: i64, chance: Chance, emit: Emit | None) -> None:
        item = table.crafting
        table.paid += one(sort_of(kind))
        if emit is not None:
            emit(PAID(seat=seat, card=self.keys[kind] if kind < RESOURCE_KINDS else "axe"))
        if covers(table.paid, self.units_of[item], self.wood_of[item]):
            self._craft(table, seat, item, chance, emit)

    def _craft(self, table: Table, seat: i64, item: i64, chance: Chance, emit: Emit | None) -> None:
        player = table.players[seat]
        material = self.material_of[item]
        sort: i64 = 0
        while sort < AXES:  # MC-06, MC-13; MC-15: no change is given
            for _ in range(in_purse(table.paid, sort)):
                kind = kind_of(sort, material)
                player.stock.remove(kind)
                table.throw(kind)
            sort += 1
        for _ in range(in_purse(table.paid, AXES)):  # MC-29
            self._spend_tool(player, AXE)
        table.crafting = NONE
        table.paid = 0
        player.crafted = with_card(player.crafted, item)  # MC-16, MC-G18: its tool is ready at once
        player.ready += cards(self.tool_of[item], 1)
        player.points += self.points_of[item]
        table.stale = 0
        if emit is not None:
            emit(
                CRAFTED(seat=seat, item=self.item_keys[item], points=self.points_of[item], total=player.points),
            )
        if has(player.reserved, item):  # MC-18
            player.reserved = without_card(player.reserved, item)
        else:
            self._lift_craft(table, item, emit)
        if player.points >= self.target and not table.closing:  # MC-03, MC-31
            if emit is not None:
                emit(TARGET(seat=seat, points=player.points))
            if self.finish_round:
                table.closing = True
            else:  # MC-G26: at once
                table.phase = TURN
                self._end(table, REACHED, emit)
                return
        self._settle(table, chance, emit)

    def _lift_craft(self, table: Table, item: i64, emit: Emit | None) -> None:
        """Take a Craft Card off its pile; MC-G11: an empty craft pile stays empty."""
        pile: i64 = 0
        while True:
            depth = table.craft_depth(pile)
            if depth > 0 and table.crafts[pile][depth - 1] == item:
                break
            pile += 1
        table.set_craft_depth(pile, depth - 1)
        if depth > 1 and emit is not None:
            emit(NEXT_CRAFT(pile=pile + 1, item=self.item_keys[table.crafts[pile][depth - 2]]))

    # Reserve

    def _reserve(self, table: Table, seat: i64, item: i64, chance: Chance, emit: Emit | None) -> None:
        self._take_action(table)
        player = table.players[seat]
        player.reserved = with_card(player.reserved, item)  # MC-07, MC-17
        if emit is not None:
            emit(RESERVED(seat=seat, item=self.item_keys[item]))
        self._lift_craft(table, item, emit)
        self._settle(table, chance, emit)

    # TNT

    def _light_fuse(self, table: Table, mined: i64, chance: Chance, emit: Emit | None) -> None:
        table.tray = cards(TNT, 1)
        pile: i64 = 0
        while pile < self.pile_count:
            if pile != mined and table.depth(pile) > 0:  # MC-20, MC-G19
                table.tray += cards(table.top(pile), 1)
                self._uncover(table, pile, emit)
            pile += 1
        table.kept = 0
        if emit is not None:
            emit(BLAST(seat=table.turn, cards=self._names(list_of(table.tray))))
        if self._keepable(table.tray):
            table.phase = KEEPING
        else:
            self._blow_up(table, chance, emit)

    def _keepable(self, tray: i64) -> bool:
        """Is anything left but TNT? (MC-21, MC-G20)"""
        return tray != cards(TNT, count_of(tray, TNT))

    def _list_keeps(self, table: Table, out: Moves) -> None:
        kind: i64 = 0
        while kind < RESOURCE_KINDS:
            if count_of(table.tray, kind) > 0:
                out.add(self.keep_from + kind)
            kind += 1
        out.add(self.keep_from + RESOURCE_KINDS)  # MC-G19: keeping is optional

    def _keep(self, table: Table, seat: i64, kind: i64, chance: Chance, emit: Emit | None) -> None:
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
            emit(BLOWN_UP(seat=table.turn, cards=self._names(list_of(table.tray))))
        kind: i64 = 0
        while kind <= TNT:  # MC-06, MC-21
            for _ in range(count_of(table.tray, kind)):
                table.throw(kind)
            kind += 1
        table.tray = 0
        table.kept = 0
        self._look_for_creepers(table, chance, emit)

    # Creepers

    def _remove_creepers(self, table: Table, pile: i64, emit: Emit | None) -> None:
        """Take Creepers off a pile that was just dealt, without effect."""
        while table.depth(pile) > 0 and table.top(pile) == CREEPER:
            self._throw_creeper(table, pile, emit)

    def _throw_creeper(self, table: Table, pile: i64, emit: Emit | None) -> None:
        if emit is not None:
            emit(FIZZLED(pile=pile + 1))
        table.throw(CREEPER)  # MC-23
        self._uncover(table, pile, emit)

    def _look_for_creepers(self, table: Table, chance: Chance, emit: Emit | None) -> None:
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
                self._throw_creeper(table, pile, emit)
            else:
                pile += 1
        table.mined = NONE
        self._settle(table, chance, emit)

    def _ask_next(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        """Find the next player, clockwise from the active one, who has something to lose (MC-T4, MC-G31)."""
        while table.asked < self.seats:
            if table.players[(table.turn + table.asked) % self.seats].stock.size > 0:
                return
            table.asked += 1
        pile = table.creeper
        table.creeper = NONE
        table.asked = 0
        self._throw_creeper(table, pile, emit)
        self._look_for_creepers(table, chance, emit)

    def _list_losses(self, player: Player, out: Moves) -> None:
        kind: i64 = 0
        while kind < RESOURCE_KINDS:  # MC-22, MC-G06: Wilds too
            if player.stock.count(kind) > 0:
                out.add(self.give_from + kind)
            kind += 1
        if count_of(player.ready, SWORD) > 0:  # MC-26
            out.add(self.give_from + RESOURCE_KINDS)

    def _give_up(self, table: Table, seat: i64, kind: i64, chance: Chance, emit: Emit | None) -> None:
        player = table.players[seat]
        if kind < RESOURCE_KINDS:
            player.stock.remove(kind)
            table.throw(kind)
            if emit is not None:
                emit(GAVE_UP(seat=seat, card=self.keys[kind]))
        else:
            self._spend_tool(player, SWORD)
            if emit is not None:
                emit(TOOL(seat=seat, tool=TOOLS[SWORD], target=None))
        table.asked += 1
        self._ask_next(table, chance, emit)

    # Tools

    def _spend_tool(self, player: Player, tool: i64) -> None:
        """MC-25: one card with the tool is turned face down; its points still count."""
        player.ready -= cards(tool, 1)
        item: i64 = 0
        while self.tool_of[item] != tool or not has(player.crafted, item) or has(player.used, item):
            item += 1
        player.used = with_card(player.used, item)

    def _has_free_tool(self, player: Player) -> bool:
        """Has the active player a tool to use after the last action? (MC-G15, MC-G16)"""
        ready = player.ready
        return count_of(ready, PICK_AXE) > 0 or count_of(ready, HOE) > 0 or count_of(ready, SHOVEL) > 0

    def has_free_tool(self, table: Table) -> bool:
        """Has the player whose turn it is a tool that does not need an action?"""
        return self._has_free_tool(table.players[table.turn])

    def _has_tool_out_of_turn(self, table: Table, seat: i64) -> bool:
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

    def _list_tools(self, table: Table, seat: i64, out: Moves) -> None:
        """MC-24, MC-G15: the tools that need no special moment."""
        ready = table.players[seat].ready
        if ready == 0:
            return
        if count_of(ready, HOE) > 0 and table.depths != 0:
            out.add(self.end_turn + 2)
        if count_of(ready, SHOVEL) > 0:
            other: i64 = 0
            while other < self.seats:  # MC-G17: nobody can lose more actions than there are
                if other != seat and table.players[other].shovelled < self.turn_actions:
                    out.add(self.shovel_from + other)
                other += 1

    def _use_tool(self, table: Table, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
        player = table.players[seat]
        if action == self.end_turn + 1:  # MC-28
            self._spend_tool(player, PICK_AXE)
            table.actions += 1
            table.could_act = True
            if emit is not None:
                emit(TOOL(seat=seat, tool=TOOLS[PICK_AXE], target=None))
            self._settle(table, chance, emit)
        elif action == self.end_turn + 2:  # MC-30
            self._spend_tool(player, HOE)
            if emit is not None:
                emit(TOOL(seat=seat, tool=TOOLS[HOE], target=None))
            self._clear_tops(table, seat, chance, emit)
        else:  # MC-27
            self._spend_tool(player, SHOVEL)
            target = action - self.shovel_from
            table.players[target].shovelled += 1
            if emit is not None:
                emit(TOOL(seat=seat, tool=TOOLS[SHOVEL], target=target))
            self._settle(table, chance, emit)

    def _clear_tops(self, table: Table, seat: i64, chance: Chance, emit: Emit | None) -> None:
        if emit is not None:
            tops = [table.top(pile) for pile in range(self.pile_count) if table.depth(pile) > 0]
            emit(CLEARED(seat=seat, cards=self._names(tops)))
        pile: i64 = 0
        while pile < self.pile_count:  # MC-G22: TNT has no effect, empty places are skipped
            if table.depth(pile) > 0:
                table.throw(table.top(pile))
                self._uncover(table, pile, emit)
            pile += 1
        self._look_for_creepers(table, chance, emit)

    # The end

    def _end(self, table: Table, why: i64, emit: Emit | None) -> None:
        table.ended = why
        if emit is not None:
            emit(ENDED(reason=REASONS[why]))

    def outcome(self, table: Table) -> Outcome | None:
        if table.ended == PLAYING:
            return None
        # MC-31: most points; MC-G24: then most crafted cards, else they share.
        order = [player.points * 100 + count_set(player.crafted) for player in table.players]
        ranks = tuple([1 + sum([other > mine for other in order]) for mine in order])
        return Outcome(ranks, tuple([player.points for player in table.players]), REASONS[table.ended])

    def longest(self) -> int:
        # At most so many turns go by between two crafted cards (MC-G33), and tools are crafted cards.
        items = len(self.items)
        turns = (items + 1) * self.stale_turns
        creepers = self.copies[CREEPER] * self.seats
        action = 1 + max(KEEP_MOST + 1, max([item.units + item.wood for item in self.items])) + creepers
        return turns * (self.turn_actions * action + 1) + items * (1 + action)

    # Knowing and showing

    def clone(self, table: Table) -> Table:
        return copy_table(table)

    def view(self, table: Table, seat: int) -> TableView:
        legal = self.legal(table, seat) if seat != NOBODY else []
        return TableView(
            look(table),
            [table.top(pile) if table.depth(pile) > 0 else NONE for pile in range(self.pile_count)],
            self.craft_tops(table),
            self.keys,
            self.item_keys,
            seat,
            self.to_act(table),
            legal,
            self.outcome(table),
        )

    def craft_tops(self, table: Table) -> list[int]:
        """The Craft Cards on top of the piles."""
        tops: list[int] = []
        for pile in range(self.craft_piles):
            depth = table.craft_depth(pile)
            tops.append(table.crafts[pile][depth - 1] if depth > 0 else NONE)
        return tops

    def determinise(self, view: TableView, rng: Rng) -> Table:
        return fill_in(view, self.copies, len(self.items), rng)

    def encode(self, view: TableView) -> dict[str, list[float]]:
        return encode_view(view, len(self.items), len(self.whole_deck), self.target, self.turn_actions)

    def scene(self, view: TableView, names: Sequence[str]) -> Scene:
        return scene.draw(self, view, names)

    def tell(self, event: Event, names: Sequence[str]) -> str:
        return scene.tell(event, names, self)

    def dump(self, table: Table) -> dict[str, object]:
        return position.dump(table, self)

    def load(self, data: Mapping[str, object]) -> Table:
        return position.load(data, self)

    def census(self, table: Table) -> dict[str, int]:
        return position.census(table, self)

    def why_not(self, table: Table, seat: int, action: int) -> str:
        plain = super().why_not(table, seat, action)
        return reasons.why_not(self, table, seat, action, plain) if "not possible now" in plain else plain

    def paid_cards(self, table: Table) -> list[str]:
        """What has been offered for the Craft Card in the making."""
        if table.crafting == NONE:
            return []
        material = self.material_of[table.crafting]
        paid: list[str] = []
        for sort in range(SORTS):
            key = "axe" if sort == AXES else self.keys[kind_of(sort, material)]
            paid += [key] * in_purse(table.paid, sort)
        return paid

    def reserve_of(self, player: Player) -> list[str]:
        """The keys of a player's reserved cards."""
        return [self.item_keys[item] for item in members(player.reserved)]

    def _names(self, kinds: list[int]) -> list[str]:
        return [self.keys[kind] for kind in kinds]


def kind_of(sort: i64, material: i64) -> i64:
    """The kind of resource card behind a sort of payment; the number after the last kind is an Axe."""
    if sort < MATERIAL:
        return sort
    if sort < WILDS:
        return material * 3 + sort - MATERIAL
    return 15 + sort - WILDS


def sort_of(kind: i64) -> i64:
    """The sort of payment a kind of resource card is."""
    if kind < MATERIAL:
        return kind
    if kind < 15:
        return MATERIAL + kind % 3
    return WILDS + kind - 15
