"""What a player can do on Mackinac Island, and the table of all such actions."""

from dataclasses import dataclass
from typing import Final

from parlour.core.actions import Action


@dataclass(frozen=True)
class Roll(Action):
    """Roll the die, move the pawn and turn up the card it stops beside."""

    def text(self) -> str:
        return "roll"


@dataclass(frozen=True)
class Stop(Action):
    """End the turn and keep the Fun gained in it."""

    def text(self) -> str:
        return "stop"


@dataclass(frozen=True)
class Again(Action):
    """Roll again after a lucky roll in the gift shop."""

    def text(self) -> str:
        return "again"


@dataclass(frozen=True)
class Enough(Action):
    """Leave the gift shop after a lucky roll."""

    def text(self) -> str:
        return "enough"


@dataclass(frozen=True)
class Take(Action):
    """Take the Fun a card offers (`take_optional`)."""

    def text(self) -> str:
        return "take"


@dataclass(frozen=True)
class Leave(Action):
    """Leave the Fun a card offers where it is (`take_optional`)."""

    def text(self) -> str:
        return "leave"


@dataclass(frozen=True)
class TakeFrom(Action):
    """Choose one of the players tied for the most Fun; seats are counted from 1."""

    player: int

    def text(self) -> str:
        return f"from {self.player}"


# The ids of the actions; "from 1" is followed by "from 2" ...
ROLL: Final = 0
STOP: Final = 1
ROLL_MORE: Final = 2
ENOUGH: Final = 3
TAKE: Final = 4
LEAVE: Final = 5
FROM: Final = 6


def list_actions(seats: int) -> list[Action]:
    """All actions in the order of their ids."""
    return [Roll(), Stop(), Again(), Enough(), Take(), Leave(), *[TakeFrom(seat + 1) for seat in range(seats)]]
