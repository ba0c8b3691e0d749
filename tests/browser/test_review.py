"""From the end of a game to its review, and from a decision to a table that plays on otherwise."""

import random

from playwright.sync_api import expect

from browser.conftest import Site, ask
from browser.person import Person, play_out


def test_one_tap_from_the_end_to_the_review_and_back_into_the_game(site: Site, luck: random.Random) -> None:
    context = site.context()
    options = {"last_ferry": 4, "first_player": "host"}  # Ana begins: there is a decision of hers to review
    wishes = {"game": "around-mackinac", "name": "Ana", "seats": 2, "options": options}
    code = ask(context, "/api/tables", {**wishes, "start": True, "fill": "easy"})["code"]
    ana = site.sit(context, code, luck)
    play_out([ana])
    page = ana.page
    page.get_by_role("link", name="Review").click()
    review = page.get_by_test_id("review")
    expect(review).to_have_attribute("data-state", "done")
    expect(review).to_contain_text("chance to win")
    page.get_by_role("slider", name="Moment").fill("0")
    step = page.get_by_role("button", name="One step on")
    what_if = page.get_by_role("group", name="Play the game again").get_by_role("button", name="What if …")
    while not what_if.count():
        step.click()
    what_if.click()
    page.wait_for_url(lambda url: "/t/" in url and code not in url)
    again = Person(page, page.url.rsplit("/", 1)[1], luck)
    assert again.look()["table"]["status"] == "playing" and again.view["you"]["seat"] == 0


def test_table_cards_are_chosen_together(site: Site, luck: random.Random) -> None:
    context = site.context()
    code = ask(context, "/api/tables", {"game": "st-croix", "name": "Ana", "seats": 2, "start": True})["code"]
    ana = site.sit(context, code, luck)
    ana.calm()
    hand = ana.page.locator('[data-pid^="hand:0:"]')
    for place in (0, 1, 2, 3, 3, 3):  # the last one is taken back and chosen again
        hand.nth(place).click()
    ana.page.get_by_role("button", name="Lay these 4 cards on the table").click()
    expect(ana.page.locator('[data-pid^="table:0:"]')).to_have_count(4)
    expect(hand).to_have_count(3)
