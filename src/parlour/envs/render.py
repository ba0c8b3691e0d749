"""Environments drawn as text."""

from parlour.core.errors import ParlourError
from parlour.core.game import State, View
from parlour.core.match import NAMES
from parlour.games import AnyGame
from parlour.text.plain import scene_text


class UnknownRenderMode(ParlourError, TypeError):
    """Not a way to draw a table. A TypeError too: that is how Stable-Baselines3 learns to do without."""


def check_render_mode(mode: str | None) -> None:
    """Check a render mode: environments draw text, or nothing."""
    if mode not in (None, "ansi"):
        raise UnknownRenderMode(f"render_mode takes None or 'ansi', not {mode!r}.")


def table_text(game: AnyGame, table: State, seat: int) -> str:
    """The table as a seat sees it."""
    view: View = game.view(table, seat)
    return scene_text(game.scene(view, NAMES[: game.seats]))
