"""Follow Me If You Can!, joined: its rules and everything that shows them."""

from collections.abc import Sequence
from pathlib import Path

from mypy_extensions import i64, mypyc_attr

from parlour.core.cards import Deck
from parlour.core.encoding import Numbers, Piece
from parlour.core.positions import Reader
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games.follow_me.encode import encode_table, pieces
from parlour.games.follow_me.explain import explain, explain_waiting
from parlour.games.follow_me.position import complete
from parlour.games.follow_me.rules import FollowMeRules
from parlour.games.follow_me.scene import draw
from parlour.games.follow_me.state import FollowMeState, FollowMeView, copy_table, redact_table
from parlour.games.follow_me.worlds import TracedView, WorldFinder, fill_in


@mypyc_attr(allow_interpreted_subclasses=True)
class FollowMe(FollowMeRules):
    """The whole game."""

    def __init__(self, seats: int = 4, deck: Deck | Path | str | None = None, **options: object) -> None:
        super().__init__(seats, deck, **options)
        self.worlds = WorldFinder(seats, self.all_cards, self.of_class)

    def clone(self, state: FollowMeState) -> FollowMeState:
        return copy_table(state)

    def view(self, state: FollowMeState, seat: int) -> TracedView:
        return TracedView(self.header(state, seat), redact_table(state, seat), self.schema)

    def determinise(self, view: FollowMeView, rng: Rng) -> FollowMeState:
        assert isinstance(view, TracedView)
        return fill_in(self.worlds, view, rng)

    def pieces(self) -> list[Piece]:
        return pieces(self)

    def encode_into(self, view: FollowMeView, out: Numbers) -> None:
        encode_table(self, view.seen, view.seat, view.to_act, out)

    def observe(self, state: FollowMeState, seat: i64, out: Numbers) -> None:
        encode_table(self, state, seat, self.to_act(state), out)

    def explain(self, view: FollowMeView, action: int) -> str:
        return explain(self, view, action)

    def explain_waiting(self, view: FollowMeView, action: int) -> str:
        return explain_waiting(view)

    def scene(self, view: FollowMeView, names: Sequence[str]) -> Scene:
        return draw(self, view, names)

    def complete(self, state: FollowMeState, read: Reader) -> None:
        complete(self, state, read)
