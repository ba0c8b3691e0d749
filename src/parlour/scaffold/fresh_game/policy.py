"""What a sensible player likes: one point more makes an action about three times as likely."""

from parlour.core.game import Moves
from parlour.core.policy import Policy
from parlour.scaffold.fresh_game.actions import DRAW
from parlour.scaffold.fresh_game.state import Table


class FreshGamePolicy(Policy[Table]):
    """Would rather play than draw."""

    def rate(self, state: Table, seat: int, moves: Moves) -> None:
        """Rate each of the moves; use only what the seat may know of the state."""
        for place in range(moves.count):
            moves.ratings[place] = 0.0 if moves.ids[place] == DRAW else 2.0
