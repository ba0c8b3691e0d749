"""Events say which pieces move: for every viewer, the zones of its own scenes change by exactly that."""

from collections import Counter
from collections.abc import Iterator

import pytest

from parlour.core.check_events import event_types
from parlour.core.errors import BadDeck
from parlour.core.events import EventType, Move, moves_of, redact
from parlour.core.game import NOBODY, Game, State, View
from parlour.core.match import Match
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games import all_games, find

# Not a place where pieces lie: the memory aid shows cards of the circle a second time.
REMINDERS = {"around-mackinac": {"last"}}
# Where rare events happen: games, seats, preset and seed.
RARE = (
    ("deluxe-memory", 2, "wild", "rare-1"),
    ("deluxe-memory", 4, "wild", "rare-2"),
    ("deluxe-memory", 4, "house", "rare-3"),
    ("deluxe-memory", 3, "house", "rare-4"),
    ("follow-me", 2, "tiny", "sought 0"),
    ("match-me", 6, "match", "deals"),
)


def tables(slug: str) -> Iterator[tuple[Game[State, View], str, int]]:
    """All numbers of seats with all presets, then the rare ones; each with a seed and how many decisions to play."""
    entry = find(slug)
    presets = {"": {}, **(entry.about.presets or {})}
    for preset, options in presets.items():
        for seats in range(entry.about.min_seats, entry.about.max_seats + 1):
            try:
                game = entry.make(seats=seats, **options)
            except BadDeck:  # a small deck is not enough for many players
                continue
            yield game, f"{preset}-{seats}", 120
    for name, seats, preset, seed in RARE:
        if name == slug:
            yield entry.make(seats=seats, **presets[preset]), seed, 400


def counts(scene: Scene, skipped: set[str]) -> Counter[str]:
    return Counter({zone.id: zone.count for zone in scene.zones if zone.layout != "text" and zone.id not in skipped})


def drawn(match: Match[State, View]) -> dict[int, Scene]:
    return {viewer: match.scene(viewer, lines=0) for viewer in (NOBODY, *range(match.game.seats))}


def check_step(match: Match[State, View], before: dict[int, Scene], since: int, skipped: set[str]) -> dict[int, Scene]:
    after = drawn(match)
    for viewer, scene in after.items():
        was, now = counts(before[viewer], skipped), counts(scene, skipped)
        moved: Counter[str] = Counter()
        for event in match.events[since:]:
            for move in moves_of(redact(event, None if viewer == NOBODY else viewer)):
                assert not move.pieces or len(move.pieces) == move.count, (event.as_json(), move)
                assert set(move.pieces) <= set(scene.types), (event.as_json(), move)
                moved[move.source] -= move.count
                moved[move.target] += move.count
        for zone in {*was, *now, *moved} - skipped:
            difference = now[zone] - was[zone]
            told = [event.as_json() for event in match.events[since:]]
            assert difference == moved[zone], f"zone {zone} of viewer {viewer} changed by {difference}: {told}"
    return after


def check_deal(match: Match[State, View], scene: Scene) -> None:
    dealt: Counter[str] = Counter()
    for event in match.events:
        for move in moves_of(redact(event, None)):
            dealt[move.target] += move.count
    for zone in scene.zones:
        assert zone.layout != "fan" or zone.count == dealt[zone.id]


def play(game: Game[State, View], seed: str, most: int) -> set[EventType]:
    """Play at random, checking every step; returns the types of events that happened."""
    rng = Rng("moves", seed)
    match = Match(game, seed)
    skipped = set(REMINDERS.get(game.slug, ()))
    if game.slug == "deluxe-memory" and not game.options["finite_bank"]:
        skipped.add("bank")  # it never runs dry: below zero it is drawn as empty
    scenes = drawn(match)
    check_deal(match, scenes[NOBODY])
    while match.to_act and match.decisions < most:
        since = len(match.events)
        seats = match.may_act
        seat = seats[rng.below(len(seats))]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
        scenes = check_step(match, scenes, since, skipped)
    return {event.type for event in match.events}


@pytest.mark.parametrize("slug", [entry.about.slug for entry in all_games()])
def test_zones_change_by_what_the_events_move(slug: str) -> None:
    happened: set[EventType] = set()
    for game, seed, most in tables(slug):
        happened |= play(game, seed, most)
    moving = {kind.kind for kind in event_types(find(slug).make()) if kind.moves}
    assert moving <= {kind.kind for kind in happened}


def test_a_hidden_card_is_counted_but_not_named() -> None:
    drew = EventType(
        "drew",
        facts=("count",),
        secrets=("cards",),
        secret_to=("seat",),
        moves=(Move("draw", "deck", "hand:{seat}", pieces="cards", count="count"),),
    )
    event = drew(seat=1, count=2, cards=["7", "8"])
    (own,) = moves_of(redact(event, 1))
    (other,) = moves_of(redact(event, 0))
    assert (own.pieces, own.count, own.target) == (("7", "8"), 2, "hand:1")
    assert (other.pieces, other.count, other.target) == ((), 2, "hand:1")


def test_a_move_of_an_unknown_fact_is_refused_when_it_is_declared() -> None:
    with pytest.raises(ValueError, match=r"event 'drew': in the zone 'hand:\{to\}', there is no fact 'to'"):
        EventType("drew", facts=("count",), moves=(Move("draw", "deck", "hand:{to}", count="count"),))
    with pytest.raises(ValueError, match="event 'drew': there is no fact 'card' to move; there are count"):
        EventType("drew", facts=("count",), moves=(Move("draw", "deck", "hand:{seat}", pieces="card"),))
