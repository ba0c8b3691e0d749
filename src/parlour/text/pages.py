"""Rules pages: formatted in a terminal, plain Markdown in a pipe."""

import re

from parlour.games import find
from parlour.text.screen import Screen


def rules_page(slug: str) -> str:
    """The rules page of a game, in Markdown."""
    return find(slug).rules()


def show_page(screen: Screen, text: str) -> None:
    """Print a page of Markdown."""
    if not screen.live:
        screen.console.out(text, end="" if text.endswith("\n") else "\n", highlight=False)
        return
    from rich.markdown import Markdown

    screen.console.print(Markdown(text), width=screen.width)


def section(text: str, anchor: str) -> str:
    r"""The section of a page under the heading with an anchor, up to the next heading of its rank; "" if there is none.

    >>> section("# Game" + chr(10) + "## A turn" + chr(10) + "Play." + chr(10) + "## The end", "a-turn")
    '## A turn\nPlay.'
    """
    lines = text.splitlines()
    for start, line in enumerate(lines):
        if (rank := _rank(line)) and _anchor(line) == anchor:
            for end in range(start + 1, len(lines)):
                if 0 < _rank(lines[end]) <= rank:
                    return "\n".join(lines[start:end]).strip()
            return "\n".join(lines[start:]).strip()
    return ""


def _rank(line: str) -> int:
    found = re.match(r"(#+) ", line)
    return len(found[1]) if found else 0


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w-]", "", heading.lstrip("# ").strip().lower().replace(" ", "-"))
