"""St. Croix: the rules page agrees with the rules, and every rule has a test."""

import ast
import re
from pathlib import Path

from parlour.core.options import show
from parlour.games import find

PAGE = find("st-croix").rules()
OPTIONS = find("st-croix").about.options
RULES = [f"SC-{number:02}" for number in range(1, 27)]
RULINGS = [f"SC-G{number:02}" for number in range(1, 33)]
VECTORS = [f"SC-T{number}" for number in range(1, 6)]


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def anchors() -> set[str]:
    return {line.lstrip("# ").lower().replace(" ", "-") for line in PAGE.splitlines() if line.startswith("#")}


def test_every_id_has_its_line() -> None:
    """SC-01 and all others: the reference lists every rule and ruling once, in order."""
    assert re.findall(r"^- \*\*(SC-\d\d)\*\* ", section("Rules"), re.M) == RULES
    assert re.findall(r"^- \*\*(SC-G\d\d)\*\* ", section("Rulings"), re.M) == RULINGS


def test_options_are_those_of_the_rules() -> None:
    """SC-G02 and all house rules: the table lists exactly the options, with values and defaults."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in section("Options").strip().splitlines()[2:]]
    assert [row[0].strip("`") for row in rows] == [option.name for option in OPTIONS]
    for row, option in zip(rows, OPTIONS, strict=True):
        values = ", ".join(map(str, option.choices)) if option.choices else "true, false"
        if isinstance(option.default, int) and not isinstance(option.default, bool):
            values = f"{option.low} to {option.high}"
        assert row[1:3] == [values, show(option.default)], option.name
        assert re.match(r"SC-", row[3])
        if ruling := re.match(r"SC-G\d\d", row[3]):
            rulings = section("Rulings").split("\n- ")
            assert f"`{option.name}`" in next(text for text in rulings if ruling.group() in text)


def test_help_anchors_exist() -> None:
    """SC-04, SC-08, SC-17: the anchors that prompts point to are headings of the page."""
    assert {"set-up", "a-turn", "mystery-cards", "moko-jumbie", "cannon", "sea-glass", "lizard"} <= anchors()


def test_every_id_is_named_by_a_test() -> None:
    """SC-01 and all others: each id stands in the docstring of some test."""
    named: set[str] = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        if file.name == Path(__file__).name:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named |= set(re.findall(r"SC-[GT]?\d+", ast.get_docstring(node) or ""))
    assert set(RULES + RULINGS + VECTORS) <= named, sorted(set(RULES + RULINGS + VECTORS) - named)


def test_credits() -> None:
    """SC-G01: the publisher is credited, and the page says unofficial and reconstructed."""
    text = section("Credits")
    for word in ("Commander Sea Otter Games", "unofficial", "reconstructed", "--deck"):
        assert word in text
