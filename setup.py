"""Builds the rules as native code with mypyc where a C compiler is present; plain Python otherwise."""

import os
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
PACKAGE = ROOT / "src" / "parlour"


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
        super().build_extensions()
        made = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        if not all(path.exists() for path in made):
            print("parlour: the rules could not be compiled and stay plain Python", file=sys.stderr)
            for path in made:
                path.unlink(missing_ok=True)


def rules() -> list[str]:
    """What runs inside a game: every module that asks for machine integers."""
    asking = [path for path in PACKAGE.glob("**/*.py") if "from mypy_extensions import" in path.read_text("utf-8")]
    return sorted(str(path.relative_to(ROOT)) for path in asking)


def scenes() -> list[str]:
    """What a table does for every viewer at every move."""
    drawing = [*PACKAGE.glob("games/*/scene.py"), *PACKAGE.glob("games/*/explain.py")]
    drawing.append(PACKAGE / "server" / "log" / "projection.py")
    return sorted(str(path.relative_to(ROOT)) for path in drawing)


def extensions() -> list[object]:
    """The compiled modules, none where they are not wanted or cannot be had."""
    if os.environ.get("PARLOUR_PURE") == "1":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        print("parlour: mypyc is not installed, the rules stay plain Python", file=sys.stderr)
        return []
    made = mypycify(
        ["--strict", *rules(), *scenes()],
        opt_level="3",
        debug_level="0",
        # One C file each, which two cores can compile at the same time.
        separate=[(rules(), "parlour_rules"), (scenes(), "parlour_scenes")],
    )
    for extension in made:
        # A machine without a C compiler gets a warning and plain Python instead of a failed install.
        extension.optional = True
        if sys.platform != "win32":
            extension.extra_compile_args = [*extension.extra_compile_args, "-fno-semantic-interposition"]
    return list(made)


setup(
    ext_modules=extensions(),
    cmdclass={"bdist_wheel": Wheel, "build_ext": Native, "sdist": Source},
    options={"build_ext": {"parallel": True}},
)
