"""The moving picture of the README (`make picture`): a game against bots in a real browser, as an animated WebP.

Chromium encodes the frames; here they are only put together.
"""

import base64
import random
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import ViewportSize, sync_playwright

from browser.conftest import FLAGS, chromium
from browser.moments import MOMENTS, be_ana, plant
from browser.person import HANDS, Person
from server.people import running

OUT = Path(__file__).parents[2] / "docs" / "screenshots" / "play.webp"
GAME = "st-croix"
SCREEN: ViewportSize = {"width": 1120, "height": 704}
SCALE = 0.625
QUALITY = 50
LARGEST = 1_000_000
TURNS = 2
FRAMES = 14
"""Frames after an action."""
EACH = 220
"""Milliseconds a frame is shown."""
PAUSE = 120
"""Milliseconds between two frames while the game is filmed."""
SETTINGS = '{"tips": false, "name": "Ana"}'


@dataclass
class Frame:
    """A picture as Chromium encodes it, and how long it is shown."""

    picture: bytes
    milliseconds: int


def animated(frames: list[Frame], width: int, height: int) -> bytes:
    """An animated WebP that repeats for ever."""
    size = _three(width - 1) + _three(height - 1)
    parts = _chunk(b"VP8X", b"\x02\x00\x00\x00" + size) + _chunk(b"ANIM", b"\xff\xff\xff\xff\x00\x00")
    for frame in frames:
        # Without the header of its file. 2: the frame replaces what was there.
        place = b"\x00" * 6 + size + _three(frame.milliseconds) + b"\x02"
        parts += _chunk(b"ANMF", place + _still(frame.picture))
    return b"RIFF" + (len(parts) + 4).to_bytes(4, "little") + b"WEBP" + parts


def _still(picture: bytes) -> bytes:
    """The image data of a WebP file."""
    at = 12
    while picture[at : at + 4] not in (b"VP8 ", b"VP8L"):
        at += 8 + int.from_bytes(picture[at + 4 : at + 8], "little")
    end = at + 8 + int.from_bytes(picture[at + 4 : at + 8], "little")
    return picture[at : end + end % 2]


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + len(content).to_bytes(4, "little") + content + b"\x00" * (len(content) % 2)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def film(address: str, browser: str) -> list[Frame]:
    """Play a few turns, and take pictures while the cards move."""
    frames: list[Frame] = []
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        context = chrome.new_context(viewport=SCREEN, base_url=address)
        context.add_init_script(path=HANDS)
        context.add_init_script(f"try {{ localStorage.setItem('parlour-settings', '{SETTINGS}') }} catch {{}}")
        be_ana(context, address)
        page = context.new_page()
        page.goto(f"/t/{MOMENTS[GAME].code}")
        page.get_by_test_id("prompt").wait_for()
        camera = context.new_cdp_session(page)
        person = Person(page, MOMENTS[GAME].code, random.Random(1))

        def take() -> None:
            clip = {"x": 0, "y": 0, **SCREEN, "scale": SCALE}
            shot = camera.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": clip})
            picture = base64.b64decode(shot["data"])
            if frames and frames[-1].picture == picture:
                frames[-1].milliseconds += EACH
            else:
                frames.append(Frame(picture, EACH))

        for _ in range(TURNS):
            view = person.calm()
            take()
            frames[-1].milliseconds = 4 * EACH
            person.choose(view["scene"]["prompt"]["choices"][0])
            for _ in range(FRAMES):
                take()
                page.wait_for_timeout(PAUSE)
        chrome.close()
    return frames


def main() -> None:
    """Film, and write the picture."""
    with tempfile.TemporaryDirectory() as scratch:
        database = str(Path(scratch) / "tables.db")
        plant(database, [MOMENTS[GAME]])
        with running(database) as server:
            frames = film(f"http://{server.address}", chromium())
    OUT.write_bytes(animated(frames, int(SCREEN["width"] * SCALE), int(SCREEN["height"] * SCALE)))
    size = OUT.stat().st_size
    print(f"{OUT.name}: {len(frames)} frames, {size / 1000:.0f} kB" + (" (too large)" if size > LARGEST else ""))


if __name__ == "__main__":
    main()
