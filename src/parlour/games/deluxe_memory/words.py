"""How Deluxe Memory puts things into words: the Mixed Chart in brief, cards, tokens and choices."""

from collections.abc import Sequence

from parlour.core.actions import Action
from parlour.core.scene import counted
from parlour.games.deluxe_memory.actions import PickCard, PickEffect
from parlour.games.deluxe_memory.layout import Pack
from parlour.games.deluxe_memory.packed import RANKS

CHART = {
    "ace": "A player gains 1, a player loses 1, one card is revealed.",
    "2": "Look at two cards and swap them.",
    "3": "Reveal up to four cards; a 3 or three of a kind costs up to three players 3 tokens each.",
    "4": "Look at two cards of a 2 by 2 square, the other two are revealed.",
    "5": "A cross of cards is revealed; take another turn.",
    "6": "Turn up any number of cards for good.",
    "7": "Take another turn, and after it one more for 5 tokens if you like.",
    "8": "The next player misses a turn.",
    "9": "Keep the pair: it is discarded instead of your next loss.",
    "10": "Keep the pair: you get the effect of the next match somebody else makes.",
    "jack": "Two players' tokens are levelled.",
    "queen": "One player gives another 6 tokens.",
    "king": "Use any other effect of the chart.",
    "joker": "Rearrange the cards.",
}
# The same for choosing from the chart, each short enough for a button.
COPIED = {
    "ace": "gain 1, lose 1, reveal 1",
    "2": "look at two cards and swap them",
    "3": "reveal up to 4, perhaps strike",
    "4": "look into a square",
    "5": "reveal a cross and go again",
    "6": "turn up cards for good",
    "7": "go again, and again for 5",
    "8": "the next player misses a turn",
    "9": "keep the Kings as a shield",
    "10": "keep the Kings as a thief",
    "jack": "level two players",
    "queen": "one gives another 6 tokens",
}
SHORTS = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}


def sentence(text: str) -> str:
    """The text with its first letter capitalised."""
    return f"{text[:1].upper()}{text[1:]}"


def token_count(count: int) -> str:
    """A number of tokens in words."""
    return counted(count, "token")


def plural(rank: int) -> str:
    """Cards of a rank: 2s, Queens."""
    word = RANKS[rank]
    return f"{word}s" if word.isdigit() else f"{word.capitalize()}s"


def card_name(pack: Pack, kind: int) -> str:
    """The name of a kind of card."""
    card = pack.cards[kind]
    return card.name if card else ""


def choice_names(actions: Sequence[Action]) -> dict[str, str]:
    """The name of a choice in a sentence: the cards a King counts as, or the place of a card."""
    names = {what.text(): plural(RANKS.index(what.rank)) for what in actions if isinstance(what, PickEffect)}
    return {**names, **{what.text(): str(what.place) for what in actions if isinstance(what, PickCard)}}
