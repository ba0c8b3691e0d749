"""A client that knows only a scene's JSON finishes games of every kind: the vocabulary is enough to play."""

import json
import os
import random
from typing import Any

import pytest

import parlour
from parlour.text.choices import draw_choices
from parlour.text.draw import draw, draw_result
from parlour.text.screen import Glyphs

GAMES = int(os.environ.get("PARLOUR_BLIND_GAMES", "4"))
"""Games per kind; `make blind` asks for a thousand."""
SLUGS = [about.slug for about in parlour.games()]


def pick(scene: dict[str, Any], rng: random.Random) -> int:
    """All that the client knows: one of the choices it was offered."""
    return int(rng.choice(scene["prompt"]["choices"])["action"])


@pytest.mark.parametrize("slug", SLUGS)
def test_a_client_without_rules_finishes_games(slug: str) -> None:
    about = next(about for about in parlour.games() if about.slug == slug)
    variants = [None, *(name for name in about.presets or {} if "tiny" not in name and name != "micro")]
    for number in range(GAMES):
        seats = about.min_seats + number % (about.max_seats - about.min_seats + 1)
        preset = variants[number % len(variants)]
        match = parlour.Match(parlour.game(slug, seats, preset), seed=f"blind {number}")
        rng = random.Random(number)
        while match.to_act:
            seat = rng.choice(match.may_act if rng.random() < 0.2 else match.to_act)
            scene = json.loads(json.dumps(match.scene(seat).as_json()))
            assert scene["prompt"], f"{match.record.seed}, {seats} seats, {preset}: a player is not asked anything"
            match.play(seat, pick(scene, rng))
        result = json.loads(json.dumps(match.scene().as_json()))["result"]
        assert sorted(result["winners"]) and result["reason"], f"{match.record.seed} has no result"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_scene_of_a_game_fits_80_columns(slug: str) -> None:
    about = next(about for about in parlour.games() if about.slug == slug)
    names = ["Bartholomew", "Clementine", "Desdemona", "Ezekiel", "Florentine", "Guinevere"][: about.max_seats]
    match = parlour.Match(parlour.game(slug, seats=about.max_seats), seed="wide", names=names)
    rng = random.Random(1)
    steps = 0
    while match.to_act and steps < 400:
        seat = rng.choice(match.to_act)
        if steps % 5 == 0:
            for viewer in (seat, (seat + 1) % about.max_seats, parlour.NOBODY):
                scene = match.scene(viewer)
                for line in [*draw(scene, Glyphs()), *draw_choices(scene, Glyphs())]:
                    assert line.cell_len <= 80, line.plain
        match.play(seat, rng.choice(match.legal(seat)))
        steps += 1
    assert all(line.cell_len <= 80 for line in draw_result(match.scene()))
