"""Hints and reviews on the command line: plain in a pipe, within 80 columns, repeatable."""

import json
import re
from pathlib import Path

import pytest

import parlour as library
from bots.ongoing import ongoing_match
from parlour.bots import Budget
from parlour.bots.coach import hint
from parlour.bots.review import review
from parlour.text.coach import draw_hint, draw_review
from parlour.text.screen import ASCII, Glyphs
from terminal.running import parlour

SLUGS = [about.slug for about in library.games()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Has a game that is over, and one that is not."""
    made = tmp_path_factory.mktemp("coach")
    game = ("play", "st-croix", "--seats", "2", "--preset", "tiny", "--seed", "3")
    parlour(*game, "--save", "over.jsonl", folder=made, typed="1\n" * 200)
    parlour(*game, "--save", "open.jsonl", folder=made, typed="1\nq\n")
    return made


def test_h_gives_a_hint_and_changes_nothing(tmp_path: Path) -> None:
    game = ("play", "st-croix", "--seats", "2", "--preset", "tiny", "--seed", "3", "--save")
    done = parlour(*game, "a.jsonl", folder=tmp_path, typed="h\n1\nq\n")
    assert done.returncode == 0 and done.stderr == ""
    assert "The numbers are the estimated chance to win" in done.stdout
    assert max(len(line) for line in done.stdout.splitlines()) <= 80
    parlour(*game, "b.jsonl", folder=tmp_path, typed="1\nq\n")
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_a_hint_for_a_saved_game(folder: Path) -> None:
    first, again = (parlour("hint", "open.jsonl", "--iterations", "60", folder=folder) for _ in range(2))
    assert first.returncode == 0 and first.stderr == "" and first.stdout == again.stdout
    assert first.stdout.startswith("St. Croix, You: ") and "60 imagined games" in first.stdout
    told = json.loads(parlour("hint", "open.jsonl", "--iterations", "60", "--json", folder=folder).stdout)
    assert told["hint"] == 1 and told["iterations"] == 60 and told["name"] == "You"


def test_a_review_of_a_record(folder: Path) -> None:
    words = ("review", "over.jsonl", "--iterations", "30")
    first, again = (parlour(*words, folder=folder) for _ in range(2))
    assert first.returncode == 0 and first.stderr == "", "no progress bar in a pipe"
    assert first.stdout == again.stdout and "\x1b" not in first.stdout
    assert max(len(line) for line in first.stdout.splitlines()) <= 80
    assert re.search(r"^You: (no|\d+) clear mistakes? in \d+ decisions", first.stdout, re.MULTILINE)
    assert "Luck and play" in first.stdout and "Luck is the rest" in first.stdout
    told = json.loads(parlour(*words, "--json", folder=folder).stdout)
    assert told["review"] == 1 and told["skipped"] == [] and told["budget"]["iterations"] == 30
    every = parlour(*words, "--every", "--seat", "You", folder=folder).stdout
    count = sum(decision["seat"] == 0 for decision in told["decisions"])
    assert len(re.findall(r"^ +#\d+ You ", every, re.MULTILINE)) == count
    assert "luck and others*" in every


def test_an_open_game_is_reviewed_so_far(folder: Path) -> None:
    done = parlour("review", "open.jsonl", "--iterations", "20", folder=folder)
    assert done.returncode == 0 and "Not finished yet" in done.stdout and "so far" in done.stdout


@pytest.mark.parametrize("slug", SLUGS)
def test_every_line_fits_80_columns_and_ascii_is_enough(slug: str) -> None:
    match = ongoing_match(library.game(slug), "narrow", 12)
    match.text()
    advice = hint(match.game, match.view(match.to_act[0]), match.names, Budget(iterations=20))
    found = review(match.record, Budget(iterations=12))
    for glyphs in (Glyphs(), ASCII):
        lines = [*draw_hint(advice, glyphs, 80), *draw_review(found, glyphs, 80, every=True)]
        assert all(line.cell_len <= 80 for line in lines)
