"""What a player can do in Deluxe Memory, and the texts to type."""

from dataclasses import dataclass
from typing import Final

from parlour.core.actions import Action


@dataclass(frozen=True)
class Word(Action):
    """A choice named by a word or two, such as `stop` or `hide first`."""

    word: str

    def text(self) -> str:
        return self.word


@dataclass(frozen=True)
class PickPlayer(Action):
    """Choose a player, counted from 1."""

    player: int

    def text(self) -> str:
        return f"player {self.player}"


@dataclass(frozen=True)
class PickEffect(Action):
    """Choose the row of the Mixed Chart that a King copies."""

    rank: str

    def text(self) -> str:
        return f"effect {self.rank}"


@dataclass(frozen=True)
class PickCard(Action):
    """Choose a place of the grid, counted from 1: to look at, reveal, swap, or as the centre of a cross."""

    place: int

    def text(self) -> str:
        return f"card {self.place}"


@dataclass(frozen=True)
class PickSquare(Action):
    """Choose a 2 by 2 square by its upper left cell: a letter for the row, a number for the column."""

    cell: str

    def text(self) -> str:
        return f"square {self.cell}"


# The ids of the first actions: words, then one action for each player.
STOP: Final = 0
BOTH_UP: Final = 1
HIDE_FIRST: Final = 2
HIDE_SECOND: Final = 3
HIDE_BOTH: Final = 4
PAY: Final = 5
END_TURN: Final = 6
USE_SHIELD: Final = 7
TAKE_LOSS: Final = 8
PLAYER_FROM: Final = 9
WORDS: Final = (
    "stop",
    "both up",
    "hide first",
    "hide second",
    "hide both",
    "pay",
    "end turn",
    "shield",
    "take the loss",
)
