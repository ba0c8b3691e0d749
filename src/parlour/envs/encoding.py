"""Views as arrays: one vector of float32 with named pieces, and a mask of actions."""

import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parlour.core.chance import Sampled
from parlour.core.game import View
from parlour.core.rng import Rng
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
        table = game.new(Sampled(Rng("any table")))
        self.pieces: dict[str, slice] = {}
        start = 0
        for name, numbers in game.encode(game.view(table, 0)).items():
            self.pieces[name] = slice(start, start + len(numbers))
            start += len(numbers)
        self.size = start
        self._pack = struct.Struct(f"{start}f").pack_into

    def vector(self, view: View) -> Vector:
        """A new vector that encodes a view."""
        out = np.empty(self.size, np.float32)
        numbers: list[float] = []
        for piece in self.game.encode(view).values():
            numbers += piece
        # Packing is the fastest way from Python's floats to an array, and fails on any other number of them.
        self._pack(out.data, 0, *numbers)
        return out

    def mask(self, legal: Sequence[int]) -> Mask:
        """A new mask: 1 for each legal action, 0 for all others."""
        marks = bytearray(self.actions)
        for action in legal:
            marks[action] = 1
        return np.frombuffer(marks, np.int8)
