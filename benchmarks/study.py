"""How many games a second a study plays, beside the bare engine, with 1 and 2 workers, here and on a dask cluster.

Writes STUDY.md.

    python benchmarks/study.py [--seconds 4] [--games st-croix,...]

Needs the packages of the extras `report` and `cluster`. The cluster is a scheduler and workers on this machine.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import run
from commits import exact_commit

import parlour
from parlour import _build
from parlour.core.playout import random_games
from parlour.study.cluster import Cluster
from parlour.study.plan import MOST, Batch, Plan, make_plan
from parlour.study.play import play_batch
from parlour.study.work import Crew, Job, Processes

HERE = Path(__file__).resolve().parent
BOTS = ("random", "easy", "normal")
MOST_TIMES = 4.0
"""Target: how many times as long as the engine alone a study takes with random bots."""
LEAST_GAIN = 1.7
"""Target: how much faster two workers of a cluster are than one."""
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


def alone(play: Callable[[int], object], seconds: float) -> float:
    """Games a second of CPU time in this process."""
    play(3)
    games, total, took = 10, 0, 0.0
    while took < seconds:
        began = time.process_time()
        play(games)
        took += time.process_time() - began
        total += games
        games = round(max(games, min(4 * games, total / took * seconds / 4)))
    return total / took


def beside(plan: Plan, seconds: float) -> list[float]:
    """Games a second of the engine with random moves, and of a study's batches, in turn in one process."""
    game = plan.open_game()

    def study(games: int) -> None:
        for start in range(0, games, MOST):
            play_batch(plan, Batch(start, min(start + MOST, games)))

    rounds = [
        (alone(lambda games: random_games(game, games, "engine"), seconds / 2), alone(study, seconds / 2))
        for _ in range(2)
    ]
    return [statistics.mean(rates) for rates in zip(*rounds, strict=True)]


def measured_size(plan: Plan, seconds: float) -> int:
    """The number of games in a batch for a measurement of about this many seconds with one worker."""
    return max(1, round(seconds / PIECES * alone(lambda games: play_batch(plan, Batch(0, games)), seconds / 8)))


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
    """For every game and kind of bot, the games a second of each column of the page."""
    lines = []
    for slug in slugs:
        for bot in BOTS:
            plan = make_plan(slug, games=10_000_000, bots=[bot], followed=0)
            size = measured_size(plan, 2 * seconds)
            found = beside(plan, seconds / 2)
            found += [rate(Processes(workers), plan, size, workers) for workers in (1, 2)]
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
        f"- parlour: {parlour.__version__}, commit {exact_commit()}, {_build.in_use()}",
        f"- Python: {platform.python_version()} on {platform.system()}",
        f"- distributed: {version('distributed')}",
        f"- CPU: {run.processor()}",
        f"- load: {run.busy()}",
        "",
        "Games a second, rows included, no game followed turn by turn, default rules and seats. **engine**: the rules",
        "alone with random moves (`random_games`). **study**: batches of a study in the same process; both in turn,",
        "in CPU time. The others are in wall time, counted once the workers are warm. **here**: processes of this",
        "machine. **dask**: a scheduler and workers with one thread each, also on this machine, so that scheduler,",
        "client and workers share its cores. Each figure is one measurement of a few seconds; in short ones they",
        "scatter by a third.",
        "",
        "| game | seats | bots | engine | study | engine / study "
        "| here, 1 worker | here, 2 | speed-up | dask, 1 worker | dask, 2 | speed-up |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for slug, seats, bot, (engine, study, one, two, far_one, far_two) in lines:
        text.append(
            f"| {slug} | {seats} | {bot} | {engine:,.0f} | {study:,.0f} | {engine / study:.1f} "
            f"| {one:,.0f} | {two:,.0f} | {two / one:.2f} | {far_one:,.0f} | {far_two:,.0f} | {far_two / far_one:.2f} |"
        )
    text += ["", *aims(lines)]
    return "\n".join(text) + "\n"


def aims(lines: Sequence[tuple[str, int, str, list[float]]]) -> list[str]:
    """What was wanted, and where it was not reached."""
    ratios = [(slug, rates[0] / rates[1]) for slug, _, bot, rates in lines if bot == "random"]
    gains = [(f"{slug} {bot}", rates[5] / rates[4]) for slug, _, bot, rates in lines]
    slow = ", ".join(f"{name} ({ratio:.1f})" for name, ratio in ratios if ratio > MOST_TIMES)
    flat = ", ".join(f"{name} ({gain:.2f})" for name, gain in gains if gain < LEAST_GAIN)
    return [
        f"Aim: with `random`, engine / study at most {MOST_TIMES:g} in every game. Missed: {slow or 'none'}.",
        "A study adds the bots' own luck, counting, and rows.",
        "",
        f"Aim: a speed-up of at least {LEAST_GAIN:g} on dask. Missed: {flat or 'none'}.",
        "A task costs scheduler and client about 8 ms of CPU, which they take from the two workers here. So batches",
        "that are shorter than half a second share a task.",
    ]


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
