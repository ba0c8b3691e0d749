"""Short printed tables: the games there are, and a position."""

import json
import sys
from pathlib import Path

from parlour.core.errors import ParlourError
from parlour.core.match import replay
from parlour.core.record import read_record
from parlour.games import all_games, broken_games, open_game
from parlour.text.screen import QUIET, Screen, ink


def show_games() -> None:
    """Two lines for each game: its facts, and what it is about. Then a sentence for each that cannot be used."""
    screen = Screen()
    games = [entry.about for entry in all_games()]
    rows = [("GAME", "TITLE", "PLAYERS", "MINUTES")]
    rows += [(game.slug, game.title, f"{game.min_seats}-{game.max_seats}", game.minutes) for game in games]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for number, row in enumerate(rows):
        cells = [f"{cell:<{wide}}" for cell, wide in zip(row, widths, strict=True)]
        screen.show([ink("  ".join(cells).rstrip(), "bold" if number else QUIET)])
        if number:
            screen.say(games[number - 1].summary, "", "    ")
    for sentence in broken_games():
        print(sentence, file=sys.stderr)


def show_position(file: Path, at: int | None) -> None:
    """The position of a record after some actions, as JSON."""
    record = read_record(file)
    if at is not None and not 0 <= at <= len(record.entries):
        raise ParlourError(
            f"{file} has {len(record.entries)} actions; --at takes 0 to {len(record.entries)}, not {at}."
        )
    print(json.dumps(replay(record, open_game, at).position(), indent=2, ensure_ascii=False))
