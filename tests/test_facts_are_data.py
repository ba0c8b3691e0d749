"""Facts are data: no module reads a sentence, a label or an id to learn one. The client's eslint has the same rule."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour

SOURCE = Path(parlour.__file__).parent

WORDS = {"help", "id", "label", "line", "made_by", "name", "option", "plain", "reason", "sentence", "short", "text"}
WORDS |= {"choice", "key", "title", "up", "why", "zone"}
"""Variables and attributes with these names hold words for people, or names for things."""

PARSING = {"startswith", "endswith", "removeprefix", "removesuffix", "split", "rsplit", "partition", "rpartition"}
PARSING |= {"replace", "find", "rfind"}
SEARCHING = {"search", "match", "fullmatch", "findall", "finditer", "split"}

ALLOWED = {
    "'.' in text": "writes a number",
    "'=' in text": "writes a heading",
    "'\\x00' not in text": "a database cannot hold it",
    "'{' in line": "a sentence with a blank that nobody filled in is a bug to find",
    "choice.label.split()": "the terminal shortens a list of labels by the words they share",
    "key.split()": "a deck's key must be one word",
    "label.split()": "the terminal shortens a list of labels by the words they share",
    "line.endswith('\\n')": "a line of input may be cut short",
    "line.startswith(names[seat])": "the terminal sets the name of the seat that acted in bold",
    "msgspec.json.decode(text, type=_AnyId).id[:64]": "a refused message is answered with the start of its id",
    "name.partition('@')": "a kind of bot as somebody typed it",
    "name.replace('_', ' ')": "a field's name for an error sentence",
    "name.rpartition('.')": "the name of a Python module",
    "name.split('.')": "the name of a Python module",
    "name.startswith('parlour.')": "the name of a Python module",
    "name.startswith('parlour')": "the name of a Python module",
    "name.replace('.', '/')": "the name of a Python module",
    "re.fullmatch('[a-z0-9]+(-[a-z0-9]+)*', slug)": "the name of a game in another package",
    "re.fullmatch('[a-z][a-z0-9]*(-[a-z0-9]+)*', name)": "the name of a new game as somebody typed it",
    "re.findall('{(\\\\w+)}', endpoint.path)": "the placeholders of an address",
    "re.match('(#+) ', line)": "the headings of a Markdown page",
    """re.search('<svg[^>]* width="([\\\\d.]+)" height="([\\\\d.]+)"', svg)""": "the size of a drawing",
    "text.endswith('\\n')": "a page ends with one line break",
    "text.plain.rfind(' ', 0, width + 1)": "breaks a line",
    "text.plain.startswith(' ')": "breaks a line",
    "text.replace('±', '+-')": "plain letters for a terminal that has no others",
    "text.split()": "the moves of a hand-written position",
    "text.split(',')": "what somebody typed",
    "text.startswith('-')": "writes a number",
}
"""What takes words apart without learning a fact from them, and why. It does not say where: files move."""


def last_name(node: ast.expr) -> str:
    """`zone.name`, `name` and `name()` are all a name."""
    if isinstance(node, ast.Call):
        return last_name(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def parsed_words(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where words are taken apart: the line, and what is done."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            on, verb = last_name(node.func.value), node.func.attr
            if (on == "re" and verb in SEARCHING) or (on in WORDS and verb in PARSING):
                yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            inside = last_name(node.comparators[0])
            if inside in WORDS and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
                yield node.lineno, ast.unparse(node)
        elif (
            isinstance(node, ast.Subscript)
            and isinstance(node.slice, ast.Slice)
            and isinstance(node.value, ast.Attribute)
            and node.value.attr in WORDS
        ):
            yield node.lineno, ast.unparse(node)


def test_no_module_takes_words_apart_to_learn_a_fact() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {what}"
        for path in sorted(SOURCE.rglob("*.py"))
        for line, what in parsed_words(ast.parse(path.read_text(encoding="utf-8")))
        if what not in ALLOWED
    ]
    assert found == [], "Say the fact as data beside the words (a field, a flag, a number), and read that."


PLANTED = [
    r"bool(re.search(r'players? or (a )?team', entry.rules(), re.IGNORECASE))",
    "why if 'not possible now' in plain else plain",
    "reason.startswith(start)",
    "plan.made_by.split()[1:2] == ['simulate']",
    "zone.name.removeprefix('Your ').rstrip(' 0123456789')",
    "zone.name.replace('Your ', 'your ', 1)",
    "zone.name.startswith(f'{whose} ')",
    "zone.name[len(whose) + 1 :]",
    "choice.text.rpartition(' ')",
    "one.text.endswith(f' {n}')",
    "choice.option[:1].islower()",
    "piece.id.rpartition(':')",
    "kind, _, counter = name.partition(':')",
    "all(name.startswith('option ') for name in telling)",
    "up.startswith('share')",
    "joined[-1].split()[0] == line.split()[0]",
    "self.budget is None or '@' in name",
    "'locked' not in reason(error)",
]
"""Each was in the source once."""


@pytest.mark.parametrize("code", PLANTED)
def test_what_once_read_a_fact_from_words_is_found(code: str) -> None:
    found = [what for _, what in parsed_words(ast.parse(code))]
    assert found and not set(found) & set(ALLOWED)


def test_nothing_is_allowed_that_is_not_there() -> None:
    there = {
        what for path in SOURCE.rglob("*.py") for _, what in parsed_words(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert sorted(set(ALLOWED) - there) == []
