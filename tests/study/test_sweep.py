"""Sweeps: the same deals at every point of a grid."""

import json
import re
from pathlib import Path

import pytest

from parlour.core.errors import ParlourError
from parlour.study import words
from parlour.study.plan import read_plan
from parlour.study.reading import read_sample
from parlour.study.sweep import Fixed, make_changes, make_points, read_points
from parlour.study.vary import every_change, read_grid
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
    assert f" {'+' if wanted > 0 else ''}{words.number(wanted)} (" in line
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


FIXED: Fixed = {
    "games": 1,
    "seats": None,
    "bots": ["normal"],
    "options": {},
    "deck": None,
    "seed": "s",
    "followed": 0,
}


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
        (("chairs=2,3",), "St. Croix has no option 'chairs' to vary."),
        (("seats=2,9",), "St. Croix is for 2 to 6 seats, not 9."),
        (("seats=2,many",), "seats takes whole numbers, not 'many'."),
        (("bots=normal,genius",), "There is no bot 'genius'."),
        (("deck.canon.copies=2,4",), "has no card 'canon'. Did you mean cannon?"),
        (("deck.cannon.colour=2,4",), "cannon of the deck St. Croix, reconstructed has no 'colour'"),
        (("deck.cannon.copies=2,many",), "deck.cannon.copies takes whole numbers, not 'many'."),
        (("deck.cannon.copies=2,2000",), "cannon.copies takes a whole number from 0 to 100, not 2000."),
        (("deck.cannon.copies=6..2",), "6..2 is no range"),
        (("deck.*.copies=1..6",), "a sweep takes up to 200"),
    ],
)
def test_a_wrong_grid_is_refused(pairs: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(ParlourError, match=re.escape(sentence)):
        make_points("st-croix", read_grid("st-croix", pairs), **FIXED)


def test_what_varies_cannot_be_fixed() -> None:
    grid = read_grid("st-croix", ["turn_cap=200,300"])
    fixed: Fixed = {**FIXED, "options": {"turn_cap": 100}}
    with pytest.raises(ParlourError, match="turn_cap cannot vary and be fixed"):
        make_points("st-croix", grid, **fixed)


def test_counts_seats_and_bots_vary() -> None:
    pairs = ["deck.cannon.copies=2..3", "seats=2,3", "bots=normal,random+easy"]
    points = make_points("st-croix", read_grid("st-croix", pairs), **FIXED)
    assert len(points) == 8
    last = points[-1].plan
    assert (last.seats, last.bots, last.open_deck().card("cannon").copies) == (3, ["random", "easy", "random"], 3)
    assert "--option deck.cannon.copies=3" in last.made_by
    assert points[-1].name == "deck.cannon.copies=3, seats=3, bots=random_easy"


def test_expert_has_a_number_of_iterations_in_a_study() -> None:
    points = make_points("st-croix", read_grid("st-croix", ["bots=normal,expert"]), **FIXED)
    assert [point.plan.bots[0] for point in points] == ["normal", "expert@100"]
    assert "expert@100" in points[-1].plan.made_by


def test_every_change_alone() -> None:
    """One point for each other value of an option, and for one copy more and less of each card."""
    grid = every_change("st-croix", {})
    points, refused = make_changes("st-croix", grid, False, **FIXED)
    assert points[0].settings == {}
    assert {"lizard_on_any": True} in [point.settings for point in points]
    counts = [point.settings.get("deck.cannon.copies") for point in points]
    assert [count for count in counts if count is not None] == [3, 5]
    assert all(len(point.settings) == 1 for point in points[1:])
    assert len(points) + len(refused) == 1 + sum(len(values) - 1 for values in grid.values())


def test_decks_of_a_fixed_size_change_at_the_cost_of_the_commonest_card() -> None:
    """Mine & Craft deals all its resource cards into piles, so one card more means one less of another."""
    grid = every_change("mine-and-craft", {})
    fixed: Fixed = {**FIXED, "seats": None}
    points, refused = make_changes("mine-and-craft", grid, False, **fixed)
    found = [point.settings for point in points]
    assert {"deck.creeper.copies": 6, "deck.wood2.copies": 9} in found
    assert {"deck.wood2.copies": 11, "deck.wood1.copies": 7} in found
    assert refused and all("a Craft Card has exactly 1 copy" in name for name in refused)


def test_one_line_for_each_change(tmp_path: Path) -> None:
    words = (*WORDS, "--each", "--vary", "turn_cap=400,10", "--vary", "young=false,true", "--workers", "1")
    result = parlour(*words, folder=tmp_path)
    assert result.returncode == 0, result.stderr
    lines = [line.split()[0] for line in result.stdout.splitlines() if line.startswith(("turn_cap", "young"))]
    assert sorted(lines) == ["turn_cap=10", "young=true"]
