"""What a guest can do."""

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.core.actions import Action, Touches


@dataclass(frozen=True)
class Wear(Action):
    """Choose a mask, in secret."""

    card: str

    def text(self) -> str:
        return f"wear {self.card}"

    def touches(self) -> Touches:
        return Touches(cards=(self.card,))


@dataclass(frozen=True)
class Answer(Action):
    """Let a card that is played against you work, or show a Bat and escape."""

    escapes: bool

    def text(self) -> str:
        return "show bat" if self.escapes else "stay"

    def touches(self) -> Touches:
        return Touches(cards=("bat",)) if self.escapes else Touches()


@dataclass(frozen=True)
class Play(Action):
    """Play a card; `guest`, counted from 1, is whom it is played against, `mask` what a Moth names."""

    card: str
    guest: int = 0
    mask: str = ""

    def text(self) -> str:
        return " ".join(filter(None, ["play", self.card, str(self.guest or ""), self.mask]))

    def label(self, names: Mapping[str, str]) -> str:
        if self.mask:
            return f"{names[self.card]}: name the {names[self.mask]} of"
        return f"Play the {names[self.card]}{' against' if self.guest else ''}"

    def touches(self) -> Touches:
        return Touches(cards=(self.card,), seats=(self.guest - 1,) if self.guest else ())
