"""Hints and reviews of saved games, printed in words or as JSON."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from parlour.bots import PERSON
from parlour.bots.coach import USUAL_HINT, hint
from parlour.bots.review import USUAL_REVIEW, review
from parlour.bots.review import Progress as Report
from parlour.cli.start import make_game, position_for, read_budget
from parlour.core.errors import ParlourError
from parlour.core.game import State, View
from parlour.core.match import Match, replay
from parlour.core.record import read_record
from parlour.games import find, open_game
from parlour.terminal.replay import find_seat
from parlour.text.coach import draw_hint, draw_review
from parlour.text.screen import Screen


@dataclass(frozen=True)
class PositionArguments:
    """A position in a file, and the game it is of."""

    start: Path
    game: str | None
    seats: int | None
    option: Sequence[str]
    deck: str | None
    preset: str | None

    def match(self) -> Match[State, View]:
        """A match that starts from the position."""
        if self.game is None:
            raise ParlourError("Say which game the position is of, as in --game st-croix.")
        entry = find(self.game)
        seats = entry.about.default_seats if self.seats is None else self.seats
        game = make_game(entry, seats, self.option, self.deck, self.preset)
        return Match(game, "hint", start=position_for(game, self.start))


def show_hint(
    file: Path | None,
    position: PositionArguments | None,
    seat: str | None,
    iterations: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """A hint for a saved game or a position."""
    if (file is None) == (position is None):
        raise ParlourError("Name a saved game, or a position with --start and --game.")
    budget = read_budget(iterations, seconds) or USUAL_HINT
    match = position.match() if position is not None else replay(read_record(file or Path()), open_game)
    wanted = None if seat is None else find_seat(match.record, seat)
    if match.outcome is not None:
        raise ParlourError(f"{file} is a finished game: there is nothing left to advise on; try parlour review.")
    if wanted is None:
        people = [one for one in match.to_act if match.record.players and match.record.players[one] == PERSON]
        wanted = (people or list(match.to_act))[0]
    if wanted not in match.may_act:
        waits = ", ".join(match.names[one] for one in match.to_act)
        raise ParlourError(f"{match.names[wanted]} has nothing to decide now; the game waits for {waits}.")
    advice = hint(match.game, match.view(wanted), match.names, budget)
    if as_json:
        print(json.dumps(advice.as_json(), indent=2, ensure_ascii=False))
        return
    screen = Screen()
    screen.say(f"{match.game.title}, {advice.name}: {advice.prompt}", "bold")
    screen.show(draw_hint(advice, screen.glyphs, screen.width))


def show_review(
    file: Path, seat: str | None, iterations: int | None, seconds: float | None, every: bool, as_json: bool
) -> None:
    """A review of a record."""
    budget = read_budget(iterations, seconds) or USUAL_REVIEW
    record = read_record(file)
    only = None if seat is None else find_seat(record, seat)
    with _progress() as report:
        found = review(record, budget, only, report)
    if as_json:
        print(json.dumps(found.as_json(), indent=2, ensure_ascii=False))
        return
    screen = Screen()
    screen.show(draw_review(found, screen.glyphs, screen.width, every))


@contextmanager
def _progress() -> Iterator[Report]:
    """A progress bar in a terminal, nothing in a pipe."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda done, total: None
        return
    columns = (TextColumn("Thinking about decision"), MofNCompleteColumn(), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
