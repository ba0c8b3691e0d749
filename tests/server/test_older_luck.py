"""Records and tables made before luck was made of numbered streams are still played, continued and confirmed."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from parlour import BadRecord
from parlour.core.chance import LUCK
from parlour.core.match import Match, check_luck, replay
from parlour.core.record import Record, parse_record, read_record
from parlour.games import open_game
from parlour.server.log.entries import Acted, Created, Place, Started, encode_entry
from parlour.server.log.table import Table
from parlour.server.protocol.messages import TableSettings
from parlour.server.store.store import Row

OLD = sorted((Path(__file__).parent.parent / "records_v1").glob("*-2.jsonl"))


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_an_old_record_is_confirmed_and_written_as_it_was(path: Path) -> None:
    record = read_record(path)
    assert record.luck == 1
    assert check_luck(record, open_game)
    assert replay(record, open_game).text() == path.read_text(encoding="utf-8")
    record.luck = LUCK
    assert not check_luck(record, open_game)


def test_a_new_record_says_how_its_luck_was_made() -> None:
    old = read_record(OLD[0])
    record = parse_record(Match(open_game(old), "a seed").text(), "new")
    assert record.luck == LUCK
    assert check_luck(record, open_game)
    later = Match(open_game(old), "a seed").text().replace('"luck":2', '"luck":3', 1)
    with pytest.raises(BadRecord, match="newer Parlour"):
        parse_record(later, "later")


def stored(record: Record, acted: int, started: Mapping[str, object]) -> Table:
    """A table whose log holds the first actions of a record."""
    places = [Place("person", name) for name in record.names]
    created = Created(record.game, record.version, "", places, {}, TableSettings())
    rows = [encode_entry(created), ("started", msgspec.json.encode(started))]
    rows += [encode_entry(Acted(one.seat, one.action, one.text, one.luck)) for one in record.entries[:acted]]
    table = Table("ABCDEFGH")
    for number, (kind, data) in enumerate(rows, start=1):
        table.fold(Row(table.code, number, kind, data, 0.0))
    return table


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_an_old_table_goes_on_with_its_luck(path: Path) -> None:
    record = read_record(path)
    places = [{"kind": "person", "name": name} for name in record.names]
    started = {"version": record.version, "places": places, "seed": record.seed, "deal": record.deal}
    table = stored(record, 5, started)
    assert table.match is not None
    match = table.match.fork()
    for entry in record.entries[5:]:
        match.play(entry.seat, entry.action)
        assert match.record.entries[-1] == entry
    assert check_luck(parse_record(match.text(), "exported"), open_game)


def test_a_new_table_keeps_the_version_of_its_luck() -> None:
    old = read_record(OLD[0])
    match = Match(open_game(old), "a seed", old.names)
    places = [Place("person", name) for name in old.names]
    entry = Started(old.version, places, match.seed, match.record.deal, match.record.luck)
    started = msgspec.json.decode(encode_entry(entry)[1], type=dict[str, object])
    table = stored(match.record, 0, started)
    assert table.match is not None
    assert table.match.record.luck == LUCK
    assert table.match.record.deal == match.record.deal
