"""Which build of the rules is in use: compiled by mypyc, or the same files as plain Python."""

import importlib.util
import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from pathlib import Path
from types import ModuleType

SWITCH = "PARLOUR_PURE"
"""Environment variable: 1 selects the plain build even where a compiled one exists."""


class _PlainFinder:
    """Finds the .py file of a Parlour module where Python would prefer the compiled one."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("parlour.") or path is None:
            return None
        for folder in path:
            source = Path(folder) / f"{name.rpartition('.')[2]}.py"
            if source.is_file():
                return importlib.util.spec_from_file_location(name, source)
        return None


def choose() -> None:
    """Use the plain build if the environment asks for it."""
    if os.environ.get(SWITCH) == "1":
        sys.meta_path.insert(0, _PlainFinder)


def in_use() -> str:
    """Say which build is in use: "compiled" or "plain Python"."""
    from parlour.core import game

    return "compiled" if str(game.__file__).endswith(tuple(EXTENSION_SUFFIXES)) else "plain Python"
