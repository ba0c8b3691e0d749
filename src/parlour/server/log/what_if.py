"""What if: a finished game from one of its decisions on, at a table of its own, against bots."""

from parlour.server.log import entries
from parlour.server.log.decide import STAND_IN, Refused
from parlour.server.log.entries import LogEntry, Place
from parlour.server.log.table import Table
from parlour.server.protocol.messages import TableSettings


def what_if(table: Table, number: int, player: str, seed: str) -> list[LogEntry]:
    """The log of a new table: the game up to decision `number`, which must be the player's own.

    Only a finished game can be continued otherwise: its hidden cards are the same.
    """
    match, seat = table.match, table.seat_of(player)
    if match is None or not table.finished:
        raise Refused("not_now", "This is available when the game is over.")
    if seat is None:
        raise Refused("forbidden", "You did not play at this table.")
    record = match.record
    if not 1 <= number <= len(record.entries) or record.entries[number - 1].seat != seat:
        raise Refused("illegal", "Only your own decisions can be tried again.")
    places = [
        place if place.kind == "bot" else Place("bot", place.name, level=STAND_IN, members=place.members)
        for place in table.places
    ]
    places[seat] = table.places[seat]
    house = TableSettings(chat=False, watchers=False)
    version = match.game.version
    return [
        entries.Created(table.game, version, player, places, table.options, house),
        entries.Started(version, places, seed, record.deal, record.luck, record.start),
        *(entries.Acted(past.seat, past.action, past.text, past.luck) for past in record.entries[: number - 1]),
    ]
