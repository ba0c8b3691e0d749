"""Check the Markdown pages: links, anchors, named files, `parlour` and `make` commands, options, line width.

`make docs` prints what is wrong; `test_docs.py` runs the same checks.
"""

import os
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cyclopts import App, CycloptsError

from parlour.cli import app

ROOT = Path(__file__).resolve().parents[1]
SKIPPED = {"node_modules", "build", "dist", "site", "__pycache__"}
"""Folders that hold no pages of this layout; hidden folders are skipped too, except those in SHOWN."""
SHOWN = {".github", ".ci"}
HISTORY = ("CHANGELOG.md",)
"""These pages may name files and commands that are gone."""
WIDTH = 100
UNWRAPPED = ("benchmarks/", "web/CREDITS.md")
"""Pages whose lines may be longer: programs write them."""
SOURCES = (".py", ".ts", ".mts", ".js", ".mjs", ".svelte", ".md", ".toml", ".sh")
"""Endings of files that a page may name without their folder."""
SCRIPTS = ("benchmarks/", "docs/", "examples/", "scripts/")
"""Folders of scripts whose options a page may name."""
SAMPLES = {"NUMBER": "1", "SEAT": "0", "N": "1", "T": "1", "MS": "1", "SECONDS": "1", "...": ""}
"""What stands for the placeholders of a command that wants a number; other placeholders are taken as they are."""

CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)")
NAMED = re.compile(r"^(?:[\w.<>*-]+/)*[\w.<>*-]*$")
OPTION = re.compile(r"^(--[a-z][a-z-]*)")


@dataclass(frozen=True)
class Line:
    """A line of a page."""

    number: int
    text: str
    block: str | None
    """The language of the code block it is in, "" if none is named; None outside of blocks."""


def lines(text: str) -> Iterator[Line]:
    """The lines of a page without the fences of its code blocks."""
    block: str | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            block = line.strip().strip("`") if block is None else None
        else:
            yield Line(number, line, block)


@cache
def files() -> frozenset[str]:
    """Every file and folder of the sources; a folder ends with a slash."""
    found = set()
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in SKIPPED and (name[0] != "." or name in SHOWN)]
        here = Path(folder).relative_to(ROOT)
        found |= {(here / name).as_posix() for name in names}
        found |= {f"{(here / name).as_posix()}/" for name in folders}
    return frozenset(found)


def pages() -> list[Path]:
    """Every Markdown page."""
    return sorted(ROOT / name for name in files() if name.endswith(".md"))


@cache
def anchors(page: Path) -> frozenset[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    found: set[str] = set()
    for line in lines(page.read_text(encoding="utf-8")):
        if line.block is None and (heading := re.match(r"#+ (.*)", line.text)):
            plain = re.sub(r"[^\w\- ]", "", heading[1].strip().lower()).replace(" ", "-")
            found.add(next(name for name in (plain, *(f"{plain}-{n}" for n in range(1, 99))) if name not in found))
    return frozenset(found)


def check_link(page: Path, target: str) -> str | None:
    """What is wrong with a link; addresses on other sites are not looked at."""
    if re.match(r"[a-z]+:", target):
        return None
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.exists():
        return f"the link {target} leads nowhere"
    if anchor and (file.suffix != ".md" or anchor not in anchors(file)):
        return f"{file.name} has no heading for #{anchor}"
    return None


def check_name(name: str) -> str | None:
    """What is wrong with a file named in code; `<folder>` and `*` stand for any name."""
    parts = name.split("/")
    if not NAMED.match(name) or name in SOURCES or SKIPPED & set(parts):
        return None
    if parts[0] not in folder_names() if len(parts) > 1 else not name.endswith(SOURCES):
        return None  # not one of ours
    pattern = re.compile("(?:.*/)?" + re.sub(r"<\w+>|\\\*", "[^/]+", re.escape(name)) + "/?")
    return None if any(pattern.fullmatch(known) for known in files()) else f"there is no file {name}"


@cache
def folder_names() -> frozenset[str]:
    """The names of all folders of the sources."""
    return frozenset(name.split("/")[-2] for name in files() if name.endswith("/"))


def every_command(of: App) -> Iterator[App]:
    """The commands of an app, with those inside groups of commands."""
    for name, command in of.resolved_commands().items():
        if isinstance(command, App) and not name.startswith("-"):
            yield command
            yield from every_command(command)


@cache
def options() -> frozenset[str]:
    """Every option of the command line and of the scripts."""
    found = {"--help", "--version"}
    for command in every_command(app):
        if command.default_command is not None:
            for argument in command.assemble_argument_collection():
                found |= {*argument.names, *argument.negatives}
    for name in files():
        if name.endswith(".py") and name.startswith(SCRIPTS):
            found |= set(re.findall(r'"(--[a-z][a-z-]*)"', (ROOT / name).read_text(encoding="utf-8")))
    return frozenset(found)


def commands(line: Line) -> Iterator[list[str]]:
    """The `parlour` and `make` command lines of a line, as words."""
    if line.block is None:
        texts = [found[2] for found in CODE.finditer(line.text)]
    elif line.block == "":
        texts = re.sub(r"\s#\s.*", "", line.text).removeprefix("$ ").split(" | ")
    else:
        texts = []
    for text in texts:
        first, _, rest = text.strip().partition(" ")
        if first.removeprefix(".venv/bin/") in ("parlour", "make"):
            try:
                yield [first.removeprefix(".venv/bin/"), *shlex.split(rest)]
            except ValueError:
                yield [first, rest]


def check_command(words: list[str]) -> str | None:
    """What is wrong with a command line. One without arguments is only a mention: it must exist."""
    program, *given = words
    said = " ".join(words)
    if program == "make":
        targets = re.findall(r"^([\w./-]+)\s*:(?!=)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
        missing = [word for word in given if re.fullmatch(r"[a-z.][\w./-]*", word) and word not in targets]
        return f"`{said}`: the Makefile has no target {missing[0]}" if missing else None
    if not given or given[0].startswith("-"):
        return None
    if given[0] not in app.resolved_commands():
        return None if given[0].isupper() else f"`{said}`: there is no command {given[0]}"
    if len(given) == 1:
        return None
    try:
        app.parse_args([SAMPLES.get(word, word) for word in given], print_error=False, exit_on_error=False)
    except CycloptsError as error:
        return f"`{said}`: {' '.join(str(error).split())}"
    return None


def too_wide(line: Line) -> bool:
    """Is this line of prose longer than it should be? Tables and lines that cannot be broken are not."""
    breakable = " " in line.text.strip().removeprefix("- ")[: WIDTH - 2]
    return line.block is None and len(line.text) > WIDTH and not line.text.startswith("|") and breakable


def problems(page: Path) -> list[str]:
    """Everything that is wrong with a page."""
    name = page.relative_to(ROOT).as_posix()
    found: list[tuple[int, str | None]] = []
    for line in lines(page.read_text(encoding="utf-8")):
        if line.block is None:
            plain = CODE.sub("", line.text)
            found += [(line.number, check_link(page, target)) for target in LINK.findall(plain)]
            if "`" in plain:
                found.append((line.number, "code is broken over two lines; keep it on one"))
        if too_wide(line) and not name.startswith(UNWRAPPED):
            found.append((line.number, f"the line has {len(line.text)} characters; wrap it at {WIDTH}"))
        if name in HISTORY:
            continue
        found += [(line.number, check_command(words)) for words in commands(line)]
        if line.block is None:
            for code in (span[2] for span in CODE.finditer(line.text)):
                found.append((line.number, check_name(code)))
                if (option := OPTION.match(code)) and option[1] not in options():
                    found.append((line.number, f"there is no option {option[1]}"))
    return [f"{name}:{number}: {problem}" for number, problem in found if problem]


def main() -> int:
    """Print what is wrong with all pages."""
    every = pages()
    found = [problem for page in every for problem in problems(page)]
    print("\n".join(found) or f"{len(every)} pages: links, files, commands and line widths are right.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
