"""Check a commit message: a subject under 72 characters, then a blank line. Git's commit-msg hook calls it."""

import sys
from pathlib import Path

LONGEST = 71
"""Characters of a subject. `git log --oneline` and web pages cut longer ones."""
BY_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ", "amend! ")
"""Git writes these subjects, and they repeat other subjects."""
CUT = "# ------------------------ >8 ------------------------"
"""With `git commit -v`, git puts the diff below this line."""


def problem(message: str) -> str | None:
    """What is wrong with a commit message, in one sentence."""
    kept = message.split(CUT)[0]
    lines = [line.rstrip() for line in kept.splitlines() if not line.startswith("#")]
    while lines and not lines[0]:
        lines.pop(0)
    if not lines:
        return None  # git itself refuses an empty message
    subject = lines[0]
    if len(subject) > LONGEST and not subject.startswith(BY_GIT):
        return f"The subject has {len(subject)} characters; at most {LONGEST} fit. Move the rest into the body."
    if len(lines) > 1 and lines[1]:
        return "Leave a blank line between the subject and the body."
    return None


def main() -> int:
    """Check the message in the file that git names."""
    found = problem(Path(sys.argv[1]).read_text(encoding="utf-8"))
    if found:
        print(found, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
