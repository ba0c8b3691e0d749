"""A table as plain text, for readers that have no screen."""

from parlour.core.scene import Scene
from parlour.text.choices import number_choices
from parlour.text.draw import draw, draw_result
from parlour.text.screen import Glyphs

WIDTH = 80
WAIT = "wait"
"""What a reader answers who may act although the game does not wait for it, and does not want to."""


def scene_text(scene: Scene) -> str:
    """A scene drawn in lines, with the result at the end."""
    return "\n".join(line.plain for line in [*draw(scene, Glyphs(), WIDTH), *draw_result(scene, WIDTH)])


def choices_text(scene: Scene, must: bool) -> str:
    """The prompt and its numbered choices; waiting is one where the game does not wait for the reader."""
    if scene.prompt is None:
        return ""
    numbered = [f"  {number}. {choice.label}  [{choice.text}]" for number, choice in number_choices(scene).items()]
    wait = [] if must else [f"  0. Let the others go on  [{WAIT}]"]
    return "\n\n".join([scene.prompt.text, "\n".join(numbered + wait)])
