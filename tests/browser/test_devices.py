"""Going on with a seat on another device."""

import random
import re

from playwright.sync_api import expect

from browser.conftest import Site
from browser.person import Person

USED = "This code has been used already or has expired. Make a new one on the other device."


def test_a_seat_moves_to_a_phone_by_a_code_that_works_once(site: Site, luck: random.Random) -> None:
    (ana,) = site.table("st-croix", 1, luck)
    ana.calm()
    ana.page.get_by_role("tab", name="Players").click()
    ana.page.get_by_role("button", name="Make a code").click()
    square = ana.page.get_by_alt_text("QR code that moves your seat to another device")
    ana.page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=square.element_handle())
    code = ana.page.locator("b.code").inner_text()
    assert re.fullmatch(r"\w{4}-\w{4}-\w{4}", code)

    context = site.phone()
    phone = context.new_page()
    phone.goto("/here")
    phone.get_by_label("Code from the other device").fill(code.lower())
    phone.get_by_role("button", name="Continue here").tap()
    phone.wait_for_url(f"**/t/{ana.code}")
    moved = Person(phone, ana.code, luck, touch=True)
    assert moved.calm()["scene"]["seat"] == 0
    assert moved.view["scene"]["pieces"] == ana.calm()["scene"]["pieces"]
    moved.play()
    expect(ana.page.get_by_test_id("prompt")).to_be_visible()
    assert ana.calm()["scene"]["pieces"] == moved.calm()["scene"]["pieces"]

    site.forgiven.append("404")  # the code is used up
    thief = site.page("/here#" + code)
    thief.get_by_role("button", name="Continue here").click()
    expect(thief.get_by_role("alert")).to_have_text(USED)
