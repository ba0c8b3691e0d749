"""Replays of finished games: every moment as one seat saw it, or with all hands open.

Runs in a worker process: a long game is hundreds of scenes.
"""

import gzip

import msgspec

from parlour.core.errors import BadRecord, ParlourError
from parlour.core.events import Event
from parlour.core.game import NOBODY, State, View
from parlour.core.match import Match, check_luck, deal_again, replay
from parlour.core.record import Record, parse_record
from parlour.core.scene import Scene, open_scene
from parlour.games import open_game
from parlour.server.log.projection import as_told, game_events
from parlour.server.log.table import seed_hash
from parlour.server.protocol.http_messages import Frame, Replay
from parlour.server.protocol.messages import TableEvent

LONGEST = 4000
"""Maximum actions of a game that can be shown."""

AnyMatch = Match[State, View]


def replay_of(record: Record, seat: int | None) -> bytes:
    """A table's game from one seat's view, or open (None), as gzipped JSON."""
    return _packed(_told(record, seat))


def replay_upload(text: str, seat: int | None) -> bytes:
    """The same for an uploaded record, checked first; ParlourError if it is not one."""
    try:
        record = parse_record(text, "The record")
        if len(record.entries) > LONGEST:
            raise BadRecord(f"A record of more than {LONGEST} actions cannot be shown here.")
        replay(record, open_game)
        return _packed(_told(record, seat))
    except ParlourError:
        raise
    except (RecursionError, TypeError, ValueError, KeyError, IndexError, ArithmeticError, MemoryError) as error:
        raise BadRecord(f"The record is damaged ({type(error).__name__}).") from None


def _packed(told: Replay) -> bytes:
    return gzip.compress(msgspec.json.encode(told), 5, mtime=0)


def _told(record: Record, seat: int | None) -> Replay:
    match = deal_again(record, open_game(record))
    if seat is not None and not 0 <= seat < match.game.seats:
        raise ParlourError(f"There is no seat {seat} in this game; seats go from 0 to {match.game.seats - 1}.")
    frames = [Frame(0, None, "", _events(match, seat, 0), _scene(match, seat))]
    for number, entry in enumerate(record.entries, start=1):
        before = len(match.events)
        match.follow(entry)
        frames.append(Frame(number, entry.seat, entry.text, _events(match, seat, before), _scene(match, seat)))
    seed = record.seed or ""
    return Replay(
        game=match.game.slug,
        title=match.game.title,
        names=match.names,
        seat=seat,
        seed=seed,
        seed_hash=seed_hash(seed) if seed else "",
        seal=record.fair.seal if record.fair else "",
        secret=record.fair.secret if record.fair else "",
        shares=record.fair.shares if record.fair else [],
        options=match.game.options,
        verified=check_luck(record, open_game) and (record.fair is None or record.fair.leads_to(seed)),
        frames=frames,
    )


def _scene(match: AnyMatch, seat: int | None) -> Scene:
    if seat is not None:
        return match.scene(seat, lines=0)
    return open_scene([match.scene(viewer, lines=0) for viewer in (NOBODY, *range(match.game.seats))])


def _events(match: AnyMatch, seat: int | None, since: int) -> list[TableEvent]:
    if seat is not None:
        return game_events(match, seat, since, len(match.events))
    bare = [Event(event.type, event.seat, {**event.facts, **event.secrets}) for event in match.events[since:]]
    return [as_told(match, event) for event in bare]
