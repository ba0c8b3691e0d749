"""Small changes of a Python file, one at a time: `mutants.py` asks which of them the tests notice."""

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

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
    """One change: the file, its number among the file's changes, where it is and what becomes what."""

    file: str
    number: int
    place: str
    """Its function, a digest of that function's text, and its number there: the same while the function stays so."""
    first: int
    """The lines of the changed statement (or of its condition): a test that runs none of them cannot notice."""
    last: int
    before: str
    after: str

    @property
    def name(self) -> str:
        """How a change is called in files of results."""
        return f"{self.file}:{self.place}"


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
            yield ast.If(ast.Constant(False), [node], [])  # left out, but names it uses stay known to the function


def mutants(base: Path, file: str) -> list[Mutant]:
    """Every change of a file below `base`."""
    text = (base / file).read_text(encoding="utf-8")
    found: list[Mutant] = []
    within: Counter[str] = Counter()
    for place in _places(ast.parse(text)):
        for new in changes(place.node):
            after = "pass" if _left_out(new, place.node) else _line(new)
            source = (ast.get_source_segment(text, place.outer) or "").encode()
            within[place.name] += 1
            name = f"{place.name}:{hashlib.blake2b(source, digest_size=4).hexdigest()}:{within[place.name]}"
            first, last = _lines(place.statement)
            found.append(Mutant(file, len(found), name, first, last, _line(place.node), after))
    return found


def changed(base: Path, file: str, number: int) -> CodeType:
    """The code of a file with one of its changes."""
    path = base / file
    tree = ast.parse(path.read_text(encoding="utf-8"))
    at = 0
    for place in _places(tree):
        for new in changes(place.node):
            if at == number:
                ast.copy_location(new, place.node)
                _Put(place.node, new).visit(tree)
                return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)
            at += 1
    raise ValueError(f"{file} has no change {number}.")


@dataclass(frozen=True)
class _Place:
    """A node that may change, the statement it is part of and the outermost function around it."""

    node: ast.AST
    statement: ast.stmt
    outer: ast.FunctionDef | ast.AsyncFunctionDef
    name: str


def _places(tree: ast.AST, prefix: str = "") -> Iterator[_Place]:
    """The nodes that run: bodies of functions, without annotations and docstrings."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in node.body:
                yield from _inside(_Place(statement, statement, node, prefix + node.name))
        elif isinstance(node, ast.ClassDef):
            yield from _places(node, f"{prefix}{node.name}.")


def _inside(place: _Place) -> Iterator[_Place]:
    yield place
    for name, value in ast.iter_fields(place.node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                statement = child if isinstance(child, ast.stmt) else place.statement
                yield from _inside(_Place(child, statement, place.outer, place.name))


def _lines(statement: ast.stmt) -> tuple[int, int]:
    """The lines of a statement; of a block only those above what it contains."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if isinstance(body, list) and body else statement.end_lineno or statement.lineno
    return statement.lineno, max(last, statement.lineno)


def _left_out(new: ast.AST, node: ast.AST) -> bool:
    return isinstance(new, ast.If) and new.body == [node]


def _line(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0][:100]


class _Put(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        """Put the new node in the place of the old one."""
        return self.new if node is self.old else self.generic_visit(node)
