"""Mine & Craft: mine resource cards, craft tools with them, be first to have the points.

The rules in the order of the rulebook: set-up, a turn with its three actions, the end. The marks
(MC-10) are the ids of rules.md. Payments are worked out in payment.py; what the special cards and the tools do
stands in effects.py.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from parlour.core.bags import cards, count_of, count_set, has, only, with_card, without_card
from parlour.core.chance import Chance
from parlour.core.events import Emit
from parlour.core.game import NOBODY, About, Moves, Outcome
from parlour.core.options import Option, first_player
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games.mine_and_craft import position, reasons, scene
from parlour.games.mine_and_craft.effects import KEEP_MOST, RESOURCE_KINDS, Powers
from parlour.games.mine_and_craft.events import (
    CHOSE,
    CRAFTED,
    ENDED,
    ENDINGS,
    LAID_OUT,
    MINED,
    MINED_TNT,
    NEXT_CRAFT,
    PAID,
    PASSED,
    REFILLED,
    RESERVED,
    SHORT_TURN,
    SKIPPED,
    TARGET,
    TURN_BEGINS,
    TURNED,
)
from parlour.games.mine_and_craft.payment import AXES, SORTS, covers, in_purse, kind_of, one, purse_of, sort_of
from parlour.games.mine_and_craft.state import (
    AXE,
    CREEPER,
    DECLINED,
    FLEEING,
    KEEPING,
    NONE,
    PAYING,
    PICK_AXE,
    PLAYING,
    REACHED,
    STALE,
    TNT,
    TURN,
    Player,
    Table,
    copy_table,
    new_table,
)
from parlour.games.mine_and_craft.view import TableView, encode_view, fill_in, look

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
    first_player(),
)


@mypyc_attr(allow_interpreted_subclasses=True)
class MineAndCraft(Powers):
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
                "first_player": "host",
            },
            "all-empty": {"refill": "only_when_all_empty", "reserve_max": 2},
            "no-refill": {"refill": "never", "stale_rounds": 10},
        },
    )

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

        table = new_table(self.seats, piles, craft_piles)
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
            self.remove_creepers(table, place, emit)  # MC-G01
            place += 1
        table.first = self.pick_first(chance)  # MC-G28
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
        return tuple([seat for seat in range(self.seats) if seat == table.turn or self.may_use_tool(table, seat)])

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
                    out.add(self.use_pick_axe)
                self.list_tools(table, seat, out)
            elif not self.tools_own_turn_only:
                self.list_tools(table, seat, out)
        elif seat == self.actor(table):
            if phase == PAYING:
                self._list_payment(table, player, out)
            elif phase == KEEPING:
                self.list_keeps(table, out)
            else:
                self.list_losses(player, out)

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
        item: i64 = 0
        rest = tops | player.reserved
        while rest != 0:
            if rest & 1 != 0 and self.can_pay(player, item):
                out.add(self.craft_from + item)
            rest >>= 1
            item += 1
        if count_set(player.reserved) < self.reserve_max:  # MC-G09
            item = 0
            while tops != 0:  # MC-17, MC-G34: whether it can be paid or not
                if tops & 1 != 0:
                    out.add(self.reserve_from + item)
                tops >>= 1
                item += 1

    def perform(self, table: Table, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
        table.last_seat = seat
        table.last = action
        if action < self.craft_from:
            self._mine(table, seat, action, chance, emit)
        elif action < self.reserve_from:
            self._choose_item(table, seat, action - self.craft_from, emit)
        elif action < self.pay_from:
            self._reserve(table, seat, action - self.reserve_from, chance, emit)
        elif action < self.keep_from:
            self._pay(table, seat, action - self.pay_from, chance, emit)
        elif action < self.give_from:
            self.keep(table, seat, action - self.keep_from, chance, emit)
        elif action < self.end_turn:
            self.give_up(table, seat, action - self.give_from, chance, emit)
        elif action == self.end_turn:
            if emit is not None:
                emit(PASSED(seat=seat, unused=table.actions))
            self._end_turn(table, emit)
        else:
            self.use_tool(table, seat, action, chance, emit)

    def _begin_turn(self, table: Table, seat: i64, emit: Emit | None) -> None:
        player = table.players[seat]
        lost = player.shovelled
        player.shovelled = 0
        table.turn = seat
        table.actions = self.turn_actions - lost if lost < self.turn_actions else 0  # MC-08, MC-G17
        table.could_act = table.actions > 0
        table.acted = False
        if emit is not None:
            emit((SHORT_TURN if lost > 0 else TURN_BEGINS)(seat=seat, actions=table.actions))
        if table.actions == 0 and not self.has_free_tool(player):
            if emit is not None:
                emit(SKIPPED(seat=seat))
            self._end_turn(table, emit)

    def _take_action(self, table: Table) -> None:
        table.actions -= 1
        table.acted = True
        table.declined = 0

    def settle(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        """What follows every action and every tool: empty piles are refilled, and a turn may be over."""
        table.phase = TURN
        if table.discard.size > 0 and table.ended == PLAYING:
            self._refill(table, chance, emit)
        if table.actions == 0 and table.ended == PLAYING and not self.has_free_tool(table.players[table.turn]):
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
            emit((MINED_TNT if kind == TNT else MINED)(seat=seat, pile=pile + 1, card=self.keys[kind]))
        self.uncover(table, pile, emit)
        if kind == TNT:  # MC-20
            self.light_fuse(table, pile, chance, emit)
        else:  # MC-10; MC-G04: it is there before a Creeper goes off
            table.players[seat].stock.add(kind)
            self.look_for_creepers(table, chance, emit)

    def _refill(self, table: Table, chance: Chance, emit: Emit | None) -> None:
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
                if self.refill_all_at_once:  # laid out again as evenly as may be
                    count = (left + empty - 1) // empty
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
                self.remove_creepers(table, pile, emit)  # MC-G03
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
        paid = self.paid_cards(table) if emit is not None else []
        sort: i64 = 0
        while sort < AXES:  # MC-06, MC-13; MC-15: no change is given
            for _ in range(in_purse(table.paid, sort)):
                kind = kind_of(sort, material)
                player.stock.remove(kind)
                table.throw(kind)
            sort += 1
        for _ in range(in_purse(table.paid, AXES)):  # MC-29
            self.spend_tool(player, AXE)
        table.crafting = NONE
        table.paid = 0
        player.crafted = with_card(player.crafted, item)  # MC-16, MC-G18: its tool is ready at once
        player.ready += cards(self.tool_of[item], 1)
        player.points += self.points_of[item]
        table.stale = 0
        if emit is not None:
            emit(
                CRAFTED(
                    seat=seat,
                    item=self.item_keys[item],
                    points=self.points_of[item],
                    total=player.points,
                    paid=paid,
                    spent=[key for key in paid if key != "axe"],
                    pile=None if has(player.reserved, item) else self._craft_pile(table, item) + 1,
                )
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
        self.settle(table, chance, emit)

    def _lift_craft(self, table: Table, item: i64, emit: Emit | None) -> None:
        """Take a Craft Card off its pile; MC-G11: an empty craft pile stays empty."""
        pile = self._craft_pile(table, item)
        depth = table.craft_depth(pile)
        table.set_craft_depth(pile, depth - 1)
        if depth > 1 and emit is not None:
            emit(NEXT_CRAFT(pile=pile + 1, item=self.item_keys[table.crafts[pile][depth - 2]]))

    def _craft_pile(self, table: Table, item: i64) -> i64:
        """The craft pile on which the item lies on top."""
        pile: i64 = 0
        while True:
            depth = table.craft_depth(pile)
            if depth > 0 and table.crafts[pile][depth - 1] == item:
                return pile
            pile += 1

    # Reserve

    def _reserve(self, table: Table, seat: i64, item: i64, chance: Chance, emit: Emit | None) -> None:
        self._take_action(table)
        player = table.players[seat]
        player.reserved = with_card(player.reserved, item)  # MC-07, MC-17
        if emit is not None:
            emit(RESERVED(seat=seat, item=self.item_keys[item], pile=self._craft_pile(table, item) + 1))
        self._lift_craft(table, item, emit)
        self.settle(table, chance, emit)

    # The end

    def _end(self, table: Table, why: i64, emit: Emit | None) -> None:
        table.ended = why
        if emit is not None:
            emit(ENDED(reason=ENDINGS[why].sentence))

    def outcome(self, table: Table) -> Outcome | None:
        if table.ended == PLAYING:
            return None
        # MC-31: most points; MC-G24: then most crafted cards, else they share.
        order = [player.points * 100 + count_set(player.crafted) for player in table.players]
        ranks = tuple([1 + sum([other > mine for other in order]) for mine in order])
        return Outcome(ranks, tuple([player.points for player in table.players]), ENDINGS[table.ended])

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
        return TableView(
            self.header(table, seat),
            look(table),
            [table.top(pile) if table.depth(pile) > 0 else NONE for pile in range(self.pile_count)],
            self.craft_tops(table),
            self.keys,
            self.item_keys,
        )

    def craft_tops(self, table: Table) -> list[int]:
        """The Craft Cards on top of the piles."""
        tops: list[int] = []
        for pile in range(self.craft_piles):
            depth = table.craft_depth(pile)
            tops.append(table.crafts[pile][depth - 1] if depth > 0 else NONE)
        return tops

    def determinise(self, view: TableView, rng: Rng) -> Table:
        return fill_in(view, self.whole_bag, len(self.items), rng)

    def encode(self, view: TableView) -> dict[str, list[float]]:
        return encode_view(view, len(self.items), len(self.whole_deck), self.target, self.turn_actions)

    def scene(self, view: TableView, names: Sequence[str]) -> Scene:
        return scene.draw(self, view, names)

    def dump(self, table: Table) -> dict[str, object]:
        return position.dump(table, self)

    def load(self, data: Mapping[str, object]) -> Table:
        return position.load(data, self)

    def census(self, table: Table) -> dict[str, int]:
        return position.census(table, self)

    def why_not(self, table: Table, seat: int, action: int) -> str:
        if 0 <= action < len(self.actions) and seat in self.may_act(table):
            reason = reasons.why_not(self, table, seat, action)
            if reason:
                return reason
        return super().why_not(table, seat, action)

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
