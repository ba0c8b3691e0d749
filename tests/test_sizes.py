"""No file above 450 lines; no function above 50 without a reason beside it: `# long: ...` above or on its `def`."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST_LINES = 450
MOST_IN_A_FUNCTION = 50
GENERATED = {"web/src/lib/wire.ts"}

PYTHON = sorted(
    path for folder in ("src", "tests", "benchmarks", "examples", "docs") for path in (ROOT / folder).rglob("*.py")
)
CLIENT = sorted(path for kind in ("ts", "svelte", "css") for path in (ROOT / "web" / "src").rglob(f"*.{kind}"))


def long_functions(source: str) -> list[str]:
    """The functions that are too long and give no reason."""
    lines = source.splitlines()
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        length = (node.end_lineno or node.lineno) - node.lineno + 1
        first = min([node.lineno, *[decorator.lineno for decorator in node.decorator_list]])
        beside = "\n".join(lines[max(0, first - 2) : node.body[0].lineno])
        if length > MOST_IN_A_FUNCTION and not re.search(r"# long: \w", beside):
            found.append(f"{node.name} ({length} lines)")
    return found


@pytest.mark.parametrize("path", [*PYTHON, *CLIENT], ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_is_too_long(path: Path) -> None:
    if str(path.relative_to(ROOT)) not in GENERATED:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_long_function_gives_its_reason(path: Path) -> None:
    assert long_functions(path.read_text(encoding="utf-8")) == []


def test_a_long_function_is_found() -> None:
    body = "    pass\n" * MOST_IN_A_FUNCTION
    assert long_functions(f"def work() -> None:\n{body}") == ["work (51 lines)"]
    assert long_functions(f"# long: one table\ndef work() -> None:\n{body}") == []
