"""How many games a second a study plays, with 1 and 2 workers, here and on a dask cluster; writes STUDY.md.

    python benchmarks/study.py [--seconds 4] [--games st-croix,...]

Needs the packages of the extras `report` and `cluster`. The cluster is a scheduler and workers on this machine.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import run

import parlour
from parlour import _build
from parlour.study.cluster import Cluster
from parlour.study.plan import Batch, Plan, make_plan
from parlour.study.play import play_batch
from parlour.study.work import Crew, Job, Processes

HERE = Path(__file__).resolve().parent
BOTS = ("random", "normal")
PIECES = 40
"""Batches of a measurement; the first ones warm up the workers and are not counted."""


def rate(crew: Crew, plan: Plan, size: int, workers: int) -> float:
    """Games a second from the moment every worker has returned a batch until the last comes back."""
    jobs = [Job(0, plan, Batch(place * size, (place + 1) * size)) for place in range(PIECES)]
    came: list[float] = []
    for _ in crew.play(jobs):
        came.append(time.perf_counter())
    warm = 2 * workers
    return (PIECES - warm) * size / (came[-1] - came[warm - 1])


def measured_size(plan: Plan, seconds: float) -> int:
    """The number of games in a batch for a measurement of about this many seconds with one worker."""
    play_batch(plan, Batch(0, 3))
    began = time.perf_counter()
    play_batch(plan, Batch(3, 23))
    return max(1, round(20 * seconds / PIECES / (time.perf_counter() - began)))


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    """Start a scheduler and workers on this machine; yields its address."""
    with tempfile.TemporaryDirectory() as folder:
        note = Path(folder) / "scheduler.json"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}

        def start(role: str, *words: str) -> "subprocess.Popen[bytes]":
            command = [sys.executable, "-m", "dask", role, *words, "--scheduler-file", str(note), "--no-dashboard"]
            quiet = subprocess.DEVNULL
            return subprocess.Popen(command, cwd=folder, stdout=quiet, stderr=quiet, env=environment)

        here = ("--host", "127.0.0.1")
        processes = [start("scheduler", *here, "--port", "0")]
        processes += [start("worker", *here, "--no-nanny", "--nthreads", "1") for _ in range(workers)]
        try:
            while not (note.is_file() and note.read_text().strip().endswith("}")):
                time.sleep(0.05)
            address = str(json.loads(note.read_text())["address"])
            from distributed import Client

            with Client(address, set_as_default=False) as client:
                client.wait_for_workers(workers)
            yield address
        finally:
            for process in reversed(processes):
                process.kill()
                process.wait()


def measure(slugs: Sequence[str], seconds: float) -> list[tuple[str, int, str, list[float]]]:
    """For every game and kind of bot: games a second here with 1 and 2 workers, and on a cluster with 1 and 2."""
    lines = []
    for slug in slugs:
        for bot in BOTS:
            plan = make_plan(slug, games=10_000_000, bots=[bot], followed=0)
            size = measured_size(plan, seconds)
            found = [rate(Processes(workers), plan, size, workers) for workers in (1, 2)]
            for workers in (1, 2):
                with cluster(workers) as address:
                    found.append(rate(Cluster(address), plan, size, workers))
            lines.append((slug, plan.seats, bot, found))
            print(slug, bot, *(f"{each:,.0f}" for each in found), flush=True)
    return lines


def page(lines: Sequence[tuple[str, int, str, list[float]]], command: str, took: float) -> str:
    """STUDY.md."""
    text = [
        "# Studies: games a second",
        "",
        f"- date: {datetime.now(UTC):%Y-%m-%d}",
        f"- command: `{command}`",
        f"- took: {took:.0f} s",
        f"- parlour: {parlour.__version__}, commit {run.commit()}, {_build.in_use()}",
        f"- Python: {platform.python_version()} on {platform.system()}",
        f"- distributed: {version('distributed')}",
        f"- CPU: {run.processor()}",
        "",
        "Games a second of wall time, rows included, no game followed turn by turn, default rules and seats, counted",
        "once the workers are warm. **here**: processes of this machine. **dask**: a scheduler and workers with one",
        "thread each, also on this machine, so that scheduler, client and workers share its cores. Each figure is one",
        "measurement of a few seconds; in short ones they scatter by a third.",
        "",
        "| game | seats | bots | here, 1 worker | here, 2 | speed-up | dask, 1 worker | dask, 2 | speed-up |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for slug, seats, bot, (one, two, far_one, far_two) in lines:
        text.append(
            f"| {slug} | {seats} | {bot} | {one:,.0f} | {two:,.0f} | {two / one:.2f} "
            f"| {far_one:,.0f} | {far_two:,.0f} | {far_two / far_one:.2f} |"
        )
    return "\n".join(text) + "\n"


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=4.0, help="about how long one measurement takes")
    parser.add_argument("--games", default=",".join(about.slug for about in parlour.games()))
    parser.add_argument("--out", type=Path, default=HERE / "STUDY.md")
    given = parser.parse_args()
    began = time.perf_counter()
    lines = measure(given.games.split(","), given.seconds)
    command = f"python benchmarks/study.py --seconds {given.seconds:g}"
    given.out.write_text(page(lines, command, time.perf_counter() - began), encoding="utf-8")


if __name__ == "__main__":
    main()
