"""On a phone: a game by touch, and nothing too wide or too small to hit."""

import random

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Site
from browser.moments import MOMENTS, be_ana
from browser.person import play_out
from browser.test_games import check_nothing_lost
from browser.test_sizes import complete, resize

WIDTHS = (320, 360)
LEAST = 44
"""Pixels that a finger can hit, in both directions."""
COLUMNS = 8
"""Of the widest grid: on the narrowest phone its cards share the width of the screen."""
# Everything that can be tapped and does something, apart from links inside sentences.
SMALL = """least => [...document.querySelectorAll("button, a.btn, select, input:not(.unseen), summary, [role=tab]")]
    .filter((each) => !each.disabled && each.getAttribute("aria-disabled") !== "true")
    .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((each) => !(each.type === "radio" || each.type === "checkbox") && !each.closest(".skip, .list"))
    .map((each) => ({ what: each.getAttribute("aria-label") ?? each.innerText, ...window.__hands.reach(each),
        least: each.closest("[data-layout=grid]") ? Math.min(least, Math.floor(innerWidth / COLUMNS) - 1) : least }))
    .filter((each) => each.width < each.least || each.height < each.least)""".replace("COLUMNS", str(COLUMNS))
WIDE = """() => [...document.querySelectorAll("body *")]
    .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
    .map((each) => each.className + " " + Math.round(each.getBoundingClientRect().right)).slice(0, 5)"""


def explaining(page: Page) -> None:
    """Wait for what explains cards, which is loaded after the table: it does not notice what was pressed before."""
    page.locator("[data-explains]").wait_for()


def check_fits(page: Page) -> None:
    """No sideways scrolling, and everything can be hit with a finger."""
    width = page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0, (width, page.evaluate(WIDE))
    small = page.evaluate(SMALL, LEAST)
    assert not small, [f"{each['what']!r:.40} {each['width']} by {each['height']}" for each in small]


@pytest.mark.parametrize("game", MOMENTS)
def test_a_game_in_progress_fits_a_phone(game: str, planted: Site) -> None:
    context = planted.phone(WIDTHS[0])
    be_ana(context, planted.address)
    page = context.new_page()
    page.goto(f"/t/{MOMENTS[game].code}")
    page.get_by_test_id("prompt").wait_for()
    complete(page)
    for width in WIDTHS:
        resize(page, width, 740)
        check_fits(page)
    for tab in ("Log", "Chat", "Rules", "Players"):
        page.get_by_role("tab", name=tab).tap()
        for width in WIDTHS:
            resize(page, width, 740)
            over = page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
            assert over <= 0, (tab, width)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_around_a_game_fit_a_phone(width: int, site: Site) -> None:
    page = site.phone(width).new_page()
    page.goto("/")
    page.get_by_test_id("game-st-croix").wait_for()
    check_fits(page)
    page.goto("/new/deluxe-memory")
    page.get_by_role("button", name="Open the table").wait_for()
    check_fits(page)
    page.get_by_role("button", name="Open the table").tap()
    page.get_by_role("heading", name="Seats").wait_for()
    check_fits(page)
    page.goto("/rules/match-me")
    page.get_by_role("heading", level=1).wait_for()
    over = page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0


def test_large_text_stays_usable(planted: Site) -> None:
    """Text at 200 % on a phone: still no sideways scrolling, and the choice can be made."""
    context = planted.phone(360)
    be_ana(context, planted.address)
    context.add_init_script("try { localStorage.setItem('parlour-settings', '{\"text\": 200}') } catch {}")
    page = context.new_page()
    page.goto(f"/t/{MOMENTS['st-croix'].code}")
    page.get_by_test_id("prompt").wait_for()
    complete(page)
    over = page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0, page.evaluate(WIDE)


@pytest.mark.parametrize("game", MOMENTS)
def test_a_long_press_explains_a_card_and_does_not_choose_it(game: str, planted: Site) -> None:
    """The card is enlarged; it stays after the finger is lifted, and the next tap closes it."""
    context = planted.phone(390)
    be_ana(context, planted.address)
    page = context.new_page()
    page.goto(f"/t/{MOMENTS[game].code}")
    page.get_by_test_id("prompt").wait_for()
    complete(page)
    explaining(page)
    page.evaluate("window.__table.idle()")
    card = page.locator(".own [data-type], .middle [data-type]").last
    box = card.bounding_box()
    assert box
    finger = context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] - 8, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    explained = page.get_by_test_id("card-help")
    explained.wait_for()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(explained).to_be_visible()
    assert explained.locator(".words").inner_text().strip()
    large = explained.locator("div.card").bounding_box()
    assert large and large["width"] > box["width"]
    assert page.locator("[data-look=staged]").count() == 0
    page.get_by_test_id("prompt-text").tap()
    expect(explained).to_have_count(0)


def test_a_game_by_touch(site: Site, luck: random.Random) -> None:
    people = site.table("mine-and-craft", 1, luck, phone=True, seats=4)
    play_out(people)
    check_nothing_lost(people)
