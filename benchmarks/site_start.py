"""How long the page without a server takes to start in Chromium: `python benchmarks/site_start.py` after `make site`.

The first visit has an empty browser profile; the others find the files and the compiled code in the browser's cache.
"shown": the games are on the screen. "ready": the rules answer.
"""

import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import perf_counter

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from browser.conftest import FLAGS, chromium  # noqa: E402

VISITS = 4


class Files(SimpleHTTPRequestHandler):
    """A host of plain files that says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def main() -> None:
    """Visit the page a few times with one profile, and print the seconds."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(ROOT / "site" / "play")))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        for number in range(VISITS):
            # A new browser each time: nothing stays in memory.
            context = playwright.chromium.launch_persistent_context(profile, executable_path=chromium(), args=FLAGS)
            page = context.pages[0]
            began = perf_counter()
            page.goto(f"http://127.0.0.1:{host.server_port}/")
            page.get_by_test_id("game-st-croix").wait_for()
            shown = perf_counter() - began
            page.evaluate("window.__ask('/api/me')")
            ready = perf_counter() - began
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            print(
                f"{'first visit' if number == 0 else f'visit {number + 1}'}: shown {shown:.2f} s, ready {ready:.2f} s",
                flush=True,
            )
            context.close()
    host.shutdown()


if __name__ == "__main__":
    main()
