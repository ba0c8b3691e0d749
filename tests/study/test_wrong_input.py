"""What cannot be studied is refused in one sentence, and nothing is written."""

import json
from pathlib import Path

import pytest

from study.files import contents
from terminal.running import environment, parlour

TUNE = ("tune", "st-croix", "--vary", "young=false,true", "--out", "run")
SIMULATE = ("simulate", "st-croix", "--out", "run")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("simulate",), "Say which game to study, such as st-croix; `parlour games` lists them."),
        (("simulate", "ludo"), "There is no game 'ludo'."),
        (("simulate", "--resume"), "Say which folder to resume, as in `parlour simulate --resume --out FOLDER`."),
        ((*SIMULATE, "--games", "0"), "A run has from 1 to 10,000,000 games, not 0."),
        ((*SIMULATE, "--seats", "9"), "St. Croix is for 2 to 6 seats, not 9."),
        ((*SIMULATE, "--bots", "genius"), "There is no bot 'genius'."),
        ((*SIMULATE, "--bots", ""), "There is no bot ''."),
        ((*SIMULATE, "--bots", "hard"), "hard thinks by the clock, so its games could not be repeated; say how many"),
        ((*SIMULATE, "--seats", "2", "--bots", "normal,easy,random"), "3 bots are named for 2 seats."),
        ((*SIMULATE, "--option", "fly=yes"), "St. Croix has no option 'fly'."),
        ((*SIMULATE, "--preset", "huge"), "St. Croix has no preset 'huge'."),
        ((*SIMULATE, "--deck", "missing.toml"), "missing.toml: the deck file cannot be read"),
        ((*SIMULATE, "--followed", "-1"), "--followed takes a number of games from 0 on, not -1."),
        ((*SIMULATE, "--workers", "0"), "At least 1 process must do the work, not 0."),
        ((*SIMULATE, "--workers", "2", "--cluster", "tcp://127.0.0.1:1"), "--workers is for this machine only;"),
        (
            (*SIMULATE, "--cluster", "nonsense"),
            "A cluster's address looks like tcp://10.0.0.1:8786, unlike 'nonsense'.",
        ),
        ((*SIMULATE, "--cluster", "tcp://127.0.0.1:1"), "There is no dask scheduler at tcp://127.0.0.1:1."),
        ((*SIMULATE, "--resume"), "run: there is no run.json in it, so it is not the folder of a run."),
        (
            ("simulate", "st-croix", "--out", "full"),
            "full exists and is not the folder of a run; choose another --out.",
        ),
        (
            ("simulate", "st-croix", "--out", "file"),
            "file exists and is not the folder of a run; choose another --out.",
        ),
        (("simulate", "--out", "damaged", "--resume"), "damaged/run.json: the file is damaged"),
        (("sweep", "st-croix", "--out", "run"), "A sweep needs something that varies"),
        (
            ("sweep", "--resume", "--out", "run"),
            "run: there is no sweep.json in it, so it is not the folder of a sweep.",
        ),
        (("tournament", "st-croix", "--out", "run"), "Say who takes part, as in --bots random,easy,normal."),
        (("tournament", "st-croix", "--bots", "normal,normal", "--out", "run"), "A bot appears twice in --bots;"),
        (
            ("tournament", "st-croix", "--bots", "easy,normal", "--deals", "0", "--out", "run"),
            "at least 1 deal, not 0.",
        ),
        (("worth", "st-croix", "--card", "canon"), "has no card 'canon'. Did you mean cannon?"),
        ((*TUNE, "--goal", "tied<150%"), "A share lies between 0% and 100%, unlike 'tied<150%'."),
        ((*TUNE, "--goal", "ending:boredom<1%"), "No game of St. Croix ends by 'boredom', as in 'ending:boredom<1%'."),
        ((*TUNE, "--goal", "used:canon>9%"), "Nothing called 'canon' is used in St. Croix, as in 'used:canon>9%'. Did"),
        ((*TUNE, "--goal", "used:7>9%"), "as in 'used:7>9%'. Did you mean cane bay?"),
        ((*TUNE, "--vary", "deck.1.copies=1..900", "--goal", "turns<9"), "1..900 has 900 values; a range has up to"),
        (("again", "run", "0", "--save", "x"), "run: there is no run.json in it, so it is not the folder of a run."),
    ],
)
def test_wrong_input_gets_one_sentence(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "run.json").write_text('{"format": 1}')
    before = contents(tmp_path)
    result = parlour(*words, folder=tmp_path)
    assert result.returncode == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert contents(tmp_path) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["damaged", "file", "full"]


@pytest.mark.parametrize(
    ("begun", "other"),
    [
        (("simulate", "st-croix", "--games", "2"), "tournament"),
        (("tournament", "st-croix", "--bots", "random,easy", "--deals", "1"), "simulate"),
    ],
)
@pytest.mark.parametrize("early", [False, True], ids=["now", "early version"])
def test_what_one_command_began_another_does_not_go_on_with(
    tmp_path: Path, begun: tuple[str, ...], other: str, early: bool
) -> None:
    """Early versions wrote plans without their kind; these are still told apart."""
    played = parlour(*begun, "--seats", "2", "--followed", "0", "--workers", "1", "--out", "run", folder=tmp_path)
    assert played.returncode == 0, played.stderr
    plan = json.loads((tmp_path / "run" / "run.json").read_text())
    assert plan["kind"] == begun[0]
    if early:
        del plan["kind"]
        (tmp_path / "run" / "run.json").write_text(json.dumps(plan))
    before = contents(tmp_path)
    result = parlour(other, "--resume", "--out", "run", folder=tmp_path)
    assert result.returncode == 2
    assert result.stderr == f"run was begun by another command; resume it with: parlour {begun[0]} --resume --out run\n"
    assert contents(tmp_path) == before
    resumed = parlour(begun[0], "--resume", "--out", "run", folder=tmp_path)
    assert resumed.returncode == 0, resumed.stderr


@pytest.mark.parametrize(
    ("module", "extra", "words"),
    [
        ("polars", "report", SIMULATE),
        ("distributed", "cluster", (*SIMULATE, "--cluster", "tcp://127.0.0.1:1")),
    ],
)
def test_a_missing_extra_is_named(tmp_path: Path, module: str, extra: str, words: tuple[str, ...]) -> None:
    """As on a machine where the extra is not installed: importing it fails."""
    import subprocess
    import sys

    code = f"import sys; sys.modules[{module!r}] = None; from parlour.cli import main; sys.argv[1:] = {words!r}; main()"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert f"pip install 'parlour[{extra}]'" in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "run").exists()
