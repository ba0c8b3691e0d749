"""How Deluxe Memory puts things into words: the Mixed Chart in brief, cards and tokens, and what happened."""

from collections.abc import Sequence

from parlour.core.events import Event
from parlour.core.scene import counted, possessive, says, whom
from parlour.games.deluxe_memory.layout import Box
from parlour.games.deluxe_memory.state import RANKS

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
    """The text with a capital at its beginning."""
    return f"{text[:1].upper()}{text[1:]}"


def token_count(count: int) -> str:
    """So many tokens."""
    return counted(count, "token")


def plural(rank: int) -> str:
    """Cards of a rank: 2s, Queens."""
    word = RANKS[rank]
    return f"{word}s" if word.isdigit() else f"{word.capitalize()}s"


def card_name(box: Box, kind: int) -> str:
    """The name of a kind of card."""
    card = box.cards[kind]
    return card.name if card else ""


def tell(event: Event, names: Sequence[str], box: Box) -> str:
    """A redacted event as one sentence. A card looked at in private is never named, not even to the one who looked."""
    name = names[event.seat] if event.seat is not None else ""
    facts = event.facts
    titles = {card.key: card.name for card in box.cards if card}

    def card(key: object) -> str:
        return f"the {titles[str(key)]}"

    def pair(keys: object) -> str:
        one, two = (titles[str(key)] for key in keys) if isinstance(keys, list) else ("", "")
        return f"two {one}s" if one == two else f"{one} and {two}"

    def spots(places: object, word: str = "and") -> str:
        return f" {word} ".join(str(place) for place in places) if isinstance(places, list) else ""

    def tokens() -> str:
        count = facts["tokens"]
        return token_count(count if isinstance(count, int) else 0)

    def other(fact: str) -> str:
        seat = facts[fact]
        return whom(names[seat]) if isinstance(seat, int) else ""

    kind = event.kind
    if kind == "chose":
        return _tell_choice(name, str(facts["choice"]), str(facts["step"]))
    if kind == "matched":
        return f"{says(name, 'match', 'matches')} {spots(facts['places'])}: {pair(facts['cards'])}."
    if kind == "stole the match":
        if facts["matcher"] == event.seat:
            return f"{possessive(name)} thief is discarded at {'your' if name == 'You' else 'their'} own match."
        return f"{possessive(name)} thief takes the match and its effect."
    if kind in ("lost", "gave") and not facts["tokens"]:
        return f"{says(name, 'have', 'has')} no tokens to {'lose' if kind == 'lost' else 'give'}."
    if kind == "levelled":
        odd = " The odd token goes to the Bank." if facts["odd"] else ""
        return f"{name} and {other('with')} now have {tokens()} each.{odd}"
    sentences = {
        "begins": lambda: says(name, "begin", "begins"),
        "looked": lambda: f"{says(name, 'look', 'looks')} at {facts['place']}",
        "no match": lambda: f"{spots(facts['places'])} do not match",
        "turned up": lambda: f"{says(name, 'turn', 'turns')} up {facts['place']}: {card(facts['card'])}",
        "hid": lambda: f"{says(name, 'pay', 'pays')} 1 token to hide {facts['place']}",
        "revealed": lambda: f"{says(name, 'reveal', 'reveals')} {facts['place']}: {card(facts['card'])}",
        "swapped": lambda: f"{says(name, 'swap', 'swaps')} {spots(facts['places'])}",
        "moved": lambda: f"{says(name, 'move', 'moves')} the card at {spots(facts['places'], 'to')}",
        "gained": lambda: f"{says(name, 'gain', 'gains')} {tokens()}",
        "lost": lambda: f"{says(name, 'lose', 'loses')} {tokens()}",
        "gave": lambda: f"{says(name, 'give', 'gives')} {other('to')} {tokens()}",
        "shielded": lambda: f"{possessive(name)} shield is discarded and stops the loss",
        "kept": lambda: f"{says(name, 'keep', 'keeps')} the pair as a {facts['role']}",
        "will miss a turn": lambda: f"{says(name, 'are', 'is')} going to miss a turn",
        "missed a turn": lambda: says(name, "miss a turn", "misses a turn"),
        "goes again": lambda: f"{says(name, 'get', 'gets')} another turn",
        "paid": lambda: f"{says(name, 'pay', 'pays')} {tokens()}",
        "out": lambda: f"{says(name, 'have', 'has')} no tokens left and {'are' if name == 'You' else 'is'} out",
        "ended": lambda: f"Game over. {str(facts['reason'])[:-1]}",
    }
    return f"{sentences[kind]()}."


def _tell_choice(name: str, choice: str, step: str) -> str:
    """Most choices are told by what they lead to."""
    if step == "copy":
        rank = RANKS.index(choice.removeprefix("effect "))
        return f"{says(name, 'use', 'uses')} the Kings like {plural(rank)}."
    if choice == "stop":
        return {
            "reveal some": f"{says(name, 'reveal', 'reveals')} no more cards.",
            "turn up": f"{says(name, 'turn', 'turns')} up no more cards.",
            "take from": f"{says(name, 'choose', 'chooses')} nobody else.",
            "move": f"{says(name, 'move', 'moves')} no more cards.",
        }[step]
    if step == "square":
        return f"{says(name, 'choose', 'chooses')} the {choice}."
    if step == "centre":
        return f"{says(name, 'choose', 'chooses')} the cross around {choice.removeprefix('card ')}."
    return ""
