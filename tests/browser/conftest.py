"""A real Chromium, a real server, and people with their own pages; any error or warning of a page fails the test."""

import random
import re
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from browser.moments import CREEPER, CROWDED, ENDS, MOMENTS, Moment, plant
from browser.person import HANDS, Person
from server.people import PATIENCE, Running, running

# The first is Chromium without a window: it takes a tenth less time than one that is only told not to show its own.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NAMES = ("Ana", "Bo", "Cleo")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS += ["--disable-sync", "--no-first-run", "--disable-default-apps", "--font-render-hinting=none"]
# Pages of the address bar, loaded for every browser of a person: they would take more time than the pages under test.
NEEDLESS = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"]
# Playwright gives a list of this kind too, and only the last one counts, so what it leaves out is left out here again.
NEEDLESS += ["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "PaintHolding", "HttpsUpgrades"]
NEEDLESS += ["HttpsFirstBalancedModeAutoEnable", "ThirdPartyStoragePartitioning", "MediaRouter", "LensOverlay"]
NEEDLESS += ["OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"]
# Tests do not wait for others' moves to be looked at, unless they are about that. An empty page has no storage.
AT_ONCE = """try {
    localStorage.getItem("parlour-settings") ?? localStorage.setItem("parlour-settings", '{"pace": "at once"}');
} catch {}"""
NO_SERVICE_WORKER = "Service Worker registration blocked by Playwright"
FLAGS.append(f"--disable-features={','.join(NEEDLESS)}")
expect.set_options(timeout=1000 * PATIENCE)


def chromium() -> str:
    """Where Chromium is."""
    found = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
    assert found, "These tests need Chromium: make .venv/services installs it."
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with bots that take no time, on a fresh SQLite file; it must not log an error."""
    built = resources.files("parlour").joinpath("web", "dist", "index.html")
    assert built.is_file(), "The browser client has not been built: make client builds it."
    folder: Path = tmp_path_factory.mktemp("browser")
    errors = folder / "errors.txt"
    with running(str(folder / "tables.db"), "--review-seconds", "2", errors=errors) as started:
        yield started
    assert errors.read_text() == ""


@dataclass
class Site:
    """Opens pages for people, and listens to what the pages complain about."""

    browser: Browser
    server: Running
    contexts: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    forgiven: list[str] = field(default_factory=list)
    """Patterns of complaints that a test brings about on purpose."""

    @property
    def address(self) -> str:
        return f"http://{self.server.address}"

    def context(self, **wishes: Any) -> BrowserContext:
        """Somebody's browser: cookies of its own, a laptop's screen, cards that do not move."""
        usual = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "base_url": self.address}
        usual["service_workers"] = "block"  # keeping every file for later takes half as long again as opening a page
        opened = self.browser.new_context(**{**usual, **wishes})
        opened.set_default_timeout(1000 * PATIENCE)
        opened.add_init_script(path=HANDS)
        opened.add_init_script(AT_ONCE)
        opened.on("console", self._console)
        opened.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        opened.on("request", self._request)
        self.contexts.append(opened)
        return opened

    def phone(self, width: int = 360, **wishes: Any) -> BrowserContext:
        """A phone: narrow, and touched."""
        return self.context(viewport={"width": width, "height": 740}, has_touch=True, is_mobile=True, **wishes)

    def page(self, path: str = "/", **wishes: Any) -> Page:
        page = self.context(**wishes).new_page()
        page.goto(path)
        return page

    def table(self, game: str, people: int, luck: random.Random, phone: bool = False, **wishes: Any) -> list[Person]:
        """A started table with a number of people, each in their own browser, and bots on the other seats."""
        contexts = [self.phone() if phone else self.context() for _ in range(people)]
        code = self.begin(*contexts, game=game, **wishes)
        return [self.sit(context, code, luck, phone) for context in contexts]

    def begin(self, *contexts: BrowserContext, game: str, **wishes: Any) -> str:
        """Begin a game with these people and bots on the other seats; returns the table's code."""
        made = ask(contexts[0], "/api/tables", {"game": game, "name": NAMES[0], **wishes})
        code: str = made["code"]
        for context, name in zip(contexts[1:], NAMES[1:], strict=False):
            ask(context, f"/api/tables/{code}/join", {"name": name})
        start = {"t": "do", "id": "start", "do": {"c": "start", "fill": "normal"}}
        assert ask(contexts[0], f"/api/tables/{code}/do", start)["ok"]
        return code

    def sit(self, context: BrowserContext, code: str, luck: random.Random, touch: bool = False) -> Person:
        """Open the page of a table."""
        page = context.new_page()
        page.goto(f"/t/{code}")
        return Person(page, code, luck, touch)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != NO_SERVICE_WORKER:
            self.complaints.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.complaints.append(f"a request left the machine: {request.url}")

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        told = [each for each in self.complaints if not any(re.search(sorry, each) for sorry in self.forgiven)]
        assert not told, told


def ask(context: BrowserContext, path: str, body: object) -> Any:
    """A request with the cookies of this browser."""
    answer = context.request.post(path, data=body)
    assert answer.ok, (path, answer.status, answer.text())
    return answer.json()


@pytest.fixture
def site(browser: Browser, server: Running) -> Iterator[Site]:
    with closing(Site(browser, server)) as opened:
        yield opened


def planted_in(folder: Path, moments: list[Moment]) -> AbstractContextManager[Running]:
    """A server with these games in progress."""
    database = str(folder / "tables.db")
    plant(database, moments)
    return running(database)


@pytest.fixture(scope="session")
def planted_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a game of each kind in progress, and some with much on the table, the same in every run."""
    moments = [*MOMENTS.values(), *CROWDED.values(), *ENDS.values(), CREEPER]
    with planted_in(tmp_path_factory.mktemp("planted"), moments) as started:
        yield started


@pytest.fixture
def planted(browser: Browser, planted_server: Running) -> Iterator[Site]:
    """Pages of that server; `be_ana` makes a browser Ana's, who sits at all its tables."""
    with closing(Site(browser, planted_server)) as opened:
        yield opened


@pytest.fixture
def luck(request: pytest.FixtureRequest) -> random.Random:
    """The same for each test in every run."""
    return random.Random(request.node.name)
