"""Pictures of the client for the documentation: the catalogue, a lobby, and a game of each in progress, on a laptop and
on a phone. The games are fixed (moments.py), so the pictures change only when the client does.

    python tests/browser/screenshots.py [FOLDER [GAME ...]]
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from browser.conftest import FLAGS, chromium
from browser.fewer_colours import shrink
from browser.moments import LOBBY, MOMENTS, be_ana, plant
from server.people import running

SCREENS = {"wide": (1440, 900), "phone": (360, 740)}
PORT = 8917  # the lobby shows it
LARGEST = 250_000
PREVIEWS = Path(__file__).parents[2] / "web" / "public" / "previews"
PREVIEW: ViewportSize = {"width": 1200, "height": 630}
TOLD = repr('{"tips": false, "name": "Ana"}')


def take(page: Page, path: Path) -> None:
    """One picture, of a page that has come to rest."""
    page.evaluate("document.fonts.ready")
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    page.screenshot(path=path, animations="disabled", caret="hide")
    shrink(path)
    size = path.stat().st_size
    print(f"{path} {size / 1000:.0f} kB" + (" (too large)" if size > LARGEST else ""), flush=True)


def pictures(browser: Browser, address: str, folder: Path, games: list[str]) -> None:
    """All pictures, into a folder."""
    for screen, (width, height) in SCREENS.items():
        phone = screen == "phone"
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            has_touch=phone,
            is_mobile=phone,
            base_url=address,
        )
        page = context.new_page()
        # Tips are for the first game only; these are not the first.
        page.add_init_script(
            "try { localStorage.setItem('parlour-settings', SETTINGS) } catch {}".replace("SETTINGS", TOLD)
        )
        page.goto("/")
        page.get_by_test_id("game-st-croix").wait_for()
        take(page, folder / f"home-{screen}.png")
        be_ana(context, address)
        page.goto(f"/t/{LOBBY}")
        page.get_by_role("heading", name="Seats").wait_for()
        take(page, folder / f"lobby-{screen}.png")
        for game in games:
            page.goto(f"/t/{MOMENTS[game].code}")
            page.get_by_test_id("prompt").wait_for()
            page.evaluate("window.__table.idle()")
            take(page, folder / f"{game}-{screen}.png")
        context.close()


def previews(browser: Browser, address: str) -> None:
    """Small pictures of the tables, which messengers show with a link."""
    context = browser.new_context(viewport=PREVIEW, device_scale_factor=0.5, reduced_motion="reduce", base_url=address)
    page = context.new_page()
    page.add_init_script(
        "try { localStorage.setItem('parlour-settings', SETTINGS) } catch {}".replace("SETTINGS", TOLD)
    )
    be_ana(context, address)
    PREVIEWS.mkdir(exist_ok=True)
    for game, moment in MOMENTS.items():
        page.goto(f"/t/{moment.code}")
        page.get_by_test_id("prompt").wait_for()
        page.evaluate("window.__table.idle()")
        take(page, PREVIEWS / f"{game}.png")
    context.close()


def main(folder: str = "docs/screenshots", *games: str) -> None:
    """Take them."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        database = str(Path(scratch) / "tables.db")
        plant(database, list(MOMENTS.values()))
        with running(database, port=PORT) as server:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            pictures(browser, f"http://{server.address}", Path(folder), list(games) or list(MOMENTS))
            if not games:
                previews(browser, f"http://{server.address}")
            browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
