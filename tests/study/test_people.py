"""Games of people as a run: the rows are those a study of the same moves would have written."""

from pathlib import Path

import pytest

from parlour.cli.study_tables import study_tables
from parlour.core.errors import ParlourError
from parlour.core.record import Record
from parlour.server.log.entries import Acted, Created, LogEntry, Place, Started, encode_entry
from parlour.server.protocol.messages import TableSettings
from parlour.server.store.store import Store
from parlour.server.store.types import Row, TableListing
from parlour.study.people import rows_of, write_people
from parlour.study.plan import make_plan
from parlour.study.play import Tools, play_game, replay_game
from parlour.study.reading import read_sample, read_study
from parlour.study.report import chapters
from parlour.study.tables import Rows
from server.stores import with_store


def recorded(slug: str, games: int = 3) -> list[Record]:
    """Records as a server has them, in which people happened to play as bots do."""
    plan = make_plan(slug, games=games, bots=["normal"])
    found = [replay_game(plan, number).record for number in range(games)]
    for record in found:
        record.players = ["person", *record.players[1:]]
    return found


@pytest.mark.parametrize("slug", ["st-croix", "mine-and-craft"])
def test_rows_of_records_are_rows_of_a_study(slug: str) -> None:
    tools, wanted = Tools(make_plan(slug, games=3, bots=["normal"])), Rows()
    for number in range(3):
        play_game(tools, number, wanted)
    found = rows_of(recorded(slug))
    assert [(row.turns, row.decisions, row.choices, row.wins) for row in found.games] == [
        (row.turns, row.decisions, row.choices, row.wins) for row in wanted.games
    ]
    assert (found.turn_seats, found.turn_choices) == (wanted.turn_seats, wanted.turn_choices)
    used = [
        [(rows.things[thing], count) for thing, count in zip(rows.use_things, rows.use_counts, strict=True)]
        for rows in (found, wanted)
    ]
    assert used[0] == used[1]


def test_people_are_compared_with_bots(tmp_path: Path) -> None:
    folders = write_people(recorded("st-croix"), tmp_path / "people")
    sample = read_sample(folders[0])
    assert sample.plan.kind == "tables" and sample.games["bots"].to_list()[0][0] == "person"
    assert "Ana" not in "".join(path.read_bytes().decode("latin-1") for path in folders[0].iterdir())
    again = write_people(recorded("st-croix", 2), tmp_path / "others")
    study = read_study([folders[0], again[0]])
    assert not study.samples[0].paired_with(study.samples[1])
    assert "as separate samples" in chapters(study)[0].sections[0].note


def test_without_a_game_there_is_no_study(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="There is no finished game whose table agreed to be studied"):
        write_people([], tmp_path / "people")
    assert not (tmp_path / "people").exists()


def kept(code: str, record: Record, studies: bool) -> list[Row]:
    """The log of a table at which a record was played."""
    places = [Place("person", name, f"hash {name}") for name in record.names]
    made: list[LogEntry] = [
        Created(record.game, record.version, "host", places, {}, TableSettings(studies=studies)),
        Started(record.version, places, record.seed or "", record.deal, record.luck),
        *(Acted(one.seat, one.action, one.text, one.luck) for one in record.entries),
    ]
    return [Row(code, seq, *encode_entry(entry), 0.0) for seq, entry in enumerate(made, start=1)]


def test_only_tables_that_agreed_are_read(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    shared, secret = recorded("st-croix", 2)

    async def fill(store: Store) -> None:
        for code, record, studies in (("AAAA", shared, True), ("BBBB", secret, False)):
            await store.append(kept(code, record, studies), [TableListing(code, record.game, "over", 0.0, b"{}")])

    with_store(url, fill)
    assert study_tables(str(tmp_path / "tables.db"), tmp_path / "people") == 0
    sample = read_sample(tmp_path / "people" / "1-st-croix-4")
    assert sample.count == 1 and sample.games["decisions"].to_list() == [len(shared.entries)]
    with pytest.raises(ParlourError, match="There is no database"):
        study_tables(str(tmp_path / "other.db"), tmp_path / "more")
