"""Errors about what people hand us. Each message is one sentence a player can read."""

LONGEST = 1000
"""Characters of a message. A file may hold a name or a number of any length, and a message quotes it."""


class ParlourError(Exception):
    """Some input cannot be used; nothing was changed."""

    def __str__(self) -> str:
        text = super().__str__()
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


class UnknownGame(ParlourError):
    """No game of that name."""


class UnknownOption(ParlourError):
    """An option or a seat count this game does not have, or a value it does not take."""


class BadDeck(ParlourError):
    """A deck file that breaks a rule; the message names the file, the card and the problem."""


class IllegalAction(ParlourError):
    """An action that is not possible now, or does not exist."""


class BadRecord(ParlourError):
    """A record or save file that is damaged or does not replay."""


class BadPosition(ParlourError):
    """A position that cannot occur in its game."""


class NoWorld(ParlourError):
    """No world was found that fits what a seat knows."""


class MissingMethod(ParlourError, NotImplementedError):
    """A game lacks a method; says which one and where to write it."""


class CheckFailed(AssertionError):
    """A game breaks the contract; says which check found it and how."""

    def __init__(self, check: str, problem: str) -> None:
        super().__init__(f"[{check}] {problem}")
        self.check = check


def quoted(value: object) -> str:
    """A wrong value as an error message shows it, truncated if it is long.

    >>> quoted("fly"), quoted(["creeper"] * 20)
    ("'fly'", "['creeper', 'creeper', 'creeper', 'creeper', 'creeper'...")
    """
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:54]}..."
