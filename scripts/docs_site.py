"""Builds the documentation site into site/ (`make site`): the project's pages, rules, commands, reference.

The pages are copied in the project's own layout, so that their links stay true; links to files that are no pages
become plain text. Nothing on the site is loaded from elsewhere.
"""

import asyncio
import inspect
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from rich.console import Console

import parlour
from parlour.cli import app
from parlour.games import find
from parlour.offline.host import Host

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "build" / "site"
OUT = ROOT / "site"
WIDTH = 100
PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
FOLDERS = ("docs", "benchmarks")
COPIED = {".md", ".png", ".svg", ".webp", ".html"}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
NAV = {
    "Home": "index.md",
    "Start": "docs/start.md",
    "Games": "rules/index.md",
    "Play": ["docs/coach.md", "docs/bots.md"],
    "Host": ["docs/hosting.md", "docs/scaling.md", "SECURITY.md"],
    "Design": ["docs/studies.md", "docs/studies/README.md"],
    "Research": ["docs/research.md", "docs/learning.md", "docs/exact.md", "docs/ladder.md"],
    "Contribute": ["CONTRIBUTING.md", "ARCHITECTURE.md", "docs/mutants.md", "CHANGELOG.md"],
    "Reference": ["reference/commands.md", "reference/python.md", "reference/http.md"],
    "Benchmarks": [],
}
CONFIG = """
[project]
site_name = "Parlour"
site_description = "Six tabletop card games: play them, study them, train on them."
docs_dir = "docs"
site_dir = "out"
use_directory_urls = false
nav = {nav}

[project.theme]
language = "en"
font = false
features = ["navigation.tabs", "navigation.sections", "navigation.top", "content.code.copy", "search.highlight"]
favicon = "icon.svg"

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle.icon = "lucide/sun"
toggle.name = "Dark"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle.icon = "lucide/moon"
toggle.name = "Light"
"""


def copy_pages(into: Path) -> None:
    """The project's pages and their pictures."""
    files = [ROOT / page for page in PAGES]
    files += [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in COPIED]
    for path in files:
        name = path.relative_to(ROOT)
        if path.is_file() and name.parts[:2] != ("docs", "site"):
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, into / name)
    shutil.copytree(ROOT / "docs" / "site", into, dirs_exist_ok=True)
    shutil.copy(ROOT / "web" / "public" / "icon.svg", into / "icon.svg")


def write_rules(into: Path) -> None:
    """Each game's rules with pictures of its cards and its table, and a list of the games."""
    folder = into / "rules"
    folder.mkdir()
    cards = json.loads((ROOT / "docs" / "images" / "cards" / "shown.json").read_text("utf-8"))
    rows = []
    for about in parlour.games():
        names = ", ".join(cards[about.slug])
        pictures = (
            f"![Cards of {about.title}](../docs/images/cards/{about.slug}.webp)\n\n"
            f"*Backs and faces: {names}*\n\n"
            f"![A game of {about.title}](../docs/screenshots/{about.slug}-wide.png)\n\n"
        )
        title, _, rest = find(about.slug).rules().partition("\n")
        (folder / f"{about.slug}.md").write_text(f"{title}\n\n{pictures}{rest}", "utf-8")
        seats = f"{about.min_seats} to {about.max_seats}"
        rows.append(f"| [{about.title}]({about.slug}.md) | {seats} | {about.minutes} | {about.summary} |")
    head = "# The games\n\n| game | players | minutes | |\n|---|---|---|---|\n"
    (folder / "index.md").write_text(head + "\n".join(rows) + "\n", "utf-8")


def write_commands(into: Path) -> None:
    """The help of every command, a section each."""

    def help_of(*words: str) -> str:
        text = StringIO()
        app.help_print(list(words), console=Console(file=text, width=WIDTH, no_color=True))
        return f"```text\n{text.getvalue().strip()}\n```"

    names = sorted(name for name in app.resolved_commands() if not name.startswith("-"))
    parts = ["# Commands", help_of(), *(f"## parlour {name}\n\n{help_of(name)}" for name in names)]
    (into / "reference" / "commands.md").write_text("\n\n".join(parts) + "\n", "utf-8")


def write_python(into: Path) -> None:
    """The public names of the package, from their docstrings."""
    parts = ["# Python", "Everything here is `parlour.NAME`; the names keep working between versions."]
    for name in parlour.__all__:
        thing = getattr(parlour, name)
        if not callable(thing):
            parts.append(f"## {name}\n\n`{thing!r}`")
            continue
        parts.append(f"## {name}\n\n```python\n{name}{signature(thing)}\n```\n\n{inspect.getdoc(thing) or ''}")
        parts += [text for member in members(thing) for text in [f"### {name}.{member[0]}\n\n{member[1]}"]]
    (into / "reference" / "python.md").write_text("\n\n".join(parts) + "\n", "utf-8")


def signature(thing: object) -> str:
    """How something is called, as far as that is known: compiled code does not always tell."""
    try:
        return str(inspect.signature(thing)) if callable(thing) else ""
    except (TypeError, ValueError):
        return "(...)"


def members(thing: object) -> Iterator[tuple[str, str]]:
    """The public methods and properties of a class with their docstrings."""
    if not inspect.isclass(thing) or issubclass(thing, Exception):
        return
    for name, member in vars(thing).items():
        told = inspect.getdoc(member)
        if not name.startswith("_") and told and (callable(member) or isinstance(member, property)):
            yield name, f"```python\n{name}{signature(member)}\n```\n\n{told}" if callable(member) else told


async def write_http(into: Path) -> None:
    """The HTTP interface: a table of endpoints, each endpoint, each message, and the OpenAPI description."""
    host = Host("a-token-that-nobody-uses-because-no-table-is-opened", [], lambda text: None)
    _, _, text = await host.request("GET", "/api/openapi.json", "", "")
    (into / "reference" / "openapi.json").write_text(text, "utf-8")
    described = json.loads(text)
    rows, parts = [], []
    for path, methods in described["paths"].items():
        for method, asked in methods.items():
            rows.append(f"| {method.upper()} | `{path}` | {asked.get('summary', '')} |")
            parts.append(f"### {method.upper()} {path}\n\n{asked.get('summary', '')}\n\n{as_json(asked)}")
    parts.append("## Messages")
    schemas = described.get("components", {}).get("schemas", {})
    parts += [f"### {name}\n\n{as_json(schema)}" for name, schema in sorted(schemas.items())]
    head = "# HTTP\n\nPrograms read [openapi.json](openapi.json); [Hosting](../docs/hosting.md) has examples.\n"
    table = "\n".join([head, "| method | address | |", "|---|---|---|", *rows])
    (into / "reference" / "http.md").write_text("\n\n".join([table, "## Endpoints", *parts]) + "\n", "utf-8")


def as_json(described: object) -> str:
    """A part of the description, as it stands there."""
    return f"```json\n{json.dumps(described, indent=2)}\n```"


def mend_links(into: Path) -> None:
    """Turn links to files that are not on the site into plain text."""
    for page in into.rglob("*.md"):

        def mended(link: re.Match[str], page: Path = page) -> str:
            mark, label, target = link.groups()
            name = target.partition("#")[0]
            there = not name or ":" in name or name == "play/" or (page.parent / name).is_file()
            return link[0] if there else ("" if mark else label)

        page.write_text(LINK.sub(mended, page.read_text("utf-8")), "utf-8")


def navigation(into: Path) -> str:
    """The pages of each section, as the generator reads them."""
    sections = {**NAV, "Games": ["rules/index.md", *(f"rules/{about.slug}.md" for about in parlour.games())]}
    sections["Benchmarks"] = sorted(str(page.relative_to(into)) for page in (into / "benchmarks").glob("*.md"))
    lines = []
    for name, pages in sections.items():
        known = [pages] if isinstance(pages, str) else [page for page in pages if (into / page).is_file()]
        lines.append("{ " + json.dumps(name) + " = " + json.dumps(pages if isinstance(pages, str) else known) + " }")
    return "[" + ", ".join(lines) + "]"


def build(source: Path) -> Path:
    """Gather the pages in a folder and build the site there; returns where it is."""
    shutil.rmtree(source, ignore_errors=True)
    into = source / "docs"
    (into / "reference").mkdir(parents=True)
    copy_pages(into)
    write_rules(into)
    write_commands(into)
    write_python(into)
    asyncio.run(write_http(into))
    mend_links(into)
    (source / "zensical.toml").write_text(CONFIG.replace("{nav}", navigation(into)), "utf-8")
    subprocess.run([str(Path(sys.executable).with_name("zensical")), "build", "--clean"], cwd=source, check=True)
    return source / "out"


def main() -> None:
    """Build the site and put it beside the page that plays."""
    built = build(SOURCE)
    for old in OUT.iterdir() if OUT.is_dir() else []:
        if old.name != "play":
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    shutil.copytree(built, OUT, dirs_exist_ok=True)
    print(f"The documentation is in {OUT.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()
