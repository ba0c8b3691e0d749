"""What a player can do in Mine & Craft, and how it is typed."""

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.core.actions import Action


@dataclass(frozen=True)
class Mine(Action):
    """Take the top card of a resource pile, counted from 1."""

    pile: int

    def text(self) -> str:
        return f"mine {self.pile}"


@dataclass(frozen=True)
class Craft(Action):
    """Choose a Craft Card to pay for."""

    item: str

    def text(self) -> str:
        return f"craft {self.item}"


@dataclass(frozen=True)
class Reserve(Action):
    """Put a Craft Card into your holder."""

    item: str

    def text(self) -> str:
        return f"reserve {self.item}"


@dataclass(frozen=True)
class Pay(Action):
    """Add one resource card, or an Axe, to the payment for the chosen Craft Card."""

    card: str

    def text(self) -> str:
        return f"pay {self.card}"


@dataclass(frozen=True)
class Keep(Action):
    """Keep one of the cards a TNT blew loose."""

    card: str

    def text(self) -> str:
        return f"keep {self.card}"


@dataclass(frozen=True)
class KeepNoMore(Action):
    """Let the rest of the cards a TNT blew loose go."""

    def text(self) -> str:
        return "keep no more"


@dataclass(frozen=True)
class GiveUp(Action):
    """Discard a resource card because of a Creeper."""

    card: str

    def text(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True)
class UseSword(Action):
    """Use a Sword instead of discarding."""

    def text(self) -> str:
        return "use sword"


@dataclass(frozen=True)
class EndTurn(Action):
    """Do no more this turn."""

    def text(self) -> str:
        return "end turn"


@dataclass(frozen=True)
class UsePickAxe(Action):
    """Use a Pick Axe for one more action this turn."""

    def text(self) -> str:
        return "use pickaxe"


@dataclass(frozen=True)
class UseHoe(Action):
    """Use a Hoe to clear the top card of every resource pile."""

    def text(self) -> str:
        return "use hoe"


@dataclass(frozen=True)
class UseShovel(Action):
    """Use a Shovel on a player, counted from 1, who loses an action in the next turn."""

    player: int

    def text(self) -> str:
        return f"shovel {self.player}"


def all_actions(piles: int, items: Sequence[str], resources: Sequence[str], seats: int) -> tuple[list[Action], ...]:
    """Every action in the order of the ids, in groups of one kind. A group may end with a way out."""
    return (
        [Mine(pile + 1) for pile in range(piles)],
        [Craft(key) for key in items],
        [Reserve(key) for key in items],
        [*[Pay(key) for key in resources], Pay("axe")],
        [*[Keep(key) for key in resources], KeepNoMore()],
        [*[GiveUp(key) for key in resources], UseSword()],
        [EndTurn()],
        [UsePickAxe()],
        [UseHoe()],
        [UseShovel(seat + 1) for seat in range(seats)],
    )
