"""Decks: every card, count, value and text of a game, read from TOML and checked.

    name = "My deck"
    status = "reconstructed"        # or "published", "transcribed", "house"
    note = "Where the list comes from."

    [[card]]
    key = "7"                       # one word, used in actions and positions
    name = "Cane Bay"
    copies = 4
    value = 7                       # further fields belong to the game

Other tables ([deal], ...) are the game's settings.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

from parlour.core.errors import BadDeck, quoted

STATUSES = ("reconstructed", "published", "transcribed", "house")
MOST_KINDS = 500
MOST_COPIES = 100
MOST_CARDS = 2_000
"""Limits on kinds, on copies of one kind and on all cards, so that no deck exhausts memory. Games set lower ones."""


@dataclass(frozen=True)
class Card:
    """One kind of card: its key in texts, its name, how many copies, and the game's own fields."""

    key: str
    name: str
    copies: int
    fields: Mapping[str, object]
    source: str

    def wrong(self, problem: str) -> BadDeck:
        """The error that names the file, the card and the problem."""
        return BadDeck(f"{self.source}: card {self.key!r}: {problem}.")

    def number(self, name: str, low: int, high: int) -> int:
        """A field that must be a whole number in a range."""
        value = self.fields.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.wrong(f"{name} must be a whole number from {low} to {high}, not {quoted(value)}")
        return value

    def word(self, name: str, allowed: tuple[str, ...] = (), default: str | None = None) -> str:
        """A field that must be text, one of a few words if any are given."""
        value = self.fields.get(name, default)
        if not isinstance(value, str) or (allowed and value not in allowed):
            raise self.wrong(f"{name} must be {' or '.join(allowed) if allowed else 'text'}, not {quoted(value)}")
        return value

    def words(self, name: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
        """A field that must be a list of words, each one of the allowed."""
        value = self.fields.get(name)
        if not isinstance(value, list) or not value or any(item not in allowed for item in value):
            raise self.wrong(f"{name} must be a list of {', '.join(allowed)}, not {quoted(value)}")
        return tuple(str(item) for item in value)


@dataclass(frozen=True)
class Deck:
    """The cards of a game and where their list comes from."""

    name: str
    status: str
    note: str
    cards: tuple[Card, ...]
    settings: Mapping[str, Mapping[str, object]]
    source: str
    data: Mapping[str, object]
    """The parsed deck file, kept for records."""
    text: str = ""
    """The deck file itself with its comments; "" where there is none."""

    def __len__(self) -> int:
        return sum(card.copies for card in self.cards)

    def remark(self) -> str:
        """What players should know about where the list of cards comes from."""
        if self.status != "reconstructed":
            return ""
        return "The deck is a reconstruction: the publisher's card list is not public."

    def wrong(self, problem: str) -> BadDeck:
        """The error that names the file and the problem."""
        return BadDeck(f"{self.source}: {problem}.")

    def at_most(self, kinds: int, copies: int) -> None:
        """Refuse a deck with more kinds of card, or more copies of one, than the game can hold."""
        if len(self.cards) > kinds:
            raise self.wrong(f"the deck has {len(self.cards)} kinds of card, the game can hold {kinds}")
        for card in self.cards:
            if card.copies > copies:
                raise card.wrong(f"copies must be from 1 to {copies}, not {card.copies}")

    def setting(self, table: str, name: str, low: int, high: int) -> int:
        """A number from one of the deck's settings tables."""
        value = self.settings.get(table, {}).get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.wrong(f"[{table}] {name} must be a whole number from {low} to {high}, not {quoted(value)}")
        return value

    def card(self, key: str) -> Card:
        """The card with a key."""
        for card in self.cards:
            if card.key == key:
                return card
        raise self.wrong(f"there is no card {key!r}")


def deck_from_data(data: Mapping[str, object], source: str) -> Deck:
    """A deck from parsed TOML or from a record, checked."""

    def text(name: str, default: str | None = None) -> str:
        value = data.get(name, default)
        if not isinstance(value, str) or not value.strip():
            raise BadDeck(f"{source}: {name} must be text, not {quoted(value)}.")
        return value

    status = text("status", "house")
    if status not in STATUSES:
        raise BadDeck(f"{source}: status must be {', '.join(STATUSES)}, not {quoted(status)}.")
    rows = data.get("card")
    if not isinstance(rows, list) or not rows:
        raise BadDeck(f"{source}: a deck needs at least one [[card]].")
    if len(rows) > MOST_KINDS:
        raise BadDeck(f"{source}: a deck has at most {MOST_KINDS} [[card]] entries, not {len(rows)}.")
    cards: list[Card] = []
    for number, row in enumerate(rows, start=1):
        card = _card(row, number, source)
        if any(card.key == other.key for other in cards):
            raise card.wrong("the key appears twice in the deck")
        cards.append(card)
    total = sum(card.copies for card in cards)
    if total > MOST_CARDS:
        raise BadDeck(f"{source}: a deck has at most {MOST_CARDS} cards, not {total}.")
    settings = {name: table for name, table in data.items() if isinstance(table, dict)}
    return Deck(text("name"), status, text("note", "-"), tuple(cards), settings, source, data)


def _card(row: object, number: int, source: str) -> Card:
    if not isinstance(row, dict):
        raise BadDeck(f"{source}: card number {number} must be a [[card]] table.")
    key, name, copies = row.get("key"), row.get("name"), row.get("copies", 1)
    if not isinstance(key, str) or not key or key != key.lower() or len(key.split()) != 1:
        raise BadDeck(f"{source}: card number {number}: key must be one word in small letters, not {quoted(key)}.")
    fields = {field: value for field, value in row.items() if field not in ("key", "name", "copies")}
    card = Card(key, str(name), copies if isinstance(copies, int) else 0, fields, source)
    if not isinstance(name, str) or not name.strip():
        raise card.wrong(f"name must be text, not {quoted(name)}")
    if not isinstance(copies, int) or isinstance(copies, bool) or not 1 <= copies <= MOST_COPIES:
        raise card.wrong(f"copies must be a whole number from 1 to {MOST_COPIES}, not {quoted(copies)}")
    return card


def read_deck(path: Path | str) -> Deck:
    """A deck from a user's TOML file."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadDeck(f"{path}: the deck file cannot be read ({reason}).") from None
    return _parse(text, str(path))


def bundled_deck(package: str, file: str) -> Deck:
    """A deck bundled with a game."""
    found = resources.files(package).joinpath(file)
    if not found.is_file():
        raise BadDeck(f"{package} has no {file}: write the list of its cards there.")
    return _parse(found.read_text(encoding="utf-8"), file)


def _parse(text: str, source: str) -> Deck:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadDeck(f"{source}: not valid TOML: {error}.") from None
    except RecursionError:
        raise BadDeck(f"{source}: not valid TOML: nested too deeply.") from None
    return replace(deck_from_data(data, source), text=text)


def choose_deck(wanted: "Deck | Path | str | None", package: str, others: tuple[str, ...] = ()) -> Deck:
    """The game's own deck, another bundled deck by name, or a user's file."""
    if isinstance(wanted, Deck):
        return wanted
    if wanted is None or wanted == "standard":
        return bundled_deck(package, "deck.toml")
    if isinstance(wanted, str) and wanted in others:
        return bundled_deck(package, f"{wanted}.toml")
    return read_deck(wanted)
