"""Waiting for something other processes do."""

import time
from collections.abc import Callable

PATIENCE = 120.0


def wait_until(happened: Callable[[], object], what: str) -> None:
    """Poll until it is true; fail after a timeout."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, f"{what} did not happen"
        time.sleep(0.01)
