"""What lies on the table around Mackinac Island: plain data, cheap to copy.

Cards are kinds: numbers in the order of the deck. circle.py says what a bundle is.
"""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.bags import has
from parlour.core.copying import taken_apart
from parlour.core.encoding import Numbers, Piece
from parlour.core.errors import quoted
from parlour.core.fields import CardField, Flag, Kinds, Number, Seat, SeatNumbers, Set, Word
from parlour.core.game import State
from parlour.core.positions import Reader
from parlour.core.schema import HIDDEN, Field, Schema
from parlour.games.around_mackinac.circle import (
    BY_HAND,
    face_down_bundles,
    last_reveal,
    mates,
    places_by_bundle,
    sort_bundles,
)
from parlour.games.around_mackinac.directions import DIE, MOST_DIRECTIONS

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
class MackinacState(State):
    """The whole table."""

    def __init__(self, circle: list[int], bundle: list[int], fun: list[int]) -> None:
        self.circle = circle  # the card in each place; replaced, never changed: clones share it
        self.bundle = bundle  # the number of each place's bundle; replaced, never changed
        self.fun = fun  # the Fun Pile of each seat
        self.face_up: i64 = 0  # the set of places turned up this turn ...
        self.up_count: i64 = 0  # ... and how many they are
        self.pawn: i64 = 0  # the place beside the pawn; its card is the one being carried out
        self.stash: i64 = 0  # Fun gained this turn, not yet safe
        self.center: i64 = 0
        self.removed: i64 = 0  # Fun back in the box
        self.turn: i64 = 0
        self.turns: i64 = 0  # turns finished; also the number of the youngest bundle
        self.closing: bool = False  # the Center has been empty and the round is being finished (equal_turns)
        self.phase: i64 = 0
        self.direction: i64 = 0  # which direction of the card beside the pawn is being carried out
        self.shopper: i64 = 0  # whose roll it is in the gift shop
        self.gift: i64 = 0  # what that player rolled
        self.last_seat: i64 = -1  # the last action, all of it public ...
        self.last_action: i64 = -1
        self.rolls: i64 = 0  # ... and the dice rolled in it: see add_roll

    def __reduce__(self) -> tuple[object, ...]:
        return taken_apart(self, [], [], [])


def copy_table(table: MackinacState) -> MackinacState:
    """An independent copy; circle and bundles are shared because they are replaced, never changed."""
    twin = MackinacState(table.circle, table.bundle, table.fun.copy())
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
    twin.direction = table.direction
    twin.shopper = table.shopper
    twin.gift = table.gift
    twin.last_seat = table.last_seat
    twin.last_action = table.last_action
    twin.rolls = table.rolls
    return twin


def redact_table(table: MackinacState) -> MackinacState:
    """The same as `Schema.hide` on a copy, a little faster."""
    seen = copy_table(table)
    seen.circle = sort_bundles(table.circle, table.bundle, table.face_up)
    return seen


def add_roll(table: MackinacState, roll: i64) -> None:
    """Record a roll of the current action: three bits each, the last one lowest."""
    table.rolls = (table.rolls << 3) | roll


def list_rolls(table: MackinacState) -> list[int]:
    """The rolls of the last action in order."""
    found: list[int] = []
    left = table.rolls
    while left != 0:
        found.append(left & 7)
        left >>= 3
    found.reverse()
    return found


def declare(seats: int, deck: Kinds, chips: int, most_turns: int, actions: tuple[str, ...]) -> Schema[MackinacState]:
    """The fields of the state: what they are called and who may see them."""
    places = deck.total

    def blank() -> MackinacState:
        return MackinacState([], [0] * places, [0] * seats)

    return Schema(
        blank,
        Seat("turn", seats),
        Number("turns", high=most_turns),
        Flag("closing"),
        Word("phase", PHASES),
        Number("step", "direction", high=MOST_DIRECTIONS - 1),
        Seat("shopper", seats),
        Number("gift", high=DIE),
        Circle("circle", deck),  # AM-02: the only secret, and the same for all
        Number("pawn", high=places - 1, offset=1),
        FaceUp("face_up", places),
        Bundles("bundles", deck),
        LastReveal("last_reveal", places),
        SeatNumbers("fun", length=seats, high=chips, box="fun"),
        Number("stash", high=chips, box="fun"),
        Number("center", high=chips, box="fun", derived=True),
        Number("removed", high=chips, box="fun"),
        Seat("last_seat", seats, low=-1),
        Word("last_action", ("", *actions), values=range(-1, len(actions))),
        Rolls("rolls", seats + 1),  # one for the pawn, one for each shopper
    )


# Fields of this game's own


def from_one(places: list[int]) -> list[int]:
    """Places counted from 1, as in positions."""
    return [place + 1 for place in places]


def clockwise(places: int) -> list[str]:
    """What an observation calls the places, the pawn's own first."""
    return [f"{steps} from the pawn" for steps in range(places)]


def read_places(read: Reader, name: str, count: int) -> list[int]:
    """An entry that is a list of different places, counted from 1."""
    places = [place - 1 for place in read.numbers(name, 1, count)]
    if len(set(places)) != len(places):
        raise read.wrong(name, "holds a place twice")
    return places


@final
class Circle(CardField):
    """The card in each place. Nobody knows the order of a bundle's face-down cards: a view sorts them."""

    def __init__(self, name: str, deck: Kinds) -> None:
        super().__init__(name, deck, seen_by=HIDDEN)

    def cards(self, holder: object) -> list[int]:
        assert isinstance(holder, MackinacState)
        return holder.circle

    def read(self, holder: object, read: Reader) -> None:
        assert isinstance(holder, MackinacState)
        deck = self.kinds
        holder.circle = read.among(deck.keys).cards(self.name)
        if [holder.circle.count(kind) for kind in range(len(deck.keys))] != list(deck.copies):
            raise read.wrong(self.name, f"must hold each of the {deck.total} cards of the deck")

    def hide(self, holder: object) -> None:
        assert isinstance(holder, MackinacState)
        holder.circle = sort_bundles(holder.circle, holder.bundle, holder.face_up)

    def facts(self, holder: object, out: dict[str, object]) -> None:
        assert isinstance(holder, MackinacState)
        keys = self.kinds.keys
        out[self.name] = [
            keys[kind] if has(holder.face_up, place) else None for place, kind in enumerate(holder.circle)
        ]

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        """For each place, clockwise from the pawn, the probability of each kind of card."""
        assert isinstance(holder, MackinacState)
        circle = holder.circle
        count: i64 = len(circle)
        kinds: i64 = len(self.kinds.keys)
        steps: i64 = 0
        while steps < count:
            place = (holder.pawn + steps) % count
            start = out.count
            if has(holder.face_up, place):
                out.add_mark(circle[place], kinds)
            else:
                out.add_mark(-1, kinds)
                among = mates(place, holder.bundle, holder.face_up)
                for other in among:
                    out.increase(start + circle[other], len(among))
            steps += 1

    def piece(self, seats: int) -> Piece:
        return Piece(self.name, "the probability that it lies there", clockwise(self.kinds.total), self.kinds.keys)


@final
class FaceUp(Set):
    """The places turned up this turn."""

    def __init__(self, name: str, places: int) -> None:
        super().__init__(name, Kinds([str(place + 1) for place in range(places)]), size="up_count", counts=False)

    def write(self, holder: object) -> object:
        return from_one(self.cards(holder))

    def read(self, holder: object, read: Reader) -> None:
        self.fill(holder, read_places(read, self.name, self.kinds.total))

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        """From the pawn clockwise."""
        assert isinstance(holder, MackinacState)
        count: i64 = self.kinds.total
        steps: i64 = 0
        while steps < count:
            out.add(1.0 if has(holder.face_up, (holder.pawn + steps) % count) else 0.0)
            steps += 1

    def piece(self, seats: int) -> Piece:
        return Piece(self.name, "1 for a card turned up", clockwise(self.kinds.total))


@final
class Bundles(Field):
    """Which places hold which cards together. It adds no numbers: `Circle.encode` has them."""

    def __init__(self, name: str, deck: Kinds) -> None:
        super().__init__(name, "bundle")
        self.deck = deck

    def write(self, holder: object) -> object:
        assert isinstance(holder, MackinacState)
        return [from_one(places) for places in places_by_bundle(holder.bundle)]

    def read(self, holder: object, read: Reader) -> None:
        assert isinstance(holder, MackinacState)
        count = self.deck.total
        rows = read.data.get(self.name, [list(range(1, count + 1))])
        if not isinstance(rows, list):
            raise read.wrong(self.name, f"must be a list of lists of places, not {quoted(rows)}")
        groups = [read_places(Reader({self.name: row}, read.title, ()), self.name, count) for row in rows]
        if sorted([place for group in groups for place in group]) != list(range(count)):
            raise read.wrong(self.name, f"must hold each of the {count} places once")
        for number, group in enumerate(groups):
            for place in group:
                holder.bundle[place] = BY_HAND - number

    def facts(self, holder: object, out: dict[str, object]) -> None:
        assert isinstance(holder, MackinacState)
        out[self.name] = [
            {"places": from_one(places), "cards": self.deck.names([holder.circle[place] for place in places])}
            for places in face_down_bundles(holder.bundle, holder.face_up)
        ]


@final
class LastReveal(Field):
    """The bundle of the last turn, which has that turn's number."""

    def __init__(self, name: str, places: int) -> None:
        super().__init__(name, "bundle")
        self.places = places

    def write(self, holder: object) -> object:
        assert isinstance(holder, MackinacState)
        return from_one(last_reveal(holder.bundle, holder.turns))

    def read(self, holder: object, read: Reader) -> None:
        assert isinstance(holder, MackinacState)
        latest = sorted(read_places(read, self.name, self.places))
        if latest and (holder.turns == 0 or latest not in places_by_bundle(holder.bundle)):
            raise read.wrong(self.name, "must be one of the bundles, after at least one turn")
        for place in latest:
            holder.bundle[place] = holder.turns


@final
class Rolls(Field):
    """The dice rolled in the last action."""

    def __init__(self, name: str, most: int) -> None:
        super().__init__(name)
        self.most = most

    def write(self, holder: object) -> object:
        assert isinstance(holder, MackinacState)
        return list_rolls(holder)

    def read(self, holder: object, read: Reader) -> None:
        assert isinstance(holder, MackinacState)
        rolls = read.numbers(self.name, 1, DIE)
        if len(rolls) > self.most:
            raise read.wrong(self.name, f"must hold at most {self.most} rolls, not {len(rolls)}")
        for roll in rolls:
            add_roll(holder, roll)
