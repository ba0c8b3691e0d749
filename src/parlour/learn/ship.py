"""Write a trained network as the file that bots read."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from parlour.bots.layout import Layout
from parlour.bots.weights import Stored, pack
from parlour.learn.model import Array


def write_network(path: Path, layout: Layout, weights: dict[str, Array], seats: Sequence[int]) -> None:
    """Round the weights to a byte each, with a scale for every row, and write them."""
    stored = Stored(
        layout.slug,
        layout.digest,
        tuple(seats),
        weights["first"].shape[1],
        weights["second"].shape[1],
        weights["first"].shape[0],
        len(layout.actions),
        float(weights["trust"][0]),
        float(weights["value_bias"][0]),
        tuple(rounded(array) for array in (weights["first"], weights["second"], weights["act"].T, weights["value"].T)),
        tuple(weights[name].tolist() for name in ("first_bias", "second_bias", "act_bias")),
    )
    part = path.with_suffix(".part")
    part.write_bytes(pack(stored))
    part.replace(path)


def rounded(matrix: Array) -> tuple[list[float], bytes]:
    """The scale of each row, and the rows as signed bytes."""
    scales = np.maximum(np.abs(matrix).max(axis=1), 1e-12) / 127.0
    return scales.tolist(), np.round(matrix / scales[:, None]).astype(np.int8).tobytes()
