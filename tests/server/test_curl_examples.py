"""The commands for programs in docs/hosting.md are run as they stand there, with curl."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from server.people import Running

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"


def examples() -> list[str]:
    """The curl commands of the page, each on one line and without its comment."""
    text = PAGE.read_text(encoding="utf-8").replace("\\\n", " ")
    return [re.sub(r"\s+#\s.*", "", line) for line in text.splitlines() if line.startswith("curl ")]


def run(command: str, server: Running, **known: str) -> dict[str, object]:
    command = command.replace("localhost:8000", server.address)
    for name, value in known.items():
        command = command.replace(name, value)
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    told: dict[str, object] = json.loads(done.stdout)
    return told


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")
def test_the_examples_play(server: Running) -> None:
    create, view, act, wait = examples()
    opened = run(create, server)
    known = {"CODE": str(opened["code"]), "TOKEN": str(opened["token"])}
    while not (seen := run(view, server, **known)["view"])["prompt"]:  # type: ignore[index] # JSON
        run(wait.replace("have=5&wait=25", "have=5&wait=1"), server, **known)
    prompt, action = seen["prompt"], seen["scene"]["prompt"]["choices"][0]["action"]  # type: ignore[index] # JSON
    done = run(act.replace('"0.0"', f'"{prompt}"').replace('"action": 8', f'"action": {action}'), server, **known)
    assert done["ok"] is True
