"""A private PostgreSQL for tests, with its own data folder and unix socket; removed after the tests.

`from server.postgres import postgres` gives the fixture; every test gets its own database.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from server.people import PATIENCE

WAIT = ("-w", "-t", f"{PATIENCE:.0f}")
"""For `pg_ctl`: wait until it is done, longer than the usual minute."""


@dataclass(frozen=True)
class Postgres:
    """A running server."""

    programs: Path
    folder: Path

    def url(self, database: str = "postgres") -> str:
        """Where a database of this server is found, as `parlour serve --database` takes it."""
        return f"postgresql://parlour@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The URL of a fresh, empty database."""
        name = f"test_{uuid.uuid4().hex}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.url(name)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        # Tests kill processes, not machines: fsync is not needed.
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off"
        control = ["-D", str(self.folder / "data"), "-l", str(self.folder / "log"), *WAIT, "-o", options]
        self._run("pg_ctl", *control, "start")

    def stop(self) -> None:
        """Stop the server at once, as a crash would."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", *WAIT, "stop")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Hang: accept connections and statements, but answer none of them."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        pids = [first]
        try:
            with psycopg.connect(self.url()) as connection:
                # First the one that starts the others: none is added now, and one that ends keeps its number.
                stop(first)
                found = connection.execute("SELECT pid FROM pg_stat_activity WHERE pid != pg_backend_pid()").fetchall()
            pids += [int(pid) for (pid,) in found]
            for pid in pids[1:]:
                os.kill(pid, signal.SIGSTOP)
            yield
        finally:
            for pid in reversed(pids):
                os.kill(pid, signal.SIGCONT)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd="/", text=True
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stdout}")

    def make(self) -> None:
        """Make the data folder."""
        if os.geteuid() == 0:
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "parlour", "-A", "trust", "-E", "UTF8", "--no-sync")


def stop(pid: int) -> None:
    """Stop a process for now, and wait until it stands still."""
    os.kill(pid, signal.SIGSTOP)
    while Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "T":
        time.sleep(0.001)


def programs() -> Path | None:
    """Where PostgreSQL's own programs are: on the path, or where Debian keeps them, the newest first."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return versions[-1].parent if versions else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server for this test process (each worker of xdist has its own)."""
    where = programs()
    if where is None:
        problem = "PostgreSQL's server programs are not installed (Debian: apt-get install postgresql)"
        if os.environ.get("CI"):
            pytest.fail(problem)
        pytest.skip(problem)
    # Not pytest's own folder: a socket's path must be short and the server's account must reach it.
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        server = Postgres(where, Path(folder))
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
