"""A real PostgreSQL that hangs: requests are refused after a while, and a server that is told to stop ends."""

import os
import signal
from pathlib import Path

from server.people import Person, Running
from server.postgres import Postgres

NEVER = 150.0
"""Seconds; only a server that does not end takes them."""


def test_told_to_stop_while_the_database_hangs_it_ends(postgres: Postgres, tmp_path: Path) -> None:
    errors = tmp_path / "errors.txt"
    server = Running(postgres.new_database(), errors=errors, patient=False).start()
    assert server.process is not None
    ana = Person(server, "Ana")
    code = ana.create("st-croix", seats=2)
    try:
        with postgres.frozen():
            assert ana.ask("/healthz").status == 503
            refused = ana.ask(f"/api/tables/{code}/do", {"t": "do", "id": "a", "do": {"c": "start", "fill": "random"}})
            assert refused.status == 503 and refused.json["error"]["code"] == "unavailable", refused.body
            os.kill(server.pid, signal.SIGTERM)
            assert server.process.wait(NEVER) == 1
    finally:
        server.process.kill()
        server.wait()
    assert "the database does not answer; ending without it" in errors.read_text()
