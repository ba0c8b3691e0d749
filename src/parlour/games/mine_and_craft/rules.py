"""Mine & Craft: mine resource cards, craft tools with them, be first to reach the target.

The rules in the order of the rulebook: set-up, a turn with its three actions, the end. The marks (MC-10) are the ids of
rules.md. payment.py works out payments; effects.py has the effects of special cards and tools.
"""

from pathlib import Path
from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.bags import cards, count_of, count_set, first_cards, has, lowest, set_of, with_card, without_card
from parlour.core.cards import Deck, choose_deck
from parlour.core.chance import Chance
from parlour.core.events import Emit, tells, wants
from parlour.core.game import NOBODY, About, Game, Moves
from parlour.core.outcome import Outcome
from parlour.games.mine_and_craft import events
from parlour.games.mine_and_craft.about import ABOUT
from parlour.games.mine_and_craft.actions import all_actions
from parlour.games.mine_and_craft.box import TOOL_NAMES, Item, open_box
from parlour.games.mine_and_craft.effects import Effects
from parlour.games.mine_and_craft.payment import (
    SORTS,
    Payments,
    covers,
    in_purse,
    kind_of,
    one,
    payment_keys,
    purse_of,
    sort_of,
)
from parlour.games.mine_and_craft.resources import CREEPER, NONE, RESOURCE_KINDS, TNT, bag_with, loose_cards
from parlour.games.mine_and_craft.state import (
    AXE,
    DECLINED,
    FLEEING,
    HOE,
    KEEP_MOST,
    KEEPING,
    LAST_ROUNDS,
    PAYING,
    PICK_AXE,
    PLAYING,
    REACHED,
    SHOVEL,
    STALE,
    SWORD,
    TURN,
    MinePlayer,
    MineState,
    MineView,
    declare,
    new_table,
)


@mypyc_attr(allow_interpreted_subclasses=True)
class MineRules(Game[MineState, MineView]):
    """The rules of Mine & Craft with their house-rule options."""

    about: ClassVar[About] = ABOUT

    def __init__(self, seats: int = 3, deck: Deck | Path | str | None = None, **options: object) -> None:
        super().__init__(seats, choose_deck(deck, "parlour.games.mine_and_craft", ("tiny", "micro")), options)
        house = self.options
        self.reserve_max: i64 = int(house["reserve_max"])
        self.tools_own_turn_only = bool(house["tools_own_turn_only"])
        self.short_opening = bool(house["short_opening"])
        self.finish_round = bool(house["finish_round"])
        self.stale_turns: i64 = int(house["stale_rounds"]) * seats

        self.box = open_box(self.deck)
        self.pile_count: i64 = self.deck.setting("deal", "piles", 1, 7)
        self.pile_size: i64 = self.deck.setting("deal", "pile", 1, 50)
        self.craft_piles: i64 = self.deck.setting("deal", "craft_piles", 1, 8)
        self.craft_pile: i64 = self.deck.setting("deal", "craft_pile", 1, 7)
        self.turn_actions: i64 = self.deck.setting("deal", "actions", 1, 5)
        self.target: i64 = int(house["points"]) or self.deck.setting("target", str(seats), 1, 999)  # MC-31

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
        self.whole_bag = bag_with(self.whole_deck)
        self.tool_of: vec[i64] = vec[i64]([item.tool for item in self.items])
        self.material_of: vec[i64] = vec[i64]([item.material for item in self.items])
        self.units_of: vec[i64] = vec[i64]([item.units for item in self.items])
        self.wood_of: vec[i64] = vec[i64]([item.wood for item in self.items])
        self.points_of: vec[i64] = vec[i64]([item.points for item in self.items])
        self.payments = Payments([(item.units, item.wood) for item in self.items])
        self.effects = Effects(seats, self.box, self.deck, house)
        self._build_actions()
        self.schema = declare(seats, self.box, self.pile_count, self.craft_piles, self.turn_actions, self.actions.texts)

    def _build_actions(self) -> None:
        groups = all_actions(self.pile_count, self.item_keys, self.keys[:RESOURCE_KINDS], self.seats)
        starts: list[int] = [sum([len(group) for group in groups[:place]]) for place in range(len(groups))]
        self.craft_from: i64 = starts[1]
        self.reserve_from: i64 = starts[2]
        self.pay_from: i64 = starts[3]
        self.keep_from: i64 = starts[4]
        self.give_from: i64 = starts[5]
        self.end_turn: i64 = starts[6]
        self.use_pick_axe: i64 = starts[7]
        self.use_hoe: i64 = starts[8]
        self.shovel_from: i64 = starts[9]
        self.set_actions([action for group in groups for action in group])

    # Set-up

    def new(self, chance: Chance, emit: Emit | None = None) -> MineState:
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

        table = new_table(self.seats, piles, craft_piles)
        table.left_over = set_of(crafts[self.craft_piles * self.craft_pile :])  # MC-05, MC-G08: seen by nobody
        if tells(emit):
            tops = [self.keys[top] for top in table.tops(self.pile_count)]
            emit(events.LAID_OUT(tops=tops, crafts=[self.item_keys[top] for top in table.craft_tops(self.craft_piles)]))
        place: i64 = 0
        while place < self.pile_count:
            self.effects.remove_creepers(table, place, emit)  # MC-G01
            place += 1
        table.first = self.pick_first(chance)  # MC-G28
        table.players[table.first].shovelled = 1 if self.short_opening else 0
        if emit is not None and wants(emit, events.BEGINS, table.first):
            emit(events.BEGINS(seat=table.first))
        self._begin_turn(table, table.first, emit)
        return table

    # A turn

    def actor(self, table: MineState) -> i64:
        if table.ended != PLAYING:
            return NOBODY
        if table.phase == FLEEING:
            return (table.turn + table.asked) % self.seats
        return table.turn

    def may_act(self, table: MineState) -> tuple[int, ...]:
        if table.phase != TURN or table.ended != PLAYING:
            return self.to_act(table)
        return tuple([seat for seat in range(self.seats) if seat == table.turn or self._may_use_tool(table, seat)])

    def list_legal(self, table: MineState, seat: i64, out: Moves) -> None:
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
                    out.add(self.use_pick_axe)
                self._list_tools(table, seat, out)
            elif not self.tools_own_turn_only:
                self._list_tools(table, seat, out)
        elif seat == self.actor(table):
            if phase == PAYING:
                self._list_payment(table, player, out)
            elif phase == KEEPING:
                out.add_kinds(loose_cards(table.tray), self.keep_from)
                out.add(self.keep_from + RESOURCE_KINDS)  # MC-G19: keeping is optional
            else:
                player.stock.list_moves(self.give_from, out)  # MC-22, MC-G06: Wilds too
                if count_of(player.ready, SWORD) > 0:  # MC-26
                    out.add(self.give_from + RESOURCE_KINDS)

    def _list_actions(self, table: MineState, player: MinePlayer, out: Moves) -> None:
        pile: i64 = 0
        while pile < self.pile_count:  # MC-10, MC-G21
            if table.depth(pile) > 0:
                out.add(pile)
            pile += 1
        # MC-G10: the top of each craft pile, and the player's reserve.
        tops: i64 = 0
        affordable: i64 = 0
        pile = 0
        while pile < self.craft_piles:
            if table.craft_depth(pile) > 0:
                item = table.craft_top(pile)
                tops = with_card(tops, item)
                if self.can_pay(player, item):
                    affordable = with_card(affordable, item)
            pile += 1
        reserved = player.reserved
        while reserved != 0:
            item = lowest(reserved)
            reserved = without_card(reserved, item)
            if self.can_pay(player, item):
                affordable = with_card(affordable, item)
        out.add_set(affordable, self.craft_from)
        if count_set(player.reserved) < self.reserve_max:  # MC-G09
            out.add_set(tops, self.reserve_from)  # MC-17, MC-G34: whether it can be paid or not

    def _list_tools(self, table: MineState, seat: i64, out: Moves) -> None:
        """MC-24, MC-G15: the tools that need no special moment."""
        if table.players[seat].ready != 0:
            if self._may_hoe(table, seat):
                out.add(self.use_hoe)
            out.add_set(self._shovel_targets(table, seat), self.shovel_from)

    def _may_use_tool(self, table: MineState, seat: i64) -> bool:
        """Has a seat a tool to use in another player's turn?"""
        return not self.tools_own_turn_only and (self._may_hoe(table, seat) or self._shovel_targets(table, seat) != 0)

    def _may_hoe(self, table: MineState, seat: i64) -> bool:
        return count_of(table.players[seat].ready, HOE) > 0 and table.depths != 0

    def _shovel_targets(self, table: MineState, seat: i64) -> i64:
        """The set of players a seat may use a Shovel on. MC-G17: nobody can lose more actions than there are."""
        targets: i64 = 0
        if count_of(table.players[seat].ready, SHOVEL) > 0:
            other: i64 = 0
            while other < self.seats:
                if other != seat and table.players[other].shovelled < self.turn_actions:
                    targets = with_card(targets, other)
                other += 1
        return targets

    def perform(self, table: MineState, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
        table.last_seat = seat
        table.last = action
        if action < self.craft_from:
            self._mine(table, seat, action, emit)
        elif action < self.reserve_from:
            self._choose_item(table, seat, action - self.craft_from, emit)
        elif action < self.pay_from:
            self._reserve(table, seat, action - self.reserve_from, emit)
        elif action < self.keep_from:
            self._pay(table, seat, action - self.pay_from, emit)
        elif action < self.give_from:
            self.effects.keep(table, seat, action - self.keep_from, emit)
        elif action < self.end_turn:
            self.effects.give_up(table, seat, action - self.give_from, emit)
        elif action == self.end_turn:
            if tells(emit):
                emit(events.PASSED(seat=seat, unused=table.actions))
            self._end_turn(table, emit)
            return
        elif action == self.use_pick_axe:
            self.effects.use_pick_axe(table, seat, emit)
        elif action == self.use_hoe:
            self.effects.use_hoe(table, seat, emit)
        else:
            self.effects.use_shovel(table, seat, action - self.shovel_from, emit)
        if table.phase == TURN and table.ended == PLAYING:
            self._settle(table, chance, emit)

    def _begin_turn(self, table: MineState, seat: i64, emit: Emit | None) -> None:
        player = table.players[seat]
        lost = player.shovelled
        player.shovelled = 0
        table.turn = seat
        table.actions = self.turn_actions - lost if lost < self.turn_actions else 0  # MC-08, MC-G17
        table.could_act = table.actions > 0
        table.acted = False
        if tells(emit):
            emit((events.SHORT_TURN if lost > 0 else events.TURN_BEGINS)(seat=seat, actions=table.actions))
        if table.actions == 0 and not self.has_free_tool(player):
            if tells(emit):
                emit(events.SKIPPED(seat=seat))
            self._end_turn(table, emit)

    def has_free_tool(self, player: MinePlayer) -> bool:
        """Has the active player a tool to use after the last action? (MC-G15, MC-G16)"""
        ready = player.ready
        return count_of(ready, PICK_AXE) > 0 or count_of(ready, HOE) > 0 or count_of(ready, SHOVEL) > 0

    def _take_action(self, table: MineState) -> None:
        table.actions -= 1
        table.acted = True
        table.declined = 0

    def _settle(self, table: MineState, chance: Chance, emit: Emit | None) -> None:
        """Runs after every action and tool: refills empty piles and ends the turn if it is over."""
        if table.discard.size > 0:
            self.effects.refill(table, chance, emit)
        if table.actions == 0 and not self.has_free_tool(table.players[table.turn]):
            self._end_turn(table, emit)

    def _end_turn(self, table: MineState, emit: Emit | None) -> None:
        if table.could_act and not table.acted:
            table.declined = with_card(table.declined, table.turn)
        table.stale += 1
        following = table.turn + 1
        if following == self.seats:
            following = 0
        if table.closing and following == table.first:
            self._end(table, REACHED, emit)
        elif table.declined == first_cards(self.seats):  # MC-G24
            self._end(table, DECLINED, emit)
        elif table.stale >= self.stale_turns:  # MC-G33
            self._end(table, STALE, emit)
        else:
            if tells(emit) and self.stale_turns - table.stale == LAST_ROUNDS * self.seats:
                emit(events.END_NEAR(turns=self.stale_turns - table.stale))
            self._begin_turn(table, following, emit)

    # Mine

    def _mine(self, table: MineState, seat: i64, pile: i64, emit: Emit | None) -> None:
        self._take_action(table)
        table.mined = pile
        kind = table.top(pile)
        if emit is not None and wants(emit, events.MINED, seat, kind):
            emit((events.MINED_TNT if kind == TNT else events.MINED)(seat=seat, pile=pile + 1, card=self.keys[kind]))
        self.effects.uncover(table, pile, emit)
        if kind == TNT:  # MC-20
            self.effects.light_fuse(table, pile, emit)
        else:  # MC-10; MC-G04: it is there before a Creeper goes off
            table.players[seat].stock.add(kind)
            self.effects.look_for_creepers(table, emit)

    # Craft

    def can_pay(self, player: MinePlayer, item: i64) -> bool:
        """Has the player enough for a Craft Card, Wilds and Axes included?"""
        return covers(self.purse_for(player, item), self.units_of[item], self.wood_of[item])

    def purse_for(self, player: MinePlayer, item: i64) -> i64:
        """Everything a player could pay with for a Craft Card."""
        return purse_of(player.stock, self.material_of[item], self.units_of[item], count_of(player.ready, AXE))

    def _choose_item(self, table: MineState, seat: i64, item: i64, emit: Emit | None) -> None:
        self._take_action(table)
        table.phase = PAYING
        table.crafting = item
        table.paid = 0
        if tells(emit):
            emit(events.CHOSE(seat=seat, item=self.item_keys[item]))

    def _list_payment(self, table: MineState, player: MinePlayer, out: Moves) -> None:
        item = table.crafting
        offered = self.payments.next_for(item, table.paid, self.purse_for(player, item))  # MC-G12, MC-G13
        sort: i64 = 0
        while sort < SORTS:
            if in_purse(offered, sort) > 0:
                out.add(self.pay_from + kind_of(sort, self.material_of[item]))
            sort += 1

    def paid_cards(self, table: MineState) -> list[str]:
        """What has been offered for the current Craft Card."""
        item = table.crafting
        return [] if item == NONE else payment_keys(table.paid, self.material_of[item], self.keys)

    def _pay(self, table: MineState, seat: i64, kind: i64, emit: Emit | None) -> None:
        item = table.crafting
        table.paid += one(sort_of(kind))
        if emit is not None and wants(emit, events.PAID, seat, kind):
            emit(events.PAID(seat=seat, card=self.keys[kind] if kind < RESOURCE_KINDS else "axe"))
        if covers(table.paid, self.units_of[item], self.wood_of[item]):
            self._craft(table, seat, item, emit)

    def _craft(self, table: MineState, seat: i64, item: i64, emit: Emit | None) -> None:
        player = table.players[seat]
        told = emit is not None and wants(emit, events.CRAFTED, seat, item)
        paid = self.paid_cards(table) if told else []
        self.effects.discard_payment(table, player, self.material_of[item])
        table.crafting = NONE
        table.phase = TURN
        player.crafted = with_card(player.crafted, item)  # MC-16, MC-G18: its tool is ready at once
        player.ready += cards(self.tool_of[item], 1)
        player.points += self.points_of[item]
        table.stale = 0
        if emit is not None and told:
            emit(
                events.CRAFTED(
                    seat=seat,
                    item=self.item_keys[item],
                    points=self.points_of[item],
                    total=player.points,
                    paid=paid,
                    spent=[key for key in paid if key != "axe"],
                    pile=None if has(player.reserved, item) else table.craft_pile(item) + 1,
                )
            )
        if has(player.reserved, item):  # MC-18
            player.reserved = without_card(player.reserved, item)
        else:
            self.effects.lift_craft(table, item, emit)
        if player.points >= self.target and not table.closing:  # MC-03, MC-31
            if tells(emit):
                emit(events.TARGET(seat=seat, points=player.points))
            if self.finish_round:
                table.closing = True
            else:  # MC-G26: at once
                self._end(table, REACHED, emit)

    # Reserve

    def _reserve(self, table: MineState, seat: i64, item: i64, emit: Emit | None) -> None:
        self._take_action(table)
        player = table.players[seat]
        player.reserved = with_card(player.reserved, item)  # MC-07, MC-17
        if emit is not None and wants(emit, events.RESERVED, seat):
            emit(events.RESERVED(seat=seat, item=self.item_keys[item], pile=table.craft_pile(item) + 1))
        self.effects.lift_craft(table, item, emit)

    # The end

    def _end(self, table: MineState, why: i64, emit: Emit | None) -> None:
        table.ended = why
        if tells(emit):
            emit(events.ENDED(reason=events.ENDINGS[why].sentence))

    def outcome(self, table: MineState) -> Outcome | None:
        if table.ended == PLAYING:
            return None
        # MC-31: most points; MC-G24: then most crafted cards, else they share.
        order = [player.points * 100 + count_set(player.crafted) for player in table.players]
        ranks = tuple([1 + sum([other > mine for other in order]) for mine in order])
        return Outcome(ranks, tuple([player.points for player in table.players]), events.ENDINGS[table.ended])

    def longest(self) -> int:
        # MC-G33 limits the turns between two crafted cards, and tools are crafted cards.
        items = len(self.items)
        turns = (items + 1) * self.stale_turns
        creepers = self.box.copies[CREEPER] * self.seats
        action = 1 + max(KEEP_MOST + 1, max([item.units + item.wood for item in self.items])) + creepers
        return turns * (self.turn_actions * action + 1) + items * (1 + action)
