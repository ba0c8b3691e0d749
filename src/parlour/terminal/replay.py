"""Watching a record: as one seat saw it, as a spectator, or with every hand open."""

from collections.abc import Sequence

import msgspec

from parlour.core.errors import ParlourError
from parlour.core.events import Event
from parlour.core.game import NOBODY, State, View
from parlour.core.match import Match, walk
from parlour.core.record import Record
from parlour.core.scene import Piece, Scene, Zone
from parlour.games import open_game
from parlour.text.draw import draw, draw_news, draw_result, news_of
from parlour.text.screen import QUIET, Screen, ink

AnyMatch = Match[State, View]
EVERYBODY = -2
"""The pseudo-seat that sees what any player sees."""


def find_viewer(record: Record, wanted: str | None) -> int:
    """The seat to watch from: a name, a number, `all`, or empty for a spectator."""
    if wanted is None or wanted.lower() == "spectator":
        return NOBODY
    if wanted.lower() == "all":
        return EVERYBODY
    return find_seat(record, wanted, ", all, spectator")


def find_seat(record: Record, wanted: str, besides: str = "") -> int:
    """The seat with a name or a number; `besides` lists other answers for the error message."""
    names = [name.lower() for name in record.names]
    if wanted.lower() in names:
        return names.index(wanted.lower())
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 4 and int(wanted) < record.seats:
        return int(wanted)
    seats = ", ".join(f"{name} ({seat})" for seat, name in enumerate(record.names))
    raise ParlourError(f"There is no seat {wanted!r}. There are: {seats}{besides}.")


def watch(record: Record, viewer: int, screen: Screen, step: bool) -> None:
    """Print a record's log and draw the final table; with `step`, draw it after each action."""
    told = 0
    last = len(record.entries)
    for match in walk(record, open_game):
        news = news_of(match.game, _events(match, viewer, told), match.names)
        told = len(match.events)
        if step or match.decisions == 0 or news:
            _heading(screen, match, last)
        screen.show(draw_news(news, match.names, screen.glyphs, screen.width))
        if step or match.decisions == last:
            scene = open_scene(match) if viewer == EVERYBODY else match.scene(viewer, 0)
            scene = msgspec.structs.replace(scene, prompt=None)
            screen.show(draw(scene, screen.glyphs, screen.width))
        if step and match.decisions < last and screen.ask("Enter continues, q stops: ").lower() in ("q", "quit"):
            return
    screen.blank()
    screen.show(draw_result(scene, screen.width))


def _heading(screen: Screen, match: AnyMatch, last: int) -> None:
    if match.decisions == 0:
        players = ", ".join(match.names)
        screen.say(f"{match.game.title}: {players}. {last} actions.", "bold")
        return
    entry = match.record.entries[-1]
    screen.show([ink(f"{match.decisions}/{last} {match.names[entry.seat]}", QUIET)])


def _events(match: AnyMatch, viewer: int, since: int) -> list[Event]:
    """The events from a number on, as a viewer may know them."""
    if viewer != EVERYBODY:
        return match.seen_by(viewer, since)
    return [Event(event.type, event.seat, {**event.facts, **event.secrets}) for event in match.events[since:]]


def open_scene(match: AnyMatch) -> Scene:
    """The spectator's scene with every player's zones as that player sees them."""
    scene = match.scene(NOBODY, 0)
    zones: list[Zone] = [zone for zone in scene.zones if zone.owner is None]
    pieces: list[Piece] = _of(scene, zones)
    for seat in range(match.game.seats):
        theirs = match.scene(seat, 0)
        own = [zone for zone in theirs.zones if zone.owner == seat]
        zones += [msgspec.structs.replace(zone, area="seat", dim=None) for zone in own]
        pieces += _of(theirs, own)
    return msgspec.structs.replace(scene, zones=tuple(zones), pieces=tuple(pieces), prompt=None)


def _of(scene: Scene, zones: Sequence[Zone]) -> list[Piece]:
    wanted = {zone.id for zone in zones}
    return [piece for piece in scene.pieces if piece.zone in wanted]
