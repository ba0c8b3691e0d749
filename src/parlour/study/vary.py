"""What varies in a sweep or a search: house rules, decks, counts in a deck, seats and bots, by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from parlour.core.cards import Deck
from parlour.core.deck_changes import PREFIX, is_change, place_and_field
from parlour.core.errors import ParlourError, UnknownOption
from parlour.core.options import Option, Value
from parlour.games import Entry, find

TOGETHER = "+"
"""Joins the bots of one line-up where several line-ups are listed: bots=normal,hard@100+normal."""
MOST_VALUES = 200

Grid = dict[str, list[Value]]
"""What varies, in the order given; the combination of the first values is the baseline."""


def read_grid(slug: str, pairs: Sequence[str], house: Mapping[str, object] | None = None) -> Grid:
    """What `--vary name=a,b,c` says, checked against the game: options, deck, deck.CARD.FIELD, seats and bots.

    Numbers may be a range (`2..6`), and a card may be `*` for every card. `house` has the deck that is changed.
    """
    entry = find(slug)
    grid: Grid = {}
    for pair in pairs:
        typed, equals, values_typed = pair.partition("=")
        name = typed.strip()
        words = [word.strip() for word in values_typed.split(",")]
        if not (name and equals and all(words)):
            raise UnknownOption(f"What varies is given as name=value,value, not {pair!r}.")
        for each in _names(entry, name, house or {}):
            if each in grid:
                raise UnknownOption(f"{each} varies twice; give all its values together.")
            values = _values(entry, each, words)
            if len(set(map(repr, values))) < len(values):
                raise UnknownOption(f"{pair!r} names a value twice.")
            grid[each] = values
    return grid


def _names(entry: Entry, name: str, house: Mapping[str, object]) -> list[str]:
    """The names a pattern stands for: deck.*.copies is that of every card."""
    if not is_change(name):
        return [name]
    card, field = place_and_field(name[len(PREFIX) :])
    deck = base_deck(entry, house)
    if card == "*":
        return [f"{PREFIX}{one.key}.{field}" for one in deck.cards if field == "copies" or field in one.fields]
    if card not in deck.settings:
        check_card(deck, card, deck.settings)
    there = deck.settings[card] if card in deck.settings else {"copies": 0, **deck.card(card).fields}
    if field not in there:
        raise UnknownOption(f"{card} of the deck {deck.name} has no {field!r}; it has {', '.join(there)}.")
    return [name]


def check_card(deck: Deck, card: str, others: Iterable[str] = ()) -> None:
    """Refuse a card that is not in the deck; `others` are further names somebody may have meant."""
    keys = [one.key for one in deck.cards]
    if card not in keys:
        near = get_close_matches(card, [*keys, *others], n=1)
        hint = f" Did you mean {near[0]}?" if near else f" It has: {', '.join(keys)}."
        raise UnknownOption(f"The deck {deck.name} has no card {card!r}.{hint}")


def base_deck(entry: Entry, house: Mapping[str, object]) -> Deck:
    """The deck that changes are made to."""
    return entry.make(seats=entry.about.min_seats, deck=house.get("deck")).deck


def _values(entry: Entry, name: str, words: Sequence[str]) -> list[Value]:
    options = {option.name: option for option in entry.about.options}
    if name in ("deck", "bots"):
        return [*words]
    if name == "seats" or is_change(name):
        counts = name == "seats" or place_and_field(name)[1] == "copies"
        return [_number(name, word, counts) for word in _ranges(words)]
    if name in options:
        return [options[name].read(word) for word in _ranges(words)]
    known = ", ".join((*options, "deck", "deck.CARD.copies", "seats", "bots"))
    raise UnknownOption(f"{entry.about.title} has no option {name!r} to vary. It has: {known}.")


def _number(name: str, word: str, counts: bool) -> Value:
    try:
        return int(word)
    except ValueError:
        if counts:
            raise UnknownOption(f"{name} takes whole numbers, not {word!r}.") from None
        return word


def _ranges(words: Sequence[str]) -> list[str]:
    """Words, with a range such as 2..6 spelled out."""
    found: list[str] = []
    for word in words:
        start, dots, stop = word.partition("..")
        if not dots or not start.isdecimal() or not stop.isdecimal():
            found.append(word)
            continue
        low, high = int(start), int(stop)
        if low > high:
            raise UnknownOption(f"{word} is no range: it goes from a smaller number to a larger one, as in 2..6.")
        if high - low >= MOST_VALUES:
            raise UnknownOption(f"{word} has {high - low + 1:,} values; a range has up to {MOST_VALUES}.")
        found += map(str, range(low, high + 1))
    return found


def every_change(slug: str, house: Mapping[str, object]) -> Grid:
    """Everything that can be changed a little: each option to its other values, each card to one copy more or less."""
    entry = find(slug)
    grid: Grid = {}
    for option in entry.about.options:
        if option.name not in house and (others := _other_values(option)):
            grid[option.name] = [option.default, *others]
    for card in base_deck(entry, house).cards:
        grid[f"{PREFIX}{card.key}.copies"] = [card.copies, card.copies - 1, card.copies + 1]
    return grid


def _other_values(option: Option) -> list[Value]:
    """An option's other values; of a number its half and its double, where they are allowed."""
    if option.choices:
        return [choice for choice in option.choices if choice != option.default]
    if isinstance(option.default, bool):
        return [not option.default]
    if not isinstance(option.default, int):
        return []
    near = (max(option.low, option.default // 2), min(option.high, max(1, option.default * 2)))
    return [value for value in dict.fromkeys(near) if value != option.default]


def split_settings(settings: Mapping[str, Value]) -> tuple[int | None, list[str] | None, dict[str, object]]:
    """The seats and bots among the settings of a point, and its house rules with the deck."""
    seats, bots = settings.get("seats"), settings.get("bots")
    house: dict[str, object] = {name: value for name, value in settings.items() if name not in ("seats", "bots")}
    if seats is not None and not isinstance(seats, int):
        raise ParlourError(f"seats takes whole numbers, not {seats!r}.")
    return seats, None if bots is None else str(bots).split(TOGETHER), house
