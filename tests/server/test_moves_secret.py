"""The moves that a step carries tell a viewer nothing that its redacted events do not.

Every secret of real games is replaced by canaries, more or fewer of them than there were cards. Whoever may not know
the secret must get the same bytes: the same moves, as many, in the same order, and no canary in them.
"""

from typing import cast

import msgspec
import pytest

from parlour.core.events import Event, Fact, moves_of, redact
from parlour.core.game import NOBODY, State, View
from parlour.core.match import Match
from parlour.core.rng import Rng
from parlour.games import all_games, find
from parlour.server.log.projection import as_told, game_events

CANARY = "canary"
SLUGS = [entry.about.slug for entry in all_games()]


def played(slug: str, seats: int) -> Match[State, View]:
    match = Match(find(slug).make(seats=seats), f"moves {slug}")
    rng = Rng("moves told", slug)
    while match.to_act and match.decisions < 120:
        seat = match.may_act[rng.below(len(match.may_act))]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return match


def with_canaries(event: Event, number: int) -> Event:
    """The same event with other secrets: lists have another length, single cards another name."""
    other = {name: [CANARY] * number if isinstance(value, list) else CANARY for name, value in event.secrets.items()}
    return Event(event.type, event.seat, event.facts, other)


def told(match: Match[State, View], event: Event, viewer: int | None) -> bytes:
    return msgspec.json.encode(as_told(match, redact(event, viewer)).moves)


@pytest.mark.parametrize("slug", SLUGS)
def test_moves_do_not_depend_on_what_a_viewer_may_not_know(slug: str) -> None:
    match = played(slug, find(slug).about.max_seats)
    secret = shown = 0
    for event in match.events:
        for viewer in (None, *range(match.game.seats)):
            heard = told(match, event, viewer)
            if event.secrets and viewer not in event.audience():
                secret += 1
                for number in (0, 1, 9):
                    assert told(match, with_canaries(event, number), viewer) == heard, (event, viewer)
                assert CANARY.encode() not in heard
            elif event.secrets and event.type.moves:
                moves = moves_of(redact(with_canaries(event, 1), viewer))
                shown += any(CANARY in move.pieces for move in moves)
    # The canaries are heard where they may be, so silence elsewhere means something.
    hides = any(event.secrets for event in match.events)
    assert (secret > 0) == hides and (shown > 0) == hides


@pytest.mark.parametrize("slug", SLUGS)
def test_a_step_s_moves_are_those_of_its_redacted_events(slug: str) -> None:
    match = played(slug, find(slug).about.min_seats)
    for viewer in (NOBODY, *range(match.game.seats)):
        events = match.seen_by(viewer)
        messages = game_events(match, viewer, 0, len(events))
        for event, message in zip(events, messages, strict=True):
            facts = cast(dict[str, Fact], message.facts)
            assert message.moves == moves_of(Event(event.type, message.seat, facts))
