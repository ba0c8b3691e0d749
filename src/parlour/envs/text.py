"""A table as plain text, for readers that have no screen."""

from parlour.core.game import State, View
from parlour.core.match import NAMES
from parlour.core.scene import Scene
from parlour.games import AnyGame
from parlour.terminal.draw import draw, draw_result
from parlour.terminal.screen import Glyphs

WIDTH = 80


def scene_text(scene: Scene) -> str:
    """A scene drawn in lines, with the result at the end."""
    return "\n".join(line.plain for line in [*draw(scene, Glyphs(), WIDTH), *draw_result(scene, WIDTH)])


def table_text(game: AnyGame, table: State, seat: int) -> str:
    """The table as a seat sees it."""
    view: View = game.view(table, seat)
    return scene_text(game.scene(view, NAMES[: game.seats]))
