"""Make a release of the version in src/parlour/__init__.py: check, build, list its parts, tag. `make release` calls it.

A dry run (`make release DRY=1`) makes every check and prints the commands that would follow. Nothing is pushed.
"""

import argparse
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / ".venv" / "bin"
BRANCH = "main"


def git(*arguments: str) -> str:
    """The output of a git command."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def version() -> str:
    """The version to release."""
    source = (ROOT / "src" / "parlour" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', source, re.M)
    if not found:
        sys.exit("src/parlour/__init__.py does not say the version.")
    return found[1]


def problems(number: str) -> list[str]:
    """Why this tree cannot be released, one sentence each."""
    found = []
    if git("status", "--porcelain"):
        found.append("There are changes that are not committed. Commit or discard them.")
    branch = git("branch", "--show-current")
    if branch != BRANCH:
        found.append(f"Releases are made on {BRANCH}; this is {branch or 'a detached commit'}.")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## {re.escape(number)} - \d{{4}}-\d\d-\d\d$", changelog, re.M):
        found.append(
            f"CHANGELOG.md has no heading '## {number} - YEAR-MONTH-DAY'. Move what is under Unreleased there."
        )
    if git("tag", "--list", f"v{number}"):
        found.append(f"The tag v{number} exists. Raise __version__ in src/parlour/__init__.py.")
    return found


def steps(number: str, skip_tests: bool) -> list[list[str]]:
    """The commands that make a release, in order."""
    python = str(BIN / "python")
    return [
        *([] if skip_tests else [["make", "lint"], ["make", "test"]]),
        ["make", "client", ".venv/built"],
        [python, "scripts/packages.py"],
        [python, "scripts/sbom.py", f"dist/parlour-{number}.cdx.json"],
        [python, "scripts/release.py", "--check-built"],
        ["git", "tag", "--annotate", f"v{number}", "--message", f"Parlour {number}"],
    ]


def check_built(number: str) -> None:
    """Stop if dist/ lacks the sdist or the wheel, or if the wheel has another version or no browser client."""
    wheels = list((ROOT / "dist").glob(f"parlour-{number}-*.whl"))
    if not wheels or not (ROOT / "dist" / f"parlour-{number}.tar.gz").is_file():
        sys.exit(f"dist/ lacks the sdist or the wheel of {number}.")
    bill = ROOT / "dist" / f"parlour-{number}.cdx.json"
    if not bill.is_file() or not json.loads(bill.read_text(encoding="utf-8"))["components"]:
        sys.exit(f"dist/ lacks the bill of materials of {number}.")
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            if f"\nVersion: {number}\n" not in archive.read(f"parlour-{number}.dist-info/METADATA").decode():
                sys.exit(f"{wheel.name} says another version than {number}.")
            if "parlour/web/dist/index.html" not in archive.namelist():
                sys.exit(f"{wheel.name} lacks the browser client.")


def main() -> int:
    """Check, build, tag; or say what would be done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dry", action="store_true", help="only check, and print the commands that would follow")
    parser.add_argument("--skip-tests", action="store_true", help="do not run make lint and make test")
    parser.add_argument("--check-built", action="store_true", help="only check what is in dist/")
    arguments = parser.parse_args()
    number = version()
    if arguments.check_built:
        check_built(number)
        return 0
    found = problems(number)
    for sentence in found:
        print(sentence, file=sys.stderr)
    if found and not arguments.dry:
        return 1
    for step in steps(number, arguments.skip_tests):
        print("would run:" if arguments.dry else "==", " ".join(step).replace(f"{ROOT}/", ""), flush=True)
        if not arguments.dry:
            subprocess.run(step, cwd=ROOT, check=True)
    if not arguments.dry:
        print(f"Parlour {number} is in dist/ and tagged. To publish: git push origin {BRANCH} v{number}")
    return 1 if found else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"This failed, and nothing after it was done: {' '.join(map(str, error.cmd))}")
