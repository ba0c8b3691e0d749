"""The ladder and trajectories: ratings from stored games, and every decision of a run as it was made."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import parlour as package
from parlour.core.game import View
from parlour.envs.rewards import rewards_of
from parlour.envs.trajectories import TRAJECTORIES
from parlour.study.ladder import read_ladder
from parlour.study.plan import read_plan
from parlour.study.play import replay_game
from study.files import contents
from terminal.running import parlour

ROOT = Path(__file__).resolve().parents[2]
WORDS = ("ladder", "--bots", "random,normal", "--deals", "12", "--game", "around-mackinac", "--game", "st-croix")


@pytest.fixture(scope="module")
def climbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ladder")
    result = parlour(*WORDS, "--out", "ladder", "--workers", "1", folder=folder)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[0].split() == ["bot", "rating", "(openskill)", "games"]
    return folder / "ladder"


def test_the_ladder_rates_all_games_together(climbed: Path) -> None:
    found = read_ladder(climbed)
    assert [rung.plan.game for rung in found.rungs] == ["around-mackinac", "st-croix"]
    assert [rating.bot for rating in found.overall] == ["normal", "random"]
    assert all(rating.games == 2 * 2 * 12 for rating in found.overall)
    better, worse = found.overall
    assert better.mean > 25.0 > worse.mean
    assert (climbed / "ladder.md").read_text().splitlines()[2].startswith("| normal | ")


def test_what_is_played_is_not_played_again(climbed: Path) -> None:
    before = contents(climbed)
    result = parlour(*WORDS, "--out", "ladder", "--workers", "1", folder=climbed.parent)
    assert result.returncode == 0, result.stderr
    assert contents(climbed) == before


def test_another_number_of_deals_is_another_ladder(climbed: Path) -> None:
    result = parlour(*WORDS[:4], "3", *WORDS[-4:], "--out", "ladder", folder=climbed.parent)
    assert result.returncode == 2
    assert "holds another run (its games: 24, asked for: 6)" in result.stderr


def test_trajectories_are_the_decisions_of_the_games(climbed: Path) -> None:
    folder = climbed / "st-croix"
    result = parlour("trajectories", str(folder), "--games", "3", folder=climbed.parent)
    assert result.returncode == 0, result.stderr
    rows = pl.read_parquet(folder / TRAJECTORIES)
    plan = read_plan(folder)
    place = 0
    for number in range(3):
        match = replay_game(plan, number)
        assert match.outcome is not None
        rewards = rewards_of(match.outcome, "ranks")
        again = package.Match(match.game, match.seed)
        for decision, entry in enumerate(match.record.entries):
            row = rows.row(place, named=True)
            view: View = again.view(entry.seat)
            assert (row["game"], row["decision"], row["seat"]) == (number, decision, entry.seat)
            assert row["bot"] == plan.lineup(number)[entry.seat]
            assert np.flatnonzero(row["mask"]).tolist() == list(view.legal)
            assert row["action"] == entry.action
            assert row["return"] == rewards[entry.seat]
            numbers = [number for piece in match.game.encode(view).values() for number in piece]
            assert row["observation"] == pytest.approx(numbers, abs=1e-6)
            again.play(entry.seat, entry.action)
            place += 1
    assert place == rows.height


def test_the_example_learns_from_them(climbed: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.parquet"
    result = parlour("trajectories", str(climbed / "st-croix"), "--out", str(file), folder=tmp_path)
    assert result.returncode == 0, result.stderr
    words = [sys.executable, str(ROOT / "examples" / "learn_from_games.py"), str(file), "--epochs", "10"]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    same, chance = (float(share) for share in re.findall(r"in ([\d.]+)%", said.splitlines()[1]))
    assert same > 1.5 * chance


def test_wrong_wishes_get_a_sentence(climbed: Path) -> None:
    for words, sentence in (
        (("ladder", "--deals", "0"), "A ladder has at least 1 deal, not 0."),
        (("ladder", "--bots", "hard,normal", "--out", "other"), "hard thinks by the clock"),
        (("trajectories", "nowhere"), "nowhere: there is no run.json in it"),
        (("trajectories", str(climbed / "st-croix"), "--games", "0"), "--games takes a number from 1 on, not 0."),
    ):
        result = parlour(*words, folder=climbed.parent)
        assert result.returncode == 2
        assert sentence in result.stderr
