"""Files that somebody damaged or wrote to do harm: records, decks, positions and studies, mutated.

Each gets an answer or one sentence with exit code 2, soon and without much memory. `make hostile` tries 20,000 of each.
"""

import json
import os
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli import main
from parlour.core.cards import read_deck
from parlour.core.errors import ParlourError
from parlour.core.match import check_luck, replay
from parlour.core.record import parse_record
from parlour.games import all_games, open_game
from parlour.study.tables import GAMES, read_table

MANY = int(os.environ.get("PARLOUR_HOSTILE_FILES", "0"))
SLUGS = [entry.about.slug for entry in all_games()]
Json = Any  # whatever a file may hold

HOSTILE: tuple[Json, ...] = (
    None, True, False, 0, -1, 1, 7, 2**31, 2**63, 2**64, 10**30, -(10**30), 0.5, 1e308, float("inf"), float("nan"), "",
    "x", "\0", "/etc/passwd", "x" * 5000, "\ud800", [], [[]], [None] * 100, {}, {"": ""}, {"x": {}}, [2**70],
)  # fmt: skip


def mutated(value: Json, luck: random.Random) -> Json:
    """A copy with one thing in it changed, removed, doubled or exchanged."""
    if isinstance(value, dict) and value and luck.random() < 0.9:
        key = luck.choice(list(value))
        match luck.randrange(8):
            case 0:
                return {name: inner for name, inner in value.items() if name != key}
            case 1:
                return {**value, luck.choice(("deck", "seats", "x", "", "turn", "copies")): luck.choice(HOSTILE)}
        return {**value, key: mutated(value[key], luck)}
    if isinstance(value, list) and value and luck.random() < 0.9:
        at = luck.randrange(len(value))
        match luck.randrange(6):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return [*value, value[at]]
            case 2:
                return [*value[:at], luck.choice(value), *value[at + 1 :]]
        return [*value[:at], mutated(value[at], luck), *value[at + 1 :]]
    return luck.choice(HOSTILE)


def scratched(data: bytes, luck: random.Random) -> bytes:
    """Bytes with some of them changed, removed or repeated."""
    at, many = luck.randrange(len(data) + 1), luck.choice((0, 1, 1, 8, 200))
    noise = luck.randbytes(luck.choice((0, 1, 1, 8)))
    return data[:at] + noise + data[at + many :] + (data[:at] if luck.random() < 0.05 else b"")


def survives(read: Callable[[], object], what: object) -> bool:
    """It works, or says why not in one sentence."""
    try:
        read()
    except ParlourError as error:
        assert str(error) and len(str(error)) < 2000, what
        return False
    return True


def records(slug: str) -> str:
    """A whole game as text."""
    match = parlour.Match(parlour.game(slug), seed=5)
    luck = random.Random(slug)
    while match.outcome is None and match.decisions < 40:
        seat = match.to_act[0]
        match.play(seat, luck.choice(match.legal(seat)))
    return match.text()


def mutated_record(text: str, luck: random.Random) -> str:
    lines = text.splitlines()
    if luck.random() < 0.3:
        return scratched(text.encode(), luck).decode("utf-8", "replace")
    at = luck.choice((0, 0, 1, luck.randrange(len(lines))))
    lines[at] = json.dumps(mutated(json.loads(lines[at]), luck))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("slug", SLUGS)
def test_mutated_records(slug: str) -> None:
    text, luck = records(slug), random.Random(f"records {slug}")
    refused = 0
    for number in range(max(60, MANY // len(SLUGS))):
        broken = mutated_record(text, luck)

        def read(broken: str = broken) -> None:
            record = parse_record(broken, "it")
            replay(record, open_game)
            check_luck(record, open_game)

        refused += not survives(read, (number, broken[:300]))
    assert refused


@pytest.mark.parametrize("slug", SLUGS)
def test_mutated_positions(slug: str) -> None:
    game = parlour.game(slug)
    match = parlour.Match(game, seed=5)
    whole = json.loads(json.dumps(game.dump(match._state)))
    luck = random.Random(f"positions {slug}")
    refused = 0
    for number in range(max(100, MANY // len(SLUGS))):
        broken = mutated(whole, luck)
        refused += not survives(partial(game.load, broken), (number, str(broken)[:300]))
    assert refused


@pytest.mark.parametrize("slug", SLUGS)
def test_mutated_decks(slug: str, tmp_path: Path) -> None:
    game, file = parlour.game(slug), tmp_path / "deck.toml"
    folder = Path(parlour.__file__).parent / "games" / slug.replace("-", "_")
    name = "deck.toml" if (folder / "deck.toml").exists() else "tiny.toml"
    source = (folder / name).read_bytes()
    luck, lines = random.Random(f"decks {slug}"), records(slug).splitlines()
    refused = 0
    for number in range(max(60, MANY // len(SLUGS))):
        if luck.random() < 0.4:
            file.write_bytes(scratched(source, luck))
            refused += not survives(lambda: parlour.game(slug, deck=read_deck(file)), number)
        else:
            data = mutated(json.loads(json.dumps(dict(game.deck.data))), luck)
            header = json.dumps({**json.loads(lines[0]), "deck": data})
            broken = "\n".join([header, *lines[1:]]) + "\n"
            refused += not survives(partial(parlour.parse, broken), (number, str(data)[:300]))
    assert refused


def test_mutated_studies(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    whole = tmp_path / "whole"
    whole.mkdir()
    polars.DataFrame({"game": [1, 2, 3], "seat": [0, 1, 0]}).write_parquet(whole / GAMES)
    source = (whole / GAMES).read_bytes()
    luck = random.Random("studies")
    refused = 0
    for number in range(max(100, MANY)):
        (whole / GAMES).write_bytes(scratched(source, luck))
        refused += not survives(lambda: read_table(whole, GAMES), number)
    assert refused


@pytest.mark.parametrize("command", ["verify", "replay", "position", "hint", "review"])
def test_the_command_line_says_one_sentence(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, luck, file = records("around-mackinac"), random.Random(command), tmp_path / "game.jsonl"
    monkeypatch.setattr("sys.argv", ["parlour", command, str(file)])
    told = 0
    for _ in range(400):
        broken = mutated_record(text, luck)
        try:
            replay(parse_record(broken, "it"), open_game)
            continue  # still a good record
        except ParlourError:
            pass
        file.write_text(broken, encoding="utf-8")
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        assert ended.value.code == 2 and len(said.err.strip().splitlines()) == 1, (said.err, broken[:300])
        told += 1
        if told == 15 + MANY // 1000:
            break
    assert told >= 15
