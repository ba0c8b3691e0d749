"""What the pages show is run: the blocks of a page in their order, in one empty folder.

Commands get smaller numbers, so that a study of 2,000 games takes 20. A comment above a block says if it is only
checked against the command line's parser (check_docs.py does that for every command), and why:

    <!-- not run: it needs a cluster -->
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import check_docs

BLOCK = re.compile(r"(?:<!-- not run: (?P<why>.+?) -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
SMALLER = {
    r"--(games|confirm) \d+": r"--\1 20",
    r"--deals \d+": "--deals 2",
    r"--iterations \d+": "--iterations 30",
    r"(hard|expert)@\d+": r"\1@5",
    r"head -600": "head -300",
}
MAKES = re.compile(r"^(\$ |\.venv/bin/)?(parlour|yes)\b")


@dataclass(frozen=True)
class Block:
    """A block of code in a page."""

    language: str
    text: str
    why_not: str | None

    @property
    def commands(self) -> list[str]:
        """The command lines of `parlour` in it."""
        if self.language:
            return []
        lines = [re.sub(r"\s+# .*", "", line) for line in self.text.splitlines()]
        return [line.removeprefix("$ ").removeprefix(".venv/bin/") for line in lines if MAKES.match(line)]

    @property
    def is_program(self) -> bool:
        """Is it Python that is not a doctest? Those are run by tests/envs/test_research_page.py."""
        return self.language == "python" and ">>>" not in self.text


def blocks(page: Path) -> list[Block]:
    """The blocks of a page that can be run."""
    found = (Block(m["language"], m["text"], m["why"]) for m in BLOCK.finditer(page.read_text(encoding="utf-8")))
    return [block for block in found if block.commands or block.is_program]


def pages() -> list[Path]:
    """The pages with something to run."""
    return [page for page in check_docs.pages() if any(block.why_not is None for block in blocks(page))]


def smaller(command: str) -> str:
    for pattern, text in SMALLER.items():
        command = re.sub(pattern, text, command)
    return command


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(check_docs.ROOT).as_posix())
def test_what_a_page_shows_runs(page: Path, tmp_path: Path) -> None:
    programs = Path(sys.executable).parent
    env = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "XDG_DATA_HOME": str(tmp_path / "data")}
    for block in blocks(page):
        if block.why_not is not None:
            continue
        if block.is_program:
            (tmp_path / "shown.py").write_text(f"import parlour\n{block.text}", encoding="utf-8")
            run([sys.executable, "shown.py"], tmp_path, env)
        for command in block.commands:
            run([shutil.which("bash") or "sh", "-c", smaller(command)], tmp_path, env)


def run(command: list[str], folder: Path, env: dict[str, str]) -> None:
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command[-1]}\n{done.stdout[-1500:]}{done.stderr[-1500:]}"


def test_every_block_is_run_or_says_why_not() -> None:
    reasons = {block.why_not for page in check_docs.pages() for block in blocks(page) if block.why_not is not None}
    assert all(len(why.split()) >= 3 for why in reasons)
    assert len(pages()) >= 5
