"""What the Mackinac cards say: their category, their habitats, their points."""

from dataclasses import dataclass
from typing import Final

from parlour.core.cards import Card, Deck

HABITATS: Final = ("shore", "wetland", "evergreen", "hardwood", "field", "bluff")
HABITAT_NAMES: Final = {
    "shore": "Shore",
    "wetland": "Wetland",
    "evergreen": "Evergreen Forest",
    "hardwood": "Hardwood Forest",
    "field": "Open Field",
    "bluff": "Limestone Bluff",
}
MOST_CARDS: Final = 62
"""Most cards a set of distinct cards can hold."""


@dataclass(frozen=True)
class MackinacCard:
    """One card: a Location or a Natural Treasure."""

    key: str
    name: str
    location: bool
    category: str
    """What Match Me groups by: a Natural Treasure's type, a Location's habitat."""
    habitats: tuple[str, ...]
    """Where Follow Me lets it be observed; an any-habitat card lists all six."""
    any_habitat: bool
    points: int


def mackinac_cards(deck: Deck) -> tuple[MackinacCard, ...]:
    """The cards of a Mackinac deck in the order of the file, checked."""
    if len(deck.cards) > MOST_CARDS:
        raise deck.wrong(f"a Mackinac deck has at most {MOST_CARDS} cards, not {len(deck.cards)}")
    return tuple(_read(card) for card in deck.cards)


def _read(card: Card) -> MackinacCard:
    if card.copies != 1:
        raise card.wrong("every Mackinac card is different, so copies must be 1")
    location = card.word("kind", ("location", "treasure")) == "location"
    habitats = card.words("habitats", (*HABITATS, "any"))
    if len(set(habitats)) != len(habitats):
        raise card.wrong("a habitat is listed twice")
    if location:
        if len(habitats) != 1 or habitats[0] == "any":
            raise card.wrong("a Location has exactly one habitat")
        return MackinacCard(card.key, card.name, True, HABITAT_NAMES[habitats[0]], habitats, False, 1)
    anywhere = "any" in habitats
    if anywhere and len(habitats) > 1:
        raise card.wrong('"any" cannot be combined with other habitats')
    category = card.word("type")
    return MackinacCard(
        card.key,
        card.name,
        False,
        category,
        HABITATS if anywhere else habitats,
        anywhere,
        card.number("points", 0, 20),
    )
