"""The part of the conformance suite about scenes: they fit the view, and change as the events say."""

import json
from collections import Counter
from collections.abc import Sequence

from parlour.core.errors import CheckFailed
from parlour.core.events import Event, moves_of
from parlour.core.game import Game, State, View
from parlour.core.moves import Moved
from parlour.core.scene import Scene

AnyGame = Game[State, View]


def drawn(game: AnyGame, view: View) -> Scene:
    """A view's scene, with names for the players."""
    return game.scene(view, [f"Player {seat}" for seat in range(game.seats)])


def check_scene(game: AnyGame, scene: Scene, view: View) -> None:
    """The scene offers the legal actions, and everything it names is there."""

    def wrong(problem: str) -> CheckFailed:
        return CheckFailed("scene", f"in the scene of seat {view.seat}, {problem}")

    offered = [choice.action for choice in scene.prompt.choices] if scene.prompt else []
    if sorted(offered) != view.legal:
        raise wrong("the choices are not the legal actions")
    pieces = {piece.id for piece in scene.pieces}
    zones = {zone.id: zone for zone in scene.zones}
    if len(pieces) != len(scene.pieces) or len(zones) != len(scene.zones):
        raise wrong("two things have the same id")
    for piece in scene.pieces:
        if piece.zone not in zones or (piece.type is not None and piece.type not in scene.types):
            raise wrong(f"piece {piece.id} has an unknown zone or type")
    for zone in scene.zones:
        if zone.layout != "pool" and sum(piece.zone == zone.id for piece in scene.pieces) > zone.count:
            raise wrong(f"zone {zone.id} shows more pieces than it counts")
        if zone.policy in ("len", "nonempty", "hidden") and any(piece.zone == zone.id for piece in scene.pieces):
            raise wrong(f"zone {zone.id} shows pieces although its policy is {zone.policy}")
    if scene.prompt:
        texts = [choice.text for choice in scene.prompt.choices]
        labels = [choice.label for choice in scene.prompt.choices]
        if texts != [game.actions.texts[action] for action in offered]:
            raise wrong("a choice has another text than its action")
        if len(set(labels)) != len(labels) or not all(labels):
            raise wrong(f"two choices have the same label or one has none: {labels}")
        for choice in scene.prompt.choices:
            if not set(choice.pieces) <= pieces or not set(choice.zones) <= set(zones):
                raise wrong(f"choice {choice.text!r} touches things that are not there")
        for blocked in scene.prompt.blocked:
            if not set(blocked.pieces) <= pieces or not set(blocked.zones) <= set(zones) or not blocked.why:
                raise wrong("something blocked is not there or has no reason")
    if "{" in json.dumps(scene.as_json()["prompt"], default=str).replace('{"', ""):
        raise wrong("a text has an unfilled blank")
    if (scene.result is None) != (view.outcome is None):
        raise wrong("the result does not fit the outcome")


def zone_counts(scene: Scene) -> Counter[str]:
    """How many pieces lie in each zone."""
    return Counter({zone.id: zone.count for zone in scene.zones if zone.layout != "text"})


def moved_counts(moves: Sequence[Moved]) -> Counter[str]:
    """By how many pieces each zone changes."""
    changed: Counter[str] = Counter()
    for move in moves:
        changed[move.source] -= move.count
        changed[move.target] += move.count
    return changed


def check_moves(before: Scene, after: Scene, events: Sequence[Event], viewer: int) -> None:
    """The zones that redacted events name as source or target changed as they say.

    A zone whose pieces are all known, before and after, must also hold the very pieces that moved.
    """
    moves = [move for event in events for move in moves_of(event)]
    was, now = zone_counts(before), zone_counts(after)
    pools = {zone.id for zone in (*before.zones, *after.zones) if zone.layout == "pool"}
    for zone, change in moved_counts(moves).items():
        # A pool that looks empty may be a supply that never runs dry.
        dry = zone in pools and 0 in (was[zone], now[zone])
        if now[zone] - was[zone] != change and not dry:
            told = [event.as_json() for event in events]
            raise CheckFailed(
                "moves",
                f"by the events {told}, zone {zone!r} changes by {change} for seat {viewer}; "
                f"in its scene it has {was[zone]} before and {now[zone]} after",
            )
        _check_pieces(before, after, moves, zone, viewer)


def _check_pieces(before: Scene, after: Scene, moves: Sequence[Moved], zone: str, viewer: int) -> None:
    was, now = _known(before, zone), _known(after, zone)
    here = [move for move in moves if zone in (move.source, move.target)]
    if was is None or now is None or any(len(move.pieces) != move.count for move in here):
        return
    expected = Counter(was)
    for move in here:
        if move.source == zone:
            expected.subtract(move.pieces)
        if move.target == zone:
            expected.update(move.pieces)
    if any(expected[kind] != now[kind] for kind in {*expected, *now}):
        raise CheckFailed(
            "moves",
            f"for seat {viewer}, zone {zone!r} held {sorted(was.elements())} and then {sorted(now.elements())}, "
            f"but the events move {[(move.source, move.target, list(move.pieces)) for move in here]}",
        )


def _known(scene: Scene, zone: str) -> Counter[str] | None:
    """The types of all pieces of a zone; None if this viewer does not know them all."""
    types = [piece.type for piece in scene.pieces if piece.zone == zone]
    known = Counter(kind for kind in types if kind is not None)
    return known if known.total() == zone_counts(scene)[zone] == len(types) else None
