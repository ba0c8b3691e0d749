"""How many small changes of the rules do the tests notice? `make mutants ARGS="st-croix --count 50 --seed 1"`.

Changes one place of a game's rules (or of the server's decisions and fold, with `server`; or of the engine, with
`core`), runs the quick tests of that part with plain Python, and goes on with the next. A change that no test notices
is printed: read it, and write a test if it is a hole. The places follow from the seed.
"""

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PATIENCE = 10.0
"""Time limit of a changed run, as a multiple of the time of the unchanged one; a longer one counts as noticed."""
PARTS = {
    "server": (["server/log/decide.py", "server/log/table.py"], ["tests/server/test_log.py", "tests/simulation"]),
    "core": (["core/bags.py", "core/chance.py", "core/match.py", "core/events.py"], ["tests/core"]),
}
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}


@dataclass(frozen=True)
class Mutant:
    """One change: the file, the line, and what the line's expression or statement becomes."""

    file: str
    line: int
    before: str
    after: str
    source: str


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What a node may become."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            yield ast.Compare(node.left, [COMPARED[type(op)]()], node.comparators)
        case ast.BoolOp(op=op):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.BinOp(op=op) if type(op) in COMPUTED:
            yield ast.BinOp(node.left, COMPUTED[type(op)](), node.right)
        case ast.AugAssign(op=op) if type(op) in COMPUTED:
            yield ast.AugAssign(node.target, COMPUTED[type(op)](), node.value)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(number)):
            yield ast.Constant(number + 1)
        case ast.If():
            yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
        case ast.Expr(value=ast.Call()) | ast.Continue() | ast.Break():
            yield ast.Pass()


def inside_functions(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes that run: bodies of functions, without docstrings and annotations."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in function.body:
                for node in ast.walk(statement):
                    if isinstance(node, ast.AnnAssign):
                        node.annotation = ast.Name("object")
                    yield node


def mutants(base: Path, file: str) -> list[Mutant]:
    """Every change of a file."""
    text = (base / file).read_text(encoding="utf-8")
    tree = ast.parse(text)
    found = []
    for node in inside_functions(tree):
        for new in changes(node):
            copied: ast.Module = copy.deepcopy(tree, {id(node): new})  # with the node replaced
            before, after = _first(ast.unparse(node)), _first(ast.unparse(new))
            found.append(Mutant(file, getattr(node, "lineno", 0), before, after, ast.unparse(copied)))
    return found


def _first(text: str) -> str:
    return text.splitlines()[0][:100]


def part(name: str) -> tuple[list[str], list[str]]:
    """The files to change and the tests to run."""
    if name in PARTS:
        return PARTS[name]
    folder = name.replace("-", "_")
    files = [f"games/{folder}/{file}" for file in ("rules.py", "state.py", "worlds.py")]
    return files, [f"tests/games/{folder}", "tests/test_golden.py"]


def run(folder: Path, tests: list[str], name: str, limit: float | None) -> bool:
    """Do the tests pass?"""
    chosen = [] if name in PARTS else ["-k", f"{name} or {name.replace('-', '_')}"]
    environment = {**os.environ, "PARLOUR_PURE": "1", "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests, *chosen]
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main() -> int:
    """Change, run, count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", help="a game, `server` or `core`")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    files, tests = part(given.part)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        shutil.copytree(ROOT / "src" / "parlour", folder / "parlour", ignore=shutil.ignore_patterns("__pycache__"))
        base = folder / "parlour"
        start = time.perf_counter()
        if not run(folder, tests, given.part, None):
            print("The tests fail without a change; mend that first.")
            return 2
        limit = PATIENCE * (time.perf_counter() - start)
        every = [one for file in files if (base / file).exists() for one in mutants(base, file)]
        chosen = random.Random(given.seed).sample(every, min(given.count, len(every)))
        noticed = 0
        for mutant in chosen:
            path = base / mutant.file
            original = path.read_text(encoding="utf-8")
            path.write_text(mutant.source, encoding="utf-8")
            if run(folder, tests, given.part, limit):
                print(f"not noticed: {mutant.file}:{mutant.line}: {mutant.before}  ->  {mutant.after}", flush=True)
            else:
                noticed += 1
            path.write_text(original, encoding="utf-8")
        print(
            f"{given.part}: {noticed} of {len(chosen)} noticed ({100 * noticed / len(chosen):.0f} %), of {len(every)}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
