"""Anybody's bot: named as module:Class, as an installed entry point or as a network file."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.bots import UnknownBot, bots_for, find_bot
from parlour.bots.duel import Duel, play_one
from parlour.bots.layout import layout_of
from parlour.bots.outside import BadBot, _points
from parlour.bots.weights import BadNetwork
from parlour.core.match import Match
from parlour.core.rng import Rng
from parlour.learn.model import Model
from parlour.learn.ship import write_network
from parlour.terminal.play import seat_players
from server.people import Person, play_out, running

MODULE = '''
"""Bots that somebody wrote."""
import json

class First:
    """Takes the first legal action."""
    def choose(self, view, legal, rng):
        return legal[0]

class Knowing:
    """Is given the game."""
    def __init__(self, game):
        self.game = game
    def choose(self, view, legal, rng):
        assert self.game.title
        return legal[-1]

class Angry:
    def choose(self, view, legal, rng):
        raise RuntimeError("no")

class Costly:
    def __init__(self):
        raise RuntimeError("out of\\nmoney")

ready = First()
nothing = 7
'''


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a module of bots, where the command would be run."""
    (tmp_path / "somebodys_bots.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "broken_bots.py").write_text("raise SystemExit('go away')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    sys.modules.pop("somebodys_bots", None)


def choice(name: str) -> int:
    match = Match(parlour.game("st-croix", 2), "outside")
    seat = match.to_act[0]
    view = match.view(seat)
    place = view.legal.index(find_bot(name).make(match.game).choose(view, view.legal, Rng("luck")))
    return place - len(view.legal) if place else 0


def test_a_class_with_or_without_the_game_and_an_object(here: Path) -> None:
    assert choice("somebodys_bots:First") == choice("somebodys_bots:ready") == 0
    assert choice("somebodys_bots:Knowing") == -1
    assert bots_for(["somebodys_bots:First", "easy"], 3) == ["somebodys_bots:First", "easy", "somebodys_bots:First"]


def test_what_cannot_be_used_gets_one_sentence(here: Path) -> None:
    for name, sentence in {
        "no_such_module:Bot": r"^The bot no_such_module:Bot cannot be used: ModuleNotFoundError: .*\.$",
        "somebodys_bots:Missing": r"^The module somebodys_bots has no Missing\.$",
        "broken_bots:Bot": r"^The bot broken_bots:Bot cannot be used: SystemExit: go away\.$",
        "somebodys_bots:": r"^A bot of your own is named as in my_module:MyBot",
        "missing.net": r"^The network missing\.net cannot be read: No such file or directory\.$",
    }.items():
        with pytest.raises(BadBot, match=sentence):
            find_bot(name)
    for name, sentence in {
        "somebodys_bots:nothing": r"has no method choose",
        "somebodys_bots:Costly": r"^The bot somebodys_bots:Costly cannot be used: RuntimeError: out of money\.$",
    }.items():
        with pytest.raises(BadBot, match=sentence):
            find_bot(name).make(parlour.game("st-croix", 2))


def test_an_error_in_it_leaves_the_decision_to_the_rule_of_thumb(here: Path) -> None:
    played = play_one(Duel("st-croix", "somebodys_bots:Angry", "somebodys_bots:First", 2), 0)
    assert sorted(played.ranks) == [1, 2]


def test_a_network_file_plays_its_own_game(here: Path) -> None:
    layout = layout_of("st-croix")
    model = Model(layout.inputs, 8, 8, len(layout.actions), np.random.default_rng(1))
    write_network(here / "mine.net", layout, model.weights, layout.seats)
    assert play_one(Duel("st-croix", "mine.net", "random", 2), 0).ranks == (1, 2)
    with pytest.raises(BadNetwork, match="trained on st-croix"):
        find_bot("mine.net").make(parlour.game("match-me"))


def test_an_installed_package_offers_bots(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = here / "some_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: some-bots\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[parlour.bots]\nfirst = somebodys_bots:First\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(here))
    _points.cache_clear()
    try:
        assert choice("first") == 0
        with pytest.raises(UnknownBot, match=r"There are: random, .*, first\.$"):
            find_bot("furst")
    finally:
        _points.cache_clear()


def test_strangers_start_nobodys_code(here: Path) -> None:
    """Records and language models name bots, too; only ours are taken from them."""
    with pytest.raises(UnknownBot):
        find_bot("broken_bots:Bot", only_ours=True)
    match = Match(parlour.game("st-croix", 2), "record")
    match.record.players = ["person", "broken_bots:Bot"]
    with pytest.raises(UnknownBot, match=r"^The record names the bot 'broken_bots:Bot', which is not one of ours"):
        seat_players(match, [])
    assert seat_players(match, ["normal"]).kinds == {1: "normal"}
    assert "broken_bots" not in sys.modules


COMMAND = "import sys; sys.argv[0] = 'parlour'; from parlour.cli import main; main()"


@pytest.mark.parametrize(
    "words",
    [
        "duel st-croix somebodys_bots:First random --games 4 --workers 2",
        "simulate st-croix --games 4 --bots somebodys_bots:First,normal --seats 2 --out study --workers 1",
        "tournament st-croix --bots somebodys_bots:First,random --deals 2 --seats 2 --out cup --workers 1",
    ],
)
def test_commands_take_it(here: Path, words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, *words.split()], cwd=here, capture_output=True, text=True, env=dict(os.environ)
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_a_table_takes_only_bots_its_host_named(here: Path) -> None:
    named = "somebodys_bots:First"
    with running(str(here / "tables.db"), "--bots", named, "--grace", "0") as server:
        ana = Person(server, "Ana")
        assert ana.ask("/api/games").json["levels"][-1] == named
        code = ana.create("st-croix", seats=2, start=True, bots=[{"seat": 1, "level": named}])
        play_out({0: ana}, code, random.Random(1))
        other = {"seat": 1, "level": "somebodys_bots:ready"}
        refused = ana.ask("/api/tables", {"game": "st-croix", "name": "Ana", "seats": 2, "bots": [other]})
        assert refused.status == 422
        assert "There is no bot level" in str(refused.json)
