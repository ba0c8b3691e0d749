"""A real dask cluster of real processes on this machine: the same files as here, even when a worker is killed."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.core.errors import ParlourError
from parlour.study.cluster import Cluster
from study.files import contents
from study.waiting import PATIENCE, wait_until
from terminal.running import environment, parlour

SMALL = (
    *("simulate", "st-croix", "--preset", "tiny", "--seats", "2", "--bots", "normal,random"),
    *("--games", "600", "--followed", "100"),
)


class Running:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.note = folder / "scheduler.json"
        self.clients: list[subprocess.Popen[bytes]] = []
        self.processes = [self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")]
        wait_until(lambda: self.note.is_file() and self.note.read_text().strip().endswith("}"), "a scheduler")
        self.address = str(json.loads(self.note.read_text())["address"])

    def _start(self, role: str, *words: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "dask", role, *words, "--scheduler-file", str(self.note)]
        with (self.folder / f"{role}.log").open("ab") as log:
            return subprocess.Popen(command, cwd=self.folder, env=environment(), stdout=log, stderr=log)

    def add_worker(self) -> "subprocess.Popen[bytes]":
        words = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1")
        worker = self._start("worker", *words, "--local-directory", str(self.folder))
        self.processes.append(worker)
        return worker

    def wait_for_workers(self, count: int) -> None:
        """Wait until the scheduler knows this many."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=PATIENCE)

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Running]:
    (tmp_path / "dask").mkdir()
    running = Running(tmp_path / "dask")
    try:
        yield running
    finally:
        running.stop()
        for client in running.clients:
            client.kill()
            client.wait()


HELD = """
import os
from parlour.cli import main
from parlour.study.work import RunFolder

def keep(run, batch, data, before=RunFolder.keep):
    before(run, batch, data)
    if len(list(run.parts.glob("*.part"))) == 2:
        os.read(0, 1)

RunFolder.keep = keep
main()
"""
"""The command; after its second part it waits for a line, so that it is not finished too early."""


def held(cluster: Running, folder: Path) -> "subprocess.Popen[bytes]":
    """A run on the cluster that waits after its second part."""
    words = [sys.executable, "-c", HELD, *SMALL, "--out", "far", "--cluster", cluster.address]
    pipe = subprocess.PIPE
    far = subprocess.Popen(words, cwd=folder, env=environment(), stdin=pipe, stdout=pipe, stderr=pipe)
    cluster.clients.append(far)
    wait_until(lambda: far.poll() is not None or len(list(folder.glob("far/parts/*.part"))) >= 2, "a second part")
    return far


def test_a_killed_worker_loses_nothing_and_changes_no_byte(cluster: Running, tmp_path: Path) -> None:
    victim, survivor = cluster.add_worker(), cluster.add_worker()
    cluster.wait_for_workers(2)
    far = held(cluster, tmp_path)
    victim.send_signal(signal.SIGKILL)
    victim.wait()
    said, complained = far.communicate(b"go on\n", timeout=300)
    assert far.returncode == 0, complained.decode()
    assert survivor.poll() is None
    assert b"600 games of St. Croix" in said
    assert complained == b""

    near = parlour(*SMALL, "--out", "near", "--workers", "1", folder=tmp_path)
    assert near.returncode == 0, near.stderr
    assert contents(tmp_path / "far") == contents(tmp_path / "near")


def test_a_cluster_that_goes_away_leaves_a_run_that_goes_on_here(cluster: Running, tmp_path: Path) -> None:
    cluster.add_worker()
    cluster.wait_for_workers(1)
    far = held(cluster, tmp_path)
    cluster.stop()
    _, complained = far.communicate(b"go on\n", timeout=300)
    assert far.returncode == 2
    assert complained.decode() == (
        f"The connection to the cluster at {cluster.address} was lost. Finished games are kept. "
        "Resume with: parlour simulate --resume --out far\n"
    )
    resumed = parlour("simulate", "--resume", "--out", "far", "--workers", "1", folder=tmp_path)
    assert resumed.returncode == 0, resumed.stderr
    near = parlour(*SMALL, "--out", "near", "--workers", "1", folder=tmp_path)
    assert near.returncode == 0
    assert contents(tmp_path / "far") == contents(tmp_path / "near")


TINY = ("st-croix", "--preset", "tiny", "--seats", "2")
FOLDERS = {
    "sweep": (*TINY, "--vary", "bots=normal,random+normal", "--games", "60", "--followed", "4"),
    "worth": (*TINY, "--card", "cannon", "--deals", "10"),
    "decisions": (*TINY, "--games", "2", "--ladder", "2"),
    "tune": (*TINY, "--goal", "turns=10..20", "--vary", "young=false,true", "--games", "300", "--confirm", "40"),
}
"""Commands that write a folder of runs. `compare` and `report` play nothing: they read such folders."""


def test_every_command_writes_the_same_bytes_on_a_cluster(cluster: Running, tmp_path: Path) -> None:
    cluster.add_worker(), cluster.add_worker()
    cluster.wait_for_workers(2)
    for place, crew in (("far", ("--cluster", cluster.address)), ("near", ("--workers", "1"))):
        (tmp_path / place).mkdir()
        for command, words in FOLDERS.items():
            result = parlour(command, *words, "--out", command, *crew, folder=tmp_path / place)
            assert result.returncode == 0, result.stderr
    for command in FOLDERS:
        far, near = (contents(tmp_path / place / command) for place in ("far", "near"))
        assert far == near and len(far) > 3, command


def test_a_cluster_without_workers_is_refused(cluster: Running) -> None:
    with pytest.raises(ParlourError, match="has no workers"):
        Cluster(cluster.address, patience=1)
