"""Views as arrays: one vector of float32 with named pieces, and a mask of actions."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parlour.core.encoding import Numbers
from parlour.core.game import State, View
from parlour.games import AnyGame

Vector = NDArray[np.float32]
Mask = NDArray[np.int8]


class Encoder:
    """Turns views of one game into vectors; `pieces` says which numbers belong to which name.

    >>> import parlour
    >>> encoder = Encoder(parlour.game("st-croix", seats=4))
    >>> encoder.size, encoder.pieces["hand"], encoder.pieces["draw_pile"]
    (348, slice(99, 175, None), slice(8, 9, None))
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.actions = len(game.actions)
        self.pieces: dict[str, slice] = {}
        start = 0
        for piece in game.observation:
            self.pieces[piece.name] = slice(start, start + piece.size)
            start += piece.size
        self.size = start
        self._numbers = Numbers(start)
        self._array = np.asarray(memoryview(self._numbers.values))  # no copy: it shows what compiled code writes

    def vector(self, view: View) -> Vector:
        """A new vector that encodes a view."""
        self._numbers.begin()
        self.game.encode_into(view, self._numbers)
        return self._copy()

    def observe(self, state: State, seat: int) -> Vector:
        """A new vector that encodes what a seat may know of a table."""
        self._numbers.begin()
        self.game.observe(state, seat, self._numbers)
        return self._copy()

    def observe_into(self, state: State, seat: int, out: Vector) -> None:
        """Encode what a seat may know of a table into an array."""
        self._numbers.begin()
        self.game.observe(state, seat, self._numbers)
        np.copyto(out, self._array, casting="same_kind")

    def listed(self, state: State, seat: int) -> list[float]:
        """A new list of the numbers that encode what a seat may know of a table."""
        self._numbers.begin()
        self.game.observe(state, seat, self._numbers)
        return self._numbers.slice(0, self.size)

    def mask(self, legal: Sequence[int]) -> Mask:
        """A new mask: 1 for each legal action, 0 for all others."""
        marks = bytearray(self.actions)
        for action in legal:
            marks[action] = 1
        return np.frombuffer(marks, np.int8)

    def _copy(self) -> Vector:
        if self._numbers.count != self.size:
            raise ValueError(f"{self.game.slug}: an observation has another length than the game's pieces say")
        return self._array.astype(np.float32)

    def __reduce__(self) -> tuple[object, ...]:
        return Encoder, (self.game,)
