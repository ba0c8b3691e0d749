"""How a process that works for another one behaves."""

import os
import signal
import threading
from multiprocessing import parent_process
from multiprocessing.connection import wait


def serve_parent() -> None:
    """Ctrl-C is for the parent, which then ends this process; a parent that was killed takes it along."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def end_with_parent() -> None:
    """A process whose parent was killed does not go on alone."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(parent: int) -> None:
    wait([parent])
    os._exit(1)
