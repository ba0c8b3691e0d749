"""St. Croix, joined: its rules and everything that shows them."""

from collections.abc import Sequence

from mypy_extensions import i64, mypyc_attr

from parlour.core.encoding import Numbers
from parlour.core.game import TableView
from parlour.core.positions import Reader
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games.st_croix.encode import encode_table
from parlour.games.st_croix.explain import explain
from parlour.games.st_croix.position import complete
from parlour.games.st_croix.rules import StCroixRules
from parlour.games.st_croix.scene import draw
from parlour.games.st_croix.state import StCroixState, copy_table, redact_table
from parlour.games.st_croix.worlds import fill_in

StCroixView = TableView[StCroixState]


@mypyc_attr(allow_interpreted_subclasses=True)
class StCroix(StCroixRules):
    """The whole game."""

    def clone(self, state: StCroixState) -> StCroixState:
        return copy_table(state)

    def view(self, state: StCroixState, seat: int) -> TableView[StCroixState]:
        return TableView(self.header(state, seat), redact_table(state, seat, self.young), self.schema)

    def determinise(self, view: StCroixView, rng: Rng) -> StCroixState:
        return fill_in(view.seen, self.whole_bag, self.mystery_cards, rng)

    def encode_into(self, view: StCroixView, out: Numbers) -> None:
        encode_table(self, view.seen, view.seat, view.to_act, out)

    def observe(self, state: StCroixState, seat: i64, out: Numbers) -> None:
        encode_table(self, state, seat, self.to_act(state), out)

    def explain(self, view: StCroixView, action: int) -> str:
        return explain(self, view, action)

    def scene(self, view: StCroixView, names: Sequence[str]) -> Scene:
        return draw(self, view, names)

    def complete(self, state: StCroixState, read: Reader) -> None:
        complete(self, state, read)
