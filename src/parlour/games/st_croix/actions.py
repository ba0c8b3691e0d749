"""What a player can do in St. Croix, and the table of all such actions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from parlour.core.actions import Action
from parlour.core.bags import MAX_COPIES, has
from parlour.core.cards import Card

FOUR: Final = 4
"""The number of equal cards on top of each other that clear the Play Pile."""


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
        return " ".join(["play", *self.uses()])

    def uses(self) -> tuple[str, ...]:
        return (self.card,) * self.count + (self.moko,) * self.mokos


@dataclass(frozen=True)
class Numbered:
    """All actions, and where the ids of each kind of action begin."""

    actions: list[Action]
    lay_from: int
    play_from: list[int]
    """For each kind of card, the id that plays one; more cards follow it."""
    wild_from: list[int]
    """For each kind and number of cards, the id that adds one Moko; more Mokos follow it."""


def all_actions(ladder: Sequence[Card], special: int, mystery_cards: int, mokos: int) -> Numbered:
    """The table of actions. `special` is the set of special kinds, `mokos` how many Mokos may stand in for others."""
    moko = next((card.key for card in ladder if card.fields.get("power") == "moko"), "")
    made: list[Action] = [PickUp(), *[Flip(place + 1) for place in range(mystery_cards)]]
    lay_from = len(made)
    made += [Lay(card.key) for card in ladder]
    play_from: list[int] = []
    for card in ladder:
        play_from.append(len(made))
        made += [Play(card.key, count) for count in range(1, card.copies + 1)]
    wild_from: list[int] = []
    for kind, card in enumerate(ladder):
        for count in range(1, MAX_COPIES + 1):
            wild_from.append(len(made))
            if not has(special, kind) and count <= card.copies:  # SC-G08: never with another special
                most = min(mokos, FOUR - count)
                made += [Play(card.key, count, added, moko) for added in range(1, most + 1)]
    return Numbered(made, lay_from, play_from, wild_from)
