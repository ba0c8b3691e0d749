"""Runs the command as a person would, through a pipe."""

import atexit
import json
import os
import select
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
SERVER = Path(__file__).with_name("command_server.py")
PATIENCE = 300
"""Seconds for one command, on the busiest of machines."""


def environment() -> dict[str, str]:
    path = os.pathsep.join(filter(None, [str(SOURCE), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"}


class CommandServer:
    """Starts commands in processes that have loaded everything already; see `command_server.py`."""

    def __init__(self, environment: dict[str, str]) -> None:
        theirs, self._requests = os.pipe()
        self._answers, back = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, str(SERVER), str(theirs), str(back)],
            env=environment,
            stdin=subprocess.DEVNULL,
            pass_fds=(theirs, back),
        )
        os.close(theirs)
        os.close(back)
        atexit.register(self._process.kill)

    def run(self, words: tuple[str, ...], folder: Path, typed: str) -> "subprocess.CompletedProcess[str]":
        with tempfile.TemporaryDirectory() as streams:
            files = {name: Path(streams) / name for name in ("typed", "said", "complained")}
            for name, file in files.items():
                file.write_text(typed if name == "typed" else "", encoding="utf-8")
            call = {"words": words, "folder": str(folder), **{name: str(file) for name, file in files.items()}}
            os.write(self._requests, (json.dumps(call) + "\n").encode())
            ready, _, _ = select.select([self._answers], [], [], PATIENCE)
            assert ready, f"`parlour {' '.join(words)}` does not end"
            code = os.read(self._answers, 20)
            said, complained = (files[name].read_text(encoding="utf-8") for name in ("said", "complained"))
        assert code, f"`parlour {' '.join(words)}` could not be started"
        return subprocess.CompletedProcess(["parlour", *words], int(code), said, complained)


@cache
def _server(environment: frozenset[tuple[str, str]]) -> CommandServer:
    return CommandServer(dict(environment))


def parlour(*words: str, folder: Path, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """Run the command in a process of its own and wait for its end."""
    told = {name: value for name, value in environment().items() if name != "PYTEST_CURRENT_TEST"}
    return _server(frozenset(told.items())).run(words, folder, typed)
