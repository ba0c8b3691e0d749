"""Tournaments: everybody meets everybody on the same deals."""

import json
from collections import Counter
from pathlib import Path

import pytest

from parlour.core.errors import ParlourError
from parlour.study import words
from parlour.study.plan import read_plan
from parlour.study.reading import read_sample
from parlour.study.tournament import meetings, results
from study.files import contents
from terminal.running import parlour

WORDS = ("tournament", "st-croix", "--seats", "3", "--bots", "random,normal,easy", "--deals", "8", "--followed", "0")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("tournament")
    result = parlour(*WORDS, "--out", "cup", "--workers", "1", folder=folder)
    assert result.returncode == 0, result.stderr
    return folder / "cup", result.stdout


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_have_the_same_seats_against_each_other(seats: int) -> None:
    found = meetings(["a", "b", "c"], seats)
    assert len({tuple(lineup) for lineup in found}) == len(found)
    taken: Counter[tuple[frozenset[str], str, int]] = Counter()
    for lineup in found:
        assert len(set(lineup)) == 2
        for seat, bot in enumerate(lineup):
            taken[frozenset(lineup), bot, seat] += 1
    assert len(taken) == 3 * 2 * seats
    assert len(set(taken.values())) == 1


def test_every_line_up_plays_every_deal(played: tuple[Path, str]) -> None:
    games = read_sample(played[0]).games
    plan = read_plan(played[0])
    assert games.height == 8 * len(plan.lineups)
    for deal in range(8):
        lineups = games.filter(games["deal"] == deal)["bots"].to_list()
        assert lineups == plan.lineups


def test_the_cross_table_counts_the_wins(played: tuple[Path, str]) -> None:
    folder, _ = played
    plan = read_plan(folder)
    found = results(folder, plan)
    games = read_sample(folder).games
    for bot in plan.bots:
        for other in plan.bots:
            if bot == other:
                continue
            wins, count = 0.0, 0
            for lineup, won in games.select("bots", "wins").iter_rows():
                if set(lineup) == {bot, other}:
                    count += 1
                    wins += sum(win for name, win in zip(lineup, won, strict=True) if name == bot)
            share = found.meeting(bot, other).share
            assert share.value == pytest.approx(wins / count)
            assert share.low <= share.value <= share.high
            assert share.value + found.meeting(other, bot).share.value == pytest.approx(1.0)


def test_ratings_put_the_weakest_last_and_are_written_down(played: tuple[Path, str]) -> None:
    folder, said = played
    about = json.loads((folder / "tournament.json").read_text())
    rated = about["results"]["ratings"]
    assert rated[-1]["bot"] == "random"
    assert rated[-1]["mean"] + 2 * rated[-1]["uncertainty"] < rated[0]["mean"]
    assert all(0 < rating["uncertainty"] < 25 / 3 for rating in rated)
    assert about["deals"] == 8
    assert about["made_by"] == "parlour tournament st-croix --seats 3 --bots random,normal,easy --deals 8 --followed 0"
    for word in ("rating (openskill)", "wins in % against", "random", "normal", "easy"):
        assert word in said


def test_a_tournament_is_the_same_for_two_workers_and_when_resumed(played: tuple[Path, str], tmp_path: Path) -> None:
    result = parlour(*WORDS, "--out", "cup", "--workers", "2", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    assert contents(tmp_path / "cup") == contents(played[0])
    again = parlour("tournament", "--resume", "--out", "cup", folder=tmp_path)
    assert again.returncode == 0, again.stderr
    assert contents(tmp_path / "cup") == contents(played[0])


@pytest.mark.parametrize("bots", [["normal"], ["normal", "normal"], [str(number) for number in range(13)]])
def test_a_tournament_needs_different_bots(bots: list[str]) -> None:
    with pytest.raises(ParlourError, match="tournament is between"):
        meetings(bots, 2)


def test_a_tournament_is_not_called_a_line_up(played: tuple[Path, str]) -> None:
    assert words.what(read_sample(played[0])).endswith(
        "3 seats, a tournament of random, normal and easy, default rules"
    )


@pytest.mark.parametrize("bots", ["random,easy,normal,hard@2", "random,easy,normal,hard@1,hard@2,hard@3"])
def test_no_number_is_cut_off_on_80_columns(tmp_path: Path, bots: str) -> None:
    played = parlour(
        *("tournament", "st-croix", "--preset", "tiny", "--seats", "2", "--bots", bots, "--deals", "1"),
        *("--followed", "0", "--workers", "1", "--out", "cup"),
        folder=tmp_path,
    )
    assert played.returncode == 0, played.stderr
    assert "…" not in played.stdout
    assert max(len(line) for line in played.stdout.splitlines()) <= 80
