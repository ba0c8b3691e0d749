"""Decks in the terminal, and a deck written to a file."""

from collections.abc import Sequence
from pathlib import Path

from parlour.cli.grids import show_grid
from parlour.cli.start import make_game
from parlour.core.cards import Card, Deck, read_deck
from parlour.core.deck_changes import deck_differences, deck_text
from parlour.core.errors import ParlourError
from parlour.games import all_games, find
from parlour.text.screen import QUIET, Screen

TOGETHER = 3
"""With more fields than this, cards with different fields get separate tables."""


def show_deck(game: str, file: str | None, changes: Sequence[str], preset: str | None) -> None:
    """Print a deck: every card with its copies and fields, then the settings."""
    found = _deck(game, file, changes, preset)
    screen = Screen()
    screen.say(f"{found.name}: {len(found)} cards of {len(found.cards)} kinds ({found.status})", "bold")
    for fields, cards in _groups(found):
        rows = [(card.key, card.name, str(card.copies), *(_said(card.fields.get(f)) for f in fields)) for card in cards]
        show_grid(screen, ("key", "name", "copies", *fields), rows, left=2)
        screen.blank()
    for table, settings in found.settings.items():
        screen.say(f"[{table}] " + ", ".join(f"{name} = {_said(value)}" for name, value in settings.items()))
    if found.note.strip() != "-":
        screen.say(" ".join(found.note.split()), QUIET)


def _groups(deck: Deck) -> list[tuple[tuple[str, ...], list[Card]]]:
    """Cards that share a table, with the fields of that table."""
    fields = dict.fromkeys(field for card in deck.cards for field in card.fields)
    every = tuple(field for field in fields if all(_plain(card.fields.get(field)) for card in deck.cards))
    if len(every) <= TOGETHER:
        return [(every, list(deck.cards))]
    groups: dict[tuple[str, ...], list[Card]] = {}
    for card in deck.cards:
        groups.setdefault(tuple(field for field in card.fields if field in every), []).append(card)
    return list(groups.items())


def _plain(value: object) -> bool:
    """Does a field fit into a cell? A list of steps, for example, does not."""
    return not (isinstance(value, list) and any(isinstance(one, dict | list) for one in value))


def _said(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}:{one}" for name, one in value.items())
    return "" if value is None else " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _deck(game: str, file: str | None, changes: Sequence[str], preset: str | None) -> Deck:
    entry = find(game)
    return make_game(entry, entry.about.min_seats, changes, file, preset).deck


def show_differences(a: str, b: str) -> None:
    """Print what differs between two decks."""
    before, after = find_deck(a), find_deck(b)
    screen = Screen()
    screen.say(f"{before.name} ({len(before)} cards) and {after.name} ({len(after)} cards)", "bold")
    found = deck_differences(before, after)
    if found:
        show_grid(screen, ("", "before", "after"), [(one.what, one.before or "-", one.after or "-") for one in found])
    else:
        screen.say("Cards, counts, fields and settings are the same.")


def write_deck(game: str, file: Path, changes: Sequence[str], preset: str | None) -> None:
    """Write a game's deck to a new file, with the comments of the original if nothing is changed."""
    found = _deck(game, None, changes, preset)
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(found.text or deck_text(found.data))
    except FileExistsError:
        raise ParlourError(f"{file} exists already; choose another file.") from None
    except OSError as error:
        raise ParlourError(f"{file} cannot be written ({error.strerror}).") from None
    print(f"{file}: {found.name}, {len(found)} cards. Change it, then: parlour play {game} --deck {file}")


def find_deck(name: str) -> Deck:
    """The deck of a game, of a file, or of a run's folder."""
    if name in {entry.about.slug for entry in all_games()}:
        entry = find(name)
        return entry.make(seats=entry.about.min_seats).deck
    if Path(name).is_dir():
        from parlour.study.plan import read_plan

        return read_plan(Path(name)).open_deck()
    if not Path(name).exists() and not Path(name).suffix:
        find(name)  # raises the sentence that names the games
    return read_deck(name)
