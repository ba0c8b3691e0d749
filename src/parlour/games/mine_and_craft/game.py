"""Mine & Craft, joined: its rules and everything that shows them."""

from collections.abc import Sequence

from mypy_extensions import mypyc_attr

from parlour.core.positions import Reader
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games.mine_and_craft.encode import encode_view
from parlour.games.mine_and_craft.explain import explain
from parlour.games.mine_and_craft.position import complete
from parlour.games.mine_and_craft.rules import MineRules
from parlour.games.mine_and_craft.scene import draw
from parlour.games.mine_and_craft.state import MineState, MineView
from parlour.games.mine_and_craft.worlds import fill_in


@mypyc_attr(allow_interpreted_subclasses=True)
class MineAndCraft(MineRules):
    """The whole game."""

    def determinise(self, view: MineView, rng: Rng) -> MineState:
        return fill_in(self, view.seen, rng)

    def encode(self, view: MineView) -> dict[str, list[float]]:
        return encode_view(self, view)

    def explain(self, view: MineView, action: int) -> str:
        return explain(self, view, action)

    def scene(self, view: MineView, names: Sequence[str]) -> Scene:
        return draw(self, view, names)

    def complete(self, state: MineState, read: Reader) -> None:
        complete(self, state, read)
