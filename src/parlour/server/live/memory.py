"""Memory that is no longer used goes back to the system."""

import ctypes
import gc
import sys
from contextlib import suppress


def give_memory_back() -> None:
    """Collect garbage, and have the C library return what is free. Without this a process never shrinks."""
    gc.collect()
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # not every C library has it
            ctypes.CDLL(None).malloc_trim(0)
