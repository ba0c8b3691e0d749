"""Changed decks: one count or setting at a time by name, what differs between two decks, and a deck as a TOML text."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from parlour.core.cards import MOST_COPIES, Deck, deck_from_data
from parlour.core.errors import BadDeck, quoted

PREFIX = "deck."
"""Names of deck changes among house rules begin with this: deck.cannon.copies, deck.deal.hand."""
OWN = ("key", "name", "copies")


@dataclass(frozen=True)
class Difference:
    """One difference between two decks: what it is about, and its value in each ("" where there is none)."""

    what: str
    before: str
    after: str


def is_change(typed: str) -> bool:
    """Does somebody mean a part of a deck, as in deck.cannon.copies?"""
    return typed.startswith(PREFIX)


def split_changes(rules: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """House rules, and the deck changes among them without their prefix."""
    house = {typed: value for typed, value in rules.items() if not is_change(typed)}
    return house, {typed[len(PREFIX) :]: value for typed, value in rules.items() if is_change(typed)}


def place_and_field(typed: str) -> tuple[str, str]:
    """The card or settings table that somebody means, and its field: cannon.copies."""
    place, _, field = typed.rpartition(".")
    if not place:
        raise BadDeck(f"A deck change is named as deck.cannon.copies, not {quoted(PREFIX + typed)}.")
    return place, field


def changed_deck(deck: Deck, changes: Mapping[str, object]) -> Deck:
    """The deck with some changes, such as {"cannon.copies": 2, "deal.hand": 4}; 0 copies leave a card out."""
    rows = [{"copies": card.copies, "key": card.key, "name": card.name, **card.fields} for card in deck.cards]
    tables = {name: dict(table) for name, table in deck.settings.items()}
    for name, value in changes.items():
        place, field = place_and_field(name)
        row = next((row for row in rows if row["key"] == place), tables.get(place))
        if row is None:
            raise deck.wrong(f"there is no card {place!r} to change")
        if field in ("key", "name") or field not in row:
            there = ", ".join(one for one in row if one not in ("key", "name"))
            raise deck.wrong(f"{place} has no {field!r} to change; it has {there}")
        row[field] = _value(deck, name, row[field], value, MOST_COPIES if field == "copies" else None)
    kept = [row for row in rows if row["copies"] != 0]
    said = ", ".join(f"{name}={value}" for name, value in changes.items())
    top = {name: value for name, value in deck.data.items() if name != "card" and name not in tables}
    data = {**top, "name": f"{deck.name}, {said}", "status": "house", **tables, "card": kept}
    return deck_from_data(data, f"{deck.source} with {said}")


def _value(deck: Deck, name: str, old: object, value: object, most: int | None) -> object:
    """A new value in the type of the old one; a count is from 0 to `most`."""
    if isinstance(old, int) and not isinstance(old, bool):
        try:
            number = int(str(value))
        except ValueError:
            raise deck.wrong(f"{name} takes a whole number, not {quoted(value)}") from None
        if most is not None and not 0 <= number <= most:
            raise deck.wrong(f"{name} takes a whole number from 0 to {most}, not {number}")
        return number
    if isinstance(old, str):
        return str(value)
    raise deck.wrong(f"{name} cannot be changed by name; change it in a copy of the deck")


def deck_differences(before: Deck, after: Deck) -> list[Difference]:
    """What differs between two decks: cards, their counts and fields, then settings and the whole size."""
    old, new = ({card.key: card for card in deck.cards} for deck in (before, after))
    found = []
    for key in dict.fromkeys((*old, *new)):
        a, b = old.get(key), new.get(key)
        name = (b or a or before.cards[0]).name
        if a is None or b is None:
            counts = (f"{a.copies} copies" if a else "", f"{b.copies} copies" if b else "")
            found.append(Difference(f"{name} ({key})", *counts))
            continue
        left, right = ({"copies": one.copies, "name": one.name, **one.fields} for one in (a, b))
        for field in dict.fromkeys((*left, *right)):
            if left.get(field) != right.get(field):
                found.append(Difference(f"{name} ({key}): {field}", _said(left.get(field)), _said(right.get(field))))
    for table in dict.fromkeys((*before.settings, *after.settings)):
        one, two = before.settings.get(table, {}), after.settings.get(table, {})
        for field in dict.fromkeys((*one, *two)):
            if one.get(field) != two.get(field):
                found.append(Difference(f"[{table}] {field}", _said(one.get(field)), _said(two.get(field))))
    if len(before) != len(after):
        found.append(Difference("cards in the deck", str(len(before)), str(len(after))))
    return found


def _said(value: object) -> str:
    if value is None:
        return ""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def deck_text(data: Mapping[str, object]) -> str:
    """A deck's data as a TOML file."""
    tables = {name: value for name, value in data.items() if isinstance(value, dict)}
    cards = data["card"]
    lines = [f"{name} = {_toml(value)}" for name, value in data.items() if name != "card" and name not in tables]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *(f"{field} = {_toml(value)}" for field, value in table.items())]
    for row in cards if isinstance(cards, list) else []:
        own = [field for field in OWN if field in row]
        rest = [field for field in row if field not in OWN]
        lines += ["", "[[card]]", *(f"{field} = {_toml(row[field])}" for field in (*own, *rest))]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """A value as TOML: for text, numbers, switches, lists and small tables that is JSON but for the tables."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(one)}" for name, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
