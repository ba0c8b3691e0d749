"""What lies on a Mine & Craft table: plain data, packed so that a copy is cheap.

Resource cards are kinds: three values of each material in the order wood, stone, iron, gold, diamond, wild,
then Creeper and TNT. Craft Cards are all different: they are numbered, and held as sets.
"""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.bags import has, only, with_card, without_card
from parlour.core.game import State

VALUES: Final = (1, 2, 3)
GROUPS: Final = 6  # the five materials and wild
WILD: Final = 5
CREEPER: Final = 18
TNT: Final = 19
KINDS: Final = 20

HOE: Final = 0
SHOVEL: Final = 1
SWORD: Final = 2
AXE: Final = 3
PICK_AXE: Final = 4

# What the game waits for.
TURN: Final = 0  # the active player's next step
PAYING: Final = 1  # the next card of a payment
KEEPING: Final = 2  # a card to keep from a TNT
FLEEING: Final = 3  # a card discarded because of a Creeper

# How it ended.
PLAYING: Final = 0
REACHED: Final = 1
DECLINED: Final = 2
STALE: Final = 3

NONE: Final = -1
MOST_IN_A_PILE: Final = 255


@final
class Bag:
    """Resource cards, counted by kind: up to 15 of each."""

    def __init__(self) -> None:
        self.materials: i64 = 0  # the five materials, three values each, four bits a kind
        self.others: i64 = 0  # Wild 1 to 3, Creeper, TNT
        self.size: i64 = 0

    def count(self, kind: i64) -> i64:
        """How many cards of a kind."""
        if kind < 15:
            return (self.materials >> (kind * 4)) & 15
        return (self.others >> (kind * 4 - 60)) & 15

    def add(self, kind: i64) -> None:
        """Put one card in."""
        if kind < 15:
            self.materials += only(kind * 4)
        else:
            self.others += only(kind * 4 - 60)
        self.size += 1

    def remove(self, kind: i64) -> None:
        """Take one card out."""
        if kind < 15:
            self.materials -= only(kind * 4)
        else:
            self.others -= only(kind * 4 - 60)
        self.size -= 1

    def put_in(self, other: "Bag") -> None:
        """Add all cards of another bag."""
        self.materials += other.materials
        self.others += other.others
        self.size += other.size

    def leave_out(self, other: "Bag") -> None:
        """Take all cards of another bag out; in the end there must be enough of each kind."""
        self.materials -= other.materials
        self.others -= other.others
        self.size -= other.size

    def of_material(self, material: i64) -> i64:
        """The three values of a material, four bits each."""
        return (self.materials >> (material * 12)) & 4095

    def wilds(self) -> i64:
        """The three values of Wild cards, four bits each."""
        return self.others & 4095

    def cards(self) -> list[int]:
        """The cards in order of kind."""
        found: list[int] = []
        kind: i64 = 0
        rest = self.materials
        while kind < KINDS:
            if kind == 15:
                rest = self.others
            for _ in range(rest & 15):
                found.append(kind)
            rest >>= 4
            kind += 1
        return found

    def copy(self) -> "Bag":
        """A bag of its own."""
        twin = Bag()
        twin.materials = self.materials
        twin.others = self.others
        twin.size = self.size
        return twin


@final
class Stage:
    """What all know of the discard pile between two refills, or since the last one.

    A refill takes cards at random out of the discard pile, so from then on nobody knows what lies in the new
    pile and what was left. `added` are cards everybody saw going into the discard pile in this stage and not
    yet come to light again; `owed` are cards that came to light and must have been there before this stage.
    The stage ends with the hidden cards of `pile` being taken out; the last stage has not ended.
    """

    def __init__(self, added: Bag, owed: Bag) -> None:
        self.added = added
        self.owed = owed
        self.pile: i64 = NONE

    def copy(self) -> "Stage":
        """A stage of its own."""
        twin = Stage(self.added.copy(), self.owed.copy())
        twin.pile = self.pile
        return twin


@final
class Player:
    """What lies in front of one player, all of it open (MC-G29)."""

    def __init__(self, stock: Bag) -> None:
        self.stock = stock
        self.crafted: i64 = 0  # the set of crafted cards ...
        self.used: i64 = 0  # ... and of those whose tool is used up
        self.ready: i64 = 0  # the bag of tools that can still be used
        self.reserved: i64 = 0  # the set of cards in the holder
        self.points: i64 = 0
        self.shovelled: i64 = 0  # actions lost in the next turn


@final
class Table(State):
    """The whole table."""

    def __init__(
        self,
        players: list[Player],
        piles: list[list[int]],
        crafts: list[list[int]],
        discard: Bag,
        stages: list[Stage],
    ) -> None:
        self.players = players
        self.piles = piles  # never changed, only replaced by a refill: clones share them
        self.depths: i64 = 0  # how many cards each pile still has, eight bits a pile
        self.refilled: i64 = 0  # the set of piles that hold hidden cards dealt out of the discard pile
        self.crafts = crafts  # as dealt, never changed; cards left over last
        self.craft_depths: i64 = 0
        self.discard = discard
        self.stages = stages
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

    def depth(self, pile: i64) -> i64:
        """How many cards a resource pile has."""
        return (self.depths >> (pile * 8)) & 255

    def top(self, pile: i64) -> i64:
        """The top card of a pile that is not empty."""
        return self.piles[pile][self.depth(pile) - 1]

    def set_depth(self, pile: i64, depth: i64) -> None:
        """Say how many cards a resource pile has."""
        self.depths += (depth - self.depth(pile)) << (pile * 8)

    def craft_depth(self, pile: i64) -> i64:
        """How many cards a craft pile has."""
        return (self.craft_depths >> (pile * 3)) & 7

    def set_craft_depth(self, pile: i64, depth: i64) -> None:
        """Say how many cards a craft pile has."""
        self.craft_depths += (depth - self.craft_depth(pile)) << (pile * 3)

    # What everybody knows of the discard pile

    def throw(self, kind: i64) -> None:
        """Put a card everybody has seen into the discard pile."""
        self.discard.add(kind)
        self.stages[-1].added.add(kind)

    def deal(self, pile: i64, cards: list[int]) -> None:
        """Make cards out of the discard pile a new pile."""
        for kind in cards:
            self.discard.remove(kind)
        self.piles = self.piles.copy()  # clones may share the old list
        self.piles[pile] = cards
        self.set_depth(pile, len(cards))
        self.refilled = with_card(self.refilled, pile)
        self.stages[-1].pile = pile
        self.stages.append(Stage(Bag(), Bag()))

    def come_to_light(self, pile: i64) -> None:
        """Note that everybody now sees the top card of a refilled pile."""
        if not has(self.refilled, pile):
            return
        i: i64 = 0
        while self.stages[i].pile != pile:
            i += 1
        kind = self.top(pile)
        stage = self.stages[i]
        if stage.added.count(kind) > 0:
            stage.added.remove(kind)
        else:
            stage.owed.add(kind)
        if self.depth(pile) == 1:  # nothing hidden is left in it
            self.refilled = without_card(self.refilled, pile)
            join_stages(stage, self.stages[i + 1])
            del self.stages[i]


def join_stages(early: Stage, late: Stage) -> None:
    """Make two stages with nothing hidden between them one: the late one."""
    kind: i64 = 0
    while kind < KINDS:
        both = early.added.count(kind)
        owed = late.owed.count(kind)
        if owed < both:
            both = owed
        for _ in range(both):  # what the late stage owes was added in the early one
            early.added.remove(kind)
            late.owed.remove(kind)
        kind += 1
    late.added.put_in(early.added)
    late.owed.put_in(early.owed)


def new_table(seats: i64, piles: list[list[int]], crafts: list[list[int]]) -> Table:
    """A table on which nobody has anything yet."""
    return Table([Player(Bag()) for _ in range(seats)], piles, crafts, Bag(), [Stage(Bag(), Bag())])


def copy_player(player: Player) -> Player:
    """A player of its own."""
    twin = Player(player.stock.copy())
    twin.crafted = player.crafted
    twin.used = player.used
    twin.ready = player.ready
    twin.reserved = player.reserved
    twin.points = player.points
    twin.shovelled = player.shovelled
    return twin


def copy_table(table: Table) -> Table:
    """A table of its own; the dealt piles are shared because they never change."""
    twin = Table(
        [copy_player(player) for player in table.players],
        table.piles,
        table.crafts,
        table.discard.copy(),
        [stage.copy() for stage in table.stages],
    )
    twin.depths = table.depths
    twin.refilled = table.refilled
    twin.craft_depths = table.craft_depths
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
