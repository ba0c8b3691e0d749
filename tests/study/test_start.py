"""From any position on: simulate, play, duel and hint start where a file says."""

import json
from pathlib import Path

import pytest

import parlour as public
from parlour.study.reading import read_sample
from terminal.running import parlour

AT = ("--seats", "2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a position in which seat 0 wins by its next action."""
    found = tmp_path_factory.mktemp("start")
    position = {"turn": 0, "play_pile": ["3"], "players": [{"hand": ["9"]}, {"hand": ["1", "1", "2"]}]}
    whole = public.Match(public.game("st-croix", seats=2), start=position).position()
    (found / "won.json").write_text(json.dumps(whole))
    (found / "broken.json").write_text("{")
    (found / "list.json").write_text("[]")
    (found / "odd.json").write_text('{"turn": 0, "moon": 1}')
    return found


def test_every_game_of_a_run_starts_there(folder: Path) -> None:
    run = ("simulate", "st-croix", *AT, "--start", "won.json", "--games", "12", "--workers", "1", "--out", "run")
    result = parlour(*run, folder=folder)
    assert result.returncode == 0, result.stderr
    games = read_sample(folder / "run").games
    assert games["wins"].to_list() == [[1.0, 0.0]] * 12 and games["decisions"].to_list() == [1] * 12
    again = parlour("again", "run", "3", "--save", "game.jsonl", folder=folder)
    assert again.returncode == 0
    assert parlour("verify", "game.jsonl", folder=folder).returncode == 0


def test_a_duel_and_a_hint_start_there(folder: Path) -> None:
    duel = parlour(
        "duel", "st-croix", "normal", "random", "--start", "won.json", "--games", "4", "--workers", "1", folder=folder
    )
    assert "normal won 50.0%" in duel.stdout, duel.stderr  # seat 0 wins, whoever has it
    hint = parlour("hint", "--start", "won.json", "--game", "st-croix", *AT, "--iterations", "50", folder=folder)
    assert hint.returncode == 0 and "St. George" in hint.stdout, hint.stderr


def test_a_person_plays_on_from_there(folder: Path) -> None:
    played = parlour("play", "st-croix", *AT, "--start", "won.json", folder=folder, typed="1\ny\n")
    assert played.returncode == 0 and "sent every postcard" in played.stdout, played.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("simulate", "st-croix", *AT, "--start", "none.json"), "none.json: the position cannot be read"),
        (("simulate", "st-croix", *AT, "--start", "broken.json"), "broken.json: a position is a JSON file"),
        (("duel", "st-croix", "easy", "normal", "--start", "list.json"), "list.json: a position is a table of entries"),
        (("play", "st-croix", *AT, "--start", "odd.json"), "St. Croix: 'moon' is not an entry"),
        (("hint", "--start", "won.json"), "Say which game the position is of, as in --game st-croix."),
        (("hint",), "Name a saved game, or a position with --start and --game."),
        (("sweep", "st-croix", "--vary", "turn_cap=10,20", "--start", "won.json"), "A sweep deals its games;"),
    ],
)
def test_a_wrong_start_gets_one_sentence(folder: Path, words: tuple[str, ...], sentence: str) -> None:
    before = sorted(folder.iterdir())
    result = parlour(*words, folder=folder)
    assert result.returncode == 2
    assert sentence in result.stderr and result.stderr.count("\n") == 1
    assert sorted(folder.iterdir()) == before
