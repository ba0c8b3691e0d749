"""Which version of the project is measured."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def commit_now() -> str:
    """The current commit; "unknown" without git or outside a repository."""
    return _git("rev-parse", "--short=12", "HEAD") or "unknown"


def exact_commit() -> str:
    """The current commit, marked if there are local changes."""
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", "src", "setup.py")
    return commit_now() + (" with local changes" if changed else "")


def _git(*arguments: str) -> str:
    if not shutil.which("git"):
        return ""
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip()
