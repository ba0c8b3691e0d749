"""Builds the page that plays without a server into site/play/ (`make site`).

site/play/            the browser client, in a mode that asks a web worker instead of a server
site/play/runtime/    Python for the browser (Pyodide), its library, and parlour.zip: the rules and what they import
site/play/written/    answers that show the first page before the rules are loaded
"""

import asyncio
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from html import escape
from importlib.metadata import files
from pathlib import Path, PurePosixPath

import parlour
from parlour.offline.host import Host
from parlour.server.http import previews
from parlour.server.http.app import PREVIEW

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
PLAY = ROOT / "site" / "play"
RUNTIME = PLAY / "runtime"
PYODIDE = WEB / "node_modules" / "pyodide"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY = "python_stdlib.zip"
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
NO_LIBRARY = {
    *(
        "unittest",
        "doctest",
        "pydoc",
        "pydoc_data",
        "pdb",
        "bdb",
        "profile",
        "profiling",
        "cProfile",
        "pstats",
        "trace",
    ),
    *("timeit", "idlelib", "tkinter", "turtle", "curses", "_pyrepl", "code", "cmd", "rlcompleter", "tabnanny"),
    *("multiprocessing", "concurrent/futures/process", "concurrent/interpreters", "pty", "wsgiref", "webbrowser"),
    *(
        "tty",
        "xml",
        "xmlrpc",
        "plistlib",
        "configparser",
        "csv",
        "sqlite3",
        "dbm",
        "shelve",
        "zoneinfo",
        "netrc",
        "wave",
    ),
    *("imaplib", "smtplib", "poplib", "ftplib", "mailbox", "http/server", "http/cookiejar", "socketserver"),
    *("logging/handlers", "logging/config", "optparse", "argparse", "getopt", "getpass", "fileinput", "filecmp"),
    *("_pyio", "_pydatetime", "_pydecimal", "_pylong", "_py_abc", "pickletools", "statistics", "fractions", "tarfile"),
    *("ensurepip", "venv", "zipapp", "compileall", "modulefinder", "pyclbr", "symtable", "graphlib", "sched"),
    *("ctypes/macholib", "asyncio/windows_events", "asyncio/windows_utils", "asyncio/__main__", "asyncio/tools"),
    *("_aix_support", "_ios_support", "_android_support", "_apple_support", "urllib/robotparser", "json/tool"),
    *("_sysconfigdata__emscripten_wasm32-emscripten", "this", "antigravity", "colorsys"),
}
"""What it does not use of Python's library: modules and packages."""
ENCODINGS = {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_8", "utf_8_sig"}


def build_client() -> None:
    """Build the client in the mode `site`."""
    subprocess.run(["npm", "run", "--silent", "build", "--", "--mode", "site"], cwd=WEB, check=True)


def write_runtime() -> None:
    """Pyodide's files, and archives of everything that is imported, as byte code."""
    RUNTIME.mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copy(PYODIDE / name, RUNTIME / name)
    # Pyodide wants the list of its packages; the page uses none of them.
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    (RUNTIME / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), "utf-8")
    with tempfile.TemporaryDirectory(prefix="parlour-site-") as folder:
        write_archive(Path(folder) / LIBRARY, library())
        write_archive(Path(folder) / "parlour.zip", contents())
        script = str(ROOT / "scripts" / "precompile.mjs")
        subprocess.run(["node", script, str(PYODIDE), folder], check=True)
        for archive in Path(folder).glob("*.zip"):
            # Compressed here, not by the host: few hosts compress archives. The worker unpacks it.
            (RUNTIME / f"{archive.name}.gz").write_bytes(gzip.compress(archive.read_bytes(), 9, mtime=0))
    sizes = {path.name: path.stat().st_size for path in sorted(RUNTIME.iterdir())}
    whole = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(RUNTIME.iterdir()))).hexdigest()
    (RUNTIME / "manifest.json").write_text(json.dumps({"version": whole[:16], "files": sizes}), "utf-8")


def write_archive(path: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Pack files with their names."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files:
            archive.writestr(name, content)


def library() -> Iterator[tuple[str, bytes]]:
    """Python's library, as far as a page may use it."""
    with zipfile.ZipFile(PYODIDE / LIBRARY) as packed:
        for name in packed.namelist():
            module = PurePosixPath(name).with_suffix("")
            needless = module.parent.name == "encodings" and module.name not in ENCODINGS
            if not needless and NO_LIBRARY.isdisjoint(map(str, [module, *module.parents])):
                yield name, packed.read(name)


def contents() -> Iterator[tuple[str, bytes]]:
    """Everything a page imports: names in the archive, and bytes."""
    for path, name in [*own_files(), *pure_files()]:
        if not name.startswith(UNUSED):
            yield name, path.read_bytes()
    for wheel in compiled_wheels():
        with zipfile.ZipFile(wheel) as packed:
            for name in packed.namelist():
                if not name.startswith(UNUSED) and ".dist-info/" not in name:
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


def write_previews() -> None:
    """A page for each game that messengers can preview; it leads to the game. Their robots read no fragment.

    PARLOUR_SITE is the address of the folder `play/` on its host, because a picture's address should be complete.
    """
    base = os.environ.get("PARLOUR_SITE", "")
    index = PLAY / "index.html"
    page = index.read_text("utf-8")
    index.write_text(page.replace(PREVIEW, previews.HOME.tags(base)), "utf-8")
    for about in parlour.games():
        tags = previews.of_game(about.slug).tags(base)
        follow = f'<meta http-equiv="refresh" content="0; url=./#/new/{about.slug}" />'
        text = f'<!doctype html><html lang="en"><meta charset="utf-8" /><title>{escape(about.title)}</title>'
        (PLAY / f"{about.slug}.html").write_text(f"{text}{tags}{follow}</html>\n", "utf-8")


def main() -> None:
    """Build everything."""
    if not PYODIDE.is_dir():
        sys.exit("Pyodide is missing; install what building needs with: make .venv/node-dev")
    build_client()
    write_runtime()
    asyncio.run(write_answers())
    write_previews()
    size = sum(path.stat().st_size for path in PLAY.rglob("*") if path.is_file())
    print(f"The page that plays without a server is in {PLAY.relative_to(ROOT)} ({size / 1e6:.1f} MB).")


if __name__ == "__main__":
    main()
