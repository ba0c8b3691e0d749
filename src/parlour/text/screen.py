"""Where lines go and answers come from: a terminal with colour, or a pipe without."""

import contextlib
import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

NARROWEST, USUAL, WIDEST = 40, 80, 100
QUIET = "dim"


@dataclass(frozen=True)
class Glyphs:
    """The few non-ASCII signs, with fallbacks for ASCII streams."""

    back: str = "▒"
    gap: str = "·"
    dot: str = "·"
    dash: str = "—"
    dots: str = "…"
    line: str = "─"
    turn: str = "▸"
    news: str = "»"
    times: str = "×"  # noqa: RUF001


ASCII = Glyphs("#", ".", "|", "-", "...", "-", ">", "*", "x")


def glyphs_for(encoding: str | None) -> Glyphs:
    """The signs an encoding can represent.

    >>> glyphs_for("utf-8").dots, glyphs_for("ascii").dots
    ('…', '...')
    """
    rich = Glyphs()
    try:
        "".join(vars(rich).values()).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return rich


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave SIGPIPE to the command: a game in play is saved first."""
        raise BrokenPipeError


class Screen:
    """Prints lines that fit the width, and asks questions."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            if reconfigure := getattr(stream, "reconfigure", None):
                reconfigure(errors="replace")
        self.console = _Console(highlight=False, markup=False, emoji=False)
        self.live = self.console.is_terminal
        self.width = max(NARROWEST, min(self.console.width, WIDEST)) if self.live else USUAL
        self.glyphs = glyphs_for(sys.stdout.encoding)
        self.echo = not sys.stdin.isatty()
        if not self.echo:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # gives input() editing and history

    def show(self, lines: Iterable[Text]) -> None:
        """Print drawn lines."""
        for line in lines:
            self.console.print(line, soft_wrap=True)

    def say(self, text: str, style: str = "", indent: str = "") -> None:
        """Print a sentence, wrapped."""
        self.show(wrapped(text, self.width, style, indent))

    def blank(self) -> None:
        """Print an empty line."""
        self.console.print()

    def ask(self, prompt: str) -> str:
        """One line from the player; EOFError when there are no more."""
        sys.stdout.flush()
        answer = input(prompt)
        if self.echo:
            print(answer)
        return answer.strip()


def ink(text: str, style: str = "") -> Text:
    """Styled text that resets the style at its end."""
    return Text.assemble((text, style))


def wrapped(text: str, width: int, style: str = "", indent: str = "", hang: str | None = None) -> list[Text]:
    """Text broken into lines; the later ones start with `hang`."""
    later = indent if hang is None else hang
    lines = textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=later, break_on_hyphens=False)
    return [ink(line, style) for line in lines or [""]]


def flow(head: Text, chunks: Sequence[Text], width: int, gap: str = "  ") -> list[Text]:
    """Chunks in a row after a head, wrapped below it."""
    *lines, head = broken(head, width)
    hang = min(head.cell_len, width // 3)
    line, empty = head.copy(), True
    for chunk in chunks:
        between = "" if empty else gap
        if line.cell_len + len(between) + chunk.cell_len > width:
            if not empty or head.cell_len > hang:
                lines.append(line)
                line, empty, between = Text(" " * hang), True, ""
            if hang + chunk.cell_len > width:
                *whole, chunk = broken(chunk, width - hang)
                for part in whole:
                    lines.append(line + part)
                    line = Text(" " * hang)
        line = line + Text(between) + chunk
        empty = False
    lines.append(line)
    for done in lines:
        done.rstrip()
    return lines


def broken(text: Text, width: int) -> list[Text]:
    """Text wrapped between words, or inside one if necessary."""
    parts: list[Text] = []
    while text.cell_len > width:
        cut = text.plain.rfind(" ", 0, width + 1)
        cut = cut if cut > 0 else width
        parts.append(text[:cut])
        text = text[cut:]
        while text.plain.startswith(" "):
            text = text[1:]
    return [*parts, text]


def columns(cells: Sequence[Text], width: int, indent: str = "  ", gap: int = 3, most: int = 8) -> list[Text]:
    """Cells in as many columns as fit, read downwards."""
    for count in range(min(most, len(cells)), 1, -1):
        rows = -(-len(cells) // count)
        stacks = [cells[start : start + rows] for start in range(0, len(cells), rows)]
        widths = [max(cell.cell_len for cell in stack) for stack in stacks]
        if len(indent) + sum(widths) + gap * (len(stacks) - 1) <= width:
            break
    else:
        return [line for cell in cells for line in _hung(cell, width, indent)]
    lines = []
    for row in range(rows):
        line = Text(indent)
        for stack, wide in zip(stacks, widths, strict=True):
            if row < len(stack):
                line = line + stack[row] + Text(" " * (wide - stack[row].cell_len + gap))
        line.rstrip()
        lines.append(line)
    return lines


def _hung(cell: Text, width: int, indent: str) -> list[Text]:
    first, *more = broken(cell, width - len(indent) - 3)
    return [Text(indent) + first, *(Text(indent + "   ") + part for part in more)]
