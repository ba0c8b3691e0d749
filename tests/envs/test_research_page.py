"""What docs/research.md shows is true."""

import doctest
import re
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("pyspiel")

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_code_on_the_page_runs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) == 7
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "research.md", str(PAGE), 0)
    said: list[str] = []
    doctest.DocTestRunner().run(test, out=said.append)
    assert not said, "".join(said)
