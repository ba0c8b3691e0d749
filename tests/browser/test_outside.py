"""A game in a package of its own, in the browser: its look comes as data, and it is played like the others."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import Site
from browser.person import play_out
from browser.test_phone import explaining
from outside import install_example
from server.people import running

FELT = {"light": "rgb(58, 35, 82)", "dark": "rgb(34, 20, 47)"}


@pytest.fixture(scope="module")
def ballroom(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that has the example installed."""
    folder: Path = tmp_path_factory.mktemp("masks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(install_example(folder)), prepend=os.pathsep)
        with running(str(folder / "tables.db"), errors=folder / "errors.txt") as server:
            house = Site(browser, server)
            yield house
            house.close()
    assert (folder / "errors.txt").read_text() == ""


def drawn(page: Page, inside: str) -> set[str]:
    """The icons that are drawn inside something."""
    uses = page.locator(f"{inside} use").evaluate_all("all => all.map(use => use.getAttribute('href'))")
    return {use.rpartition("#")[2] for use in uses}


def felt(page: Page) -> str:
    return str(page.locator(".table").evaluate("table => getComputedStyle(table).backgroundColor"))


def test_the_home_page_shows_its_picture(ballroom: Site) -> None:
    page = ballroom.page()
    card = page.get_by_test_id("game-midnight-masks")
    card.locator("use").first.wait_for(state="attached")
    icons = {"butterfly", "bat", "queen-crown", "barn-owl", "jester-hat"}
    assert drawn(page, "[data-testid=game-midnight-masks]") == icons
    card.get_by_role("button", name="Play now").click()
    page.get_by_test_id("prompt-text").filter(has_text="Choose the mask you wear.").wait_for()


def test_a_game_is_played_with_its_look(ballroom: Site, luck: random.Random) -> None:
    people = ballroom.table("midnight-masks", 2, luck, seats=3)
    ana = people[0].page
    ana.locator(".table.theme-midnight-masks").wait_for()
    assert felt(ana) == FELT["light"]
    ana.evaluate("document.documentElement.dataset.scheme = 'dark'")
    assert felt(ana) == FELT["dark"]
    hand = ana.locator("[data-zone-id='hand:0'] .piece")
    held = people[0].look()["scene"]
    first = next(piece for piece in held["pieces"] if piece["zone"] == "hand:0")
    kind = held["types"][first["type"]]
    assert hand.first.locator(".body .short").first.inner_text() == str(kind["facets"]["rank"]), "the corner"
    explaining(ana)
    hand.first.hover()
    expect(ana.get_by_test_id("card-help").locator("p")).to_have_text(kind["help"])
    assert ana.locator("[data-zone-id=draw_pile] header").get_attribute("title")
    play_out(people)
    assert ana.get_by_test_id("result").is_visible()


def test_it_fits_a_phone(ballroom: Site, luck: random.Random) -> None:
    play_out(ballroom.table("midnight-masks", 1, luck, phone=True, seats=4))
