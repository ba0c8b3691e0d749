"""Steps of real games for the tests of the browser client: `python scripts/web_steps.py` writes web/tests/steps/.

For each game: the scenes before and after a step and its events, as one seat hears them; one step for each new
combination of moves.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from parlour.core.match import Match
from parlour.core.rng import Rng
from parlour.games import all_games, find
from parlour.server.log.projection import game_events

FOLDER = Path(__file__).parent.parent / "web" / "tests" / "steps"
SEATS = 3
MOST = 400
"""Decisions of each game."""


def scene_of(match: Any) -> dict[str, Any]:
    """What moves need of a scene; names, help and choices do not matter here."""
    scene = match.scene(0, lines=0).as_json()
    scene["zones"] = [{**zone, "badges": []} for zone in scene["zones"]]
    return {**scene, "types": {}, "players": [], "prompt": None, "waiting": [], "result": None, "charts": []}


def steps(slug: str) -> list[dict[str, Any]]:
    """The chosen steps of one game, played at random."""
    match = Match(find(slug).make(seats=SEATS), f"steps {slug}")
    rng = Rng("steps", slug)
    found: dict[str, dict[str, Any]] = {}
    before = scene_of(match)
    while match.to_act and match.decisions < MOST:
        since = len(match.events)
        seat = match.may_act[rng.below(len(match.may_act))]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
        after = scene_of(match)
        events = msgspec.to_builtins(game_events(match, 0, since, len(match.events)))
        kinds = [f"{event['kind']} {event['seat'] == 0}" for event in events if event["moves"]]
        if kinds:
            found.setdefault(" ".join(kinds), {"before": before, "events": events, "after": after})
        before = after
    return sorted(found.values(), key=lambda step: -len(step["events"]))[:6]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for entry in all_games():
        chosen = steps(entry.about.slug)
        (FOLDER / f"{entry.about.slug}.json").write_text(json.dumps(chosen, separators=(",", ":")) + "\n")
