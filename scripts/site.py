"""Builds the page that plays without a server into site/play/ (`make site`).

site/play/            the browser client, in a mode that asks a web worker instead of a server
site/play/runtime/    Python for the browser (Pyodide), and parlour.zip with the rules and what they import
site/play/written/    answers that show the first page before the rules are loaded
"""

import asyncio
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import files
from pathlib import Path

import parlour
from parlour.offline.host import Host

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
PLAY = ROOT / "site" / "play"
RUNTIME = PLAY / "runtime"
PYODIDE = WEB / "node_modules" / "pyodide"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON = "3.14"
PURE = ("starlette", "anyio", "markdown-it-py", "mdurl", "mypy-extensions")
"""Packages without compiled code, taken from this environment."""
LEFT_OUT = (
    *("agents", "cli", "envs", "learn", "scaffold", "study", "terminal", "web"),
    *("server/store/migrations", "server/store/changes.py", "server/store/database.py", "server/store/store.py"),
    *("server/store/writer.py", "server/serve.py", "server/startup.py", "server/listen.py"),
    "server/http/socket_protocol.py",
)
"""What a page does not use of Parlour."""
UNUSED = ("anyio/_backends/", "starlette/testclient", "starlette/templating", "librt/base64.", "librt/strings.")
"""What it does not use of the packages: other event loops, tests, templates."""


def build_client() -> None:
    """Build the client in the mode `site`."""
    subprocess.run(["npm", "run", "--silent", "build", "--", "--mode", "site"], cwd=WEB, check=True)


def write_runtime() -> None:
    """Pyodide's files, and an archive of everything that is imported."""
    RUNTIME.mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copy(PYODIDE / name, RUNTIME / name)
    # Pyodide wants the list of its packages; the page uses none of them.
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    (RUNTIME / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), "utf-8")
    with zipfile.ZipFile(RUNTIME / "parlour.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in contents():
            if not name.startswith(UNUSED) and ".dist-info/" not in name:
                # A fixed date: the same sources give the same bytes.
                archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    sizes = {path.name: path.stat().st_size for path in sorted(RUNTIME.iterdir())}
    whole = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(RUNTIME.iterdir()))).hexdigest()
    (RUNTIME / "manifest.json").write_text(json.dumps({"version": whole[:16], "files": sizes}), "utf-8")


def contents() -> Iterator[tuple[str, bytes]]:
    """Everything a page imports: names in the archive, and bytes."""
    for path, name in [*own_files(), *pure_files()]:
        yield name, path.read_bytes()
    for wheel in compiled_wheels():
        with zipfile.ZipFile(wheel) as packed:
            for name in packed.namelist():
                yield name, packed.read(name)


def own_files() -> Iterator[tuple[Path, str]]:
    """Parlour's own modules and data that a page uses, with their names in the archive."""
    source = ROOT / "src" / "parlour"
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source).as_posix()
        if path.is_file() and path.suffix in (".py", ".toml", ".md", ".net") and not name.startswith(LEFT_OUT):
            yield path, f"parlour/{name}"


def pure_files() -> Iterator[tuple[Path, str]]:
    """The modules of the packages without compiled code."""
    for package in PURE:
        for file in files(package) or []:
            if file.suffix == ".py" and ".." not in file.parts:
                yield Path(str(file.locate())), file.as_posix()


def compiled_wheels() -> list[Path]:
    """The packages with code compiled for the browser."""
    folder = Path(tempfile.mkdtemp(prefix="parlour-site-"))
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"),
            *("--only-binary", ":all:", "--platform", PLATFORM, "--python-version", PYTHON),
            *("--requirement", str(ROOT / "requirements" / "site.txt"), "--dest", str(folder)),
        ],
        check=True,
    )
    return sorted(folder.glob("*.whl"))


async def write_answers() -> None:
    """The answers that need no table: the games and their rules."""
    host = Host("a-token-that-nobody-uses-because-no-table-is-opened", [], lambda text: None)
    slugs = [about.slug for about in parlour.games()]
    for path in ["/api/games", *(f"/api/games/{slug}/rules" for slug in slugs)]:
        status, _, text = await host.request("GET", path, "", "")
        if status != 200:
            sys.exit(f"{path} answered {status}: {text}")
        file = PLAY / "written" / f"{path.removeprefix('/')}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def main() -> None:
    """Build everything."""
    if not PYODIDE.is_dir():
        sys.exit("Pyodide is missing; install what building needs with: make .venv/node-dev")
    build_client()
    write_runtime()
    asyncio.run(write_answers())
    size = sum(path.stat().st_size for path in PLAY.rglob("*") if path.is_file())
    print(f"The page that plays without a server is in {PLAY.relative_to(ROOT)} ({size / 1e6:.1f} MB).")


if __name__ == "__main__":
    main()
