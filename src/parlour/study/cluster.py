"""Workers on other machines: a dask.distributed cluster plays the same batches to the same bytes.

A batch depends on nothing but its plan and numbers, so one whose worker dies is simply played by another.
"""

from __future__ import annotations

import logging
import pickle
import socket
import time
from collections import deque
from collections.abc import Generator, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from parlour import __version__
from parlour.core.errors import ParlourError
from parlour.study.work import Done, Job

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 30
"""Seconds to wait for the scheduler and for a first worker."""
RETRIES = 3
"""Retries of a batch that failed on a worker."""
WAITING = 2
"""Tasks in flight per thread of the cluster: one that runs and one that is next."""
TASK_SECONDS = 0.5
"""How long a task should take. Each costs scheduler and client 8 ms, so several short batches become one task."""


class Cluster:
    """The workers behind a scheduler's address, such as tcp://10.0.0.1:8786.

    It connects at once, so that a wrong address is found before a file is written, and for every later play again.
    `patience` is how many seconds it waits for a first worker.
    """

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        if find_spec("distributed") is None:
            raise ParlourError(
                "A cluster is reached through dask.distributed; install it with: pip install 'parlour[cluster]'"
            )
        _knock(address)  # before importing dask, which takes a second
        _hush()
        self.address = address
        self.patience = patience
        self.client: Client | None = self._connect()

    def play(self, jobs: Sequence[Job]) -> Generator[Done, None, None]:
        """Keep the cluster busy until every batch has come back, then disconnect."""
        from distributed import KilledWorker, as_completed
        from distributed.client import FutureCancelledError

        connected, self.client = self.client or self._connect(), None
        with connected as client:
            todo = deque(jobs)
            running: dict[str, list[Job]] = {}
            coming = as_completed(loop=client.loop)
            pace = TASK_SECONDS  # how long a batch of the last task took

            def hand_out() -> None:
                threads = max(1, sum(client.nthreads().values()))
                while todo and len(running) < WAITING * threads:
                    # Less towards the end, so that all threads finish at about the same time.
                    size = max(1, min(round(TASK_SECONDS / pace), len(todo) // (3 * threads)))
                    some = [todo.popleft() for _ in range(size)]
                    future = client.submit(_play, pickle.dumps(some), pure=False, retries=RETRIES)
                    running[str(future.key)] = some
                    coming.add(future)

            hand_out()
            try:
                for future in coming:
                    parts, took = future.result()
                    done = running.pop(str(future.key))
                    pace = took / len(done)
                    hand_out()
                    yield from zip(done, parts, strict=True)
            except KilledWorker:
                raise ParlourError(
                    "Several workers of the cluster died one after the other over the same games; "
                    "perhaps they have too little memory. Finished games are kept."
                ) from None
            except (FutureCancelledError, OSError):
                raise ParlourError(
                    f"The connection to the cluster at {self.address} was lost. Finished games are kept."
                ) from None
            finally:
                coming.clear()

    def _connect(self) -> Client:
        from distributed import Client

        try:
            client = Client(self.address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, ImportError):
            raise ParlourError(f"There is no dask scheduler at {self.address}.") from None
        try:
            client.wait_for_workers(1, timeout=self.patience)
            for worker, version in client.run(_installed, on_error="return").items():
                if version != __version__:
                    found = f"Parlour {version}" if isinstance(version, str) else "no Parlour"
                    raise ParlourError(f"The worker {worker} has {found}; it needs Parlour {__version__}, as here.")
        except TimeoutError:
            client.close()
            raise ParlourError(f"The dask scheduler at {self.address} has no workers.") from None
        except ParlourError:
            client.close()
            raise
        return client


def _knock(address: str) -> None:
    """Check that the scheduler's port is open, because a dask client takes a minute to give up."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if host is None or port is None:
        raise ParlourError(f"A cluster's address looks like tcp://10.0.0.1:8786, unlike {address!r}.")
    try:
        socket.create_connection((host, port), PATIENCE).close()
    except OSError:
        raise ParlourError(f"There is no dask scheduler at {address}.") from None


def _hush() -> None:
    """Silence dask's warnings: this module handles lost workers and connections."""
    import distributed  # noqa: F401  # creates the loggers

    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _installed() -> str:
    """The version of Parlour on the worker that runs this."""
    import parlour

    return parlour.__version__


def _play(jobs: bytes) -> tuple[list[bytes], float]:
    """Play pickled jobs on a worker; returns their parts and the seconds it took.

    They come pickled because dask would search every plan for futures.
    """
    began = time.perf_counter()
    some: list[Job] = pickle.loads(jobs)
    return [job.work(job.plan, job.batch) for job in some], time.perf_counter() - began
