"""All hands open, for looking back: every face somebody saw, in words that fit an onlooker."""

import pytest

import parlour
from parlour.core.game import NOBODY
from parlour.core.scene import open_scene


@pytest.mark.parametrize("slug", [about.slug for about in parlour.games()])
def test_an_open_scene_shows_what_every_seat_sees_in_an_onlookers_words(slug: str) -> None:
    match = parlour.Match(parlour.game(slug), seed="open")
    while match.to_act and match.decisions < 12:
        seat = match.to_act[0]
        match.play(seat, match.view(seat).legal[0])
    watched = match.scene(NOBODY, lines=0)
    seats = [match.scene(seat, lines=0) for seat in range(match.game.seats)]
    opened = open_scene([watched, *seats])
    assert [(zone.id, opened.name_of(zone), zone.area) for zone in opened.zones] == [
        (zone.id, watched.name_of(zone), zone.area) for zone in watched.zones
    ]
    assert opened.prompt is None
    for scene in seats:
        for zone in scene.zones:
            faces = sorted(piece.type for piece in scene.pieces if piece.zone == zone.id and piece.type)
            shown = sorted(piece.type for piece in opened.pieces if piece.zone == zone.id and piece.type)
            assert len(shown) >= len(faces), zone.label
            if zone.area == "self":
                assert shown == faces
