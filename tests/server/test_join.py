"""The terminal at a distant table, over the same interface as any program."""

import os
import re
import subprocess
import sys
from pathlib import Path

from server.people import COMMAND, PATIENCE, Person, Running


def join(server: Running, code: str, typed: str, home: Path, name: str = "Tom") -> str:
    """What `parlour join` prints when this is typed."""
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, "join", f"http://{server.address}/t/{code}", "--name", name],
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE * 4,
        env={**os.environ, "XDG_DATA_HOME": str(home)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_whole_game_in_the_terminal(server: Running, ana: Person, tmp_path: Path) -> None:
    code = ana.create("around-mackinac", sit=None, seats=2, bots=[{"seat": 1, "level": "random"}])
    tom = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "join", f"http://{server.address}/t/{code.lower()}", "--name", "Tom"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )
    update = ana.update(code)
    while update["view"]["table"]["seats"][0]["kind"] == "open":
        update = ana.update(code, update["seq"], 5)
    assert ana.do(code, {"c": "start"})["ok"]
    out, _ = tom.communicate("1\n" * 4000, timeout=PATIENCE * 4)
    assert tom.returncode == 0
    assert "You sit on seat 1." in out and "The seed was" in out
    assert ana.view(code)["table"]["status"] == "over"
    assert oct((tmp_path / "parlour" / "servers.json").stat().st_mode & 0o777) == "0o600"


def test_leaving_and_coming_back_keeps_the_seat(server: Running, ana: Person, tmp_path: Path) -> None:
    code = ana.create("st-croix", sit=None, seats=2)
    tom = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "join", f"{server.address}/t/{code}", "--name", "Tom"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )
    update = ana.update(code)
    while update["view"]["table"]["seats"][0]["kind"] == "open":
        update = ana.update(code, update["seq"], 5)
    ana.do(code, {"c": "start"})
    out, _ = tom.communicate("?\nh\n/good luck\nnonsense\nq\n", timeout=PATIENCE * 2)
    assert "no move 'nonsense'" in out and "Your seat is kept" in out
    assert re.search(r"^  \S.*: \d+ % to win$", out, re.MULTILINE), "the coach was asked"
    assert ana.view(code)["chat"][-1]["text"] == "good luck"
    again = join(server, code, "q\n", tmp_path)
    assert "You sit on seat 1." in again


def test_what_is_no_table(server: Running, tmp_path: Path) -> None:
    for address in ("nonsense", f"http://{server.address}/t/AAAAAAAA", "http://127.0.0.1:9/t/AAAAAAAA"):
        done = subprocess.run(
            [sys.executable, "-c", COMMAND, "join", address, "--name", "Tom"],
            input="",
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        )
        assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1, (address, done.stderr)
