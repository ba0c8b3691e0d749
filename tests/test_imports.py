"""What imports what: no cycles anywhere, and rules that know nothing that shows them and no bits.

import-linter holds the layers, but it lets modules of one layer import each other in a circle.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
MODULES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(SOURCE.rglob("*.py"))
}
RULES = [name for name in MODULES if name.startswith("parlour.games.") and name.endswith(".rules")]
SHOWING = {"scene", "explain", "position", "policy", "encode", "game"}
BITWISE = (ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)


def imports(name: str, tree: ast.AST, known: set[str]) -> Iterator[str]:
    """The known modules a module imports, those under TYPE_CHECKING and inside functions included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relatively"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found = inner if inner in known else node.module
                if found in known and found is not None:
                    yield found


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that import each other in a circle: strongly connected components of more than one."""
    reachable = {name: reach(graph, name) for name in graph}
    found = {frozenset(other for other in reachable[name] if name in reachable[other]) for name in graph}
    return sorted(sorted(group) for group in found if group)


def reach(graph: dict[str, set[str]], start: str) -> set[str]:
    """Everything a module imports, directly or not; itself only if it is in a circle."""
    seen: set[str] = set()
    left = list(graph[start])
    while left:
        name = left.pop()
        if name not in seen:
            seen.add(name)
            left += graph[name]
    return seen


def tree_of(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


def test_no_module_imports_itself_in_a_circle() -> None:
    known = set(MODULES)
    assert cycles({name: set(imports(name, tree_of(name), known)) for name in MODULES}) == []


def test_a_circle_is_found() -> None:
    known = {"a", "a.b", "c"}
    sources = {
        "a": "import c",
        "a.b": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a import x",
        "c": "def f() -> None:\n    from a import b",
    }
    graph = {name: set(imports(name, ast.parse(text), known)) for name, text in sources.items()}
    assert cycles(graph) == [["a", "a.b", "c"]]


@pytest.mark.parametrize("name", RULES)
def test_rules_import_nothing_that_shows(name: str) -> None:
    folder = name.removesuffix(".rules")
    reached = reach({one: set(imports(one, tree_of(one), set(MODULES))) for one in MODULES}, name)
    own = {one.removeprefix(f"{folder}.") for one in reached if one.startswith(f"{folder}.")}
    assert not own & SHOWING
    directly = set(imports(name, tree_of(name), set(MODULES)))
    assert not directly & {"parlour.core.scene", "parlour.core.policy", "parlour.text"}


@pytest.mark.parametrize("name", RULES)
def test_rules_speak_of_cards_and_not_of_bits(name: str) -> None:
    """The verbs of core/bags.py do the arithmetic."""
    tree = tree_of(name)
    notes = {part for node in ast.walk(tree) for part in annotations(node)}
    for node in ast.walk(tree):
        bits = isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, BITWISE)
        bits = bits or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert))
        assert not bits or node in notes, f"{name}, line {getattr(node, 'lineno', 0)}: a bitwise operator"


def annotations(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of types, in which `|` means or."""
    for name in ("annotation", "returns"):
        part = getattr(node, name, None)
        if isinstance(part, ast.AST):
            yield from ast.walk(part)
