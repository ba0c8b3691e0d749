"""A table as plain text, for readers that have no screen."""

from parlour.core.scene import Scene
from parlour.text.draw import draw, draw_result
from parlour.text.screen import Glyphs

WIDTH = 80
WAIT = "wait"
"""The answer of a reader who may act out of turn and declines."""


def scene_text(scene: Scene) -> str:
    """A scene drawn in lines, with the result at the end."""
    return "\n".join(line.plain for line in [*draw(scene, Glyphs(), WIDTH), *draw_result(scene, WIDTH)])
