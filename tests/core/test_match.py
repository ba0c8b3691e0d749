"""A match: playing by text or number, records that replay byte for byte, and damaged files that change nothing."""

import json
import random
from pathlib import Path

import pytest

import parlour
from parlour import BadPosition, BadRecord, IllegalAction, ParlourError
from parlour.core.match import check_luck
from parlour.core.record import parse_record
from parlour.core.worlds import random_match
from parlour.games import open_game


def finished(seed: str = "m", seats: int = 3) -> "parlour.Match[parlour.State, parlour.View]":
    return random_match(parlour.game("st-croix", seats), seed)


def test_text_number_and_typed_action_do_the_same() -> None:
    game = parlour.game("st-croix", 2)
    by_text, by_number, by_value = (parlour.Match(game, seed=4) for _ in range(3))
    first = by_text.legal(0)[0]
    by_text.play(0, game.actions.texts[first].upper())
    by_number.play(0, first)
    by_value.play(0, game.actions[first])
    assert by_text.text() == by_number.text() == by_value.text()


def test_texts_lead_to_ids_and_back_to_the_same_text() -> None:
    actions = parlour.game("st-croix").actions
    assert actions.texts[actions.id_of("play 7 7")] == "play 7 7"
    assert actions.texts[actions.id_of("pick up")] == "pick up"


def test_the_same_seed_and_actions_give_the_same_bytes_whatever_the_global_generator_does() -> None:
    random.seed(1)
    one = finished("same").text()
    random.seed(99)
    random.random()
    assert finished("same").text() == one
    assert finished("other").text() != one


def test_an_unknown_text_is_refused_with_what_is_possible() -> None:
    match = parlour.Match(parlour.game("st-croix", 2), seed=1)
    before = match.text()
    with pytest.raises(IllegalAction, match=r"'dance' is not an action of this game\. Possible now: 'lay "):
        match.play(0, "dance")
    with pytest.raises(IllegalAction, match="First choose your Table Cards"):
        match.play(0, "pick up")
    with pytest.raises(IllegalAction, match="There is no seat 5"):
        match.play(5, "pick up")
    assert match.text() == before


def test_a_saved_match_loads_and_plays_on_as_if_never_interrupted(tmp_path: Path) -> None:
    whole = finished("resume")
    half = parlour.Match(parlour.game("st-croix", 3), "resume")
    for entry in whole.record.entries[:40]:
        half.play(entry.seat, entry.action)
    half.save(tmp_path / "half.jsonl")
    resumed = parlour.load(tmp_path / "half.jsonl")
    assert resumed.text() == half.text()
    assert resumed.log(1) == half.log(1)
    for entry in whole.record.entries[40:]:
        resumed.play(entry.seat, entry.action)
    assert resumed.text() == whole.text()


def test_saving_replaces_a_file_whole(tmp_path: Path) -> None:
    match = finished()
    path = tmp_path / "game.jsonl"
    match.save(path)
    match.save(path)
    assert path.read_text(encoding="utf-8") == match.text()
    assert list(tmp_path.iterdir()) == [path]


def test_replay_can_stop_anywhere() -> None:
    match = finished()
    early = parlour.replay(parse_record(match.text(), "r"), open_game, stop=10)
    assert early.decisions == 10
    assert early.to_act


def test_a_match_can_start_from_a_position_set_by_hand() -> None:
    game = parlour.game("st-croix", 2)
    match = parlour.Match(
        game,
        seed=1,
        start={"turn": 1, "play_pile": ["9"], "players": [{"hand": ["3"]}, {"hand": ["12"], "table": ["5"]}]},
    )
    match.play(1, "play 12")
    again = parlour.parse(match.text())
    assert again.text() == match.text()
    assert again.position()["play_pile"] == ["9", "12"]
    with pytest.raises(BadPosition):
        parlour.Match(game, start={"turn": 1})


def test_positions_are_readable_json_and_load_back() -> None:
    match = finished()
    game = match.game
    position = json.loads(json.dumps(match.position()))
    assert game.dump(game.load(position)) == match.position()


def test_names_must_be_different_and_as_many_as_seats() -> None:
    game = parlour.game("st-croix", 2)
    for names in (["Ana"], ["Ana", "Ana"], ["Ana", "Bo", "Cy"]):
        with pytest.raises(ParlourError, match="2 different names"):
            parlour.Match(game, names=names)
    with pytest.raises(ParlourError, match="teams"):
        parlour.Match(game, teams=[["Ana"]])


def test_team_members_are_in_the_record_and_in_the_scene() -> None:
    game = parlour.game("st-croix", 2)
    match = parlour.Match(game, names=["Gulls", "Owls"], teams=[["Ana", "Bo"], ["Cy"]])
    assert parlour.parse(match.text()).record.teams == [["Ana", "Bo"], ["Cy"]]
    assert [player.members for player in match.scene(0).players] == [("Ana", "Bo"), ("Cy",)]


def test_luck_can_be_checked_against_the_seed() -> None:
    record = parse_record(finished().text(), "r")
    assert check_luck(record, open_game)
    other = parse_record(finished("another").text(), "r")
    record.seed = other.seed
    assert not check_luck(record, open_game)
    record.seed = None
    assert not check_luck(record, open_game)


def damaged(change: str) -> str:
    lines = finished().text().splitlines()
    header, first, last = json.loads(lines[0]), json.loads(lines[2]), json.loads(lines[-1])
    if change == "not json":
        lines[5] = lines[5][:-9]
    elif change == "cut off":
        lines = lines[:-4]
    elif change == "no header":
        lines = lines[1:]
    elif change == "another game":
        header["game"] = "poker"
    elif change == "another version":
        header["version"] = "0"
    elif change == "another deck":
        header["deck_hash"] = "0"
    elif change == "other seats":
        header["seats"] = 4
    elif change == "bad option":
        header["options"]["turn_cap"] = -3
    elif change == "names":
        header["names"] = 7
    elif change == "illegal action":
        first["seat"] = 2 - first["seat"]
        del lines[2:6]
        last["end"] -= 4
    elif change == "text and id":
        first["do"] = "pick up"
    elif change == "unknown id":
        first["id"] = 99999
    elif change == "newer":
        header["parlour"] = 2
    elif change == "hash":
        last["hash"] = "0" * 64
    elif change == "outcome":
        last["outcome"]["winners"] = []
    elif change == "luck":
        deal = json.loads(lines[1])
        deal["luck"].append({"pick": 0, "of": 2, "why": "coin"})
        lines[1] = json.dumps(deal)
    if change != "no header":
        lines[0] = json.dumps(header)
    if change in ("text and id", "unknown id"):
        lines[2] = json.dumps(first)
    if change not in ("cut off", "no header"):
        lines[-1] = json.dumps(last)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("not json", "line 6 is not JSON"),
        ("cut off", "is cut off"),
        ("no header", "is not a Parlour record"),
        ("newer", "written by a newer Parlour"),
        ("another game", "There is no game 'poker'"),
        ("another version", "version 0 of the rules"),
        ("another deck", "another deck"),
        ("other seats", "names 3 players for 4 seats"),
        ("bad option", "turn_cap takes a whole number"),
        ("names", "'names' is missing or of the wrong kind"),
        ("illegal action", "does not replay"),
        ("text and id", "reads 'pick up'"),
        ("unknown id", "number 99999"),
        ("hash", "another position"),
        ("outcome", "another outcome"),
        ("luck", "luck is left over"),
    ],
)
def test_a_damaged_record_is_refused_in_one_sentence(change: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "damaged.jsonl"
    path.write_text(damaged(change), encoding="utf-8")
    with pytest.raises(ParlourError, match=message) as refused:
        parlour.load(path)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_no_text_or_not_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="not text"):
        parlour.load(tmp_path / "binary")
    with pytest.raises(BadRecord, match="cannot be read"):
        parlour.load(tmp_path / "nothing")
    (tmp_path / "empty").write_text("")
    with pytest.raises(BadRecord, match="not a Parlour record"):
        parlour.load(tmp_path / "empty")
