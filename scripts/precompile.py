"""Replaces the sources in archives by byte code. scripts/precompile.mjs runs this inside Pyodide, whose Python will
load it: starting from sources takes more than twice as long.

The archives are stored uncompressed: the build compresses each as a whole, which makes it smaller.
"""

import importlib.util
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

AS_IS = ("anyio/",)
"""Packages that read their own sources."""
WITH_DOCSTRINGS = ("parlour/",)
"""Packages whose docstrings and assertions are kept."""
DATE = (2020, 1, 1, 0, 0, 0)
"""The same for every file: the same sources give the same bytes."""


def compiled(name: str, source: bytes) -> bytes:
    """A module's byte code, to be used without looking for its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=0 if name.startswith(WITH_DOCSTRINGS) else 2)
    return bytes(_code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def precompile(archive: Path) -> None:
    """Rewrite an archive. Files of one kind lie together, which compresses better."""
    with zipfile.ZipFile(archive) as packed:
        files = {name: packed.read(name) for name in packed.namelist() if not name.endswith("/")}
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as packed:
        for name in sorted(files, key=lambda name: (name.rpartition(".")[2], name)):
            if name.endswith(".py") and not name.startswith(AS_IS):
                packed.writestr(zipfile.ZipInfo(f"{name}c", DATE), compiled(name, files[name]))
            else:
                packed.writestr(zipfile.ZipInfo(name, DATE), files[name])


for found in sorted(Path("/archives").glob("*.zip")):
    precompile(found)
