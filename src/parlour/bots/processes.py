"""The behaviour of worker processes."""

import os
import signal
import threading
from multiprocessing import parent_process
from multiprocessing.connection import wait


def serve_parent() -> None:
    """Leave Ctrl-C to the parent, which then ends this process; end with a parent that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def end_with_parent() -> None:
    """End this process when its parent was killed."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(parent: int) -> None:
    wait([parent])
    os._exit(1)
