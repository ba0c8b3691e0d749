"""Runs give the same files for any number of workers and interruptions."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.core.errors import ParlourError
from parlour.study.plan import RUN, Plan, make_plan, read_plan
from parlour.study.tables import pack, unpack
from parlour.study.work import Alone, Job, Processes, RunFolder, play_runs
from study.files import contents
from study.waiting import wait_until
from terminal.running import environment, parlour

FILES = ["SHA256SUMS", "games.parquet", "run.json", "turns.parquet", "uses.parquet"]
SMALL = (
    *("simulate", "st-croix", "--preset", "tiny", "--seats", "2", "--bots", "normal,random"),
    *("--games", "400", "--followed", "60"),
)

INTERRUPTED = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from parlour.cli import main
from parlour.study.work import RunFolder

def keep(run, batch, data, before=RunFolder.keep):
    before(run, batch, data)
    if len(list(run.parts.glob("*.part"))) == 2:
        os.killpg(0, signal.SIGINT)

RunFolder.keep = keep
main()
"""
"""The command; its second part is followed by a Ctrl-C, which goes to the command and all its processes.

It listens to Ctrl-C as if a terminal had started it: a shell starts programs in the background deaf to it.
"""


def small_plan(seed: str = "study") -> Plan:
    return make_plan(
        "st-croix",
        games=200,
        seats=2,
        bots=["normal", "random"],
        options={"table_sets": True},
        deck="tiny",
        seed=seed,
        followed=20,
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a run played in one process without interruption."""
    folder = tmp_path_factory.mktemp("whole")
    result = parlour(*SMALL, "--out", "run", "--workers", "1", folder=folder)
    assert result.returncode == 0, result.stderr
    return contents(folder / "run")


def test_the_files_are_the_same_for_two_workers(whole: dict[str, bytes], tmp_path: Path) -> None:
    result = parlour(*SMALL, "--out", "run", "--workers", "2", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    assert list(whole) == FILES
    assert contents(tmp_path / "run") == whole
    assert "400 games of St. Croix" in result.stdout


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_run_goes_on_to_the_same_files(whole: dict[str, bytes], tmp_path: Path, workers: str) -> None:
    words = [sys.executable, "-c", INTERRUPTED, *SMALL, "--out", "run", "--workers", workers]
    running = subprocess.Popen(
        words, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    said, _ = running.communicate(timeout=300)
    assert running.returncode == 130
    assert "Resume with: parlour simulate --resume --out run" in said
    kept = {path.name: path.read_bytes() for path in (tmp_path / "run" / "parts").glob("*.part")}
    assert len(kept) >= 2
    assert not (tmp_path / "run" / "games.parquet").exists()

    refused = parlour(*SMALL, "--out", "run", folder=tmp_path)
    assert refused.returncode == 2
    assert "add --resume" in refused.stderr

    resumed = parlour("simulate", "--resume", "--out", "run", "--workers", "2", folder=tmp_path)
    assert resumed.returncode == 0, resumed.stderr
    assert contents(tmp_path / "run") == whole


def test_a_resumed_run_plays_only_what_is_missing(tmp_path: Path) -> None:
    run = RunFolder(small_plan(), tmp_path / "run")
    run.prepare(resume=False)
    crew = Counting(stop_after=3)
    with pytest.raises(KeyboardInterrupt):
        play_runs([run], crew, lambda games: None)
    assert len(run.done()) == 3
    again = Counting()
    RunFolder(run.plan, run.folder).prepare(resume=True)
    play_runs([run], again, lambda games: None)
    assert again.played == len(run.plan.batches()) - 3
    assert run.finished()


class Counting(Alone):
    """Plays alone, counts, and is interrupted after a number of batches."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.played, self.stop_after = 0, stop_after

    def play(self, jobs):  # type: ignore[no-untyped-def]  # as the class it stands for
        for done in super().play(jobs):
            if self.played == self.stop_after:
                raise KeyboardInterrupt
            self.played += 1
            yield done


def test_a_worker_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    alone, shared = RunFolder(small_plan(), tmp_path / "alone"), RunFolder(small_plan(), tmp_path / "shared")
    for run in (alone, shared):
        run.prepare(resume=False)
    play_runs([alone], Alone(), lambda games: None)
    killed: list[int] = []

    def kill_one(games: int) -> None:
        if not killed and (children := multiprocessing.active_children()):
            killed.append(children[0].pid or 0)
            os.kill(killed[0], signal.SIGKILL)

    play_runs([shared], Processes(2), kill_one)
    assert killed
    assert contents(shared.folder) == contents(alone.folder)
    # The executor's own thread waits for its processes, too; it may be about to note that they have ended.
    wait_until(lambda: multiprocessing.active_children() == [], "the end of all processes")


def test_the_same_processes_play_all_batches_each_once(tmp_path: Path) -> None:
    run = RunFolder(small_plan(), tmp_path / "run")
    run.prepare(resume=False)
    seen: set[int | None] = set()
    came: list[int] = []

    def look(games: int) -> None:
        seen.update(child.pid for child in multiprocessing.active_children())
        came.append(games)

    play_runs([run], Processes(2), look)
    assert len(seen) <= 2
    assert sum(came) == run.plan.games
    assert len(came) == len(run.plan.batches())


@pytest.mark.parametrize("harm", ["cut", "junk", "other games"])
def test_a_damaged_part_is_played_again(tmp_path: Path, harm: str) -> None:
    good = RunFolder(small_plan(), tmp_path / "good")
    good.prepare(resume=False)
    play_runs([good], Alone(), lambda games: None)
    run = RunFolder(small_plan(), tmp_path / "run")
    run.prepare(resume=False)
    with pytest.raises(KeyboardInterrupt):
        play_runs([run], Counting(stop_after=4), lambda games: None)
    part = sorted(run.parts.glob("*.part"))[1]
    data = part.read_bytes()
    rows = unpack(data)
    rows.games.reverse()
    part.write_bytes({"cut": data[:-7], "junk": b"junk", "other games": pack(rows)}[harm])
    run.prepare(resume=True)
    play_runs([run], Alone(), lambda games: None)
    assert contents(run.folder) == contents(good.folder)


def test_a_crash_after_the_last_game_costs_no_game(tmp_path: Path) -> None:
    """All parts are there, the files are not: they are joined without playing."""
    run = RunFolder(small_plan(), tmp_path / "run")
    run.prepare(resume=False)
    for batch in run.plan.batches():
        [(_, data)] = Alone().play([Job(0, run.plan, batch)])
        run.keep(batch, data)
    crew = Counting()
    run.prepare(resume=True)
    play_runs([run], crew, lambda games: None)
    assert crew.played == 0
    assert run.finished()


def test_another_seed_gives_other_games(tmp_path: Path) -> None:
    files = []
    for seed in ("study", "other"):
        run = RunFolder(small_plan(seed), tmp_path / seed)
        run.prepare(resume=False)
        play_runs([run], Alone(), lambda games: None)
        files.append(contents(run.folder)["games.parquet"])
    assert files[0] != files[1]


def test_a_run_is_not_mixed_with_another(tmp_path: Path) -> None:
    run = RunFolder(small_plan(), tmp_path / "run")
    run.prepare(resume=False)
    before = contents(tmp_path)
    with pytest.raises(ParlourError, match="holds another run \\(its seed: study, asked for: other\\)"):
        RunFolder(small_plan("other"), run.folder).prepare(resume=True)
    assert contents(tmp_path) == before


def test_again_saves_a_record_of_a_game(whole: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    for name, data in whole.items():
        (tmp_path / "run" / name).write_bytes(data)
    result = parlour("again", "run", "7", "--save", "game.jsonl", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    checked = parlour("verify", "game.jsonl", folder=tmp_path)
    assert checked.returncode == 0
    assert "all luck follows from the seed study 3" in checked.stdout
    refused = parlour("again", "run", "400", "--save", "other.jsonl", folder=tmp_path)
    assert (refused.returncode, refused.stderr) == (2, "run has the games 0 to 399, not 400.\n")


def test_a_run_with_the_luck_of_older_versions_is_read_but_not_continued(tmp_path: Path) -> None:
    plan = small_plan()
    plan.write(tmp_path)
    stored = json.loads((tmp_path / RUN).read_text(encoding="utf-8"))
    del stored["luck"], stored["points"]
    (tmp_path / RUN).write_text(json.dumps(stored), encoding="utf-8")
    old = read_plan(tmp_path)
    assert (old.luck, old.points) == (1, 0)
    with pytest.raises(ParlourError, match="its games cannot be played here"):
        old.open_game()
    with pytest.raises(ParlourError, match="holds another run"):
        RunFolder(plan, tmp_path).prepare(resume=True)


@pytest.mark.parametrize(("games", "followed"), [(4, 4), (1000, 10), (14_000, 40), (1_000_000, 100)])
def test_by_default_followed_games_are_a_small_share(games: int, followed: int) -> None:
    assert make_plan("st-croix", games=games).followed == followed
