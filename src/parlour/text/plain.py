"""A table as plain text, for readers that have no screen."""

from parlour.core.scene import Scene
from parlour.text.choices import number_choices
from parlour.text.draw import draw, draw_result
from parlour.text.screen import Glyphs

WIDTH = 80
WAIT = "wait"
"""The answer of a reader who may act out of turn and declines."""


def scene_text(scene: Scene) -> str:
    """A scene drawn in lines, with the result at the end."""
    return "\n".join(line.plain for line in [*draw(scene, Glyphs(), WIDTH), *draw_result(scene, WIDTH)])


def choices_text(scene: Scene, must: bool) -> str:
    """The prompt and its numbered choices; out of turn, waiting is one of them."""
    if scene.prompt is None:
        return ""
    numbered = [f"  {number}. {choice.label}  [{choice.text}]" for number, choice in number_choices(scene).items()]
    wait = [] if must else [f"  0. Let the others go on  [{WAIT}]"]
    return "\n\n".join([scene.prompt.text, "\n".join(numbered + wait)])
