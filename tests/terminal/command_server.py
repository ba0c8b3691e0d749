"""A process that has loaded the command `parlour` and forks for each call: most of a short command's time is loading.

It reads requests from one pipe and writes exit codes to another. Every call is a process of its own, as for a person:
with its own folder, input, output and exit code.
"""

import json
import os
import sys

import parlour.cli.study_runs
import parlour.terminal.play  # noqa: F401  as above: what many commands load, and what starts no thread
from parlour.cli import main


def wait_for_calls(requests: int, answers: int) -> None:
    """Fork for each request; returns in the new process, which is to run the command."""
    with os.fdopen(requests, encoding="utf-8") as lines, os.fdopen(answers, "w", encoding="utf-8") as codes:
        for line in lines:
            child = os.fork()
            if child == 0:
                become(json.loads(line))
                return
            _, status = os.waitpid(child, 0)
            print(os.waitstatus_to_exitcode(status), file=codes, flush=True)
    os._exit(0)


def become(call: dict[str, str | list[str]]) -> None:
    """Take the words, folder, input and output of a call."""
    os.chdir(str(call["folder"]))
    for stream, name in enumerate(("typed", "said", "complained")):
        file = os.open(str(call[name]), os.O_RDONLY if stream == 0 else os.O_WRONLY)
        os.dup2(file, stream)
        os.close(file)
    sys.argv = ["parlour", *call["words"]]


if __name__ == "__main__":
    wait_for_calls(int(sys.argv[1]), int(sys.argv[2]))
    main()
