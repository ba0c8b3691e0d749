"""Sweeps: the same deals at every point of a grid."""

import json
from pathlib import Path

import pytest

from parlour.core.errors import ParlourError
from parlour.study.plan import read_plan
from parlour.study.reading import read_sample
from parlour.study.sweep import make_points, read_grid, read_points
from study.files import contents
from terminal.running import parlour

WORDS = (
    "sweep",
    "st-croix",
    "--seats",
    "2",
    "--preset",
    "tiny",
    "--games",
    "40",
    "--followed",
    "2",
    "--bots",
    "normal",
)
VARY = ("--vary", "turn_cap=400,10", "--vary", "lizard_on_any=false,true")


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("sweep")
    result = parlour(*WORDS, *VARY, "--out", "grid", "--workers", "1", folder=folder)
    assert result.returncode == 0, result.stderr
    return folder / "grid", result.stdout


def test_every_point_of_the_grid_is_a_run(swept: tuple[Path, str]) -> None:
    folder, said = swept
    about = json.loads((folder / "sweep.json").read_text())
    assert about["vary"] == {"turn_cap": [400, 10], "lizard_on_any": [False, True]}
    names = [run["name"] for run in about["runs"]]
    assert names[0] == about["base"] == "turn_cap=400, lizard_on_any=false"
    assert len(names) == 4
    for run in about["runs"]:
        plan = read_plan(folder / run["name"])
        assert {name: plan.options[name] for name in run["settings"]} == run["settings"]
        assert run["name"] in " ".join(said.split())  # lines may be wrapped


def test_games_are_paired_by_number(swept: tuple[Path, str]) -> None:
    """The same number is the same deal: who begins does not depend on a house rule about one card."""
    base, other = (read_sample(swept[0] / f"turn_cap=400, lizard_on_any={on}").games for on in ("false", "true"))
    assert base["number"].to_list() == other["number"].to_list()
    assert base["first"].to_list() == other["first"].to_list()
    assert base["decisions"].to_list() != other["decisions"].to_list()


def test_the_differences_are_those_of_the_tables(swept: tuple[Path, str]) -> None:
    """What the terminal says is the mean of differences of paired games, and the cap shows as a guard."""
    folder, said = swept
    base, capped = (read_sample(folder / f"turn_cap={cap}, lizard_on_any=false").games for cap in (400, 10))
    wanted = float((capped["turns"] - base["turns"]).mean())  # type: ignore[arg-type]  # a column of numbers
    part = said.split("turn_cap=10, lizard_on_any=false")[1].split("turn_cap=10, lizard_on_any=true")[0]
    line = next(line for line in part.splitlines() if line.startswith("turns a game"))
    assert f"{wanted:+.2f} [" in line
    assert "ended by a guard" in part
    assert capped["guard"].to_list().count("turn limit") > 0


def test_a_sweep_goes_on_and_is_not_mixed_with_another(swept: tuple[Path, str]) -> None:
    folder, _ = swept
    before = contents(folder)
    refused = parlour(*WORDS, *VARY, "--out", "grid", folder=folder.parent)
    assert (refused.returncode, "add --resume" in refused.stderr) == (2, True)
    other = parlour(*WORDS, "--vary", "turn_cap=400,20", "--out", "grid", "--resume", folder=folder.parent)
    assert (other.returncode, "another sweep" in other.stderr) == (2, True)
    resumed = parlour("sweep", "--resume", "--out", "grid", folder=folder.parent)
    assert resumed.returncode == 0, resumed.stderr
    assert contents(folder) == before
    assert len(read_points(folder)[1]) == 4


def test_decks_can_be_varied(tmp_path: Path) -> None:
    """A designer changes one line of a deck and compares."""
    from importlib import resources

    text = resources.files("parlour.games.st_croix").joinpath("tiny.toml").read_text()
    (tmp_path / "old.toml").write_text(text)
    (tmp_path / "new.toml").write_text(text.replace("copies = 2", "copies = 3", 1))
    assert (tmp_path / "new.toml").read_text() != text
    words = ("sweep", "st-croix", "--seats", "2", "--games", "20", "--followed", "0", "--workers", "1")
    result = parlour(*words, "--vary", "deck=old.toml,new.toml", "--out", "decks", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    plans = [read_plan(tmp_path / "decks" / f"deck={name}") for name in ("old", "new")]
    assert plans[0].deck_digest != plans[1].deck_digest
    (tmp_path / "new.toml").unlink()  # a run holds its deck: it can be played again without the file
    assert parlour("again", "decks/deck=new", "3", "--save", "game.jsonl", folder=tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        ((), "A sweep needs something that varies"),
        (("turn_cap=200",), "A sweep needs something that varies"),
        (("turn_cap",), "What varies is given as name=value,value, not 'turn_cap'."),
        (("turn_cap=200,,300",), "What varies is given as name=value,value"),
        (("turn_cap=200,200",), "'turn_cap=200,200' names a value twice."),
        (("turn_cap=200,300", "turn_cap=10,20"), "turn_cap varies twice"),
        (("turn_cap=200,fast",), "Option turn_cap takes a whole number from"),
        (("seats=2,3",), "St. Croix has no option 'seats' to vary."),
    ],
)
def test_a_wrong_grid_is_refused(pairs: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(ParlourError, match=sentence.replace(".", "\\.")):
        read_grid("st-croix", pairs)


def test_what_varies_cannot_be_fixed() -> None:
    grid = read_grid("st-croix", ["turn_cap=200,300"])
    with pytest.raises(ParlourError, match="turn_cap cannot vary and be fixed"):
        make_points(
            "st-croix",
            grid,
            games=1,
            seats=2,
            bots=["normal"],
            options={"turn_cap": 100},
            deck=None,
            seed="s",
            followed=0,
        )
