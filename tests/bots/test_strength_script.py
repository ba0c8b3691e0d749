"""The duels beside OpenSpiel's search: it plays from a view, and the table says who won."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

import parlour
from bots.ongoing import ongoing_match
from parlour.core.rng import Rng

pytest.importorskip("pyspiel")

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "strength.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("strength_script", SCRIPT)
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules["strength_script"] = found
    spec.loader.exec_module(found)
    return found


def test_openspiel_chooses_legally_from_a_view(script: ModuleType) -> None:
    match = ongoing_match(parlour.game("follow-me", 2), "beside openspiel", 4)
    bot = script.Spiel(match.game, 3)
    for seat in match.to_act:
        view = match.view(seat)
        assert bot.choose(view, view.legal, Rng("luck")) in view.legal


def test_the_table_counts_wins_and_time(script: ModuleType) -> None:
    pair = script.PLAN[0]
    lines = [
        script.Line(pair.game, pair.seats, pair.a, pair.b, number, win, (10, 20), (0.1, 4.0))
        for number, win in enumerate((1.0, 1.0, 0.0, 0.5))
    ]
    last = script.table(lines).splitlines()[-1]
    assert "| hard@20 | openspiel@20 | 62.5% [" in last
    assert last.endswith("| 50.0% | 4 | 10.0 | 200.0 |")
    equal = next(other for other in script.PLAN if other.a == "hard:seconds")
    assert script.spiel_pace(equal, lines) == pytest.approx(0.2)
