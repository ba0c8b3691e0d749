"""What lies on a Mine & Craft table: plain data, packed so that a copy is cheap.

Resource cards are kinds (see resources.py). Craft Cards are all different: they are numbered, and held as sets.
"""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64

from parlour.core.bags import cards, count_of, has, with_card, without_card
from parlour.core.copying import taken_apart
from parlour.core.errors import quoted
from parlour.core.fields import CardField, Flag, Kinds, Number, Seat, Seats, Set, Word
from parlour.core.game import State, TableView
from parlour.core.positions import Reader
from parlour.core.schema import HIDDEN, Each, Schema
from parlour.games.mine_and_craft.box import Box
from parlour.games.mine_and_craft.fields import (
    Crafted,
    Crafting,
    DiscardPile,
    LastAction,
    LeftOver,
    Paid,
    Periods,
    Stock,
    Tray,
    hidden_bag,
)
from parlour.games.mine_and_craft.resources import NONE, DiscardPeriod, ResourceBag, join_periods, new_period

HOE: Final = 0
SHOVEL: Final = 1
SWORD: Final = 2
AXE: Final = 3
PICK_AXE: Final = 4

# What the game waits for.
TURN: Final = 0  # the active player's next action or tool
PAYING: Final = 1  # the next card of a payment
KEEPING: Final = 2  # a card to keep from a TNT
FLEEING: Final = 3  # a card discarded because of a Creeper
PHASES: Final = ("turn", "paying", "keeping", "fleeing")

# How it ended.
PLAYING: Final = 0
REACHED: Final = 1
DECLINED: Final = 2
STALE: Final = 3
ENDED_WORDS: Final = ("playing", "target reached", "all declined", "nothing crafted")

KEEP_MOST: Final = 2  # MC-21
LAST_ROUNDS: Final = 2  # before the game ends because nothing is crafted, when players are warned
MOST_IN_A_PILE: Final = 255
MOST_IN_A_CRAFT_PILE: Final = 7


@final
class MinePlayer:
    """What lies in front of one player, all of it open (MC-G29)."""

    def __init__(self, stock: ResourceBag) -> None:
        self.stock = stock
        self.crafted: i64 = 0  # the set of crafted cards ...
        self.used: i64 = 0  # ... and of those whose tool is used up
        self.ready: i64 = 0  # the bag of tools that can still be used
        self.reserved: i64 = 0  # the set of cards in the holder
        self.points: i64 = 0
        self.shovelled: i64 = 0  # actions lost in the next turn

    def __reduce__(self) -> tuple[object, ...]:
        return taken_apart(self, self.stock)


@final
class MineState(State):
    """The whole table."""

    def __init__(
        self,
        players: list[MinePlayer],
        piles: list[list[int]],
        crafts: list[list[int]],
        discard: ResourceBag,
        periods: list[DiscardPeriod],
    ) -> None:
        self.players = players
        self.piles = piles  # never changed, only replaced by a refill: clones share them
        self.depths: i64 = 0  # how many cards each pile still has, eight bits a pile ...
        self.top_kinds: i64 = 0  # ... and its top card, five bits a pile: a view has these but no piles
        self.refilled: i64 = 0  # the set of piles that hold hidden cards dealt out of the discard pile
        self.crafts = crafts  # as dealt, never changed: clones share them
        self.craft_depths: i64 = 0  # how many cards each craft pile still has: a core bag ...
        self.top_items: i64 = 0  # ... and its top card, six bits a pile
        self.left_over: i64 = 0  # the set of Craft Cards that are not in the game
        self.discard = discard
        self.periods = periods  # what everybody knows of the discard pile
        self.first: i64 = 0
        self.turn: i64 = 0
        self.actions: i64 = 0  # actions left in this turn
        self.could_act: bool = True  # has the active player had an action this turn ...
        self.acted: bool = False  # ... and taken one?
        self.declined: i64 = 0  # the set of players who took no action since anybody did
        self.stale: i64 = 0  # turns since a card was crafted
        self.phase: i64 = TURN
        self.crafting: i64 = NONE  # the Craft Card being paid
        self.paid: i64 = 0  # what is offered for it: see payment.py
        self.tray: i64 = 0  # the cards a TNT blew loose, with it: a core bag
        self.kept: i64 = 0
        self.mined: i64 = NONE  # the pile that was mined in this action
        self.creeper: i64 = NONE  # the pile whose Creeper explodes
        self.asked: i64 = 0  # players who have already answered it
        self.closing: bool = False  # the target is reached and the round is played out
        self.ended: i64 = PLAYING
        self.last_seat: i64 = NONE  # who did what last: everybody saw it
        self.last: i64 = NONE

    def __reduce__(self) -> tuple[object, ...]:
        return taken_apart(self, [], [], [], self.discard, [])

    def depth(self, pile: i64) -> i64:
        """How many cards a resource pile has."""
        return (self.depths >> (pile * 8)) & 255

    def top(self, pile: i64) -> i64:
        """The top card of a pile that is not empty."""
        return (self.top_kinds >> (pile * 5)) & 31

    def set_depth(self, pile: i64, depth: i64) -> None:
        """Set how many cards a resource pile has."""
        self.depths += (depth - self.depth(pile)) << (pile * 8)
        top: i64 = self.piles[pile][depth - 1] if depth > 0 else 0
        self.top_kinds += (top - self.top(pile)) << (pile * 5)

    def craft_depth(self, pile: i64) -> i64:
        """How many cards a craft pile has."""
        return count_of(self.craft_depths, pile)

    def craft_top(self, pile: i64) -> i64:
        """The top card of a craft pile that is not empty."""
        return (self.top_items >> (pile * 6)) & 63

    def set_craft_depth(self, pile: i64, depth: i64) -> None:
        """Set how many cards a craft pile has."""
        self.craft_depths += cards(pile, depth - self.craft_depth(pile))
        top: i64 = self.crafts[pile][depth - 1] if depth > 0 else 0
        self.top_items += (top - self.craft_top(pile)) << (pile * 6)

    def tops(self, piles: i64) -> list[int]:
        """The top card of each resource pile, NONE for an empty one."""
        return [self.top(pile) if self.depth(pile) > 0 else NONE for pile in range(piles)]

    def craft_tops(self, piles: i64) -> list[int]:
        """The top card of each craft pile, NONE for an empty one."""
        return [self.craft_top(pile) if self.craft_depth(pile) > 0 else NONE for pile in range(piles)]

    def craft_pile(self, item: i64) -> i64:
        """The craft pile on which a Craft Card lies on top."""
        pile: i64 = 0
        while self.craft_depth(pile) == 0 or self.craft_top(pile) != item:
            pile += 1
        return pile

    # What everybody knows of the discard pile

    def throw(self, kind: i64) -> None:
        """Put a card everybody has seen into the discard pile."""
        self.discard.add(kind)
        self.periods[-1].added.add(kind)

    def deal(self, pile: i64, dealt: list[int]) -> None:
        """Make cards out of the discard pile a new pile."""
        for kind in dealt:
            self.discard.remove(kind)
        self.piles = self.piles.copy()  # clones may share the old list
        self.piles[pile] = dealt
        self.set_depth(pile, len(dealt))
        self.refilled = with_card(self.refilled, pile)
        self.periods[-1].pile = pile
        self.periods.append(new_period())

    def come_to_light(self, pile: i64) -> None:
        """Note that everybody now sees the top card of a refilled pile."""
        if not has(self.refilled, pile):
            return
        i: i64 = 0
        while self.periods[i].pile != pile:
            i += 1
        kind = self.top(pile)
        period = self.periods[i]
        if period.added.count(kind) > 0:
            period.added.remove(kind)
        else:
            period.owed.add(kind)
        if self.depth(pile) == 1:  # nothing hidden is left in it
            self.refilled = without_card(self.refilled, pile)
            join_periods(period, self.periods[i + 1])
            del self.periods[i]


MineView = TableView[MineState]


def new_table(seats: i64, piles: list[list[int]], crafts: list[list[int]]) -> MineState:
    """An empty table."""
    players = [MinePlayer(ResourceBag()) for _ in range(seats)]
    table = MineState(players, piles, crafts, ResourceBag(), [new_period()])
    for pile, row in enumerate(piles):
        table.set_depth(pile, len(row))
    for pile, row in enumerate(crafts):
        table.set_craft_depth(pile, len(row))
    return table


def copy_player(player: MinePlayer) -> MinePlayer:
    """An independent copy."""
    twin = MinePlayer(player.stock.copy())
    twin.crafted = player.crafted
    twin.used = player.used
    twin.ready = player.ready
    twin.reserved = player.reserved
    twin.points = player.points
    twin.shovelled = player.shovelled
    return twin


def copy_table(table: MineState) -> MineState:
    """An independent copy; the dealt piles are shared because they never change."""
    twin = MineState(
        [copy_player(player) for player in table.players],
        table.piles,
        table.crafts,
        table.discard.copy(),
        [period.copy() for period in table.periods],
    )
    twin.depths = table.depths
    twin.top_kinds = table.top_kinds
    twin.refilled = table.refilled
    twin.craft_depths = table.craft_depths
    twin.top_items = table.top_items
    twin.left_over = table.left_over
    twin.first = table.first
    twin.turn = table.turn
    twin.actions = table.actions
    twin.could_act = table.could_act
    twin.acted = table.acted
    twin.declined = table.declined
    twin.stale = table.stale
    twin.phase = table.phase
    twin.crafting = table.crafting
    twin.paid = table.paid
    twin.tray = table.tray
    twin.kept = table.kept
    twin.mined = table.mined
    twin.creeper = table.creeper
    twin.asked = table.asked
    twin.closing = table.closing
    twin.ended = table.ended
    twin.last_seat = table.last_seat
    twin.last = table.last
    return twin


def redact_table(table: MineState) -> MineState:
    """The same as `Schema.hide` on a copy, several times as fast. All seats see the same (MC-G29)."""
    seen = copy_table(table)
    seen.piles = []
    seen.crafts = []
    seen.left_over = 0
    seen.discard = hidden_bag(table.discard)
    return seen


class ResourcePiles(CardField):
    """The resource piles, bottom to top. Only their top cards are seen (MC-G30)."""

    def __init__(self, name: str, kinds: Kinds, piles: int, most: int) -> None:
        super().__init__(name, kinds, seen_by=HIDDEN)
        self.piles = piles
        self.most = most

    def rows(self, table: MineState) -> list[list[int]]:
        """The cards that are left in each pile."""
        return [table.piles[pile][: table.depth(pile)] for pile in range(self.piles)]

    def put(self, table: MineState, rows: list[list[int]]) -> None:
        """Replace the piles."""
        table.piles = rows
        for pile, row in enumerate(rows):
            table.set_depth(pile, len(row))

    def cards(self, holder: object) -> list[int]:
        assert isinstance(holder, MineState)
        return [card for row in self.rows(holder) for card in row]

    def write(self, holder: object) -> object:
        assert isinstance(holder, MineState)
        return [self.kinds.names(row) for row in self.rows(holder)]

    def read(self, holder: object, read: Reader) -> None:
        assert isinstance(holder, MineState)
        given = read.data.get(self.name, [])
        if not isinstance(given, list) or len(given) > self.piles or not all(isinstance(row, list) for row in given):
            raise read.wrong(self.name, f"must be a list of at most {self.piles} piles, not {quoted(given)}")
        if any(len(row) > self.most for row in given):
            raise read.wrong(self.name, f"has a pile with too many cards; at most {self.most} fit")
        found = read.among(self.kinds.keys)
        rows = [[found.kind(key, self.name) for key in row] for row in given]
        self.put(holder, rows + [[] for _ in range(self.piles - len(rows))])

    def hide(self, holder: object) -> None:
        assert isinstance(holder, MineState)
        holder.piles = []

    def facts(self, holder: object, out: dict[str, object]) -> None:
        assert isinstance(holder, MineState)
        out[self.name] = [self.fact(top, holder.depth(pile)) for pile, top in enumerate(holder.tops(self.piles))]

    def fact(self, top: i64, depth: i64) -> dict[str, object]:
        """What is seen of one pile."""
        return {"top": "" if top == NONE else self.kinds.keys[top], "cards": depth}


@final
class CraftPiles(ResourcePiles):
    """The same for the craft piles."""

    def rows(self, table: MineState) -> list[list[int]]:
        return [table.crafts[pile][: table.craft_depth(pile)] for pile in range(self.piles)]

    def put(self, table: MineState, rows: list[list[int]]) -> None:
        table.crafts = rows
        for pile, row in enumerate(rows):
            table.set_craft_depth(pile, len(row))

    def hide(self, holder: object) -> None:
        assert isinstance(holder, MineState)
        holder.crafts = []

    def facts(self, holder: object, out: dict[str, object]) -> None:
        assert isinstance(holder, MineState)
        tops = holder.craft_tops(self.piles)
        out[self.name] = [self.fact(top, holder.craft_depth(pile)) for pile, top in enumerate(tops)]


def declare(
    seats: int, box: Box, pile_count: int, craft_piles: int, turn_actions: int, texts: Sequence[str]
) -> Schema[MineState]:
    """The fields of the state: what they are called and who may see them. `texts` are those of all actions."""
    deck = Kinds(box.keys, box.copies)
    items = Kinds([item.key for item in box.items])

    def blank() -> MineState:
        return new_table(seats, [[] for _ in range(pile_count)], [[] for _ in range(craft_piles)])

    return Schema(
        blank,
        Seat("turn", seats),
        Seat("first", seats),
        Number("actions", high=99, default=turn_actions),
        Flag("could_act"),
        Flag("acted"),
        Seats("declined", seats),
        Number("stale"),
        Flag("closing"),
        Word("ended", ENDED_WORDS),
        Word("phase", PHASES),
        ResourcePiles("piles", deck, pile_count, MOST_IN_A_PILE),
        CraftPiles("craft_piles", items, craft_piles, MOST_IN_A_CRAFT_PILE),
        LeftOver("left_over", items),
        DiscardPile("discard", deck),
        Periods("known", deck, pile_count),
        Crafting("crafting", items),
        Paid("paid", deck, [item.material for item in box.items]),
        Tray("tray", deck, pile_count),
        Number("kept", high=KEEP_MOST),
        Number("mined", low=NONE, high=pile_count - 1, offset=1),
        Number("creeper", low=NONE, high=pile_count - 1, offset=1),
        Number("asked", high=seats - 1),
        LastAction("last", texts),
        Number("last_by", "last_seat", low=NONE, high=seats - 1, offset=1),
        Each(
            "players",
            seats,
            Stock("stock", deck),
            Crafted("crafted", items),
            Set("used", items, counts=False),
            Set("reserved", items),
            Number("shovelled", high=turn_actions),
        ),
    )
