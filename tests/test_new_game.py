"""`parlour new-game` writes a game that plays at once, passes its own tests and every check."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from parlour.cli import new_game
from terminal.running import SOURCE, parlour

ROOT = SOURCE.parent
BUILD = "from setuptools.build_meta import build_wheel; build_wheel('.')"
MOST_LINES = 280
"""Lines of Python in the folder of a new game: it is a form people fill in."""


@dataclass(frozen=True)
class Made:
    """A generated package."""

    slug: str
    folder: Path

    @property
    def package(self) -> Path:
        return next((self.folder / "src").iterdir())

    def run(self, *words: str) -> str:
        """Run a Python tool in the package's folder; it must find nothing wrong."""
        path = os.pathsep.join([str(SOURCE), str(self.folder / "src")])
        done = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": path, "MYPYPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    """A new game, built and installed."""
    home = tmp_path_factory.mktemp("new-game")
    slug = "made-here"
    done = parlour("new-game", slug, folder=home)
    assert done.returncode == 0, done.stderr
    assert 2 <= len(done.stdout.splitlines()) <= 4 and f"parlour play {slug}" in done.stdout
    game = Made(slug, home / slug)
    shutil.copytree(game.folder, home / "build")  # building leaves files behind
    subprocess.run([sys.executable, "-c", BUILD], cwd=home / "build", capture_output=True, check=True)
    with zipfile.ZipFile(next((home / "build").glob("*.whl"))) as wheel:
        wheel.extractall(home / "site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(home / "site"))
        yield game


def test_the_package_is_small_and_has_its_own_name_everywhere(made: Made) -> None:
    files = [path for path in made.folder.rglob("*") if path.is_file()]
    assert {path.name for path in files} >= {"pyproject.toml", "rules.py", "state.py", "deck.toml", "test_rules.py"}
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert not re.search("fresh.?game|scaffold|FG-", text, re.IGNORECASE), path
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in made.package.glob("*.py")) < MOST_LINES
    project = (made.folder / "pyproject.toml").read_text(encoding="utf-8")
    assert f'[project.entry-points."parlour.games"]\n{made.slug} = "{made.package.name}"\n' in project


def test_its_own_tests_pass_the_conformance_suite_among_them(made: Made) -> None:
    assert "passed" in made.run("pytest", "-p", "no:cacheprovider")


def test_it_is_clean(made: Made) -> None:
    made.run("ruff", "check", "--no-cache", ".")
    made.run("ruff", "format", "--no-cache", "--check", ".")
    assert "no issues found" in made.run("mypy", "--strict", "--cache-dir", str(made.folder.parent / "mypy"))


def test_people_and_bots_of_every_level_play_it(made: Made, tmp_path: Path) -> None:
    words = ("play", made.slug, "--seats", "4", "--bots", "easy,normal,hard@20", "--seed", "1")
    done = parlour(*words, folder=tmp_path, typed="1\n" * 20 + "\n")
    assert done.returncode == 0, done.stderr
    assert "Your hand" in done.stdout and "Draw pile" in done.stdout and "You draw" in done.stdout
    listed = parlour("games", folder=tmp_path)
    assert made.slug in listed.stdout and listed.stderr == ""
    assert "## A turn" in parlour("rules", made.slug, folder=tmp_path).stdout


def test_it_can_be_studied(made: Made, tmp_path: Path) -> None:
    duel = parlour("duel", made.slug, "hard@20", "normal", "--games", "2", "--workers", "1", folder=tmp_path)
    assert duel.returncode == 0 and "hard@20 won" in duel.stdout, duel.stderr
    study = parlour(
        "simulate", made.slug, "--games", "6", "--followed", "0", "--out", "run", "--workers", "1", folder=tmp_path
    )
    assert study.returncode == 0 and (tmp_path / "run").is_dir(), study.stderr


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Night-Market", "lower-case words with hyphens"),
        ("night_market", "lower-case words with hyphens"),
        ("night market", "lower-case words with hyphens"),
        ("../up", "lower-case words with hyphens"),
        ("9lives", "lower-case words with hyphens"),
        ("x", "lower-case words with hyphens"),
        ("night-", "lower-case words with hyphens"),
        ("class", "Python has a word or module class already"),
        ("json", "Python has a word or module json already"),
        ("parlour", "Python has a word or module parlour already"),
        ("st-croix", "There is a game st-croix already"),
        ("n" * 33, "at most 32 letters"),
    ],
)
def test_a_bad_name_is_one_sentence_and_writes_nothing(name: str, problem: str, tmp_path: Path) -> None:
    done = parlour("new-game", name, folder=tmp_path)
    assert done.returncode == 2 and problem in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "night-market").mkdir()
    done = parlour("new-game", "night-market", folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "night-market exists already; nothing was written.\n"
    assert list((tmp_path / "night-market").iterdir()) == []


@pytest.mark.parametrize("name", ["ox", "a-quite-long-name-with-32-letters"[:32]])
def test_inside_a_checkout_it_is_a_folder_like_the_others(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("src/parlour/games", "tests/games"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setattr(new_game, "_checkout", lambda: tmp_path)
    new_game.new_game(name, inside=True)
    package = name.replace("-", "_")
    game = tmp_path / "src" / "parlour" / "games" / package
    assert f"from parlour.games.{package}.game import" in (game / "__init__.py").read_text(encoding="utf-8")
    assert (tmp_path / "tests" / "games" / package / "test_rules.py").is_file()
    assert not (tmp_path / "pyproject.toml").exists()
    for task in (["check"], ["format", "--check"]):
        ours = ["--config", str(ROOT / "pyproject.toml"), "--config", "lint.isort.known-first-party = ['parlour']"]
        words = ["ruff", *task, "--no-cache", *ours, "src", "tests"]
        done = subprocess.run([sys.executable, "-m", *words], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
