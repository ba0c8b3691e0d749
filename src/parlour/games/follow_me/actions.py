"""What a player can do in Follow Me If You Can!"""

from dataclasses import dataclass

from parlour.core.actions import Action


@dataclass(frozen=True)
class Draw(Action):
    """Take the top card of the draw pile."""

    def text(self) -> str:
        return "draw"


@dataclass(frozen=True)
class EndTurn(Action):
    """Pass: play nothing, send nothing, lead nothing (more)."""

    def text(self) -> str:
        return "end turn"


@dataclass(frozen=True)
class Observe(Action):
    """Put a card that fits the Current Location into your Observation Area."""

    card: str

    def text(self) -> str:
        return f"observe {self.card}"


@dataclass(frozen=True)
class Place(Action):
    """Make a Location the Current Location."""

    card: str

    def text(self) -> str:
        return f"place {self.card}"


@dataclass(frozen=True)
class Send(Action):
    """Start a round of card passing: which way, and your own card."""

    direction: str
    card: str

    def text(self) -> str:
        return f"send {self.direction} {self.card}"


@dataclass(frozen=True)
class Give(Action):
    """Your card in a round of card passing another player has started."""

    card: str

    def text(self) -> str:
        return f"give {self.card}"


@dataclass(frozen=True)
class Lead(Action):
    """With no draw pile left: play a card to the centre and name one of its habitats."""

    card: str
    habitat: str

    def text(self) -> str:
        return f"lead {self.card} {self.habitat}"


@dataclass(frozen=True)
class Follow(Action):
    """Play a card of the habitat the leader has named."""

    card: str

    def text(self) -> str:
        return f"follow {self.card}"
