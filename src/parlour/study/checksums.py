"""Is a table of a run what was written? A damaged parquet file can end the process that reads it, so we look first.

A run keeps the SHA-256 of its tables in a file that `sha256sum --check` understands. Runs of older versions have none:
their tables are read for trial by another process.
"""

import hashlib
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from parlour.core.errors import ParlourError
from parlour.study import trial_reading

SUMS = "SHA256SUMS"
DIGITS, GAP = 64, "  "
"""A line holds the digits of a checksum, a gap and the name of a file."""
TRIAL_SECONDS = 120
"""Time limit of a trial, plus one second for each megabyte: far more than reading takes."""


def text_of_sums(folder: Path, tables: Sequence[str]) -> str:
    """The checksums of files in a folder, one a line."""
    return "".join(f"{_sum(folder / table)}{GAP}{table}\n" for table in tables)


def check_tables(folder: Path, tables: Sequence[str]) -> None:
    """Refuse tables that are damaged; they exist."""
    known = _read_sums(folder / SUMS)
    for table in tables:
        if table in known and known[table] != _sum(folder / table):
            raise ParlourError(
                f"{folder / table}: the file is damaged: its checksum is not the one in {SUMS}. "
                f"If you changed the table yourself, delete {SUMS}."
            )
    unknown = [folder / table for table in tables if table not in known]
    for path, wrong in zip(unknown, tried(unknown), strict=True):
        if wrong:
            raise ParlourError(f"{path}: the file cannot be read ({wrong}).")


def _sum(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ParlourError(f"{path}: the file cannot be read ({error.strerror}).") from None


def _read_sums(path: Path) -> dict[str, str]:
    """The checksum of each table; none in a run of an older version."""
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ParlourError(f"{path}: the file cannot be read ({error.strerror}).") from None
    except ValueError:
        raise ParlourError(f"{path}: the file is damaged (it is not plain text).") from None
    known = {}
    for line in lines:
        found, gap, table = line[:DIGITS], line[DIGITS : DIGITS + len(GAP)], line[DIGITS + len(GAP) :]
        if gap != GAP:
            raise ParlourError(f"{path}: the file is damaged (a line is not a checksum, two spaces and a name).")
        known[table] = found
    return known


def tried(paths: Sequence[Path]) -> list[str]:
    """What is wrong with each file, found by another process that reads them; "" for those it can read."""
    found: list[str] = []
    while len(found) < len(paths):
        left = paths[len(found) :]
        told, ended = _trial(left)
        found += told
        if len(told) < len(left):
            found.append(ended)
    return found


def _trial(paths: Sequence[Path]) -> tuple[list[str], str]:
    """What a process said about the files, and how it ended if it did not reach the last."""
    words = [sys.executable, "-P", trial_reading.__file__, *map(str, paths)]
    patience = TRIAL_SECONDS + sum(path.stat().st_size for path in paths) / 1e6
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience, check=False)
        said, ended = done.stdout, "reading it ends the process"
    except subprocess.TimeoutExpired as error:
        said, ended = error.stdout or b"", "reading it takes too long"
    return [str(json.loads(line)) for line in said.splitlines()], ended
