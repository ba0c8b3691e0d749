"""Games that people played, as a run: their records become the same tables, so that the same report compares them.

Names are left out: a row says only whether a person or a bot had the seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from parlour.bots.search import win_of
from parlour.core.errors import ParlourError
from parlour.core.game import NOBODY, State, View
from parlour.core.match import Match, deal_again
from parlour.core.record import Record, digest
from parlour.games import AnyGame, find, open_game
from parlour.study.folders import beginning, check_unused
from parlour.study.plan import Plan
from parlour.study.tables import GameRow, Rows, pack, write_tables
from parlour.study.usage import Counting, Names

SEED = "tables"


def write_people(records: Iterable[Record], folder: Path) -> list[Path]:
    """Write a run for each game, number of seats and set of house rules; the folders."""
    groups: dict[str, list[Record]] = {}
    for record in records:
        whole = record.outcome is not None and record.start is None  # a lesson is no game
        if whole and find(record.game).make(seats=record.seats).version == record.version:
            kind = digest([record.game, record.seats, record.options, record.deck_hash, record.version])
            groups.setdefault(kind, []).append(record)
    if not groups:
        raise ParlourError("There is no finished game whose table agreed to be studied.")
    check_unused(folder, "study")
    paths = []
    for place, same in enumerate(sorted(groups.values(), key=len, reverse=True), start=1):
        path = folder / f"{place}-{same[0].game}-{same[0].seats}"
        with beginning(path):
            path.mkdir(parents=True)
            plan_of(same).write(path)
            write_tables(path, [pack(rows_of(same))])
        paths.append(path)
    return paths


def plan_of(records: Sequence[Record]) -> Plan:
    """What the games have in common, as the plan of a run that cannot be played again."""
    first = records[0]
    game = open_game(first)
    players = list(dict.fromkeys(kind for record in records for kind in record.players))
    return Plan(
        game=first.game,
        title=game.title,
        rules=first.version,
        seats=first.seats,
        bots=players if len(players) > 1 else players * first.seats,
        lineups=[["person"] * first.seats],
        options=dict(game.options),
        deck=game.deck.name,
        deck_digest=digest(dict(game.deck.data)),
        deck_data=first.deck,
        seed=SEED,
        games=len(records),
        followed=0,
        playouts=0,
        made_by="",
        kind="tables",
        luck=first.luck,
    )


def rows_of(records: Sequence[Record]) -> Rows:
    """The rows of recorded games, as a study of bots would have written them."""
    rows = Rows()
    game = open_game(records[0])
    counting = Counting(Names(game), game.seats)
    for number, record in enumerate(records):
        _add(rows, number, record, game, counting)
    rows.things = counting.names.things
    return rows


def _add(rows: Rows, number: int, record: Record, game: AnyGame, counting: Counting) -> None:
    match = deal_again(record, game)
    for event in match.events:
        counting(event)
    before = len(rows.turn_seats)
    active, decisions, choices = NOBODY, 0, 0
    for entry in record.entries:
        waited = match.to_act[0] if match.to_act else NOBODY
        if waited != active and active != NOBODY:
            _turn(rows, active, decisions, choices)
            decisions = choices = 0
        active = waited
        decisions, choices = decisions + 1, choices + len(match.legal(entry.seat))
        counting.act(entry.seat, entry.action)
        for event in match.follow(entry):
            counting(event)
    _turn(rows, active, decisions, choices)
    turned = len(rows.turn_seats) - before
    rows.turn_rows.append(turned)
    rows.turn_chances += [None] * turned
    rows.games.append(_row(rows, number, record, match, counting, before))
    rows.use_rows.append(counting.take(rows.use_seats, rows.use_things, rows.use_counts))


def _turn(rows: Rows, seat: int, decisions: int, choices: int) -> None:
    rows.turn_seats.append(seat)
    rows.turn_decisions.append(decisions)
    rows.turn_choices.append(choices)


def _row(
    rows: Rows, number: int, record: Record, match: Match[State, View], counting: Counting, before: int
) -> GameRow:
    outcome = match.outcome
    if outcome is None:
        raise ParlourError("A game that is not over cannot be studied.")
    return GameRow(
        number=number,
        deal=number,
        bots=list(record.players) or ["person"] * record.seats,
        first=rows.turn_seats[before] if counting.first == NOBODY else int(counting.first),
        scores=list(outcome.scores),
        ranks=list(outcome.ranks),
        wins=[win_of(outcome, seat) for seat in range(record.seats)],
        reason=outcome.reason,
        decisions=sum(rows.turn_decisions[before:]),
        turns=len(rows.turn_seats) - before,
        choices=sum(rows.turn_choices[before:]),
        guard=outcome.ending.name if outcome.ending.guard else "",
    )
