"""Tables in the terminal."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table

from parlour.text.screen import Screen

PROSE = 34
"""A column with a longer cell than this holds text, which may be wrapped."""


def show_grid(screen: Screen, head: Sequence[str], lines: Sequence[Sequence[str]], left: int = 1) -> None:
    """Print rows under a head; the first `left` columns are words, the others numbers."""
    grid = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for place, name in enumerate(head):
        longest = max((len(line[place]) for line in (head, *lines)), default=0)
        words = place < left or longest > PROSE
        grid.add_column(name, justify="left" if words else "right", min_width=None if words else longest)
    for line in lines:
        grid.add_row(*line)
    screen.console.print(grid)
