"""A row of each game's cards for its rules page: drawn by the client's own themes, as WebP (`make screenshots`).

    python tests/browser/card_pictures.py [GAME ...]

It serves art.html, the development page that draws every card, and takes a picture of a few of them.
"""

import base64
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Page, sync_playwright

from browser.conftest import FLAGS, chromium

ROOT = Path(__file__).parents[2]
OUT = ROOT / "docs" / "images" / "cards"
WIDTH = 100
SCALE = 1.5
QUALITY = 58
LARGEST = 40_000
CARDS = {
    "st-croix": ("1", "7", "lizard", "15", "moko", "cannon", "glass"),
    "match-me": ("arch-rock", "bald-eagle", "monarch-butterfly", "harebell", "tamarack", "sea-stack", "juniper-trail"),
    "follow-me": ("arch-rock", "barred-owl", "spring-peeper", "harebell", "tamarack", "sea-stack", "juniper-trail"),
    "around-mackinac": ("ferry", "fudge", "arch", "bike", "fog", "storm", "rush"),
    "deluxe-memory": ("black-ace", "red-2", "black-10", "red-jack", "black-queen", "red-king", "joker"),
    "mine-and-craft": ("wood1", "iron2", "diamond3", "wild1", "creeper", "tnt", "gold-pickaxe"),
}
"""A few cards of each game that show what it has: values, suits, powers, bad luck."""


@contextmanager
def art() -> Iterator[str]:
    """The address of the page that draws every card, while it is served."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    vite = ROOT / "web" / "node_modules" / "vite" / "bin" / "vite.js"
    served = subprocess.Popen(
        ["node", str(vite), "--host", "127.0.0.1"],
        cwd=ROOT / "web",
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert served.stdout is not None
    try:
        found = next(found for line in served.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+/", line)))
        yield f"{found[0]}art.html"
    finally:
        os.killpg(served.pid, signal.SIGTERM)  # a private Node is started by a small Python program: end both
        served.wait()
        served.stdout.close()


def take(page: Page, address: str, game: str) -> None:
    """One game's picture."""
    page.goto(f"{address}?game={game}&w={WIDTH}&cards={','.join(CARDS[game])}", wait_until="networkidle")
    row = page.locator(f"section.theme-{game} .row")
    row.wait_for()
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("networkidle")  # the look comes after the page, and the icons after the look
    box = row.bounding_box()
    assert box is not None
    camera = page.context.new_cdp_session(page)
    shot = camera.send(
        "Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": {**box, "scale": SCALE}}
    )
    path = OUT / f"{game}.webp"
    path.write_bytes(base64.b64decode(shot["data"]))
    size = path.stat().st_size
    print(f"{path.name} {size / 1000:.0f} kB" + (" (too large)" if size > LARGEST else ""), flush=True)


def main(*games: str) -> None:
    """Take them, and write down which cards they show."""
    OUT.mkdir(parents=True, exist_ok=True)
    types = json.loads((ROOT / "web" / "tests" / "types.json").read_text("utf-8"))
    shown = {game: [types[game][card]["title"] or types[game][card]["name"] for card in CARDS[game]] for game in CARDS}
    (OUT / "shown.json").write_text(json.dumps(shown, indent=2, ensure_ascii=False) + "\n", "utf-8")
    with art() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1000, "height": 600}, reduced_motion="reduce")
        for game in games or CARDS:
            take(page, address, game)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
