"""Saving games: nothing is ever overwritten except the file a game was resumed from."""

import os
import shutil
import sys
import tempfile
from itertools import count
from pathlib import Path

from parlour.core.errors import ParlourError
from parlour.core.game import State, View
from parlour.core.match import Match


class CannotSave(ParlourError):
    """A file that cannot be written."""


def check_path(path: Path, may_replace: Path | None = None) -> None:
    """Fail before a game begins if its file could not be written, or exists already."""
    try:
        if path.is_dir():
            raise CannotSave(f"The game cannot be saved as {path}: that is a folder.")
        if not path.parent.is_dir():
            raise CannotSave(f"The game cannot be saved as {path}: there is no folder {path.parent}.")
        if path.exists() and not (may_replace is not None and may_replace.exists() and path.samefile(may_replace)):
            raise CannotSave(f"{path} exists already and is not overwritten; name another file.")
        if not os.access(path.parent, os.W_OK):
            raise CannotSave(f"The game cannot be saved as {path}: the folder is not writable.")
    except OSError as error:
        raise CannotSave(f"The game cannot be saved as {path} ({error.strerror}).") from None


def fresh_path(slug: str, folder: Path) -> Path:
    """A file name that is not taken yet."""
    return next(path for number in count(1) if not (path := folder / f"{slug}-{number}.jsonl").exists())


def save(match: Match[State, View], path: Path) -> None:
    """Write a game to a file atomically."""
    try:
        match.save(path)
    except OSError as error:
        raise CannotSave(f"The game cannot be saved as {path} ({error.strerror}).") from None
    except UnicodeEncodeError:
        raise CannotSave(f"The game cannot be saved as {path}: a name in it is no text.") from None


def save_somewhere(match: Match[State, View], path: Path | None) -> Path:
    """Save to a file, else under a new name in the current folder, else in the folder for temporary files."""
    if path is not None:
        save(match, path)
        return path
    try:
        place = fresh_path(match.game.slug, Path())
        save(match, place)
    except CannotSave:
        place = fresh_path(match.game.slug, Path(tempfile.gettempdir()))
        save(match, place)
    return place


def command_name() -> str:
    """The command that starts Parlour: its name if it is on the PATH, else the path it was started by."""
    started_by = sys.argv[0]
    return started_by if Path(started_by).name == "parlour" and not shutil.which("parlour") else "parlour"
