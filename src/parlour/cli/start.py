"""Turns command-line arguments into games, seats and budgets."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from parlour.bots import DEFAULT, Budget, bots_for
from parlour.core.deck_changes import split_changes
from parlour.core.errors import ParlourError, UnknownOption
from parlour.core.game import NOBODY
from parlour.core.match import NAMES, Match, replay
from parlour.core.options import read_options
from parlour.core.record import read_record
from parlour.games import AnyGame, Entry, find, open_game
from parlour.terminal.play import Session, seat_players
from parlour.terminal.saving import check_path
from parlour.text.screen import Screen

LONGEST_NAME = 20


@dataclass(frozen=True)
class PlayArguments:
    """The arguments of a new game."""

    game: str | None
    seats: int | None
    bots: Sequence[str] | None
    seed: str | None
    options: Sequence[str]
    deck: str | None
    preset: str | None
    name: str | None
    teams: str | None
    save: Path | None
    start: Path | None = None


def start_game(arguments: PlayArguments) -> int:
    """Play a new game; returns the exit code."""
    if arguments.game is None:
        raise ParlourError("Say which game to play, as in `parlour play st-croix`; `parlour games` lists them.")
    entry = find(arguments.game)
    teams = _read_teams(arguments.teams)
    seats = arguments.seats if arguments.seats is not None else len(teams) or entry.about.default_seats
    game = make_game(entry, seats, arguments.options, arguments.deck, arguments.preset)
    if teams and len(teams) != seats:
        raise ParlourError(f"--teams names {len(teams)} teams for {seats} seats.")
    bots_for(arguments.bots or [DEFAULT], seats - 1)
    names = _names(arguments.name, [" & ".join(team) for team in teams], seats)
    if arguments.save is not None:
        check_path(arguments.save)
    start = None if arguments.start is None else position_for(game, arguments.start)
    match = Match(game, arguments.seed, names, teams, start)
    return Session(match, seat_players(match, arguments.bots or []), Screen(), arguments.save).run()


def resume_game(file: Path, bots: Sequence[str] | None, save: Path | None, given: Sequence[str]) -> int:
    """Resume a saved game; returns the exit code."""
    if given:
        raise ParlourError(f"A resumed game takes everything from its file; leave out {', '.join(given)}.")
    match = replay(read_record(file), open_game)
    seating = seat_players(match, bots or [])
    path = file if save is None else save
    check_path(path, may_replace=file)
    return Session(match, seating, Screen(), path).run()


def make_game(entry: Entry, seats: int, options: Sequence[str], deck: str | None, preset: str | None) -> AnyGame:
    """The game with the house rules and deck of the arguments."""
    chosen = house_rules(entry, options, preset)
    if deck is not None:
        chosen["deck"] = deck
    return entry.table(seats, chosen)


def house_rules(entry: Entry, pairs: Sequence[str], preset: str | None) -> dict[str, object]:
    """A preset's house rules, then those given as name=value."""
    presets = entry.about.presets or {}
    if preset is not None and preset not in presets:
        known = ", ".join(presets) or "none"
        raise UnknownOption(f"{entry.about.title} has no preset {preset!r}. It has: {known}.")
    options = _read_pairs(pairs)
    # Checked here first, so that a name such as "seats" is refused as an unknown house rule.
    read_options(entry.about.title, entry.about.options, split_changes(options)[0])
    return (dict(presets[preset]) if preset is not None else {}) | options


def read_budget(iterations: int | None, seconds: float | None) -> Budget | None:
    """The budget given as --iterations and --seconds; None if neither is given."""
    if iterations is None and seconds is None:
        return None
    if iterations is not None and iterations < 1:
        raise ParlourError(f"--iterations takes a number from 1 on, not {iterations}.")
    if seconds is not None and not 0.0 < seconds < 1e9:
        raise ParlourError(f"--seconds takes a time above 0, not {seconds}.")
    return Budget(iterations or 0, seconds or 0.0)


def read_start(file: Path) -> dict[str, object]:
    """A position from a JSON file, as `parlour position` prints it."""
    try:
        found = msgspec.json.decode(file.read_bytes())  # unlike json, it refuses text that cannot be written again
    except OSError as error:
        raise ParlourError(f"{file}: the position cannot be read ({error.strerror}).") from None
    except ValueError as error:
        raise ParlourError(f"{file}: a position is a JSON file ({error}).") from None
    except RecursionError:
        raise ParlourError(f"{file}: the position cannot be read (it is nested too deeply).") from None
    if not isinstance(found, dict):
        raise ParlourError(f"{file}: a position is a table of entries, as `parlour position` prints it.")
    return found


def position_for(game: AnyGame, file: Path) -> dict[str, object]:
    """A position from a file in which this game can be played on."""
    start = read_start(file)
    if game.actor(game.load(start)) == NOBODY:
        raise ParlourError(f"{file}: the game is over in this position; there is nothing to play.")
    return start


def _read_pairs(pairs: Sequence[str]) -> dict[str, object]:
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name.strip() and equals and value.strip()):
            raise UnknownOption(f"An option is given as name=value, not {pair!r}.")
        if name.strip() in options:
            raise UnknownOption(f"Option {name.strip()} is given twice.")
        options[name.strip()] = value.strip()
    return options


def _read_teams(text: str | None) -> list[list[str]]:
    if text is None:
        return []
    teams = [[name.strip() for name in team.split("+")] for team in text.split(",")]
    for team in teams:
        for name in team:
            _check_name(name)
    everybody = [name for team in teams for name in team]
    if len(set(everybody)) != len(everybody):
        raise ParlourError("A name appears twice in --teams.")
    return teams


def _names(name: str | None, teams: Sequence[str], seats: int) -> list[str]:
    """Your name first; then the default names of the others, or the teams' members."""
    if name is not None:
        _check_name(name)
    if teams:
        return [name or teams[0], *teams[1:]]
    first = name or "You"
    others = [usual for usual in NAMES if usual.lower() != first.lower()]
    return [first, *others[len(others) - len(NAMES) + 1 :][: seats - 1]]


def _check_name(name: str) -> None:
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise ParlourError(f"A name has 1 to {LONGEST_NAME} letters, unlike {name!r}.")
