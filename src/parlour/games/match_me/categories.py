"""The cards of a Match Me deck, sorted into categories."""

from pathlib import Path

from parlour.core.cards import Deck, bundled_deck, choose_deck
from parlour.decks.mackinac.cards import MackinacCard


def pick_deck(wanted: Deck | Path | str | None) -> Deck:
    """The Mackinac deck, one of this game's small decks, or a user's file."""
    if wanted == "tiny" or wanted == "small" or wanted == "micro":
        return bundled_deck("parlour.games.match_me", f"{wanted}.toml")
    return choose_deck(wanted, "parlour.decks.mackinac")


def slug_of(name: str) -> str:
    """A category's name as typed in actions.

    >>> slug_of("Reptiles & Amphibians")
    'reptiles-amphibians'
    """
    return "-".join("".join(letter if letter.isalnum() else " " for letter in name.lower()).split())


def sort_cards(deck: Deck, cards: tuple[MackinacCard, ...]) -> dict[str, list[int]]:
    """The cards of each category, by its name (MM-04, MM-G17); habitats and points do not matter here (MM-06)."""
    groups: dict[str, list[int]] = {}
    for number, card in enumerate(cards):
        groups.setdefault(card.category, []).append(number)
    for name, group in groups.items():
        if len(group) < 2:
            raise deck.cards[group[0]].wrong(f"it is the only card of its category, {name}")
    slugs = {slug_of(name) for name in groups}
    if len(slugs) < len(groups) or "" in slugs:
        raise deck.wrong("two categories have names that are typed the same, or one has no letters")
    return groups
