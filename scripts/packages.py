"""Build the packages into dist/ and try each of them: `make wheel`.

dist/ then holds an sdist, a wheel without compiled code for any Python, and a wheel with compiled rules for each Python
asked for (the one at hand if none is named). Each is installed into a fresh environment, with nothing else on PATH than
that environment: no Node and no compiler. There it is asked for its version, plays a game, and serves the client.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
UV = str(Path(sys.executable).with_name("uv"))
TOOLS = ROOT / "requirements" / "package.txt"
MOVES = 400
"""Answers given to a game in the terminal; it needs fewer."""


def run(*command: str, **more: str) -> str:
    """The output of a command in an environment with `more` variables; stops the build if it fails."""
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **more}, capture_output=True, text=True, check=False, input=""
    )
    if done.returncode:
        sys.exit(f"This failed: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def build_sdist() -> Path:
    """The sources, with the built client."""
    return _built("--sdist", "*.tar.gz")


def build_pure() -> Path:
    """A wheel for any Python."""
    return _built("--wheel", "*-none-any.whl", PARLOUR_PURE="1")


def build_compiled(python: str) -> Path | None:
    """A wheel with compiled rules for one Python, tagged for every Linux it runs on; None without a C compiler."""
    with tempfile.TemporaryDirectory() as folder:
        own = python == sys.executable
        run(UV, "build", "-q", "--wheel", *(["--no-build-isolation"] if own else []), "-p", python, "-o", folder)
        (wheel,) = Path(folder).glob("*.whl")
        if wheel.name.endswith("-none-any.whl"):
            print(f"{python}: there is no C compiler, so there is no compiled wheel.")
            return None
        if "linux" not in wheel.name:
            return Path(shutil.copy(wheel, DIST))
        before = set(DIST.glob("*.whl"))
        tools = ("tool", "run", "-q", "--from", "auditwheel", "--with-requirements", str(TOOLS))
        run(UV, *tools, "auditwheel", "repair", "--plat", "auto", "--wheel-dir", str(DIST), str(wheel))
        return next(iter(set(DIST.glob("*.whl")) - before))


def _built(kind: str, pattern: str, **more: str) -> Path:
    run(UV, "build", "-q", kind, "--no-build-isolation", "-p", sys.executable, "-o", str(DIST), **more)
    (made,) = DIST.glob(pattern)
    return made


def try_package(package: Path, python: str) -> str:
    """Install a package into a fresh environment and use it; returns what its version says."""
    with tempfile.TemporaryDirectory(prefix="parlour-try-") as folder:
        home = Path(folder)
        run(UV, "venv", "-q", "--no-project", "-p", python, str(home / "env"))
        programs = home / "env" / "bin"
        alone = {"PATH": str(programs), "HOME": folder, "XDG_DATA_HOME": str(home / "data")}
        installer = {"CC": "no-compiler"} if package.name.endswith(".tar.gz") else {}
        run(UV, "pip", "install", "-q", "-p", str(programs / "python"), str(package), **installer)
        version = _in(home, alone, "parlour", "--version")
        assert _in(home, alone, "python", "-m", "parlour", "--version") == version
        played = _in(home, alone, "parlour", "play", "st-croix", "--seed", "7", "--seats", "2", said="1\n" * MOVES)
        if "wins" not in played and "win " not in played:
            sys.exit(f"{package.name}: the game did not end:\n{played[-2000:]}")
        _try_server(home, alone, package.name)
        return version.strip()


def _in(folder: Path, env: dict[str, str], program: str, *arguments: str, said: str = "") -> str:
    done = subprocess.run(
        [str(folder / "env" / "bin" / program), *arguments],
        cwd=folder,
        env=env,
        input=said,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"parlour {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


@contextmanager
def serving(folder: Path, env: dict[str, str]) -> Iterator[str]:
    """A server from an installed package; its address. It must end well when it is asked to."""
    command = [str(folder / "env" / "bin" / "parlour"), "serve", "--port", "0", "--database", str(folder / "tables.db")]
    server = subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield next(word for line in server.stdout for word in line.split() if word.startswith("http://"))
    finally:
        server.send_signal(signal.SIGTERM)
        server.stdout.close()
        if server.wait(60):
            sys.exit(f"The server ended with {server.returncode} after SIGTERM.")


def _try_server(folder: Path, env: dict[str, str], name: str) -> None:
    with serving(folder, env) as address:
        address = address.rstrip("/.")
        with urllib.request.urlopen(f"{address}/healthz") as healthy:
            assert healthy.read() == b"ok\n"
        with urllib.request.urlopen(f"{address}/") as page:
            if b'id="app"' not in page.read():
                sys.exit(f"{name} lacks the browser client.")
        table = urllib.request.Request(
            f"{address}/api/tables",
            json.dumps({"game": "st-croix", "name": "Ana", "start": True}).encode(),
            {"authorization": "Bearer new", "content-type": "application/json"},
        )
        with urllib.request.urlopen(table) as answer:
            assert answer.status == 201


def main() -> None:
    """Build, then try."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", action="append", help="a version or path of Python; may be given several times")
    parser.add_argument("--pure", action="store_true", help="only the wheel for any Python")
    arguments = parser.parse_args()
    pythons = arguments.python or [sys.executable]
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    pure = build_pure()
    packages = [(pure, python) for python in pythons]
    if not arguments.pure:
        packages.append((build_sdist(), sys.executable))
        packages += [(wheel, python) for python in pythons if (wheel := build_compiled(python))]
    for package, python in packages:
        print(f"{package.name}, {Path(python).name}: {try_package(package, python)}", flush=True)


if __name__ == "__main__":
    main()
