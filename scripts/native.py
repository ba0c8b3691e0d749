"""Builds the rules as native code for this checkout (`make native`), and keeps what it compiled.

    build/native/objects/   every extension made so far, named by a digest of all that went into it
    build/native/NAME/      a complete build; `parlour._build` uses it as long as the sources are the same

A build gets its name by one rename, when it is complete. A compile that fails or is stopped changes nothing, and a
process that has started keeps the build it started with.
"""

import argparse
import ast
import contextlib
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

from native_extensions import NATIVE, ROOT, SUFFIX, compiled_modules

SOURCE = ROOT / "src"
OBJECTS = NATIVE / "objects"
LOG = NATIVE / "log.txt"
FAILED = NATIVE / "failed.json"
ALSO = ("setup.py", "scripts/native.py", "scripts/native_extensions.py", "requirements/play.txt")
"""What decides how the modules are compiled, and what they are linked with."""
BUILDS_KEPT = 4
"""Older builds are deleted. Going back to an older commit finds its build again."""
OBJECTS_KEPT = 600
"""About six complete builds."""


def sources() -> dict[str, str]:
    """Digests of all files that decide what is compiled: the modules, what they import, and how."""
    waiting = [ROOT / path for paths in compiled_modules().values() for path in paths]
    seen = {*waiting, *(ROOT / name for name in ALSO if (ROOT / name).is_file())}
    while waiting:
        for path in imported_by(waiting.pop()) - seen:
            seen.add(path)
            waiting.append(path)
    return {str(path.relative_to(ROOT)): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(seen)}


def imported_by(path: Path) -> set[Path]:
    """The modules of Parlour that a module imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update((node.module, *(f"{node.module}.{alias.name}" for alias in node.names)))
    files = [SOURCE / name.replace(".", "/") for name in names if name.split(".")[0] == "parlour"]
    found = [file for name in files for file in (name.with_suffix(".py"), name / "__init__.py")]
    return {file for file in found if file.is_file()}


def build(quiet: bool = False) -> str:
    """Compile for the checkout if needed. Return one sentence for the user, empty if there is nothing to tell."""
    if os.environ.get("PARLOUR_PURE") == "1":
        return ""
    NATIVE.mkdir(parents=True, exist_ok=True)
    with lock():
        now = sources()
        name = name_of(now)
        if (NATIVE / name).is_dir() or failed().get("name") == name:
            return ""
        if not quiet:
            print("== compiling the rules (about a minute on two cores; only what changed later)", flush=True)
        clean()
        part = Path(tempfile.mkdtemp(prefix="part-", dir=NATIVE))
        try:
            reason = compile_into(part)
            if reason:
                remember_failure(name, reason, told=not quiet)
                return told(reason)
            (part / "sources.json").write_text(json.dumps({"suffix": SUFFIX, "sources": now}), "utf-8")
            part.replace(NATIVE / name)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return ""


def compile_into(folder: Path) -> str:
    """Compile everything into a folder. Return why it failed, empty if it did not."""
    command = [sys.executable, "setup.py", "--quiet", "build_ext"]
    with LOG.open("w", encoding="utf-8") as log:
        done = subprocess.run(
            [*command, "--build-lib", str(folder), "--build-temp", str(folder / "temp")],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    shutil.rmtree(folder / "temp", ignore_errors=True)
    if done.returncode == 0 and any(folder.rglob(f"*{SUFFIX}")):
        return ""
    if done.returncode < 0:
        raise KeyboardInterrupt
    lines = [line.strip() for line in LOG.read_text("utf-8", "replace").splitlines() if line.strip()]
    said = [line for line in lines if "error" in line.lower()] or lines or [f"it ended with {done.returncode}"]
    return f"{said[0][:200]} ({LOG.relative_to(ROOT)})"


def name_of(digests: dict[str, str]) -> str:
    """The name of the build of these sources for this Python."""
    return hashlib.sha256(json.dumps([digests, sys.version, SUFFIX]).encode()).hexdigest()[:16]


def failed() -> "dict[str, str]":
    """The build that failed last: it is not tried again before something changes."""
    with contextlib.suppress(OSError, ValueError):
        return dict(json.loads(FAILED.read_text("utf-8")))
    return {}


def remember_failure(name: str, reason: str, told: bool) -> None:
    """Note that a build failed, and whether the user knows."""
    FAILED.write_text(json.dumps({"name": name, "reason": reason, "told": "yes" if told else ""}), "utf-8")


def told(reason: str) -> str:
    """What the user hears of a failure."""
    return f"The rules could not be compiled and stay plain Python: {reason}"


@contextlib.contextmanager
def lock() -> Iterator[None]:
    """Wait until no other process compiles in this checkout."""
    import fcntl  # not on Windows, where only setup.py uses this file

    with (NATIVE / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def clean() -> None:
    """Delete what a killed build left, and what has not been used for the longest time."""
    for left in NATIVE.glob("part-*"):
        shutil.rmtree(left, ignore_errors=True)
    builds = sorted(NATIVE.glob("*/sources.json"), key=lambda path: -path.stat().st_mtime)
    for old in builds[BUILDS_KEPT:]:
        shutil.rmtree(old.parent, ignore_errors=True)
    for old in sorted(OBJECTS.glob("*"), key=lambda path: -path.stat().st_mtime)[OBJECTS_KEPT:]:
        old.unlink(missing_ok=True)


def in_background() -> str:
    """Start a compile of low priority if one is needed. Return one sentence for the user, if there is news."""
    compiler = shlex.split(os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc"))[0]
    name = name_of(sources())
    if os.environ.get("PARLOUR_PURE") == "1" or (NATIVE / name).is_dir():
        return ""
    last = failed()
    if last.get("name") == name:
        if last.get("told"):
            return ""
        remember_failure(name, last["reason"], told=True)
        return told(last["reason"])
    if shutil.which(compiler) is None:
        return ""
    # In the same process group: Ctrl-C ends it too, and the next start goes on with what was compiled by then.
    nothing = subprocess.DEVNULL
    subprocess.Popen([sys.executable, __file__, "--nice"], stdin=nothing, stdout=nothing, stderr=nothing)
    return "The rules run as plain Python. They are being compiled in the background; the next start is faster."


def main() -> None:
    """Build now, or start a build in the background."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--background", action="store_true", help="start a build of low priority, and do not wait")
    parser.add_argument("--nice", action="store_true", help="build at low priority, and say nothing")
    arguments = parser.parse_args()
    if arguments.nice:
        os.nice(19)
    said = in_background() if arguments.background else build(quiet=arguments.nice)
    if said:
        print(said, flush=True)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
