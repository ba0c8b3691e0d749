"""All Around Mackinac Island, joined: its rules and everything that shows them."""

from collections.abc import Sequence

from mypy_extensions import i64, mypyc_attr

from parlour.core.encoding import Numbers
from parlour.core.game import TableView
from parlour.core.positions import Reader
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games.around_mackinac.encode import encode_table
from parlour.games.around_mackinac.explain import explain
from parlour.games.around_mackinac.position import complete
from parlour.games.around_mackinac.rules import MackinacRules
from parlour.games.around_mackinac.scene import draw
from parlour.games.around_mackinac.state import MackinacState, copy_table, redact_table
from parlour.games.around_mackinac.worlds import fill_in

MackinacView = TableView[MackinacState]


@mypyc_attr(allow_interpreted_subclasses=True)
class AroundMackinac(MackinacRules):
    """The whole game."""

    def clone(self, state: MackinacState) -> MackinacState:
        return copy_table(state)

    def view(self, state: MackinacState, seat: int) -> TableView[MackinacState]:
        # all seats know the same
        return TableView(self.header(state, seat), redact_table(state), self.schema)

    def determinise(self, view: MackinacView, rng: Rng) -> MackinacState:
        return fill_in(view.seen, rng)

    def encode_into(self, view: MackinacView, out: Numbers) -> None:
        encode_table(self, view.seen, view.seat, view.to_act, out)

    def observe(self, state: MackinacState, seat: i64, out: Numbers) -> None:
        encode_table(self, state, seat, self.to_act(state), out)

    def explain(self, view: MackinacView, action: int) -> str:
        return explain(self, view, action)

    def scene(self, view: MackinacView, names: Sequence[str]) -> Scene:
        return draw(self, view, names)

    def complete(self, state: MackinacState, read: Reader) -> None:
        complete(self, state, read)
