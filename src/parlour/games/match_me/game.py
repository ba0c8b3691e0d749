"""Match Me If You Can!, joined: its rules and everything that shows them."""

from collections.abc import Sequence
from pathlib import Path

from mypy_extensions import mypyc_attr

from parlour.core.cards import Deck
from parlour.core.game import TableView
from parlour.core.positions import Reader
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games.match_me.encode import encode_view
from parlour.games.match_me.explain import explain
from parlour.games.match_me.known_cards import KnownCards
from parlour.games.match_me.position import complete
from parlour.games.match_me.rules import MatchMeRules
from parlour.games.match_me.scene import draw
from parlour.games.match_me.state import MatchMeState, redact_table
from parlour.games.match_me.worlds import MatchMeView, fill_in


@mypyc_attr(allow_interpreted_subclasses=True)
class MatchMe(MatchMeRules):
    """The whole game."""

    def __init__(self, seats: int = 4, deck: Deck | Path | str | None = None, **options: object) -> None:
        super().__init__(seats, deck, **options)
        self._known = KnownCards(self)  # for `encode`, used again and again

    def view(self, state: MatchMeState, seat: int) -> MatchMeView:
        return MatchMeView(self.header(state, seat), redact_table(state, seat), self.schema)

    def determinise(self, view: TableView[MatchMeState], rng: Rng) -> MatchMeState:
        assert isinstance(view, MatchMeView)
        return fill_in(self, view, rng)

    def explain(self, view: TableView[MatchMeState], action: int) -> str:
        return explain(self, view, action) or super().explain(view, action)

    def scene(self, view: TableView[MatchMeState], names: Sequence[str]) -> Scene:
        return draw(self, view, names)

    def encode(self, view: TableView[MatchMeState]) -> dict[str, list[float]]:
        return encode_view(self, self._known, view)

    def complete(self, state: MatchMeState, read: Reader) -> None:
        complete(self, state, read)
