"""How a checkout gets its compiled rules: complete builds that fit the sources, or plain Python."""

import ast
import json
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from parlour import _build

ROOT = Path(__file__).parents[1]
MODULE = (
    "from mypy_extensions import i64\n\nfrom parlour.bags import LEAST\n\n\ndef least() -> i64:\n    return LEAST\n"
)
SETUP_FAILS = "import sys; print('game.c:1: error: no good'); sys.exit(1)\n"
SETUP_WORKS = """
import sys
from pathlib import Path
folder = Path(sys.argv[sys.argv.index("--build-lib") + 1])
(folder / "parlour").mkdir()
(folder / "parlour" / "game{suffix}").write_text("native")
with Path("runs.txt").open("a") as runs:
    runs.write("run ")
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small checkout, in which a stand-in for setup.py compiles."""
    for name in ("scripts/native.py", "scripts/native_extensions.py", "src/parlour/_build.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "play.txt").write_text("")
    (tmp_path / "src" / "parlour" / "__init__.py").write_text("")
    (tmp_path / "src" / "parlour" / "game.py").write_text(MODULE)
    (tmp_path / "src" / "parlour" / "bags.py").write_text("LEAST = 1\n")
    (tmp_path / "src" / "parlour" / "cli.py").write_text("")
    works(tmp_path)
    return tmp_path


def works(tree: Path) -> None:
    (tree / "setup.py").write_text(SETUP_WORKS.format(suffix=EXTENSION_SUFFIXES[0]))


def run(tree: Path, *arguments: str, **environment: str) -> str:
    """Run the script of the checkout. Return what it says."""
    kept = {name: value for name, value in os.environ.items() if name not in (_build.SWITCH, _build.CHOICE)}
    return subprocess.run(
        [sys.executable, "scripts/native.py", *arguments],
        cwd=tree,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def chosen(tree: Path, **environment: str) -> str:
    """The build that a process of the checkout chooses; empty for plain Python."""
    code = (
        "import sys; sys.path.insert(0, 'src'); from parlour import _build; _build.choose();"
        "print([f.folder.name for f in sys.meta_path if isinstance(f, _build._NativeFinder)])"
    )
    kept = {name: value for name, value in os.environ.items() if name not in (_build.SWITCH, _build.CHOICE)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tree,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip().strip("[]'")


def runs(tree: Path) -> int:
    path = tree / "runs.txt"
    return len(path.read_text().split()) if path.exists() else 0


def test_a_build_is_made_once_and_used_while_the_sources_are_the_same(tree: Path) -> None:
    assert chosen(tree) == ""
    assert "compiling" in run(tree)
    first = chosen(tree)
    assert first and run(tree) == "" and runs(tree) == 1
    assert chosen(tree, PARLOUR_PURE="1") == ""
    (tree / "src" / "parlour" / "cli.py").write_text("# no part of the rules\n")
    assert chosen(tree) == first and run(tree) == "" and runs(tree) == 1


@pytest.mark.parametrize("name", ["game.py", "bags.py"])
def test_after_an_edit_the_rules_are_plain_until_compiled_again(tree: Path, name: str) -> None:
    run(tree)
    first = chosen(tree)
    path = tree / "src" / "parlour" / name
    before = path.read_text()
    path.write_text(before + "\n# edited\n")
    assert chosen(tree) == ""
    run(tree)
    assert chosen(tree) not in ("", first) and runs(tree) == 2
    path.write_text(before)
    assert chosen(tree) == first and run(tree) == "" and runs(tree) == 2


def test_a_process_and_those_it_starts_use_the_same_build(tree: Path) -> None:
    (tree / "build" / "native").mkdir(parents=True)
    plain = str(tree / "build" / "native" / "none")
    run(tree)
    assert chosen(tree, PARLOUR_BUILD=plain) == ""
    first = chosen(tree)
    (tree / "src" / "parlour" / "game.py").write_text("")
    assert chosen(tree, PARLOUR_BUILD=str(tree / "build" / "native" / first)) == first
    assert chosen(tree, PARLOUR_BUILD="/elsewhere/build/native/none") == ""


def test_a_failed_compile_changes_nothing_and_is_told_once(tree: Path) -> None:
    run(tree)
    first = chosen(tree)
    module = tree / "src" / "parlour" / "game.py"
    module.write_text(MODULE + "\n")
    (tree / "setup.py").write_text(SETUP_FAILS)
    run(tree, "--nice")
    assert chosen(tree) == "" and sorted((tree / "build" / "native").glob("part-*")) == []
    assert run(tree, "--background").count("could not be compiled and stay plain Python: game.c:1: error: no good") == 1
    assert run(tree, "--background") == "" and run(tree) == ""
    module.write_text(MODULE)
    works(tree)
    assert chosen(tree) == first


def test_nothing_is_compiled_without_a_compiler_or_if_plain_rules_are_wanted(tree: Path) -> None:
    assert run(tree, "--background", CC="no-such-compiler") == ""
    assert run(tree, "--background", PARLOUR_PURE="1") == "" and run(tree, PARLOUR_PURE="1") == ""
    assert runs(tree) == 0


def test_what_a_stopped_build_left_is_never_used(tree: Path) -> None:
    left = tree / "build" / "native" / "part-1" / "parlour"
    left.mkdir(parents=True)
    assert chosen(tree) == ""
    run(tree)
    assert not left.exists()
    listing = next((tree / "build" / "native").glob("*/sources.json"))
    assert json.loads(listing.read_text())["suffix"] == EXTENSION_SUFFIXES[0]


def classes_of(group: str, paths: list[str]) -> list[tuple[str, ast.ClassDef]]:
    """The classes of compiled modules, with the name of their group."""
    parsed = [ast.parse((ROOT / path).read_text("utf-8")) for path in paths]
    return [(group, node) for module in parsed for node in ast.walk(module) if isinstance(node, ast.ClassDef)]


def is_open(declared: ast.ClassDef) -> bool:
    """May the class have subclasses that mypyc does not see?"""
    return any("allow_interpreted_subclasses=True" in ast.unparse(mark) for mark in declared.decorator_list)


def test_classes_with_relatives_in_another_group_are_open() -> None:
    # mypyc compiles group by group and takes each one's classes for all there are. It would call a method of the core
    # directly that a game overrides, and trips over a class that inherits `__init__` from another group.
    found = subprocess.run(
        [sys.executable, "-c", "import json, native_extensions as n; print(json.dumps(n.compiled_modules()))"],
        cwd=ROOT / "scripts",
        capture_output=True,
        text=True,
        check=True,
    )
    groups: dict[str, list[str]] = json.loads(found.stdout)
    classes = [found for group, paths in groups.items() for found in classes_of(group, paths)]
    core = {node.name: node for group, node in classes if group == "parlour_core"}
    inherited = [
        (core[base], node)
        for group, node in classes
        for base in [ast.unparse(base).partition("[")[0] for base in node.bases]
        if group != "parlour_core" and base in core
    ]
    assert len(inherited) > 30  # games, states, policies, fields
    assert {base.name for base, _ in inherited if not is_open(base)} == set()
    for _, node in inherited:
        has_init = any(isinstance(one, ast.FunctionDef) and one.name == "__init__" for one in node.body)
        assert has_init or is_open(node), node.name
