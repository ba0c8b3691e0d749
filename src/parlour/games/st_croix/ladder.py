"""The ladder of St. Croix: a deck's kinds of card, checked, from the lowest value to those that go on anything."""

from collections.abc import Sequence

from parlour.core.bags import MAX_COPIES, MAX_KINDS
from parlour.core.cards import Card, Deck

POWERS = ("none", "lizard", "moko", "cannon", "glass")


def goes_on_anything(card: Card, glass_ranked: bool, lizard_on_any: bool) -> bool:
    """Can the card be played on anything (SC-21, SC-22, SC-G02, SC-G03)?"""
    power = card.word("power", POWERS, "none")
    return (
        power in ("moko", "cannon") or (power == "glass" and not glass_ranked) or (power == "lizard" and lizard_on_any)
    )


def values_that_count(ladder: Sequence[Card], glass_ranked: bool, lizard_on_any: bool) -> dict[str, int]:
    """The printed value of each card by key; a card that goes on anything has none."""
    return {
        card.key: card.number("value", 0, 1000)
        for card in ladder
        if not goes_on_anything(card, glass_ranked, lizard_on_any)
    }


def lowest_after(keys: Sequence[str], values: dict[str, int], moko: int) -> list[int]:
    """For each kind the lowest one that may follow it: SC-09, and anything after a Moko (SC-21)."""
    found: list[int] = []
    for kind, key in enumerate(keys):
        anything = kind == moko or key not in values
        found.append(0 if anything else next(n for n, low in enumerate(keys) if values.get(low) == values[key]))
    return found


def find_power(ladder: Sequence[Card], power: str) -> int:
    """The kind with a special power, -1 if the deck has none."""
    found = [kind for kind, card in enumerate(ladder) if card.word("power", default="none") == power]
    if len(found) > 1:
        raise ladder[found[1]].wrong(f"only one kind of card may have the power {power}")
    return found[0] if found else -1


def make_ladder(deck: Deck, glass_ranked: bool, lizard_on_any: bool) -> list[Card]:
    """The deck's kinds from lowest to highest value, then those that go on anything (SC-21, SC-22, SC-G02, SC-G31)."""
    ranked: list[tuple[int, int, Card]] = []
    on_anything: list[Card] = []
    values: set[int] = set()
    if len(deck.cards) > MAX_KINDS:
        raise deck.wrong(f"a St. Croix deck has at most {MAX_KINDS} kinds of card, not {len(deck.cards)}")
    for number, card in enumerate(deck.cards):
        _check_card(card)
        if goes_on_anything(card, glass_ranked, lizard_on_any):
            on_anything.append(card)
            continue
        value = card.number("value", 0, 1000)
        if card.fields.get("power") != "glass":  # ranked Sea Glass may share its value with another card
            if value in values:
                raise card.wrong(f"another card has the value {value} already; give equal cards one entry, more copies")
            values.add(value)
        ranked.append((value, number, card))
    ranked.sort(key=lambda entry: entry[:2])
    return [card for _, _, card in ranked] + on_anything


def _check_card(card: Card) -> None:
    for field in card.fields:
        if field not in ("value", "power"):
            raise card.wrong(f"there is no field {field!r}; a card has key, name, copies, value and power")
    if card.copies > MAX_COPIES:
        raise card.wrong(f"copies must be from 1 to {MAX_COPIES}, not {card.copies}")
    power = card.word("power", POWERS, "none")
    if power in ("moko", "cannon") and "value" in card.fields:
        raise card.wrong(f"a card with the power {power} has no value")
    if "value" in card.fields:
        card.number("value", 0, 1000)
