"""Golden playthroughs: one game per seat count as a text anyone can read; any change of behaviour shows as a diff.

The same for the worlds that a search imagines at moments of these games: a seed must repeat what a bot thought. A world
that is drawn with other chances still fits its view, so that no other quick test would notice it.

`make golden` rewrites them.
"""

import json
import os
from pathlib import Path

import pytest

import parlour
from parlour.bots.levels import NormalBot
from parlour.core.game import Game
from parlour.core.record import digest
from parlour.core.rng import Rng
from parlour.core.seat_record import seat_record
from parlour.games import all_games, find

GOLDEN = Path(__file__).parent / "golden"


def playthrough(slug: str, seats: int) -> str:
    """A game between simple players who now and then do something random, told with everything a referee sees."""
    match = parlour.Match(parlour.game(slug, seats), seed="golden")
    player = NormalBot(match.game)
    rng = Rng("golden", slug, seats)
    texts = match.game.actions.texts
    lines = [f"{match.game.title}, {seats} seats, rules version {match.game.version}", *match.log(), ""]
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        action = legal[rng.below(len(legal))] if rng.chance(0.2) else player.choose(match.view(seat), legal, rng)
        told = len(match.events)
        match.play(seat, action)
        lines.append(f"{match.names[seat]}: {texts[action]}   (of {len(legal)})")
        lines += [f"    {line}" for line in match.log(seat, told)]
    outcome = match.outcome
    assert outcome is not None
    lines += ["", json.dumps(outcome.as_json()), json.dumps(match.position(), sort_keys=True), match.hash()]
    return "\n".join(lines) + "\n"


def imagined(slug: str, seats: int) -> str:
    """Fingerprints of worlds imagined in a random game: what each seat thinks possible at some of its decisions."""
    match = parlour.Match(parlour.game(slug, seats), seed="worlds")
    rng, lines = Rng("worlds", slug, seats), []
    while match.to_act and match.decisions < 120:
        seat = match.to_act[0]
        if match.decisions % 6 == 0:
            view = match.view((seat + match.decisions // 6) % seats)
            worlds = [digest(match.game.dump(match.game.determinise(view, rng)))[:16] for _ in range(2)]
            lines.append(f"{match.decisions} {view.seat} {' '.join(worlds)}")
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return "\n".join(lines) + "\n"


def replayed(slug: str) -> str:
    """The same for a game without a `determinise` of its own: worlds found by playing a seat's record again."""
    game = parlour.game(slug, find(slug).about.min_seats, "tiny")
    match = parlour.Match(game, seed="worlds")
    rng, lines = Rng("replayed", slug), []
    while match.to_act and match.decisions < 24:
        seat = match.to_act[0]
        if match.decisions % 4 == 0:
            view = match.view(seat)
            view.witnessed = seat_record(seat, match._steps())
            world = Game.determinise(game, view, rng)
            lines.append(f"{match.decisions} {seat} {digest(game.dump(world))[:16]}")
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return "\n".join(lines) + "\n"


CASES = [
    (entry.about.slug, seats)
    for entry in all_games()
    for seats in range(entry.about.min_seats, entry.about.max_seats + 1)
]


SLUGS = [entry.about.slug for entry in all_games()]


@pytest.mark.parametrize(("slug", "seats"), CASES)
def test_the_game_plays_as_written_down(slug: str, seats: int) -> None:
    file = GOLDEN / f"{slug}-{seats}.txt"
    compare(playthrough(slug, seats), file)


@pytest.mark.parametrize(("slug", "seats"), CASES)
def test_worlds_are_imagined_as_written_down(slug: str, seats: int) -> None:
    compare(imagined(slug, seats), GOLDEN / "worlds" / f"{slug}-{seats}.txt")


@pytest.mark.parametrize("slug", SLUGS)
def test_worlds_are_found_by_replaying_as_written_down(slug: str) -> None:
    compare(replayed(slug), GOLDEN / "worlds" / f"{slug}-replayed.txt")


def compare(text: str, file: Path) -> None:
    if os.environ.get("PARLOUR_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert file.is_file(), f"{file.name} is missing; `make golden` writes it"
    assert text == file.read_text(encoding="utf-8")


def test_no_golden_playthrough_is_left_over() -> None:
    games = {f"{slug}-{seats}.txt" for slug, seats in CASES}
    assert {file.name for file in GOLDEN.glob("*.txt")} == games
    again = {f"{slug}-replayed.txt" for slug in SLUGS}
    assert {file.name for file in (GOLDEN / "worlds").glob("*.txt")} == games | again
