"""Builds the rules as native code with mypyc where a C compiler is present; plain Python otherwise."""

import os
import shutil
import sys
from collections import defaultdict
from pathlib import Path
from threading import Lock

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
PACKAGE = ROOT / "src" / "parlour"
COMPILING = {"bdist_wheel", "build", "build_ext", "install"}
"""Commands that compile. An editable install is plain Python; `make native` compiles for a checkout."""

OBJECTS = ROOT / "build" / "native" / "objects"
"""Everything compiled so far; an editable install and `make` build in changing folders, and start from here."""

sys.path.insert(0, str(ROOT / "scripts"))
import native_extensions as native  # noqa: E402


def check_client() -> None:
    """A package that is passed on carries the browser client; without it a player would meet an empty page."""
    if not (PACKAGE / "web" / "dist" / "index.html").is_file():
        sys.exit("parlour: the browser client is missing in src/parlour/web/dist; build it first with `make client`")


class Wheel(bdist_wheel):
    """A wheel, complete. (An editable install makes none, and may come before the client is built.)"""

    def run(self) -> None:
        """Check, then build."""
        check_client()
        super().run()


class Source(sdist):
    """A source package, with the built client in it: installing from it needs no Node."""

    def run(self) -> None:
        """Check, then pack."""
        check_client()
        super().run()


class Native(build_ext):
    """Native code for all or for nothing: compiled modules call each other and cannot do without the others."""

    def build_extensions(self) -> None:
        """Compile; where something could not be compiled, take back what could."""
        self.version = native.compiler_version([*self.compiler.compiler_so, *self.compiler.linker_so])
        self.making: defaultdict[Path, Lock] = defaultdict(Lock)
        super().build_extensions()
        made = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        if not all(path.exists() for path in made):
            print("parlour: the rules could not be compiled and stay plain Python", file=sys.stderr)
            for path in made:
                path.unlink(missing_ok=True)

    def build_extension(self, extension: Extension) -> None:
        """Compile one extension, unless the same was compiled before."""
        target = Path(self.get_ext_fullpath(extension.name))
        kept = OBJECTS / (native.digest_of(extension, self.version) + target.suffix)
        # Modules of a package are the same file; the first thread makes it, the others copy it.
        with self.making[kept]:
            if kept.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(kept, target)
                kept.touch()
                return
            super().build_extension(extension)
            OBJECTS.mkdir(parents=True, exist_ok=True)
            shutil.copy(target, kept.with_suffix(f".{os.getpid()}")).replace(kept)


def extensions() -> list[Extension]:
    """The compiled modules, none where they are not wanted or cannot be had."""
    if os.environ.get("PARLOUR_PURE") == "1" or not COMPILING.intersection(sys.argv):
        return []
    try:
        return native.extensions()
    except ImportError:
        print("parlour: mypyc is not installed, the rules stay plain Python", file=sys.stderr)
        return []


setup(
    ext_modules=extensions(),
    cmdclass={"bdist_wheel": Wheel, "build_ext": Native, "sdist": Source},
    options={"build_ext": {"parallel": True}},
)
