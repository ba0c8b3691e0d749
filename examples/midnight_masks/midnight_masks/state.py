"""What lies on the table, declared once."""

from dataclasses import dataclass, field

from parlour.core.fields import NONE, Bag, Flag, Kinds, Number, OneCard, Pile, Seat, Set
from parlour.core.game import NOBODY, State
from parlour.core.schema import HIDDEN, OWNER, Each, Schema


@dataclass
class Guest:
    """One player. A mask is face down (`mask`) or, once turned up, face up (`face`)."""

    hand: int = 0
    hand_size: int = 0
    mask: int = 0
    mask_size: int = 0
    face: int = 0
    mask_not: int = 0  # what the mask cannot be, as everybody knows ...
    hand_not: int = 0  # ... and what the card in hand cannot be, if it was the mask before
    played: list[int] = field(default_factory=list)
    left: int = 0  # the first guest to leave has 1, those still there have 0

    def wears(self) -> int:
        """What the guest wears, as a bag of one card; 0 while choosing."""
        return self.mask or self.face

    def zone(self) -> str:
        """Where the mask lies: face up or face down."""
        return "face" if self.face else "mask"

    def clear(self) -> None:
        """Take away mask and hand."""
        self.hand = self.hand_size = self.mask = self.mask_size = self.face = self.mask_not = self.hand_not = 0


@dataclass
class Ball(State):
    """The table."""

    guests: list[Guest]
    draw_pile: list[int] = field(default_factory=list)
    draw_left: int = 0
    turn: int = 0
    asked: int = NOBODY  # the guest a card was played against, who may escape
    threat: int = NONE  # that card ...
    named: int = NONE  # ... and the mask it names
    over: bool = False


def declare(seats: int, deck: Kinds) -> Schema[Ball]:
    """The fields: what they are called and who may see them."""
    return Schema(
        lambda: Ball([Guest() for _ in range(seats)]),
        Seat("turn", seats),
        Pile("draw_pile", deck, left="draw_left", seen_by=HIDDEN),
        Seat("asked", seats, low=NOBODY),
        OneCard("threat", deck, counts=False).called(None),
        OneCard("named", deck, counts=False).called(None),
        Flag("over").called(None),
        Each(
            "guests",
            seats,
            Bag("hand", deck, size="hand_size", seen_by=OWNER),
            Bag("mask", deck, size="mask_size", seen_by=OWNER).called("mask", "row"),
            Bag("face", deck).called("open mask"),
            Set("mask_not", deck, counts=False),
            Set("hand_not", deck, counts=False),
            Pile("played", deck).called("put away", "row"),
            Number("left", high=seats).called(None),
        ),
    )
