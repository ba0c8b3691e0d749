"""The tables of a study: what a row says, and how rows become parquet files, byte for byte the same every time.

The same rows are described for readers in docs/studies.md.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from parlour.core.errors import ParlourError
from parlour.study.checksums import SUMS, check_tables, text_of_sums

if TYPE_CHECKING:
    import polars as pl

GAMES, TURNS, USES = "games.parquet", "turns.parquet", "uses.parquet"
TABLES = (GAMES, TURNS, USES)

ROW_GROUP = 1 << 17
"""Rows per row group; fixed, because it affects the bytes of a file."""


class GameRow(msgspec.Struct, array_like=True, gc=False):
    """One game: who sat where, how it ended, how long it was."""

    number: int
    deal: int
    bots: list[str]
    first: int
    scores: list[int]
    ranks: list[int]
    wins: list[float]
    reason: str
    decisions: int
    turns: int
    choices: int
    guard: str


class Rows(msgspec.Struct, array_like=True):
    """The rows of some games, in the order of their numbers. Turns and uses are kept in columns: there are many."""

    games: list[GameRow] = []
    turn_rows: list[int] = []
    """The number of turns in each game."""
    turn_seats: list[int] = []
    turn_decisions: list[int] = []
    turn_choices: list[int] = []
    turn_chances: list[list[float] | None] = []
    use_rows: list[int] = []
    """The number of uses in each game."""
    use_seats: list[int] = []
    use_things: list[int] = []
    """Places in `things`."""
    use_counts: list[int] = []
    things: list[tuple[str, str]] = []
    """Things with their kinds."""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Rows)


def pack(rows: Rows) -> bytes:
    """Pack rows as bytes, for other processes and for the parts of an unfinished run.

    Things are numbered by name, not in the order in which games happened to use them first.
    """
    used = sorted(set(rows.use_things), key=rows.things.__getitem__)
    things = [rows.things[place] for place in used]
    numbers = [0] * len(rows.things)
    for number, place in enumerate(used):
        numbers[place] = number
    numbered = list(map(numbers.__getitem__, rows.use_things))
    return _encoder.encode(msgspec.structs.replace(rows, things=things, use_things=numbered))


def unpack(data: bytes) -> Rows:
    """Unpack rows; ValueError if the bytes are damaged."""
    return _decoder.decode(data)


def need_polars() -> None:
    """Fail before any work is done if polars is missing. Importing it here would take half a second."""
    if find_spec("polars") is None:
        raise ParlourError("Studies are written with polars; install it with: pip install 'parlour[report]'")


def schemas() -> dict[str, pl.Schema]:
    """The columns of each table with their types."""
    import polars as pl

    return {
        GAMES: pl.Schema(
            {
                "number": pl.Int64(),
                "deal": pl.Int64(),
                "bots": pl.List(pl.String()),
                "first": pl.Int8(),
                "scores": pl.List(pl.Int32()),
                "ranks": pl.List(pl.Int16()),
                "wins": pl.List(pl.Float64()),
                "reason": pl.String(),
                "decisions": pl.Int32(),
                "turns": pl.Int32(),
                "choices": pl.Int64(),
                "guard": pl.String(),
            }
        ),
        TURNS: pl.Schema(
            {
                "number": pl.Int64(),
                "turn": pl.Int32(),
                "seat": pl.Int8(),
                "decisions": pl.Int32(),
                "choices": pl.Int32(),
                "chances": pl.List(pl.Float32()),
            }
        ),
        USES: pl.Schema(
            {
                "number": pl.Int64(),
                "seat": pl.Int8(),
                "thing": pl.String(),
                "kind": pl.String(),
                "count": pl.Int32(),
            }
        ),
    }


def frames(rows: Rows) -> dict[str, pl.DataFrame]:
    """Rows as polars frames, one for each table."""
    import polars as pl

    made = schemas()
    numbers = [row.number for row in rows.games]
    games = {name: [getattr(row, name) for row in rows.games] for name in made[GAMES]}
    return {
        GAMES: pl.DataFrame(games, schema=made[GAMES]),
        TURNS: pl.DataFrame(
            {
                "number": _repeated(numbers, rows.turn_rows),
                "turn": [turn for count in rows.turn_rows for turn in range(count)],
                "seat": rows.turn_seats,
                "decisions": rows.turn_decisions,
                "choices": rows.turn_choices,
                "chances": _chances(rows.turn_chances),
            },
            schema=made[TURNS],
        ),
        USES: pl.DataFrame(
            {
                "number": _repeated(numbers, rows.use_rows),
                "seat": rows.use_seats,
                "thing": _looked_up([thing for thing, _ in rows.things], rows.use_things),
                "kind": _looked_up([kind for _, kind in rows.things], rows.use_things),
                "count": rows.use_counts,
            },
            schema=made[USES],
        ),
    }


def _chances(values: Sequence[list[float] | None]) -> pl.Series:
    """A column of chances; most batches follow no game, and then it is made without looking at every turn."""
    import polars as pl

    if values.count(None) == len(values):
        return pl.Series([None], dtype=pl.List(pl.Float32())).new_from_index(0, len(values))
    return pl.Series(values, dtype=pl.List(pl.Float32()))


def _repeated(values: Sequence[int], counts: Sequence[int]) -> list[int]:
    return [value for value, count in zip(values, counts, strict=True) for _ in range(count)]


def _looked_up(words: Sequence[str], places: Sequence[int]) -> pl.Series:
    import polars as pl

    return pl.Series(words, dtype=pl.String()).gather(pl.Series(places, dtype=pl.UInt32()))


def write_tables(folder: Path, parts: Iterable[bytes]) -> None:
    """Join packed parts, given in the order of their games, into the three files, and write their checksums."""
    import polars as pl

    pieces: dict[str, list[pl.DataFrame]] = {table: [] for table in TABLES}
    for part in parts:
        for table, frame in frames(unpack(part)).items():
            pieces[table].append(frame)
    for table, schema in schemas().items():
        whole = pl.concat([pl.DataFrame(schema=schema), *pieces.pop(table)], rechunk=True)
        path = folder / f".{table}.part"
        # Every setting that could change a byte is explicit, not left to a default.
        whole.write_parquet(path, compression="zstd", compression_level=3, statistics=True, row_group_size=ROW_GROUP)
        path.replace(folder / table)
    write_atomically(folder / SUMS, text_of_sums(folder, TABLES).encode())


def read_tables(folder: Path, tables: Sequence[str] = TABLES) -> list[pl.DataFrame]:
    """Tables of a finished run with their columns and types checked; an error if one cannot be read."""
    need_polars()
    for table in tables:
        if not (folder / table).is_file():
            raise ParlourError(f"{folder / table}: there is no such file; is {folder} the folder of a finished run?")
    check_tables(folder, tables)
    return [_read_table(folder / table) for table in tables]


def _read_table(path: Path) -> pl.DataFrame:
    import polars as pl

    try:
        frame = pl.read_parquet(path)
    except (OSError, ValueError, pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise ParlourError(f"{path}: the file cannot be read ({str(error).splitlines()[0]}).") from None
    if frame.schema != schemas()[path.name]:
        raise ParlourError(f"{path}: its columns are not those of a study of this version.")
    return frame


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file atomically."""
    draft = path.with_name(f".{path.name}.part")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
