"""What can guide a search besides the game's policy: a second opinion on moves, and on how a game will end."""

from mypy_extensions import i64

from parlour.core.game import Moves, State


class Guide:
    """A judge of imagined tables. It looks at what the seat to act knows there, and at nothing else."""

    def __init__(self, foresees: float) -> None:
        self.foresees = foresees
        """How much `expect` counts beside playing the game out: 0 for not at all, 1 for alone."""

    def rate(self, state: State, seat: i64, moves: Moves) -> None:
        """Fill in `moves.ratings`, as a policy does."""
        raise NotImplementedError

    def expect(self, state: State, seat: i64, moves: Moves) -> float:
        """The reward that the seat to act can expect: 1 for winning, 0 for the average seat."""
        raise NotImplementedError
