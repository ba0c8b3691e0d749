"""Write a trained network as the file that bots read, and read one to train it further."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from parlour.bots.layout import Layout
from parlour.bots.weights import Matrix, Stored, pack
from parlour.learn.model import Array

RATING = ("act", "act_bias", "trust")
"""The weights that rate moves."""


def write_network(path: Path, layout: Layout, weights: dict[str, Array], seats: Sequence[int]) -> None:
    """Round the weights to a byte each, with a scale for every row, and write them."""
    weights = softened(weights)
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


def softened(weights: dict[str, Array]) -> dict[str, Array]:
    """The same order of moves, but the policy's ratings count no more than they do without a network.

    Training makes the network sure of itself. A search would hardly try the moves that it likes less.
    """
    sure = np.float32(max(1.0, float(weights["trust"][0])))
    return {name: array / sure if name in RATING else array for name, array in weights.items()}


def rounded(matrix: Array) -> tuple[list[float], bytes]:
    """The scale of each row, and the rows as signed bytes."""
    scales = np.maximum(np.abs(matrix).max(axis=1), 1e-12) / 127.0
    return scales.tolist(), np.round(matrix / scales[:, None]).astype(np.int8).tobytes()


def read_weights(stored: Stored) -> dict[str, Array]:
    """The weights of a file, to train them further."""
    first, second, act, value = (dense(matrix) for matrix in stored.matrices)
    first_bias, second_bias, act_bias = (np.array(bias, np.float32) for bias in stored.biases)
    return {
        "first": first,
        "first_bias": first_bias,
        "second": second,
        "second_bias": second_bias,
        "act": act.T.copy(),
        "act_bias": act_bias,
        "value": value.T.copy(),
        "value_bias": np.array([stored.value_bias], np.float32),
        "trust": np.array([stored.trust], np.float32),
    }


def dense(matrix: Matrix) -> Array:
    """Rows of signed bytes with a scale each, as numbers."""
    scales, rows = matrix
    found: Array = np.frombuffer(rows, np.int8).reshape(len(scales), -1) * np.array(scales, np.float32)[:, None]
    return found
