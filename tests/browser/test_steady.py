"""On a phone nothing jumps: how far the page moves what somebody is looking at, as Chromium measures it."""

import random

import pytest

from browser.conftest import Site
from browser.moments import MOMENTS

MOST = 0.1
"""The limit for a cumulative layout shift that counts as good."""
WATCH = """window.shifts = [];
new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
        const nodes = shift.sources.map(({ node }) => (node?.nodeType === 1 ? node : node?.parentElement)?.className);
        window.shifts.push([shift.value, String(nodes)]);
    }
}).observe({ type: "layout-shift", buffered: true });"""
# Two frames later everything that moved has been reported.
SHIFTS = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
    setTimeout(() => done(window.shifts)))))"""

HEIGHTS = """() => {
    window.heights = [];
    new ResizeObserver(([{ contentRect }]) => window.heights.push(contentRect.height))
        .observe(document.querySelector(".others"));
}"""


@pytest.mark.parametrize("game", MOMENTS)
def test_nothing_jumps_while_a_table_opens_on_a_phone(game: str, site: Site, luck: random.Random) -> None:
    """From the empty page to the first own choice, with the offer of a lesson below it."""
    context = site.context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.add_init_script(WATCH)
    person = site.sit(context, site.begin(context, game=game), luck)
    person.calm()
    person.page.locator(".coach aside").wait_for()
    shifts: list[tuple[float, str]] = person.page.evaluate(SHIFTS)
    assert sum(value for value, _ in shifts) < MOST, shifts


def test_the_panels_of_the_others_never_get_lower_on_a_phone(site: Site, luck: random.Random) -> None:
    """Badges come and go in the others' turns; what lies below the panels stays where it is."""
    context = site.context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    person = site.sit(context, site.begin(context, game="follow-me"), luck, touch=True)
    person.calm()
    person.page.evaluate(HEIGHTS)
    for _ in range(8):
        person.play()
    heights: list[float] = person.page.evaluate("window.heights")
    assert heights == sorted(heights), heights
