"""What a player can do: one frozen dataclass for each kind of action."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from parlour.core.actions import Action, Touches

DRAW: Final = 0  # the id of "draw" ...
PLAY: Final = 1  # ... and of the first "play"; an action's id is its place in the table below


@dataclass(frozen=True)
class Draw(Action):
    """Take a card off the draw pile."""

    def text(self) -> str:
        """What a player types."""
        return "draw"

    def touches(self) -> Touches:
        """What a player taps: here the draw pile itself."""
        return Touches(fields=("draw_pile",))


@dataclass(frozen=True)
class Play(Action):
    """Put a card of the hand on the pile."""

    card: str

    def text(self) -> str:
        """What a player types, with the card's key."""
        return f"play {self.card}"

    def label(self, names: Mapping[str, str]) -> str:
        """What stands on its button, with the card's name."""
        return f"Play {names[self.card]}"

    def touches(self) -> Touches:
        """What a player taps: the card in the hand."""
        return Touches(cards=(self.card,), fields=("hand",))


def all_actions(keys: Sequence[str]) -> list[Action]:
    """The table of all actions; `actions.txt` keeps it."""
    return [Draw(), *[Play(key) for key in keys]]
