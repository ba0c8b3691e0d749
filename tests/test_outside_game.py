"""Games in packages of their own: found wherever Parlour looks for games, and no danger to the others.

The example is installed for real, and each part of Parlour is tried in a process of its own.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from outside import EXAMPLE, install_example, offer
from server.people import Person, running
from terminal.running import environment, parlour

SLUG = "midnight-masks"
MOST_LINES = 800

CHECKS = """
import parlour
from parlour.core.worlds import check_exact

for seats in (2, 3, 4):
    print(parlour.check_game(parlour.game("midnight-masks", seats), games=1, exact=seats == 2, elsewhere=seats == 4))
assert check_exact(parlour.game("midnight-masks", 3, "tiny"), ["a"]) > 10
"""
RESEARCH = """
import gymnasium, pyspiel
from pettingzoo.test import api_test
import parlour.envs.gym, parlour.envs.openspiel
from parlour import envs

table = envs.pettingzoo("midnight-masks", seats=3)
for agent in table.possible_agents:
    table.action_space(agent).seed(1)
api_test(table, num_cycles=60)
env = gymnasium.make("parlour/midnight-masks-v1")
env.reset(seed=1)
assert "parlour_midnight_masks" in pyspiel.registered_names()
"""
LOADED = """
import parlour
match = parlour.load("game.jsonl")
print(match.game.title, match.outcome is not None)
"""
DUPLICATE = "from parlour.games.st_croix import GAME"
BROKEN = {
    "no-module": ("", "ModuleNotFoundError: No module named 'no_module_at_all'"),
    "no-game": ("", "no_game has no GAME, a class derived from parlour.Game with its `about`"),
    "crashes": ("1 / 0", "ZeroDivisionError: division by zero"),
    "leaves": ("raise SystemExit('bye')", "SystemExit: bye"),
    "other-slug": (DUPLICATE, "its slug is 'st-croix'; name its entry point so, too"),
    "st-croix": (DUPLICATE, "the package parlour has a game of that name and is used instead"),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_example(tmp_path_factory.mktemp("masks"))


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)
    return site


def python(*words: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_commands_know_it(installed: Path, tmp_path: Path) -> None:
    listed = parlour("games", folder=tmp_path)
    assert re.search(rf"^{SLUG} +Midnight Masks +2-4 ", listed.stdout, re.MULTILINE) and listed.stderr == ""
    assert "- **MK-01**" in parlour("rules", SLUG, folder=tmp_path).stdout
    actions = (EXAMPLE / "midnight_masks" / "actions.txt").read_text(encoding="utf-8")
    assert parlour("actions", SLUG, folder=tmp_path).stdout == actions


def test_it_keeps_the_contract(installed: Path, tmp_path: Path) -> None:
    assert python("-c", CHECKS, folder=tmp_path).split() == ["[]", "[]", "[]"]


def test_it_is_played_saved_and_loaded(installed: Path, tmp_path: Path) -> None:
    play = ("play", SLUG, "--seats", "3", "--seed", "7", "--save", "game.jsonl")
    played = parlour(*play, "--bots", "easy,hard@20", folder=tmp_path, typed="1\n" * 200)
    assert played.returncode == 0 and played.stderr == ""
    assert "Choose the mask you wear." in played.stdout and "The ball is over." in played.stdout
    assert parlour("verify", "game.jsonl", folder=tmp_path).returncode == 0
    assert python("-c", LOADED, folder=tmp_path) == "Midnight Masks True\n"


def test_it_is_studied_in_worker_processes(installed: Path, tmp_path: Path) -> None:
    wanted = ("simulate", SLUG, "--games", "40", "--followed", "2", "--workers", "2", "--out", "run")
    done = parlour(*wanted, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert parlour("report", "run", folder=tmp_path).returncode == 0
    assert "Midnight Masks" in next((tmp_path / "run").glob("*.html")).read_text(encoding="utf-8")


def test_it_is_an_environment(installed: Path, tmp_path: Path) -> None:
    assert "Passed" in python("-W", "ignore", "-c", RESEARCH, folder=tmp_path)


def test_a_server_offers_it_with_its_look(installed: Path, tmp_path: Path) -> None:
    with running(str(tmp_path / "tables.db"), errors=tmp_path / "errors.txt") as server:
        ana = Person(server)
        games = {game["slug"]: game for game in ana.ask("/api/games").json["games"]}
        assert games[SLUG]["theme"]["cards"]["owl"]["icon"] == "barn-owl"
        assert games["st-croix"]["theme"] is None
        assert '<h2 id="the-masks">' in ana.ask(f"/api/games/{SLUG}/rules").json["html"]
    assert (tmp_path / "errors.txt").read_text() == ""


def test_its_own_tests_pass_and_name_every_rule(installed: Path, tmp_path: Path) -> None:
    python("-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE / "tests"), folder=tmp_path)
    rule = re.compile(r"MK-\d\d")
    rules = (EXAMPLE / "midnight_masks" / "rules.md").read_text(encoding="utf-8")
    tests = (EXAMPLE / "tests" / "test_rules.py").read_text(encoding="utf-8")
    assert set(rule.findall(rules)) == set(rule.findall(tests))


def test_it_stays_small() -> None:
    files = [
        file for file in EXAMPLE.rglob("*") if file.suffix in (".py", ".toml", ".txt") and "build" not in file.parts
    ]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MOST_LINES


def test_a_broken_package_is_a_sentence_and_the_other_games_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for slug, (code, _) in BROKEN.items():
        offer(tmp_path / "site", slug, code, "no_module_at_all" if slug == "no-module" else "")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"), prepend=os.pathsep)
    listed = parlour("games", folder=tmp_path)
    said = [f"The game {slug} of the package a-{slug} cannot be used: {why}." for slug, (_, why) in BROKEN.items()]
    assert sorted(listed.stderr.splitlines()) == sorted(said)
    assert listed.returncode == 0 and "\nst-croix " in listed.stdout
    rules = parlour("rules", "st-croix", folder=tmp_path)
    assert rules.returncode == 0 and rules.stderr == "", "what is wrong elsewhere is nothing to this game"
    wanted = parlour("rules", "crashes", folder=tmp_path)
    assert wanted.returncode == 2
    assert wanted.stderr == (
        "The game crashes of the package a-crashes cannot be used: ZeroDivisionError: division by zero.\n"
    )
