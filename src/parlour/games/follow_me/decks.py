"""Which deck Follow Me is played with."""

from pathlib import Path

from parlour.core.cards import Deck, bundled_deck, choose_deck


def pick_deck(wanted: Deck | Path | str | None, few_habitats: bool) -> Deck:
    """The deck that was asked for: one of the small ones, a user's, or one of the two Mackinac decks."""
    if wanted == "tiny" or wanted == "micro":
        return bundled_deck("parlour.games.follow_me", f"{wanted}.toml")
    if wanted is None and few_habitats:
        wanted = "lean"
    return choose_deck(wanted, "parlour.decks.mackinac", ("lean",))


def check_deck(deck: Deck, has_locations: bool, dealt: int, seats: int) -> None:
    """Refuse a deck that cannot be dealt, or that nobody could begin with."""
    if not has_locations:
        raise deck.wrong("the deck has no Location to begin with")
    if dealt > len(deck.cards):
        raise deck.wrong(f"{seats} players need at least {dealt} cards, the deck has {len(deck.cards)}")
