"""What a player can do on Mackinac Island."""

from dataclasses import dataclass

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
