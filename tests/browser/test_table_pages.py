"""Around the table: from the catalogue to a game, with friends, the host's controls, chat, settings."""

import gzip
import json
import random
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Site
from browser.person import Person

MOST_SCRIPT = 60_000
OWN = ("st-croix", "around-mackinac", "deluxe-memory", "mine-and-craft")
THEMES = [*(f"{game}/index" for game in OWN), "mackinac/match", "mackinac/follow"]


def code_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def test_two_clicks_from_the_home_page_to_a_choice(site: Site, luck: random.Random) -> None:
    """One click on "Play now", and the second one plays."""
    prompt = None
    while prompt is None:  # bots may take all Fun in the first round
        page = site.page()
        page.get_by_test_id("game-around-mackinac").get_by_role("button").first.click()
        page.wait_for_url("**/t/*")
        person = Person(page, code_of(page), luck)
        prompt = person.calm()["prompt"]
        assert prompt is not None or person.over
    page.locator("[data-action]").first.click()
    person.calm(prompt)


def test_friends_come_by_link_and_the_host_looks_after_the_table(site: Site, luck: random.Random) -> None:
    host = site.page("/new/st-croix")
    host.get_by_label("Your name").fill("Ana")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/t/*")
    link = host.get_by_label("Link to this table").input_value()
    assert link.endswith(f"/t/{code_of(host)}")
    qr = host.get_by_alt_text("QR code")
    host.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=qr.element_handle())

    friend = site.page(link)
    friend.get_by_label("Your name").fill("Bo")
    friend.get_by_role("button", name="Sit down").click()
    seats = host.get_by_role("list").filter(has=host.get_by_test_id("seat-0"))
    expect(seats).to_contain_text("Bo")
    rude = site.page(link)
    rude.get_by_label("Your name").fill("Rude")
    rude.get_by_role("button", name="Sit down").click()
    expect(seats).to_contain_text("Rude")
    host.get_by_test_id("seat-2").get_by_role("button", name="Send away").click()
    host.get_by_test_id("seat-2").get_by_role("button", name="Send away").click()
    expect(host.get_by_test_id("seat-2")).to_contain_text("Open seat")
    host.get_by_role("button", name="Put a bot on seat 3, easy").click()
    expect(host.get_by_test_id("seat-2")).not_to_contain_text("Open seat")

    friend.get_by_label("Write to the table").fill("Here I am <b>!</b>")
    friend.get_by_role("button", name="Send", exact=True).click()
    expect(host.get_by_role("log", name="Chat")).to_contain_text("Here I am <b>!</b>")

    host.get_by_role("button", name="Start").click()
    people = [Person(host, code_of(host), luck), Person(friend, code_of(host), luck)]
    for person in people:
        person.page.locator(".table").wait_for()  # on a busy machine the lobby may still be there
        person.calm()
        assert person.play()
    pause_and_go_on(people)
    mute(people)
    kick(people)


def pause_and_go_on(people: list[Person]) -> None:
    host, friend = (person.page for person in people)
    host.get_by_role("tab", name="Players").click()
    host.get_by_role("button", name="Pause").click()
    expect(friend.get_by_text("The game is paused.")).to_be_visible()
    expect(friend.locator("[data-action]")).to_have_count(0)
    host.get_by_role("button", name="Resume").first.click()
    expect(friend.get_by_text("The game is paused.")).to_be_hidden()


def mute(people: list[Person]) -> None:
    host, friend = (person.page for person in people)
    friend.get_by_role("tab", name="Chat").click()
    friend.get_by_role("button", name="Good luck!").click()
    expect(friend.get_by_role("log", name="Chat")).to_contain_text("Good luck!")  # the table has it before the muting
    host.get_by_role("button", name="Mute Bo").click()
    expect(friend.get_by_text("The host has muted you.")).to_be_visible()
    host.get_by_role("tab", name="Chat").click()
    expect(host.get_by_role("log", name="Chat")).to_contain_text("Good luck!")


def kick(people: list[Person]) -> None:
    host, friend = (person.page for person in people)
    host.get_by_role("tab", name="Players").click()
    host.get_by_role("button", name="Send away").click()
    host.get_by_role("button", name="Send away").click()
    expect(host.get_by_role("button", name="Send away")).to_have_count(0)
    people[1].look()
    people[0].calm()
    assert people[0].view["table"]["seats"][1]["kind"] == "bot"
    expect(friend.locator("[data-action]")).to_have_count(0)


def test_settings_are_kept(site: Site) -> None:
    """Dark, larger text: at once, and still so after a refresh."""
    page = site.page()
    ground = "getComputedStyle(document.body).backgroundColor"
    light, small = page.evaluate(ground), page.evaluate("getComputedStyle(document.documentElement).fontSize")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Dark").check(force=True)
    for _ in range(5):
        page.get_by_role("button", name="Larger text").click()
    page.wait_for_function(f"light => {ground} !== light", arg=light)
    page.get_by_role("button", name="Close settings").click()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Settings"
    dark, large = page.evaluate(ground), page.evaluate("getComputedStyle(document.documentElement).fontSize")
    assert float(large[:-2]) == 1.5 * float(small[:-2])
    page.reload()
    page.get_by_test_id("game-st-croix").wait_for()
    assert page.evaluate(ground) == dark
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == large


def test_my_tables_are_on_the_home_page(site: Site, luck: random.Random) -> None:
    [person] = site.table("deluxe-memory", 1, luck, seats=2)
    person.calm()
    person.page.goto("/")
    mine = person.page.get_by_role("region", name="Your tables")
    expect(mine).to_contain_text("Deluxe Memory")
    mine.get_by_role("link").first.click()
    person.page.wait_for_url(f"**/t/{person.code}")


@pytest.mark.parametrize("theme", THEMES)
def test_the_script_of_the_first_table_is_small(theme: str) -> None:
    """At most 60 kB of JavaScript, gzipped: the client, the page of a table and the look of the game."""
    dist = resources.files("parlour").joinpath("web", "dist")
    parts: dict[str, Any] = json.loads(dist.joinpath("manifest.json").read_text())
    needed: set[str] = set()

    def need(name: str) -> None:
        if name not in needed:
            needed.add(name)
            for other in parts[name].get("imports", []):
                need(other)

    for name in ("index.html", "src/pages/TablePage.svelte", f"src/themes/{theme}.ts"):
        need(name)
    size = sum(len(gzip.compress(dist.joinpath(parts[name]["file"]).read_bytes(), 9)) for name in needed)
    assert 0 < size <= MOST_SCRIPT, size
