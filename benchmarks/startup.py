"""How long from `parlour serve` to a page one can play on: the server's start, the shelf, and a table after one click.

    python benchmarks/startup.py [RUNS]

Every run starts a fresh server process on an empty database and a fresh browser context; Chromium itself is running
already, as a player's browser is. Prints each run and the medians, in milliseconds.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from playwright.sync_api import Browser, sync_playwright

from browser.conftest import FLAGS, chromium

COMMAND = "import sys; sys.argv[0] = 'parlour'; from parlour.cli import main; main()"
STEPS = ("server ready", "games shown", "playable table")


def once(browser: Browser, folder: Path) -> list[float]:
    """One start; milliseconds after the command until each step."""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    start = time.perf_counter()
    wishes = ["serve", "--port", "0", "--database", str(folder / f"{start}.db"), "--bot-pace", "0"]
    server = subprocess.Popen([sys.executable, "-c", COMMAND, *wishes], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    times = []
    try:
        address = server.stdout.readline().split(" at ")[1].strip()
        times.append(time.perf_counter() - start)
        page.goto(address, wait_until="commit")
        game = page.get_by_test_id("game-around-mackinac")
        game.wait_for()
        times.append(time.perf_counter() - start)
        game.get_by_role("button").first.click()
        page.locator("[data-action]").first.wait_for()
        times.append(time.perf_counter() - start)
    finally:
        context.close()
        server.terminate()
        server.wait()
        server.stdout.close()
    return [1000 * each for each in times]


def main(runs: str = "7") -> None:
    """Measure, and say so."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        found = []
        for number in range(int(runs)):
            found.append(once(browser, Path(folder)))
            print(f"run {number + 1}: " + ", ".join(f"{s} {t:.0f} ms" for s, t in zip(STEPS, found[-1], strict=True)))
        browser.close()
    for step, times in zip(STEPS, zip(*found, strict=True), strict=True):
        print(f"{step}: median {statistics.median(times):.0f} ms (from {min(times):.0f} to {max(times):.0f})")


if __name__ == "__main__":
    main(*sys.argv[1:])
