"""Scenes as clients get them: the JSON says all of a scene, and the end of the log comes along."""

import json

import msgspec
import pytest

import parlour
from parlour.core.worlds import random_match, viewers

SLUGS = [about.slug for about in parlour.games()]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_scenes_json_says_everything_in_plain_data(slug: str) -> None:
    game = parlour.game(slug)
    for most in (0, 25, 1_000):
        match = random_match(game, "plain", most)
        for viewer in viewers(game):
            scene = match.scene(viewer)
            plain = scene.as_json()
            assert plain == json.loads(msgspec.json.encode(scene))
            assert list(plain) == list(scene.__struct_fields__)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("lines", [0, 1, 12, 100_000])
def test_a_scene_carries_the_last_lines_of_its_viewers_log(slug: str, lines: int) -> None:
    match = random_match(parlour.game(slug), "lines", 60)
    for viewer in viewers(match.game):
        log = match.log(viewer)
        assert list(match.scene(viewer, lines).log) == log[max(0, len(log) - lines) :]
