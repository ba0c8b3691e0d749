"""The page that plays without a server: plain files on loopback, the rules in a web worker, all six games."""

import gzip
import random
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

import parlour
from browser.conftest import AT_ONCE
from browser.person import HANDS, Person, play_out
from parlour.core.match import replay
from parlour.core.record import parse_record
from parlour.games import open_game
from server.people import PATIENCE

BUILT = Path(__file__).parents[2] / "site" / "play"
BUDGET = 8_000_000
"""Bytes of all files together, gzipped as a host sends them."""
FIRST_PAGE = 100_000
"""Bytes before the games show."""
PRESS_STOP = """() => {
    window.__pressed = 0;
    window.__pressing = new MutationObserver(() => {
        const stop = [...document.querySelectorAll("button")].find((one) => one.innerText === "Stop thinking");
        if (!stop || stop.dataset.pressed) return;
        stop.dataset.pressed = "yes";
        window.__pressed += 1;
        stop.click();
    });
    window.__pressing.observe(document.body, { childList: true, subtree: true });
}"""
# After some seconds the other pages are loaded ahead; on a slow machine that may be before the games show.
NOTHING_LATER = """{
    const start = window.setTimeout;
    window.setTimeout = (what, time, ...more) => (time >= 1000 ? 0 : start(what, time, ...more));
}"""

pytestmark = pytest.mark.xdist_group("site")


class Files(SimpleHTTPRequestHandler):
    """A host of plain files that says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    assert (BUILT / "index.html").is_file(), "The page has not been built: make site builds it."
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(BUILT)))
    thread = threading.Thread(target=host.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{host.server_port}"
    host.shutdown()
    thread.join()


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(1000 * PATIENCE)  # Python has to start, perhaps on a busy machine
    context.add_init_script(path=HANDS)
    context.add_init_script(AT_ONCE)
    yield context
    context.close()


@pytest.fixture(scope="module")
def page(visitor: BrowserContext, address: str) -> Page:
    page = visitor.new_page()
    page.goto(f"{address}/?pace=0")
    page.get_by_test_id("game-st-croix").wait_for()  # before the rules are there
    started(page)
    return page


def started(page: Page) -> None:
    """Wait until the rules run."""
    page.evaluate("window.__ask('/api/me')")


def sit(page: Page, slug: str) -> Person:
    """Start a game from the first page."""
    page.evaluate("location.hash = '#/'")
    page.get_by_test_id(f"game-{slug}").get_by_role("button", name="Play now").click()
    page.wait_for_url("**#/t/*")
    return Person(page, page.url[-8:], random.Random(f"site {slug}"))


@pytest.mark.parametrize("slug", [about.slug for about in parlour.games()])
def test_a_whole_game_and_its_record(page: Page, slug: str) -> None:
    person = sit(page, slug)
    play_out([person])
    page.get_by_test_id("result").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("link", name="record").first.click()
    record = parse_record(saved.value.path().read_text("utf-8"), "The record")
    assert replay(record, open_game).outcome is not None


def test_offline_it_opens_again_where_it_was(visitor: BrowserContext, page: Page) -> None:
    person = sit(page, "st-croix")
    person.play()
    before = person.look()["scene"]
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    visitor.set_offline(True)
    page.reload()
    page.get_by_test_id("prompt-text").wait_for()
    assert person.look()["scene"] == before
    person.play()
    visitor.set_offline(False)


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_bot_that_searches_can_be_stopped(page: Page, level: str) -> None:
    page.evaluate("location.hash = '#/'")
    page.get_by_role("radio", name=level).check()
    # The line comes and goes with the thinking, so the page itself presses the button as soon as it appears.
    page.evaluate(PRESS_STOP)
    person = sit(page, "st-croix")
    while not page.evaluate("window.__pressed"):
        assert person.play(), "no bot thought for long enough to be stopped"
    page.evaluate("window.__pressing.disconnect()")
    assert person.play() or person.over  # the bots may have won meanwhile
    page.evaluate("location.hash = '#/'")
    page.get_by_role("radio", name="normal").check()


def test_the_first_page_needs_little(visitor: BrowserContext, address: str) -> None:
    """What is fetched before the games show, apart from the worker's own files, gzipped as a host sends it."""
    page = visitor.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/sprite-*.svg", lambda route: route.abort())  # the cards' pictures come after the page
    page.add_init_script(NOTHING_LATER)
    page.goto(f"{address}/")
    page.get_by_test_id("game-st-croix").wait_for()
    paths = {url.removeprefix(f"{address}/").partition("?")[0] or "index.html" for url in asked}
    files = [BUILT / path for path in paths if not path.startswith(("runtime/", "assets/sprite-"))]
    assert all(url.startswith(address) for url in asked)
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < FIRST_PAGE
    page.close()


def test_it_stays_within_its_budget() -> None:
    assert sum(len(gzip.compress(path.read_bytes())) for path in BUILT.rglob("*") if path.is_file()) < BUDGET


@pytest.mark.parametrize("about", parlour.games(), ids=lambda about: about.slug)
def test_a_game_s_link_has_a_preview(page: Page, address: str, about: parlour.About) -> None:
    text = (BUILT / f"{about.slug}.html").read_text("utf-8")
    assert f'content="{about.title.replace("&", "&amp;")}' in text and f"previews/{about.slug}.png" in text
    assert (BUILT / "previews" / f"{about.slug}.png").is_file()
