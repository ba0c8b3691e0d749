"""On a phone nothing jumps: how far the page moves what somebody is looking at, as Chromium measures it."""

import random
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser

from browser.conftest import Site, planted_in
from browser.moments import MOMENTS, be_ana
from server.people import Running

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
    setTimeout(() => done(window.shifts.splice(0))))))"""
MOST_ROUND = 0.3
"""The same for a choice and all that follows until the next one. What moves right after a tap does not count for
Chromium; it does here, because nobody knows how soon after it a busy machine draws."""
CHOICES = 14
"""Choices made at a crowded table; a whole game would take too long."""

HEIGHTS = """() => {
    window.heights = [];
    new ResizeObserver(([{ contentRect }]) => window.heights.push(contentRect.height))
        .observe(document.querySelector(".others"));
}"""


@pytest.fixture(scope="module")
def halfway_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A game of each kind in progress, which continues here; other tests want them as they were."""
    with planted_in(tmp_path_factory.mktemp("halfway"), list(MOMENTS.values())) as started:
        yield started


@pytest.fixture
def halfway(browser: Browser, halfway_server: Running) -> Iterator[Site]:
    with closing(Site(browser, halfway_server)) as opened:
        yield opened


@pytest.mark.parametrize("game", MOMENTS)
def test_nothing_jumps_while_a_table_opens_on_a_phone(game: str, site: Site, luck: random.Random) -> None:
    """From the empty page to the first own choice, with the offer of a lesson below it."""
    context = site.context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.add_init_script(WATCH)
    while True:
        person = site.sit(context, site.begin(context, game=game), luck)
        person.calm()
        if not person.over:  # in Follow Me a bot may win in the first turn
            break
    person.page.locator(".coach aside").wait_for()
    shifts: list[tuple[float, str]] = person.page.evaluate(SHIFTS)
    assert sum(value for value, _ in shifts) < MOST, shifts


@pytest.mark.parametrize("game", MOMENTS)
def test_nothing_jumps_in_the_second_half_of_a_game_on_a_phone(game: str, halfway: Site, luck: random.Random) -> None:
    context = halfway.context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    be_ana(context, halfway.address)
    context.add_init_script(WATCH)
    person = halfway.sit(context, MOMENTS[game].code, luck, touch=True)
    person.calm()
    for _ in range(CHOICES):
        shifts: list[tuple[float, str]] = person.page.evaluate(SHIFTS)
        assert sum(value for value, _ in shifts) < MOST_ROUND, shifts
        if not person.play():
            break


def test_the_panels_of_the_others_never_get_lower_on_a_phone(site: Site, luck: random.Random) -> None:
    """Badges come and go in the others' turns; what lies below the panels stays where it is."""
    context = site.context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    choices = 0
    while choices < 8:  # at another table if somebody wins: at the end everything is laid out anew
        person = site.sit(context, site.begin(context, game="follow-me"), luck, touch=True)
        person.calm()
        person.page.evaluate(HEIGHTS)
        while choices < 8 and person.play() and not person.over:
            choices += 1
            heights: list[float] = person.page.evaluate("window.heights")
            assert heights == sorted(heights), heights
