"""Records, positions, action tables and option names of version 1 mean today what they meant when they were written.

The files of `records_v1/` were written once, by the code of the last commit before the fields of a state were declared
in a schema. They are never written again: a difference is a defect of today's code.
"""

import hashlib
import json
from pathlib import Path

import pytest

import parlour
from parlour.core.match import check_luck, replay
from parlour.core.record import read_record
from parlour.games import find, open_game

FOLDER = Path(__file__).parent / "records_v1"
RECORDS = sorted(FOLDER.glob("*.jsonl"))
GAMES = sorted({path.name.rpartition("-")[0] for path in RECORDS if not path.stem.endswith("-house")})


def read(name: str) -> dict[str, object]:
    data: dict[str, object] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return data


def shape(data: object) -> object:
    """The keys of a position, all the way down, in their order."""
    if isinstance(data, dict):
        return [(key, shape(value)) for key, value in data.items()]
    return [shape(part) for part in data] if isinstance(data, list) and data and isinstance(data[0], dict) else None


def test_every_game_of_that_time_has_three_records() -> None:
    assert len(GAMES) == 6
    assert len(RECORDS) == 3 * len(GAMES)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_old_record_replays_to_the_same_end(path: Path) -> None:
    then = read(path.stem)
    record = read_record(path)
    match = replay(record, open_game)
    assert check_luck(record, open_game)
    assert match.text() == path.read_text(encoding="utf-8")
    assert match.outcome is not None
    assert match.outcome.as_json() == then["outcome"]
    assert match.position() == then["end"]
    assert shape(match.position()) == shape(then["end"])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_old_position_loads_and_is_written_as_before(path: Path) -> None:
    then = read(path.stem)
    record = read_record(path)
    game = open_game(record)
    for key, decisions in (("after_20", 20), ("end", len(record.entries))):
        position = then[key]
        assert isinstance(position, dict)
        assert replay(record, open_game, stop=decisions).position() == position
        assert game.dump(game.load(position)) == position
        assert shape(game.dump(game.load(position))) == shape(position)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_actions_of_an_old_record_have_the_same_numbers(path: Path) -> None:
    texts = open_game(read_record(path)).actions.texts
    assert hashlib.sha256("\n".join(texts).encode()).hexdigest() == read(path.stem)["actions"]


def test_an_unfinished_record_of_an_older_version_goes_on_as_it_began() -> None:
    """It keeps its version and its rules, and can be saved and loaded again."""
    record = read_record(FOLDER / "deluxe-memory-2.jsonl")
    match = replay(record, open_game, stop=20)
    assert match.game.options["six_stays"] is False
    seat = match.to_act[0]
    match.play(seat, match.legal(seat)[0])
    again = parlour.parse(match.text())
    assert again.record.version == "1"
    assert again.position() == match.position()


@pytest.mark.parametrize("slug", GAMES)
def test_the_promises_of_version_1_are_kept(slug: str) -> None:
    """The same seats, action texts and presets; each option takes what it took, with the same default.

    A version may rise, but the older one stays playable by the house rules that keep it.
    """
    then, about = read(slug), find(slug).about
    assert then["version"] in (about.version, *(about.older or ()))
    assert [about.min_seats, about.max_seats] == then["seats"]
    assert list(parlour.game(slug, about.max_seats).actions.texts) == then["actions"]
    options = {option.name: option for option in about.options}
    old = then["options"]
    assert isinstance(old, list)
    for was in old:
        now = options[was["name"]]
        assert now.default == was["default"]
        assert set(was["choices"]) <= set(now.choices)
        assert (now.low, now.high) == (was["low"], was["high"])
    presets = then["presets"]
    assert isinstance(presets, dict)
    assert {name: dict((about.presets or {})[name]) for name in presets} == presets
