"""A lesson in the browser: offered on the home page, told step by step, played at a real table."""

import random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.conftest import Site, ask
from browser.person import Person
from server.people import Json


def go_through(page: Page) -> None:
    """Do what the lesson says, by its buttons and the choices the table offers, up to its last step."""
    card = page.get_by_test_id("lesson")
    card.wait_for()
    steps = int(page.evaluate("document.querySelector('[data-testid=lesson] progress').max"))
    for number in range(1, steps):
        expect(card).to_have_attribute("data-step", str(number))
        page.evaluate("window.__table.idle()")
        go_on = card.get_by_role("button", name="Continue")
        if go_on.count():
            go_on.click()
        else:
            advised(page)
    expect(card).to_have_attribute("data-step", str(steps))


def advised(page: Page) -> None:
    """Make the choice that the table marks: its cards, then its button."""
    button = page.locator(".prompt .choice:has(.advice)")
    if not button.count():
        for mark in (".piece.advised", ".who:has(.advice)", ".chip:has(.advice)"):
            if page.locator(mark).count():
                page.locator(mark).first.click()
    if not button.count():
        button = page.locator(".prompt .choice.main").first
    button.first.click()


@pytest.mark.parametrize("phone", [False, True])
def test_a_lesson_from_the_home_page_to_a_real_game(site: Site, phone: bool) -> None:
    page = (site.phone() if phone else site.context()).new_page()
    page.goto("/")
    page.get_by_role("button", name="Learn St. Croix in two minutes").click()
    go_through(page)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_test_id("lesson")).to_have_count(0)
    expect(page.get_by_test_id("goal")).to_contain_text("Be first to send every postcard")


def test_the_first_game_offers_the_lesson_once(site: Site) -> None:
    page = site.page()
    page.get_by_role("button", name="Play now: St. Croix, against bots").click()
    page.get_by_test_id("lesson-offer").get_by_role("button", name="No, just play").click()
    expect(page.get_by_test_id("lesson-offer")).to_have_count(0)
    page.reload()
    page.get_by_test_id("prompt").wait_for()
    expect(page.get_by_test_id("lesson-offer")).to_have_count(0)


def test_the_lesson_is_offered_until_the_first_own_choice(site: Site, luck: random.Random) -> None:
    """However much the others did before a slow page was there."""
    ana = next(found for _ in range(40) if (found := late(site, luck)))
    offer = ana.page.get_by_test_id("lesson-offer")
    expect(offer).to_be_visible()
    ana.play()
    ana.page.reload()
    ana.page.get_by_test_id("prompt").wait_for()
    ana.page.get_by_role("complementary", name="Tip").wait_for()
    expect(offer).to_have_count(0)


def late(site: Site, luck: random.Random) -> Person | None:
    """Somebody who opens the page when others have had their turns; None if nobody or the last one had."""
    context = site.context()
    wishes = {"game": "match-me", "name": "Ana", "seats": 6, "start": True, "fill": "normal"}
    code = ask(context, "/api/tables", wishes)["code"]
    view = when_bots_wait(context, code)
    over = view["table"]["status"] == "over"
    return None if over or view["log"]["total"] <= 12 else site.sit(context, code, luck)


def when_bots_wait(context: BrowserContext, code: str) -> Json:
    """The view as soon as no bot is to act."""
    path = f"/api/tables/{code}/view"
    update = context.request.get(path).json()
    while any(update["view"]["table"]["seats"][each["seat"]]["level"] for each in update["view"]["scene"]["waiting"]):
        answer = context.request.get(f"{path}?have={update['seq']}&wait=20")
        update = answer.json() if answer.status == 200 else update
    return update["view"]
