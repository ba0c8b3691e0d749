"""The study in docs/studies: what it plays is possible, and its pages are whole."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from parlour.games import all_games
from parlour.study.plan import make_plan

HERE = Path(__file__).parents[2] / "docs" / "studies"
SLUGS = [entry.about.slug for entry in all_games()]


@pytest.fixture(scope="module")
def make() -> ModuleType:
    spec = importlib.util.spec_from_file_location("studies_make", HERE / "make.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def skip_unless_studied(make: ModuleType, slug: str) -> None:
    """A game joins the shipped study when its house rules are listed there, which takes a run of some hours."""
    if slug not in make.RULES:
        pytest.skip(f"docs/studies/make.py lists no house rules of {slug}")


@pytest.mark.parametrize("slug", SLUGS)
def test_everything_that_is_studied_can_be_played(make: ModuleType, slug: str) -> None:
    skip_unless_studied(make, slug)
    found = make.pieces(slug, 1.0)
    assert len({piece.name for piece in found}) == len(found)
    for piece in found:
        plan = make_plan(slug, games=piece.games, seats=piece.seats, bots=piece.bots, options=piece.options)
        assert piece.games % len(plan.lineups) == 0  # every deal is played from every seat


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_its_page(make: ModuleType, slug: str) -> None:
    skip_unless_studied(make, slug)
    text = (HERE / f"{slug}.html").read_text(encoding="utf-8")
    for chapter in ("Luck or skill", "House rules, one at a time", "More or fewer players"):
        assert f">{chapter}</h2>" in text
    assert set(re.findall(r"(?:https?:)?//[^\s\"'<)]+", text)) == {"http://www.w3.org/2000/svg"}


def test_every_studied_game_is_in_the_collection(make: ModuleType) -> None:
    assert set(make.RULES) <= set(SLUGS)


def test_links_lead_somewhere_and_the_pages_stay_small(make: ModuleType) -> None:
    text = (HERE / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) >= 2 * len(make.RULES)
    assert all((HERE / link).exists() for link in links)
    assert sum(path.stat().st_size for path in HERE.rglob("*") if path.is_file()) < 6_000_000
