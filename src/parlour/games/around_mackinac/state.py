"""What lies on the table around Mackinac Island: plain data, cheap to copy.

Cards are kinds: numbers in the order of the deck. Places of the circle are numbered clockwise from 0.

`bundle` is what everybody can know about the face-down cards. All players see the same cards turned up, and
a turn's cards are shuffled among their own places only, so the places fall into bundles: of each bundle it is
known exactly which cards it holds, and within it every arrangement is equally likely, whatever lies in the
others. Turning a card up takes its place out of its bundle and leaves the rest as evenly mixed as before;
the cards turned up in a turn make a new bundle when they go back. A bundle of one is a card whose place is known.
"""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.game import State

# What the game waits for.
MUST_ROLL: Final = 0  # the first roll of a turn, or a card that forbids stopping
MAY_STOP: Final = 1  # roll again or stop
TARGET: Final = 2  # which of the players tied for the most Fun?
TAKING: Final = 3  # take what the card offers, or leave it (take_optional)
GIFT: Final = 4  # the same for a roll in the gift shop (take_optional)
AGAIN: Final = 5  # another roll in the gift shop?
OVER: Final = 6

PHASES: Final = ("roll", "roll or stop", "target", "take", "gift", "again", "over")


@final
class Table(State):
    """The whole table."""

    def __init__(self, circle: list[int], bundle: list[int], fun: list[int]) -> None:
        self.circle = circle  # the card in each place; replaced, never changed: clones share it
        self.bundle = bundle  # the number of each place's bundle; replaced, never changed
        self.fun = fun  # the Fun Pile of each seat
        self.face_up: i64 = 0  # the set of places turned up this turn ...
        self.up_count: i64 = 0  # ... and how many they are
        self.pawn: i64 = 0  # the place the pawn stands beside; mid-card, the card being carried out
        self.stash: i64 = 0  # Fun gained this turn, not yet safe
        self.center: i64 = 0
        self.removed: i64 = 0  # Fun back in the box
        self.turn: i64 = 0
        self.turns: i64 = 0  # turns finished; also the number of the youngest bundle
        self.closing: bool = False  # the Center has been empty and the round is being finished (equal_turns)
        self.phase: i64 = 0
        self.step: i64 = 0  # the direction of the card that is being carried out
        self.shopper: i64 = 0  # whose roll it is in the gift shop
        self.gift: i64 = 0  # what that player rolled
        self.last_seat: i64 = -1  # the last action, all of it public ...
        self.last_action: i64 = -1
        self.rolls: i64 = 0  # ... and the dice rolled in it, three bits each


def copy_table(table: Table) -> Table:
    """A table of its own; circle and bundles are shared because they are replaced, never changed."""
    twin = Table(table.circle, table.bundle, table.fun.copy())
    twin.face_up = table.face_up
    twin.up_count = table.up_count
    twin.pawn = table.pawn
    twin.stash = table.stash
    twin.center = table.center
    twin.removed = table.removed
    twin.turn = table.turn
    twin.turns = table.turns
    twin.closing = table.closing
    twin.phase = table.phase
    twin.step = table.step
    twin.shopper = table.shopper
    twin.gift = table.gift
    twin.last_seat = table.last_seat
    twin.last_action = table.last_action
    twin.rolls = table.rolls
    return twin


def add_roll(table: Table, roll: i64) -> None:
    """Note a roll of the action being carried out."""
    table.rolls = (table.rolls << 3) | roll


def list_rolls(rolls: i64) -> list[int]:
    """The rolls of the last action in order."""
    found: list[int] = []
    while rolls != 0:
        found.append(rolls & 7)
        rolls >>= 3
    found.reverse()
    return found


def pack_rolls(rolls: list[int]) -> i64:
    """The way back from `list_rolls`.

    >>> list_rolls(pack_rolls([6, 1, 3]))
    [6, 1, 3]
    """
    packed: i64 = 0
    for roll in rolls:
        packed = (packed << 3) | roll
    return packed
