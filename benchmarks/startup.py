"""How long from `parlour serve --open-browser` to a page one can play on: until the browser is called, the server is
ready, the catalogue is shown, and a table after one click.

    python benchmarks/startup.py [RUNS]

Every run starts a fresh server process on an empty database and a fresh browser context. Chromium itself is running
already, as a player's browser is; it is sent to the address the server calls the browser with (`$BROWSER` is a command
that hands the address on). Prints each run and the medians, in milliseconds.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from playwright.sync_api import Browser, sync_playwright

from browser.conftest import FLAGS, chromium

COMMAND = "import sys; sys.argv[0] = 'parlour'; from parlour.cli import main; main()"
STEPS = ("browser called", "server ready", "games shown", "playable table")


def once(browser: Browser, folder: Path) -> list[float]:
    """One start; milliseconds after the command until each step."""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    called = folder / "called"
    called.unlink(missing_ok=True)
    os.mkfifo(called)
    environment = {**os.environ, "BROWSER": f"{folder / 'browser'} %s"}
    start = time.perf_counter()
    arguments = ["serve", "--open-browser", "--port", "0", "--database", str(folder / f"{start}.db"), "--bot-pace", "0"]
    server = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *arguments], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert server.stdout is not None
    times = []
    ready: list[float] = []
    said = threading.Thread(target=lambda: server.stdout.readline() and ready.append(time.perf_counter() - start))
    said.start()
    try:
        address = called.read_text().strip()
        times.append(time.perf_counter() - start)
        page.goto(address, wait_until="commit")
        game = page.get_by_test_id("game-around-mackinac")
        game.wait_for()
        times.append(time.perf_counter() - start)
        game.get_by_role("button").first.click()
        page.locator("[data-action]").first.wait_for()
        times.append(time.perf_counter() - start)
        said.join()
    finally:
        context.close()
        server.terminate()
        server.wait()
        server.stdout.close()
    return [1000 * each for each in (times[0], ready[0], *times[1:])]


def main(runs: str = "7") -> None:
    """Measure and print the results."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        caller = Path(folder) / "browser"
        caller.write_text(f'#!/bin/sh\necho "$1" > {folder}/called\n')
        caller.chmod(0o755)
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
