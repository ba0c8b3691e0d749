"""Accessibility: what axe finds, and what a screen reader is told at a fixed moment of each game."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

from browser.conftest import Site
from browser.moments import MOMENTS, be_ana, played
from server.people import Json

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GOLDEN = Path(__file__).with_name("golden")
VIOLATIONS = "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"


def check_axe(page: Page) -> None:
    """Nothing serious, nothing critical."""
    page.evaluate(AXE.read_text())
    found: list[Json] = page.evaluate(VIOLATIONS)
    bad = [
        (each["id"], each["help"], [(node["html"][:160], node["failureSummary"][:300]) for node in each["nodes"][:4]])
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
    assert not bad, bad


def all_there(page: Page) -> None:
    """Wait for the table and for the panels beside it, which are loaded after it."""
    page.get_by_test_id("prompt").wait_for()
    page.get_by_role("log").wait_for()
    page.get_by_role("complementary", name="Tip").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", MOMENTS)
def test_axe_finds_nothing_serious_at_a_table(game: str, scheme: str, planted: Site) -> None:
    context = planted.context(color_scheme=scheme)
    be_ana(context, planted.address)
    page = context.new_page()
    page.goto(f"/t/{MOMENTS[game].code}")
    all_there(page)
    check_axe(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_elsewhere(scheme: str, site: Site, tmp_path: Path) -> None:
    page = site.page(color_scheme=scheme)
    page.get_by_test_id("game-st-croix").wait_for()
    check_axe(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").wait_for()
    check_axe(page)
    page.goto("/new/match-me")
    page.get_by_role("button", name="Open the table").wait_for()
    check_axe(page)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="Seats").wait_for()
    check_axe(page)
    page.goto("/rules/mine-and-craft")
    page.get_by_role("heading", level=1).wait_for()
    check_axe(page)
    record = tmp_path / "record.jsonl"
    record.write_text(played(MOMENTS["match-me"], to_the_end=True).text())
    page.goto("/replay")
    page.locator("input[type=file]").wait_for(state="attached")
    check_axe(page)
    page.locator("input[type=file]").set_input_files(record)
    page.locator(".moment").wait_for()
    check_axe(page)


@pytest.mark.parametrize("game", MOMENTS)
def test_what_a_screen_reader_is_told(game: str, planted: Site) -> None:
    """The headings, regions, names and buttons of a table; PARLOUR_GOLDEN=write keeps what is there now."""
    context = planted.context()
    be_ana(context, planted.address)
    page = context.new_page()
    page.goto(f"/t/{MOMENTS[game].code}")
    all_there(page)
    told = page.locator("main").aria_snapshot() + "\n"
    golden = GOLDEN / f"{game}.yaml"
    if os.environ.get("PARLOUR_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        golden.write_text(told)
    assert told == golden.read_text()
