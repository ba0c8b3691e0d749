"""Deluxe Memory, joined: its rules and everything that shows them."""

from collections.abc import Sequence
from pathlib import Path

from mypy_extensions import i64, mypyc_attr

from parlour.core.cards import Deck
from parlour.core.encoding import Numbers, Piece
from parlour.core.game import TableView
from parlour.core.positions import Reader
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games.deluxe_memory.encode import encode_table, pieces
from parlour.games.deluxe_memory.explain import explain
from parlour.games.deluxe_memory.position import complete
from parlour.games.deluxe_memory.rules import MemoryRules
from parlour.games.deluxe_memory.scene import draw
from parlour.games.deluxe_memory.state import MemoryState, MemoryView, copy_table, redact_table
from parlour.games.deluxe_memory.words import choice_names
from parlour.games.deluxe_memory.worlds import fill_in


@mypyc_attr(allow_interpreted_subclasses=True)
class DeluxeMemory(MemoryRules):
    """The whole game."""

    def __init__(self, seats: int = 3, deck: Deck | Path | str | None = None, **options: object) -> None:
        super().__init__(seats, deck, **options)
        self.words["choice"] = choice_names(list(self.actions))

    def clone(self, state: MemoryState) -> MemoryState:
        return copy_table(state)

    def view(self, state: MemoryState, seat: int) -> TableView[MemoryState]:
        return TableView(self.header(state, seat), redact_table(state, seat), self.schema)

    def determinise(self, view: MemoryView, rng: Rng) -> MemoryState:
        return fill_in(view, self.copies, rng)

    def pieces(self) -> list[Piece]:
        return pieces(self)

    def encode_into(self, view: MemoryView, out: Numbers) -> None:
        encode_table(self, view.seen, view.seat, view.to_act, out)

    def observe(self, state: MemoryState, seat: i64, out: Numbers) -> None:
        encode_table(self, state, seat, self.to_act(state), out)

    def explain(self, view: MemoryView, action: int) -> str:
        return explain(self, view, action) or super().explain(view, action)

    def scene(self, view: MemoryView, names: Sequence[str]) -> Scene:
        return draw(self, view, names)

    def complete(self, state: MemoryState, read: Reader) -> None:
        complete(self, state, read)
