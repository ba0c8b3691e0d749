"""Decisions that matter, and minutes: bounded, honest about noise, and drawn."""

from pathlib import Path

import msgspec
import pytest

from parlour.study.decision_study import Setting, make_study
from parlour.study.decisions import WORLDS, Decision, look, look_batch, summary
from parlour.study.minutes import DEALING, HANDLING, minutes
from parlour.study.plan import Batch, make_plan
from study.files import contents
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
    found = look(plan, range(2))
    assert 2 <= len(found) <= 40 and {one.game for one in found} == {0, 1}
    assert all(-1.0 <= one.gap <= 1.0 for one in found) and WORLDS % 2 == 0
    assert any(one.hidden is not None and one.hidden > 0 for one in found)
    parts = [msgspec.json.decode(look_batch(plan, Batch(n, n + 1)), type=list[Decision]) for n in range(2)]
    assert [*parts[0], *parts[1]] == found  # the same every time, and in batches


def test_minutes_follow_from_turns_and_choices() -> None:
    """Ten turns of two decisions, the first with one choice, the others with more."""
    run = sample([Hand((1, 0), turns=1)] * 3)
    assert run.turns["choices"].to_list() == [2, 2, 2] and run.turns["decisions"].to_list() == [2, 2, 2]
    assert minutes(run) is None  # with one turn a game, nobody waits
    found = minutes(sample([Hand((1, 0), turns=3)] * 3))
    assert found is not None
    assert found.waiting.value == pytest.approx(2 * HANDLING + 2 * 2.0)
    assert found.game.value * 60 == pytest.approx(DEALING + 6 * HANDLING + 4.0 * (0 + 1 + 1.58496), rel=1e-3)


WORDS = ("decisions", "around-mackinac", "--seats", "2", "--games", "2", "--ladder", "2", "--workers", "1")


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    result = parlour(*WORDS, folder=tmp_path)
    assert result.returncode == 0, result.stderr
    said = " ".join(result.stdout.split())
    assert "The skill ladder (2 seats): easy against random wins" in said and "minutes; a player waits" in said
    assert "expert has no network for All Around Mackinac Island with 2 seats" in said and "expert@50" not in said
    folder = tmp_path / "decisions-around-mackinac"
    page = (folder / "decisions.html").read_text(encoding="utf-8")
    for part in ("Skill depth", "How much is luck, how much is play?", "How long do people play and wait?"):
        assert part in page
    assert "parlour decisions around-mackinac --seats 2" in page

    again = parlour(*WORDS, folder=tmp_path)
    assert (again.returncode, "holds this study of decisions already" in again.stderr) == (2, True)
    next((folder / "looks").iterdir()).write_text("[", encoding="utf-8")  # damaged, so it is made again
    before = contents(folder)
    resumed = parlour("decisions", "--resume", "--out", folder.name, "--workers", "1", folder=tmp_path)
    assert (resumed.returncode, resumed.stdout) == (0, result.stdout)
    assert contents(folder) != before and set(contents(folder)) == set(before)


def test_expert_is_on_the_ladder_where_it_does_not_play_as_hard(tmp_path: Path) -> None:
    fixed: Setting = {"seats": None, "options": {}, "deck": None, "seed": "s"}
    found = make_study("mine-and-craft", tmp_path / "d", looked=1, climbs=1, bot="normal", made_by="", **fixed)
    assert ("expert@50", "normal") in found.about.ladder and found.about.note == ""
    assert found.steps["expert@50", "normal"].games == 2  # every deal from both seats
    found = make_study("deluxe-memory", tmp_path / "d", looked=1, climbs=1, bot="normal", made_by="", **fixed)
    assert ("expert@50", "hard@50") in found.about.ladder and found.about.note == ""  # by its sharp policy
    found = make_study("around-mackinac", tmp_path / "d", looked=1, climbs=1, bot="normal", made_by="", **fixed)
    assert found.about.ladder[-1] == ("hard@50", "normal") and "plays as hard" in found.about.note


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--ladder", "-1"), "--ladder takes a number of games from 0 on, not -1."),
        (("--games", "0"), "Decisions are looked at in at least 1 game, not 0."),
        (("--start", "x.json"), "Decisions are looked at in dealt games; --start and --followed are for simulate."),
        (
            ("--bots", "hard"),
            "hard thinks by the clock, so its games could not be repeated; say how many iterations, as in hard@500.",
        ),
        (("--workers", "0"), "At least 1 process must do the work, not 0."),
    ],
)
def test_bad_input_is_refused_and_nothing_is_written(wrong: tuple[str, str], said: str, tmp_path: Path) -> None:
    result = parlour("decisions", "around-mackinac", *wrong, folder=tmp_path)
    assert (result.returncode, result.stderr) == (2, f"{said}\n")
    assert list(tmp_path.iterdir()) == []
