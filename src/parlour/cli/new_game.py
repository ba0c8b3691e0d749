"""The command new-game: a small complete game under a name of your own, as a form to fill in."""

import keyword
import re
from dataclasses import dataclass
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from parlour.core.errors import ParlourError

MODEL = "parlour.scaffold.fresh_game"
"""The package that is copied."""


def new_game(name: str, /, *, inside: Annotated[bool, Parameter(negative=())] = False) -> None:
    """Write a small complete game under a name of your own, to be changed into yours.

    It becomes a package of its own in a new folder here. Once that is installed, Parlour finds the game.

    Parameters
    ----------
    name
        The game's name in commands and addresses: lower-case words with hyphens, such as night-market.
    inside
        Write the game into this checkout of Parlour instead: to src/parlour/games and tests/games.
    """
    names = read_name(name)
    root = _checkout() if inside else Path(names.slug)
    module = f"parlour.games.{names.package}" if inside else names.package
    game = root / "src" / Path(*module.split("."))
    tests = root / "tests" / "games" / names.package if inside else root / "tests"
    taken = [folder for folder in ((game, tests) if inside else (root,)) if folder.exists()]
    if taken:
        raise ParlourError(f"{taken[0]} exists already; nothing was written.")
    form = resources.files("parlour.scaffold")
    files = {game / file.name: file for file in form.joinpath("fresh_game").iterdir() if file.is_file()}
    files[tests / "test_rules.py"] = form.joinpath("test_rules.py")
    if not inside:
        files[root / "pyproject.toml"] = form.joinpath("package.toml")
    texts = {path: names.fill_in(file.read_text(encoding="utf-8"), module) for path, file in files.items()}
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ParlourError(f"{path} cannot be written ({error.strerror}).") from None
    print("\n".join(_next_steps(names, root, game, inside)))


@dataclass(frozen=True)
class Names:
    """A game's name in all its forms."""

    slug: str

    @property
    def words(self) -> list[str]:
        """The words of the name."""
        return self.slug.split("-")

    @property
    def package(self) -> str:
        """The name of its Python package."""
        return "_".join(self.words)

    @property
    def title(self) -> str:
        """Its name for people."""
        return " ".join(word.capitalize() for word in self.words)

    @property
    def mark(self) -> str:
        """The two letters its rule ids begin with."""
        first = "".join(word[0] for word in self.words if word[0].isalpha())
        letters = "".join(letter for letter in self.slug if letter.isalpha())
        return (first if len(first) > 1 else letters)[:2].upper()

    def fill_in(self, form: str, module: str) -> str:
        """A file of the form with these names, for a package that is imported as `module`."""
        form = form.replace(MODEL, module).replace("FG-", f"{self.mark}-")
        form = form.replace("fresh-game", self.slug).replace("Fresh Game", self.title)
        form = form.replace("FreshGame", "".join(word.capitalize() for word in self.words))
        if module == self.package:  # a package of its own: its imports stand apart from Parlour's
            form = re.sub(rf"^((?:from|import) parlour\b.*\n)(?=from {module}\b)", r"\1\n", form, flags=re.MULTILINE)
        return form


def read_name(name: str) -> Names:
    """The name of a new game; ParlourError if it cannot be one."""
    from parlour.games import LONGEST_SLUG, all_games

    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or sum(map(str.isalpha, name)) < 2:
        raise ParlourError(f"A game's name is lower-case words with hyphens, such as night-market, not {name!r}.")
    if len(name) > LONGEST_SLUG:
        raise ParlourError(f"A game's name has at most {LONGEST_SLUG} letters; {name!r} has {len(name)}.")
    names = Names(name)
    if any(name == entry.about.slug for entry in all_games()):
        raise ParlourError(f"There is a game {name} already; give yours another name.")
    if keyword.iskeyword(names.package) or find_spec(names.package) is not None:
        raise ParlourError(f"Python has a word or module {names.package} already; give your game another name.")
    return names


def _checkout() -> Path:
    """The checkout of Parlour that is running."""
    import parlour

    root = Path(parlour.__file__).parents[2]
    if not (root / "tests" / "games").is_dir() or not (root / "src" / "parlour" / "games").is_dir():
        raise ParlourError(
            "This Parlour does not run from a checkout; leave out --inside to write a package of its own."
        )
    return root


def _next_steps(names: Names, root: Path, game: Path, inside: bool) -> list[str]:
    tests = root / "tests" / "games" / names.package if inside else root
    return [
        f"{names.title} is in {game}. It is a small complete game; change it into yours, file by file.",
        *([] if inside else [f"Install it:  python -m pip install -e {root}"]),
        f"Play it:     parlour play {names.slug}",
        f"Test it:     python -m pytest {tests}" + ("  (then `make golden` and `make test`)" if inside else ""),
    ]
