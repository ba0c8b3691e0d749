"""Games without a mouse."""

import dataclasses
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browser.conftest import Site
from browser.moments import MOMENTS, be_ana, plant
from browser.person import Typist, play_out
from browser.test_games import check_nothing_lost
from server.people import running

# Using a mouse or a finger makes the page complain, and complaints fail the test.
NO_MOUSE = "addEventListener('pointerdown', () => console.error('the keyboard is enough'), true)"


@pytest.mark.parametrize(
    ("game", "wishes"),
    [
        ("around-mackinac", {"seats": 3, "options": {"last_ferry": 4}}),
        ("st-croix", {"seats": 4, "options": {"turn_cap": 50}}),
    ],
)
def test_a_game_by_keyboard_alone(game: str, wishes: dict[str, Any], site: Site, luck: random.Random) -> None:
    """Tab, arrows, Space, Enter, the letters on the buttons; the focus is never lost after a move."""
    context = site.context()
    context.add_init_script(NO_MOUSE)
    code = site.begin(context, game=game, **wishes)
    page = context.new_page()
    page.goto(f"/t/{code}")
    person = Typist(page, code, luck)
    person.calm()
    play_out([person])
    check_nothing_lost([person])
    person.page.keyboard.press("Tab")
    assert person.focus != "BODY"


def test_the_end_of_a_game_on_a_grid_by_keyboard_alone(browser: Browser, luck: random.Random, tmp_path: Path) -> None:
    """The last third of a Deluxe Memory: rows and columns, gaps between the cards, effects of all kinds."""
    moment = dataclasses.replace(MOMENTS["deluxe-memory"], decisions=85)
    plant(str(tmp_path / "tables.db"), [moment])
    with running(str(tmp_path / "tables.db")) as server:
        site = Site(browser, server)
        context = site.context()
        context.add_init_script(NO_MOUSE)
        be_ana(context, site.address)
        page = context.new_page()
        page.goto(f"/t/{moment.code}")
        person = Typist(page, moment.code, luck)
        person.calm()
        play_out([person])
        assert len(person.made) > 5
        site.close()


def test_from_home_to_the_first_choice_by_keyboard_alone(site: Site, luck: random.Random) -> None:
    context = site.context()
    context.add_init_script(NO_MOUSE)
    page = context.new_page()
    page.goto("/")
    page.get_by_test_id("game-st-croix").wait_for()
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == "Play now: St. Croix, against bots":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    person = Typist(page, page.url.rsplit("/", 1)[1], luck)
    page.wait_for_function("() => window.__table")
    assert person.play()


def test_the_table_answers_questions(site: Site, luck: random.Random) -> None:
    """Single keys ask for the last action, whose turn it is, the hand, the table, the moves."""
    [person] = site.table("st-croix", 1, luck, seats=3)
    person.calm()
    page = person.page
    page.get_by_test_id("prompt-text").focus()
    for key, answer in {"t": "You:", "h": "hand", "z": "pile", "m": "You can", "?": "Tab to a zone"}.items():
        page.keyboard.press(key)
        expect(page.get_by_test_id("message")).to_contain_text(answer, ignore_case=True)
        page.wait_for_function(
            "text => document.querySelector('[data-testid=live-polite]').textContent.includes(text)",
            arg=page.get_by_test_id("message").inner_text()[:40],
        )
