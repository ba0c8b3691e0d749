"""The log: the process that decides an action and those that read its row come to the same table."""

import random

import pytest

from parlour.core.match import Match
from parlour.games import all_games, find
from parlour.server.log import decide, entries
from parlour.server.log.entries import Place, encode_entry
from parlour.server.log.table import Table
from parlour.server.protocol.messages import TableSettings
from parlour.server.store.types import Row


def begun(slug: str) -> Table:
    about = find(slug).about
    places = [Place("person", f"P{seat}", f"{seat}") for seat in range(about.min_seats)]
    match = Match(find(slug).make(seats=about.min_seats), "log", [place.name for place in places])
    table = Table("ABCDEFGH")
    begin = [
        entries.Created(slug, match.game.version, "0", places, {}, TableSettings()),
        entries.Started(match.game.version, places, "log", match.record.deal),
    ]
    for number, entry in enumerate(begin, start=1):
        table.fold(Row(table.code, number, *encode_entry(entry), 0.0))
    return table


def standing(table: Table) -> tuple[object, ...]:
    """Everything that may differ between two tables after the same rows."""
    match = table.match
    assert match is not None
    prompts = [table.prompt_of(seat) for seat in range(len(table.places))]
    events = [event.as_json() for event in match.events]
    return table.seq, table.status, prompts, match.text(), events, table.moments[:]


@pytest.mark.parametrize("slug", [entry.about.slug for entry in all_games()])
def test_an_action_decided_here_gives_the_table_that_its_row_gives(slug: str) -> None:
    table, luck = begun(slug), random.Random(slug)
    while table.seq < 40 and table.match is not None and table.match.to_act:
        seat = luck.choice(table.match.to_act)
        before = standing(table)
        played = decide.act(table, seat, str(table.prompt_of(seat)), luck.choice(table.match.legal(seat)))
        row = Row(table.code, table.seq + 1, *encode_entry(played.entry), float(table.seq), "once")
        decided, read = table.after(row, played.entry, played.match), table.after(row)
        assert standing(decided) == standing(read)
        assert standing(table) == before, "the table before it is unchanged"
        table = decided
