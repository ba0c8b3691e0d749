"""A sensible Mine & Craft player's preferences: craft what it can, mine for the best card in reach."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import count_of, lowest, without_card
from parlour.core.game import Moves
from parlour.core.policy import Policy
from parlour.games.mine_and_craft.payment import AXE_WOOD, worth_of
from parlour.games.mine_and_craft.resources import GROUPS, RESOURCE_KINDS, TNT, WILD
from parlour.games.mine_and_craft.rules import MineRules
from parlour.games.mine_and_craft.state import AXE, MinePlayer, MineState

RARITY: Final = (1.0, 1.6, 1.7, 1.8, 2.0, 2.4)  # wood to diamond, then wild
SIZE: Final = (1.0, 1.5, 1.9)  # a high card may be more than is needed
POOR: Final = 0.3  # if no pile has anything better, use a Hoe
TEMPTING: Final = 2.0  # a card worth this much to a rival nearly completes something valuable


@final
class MinePolicy(Policy[MineState]):
    """Rates actions by what each material is worth to the seat now. It uses only public information."""

    def __init__(self, game: MineRules) -> None:
        self.game = game
        self.rarity: vec[float] = vec[float]([RARITY[group] for group in range(GROUPS)])
        self.size: vec[float] = vec[float]([SIZE[value] for value in range(3)])
        self.plan: vec[float] = vec[float]([0.0] * GROUPS)  # what a unit of each material is worth to the seat

    def ties_are_equal(self) -> bool:
        return True

    def rate(self, state: MineState, seat: i64, moves: Moves) -> None:
        self._make_plan(state, state.players[seat])
        i: i64 = 0
        while i < moves.count:
            moves.ratings[i] = self._liking(state, seat, moves.ids[i])
            i += 1

    # What is worth having

    def _make_plan(self, table: MineState, me: MinePlayer) -> None:
        group: i64 = 0
        while group < GROUPS:
            self.plan[group] = 0.15 * self.rarity[group]
            group += 1
        pile: i64 = 0
        while pile < self.game.craft_piles:
            if table.craft_depth(pile) > 0:
                self._plan_for(me, table.craft_top(pile))
            pile += 1
        reserved = me.reserved
        while reserved != 0:
            item = lowest(reserved)
            reserved = without_card(reserved, item)
            self._plan_for(me, item)

    def _plan_for(self, me: MinePlayer, item: i64) -> None:
        """The closer to completion and the more valuable a Craft Card, the more its missing materials are worth."""
        game, plan = self.game, self.plan
        units = self._missing_units(me, item)
        wood = self._missing_wood(me, item)
        short = units + wood - worth_of(me.stock.wilds())
        if short <= 0:
            return
        gain = float(game.points_of[item]) / float(short) ** 1.5
        material = game.material_of[item]
        if units > 0 and gain > plan[material]:
            plan[material] = gain
        if wood > 0 and 0.9 * gain > plan[0]:
            plan[0] = 0.9 * gain
        if gain > plan[WILD]:
            plan[WILD] = gain

    def _missing_units(self, me: MinePlayer, item: i64) -> i64:
        units = self.game.units_of[item]
        if units == 0:
            return 0
        units -= worth_of(me.stock.of_material(self.game.material_of[item]))
        return units if units > 0 else 0

    def _missing_wood(self, me: MinePlayer, item: i64) -> i64:
        wood = self.game.wood_of[item] - worth_of(me.stock.of_material(0)) - AXE_WOOD * count_of(me.ready, AXE)
        return wood if wood > 0 else 0

    def _worth(self, kind: i64) -> float:
        """What a resource card is worth to the seat."""
        if kind >= RESOURCE_KINDS:
            return 0.0
        group = kind // 3
        return self.plan[group] * self.size[kind % 3] + 0.03 * self.rarity[group] * float(kind % 3 + 1)

    def _hoard(self, kind: i64) -> float:
        """The value of keeping a card, independent of the plan."""
        return self.rarity[kind // 3] * float(kind % 3 + 1)

    # Actions

    def _liking(self, table: MineState, seat: i64, action: i64) -> float:
        game = self.game
        me = table.players[seat]
        if action < game.craft_from:
            return 3.0 * self._mine(table, action)
        if action < game.reserve_from:
            return 20.0 + float(game.points_of[action - game.craft_from])
        if action < game.pay_from:
            return self._reserve(me, action - game.reserve_from)
        if action < game.keep_from:
            return self._pay(action - game.pay_from)
        if action < game.give_from:
            kind = action - game.keep_from
            return 3.0 * self._worth(kind) if kind < RESOURCE_KINDS else -3.0
        if action < game.end_turn:
            kind = action - game.give_from
            return -self._hoard(kind) if kind < RESOURCE_KINDS else -1.4
        return self._tool(table, seat, me, action)

    def _mine(self, table: MineState, pile: i64) -> float:
        top = table.top(pile)
        if top != TNT:
            return self._worth(top)
        best = 0.0
        second = 0.0
        other: i64 = 0
        while other < self.game.pile_count:  # TNT: the two best of the other piles' tops
            if other != pile and table.depth(other) > 0:
                worth = self._worth(table.top(other))
                if worth > best:
                    second = best
                    best = worth
                elif worth > second:
                    second = worth
            other += 1
        return best + second

    def _reserve(self, me: MinePlayer, item: i64) -> float:
        """A valuable card that is nearly affordable is worth reserving."""
        short = self._missing_units(me, item) + self._missing_wood(me, item) - worth_of(me.stock.wilds())
        points = self.game.points_of[item]
        return 0.75 * float(points) if points >= 4 and 1 <= short <= 2 else -3.0

    def _pay(self, kind: i64) -> float:
        """Spend what is left over first, Wilds and Axes last."""
        if kind >= RESOURCE_KINDS:
            return -1.5
        return -self._hoard(kind) if kind // 3 == WILD else 0.1 * float(kind % 3)

    def _tool(self, table: MineState, seat: i64, me: MinePlayer, action: i64) -> float:
        game = self.game
        if action == game.end_turn:
            return -6.0
        if action == game.use_pick_axe:  # a Pick Axe brings more actions: best when the others are used up
            return 15.0 if table.actions == 0 else -3.0
        if action == game.use_hoe:
            if seat != table.turn:
                return self._spoil(table, me)
            return 5.0 if table.actions > 0 and self._poor(table) else -9.0
        rival = table.players[action - game.shovel_from]
        return 10.0 + float(rival.points) if self._dangerous(rival, me) else -9.0

    def _dangerous(self, rival: MinePlayer, me: MinePlayer) -> bool:
        """Is a rival about to win?"""
        return rival.points * 2 >= self.game.target and rival.points >= me.points

    def _spoil(self, table: MineState, me: MinePlayer) -> float:
        """A Hoe in a dangerous rival's turn: good when it takes away what the rival needs and we do not."""
        rival = table.players[table.turn]
        if table.actions == 0 or not self._dangerous(rival, me):
            return -9.0
        mine = self._best_top(table)
        self._make_plan(table, rival)
        theirs = self._best_top(table)
        self._make_plan(table, me)
        return 3.0 if theirs >= TEMPTING and theirs > mine else -9.0

    def _best_top(self, table: MineState) -> float:
        """The value of the best card to mine."""
        best = 0.0
        pile: i64 = 0
        while pile < self.game.pile_count:
            if table.depth(pile) > 0 and self._worth(table.top(pile)) > best:
                best = self._worth(table.top(pile))
            pile += 1
        return best

    def _poor(self, table: MineState) -> bool:
        return self._best_top(table) < POOR
