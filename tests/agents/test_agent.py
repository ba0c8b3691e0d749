"""`parlour agent`, driven through pipes as a script would drive it."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour.agents.lines import LONGEST_LINE, run_lines
from parlour.agents.table import TextTable
from scenario import at

SOURCE = Path(__file__).parents[2] / "src"


def command(*words: str, typed: str = "", folder: Path | None = None) -> "subprocess.CompletedProcess[bytes]":
    path = os.pathsep.join(filter(None, [str(SOURCE), os.environ.get("PYTHONPATH", "")]))
    return subprocess.run(
        [sys.executable, "-m", "parlour", *words],
        input=typed.encode("utf-8", "surrogateescape"),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": path},
        cwd=folder,
        timeout=300,
        check=False,
    )


def lines_of(done: "subprocess.CompletedProcess[bytes]") -> list[dict[str, object]]:
    return [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]


def conversation(table: TextTable, answers: str) -> list[dict[str, object]]:
    written = io.StringIO()
    assert run_lines(table, io.StringIO(answers), written) == 0
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_a_script_plays_a_whole_game_as_a_real_process(tmp_path: Path) -> None:
    path = os.pathsep.join(filter(None, [str(SOURCE), os.environ.get("PYTHONPATH", "")]))
    words = ["agent", "around-mackinac", "--as", "1", "--seats", "3", "--bots", "random,normal", "--seed", "7"]
    process = subprocess.Popen(
        [sys.executable, "-m", "parlour", *words, "--save", str(tmp_path / "game.jsonl")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path},
    )
    assert process.stdin is not None and process.stdout is not None
    hello = json.loads(process.stdout.readline())
    assert (hello["type"], hello["seat"], hello["players"]) == ("hello", 1, ["random", "person", "normal"])
    turns = 0
    while (message := json.loads(process.stdout.readline()))["type"] == "turn":
        assert message["must"] and message["prompt"] and message["scene"]
        choice = message["actions"][turns % len(message["actions"])]
        # By number and by text in turn, as an object and alone.
        answer = [{"action": choice["number"]}, choice["text"], choice["number"], {"action": choice["label"]}][
            turns % 4
        ]
        process.stdin.write(json.dumps(answer) + "\n")
        process.stdin.flush()
        turns += 1
    assert message["type"] == "over"
    assert message["rank"] == message["ranks"][1]
    assert message["reason"]
    assert process.wait(timeout=60) == 0
    assert turns > 3
    match = parlour.load(tmp_path / "game.jsonl")
    assert match.outcome is not None
    assert sum(entry.seat == 1 for entry in match.record.entries) == turns


def test_wrong_answers_get_a_sentence_and_the_same_turn_stays() -> None:
    table = TextTable(parlour.game("st-croix", seats=3), seat=1, seed="7")
    wrong = ["99", "fly", '{"action": null}', '{"action": 1, "more": 2}', "[]", "", "1.5", '{"ask": "cards"}']
    wrong += ["x" * 300, "[" * 5000, "y" * (3 * LONGEST_LINE)]
    said = conversation(table, "\n".join([*wrong, '{"ask": "turn"}']) + "\n")
    assert [message["type"] for message in said] == ["hello", "turn", *["error"] * len(wrong), "turn"]
    assert all(isinstance(message["error"], str) and message["error"] for message in said[2:-1])
    assert said[-1]["actions"] == said[1]["actions"]
    assert table.match.decisions == 1 or all(entry.seat != 1 for entry in table.match.record.entries)


def test_an_action_of_the_game_that_is_not_possible_now_is_explained() -> None:
    table = TextTable(parlour.game("st-croix", seats=2), seed="7")
    _, _, refused = conversation(table, "pick up\n")
    assert refused["type"] == "error"


def test_the_scene_hides_what_the_seat_may_not_know() -> None:
    table = TextTable(parlour.game("st-croix", seats=2), seed="7")
    page = json.dumps(table.as_json())
    others = at(table.match.position(), "players", 1, "hand")
    assert "▒" in table.page().text
    assert str(others) not in page


def test_rules_and_a_hint_can_be_asked_for() -> None:
    table = TextTable(parlour.game("around-mackinac", seats=2), seed="7")
    _, _, rules, hint = conversation(table, '{"ask": "rules"}\n{"ask": "hint"}\n')
    assert rules["type"] == "rules" and "Mackinac" in str(rules["rules"])
    assert hint["type"] == "hint" and hint["ranking"] and hint["seat"] == 0


def test_out_of_turn_the_reader_may_act_or_wait() -> None:
    """In Mine & Craft a tool may be used in somebody else's turn."""
    table = TextTable(parlour.game("mine-and-craft", seats=2), seed="3", bots=["normal"], out_of_turn=True)
    asked = 0
    while not table.over and asked < 3:
        message = table.as_json()
        actions = message["actions"]
        assert isinstance(actions, list)
        if message["must"]:
            crafts = [one["number"] for one in actions if one["text"].startswith("craft")]
            table.act(crafts[0] if crafts else actions[0]["number"])
            continue
        assert actions[-1]["text"] == "wait"
        decisions = table.match.decisions
        table.act("wait")
        assert table.match.decisions > decisions
        asked += 1
    assert asked


def test_a_closed_pipe_ends_the_game_quietly(tmp_path: Path) -> None:
    done = command("agent", "st-croix", "--seed", "1", typed="1\n", folder=tmp_path)
    assert done.returncode == 0
    assert [message["type"] for message in lines_of(done)] == ["hello", "turn", "turn"]
    assert not done.stderr


def test_bytes_that_are_no_text_are_refused_like_any_other_answer(tmp_path: Path) -> None:
    done = command("agent", "st-croix", "--seed", "1", typed="\udcff\udcfe\n", folder=tmp_path)
    assert done.returncode == 0
    assert [message["type"] for message in lines_of(done)] == ["hello", "turn", "error"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("st-crox",), "Did you mean st-croix"),
        (("st-croix", "--as", "9"), "seats 0 to"),
        (("st-croix", "--bots", "genius"), "There is no bot"),
        (("st-croix", "--option", "yung=true"), "young"),
        (("st-croix", "--seats", "1"), "seats"),
    ],
)
def test_wrong_wishes_end_with_one_sentence(words: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    done = command("agent", *words, folder=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr.decode()
    assert not done.stdout


def test_the_seed_is_told_at_the_end_and_never_before() -> None:
    """With the seed a client could deal the same game and see every hidden card."""
    table = TextTable(parlour.game("around-mackinac", seats=2), bots=["random"], seed="71362917364912")
    heard = conversation(table, '{"action": 1}\n' * 2000)
    assert heard[-1]["type"] == "over" and heard[-1]["seed"] == "71362917364912"
    assert not any("71362917364912" in json.dumps(message) for message in heard[:-1])
