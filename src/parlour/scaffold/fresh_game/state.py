"""What lies on the table: plain data, and `declare`, which says what each field is and who may see it."""

from parlour.core.fields import Bag, Kinds, Pile, Seat
from parlour.core.game import State
from parlour.core.schema import HIDDEN, OWNER, Each, Schema


class Player:
    """What one player has."""

    def __init__(self) -> None:
        self.hand = 0  # a bag: how many cards of each kind, in one number (parlour.core.bags)
        self.hand_size = 0


class Table(State):
    """The whole table. A card is a number: its place in deck.toml."""

    def __init__(self, players: list[Player], draw_pile: list[int]) -> None:
        self.players = players
        self.draw_pile = draw_pile  # as shuffled; the top card is draw_pile[draw_left - 1]
        self.draw_left = len(draw_pile)
        self.pile: list[int] = []  # the top card last
        self.turn = 0


def declare(seats: int, deck: Kinds) -> Schema[Table]:
    """Every field once; `parlour.core.fields` has the kinds, `called` says what players call it."""
    return Schema(
        lambda: Table([Player() for _ in range(seats)], []),
        Seat("turn", seats),
        Pile("draw_pile", deck, left="draw_left", seen_by=HIDDEN).called("Draw pile"),
        Pile("pile", deck).called("Pile"),
        Each("players", seats, Bag("hand", deck, size="hand_size", seen_by=OWNER)),
    )
