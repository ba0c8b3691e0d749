"""Which build of the rules is in use: compiled by mypyc, or the same files as plain Python."""

import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from pathlib import Path
from types import ModuleType

SWITCH = "PARLOUR_PURE"
"""Environment variable: 1 selects the plain build even where a compiled one exists."""

CHOICE = "PARLOUR_BUILD"
"""The build a process uses, for the processes it starts."""
ROOT = Path(__file__).resolve().parents[2]
BUILDS = ROOT / "build" / "native"
"""Builds of a checkout, each in a folder of its own (scripts/native.py). A wheel has its modules in the package."""


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


class _NativeFinder:
    """Finds the compiled modules of one build. The others are found as usual."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("parlour"):
            return None
        compiled = self.folder / f"{name.replace('.', '/')}{EXTENSION_SUFFIXES[0]}"
        return importlib.util.spec_from_file_location(name, compiled) if compiled.is_file() else None


def choose() -> None:
    """Use the compiled build of this checkout if it fits the sources; the plain build if the environment asks for it.

    Processes that this one starts make the same choice, also when a build is finished or a file is changed meanwhile.
    """
    if os.environ.get(SWITCH) == "1":
        sys.meta_path.insert(0, _PlainFinder)
    elif BUILDS.is_dir():
        inherited = Path(os.environ.get(CHOICE, ""))
        build = inherited if inherited.parent == BUILDS else _fitting_build()
        os.environ[CHOICE] = str(build)
        if build.is_dir():
            sys.meta_path.insert(0, _NativeFinder(build))


def _fitting_build() -> Path:
    """The folder of the build that was made from the sources as they are; one that does not exist if none was."""
    for listing in BUILDS.glob("*/sources.json"):
        made = json.loads(listing.read_bytes())
        same = all(_is_unchanged(name, digest) for name, digest in made["sources"].items())
        if same and made["suffix"] == EXTENSION_SUFFIXES[0]:
            return listing.parent
    return BUILDS / "none"


def _is_unchanged(name: str, digest: str) -> bool:
    try:
        return hashlib.sha256((ROOT / name).read_bytes()).hexdigest() == digest
    except OSError:
        return False


def in_use() -> str:
    """Say which build is in use: "compiled" or "plain Python"."""
    from parlour.core import game

    return "compiled" if str(game.__file__).endswith(tuple(EXTENSION_SUFFIXES)) else "plain Python"
