"""What several test files share: one server for those that need nothing special."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.people import LIMITS, PATIENCE, Person, Running, running
from server.postgres import postgres

__all__ = ["postgres"]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process a busy disk is no database that hangs, and a busy processor no bot that does."""
    for limit in LIMITS:
        monkeypatch.setattr(f"parlour.server.{limit}", PATIENCE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with bots that take no time, on a fresh SQLite file; it must not log an error."""
    folder: Path = tmp_path_factory.mktemp("server")
    errors = folder / "errors.txt"
    with running(str(folder / "tables.db"), "--review-seconds", "2", errors=errors) as started:
        yield started
    assert errors.read_text() == ""


@pytest.fixture
def ana(server: Running) -> Person:
    return Person(server, "Ana")


@pytest.fixture
def bo(server: Running) -> Person:
    return Person(server, "Bo")
