"""How the tests are shared out among processes (`pytest -n 2 --dist loadgroup`) and share one of them."""

import asyncio
import gc
import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SHARING = ("server", "study", "browser", "terminal/test_coach.py", "test_cli.py")
"""Where the tests of a file share a server, a browser or a study: one process runs the whole file and makes it once."""
SURROUNDINGS = ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
"""What a terminal or a build service tells every program that draws text."""


def pytest_sessionstart() -> None:
    """Pages are as wide and as colourful as without a terminal; git finds a test's repository, not that of a hook."""
    for name in list(os.environ):
        if name in SURROUNDINGS or name.startswith("GIT_"):
            del os.environ[name]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the files of SHARING together; all other tests go to whatever process is free."""
    for item in items:
        name = item.path.relative_to(HERE).as_posix() if item.path.is_relative_to(HERE) else ""
        if name.startswith(SHARING):
            item.add_marker(pytest.mark.xdist_group(name))


def pytest_collection_finish() -> None:
    """Collect garbage among what tests make: going through six thousand tests each time takes half a second."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let tests start an event loop although a browser is open: Playwright leaves its own marked as running."""
    if item.path.is_relative_to(HERE / "browser"):
        return (yield)
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(running)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say what a server dealt in a test that fails."""
    report = yield
    if report.failed and "server.people" in sys.modules:
        from server.deals import deals

        if dealt := deals(call.start):
            report.sections.append(("Tables of this test", dealt))
    return report
