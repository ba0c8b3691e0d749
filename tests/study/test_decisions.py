"""Decisions that matter, and minutes: bounded, honest about noise, and drawn."""

from pathlib import Path

import pytest

from parlour.study.decisions import WORLDS, Decision, look, summary
from parlour.study.decisions_report import decision_chapter
from parlour.study.minutes import DEALING, HANDLING, minutes
from parlour.study.plan import make_plan
from study.samples import Hand, sample
from terminal.running import parlour


def decision(game: int, gap: float, hidden: float | None = 0.5) -> Decision:
    return Decision(game, 0.5, 3, gap, gap, 0.04, 0.01, hidden)


def test_decisions_are_summed_up_over_games() -> None:
    found = summary([decision(0, 0.1), decision(0, 0.0), decision(1, 0.2), decision(1, 0.0)])
    assert found is not None
    assert (found.decisions, round(found.gap.value, 3), found.matter.value) == (4, 0.075, 0.5)
    assert found.gap.count == 2 and [round(gap, 3) for _, gap, _ in found.along] == [0.075]


def test_few_decisions_of_a_game_are_looked_at() -> None:
    plan = make_plan("st-croix", games=2, seats=3, options={"deck": "tiny_three"})
    done: list[int] = []
    found = look(plan, 2, done.append)
    assert done == [1, 1] and 2 <= len(found) <= 40
    assert all(-1.0 <= one.gap <= 1.0 for one in found) and WORLDS % 2 == 0
    assert any(one.hidden is not None and one.hidden > 0 for one in found)
    assert look(plan, 2, done.append) == found  # the same every time
    told = summary(found)
    assert told is not None
    chapter = decision_chapter(plan, told, [], [])
    assert "The best action is" in chapter.summary[0] and len(chapter.sections) == 2


def test_minutes_follow_from_turns_and_choices() -> None:
    """Ten turns of two decisions, the first with one choice, the others with more."""
    run = sample([Hand((1, 0), turns=1)] * 3)
    assert run.turns["choices"].to_list() == [2, 2, 2] and run.turns["decisions"].to_list() == [2, 2, 2]
    assert minutes(run) is None  # with one turn a game, nobody waits
    found = minutes(sample([Hand((1, 0), turns=3)] * 3))
    assert found is not None
    assert found.waiting.value == pytest.approx(2 * HANDLING + 2 * 2.0)
    assert found.game.value * 60 == pytest.approx(DEALING + 6 * HANDLING + 4.0 * (0 + 1 + 1.58496), rel=1e-3)


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    words = ("decisions", "around-mackinac", "--seats", "2", "--games", "2", "--ladder", "2")
    result = parlour(*words, folder=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "The skill ladder: easy among random wins" in " ".join(result.stdout.split())
    page = (tmp_path / "decisions-around-mackinac.html").read_text(encoding="utf-8")
    assert "Skill depth" in page and "parlour decisions around-mackinac" in page
    wrong = parlour(*words[:-1], "-1", folder=tmp_path)
    assert (wrong.returncode, wrong.stderr) == (2, "--ladder takes a number of games from 0 on, not -1.\n")
