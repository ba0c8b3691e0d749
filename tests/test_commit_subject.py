"""The commit-msg hook: short subjects, a blank line below, and what git writes on its own passes."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "commit_subject.py"


def check(message: str, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "COMMIT_EDITMSG"
    file.write_text(message, encoding="utf-8")
    return subprocess.run([sys.executable, str(SCRIPT), str(file)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "message",
    [
        "x" * 71,
        "St. Croix: a Lizard turns play\n\nBecause the printed rules say so.\n",
        "\n# a comment\nShort\n# ------------------------ >8 ------------------------\n" + "d" * 200,
        f'Revert "{"x" * 71}"',
        f"Merge branch '{'x' * 71}'",
    ],
)
def test_a_good_message_passes(message: str, tmp_path: Path) -> None:
    assert check(message, tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("message", "said"),
    [("x" * 72, "72 characters"), (f"# a comment\n{'x' * 90}\n", "90 characters"), ("Short\nbody", "blank line")],
)
def test_a_bad_message_is_refused_with_a_sentence(message: str, said: str, tmp_path: Path) -> None:
    done = check(message, tmp_path)
    assert done.returncode == 1 and said in done.stderr
