"""What a player can do in Match Me If You Can!"""

from dataclasses import dataclass

from parlour.core.actions import Action


@dataclass(frozen=True)
class StopAsking(Action):
    """Stop asking after a success."""

    def text(self) -> str:
        return "stop"


@dataclass(frozen=True)
class GoOut(Action):
    """Lay a hand that holds only complete groups without adding cards first; a house rule."""

    def text(self) -> str:
        return "go out"


@dataclass(frozen=True)
class Take(Action):
    """Pick up a number of cards from the top of the discard pile."""

    count: int

    def text(self) -> str:
        return f"take {self.count}"


@dataclass(frozen=True)
class Ask(Action):
    """Ask a player, counted from 1, for all cards of a category."""

    player: int
    category: str

    def text(self) -> str:
        return f"ask {self.player} {self.category}"


@dataclass(frozen=True)
class Lay(Action):
    """Lay a complete group; a choice only where laying is optional."""

    category: str

    def text(self) -> str:
        return f"lay {self.category}"


@dataclass(frozen=True)
class Discard(Action):
    """Put a card on the discard pile and end the turn."""

    card: str

    def text(self) -> str:
        return f"discard {self.card}"
