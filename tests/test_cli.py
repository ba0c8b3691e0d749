"""The command: what it lists, and how it refuses what it cannot use."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import parlour as library
from parlour.cli import main
from parlour.core.check import action_snapshot
from terminal.running import environment, parlour

DECK = """
name = "Broken"
[[card]]
key = "7"
name = "Cane Bay"
copies = 4
value = "seven"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Has a good save, and files broken in different ways."""
    tmp_path = tmp_path_factory.mktemp("saves")
    parlour("play", "st-croix", "--seats", "2", "--seed", "1", "--save", "good.jsonl", folder=tmp_path, typed="1\nq\n")
    over = ("play", "st-croix", "--seats", "2", "--preset", "tiny", "--seed", "3", "--save", "over.jsonl")
    parlour(*over, folder=tmp_path, typed="1\n" * 200)
    text = (tmp_path / "good.jsonl").read_text()
    lines = text.splitlines()
    header = json.loads(lines[0])
    (tmp_path / "cut.jsonl").write_text("\n".join(lines[:-1]))
    (tmp_path / "junk.jsonl").write_bytes(b"\x00\xff\xfe")
    (tmp_path / "other.jsonl").write_text("[1, 2]\n")
    (tmp_path / "older.jsonl").write_text("\n".join([json.dumps({**header, "version": "0"}), *lines[1:]]))
    (tmp_path / "gone.jsonl").write_text("\n".join([json.dumps({**header, "game": "ludo"}), *lines[1:]]))
    (tmp_path / "robot.jsonl").write_text(
        "\n".join([json.dumps({**header, "players": ["person", "genius"]}), *lines[1:]])
    )
    (tmp_path / "forged.jsonl").write_text(text.replace('"hash":"', '"hash":"0'))
    (tmp_path / "deep.jsonl").write_text("[" * 100_000)
    (tmp_path / "broken.toml").write_text(DECK)
    (tmp_path / "no.toml").write_text("][")
    return tmp_path


BAD = [
    ["nonsense"],
    ["play"],
    ["play", "st-croi"],
    ["play", "st-croix", "--seats", "7"],
    ["duel", "st-croix", "hard"],
    ["duel", "st-croix", "hard", "nobody"],
    ["duel", "st-croix", "easy@5", "hard"],
    ["duel", "st-croix", "hard", "easy", "--games", "0"],
    ["duel", "st-croix", "hard", "easy", "--seats", "7"],
    ["duel", "st-croix", "hard", "easy", "--iterations", "0"],
    ["duel", "st-croix", "hard", "easy", "--seconds", "-1"],
    ["duel", "st-croix", "hard", "easy", "--workers", "0"],
    ["duel", "st-croix", "hard", "easy", "--preset", "none"],
    ["play", "st-croix", "--seats", "many"],
    ["play", "st-croix", "--deck", "broken.toml"],
    ["play", "st-croix", "--deck", "no.toml"],
    ["play", "st-croix", "--deck", "missing.toml"],
    ["play", "st-croix", "--option", "no_such_rule=1"],
    ["play", "st-croix", "--option", "turn_cap=soon"],
    ["play", "st-croix", "--option", "turn_cap"],
    ["play", "st-croix", "--option", "=3"],
    ["play", "st-croix", "--option", "seats=3"],
    ["play", "st-croix", "--option", "self=3"],
    ["play", "st-croix", "--option", "turn_cap=50", "--option", "turn_cap=60"],
    ["play", "st-croix", "--preset", "nothing"],
    ["play", "st-croix", "--bots", "genius"],
    ["play", "st-croix", "--bots", ""],
    ["play", "st-croix", "--seats", "2", "--bots", "hard,easy"],
    ["play", "st-croix", "--name", ""],
    ["play", "st-croix", "--name", "a\nb"],
    ["play", "st-croix", "--teams", "Ana+Bo,Ana"],
    ["play", "st-croix", "--teams", "Ana,Bo", "--seats", "3"],
    ["play", "st-croix", "--save", "good.jsonl"],
    ["play", "st-croix", "--save", "no/such/folder.jsonl"],
    ["play", "st-croix", "--save", "good.jsonl/below"],
    ["play", "st-croix", "--save", "."],
    ["play", "st-croix", "--save", "x" * 300],
    ["play", "st-croix", "--resume", "good.jsonl"],
    ["play", "--resume", "good.jsonl", "--bots", "genius"],
    ["play", "--resume", "good.jsonl", "--save", "cut.jsonl"],
    ["play", "--resume", "robot.jsonl"],
    ["rules", "chess"],
    ["actions", "chess"],
    ["actions", "st-croix", "--seats", "9"],
    ["replay", "good.jsonl", "--as", "Nobody"],
    ["replay", "good.jsonl", "--as", "2"],
    ["position", "good.jsonl", "--at", "99"],
    ["position", "good.jsonl", "--at", "-1"],
    ["hint", "over.jsonl"],
    ["hint", "good.jsonl", "--seat", "Nobody"],
    ["hint", "good.jsonl", "--seat", "7"],
    ["hint", "good.jsonl", "--iterations", "0"],
    ["hint", "good.jsonl", "--seconds", "-1"],
    ["hint", "good.jsonl", "--seconds", "nan"],
    ["review", "over.jsonl", "--seat", "all"],
    ["review", "over.jsonl", "--iterations", "0"],
    ["review", "over.jsonl", "--iterations", "many"],
    ["review", "over.jsonl", "--seconds", "0"],
    ["verify"],
    ["verify", "good.jsonl", "more"],
    *(
        [*command, f"{file}.jsonl"]
        for command in (["play", "--resume"], ["replay"], ["verify"], ["position"], ["hint"], ["review"])
        for file in ("missing", "cut", "junk", "other", "older", "gone", "forged", "deep")
    ),
]


@pytest.mark.parametrize("words", BAD, ids=" ".join)
def test_bad_input_gets_one_sentence(
    folder: Path, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.argv", ["parlour", *words])
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    with pytest.raises(SystemExit) as ended:
        main()
    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert told.count("\n") == 1 and len(told) > 20, told
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before, "nothing was written"


def test_words_too_many_are_named(tmp_path: Path) -> None:
    done = parlour("play", "st-croix", "match-me", folder=tmp_path)
    assert (done.returncode, done.stderr) == (2, "Unexpected arguments: match-me\n")


@pytest.mark.parametrize("words", [BAD[0], BAD[3], ["play", "--resume", "cut.jsonl"]], ids=" ".join)
def test_bad_input_through_a_real_process(folder: Path, words: list[str]) -> None:
    done = parlour(*words, folder=folder, typed="1\n")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk is a device of Linux")
@pytest.mark.parametrize("words", [["games"], ["rules", "st-croix"], ["actions", "st-croix"], ["--help"]], ids=" ".join)
def test_a_full_disk_is_said_in_one_sentence(tmp_path: Path, words: list[str]) -> None:
    command = [sys.executable, "-m", "parlour", *words]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, env=environment(), check=False
        )
    assert done.returncode == 1
    assert done.stderr == "The output cannot be written (No space left on device).\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that can close a stream")
def test_nobody_listens(tmp_path: Path) -> None:
    """Standard input and output are closed from the beginning."""
    command = ["sh", "-c", 'exec "$0" -m parlour games <&- >&-', sys.executable]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment(), check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_forged_luck_is_found(folder: Path, tmp_path: Path) -> None:
    lines = (folder / "good.jsonl").read_text().splitlines()
    header = {**json.loads(lines[0]), "seed": "2"}
    (tmp_path / "luck.jsonl").write_text("\n".join([json.dumps(header), *lines[1:]]))
    done = parlour("verify", "luck.jsonl", folder=tmp_path)
    assert done.returncode == 1 and "does not follow from a seed" in done.stdout


def test_version_and_help(tmp_path: Path) -> None:
    version = parlour("--version", folder=tmp_path)
    assert version.returncode == 0
    assert library.__version__ in version.stdout
    assert "compiled" in version.stdout or "plain Python" in version.stdout
    helped = parlour("--help", folder=tmp_path)
    assert helped.returncode == 0
    assert all(command in helped.stdout for command in ("play", "replay", "verify", "games", "rules"))


def test_help_names_only_defaults_that_say_something(tmp_path: Path) -> None:
    for command in ("serve", "play", "agent", "hint"):
        helped = parlour(command, "--help", folder=tmp_path).stdout
        assert not re.search(r'default: (\(\)|""|None|False)', helped), helped
    assert "[default: 8000]" in parlour("serve", "--help", folder=tmp_path).stdout
    assert "[default: 0]" in parlour("agent", "--help", folder=tmp_path).stdout


def test_games_lists_every_game_on_80_columns(tmp_path: Path) -> None:
    done = parlour("games", folder=tmp_path)
    assert done.returncode == 0
    assert all(about.slug in done.stdout and about.title in done.stdout for about in library.games())
    assert max(len(line) for line in done.stdout.splitlines()) <= 80
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("slug", [about.slug for about in library.games()])
def test_rules_are_the_page_itself_in_a_pipe(tmp_path: Path, slug: str) -> None:
    page = Path(library.__file__).parent / "games" / slug.replace("-", "_") / "rules.md"
    done = parlour("rules", slug, folder=tmp_path)
    assert done.returncode == 0 and done.stdout.strip() == page.read_text(encoding="utf-8").strip()


def test_actions_prints_the_snapshot(tmp_path: Path) -> None:
    done = parlour("actions", "st-croix", folder=tmp_path)
    assert done.stdout == action_snapshot(library.game("st-croix", seats=6))


def test_position_is_the_whole_truth_after_some_actions(folder: Path) -> None:
    match = library.load(folder / "good.jsonl")
    assert json.loads(parlour("position", "good.jsonl", folder=folder).stdout) == match.position()
    first = json.loads(parlour("position", "good.jsonl", "--at", "0", folder=folder).stdout)
    assert sum(len(player["table"]) for player in first["players"]) == 0


def test_a_duel_says_who_is_stronger(tmp_path: Path) -> None:
    ran = parlour(
        "duel", "st-croix", "easy", "random", "--games", "12", "--seats", "3", "--workers", "2", folder=tmp_path
    )
    assert ran.returncode == 0 and ran.stderr == ""
    assert "St. Croix, 3 seats: easy against 2 random, 12 games" in ran.stdout
    assert "an even share is 33.3%: stronger" in ran.stdout
    for part in ("95 % interval", "mean rank", "openskill", "time per decision"):
        assert part in ran.stdout
