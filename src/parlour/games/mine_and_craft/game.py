"""Mine & Craft, joined: its rules and everything that shows them."""

from collections.abc import Sequence

from mypy_extensions import i64, mypyc_attr

from parlour.core.encoding import Numbers, Piece
from parlour.core.game import TableView
from parlour.core.positions import Reader
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games.mine_and_craft.encode import encode_table, pieces
from parlour.games.mine_and_craft.explain import explain, explain_waiting
from parlour.games.mine_and_craft.position import complete
from parlour.games.mine_and_craft.rules import MineRules
from parlour.games.mine_and_craft.scene import draw
from parlour.games.mine_and_craft.state import MineState, MineView, copy_table, redact_table
from parlour.games.mine_and_craft.worlds import fill_in


@mypyc_attr(allow_interpreted_subclasses=True)
class MineAndCraft(MineRules):
    """The whole game."""

    def clone(self, state: MineState) -> MineState:
        return copy_table(state)

    def view(self, state: MineState, seat: int) -> TableView[MineState]:
        return TableView(self.header(state, seat), redact_table(state), self.schema)

    def determinise(self, view: MineView, rng: Rng) -> MineState:
        return fill_in(self, view.seen, rng)

    def pieces(self) -> list[Piece]:
        return pieces(self)

    def encode_into(self, view: MineView, out: Numbers) -> None:
        encode_table(self, view.seen, view.seat, view.to_act, out)

    def observe(self, state: MineState, seat: i64, out: Numbers) -> None:
        encode_table(self, state, seat, self.to_act(state), out)

    def explain(self, view: MineView, action: int) -> str:
        return explain(self, view, action)

    def explain_waiting(self, view: MineView, action: int) -> str:
        return explain_waiting(self, view, action)

    def scene(self, view: MineView, names: Sequence[str]) -> Scene:
        return draw(self, view, names)

    def complete(self, state: MineState, read: Reader) -> None:
        complete(self, state, read)
