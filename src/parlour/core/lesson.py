"""Lessons: a short game at a real table, told as data (`lesson.toml` in a game's folder).

    version = "1"                # of the rules; a lesson for other rules is refused
    names = ["You", "Ada"]       # the learner has seat 0
    options = { }
    start = { ... }              # a position as `Game.load` reads it; left out: a deal from `seed`

    [[step]]
    say = "Your hand lies in front of you."      # read, then continue

    [[step]]
    say = "Play {cannon}."       # a card's key in braces becomes its name
    do = "play cannon"           # what the learner is asked to do, as an action's text

    [[step]]
    say = "Ada answers with two 7s."
    seat = 1                     # what somebody else does; the learner continues
    do = "play 7 x2"
    luck = [{ pick = 2, of = 6, why = "die" }]   # left out: luck from `seed`

The steps are followed in order and nothing else is possible meanwhile. After the last one the game can be played on.
"""

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from parlour.core.chance import Luck
from parlour.core.errors import IllegalAction, ParlourError
from parlour.core.game import Game, State, View
from parlour.core.match import Match
from parlour.core.options import Value
from parlour.core.record import Entry
from parlour.core.scene import PieceType

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

LEARNER = 0
"""The learner's seat."""


class BadLesson(ParlourError):
    """A lesson that cannot be used with its game."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing said, and what is done then: nothing, an action of the learner, or one of another seat."""

    say: str
    do: str = ""
    seat: int = LEARNER
    luck: list[Luck] | None = None

    @property
    def asks(self) -> bool:
        """Must the learner act? If not, the learner continues when ready."""
        return bool(self.do) and self.seat == LEARNER


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"steps": "step"}):
    """A lesson as its file has it."""

    version: str
    names: list[str]
    steps: list[Step]
    options: dict[str, Value] = {}
    start: dict[str, object] | None = None
    seed: str = "lesson"

    def begin(self, game: Game[S, V], names: list[str] | None = None, seed: str | None = None) -> Match[S, V]:
        """The table of the lesson; BadLesson if it was written for other rules."""
        if game.version != self.version:
            raise BadLesson(
                f"The lesson of {game.title} was written for version {self.version} of its rules; "
                f"this is version {game.version}."
            )
        return Match(game, self.seed if seed is None else seed, names or self.names, start=self.start)

    def play(self, match: Match[S, V], number: int) -> None:
        """Carry out a step that has something to do."""
        step = self.steps[number]
        action = match.game.actions.id_of(step.do)
        if step.luck is None:
            match.play(step.seat, action)
        else:
            match.follow(Entry(step.seat, action, step.do, step.luck))

    def said(self, number: int, types: Mapping[str, PieceType]) -> str:
        """What a step says, with the names of the cards; BadLesson if there is no such card."""
        try:
            return self.steps[number].say.format_map({key: kind.name for key, kind in types.items()})
        except (KeyError, ValueError, IndexError) as error:
            raise BadLesson(f"Step {number + 1} of the lesson names {error}, which is no card of the game.") from None

    def refuse(self, number: int, match: Match[S, V], action: int) -> None:
        """Raise IllegalAction if a step asks for another action than this one."""
        step = self.steps[number]
        if not step.asks:
            raise IllegalAction("Read on first: the lesson waits for you to continue.")
        if match.game.actions.id_of(step.do) != action:
            scene = match.scene(LEARNER, 0)
            offered = scene.prompt.choices if scene.prompt else ()
            wanted = next((choice.label for choice in offered if choice.text == step.do), step.do)
            raise IllegalAction(f"The lesson asks for this: {wanted}. Try the rest in a game of your own.")


def read_lesson(text: str) -> Lesson:
    """A lesson from the text of its file; BadLesson if it is not one."""
    try:
        lesson = msgspec.toml.decode(text, type=Lesson)
    except msgspec.DecodeError as error:
        raise BadLesson(f"The lesson cannot be read: {error}.") from None
    except RecursionError:
        raise BadLesson("The lesson cannot be read: it is nested too deeply.") from None
    if not lesson.steps or lesson.steps[-1].do:
        raise BadLesson("The last step of a lesson has something to say and nothing to do.")
    return lesson
