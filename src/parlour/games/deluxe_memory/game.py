"""Deluxe Memory, joined: its rules and everything that shows them."""

from collections.abc import Sequence
from pathlib import Path

from mypy_extensions import mypyc_attr

from parlour.core.cards import Deck
from parlour.core.positions import Reader
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games.deluxe_memory.encode import encode_view
from parlour.games.deluxe_memory.explain import explain
from parlour.games.deluxe_memory.position import complete
from parlour.games.deluxe_memory.rules import MemoryRules
from parlour.games.deluxe_memory.scene import draw
from parlour.games.deluxe_memory.state import MemoryState, MemoryView
from parlour.games.deluxe_memory.words import choice_names
from parlour.games.deluxe_memory.worlds import fill_in


@mypyc_attr(allow_interpreted_subclasses=True)
class DeluxeMemory(MemoryRules):
    """The whole game."""

    def __init__(self, seats: int = 3, deck: Deck | Path | str | None = None, **options: object) -> None:
        super().__init__(seats, deck, **options)
        self.words["choice"] = choice_names(list(self.actions))

    def determinise(self, view: MemoryView, rng: Rng) -> MemoryState:
        return fill_in(view, self.copies, rng)

    def encode(self, view: MemoryView) -> dict[str, list[float]]:
        return encode_view(view, self.copies, 2 * self.box_tokens)

    def explain(self, view: MemoryView, action: int) -> str:
        return explain(self, view, action) or super().explain(view, action)

    def scene(self, view: MemoryView, names: Sequence[str]) -> Scene:
        return draw(self, view, names)

    def complete(self, state: MemoryState, read: Reader) -> None:
        complete(self, state, read)
