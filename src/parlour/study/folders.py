"""The folder of a run or a sweep, with the same one-sentence errors for both."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from parlour.core.errors import ParlourError
from parlour.study.tables import write_atomically

About = TypeVar("About")


def read_about(folder: Path, name: str, what: str, kind: type[About]) -> tuple[str, About]:
    """The file that describes a folder, as text and decoded."""
    path = folder / name
    try:
        text = path.read_text(encoding="utf-8")
        return text, msgspec.json.decode(text, type=kind)
    except FileNotFoundError:
        raise not_the_folder(folder, name, what) from None
    except OSError as error:
        raise ParlourError(f"{path}: the file cannot be read ({error.strerror}).") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ParlourError(f"{path}: the file is damaged ({error}).") from None
    except RecursionError:
        raise ParlourError(f"{path}: the file is damaged (it is nested too deeply).") from None


def not_the_folder(folder: Path, name: str, what: str) -> ParlourError:
    """The error for a folder without the file that describes it."""
    return ParlourError(f"{folder}: there is no {name} in it, so it is not the folder of a {what}.")


def check_unused(folder: Path, what: str) -> None:
    """Refuse a folder that holds something else."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ParlourError(f"{folder} exists and is not the folder of a {what}; choose another --out.")


def begin_folder(folder: Path, name: str, text: str, resume: bool, what: str) -> None:
    """Write the file that describes a folder, or check that the one in it is the same."""
    path = folder / name
    if path.is_file():
        if path.read_text(encoding="utf-8") != text:
            raise ParlourError(f"{folder} holds another {what}; choose another --out.")
        if not resume:
            raise ParlourError(f"{folder} holds this {what} already; add --resume to continue it.")
        return
    if resume:
        raise ParlourError(f"{folder}: there is no unfinished {what} in it to resume.")
    check_unused(folder, what)
    with beginning(folder):
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text.encode())


@contextmanager
def beginning(folder: Path) -> Iterator[None]:
    """Turn OSErrors while a folder gets its first files into one sentence."""
    try:
        yield
    except OSError as error:
        raise ParlourError(f"{folder}: the folder cannot be written ({error.strerror}).") from None
