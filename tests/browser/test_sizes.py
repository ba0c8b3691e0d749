"""Every size of screen: the own hand, the prompt and what lies on the table are in view, and large enough to hit.

One page for each game, whose window is resized. The positions come from real games; the crowded ones are late in games
with as many players as there can be.
"""

import pytest
from playwright.sync_api import Page

from browser.conftest import Site
from browser.moments import CROWDED, MOMENTS, Moment, be_ana
from server.people import Json

LARGE = [(1366, 650), (1280, 720), (1440, 900), (1920, 1080)]
PHONES = [(360, 640), (390, 844), (844, 390)]
ZOOMED = [(720, 450), (683, 384)]
"""What a laptop's window measures at 200 %."""
LEAST_CARD = 110
"""Pixels: the width of one's own cards at 1440 x 900."""
LEAST_TARGET = 44
"""Pixels: the size of what a finger hits on a phone."""
# What is not in view: above or below the part of the screen where it lies. Cards may lie in a row that moves sideways.
OUTSIDE = """where => {
    const board = document.querySelector("main > .board").getBoundingClientRect();
    const scroll = document.querySelector(".table .scroll");
    const clip = getComputedStyle(scroll).display === "contents" ? board : scroll.getBoundingClientRect();
    const prompt = document.querySelector("[data-testid=prompt]");
    const bar = prompt?.getBoundingClientRect();
    return [...document.querySelectorAll(where)].filter((each) => each.checkVisibility()).flatMap((each) => {
        const box = each.getBoundingClientRect();
        const around = each.closest(".scroll") ? clip : board;
        const row = (each.closest(".pieces") ?? each).getBoundingClientRect();
        const [left, right] = [Math.max(box.left, row.left), Math.min(box.right, row.right)];
        const under = bar && !prompt.contains(each) && left < right && left < bar.right - 1 && right > bar.left + 1
            && box.bottom > bar.top + 2 && box.top < bar.bottom - 2;
        const out = box.bottom > around.bottom + 2 || box.top < around.top - 2;
        const name = each.dataset.pid ?? each.dataset.testid ?? each.className;
        return under || out ? [`${name} ${Math.round(box.top)}-${Math.round(box.bottom)}`] : [];
    });
}"""
HAND = ".own [data-pid], [data-testid=prompt], .prompt .buttons"
CROWDED_HAND = ".own .lay-fan [data-pid], [data-testid=prompt], .prompt .buttons"
TABLE = ".middle [data-pid], .middle .place"
# Where a part that scrolls has more than it shows, its edge is shaded.
CUE = """() => [...document.querySelectorAll(".table .scroll, .table .own")].every((scroll) =>
    scroll.scrollHeight <= scroll.clientHeight + 1 || getComputedStyle(scroll).backgroundImage.includes("gradient"))"""
# Targets that are too small: what counts is the part a finger hits, which may be larger than the card.
SMALL = """least => [".prompt button", ".table [data-pid]:is([data-look=live], [data-look=other])"]
    .flatMap((where) => [...document.querySelectorAll(where)])
    .filter((each) => each.checkVisibility())
    .flatMap((each) => {
        const box = each.getBoundingClientRect();
        const next = each.nextElementSibling?.getBoundingClientRect();
        const gap = -2 * Math.min(0, parseFloat(getComputedStyle(each, "::before").left) || 0);
        const over = next && each.nextElementSibling.dataset.pid && next.top < box.bottom - 1 && next.left > box.left;
        const width = (over ? Math.min(box.width, next.left - box.left) : box.width) + gap;
        const small = Math.min(width, box.height + gap);
        return small < least - 0.5 ? [`${each.dataset.pid ?? each.innerText}: ${Math.round(small)}`] : [];
    })"""
WIDTHS = """() => [...document.querySelectorAll(".own :is(.lay-fan, .lay-row) [data-pid]")]
    .map((each) => each.offsetWidth)"""


def opened(site: Site, moment: Moment) -> Page:
    """Ana's page of this position."""
    context = site.context()
    be_ana(context, site.address)
    page = context.new_page()
    page.goto(f"/t/{moment.code}")
    page.locator("[data-testid=prompt], [data-testid=result]").first.wait_for()
    complete(page)
    return page


def complete(page: Page) -> None:
    """Wait for what comes after the table and takes room from it: a tip or, at the end, the way on."""
    page.locator(".coach aside, .end").first.wait_for(state="attached")


def resize(page: Page, width: int, height: int) -> None:
    """Another window, drawn."""
    page.set_viewport_size({"width": width, "height": height})
    drawn(page)


def drawn(page: Page) -> None:
    """Wait until the page has been drawn: some parts choose their size by what was measured then."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def outside(page: Page, where: str) -> Json:
    return page.evaluate(OUTSIDE, where)


@pytest.mark.parametrize("game", MOMENTS)
def test_hand_prompt_and_table_are_in_view(game: str, planted: Site) -> None:
    page = opened(planted, MOMENTS[game])
    for size in LARGE + PHONES + ZOOMED:
        resize(page, *size)
        assert not outside(page, HAND), (size, outside(page, HAND))
        assert page.evaluate(CUE), size
        if size not in ZOOMED:
            assert not outside(page, TABLE), (size, outside(page, TABLE))
        if size in PHONES:
            small: Json = page.evaluate(SMALL, LEAST_TARGET)
            assert not small, (size, small)
        if size == (1440, 900):
            assert all(width >= LEAST_CARD for width in page.evaluate(WIDTHS))


@pytest.mark.parametrize("crowded", [name for name in CROWDED if not name.endswith("over")])
def test_at_a_crowded_table_the_hand_and_the_prompt_are_in_view(crowded: str, planted: Site) -> None:
    page = opened(planted, CROWDED[crowded])
    for size in LARGE + PHONES + ZOOMED:
        resize(page, *size)
        assert not outside(page, CROWDED_HAND), (size, outside(page, CROWDED_HAND))
        assert page.evaluate(CUE), size


@pytest.mark.parametrize("size", PHONES)
def test_with_four_players_a_finger_hits_every_card_of_the_grid(size: tuple[int, int], planted: Site) -> None:
    page = opened(planted, CROWDED["deluxe-memory-4"])
    resize(page, *size)
    small: Json = page.evaluate(SMALL, LEAST_TARGET)
    assert not small, small


def test_at_the_end_nothing_is_cut_off_in_a_low_window(planted: Site) -> None:
    """Between the others and the result there is no room for the piles: then they are left out."""
    page = opened(planted, CROWDED["match-me-4-over"])
    resize(page, 1366, 650)
    assert not page.locator(".middle .zone").filter(visible=True).count()
    resize(page, 1440, 900)
    assert not outside(page, TABLE), outside(page, TABLE)
