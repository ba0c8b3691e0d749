"""What a player can do in St. Croix, and the table of all such actions."""

from dataclasses import dataclass
from typing import Final

from parlour.core.actions import Action

FOUR: Final = 4
"""So many equal cards on top of each other clear the Play Pile."""


@dataclass(frozen=True)
class PickUp(Action):
    """Take the whole Play Pile into the hand."""

    def text(self) -> str:
        return "pick up"


@dataclass(frozen=True)
class Flip(Action):
    """Play the Mystery Card in a place, counted from 1."""

    place: int

    def text(self) -> str:
        return f"flip {self.place}"


@dataclass(frozen=True)
class Lay(Action):
    """Put a card of the first hand down as a Table Card."""

    card: str

    def text(self) -> str:
        return f"lay {self.card}"


@dataclass(frozen=True)
class Play(Action):
    """Play one card or a set of equal cards; with `moko_wild`, Mokos may stand in for some."""

    card: str
    count: int
    mokos: int = 0
    moko: str = ""

    def text(self) -> str:
        return " ".join(["play", *[self.card] * self.count, *[self.moko] * self.mokos])
