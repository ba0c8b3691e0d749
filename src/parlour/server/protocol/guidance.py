"""The base of every message, and what a table says to help its viewer: the lesson, and what can be taken back."""

from typing import Literal

import msgspec


class Message(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Base of every message."""


class LessonInfo(Message, frozen=True):
    """Where a lesson is: what it says now, and the action it asks for."""

    step: int
    """From 1; more than `steps` once the lesson is over."""
    steps: int
    say: str
    action: int | None = None
    """What the learner is asked to do; None if the learner continues when ready."""


class UndoInfo(Message, frozen=True):
    """Whether an action can be taken back: yours at once, yours if the others agree, or one you are asked about.

    `free` and `ask` offer it to the viewer, `asked` says that the others are to answer, `answer` that the viewer is.
    """

    state: Literal["free", "ask", "asked", "answer"]
    seat: int
    """Whose action it is."""


class UndoOffer(Message, frozen=True, tag_field="t", tag="undo"):
    """The viewer's last action can be taken back: found a moment after the step that showed the action.

    Not part of the numbered updates; it counts while the client has update `seq`.
    """

    seq: int
    undo: UndoInfo
