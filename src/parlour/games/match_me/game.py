"""Match Me If You Can!, joined: its rules and everything that shows them."""

from collections.abc import Sequence
from pathlib import Path

from mypy_extensions import i64, mypyc_attr

from parlour.core.cards import Deck
from parlour.core.encoding import Numbers, Piece
from parlour.core.game import NOBODY, TableView
from parlour.core.positions import Reader
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games.match_me.encode import Memories, encode_table, pieces
from parlour.games.match_me.explain import explain
from parlour.games.match_me.position import complete
from parlour.games.match_me.rules import MatchMeRules
from parlour.games.match_me.scene import draw
from parlour.games.match_me.state import MatchMeState, copy_table, redact_table
from parlour.games.match_me.worlds import MatchMeView, fill_in


@mypyc_attr(allow_interpreted_subclasses=True)
class MatchMe(MatchMeRules):
    """The whole game."""

    def __init__(self, seats: int = 4, deck: Deck | Path | str | None = None, **options: object) -> None:
        super().__init__(seats, deck, **options)
        self._known = Memories(self)

    def view(self, state: MatchMeState, seat: int) -> MatchMeView:
        return MatchMeView(self.header(state, seat), redact_table(state, seat), self.schema)

    def clone(self, state: MatchMeState) -> MatchMeState:
        return copy_table(state)

    def determinise(self, view: TableView[MatchMeState], rng: Rng) -> MatchMeState:
        assert isinstance(view, MatchMeView)
        return fill_in(self, view, rng)

    def pieces(self) -> list[Piece]:
        return pieces(self)

    def encode_into(self, view: TableView[MatchMeState], out: Numbers) -> None:
        encode_table(self, self._known.read(view.seen), view.seen, view.seat, view.to_act, out)

    def observe(self, state: MatchMeState, seat: i64, out: Numbers) -> None:
        if seat == NOBODY:
            self.encode_into(self.view(state, NOBODY), out)
        else:
            encode_table(self, self._known.read(state), state, seat, self.to_act(state), out)

    def explain(self, view: TableView[MatchMeState], action: int) -> str:
        return explain(self, view, action) or super().explain(view, action)

    def scene(self, view: TableView[MatchMeState], names: Sequence[str]) -> Scene:
        return draw(self, view, names)

    def complete(self, state: MatchMeState, read: Reader) -> None:
        complete(self, state, read)
