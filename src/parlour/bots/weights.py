"""The file of a trained network: a line of JSON, scales and biases as float32, weights as signed bytes, a checksum."""

import hashlib
import json
from array import array
from dataclasses import dataclass
from sys import byteorder

from parlour.core.errors import ParlourError

FORMAT = "parlour network 1"

Matrix = tuple[list[float], bytes]
"""The scale of each row, and the rows as signed bytes."""


class BadNetwork(ParlourError):
    """A network that cannot be used."""


@dataclass(frozen=True)
class Stored:
    """A network as it is stored: its game, the layout it was trained on, its sizes and weights."""

    game: str
    layout: str
    seats: tuple[int, ...]
    """Seat counts with which it is to play."""
    hidden: int
    second: int
    inputs: int
    actions: int
    trust: float
    value_bias: float
    matrices: tuple[Matrix, ...]
    """The first layer (a row for each input), the second, the actions and the value (a row for each output)."""
    biases: tuple[list[float], ...]
    """Of the first layer, the second and the actions."""
    foresees: float = 0.5
    """How much the network's value counts in a search beside playing games out: from 0, not at all, to 1, alone."""


def pack(stored: Stored) -> bytes:
    """The bytes of a network's file."""
    head = {
        "format": FORMAT,
        "game": stored.game,
        "layout": stored.layout,
        "seats": list(stored.seats),
        "hidden": stored.hidden,
        "second": stored.second,
        "inputs": stored.inputs,
        "actions": stored.actions,
        "trust": stored.trust,
        "value_bias": stored.value_bias,
        "foresees": stored.foresees,
    }
    parts = [json.dumps(head).encode() + b"\n"]
    for scales, rows in stored.matrices:
        parts += [_floats(scales), rows]
    parts += [_floats(biases) for biases in stored.biases]
    body = b"".join(parts)
    return hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def unpack(data: bytes, name: str) -> Stored:
    """Read a network's file, or say in a sentence what is wrong with it."""
    checksum, _, body = data.partition(b"\n")
    if hashlib.sha256(body).hexdigest().encode() != checksum:
        raise BadNetwork(f"{name} is damaged or no network: its checksum does not match.")
    line, _, rest = body.partition(b"\n")
    head = json.loads(line)
    if head["format"] != FORMAT:
        raise BadNetwork(f"{name} has the format {head['format']!r}, not {FORMAT!r}.")
    hidden, second, inputs, actions = (int(head[key]) for key in ("hidden", "second", "inputs", "actions"))
    place = 0
    matrices: list[Matrix] = []
    for rows, columns in ((inputs, hidden), (hidden, second), (actions, second), (1, second)):
        scales = _read_floats(rest[place : place + 4 * rows])
        place += 4 * rows
        matrices.append((scales, rest[place : place + rows * columns]))
        place += rows * columns
    biases = []
    for size in (hidden, second, actions):
        biases.append(_read_floats(rest[place : place + 4 * size]))
        place += 4 * size
    if place != len(rest):
        raise BadNetwork(f"{name} has another length than its first line says.")
    return Stored(
        str(head["game"]),
        str(head["layout"]),
        tuple(int(count) for count in head["seats"]),
        hidden,
        second,
        inputs,
        actions,
        float(head["trust"]),
        float(head["value_bias"]),
        tuple(matrices),
        tuple(biases),
        float(head.get("foresees", 1.0)),
    )


def _floats(numbers: list[float]) -> bytes:
    found = array("f", numbers)
    if byteorder == "big":
        found.byteswap()
    return found.tobytes()


def _read_floats(data: bytes) -> list[float]:
    found = array("f")
    found.frombytes(data)
    if byteorder == "big":
        found.byteswap()
    return found.tolist()
