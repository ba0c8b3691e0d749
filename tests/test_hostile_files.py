"""Hostile files and the library: each is read, or refused in one sentence, soon and without much memory.

`make hostile` tries 20,000 of each kind.
"""

import json
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import polars
import pytest

import parlour
from hostile_files import (
    SLUGS,
    Memory,
    deck_file,
    folder_of,
    mutated,
    mutated_record,
    mutated_toml,
    position,
    record,
    scratched,
    small_run,
    survives,
    tries,
)
from parlour.core.cards import read_deck
from parlour.core.errors import ParlourError
from parlour.core.lesson import LEARNER, read_lesson
from parlour.core.match import check_luck, replay
from parlour.core.record import parse_record
from parlour.games import find, open_game
from parlour.study.checksums import SUMS, tried
from parlour.study.plan import RUN
from parlour.study.reading import read_sample
from parlour.study.tables import TABLES


@pytest.fixture(autouse=True)
def bounded_memory() -> Iterator[None]:
    memory = Memory()
    yield
    memory.check()


@pytest.mark.parametrize("slug", SLUGS)
def test_mutated_records(slug: str) -> None:
    text, luck = record(slug), random.Random(f"records {slug}")
    refused = 0
    for number in tries(60):
        broken = mutated_record(text, luck)

        def read(broken: str = broken) -> None:
            found = parse_record(broken, "it")
            replay(found, open_game)
            check_luck(found, open_game)

        refused += not survives(read, (number, broken[:300]))
    assert refused


@pytest.mark.parametrize("slug", SLUGS)
def test_mutated_positions(slug: str) -> None:
    game, whole = parlour.game(slug), position(slug)
    luck = random.Random(f"positions {slug}")
    refused = 0
    for number in tries(100):
        broken = mutated(whole, luck)
        refused += not survives(partial(game.load, broken), (number, str(broken)[:300]))
    assert refused


@pytest.mark.parametrize("slug", SLUGS)
def test_mutated_decks(slug: str, tmp_path: Path) -> None:
    game, file = parlour.game(slug), tmp_path / "deck.toml"
    source = deck_file(slug).read_bytes()
    luck, lines = random.Random(f"decks {slug}"), record(slug).splitlines()
    refused = 0
    for number in tries(60):
        if luck.random() < 0.5:
            file.write_bytes(mutated_toml(source, luck))
            refused += not survives(lambda: parlour.game(slug, deck=read_deck(file)), number)
        else:
            data = mutated(json.loads(json.dumps(dict(game.deck.data))), luck)
            header = json.dumps({**json.loads(lines[0]), "deck": data})
            broken = "\n".join([header, *lines[1:]]) + "\n"
            refused += not survives(partial(parlour.parse, broken), (number, str(data)[:300]))
    assert refused


@pytest.mark.parametrize("slug", SLUGS)
def test_mutated_lessons(slug: str) -> None:
    """A lesson is data of a game from anywhere; it is played to its end."""
    source = (folder_of(slug) / "lesson.toml").read_bytes()
    luck = random.Random(f"lessons {slug}")
    refused = 0
    for number in tries(60):
        broken = mutated_toml(source, luck).decode("utf-8", "replace")

        def learn(broken: str = broken) -> None:
            lesson = read_lesson(broken)
            match = lesson.begin(find(slug).open(len(lesson.names), lesson.options))
            for place, step in enumerate(lesson.steps):
                lesson.said(place, match.scene(LEARNER, 0).types)
                if step.do:
                    lesson.play(match, place)

        refused += not survives(learn, (number, broken[:300]))
    assert refused


def test_mutated_studies(tmp_path: Path) -> None:
    """Any file of a run is changed. What polars would make of a changed table is not tried: its checksum says no."""
    run = small_run(tmp_path / "run")
    whole = {name: (run / name).read_bytes() for name in (*TABLES, RUN)}
    luck = random.Random("studies")
    refused = 0
    for number in tries(300, 1):
        name = luck.choice(list(whole))
        broken = mutated_bytes(name, whole[name], luck)
        (run / name).write_bytes(broken)
        good = survives(lambda: read_sample(run), (number, name))
        assert not good or name == RUN or broken == whole[name]
        refused += not good
        (run / name).write_bytes(whole[name])
    assert refused
    assert survives(lambda: read_sample(run), "the run as it was")


def mutated_bytes(name: str, data: bytes, luck: random.Random) -> bytes:
    if name == RUN and luck.random() < 0.7:
        return json.dumps(mutated(json.loads(data), luck)).encode()
    return scratched(data, luck)


def test_mutated_studies_of_older_versions(tmp_path: Path) -> None:
    """Without checksums another process reads the tables first: what ends it does not end this one."""
    run = small_run(tmp_path / "run")
    whole = [(run / table).read_bytes() for table in TABLES]
    luck = random.Random("older studies")
    refused = 0
    for _ in range(0, len(tries(100, 1)), 100):
        files = [tmp_path / f"{place}.parquet" for place in range(100)]
        for file in files:
            file.write_bytes(scratched(luck.choice(whole), luck))
        for file, wrong in zip(files, tried(files), strict=True):
            refused += bool(wrong)
            if not wrong:
                polars.read_parquet(file)
    assert refused


def test_a_table_that_ends_the_process_that_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = small_run(tmp_path / "run")
    (run / SUMS).unlink()
    assert survives(lambda: read_sample(run), "a run of an older version")
    deadly = tmp_path / "deadly.py"
    deadly.write_text("import os\nprint('\"\"', flush=True)\nos.abort()\n")
    monkeypatch.setattr("parlour.study.trial_reading.__file__", str(deadly))
    with pytest.raises(ParlourError, match=r"turns\.parquet: .* \(reading it ends the process\)\."):
        read_sample(run)
