"""The table of the levels: every game and seat count is in it, and stopped work is taken up where it was."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Protocol

import pytest

from parlour.games import all_games


class Pair(Protocol):
    """Two levels of the script's table."""

    a: str
    b: str


class Cell(Protocol):
    """A row of the script's table."""

    game: str
    seats: int
    pair: Pair
    learned: bool


SCRIPT = Path(__file__).parents[2] / "benchmarks" / "levels.py"


@pytest.fixture
def levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script with a page and results of its own, loaded as if it were started: with its folder on the path."""
    monkeypatch.syspath_prepend(SCRIPT.parent)
    spec = importlib.util.spec_from_file_location("levels_script", SCRIPT)
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "levels_script", script)
    spec.loader.exec_module(script)
    page = tmp_path / "bots.md"
    page.write_text(f"before\n\n{script.BEGIN}\nold\n{script.END}\n\nafter\n", encoding="utf-8")
    monkeypatch.setattr(script, "RESULTS", tmp_path / "levels.jsonl")
    monkeypatch.setattr(script, "PAGE", page)
    monkeypatch.setattr(script._build, "in_use", lambda: "compiled")
    return script


def run(script: ModuleType, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["levels.py", *arguments])
    script.main()


def test_every_game_is_played_with_least_three_and_most_seats(levels: ModuleType) -> None:
    found = {(cell.game, cell.seats) for cell in levels.cells()}
    for entry in all_games():
        about = entry.about
        for seats in (about.min_seats, min(max(3, about.min_seats), about.max_seats), about.max_seats):
            assert (about.slug, seats) in found
    assert all(cell.games % cell.seats == 0 for cell in levels.cells()), "each deal from every seat"
    for cell in levels.cells():
        parts = list(cell.batches())
        assert sum(games for _, games in parts) == cell.games
        assert all(start % cell.seats == 0 for start, _ in parts)


def test_what_is_done_is_not_played_again(levels: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[object, int]] = []

    def pretend(cell: Cell, start: int, games: int, commit: str) -> object:
        if len(played) == 7:
            raise KeyboardInterrupt
        played.append((cell, start))
        pair = cell.pair
        network = levels.network_of(cell.game) if cell.learned else ""
        return levels.Batch(cell.game, cell.seats, pair.a, pair.b, start, games, games / 1.0, 0.1, "x", network)

    monkeypatch.setattr(levels, "play", pretend)
    run(levels, monkeypatch, "--game", "st-croix")
    done = [json.loads(line) for line in levels.RESULTS.read_text(encoding="utf-8").splitlines()]
    assert len(done) == 7, "what was done before the stop is written down"
    left = levels.to_do(levels.read(), "st-croix")
    assert not {(cell, start) for cell, start, _ in left} & set(played)
    page = levels.PAGE.read_text(encoding="utf-8")
    assert page.startswith("before") and page.endswith("after\n") and "old" not in page
    assert "| St. Croix (hard@300) | 2 | 50.0 | 100.0 [" in page and "not played" in page
    run(levels, monkeypatch, "--table")
    assert levels.PAGE.read_text(encoding="utf-8") == page


def test_a_gap_that_is_not_shown_is_named(levels: ModuleType) -> None:
    cell = levels.cells("st-croix")[0]

    def part(wins: float) -> object:
        return levels.Batch(cell.game, cell.seats, cell.pair.a, cell.pair.b, 0, 100, wins, 1.0, "x")

    assert levels.shown(cell, [part(55.0)]).endswith("100 games: **not shown yet**")
    assert "not shown" not in levels.shown(cell, [part(80.0)])


def test_games_with_another_network_do_not_count(levels: ModuleType) -> None:
    cell = next(cell for cell in levels.cells("st-croix") if cell.learned)

    def part(network: str) -> object:
        return levels.Batch(cell.game, cell.seats, cell.pair.a, cell.pair.b, 0, 20, 20.0, 1.0, "x", network)

    now = levels.network_of("st-croix")
    assert len(now) == 12
    assert levels.shown(cell, [part("of yesterday"), part("")]) == "not measured"
    assert levels.shown(cell, [part("of yesterday"), part(now)]).endswith("20 games")
    assert (cell, 0) in [(left, start) for left, start, _ in levels.to_do([part("of yesterday")], "st-croix")]
    assert (cell, 0) not in [(left, start) for left, start, _ in levels.to_do([part(now)], "st-croix")]
