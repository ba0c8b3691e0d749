"""Tuning: goals are read, candidates race, finalists are confirmed, and wrong input changes nothing."""

import json
from pathlib import Path

import pytest

from parlour.core.cards import read_deck
from parlour.core.errors import ParlourError
from parlour.study.goals import measured, read_goals
from parlour.study.reading import read_sample
from parlour.study.tune import Candidate, Search, Task, described, prepare
from parlour.study.work import Alone, RunFolder, play_runs
from study.files import contents
from study.samples import Hand, sample
from terminal.running import parlour


def test_goals_are_ranges_of_measured_numbers() -> None:
    turns, first, ending, used = read_goals(["turns=25..35", "first=even", "ending:guard<1%", "used:Lizard>30%"])
    assert [turns.distance(value) for value in (25, 30, 35)] == [0.0, 0.0, 0.0]
    assert turns.distance(20.0) == pytest.approx(4.0)  # 20 % below, in units of 5 %
    assert (first.distance(0.019), round(first.distance(0.12), 3)) == (0.0, 2.0)
    assert (ending.about, used.about) == ("guard", "lizard")
    run = sample([Hand((1, 0), turns=10, uses=[(0, "Lizard")], guard="limit"), Hand((0, 1), turns=20)])
    values = [one.value for one in measured([turns, first, ending, used], [run, run])]
    assert values == [15.0, 0.0, 0.5, 0.5]


@pytest.mark.parametrize(
    ("goals", "sentence"),
    [
        ([], "Say what you want"),
        (["turns"], "A goal is given as turns=25..35"),
        (["fun=10"], "There is no goal for 'fun'"),
        (["ending<1%"], "There is no goal for 'ending'"),
        (["turns=many"], "'many' in the goal 'turns=many' is no number"),
        (["turns=35..25"], "The range of 'turns=35..25' is empty"),
        (["tied>120%"], "A share lies between 0% and 100%"),
        (["turns<20", "turns>30"], "The goals 'turns<20' and 'turns>30' contradict each other."),
    ],
)
def test_wrong_goals_get_one_sentence(goals: list[str], sentence: str) -> None:
    with pytest.raises(ParlourError, match=sentence.replace(".", "\\.")):
        read_goals(goals)


def task(**changes: object) -> Task:
    given: dict[str, object] = {
        "game": "st-croix",
        "goals": ["turns>13"],
        "vary": {"deck.moko.copies": [1, 2, 3], "lizard_on_any": [False, True]},
        "games": 1000,
        "confirm": 60,
        "seats": 2,
        "bots": ["random"],
        "options": {},
        "deck": "tiny",
        "seed": "s",
        "made_by": "",
    }
    return Task(**{**given, **changes})  # type: ignore[arg-type]  # one dict of all


def search(folder: Path, asked: Task) -> Search:
    prepare(folder, asked, False)
    return Search(asked, folder, lambda runs: play_runs(runs, Alone(), lambda games: None))


def test_candidates_race_and_the_better_half_goes_on(tmp_path: Path) -> None:
    found = search(tmp_path / "a", task())
    found.run()
    played = sorted((one.games for one in found.tried.values()), reverse=True)
    assert found.candidate({}) is None  # the game as it is was tried
    assert played[0] > played[-1] == 100
    front = found.front()
    assert [one.size for one in front] == sorted(one.size for one in front)
    finalists = found.confirm()
    assert finalists[0].settings == {} and all(one.games == 60 for one in finalists)
    assert finalists[0].runs[0].plan.seed == "s confirm"
    decks = found.write_decks(finalists)
    changed = [(one, deck) for one, deck in zip(finalists, decks, strict=True) if "deck.moko.copies" in one.settings]
    for one, deck in changed:
        assert deck is not None and read_deck(deck).card("moko").copies == one.settings["deck.moko.copies"]


def test_a_search_that_is_begun_again_takes_the_same_way(tmp_path: Path) -> None:
    first = search(tmp_path / "a", task(games=300))
    first.run()
    before = contents(tmp_path / "a")
    again = Search(first.task, tmp_path / "a", lambda runs: play_runs(runs, Alone(), lambda games: None))
    again.run()
    assert contents(tmp_path / "a") == before
    assert [one.distance for one in again.ranked()] == [one.distance for one in first.ranked()]


def test_what_cannot_be_played_is_no_candidate(tmp_path: Path) -> None:
    found = search(tmp_path / "a", task())
    assert found.candidate({"deck.moko.copies": 99}) is None
    small = found.candidate({"deck.moko.copies": 3, "lizard_on_any": True})
    assert small is not None and isinstance(small, Candidate)
    assert described(small.settings) == "moko.copies=3, lizard_on_any=true"


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    words = ("tune", "st-croix", "--seats", "2", "--preset", "tiny", "--bots", "random", "--workers", "1", "--out", "t")
    goals = ("--goal", "turns>13", "--vary", "deck.moko.copies=1..3")
    result = parlour(*words, *goals, "--games", "200", "--confirm", "40", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    page = (tmp_path / "t" / "tune.html").read_text(encoding="utf-8")
    assert "Bots are not people" in page and "Goal: turns&gt;13" in page
    assert json.loads((tmp_path / "t" / "tune.json").read_text())["goals"] == ["turns>13"]
    assert read_sample(next((tmp_path / "t" / "finalists").iterdir())).count == 40
    resumed = parlour("tune", "--resume", "--out", "t", folder=tmp_path)
    assert resumed.stdout == result.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--goal", "turns=x", "--vary", "deck.*.copies=1..3"), "'x' in the goal 'turns=x' is no number."),
        (("--goal", "turns>9"), "Say what may change, as in --vary deck.*.copies=1..6."),
        (("--goal", "turns>9", "--vary", "deck.canon.copies=1..3"), "has no card 'canon'. Did you mean cannon?"),
        (("--goal", "turns>9", "--vary", "turn_cap=10,20", "--option", "turn_cap=5"), "turn_cap"),
        (("--goal", "turns>9", "--vary", "turn_cap=10,20", "--games", "0"), "A search plays at least 1 game"),
    ],
)
def test_wrong_input_gets_one_sentence(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    result = parlour("tune", "st-croix", *words, "--out", "t", folder=tmp_path)
    assert result.returncode == 2 and sentence in result.stderr and result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_runs_of_a_search_are_runs(tmp_path: Path) -> None:
    found = search(tmp_path / "a", task(games=100))
    found.run()
    run = next((tmp_path / "a" / "tries").iterdir())
    assert RunFolder(read_sample(run).plan, run).finished()
