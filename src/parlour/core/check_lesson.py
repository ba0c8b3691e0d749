"""The part of the conformance suite about lessons: one that is there can be played to its end."""

from importlib import resources

from parlour.core.check_events import folder_of
from parlour.core.errors import CheckFailed, ParlourError
from parlour.core.game import Game, State, View
from parlour.core.lesson import LEARNER, Lesson, read_lesson
from parlour.core.match import Match

AnyGame = Game[State, View]

LONGEST_SAY = 240
"""Characters of a step: more would be a lecture."""
MOST_STEPS = 30
"""Steps of a lesson that takes about two minutes."""
LEAST_ASKED = 3
"""Actions the learner does; a lesson is played, not read."""


def check_lesson(game: AnyGame) -> None:
    """Play the lesson in the game's folder, if there is one, from the first step to the last."""
    folder = folder_of(game)
    file = resources.files(folder).joinpath("lesson.toml") if folder else None
    if file is None or not file.is_file():
        return
    try:
        lesson = read_lesson(file.read_text(encoding="utf-8"))
        make = type(game)
        taught = make(seats=len(lesson.names), **lesson.options)  # type: ignore[arg-type]  # as games are made
        check_steps(lesson, lesson.begin(taught))
    except ParlourError as error:
        raise CheckFailed("lesson", str(error)) from None


def check_steps(lesson: Lesson, match: Match[State, View]) -> None:
    """Follow every step: what is asked for is possible, and every card that is named exists."""
    if len(lesson.steps) > MOST_STEPS:
        raise CheckFailed("lesson", f"it has {len(lesson.steps)} steps; {MOST_STEPS} are enough for two minutes")
    asked = sum(step.asks for step in lesson.steps)
    if asked < LEAST_ASKED:
        raise CheckFailed("lesson", f"the learner does {asked} things; there should be {LEAST_ASKED} at least")
    for number, step in enumerate(lesson.steps):
        where = f"step {number + 1} ({step.say[:30]!r})"
        scene = match.scene(LEARNER, 0)
        if len(lesson.said(number, scene.types)) > LONGEST_SAY:
            raise CheckFailed("lesson", f"{where} says more than {LONGEST_SAY} characters")
        if not step.do:
            continue
        legal = match.legal(step.seat)
        texts = [match.game.actions.texts[action] for action in legal]
        if step.do not in texts:
            raise CheckFailed("lesson", f"{where} asks for {step.do!r}; seat {step.seat} can do {texts[:12]}")
        offered = [choice.text for choice in scene.prompt.choices] if scene.prompt else []
        if step.asks and step.do not in offered:
            raise CheckFailed("lesson", f"{where}: the scene does not offer {step.do!r}")
        lesson.play(match, number)
