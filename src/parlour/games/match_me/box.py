"""What a game of Match Me is played with: the cards in their categories, the house rules, and the table of actions."""

from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.actions import Action
from parlour.core.bags import members, set_of
from parlour.core.cards import Deck, bundled_deck, choose_deck
from parlour.core.game import Game
from parlour.core.options import Option, first_player, read_options, tie
from parlour.decks.mackinac.cards import mackinac_cards
from parlour.games.match_me import scene
from parlour.games.match_me.actions import Ask, Discard, GoOut, Lay, StopAsking, Take
from parlour.games.match_me.memory import Groups
from parlour.games.match_me.state import Table
from parlour.games.match_me.view import TableView

TURN_LIMIT: Final = 500
"""The last resort where neither the stalemate rule nor an empty draw pile ends a game."""

HAND_CARDS: Final = 5  # MM-08

OPTIONS = (
    Option(
        "draw_timing",
        "end_of_turn",
        "An asker draws at the end of the turn, or before laying; or everybody draws at the end of every turn.",
        ("end_of_turn", "after_asking", "every_turn"),
    ),
    Option("reshuffle", False, "When the draw pile is empty, all discards but the top one become a new one."),
    Option(
        "stale_rounds",
        3,
        "The game ends after so many rounds without a draw or a laid group; 0: only the turn limit stops it.",
        (0, 2, 3, 4, 5),
    ),
    Option("ask_complete", True, "You may ask for a category you hold completely; if off, you may go out instead."),
    Option("lay_optional", False, "You may keep a complete group in your hand."),
    Option("no_instant_redump", False, "A single card picked up may not be discarded in the same turn."),
    Option("ask_log", "last_round", "How many past requests the table shows.", ("off", "last_round", "full")),
    Option("allow_two", False, "Two players may play; the rule sheet asks for three."),
    tie("Equal scores share the win, or who went out is ahead, then more groups, then fewer cards in hand."),
    first_player("The dealer is chosen by luck, or the first seat begins: the host says who sits there."),
)

# The first ids of the table of actions.
STOP: Final = 0
GO_OUT: Final = 1
TAKE_FROM: Final = 2

# When cards are drawn.
END_OF_TURN: Final = 0
AFTER_ASKING: Final = 1
EVERY_TURN: Final = 2


def slug_of(name: str) -> str:
    """A category's name as typed in actions.

    >>> slug_of("Reptiles & Amphibians")
    'reptiles-amphibians'
    """
    return "-".join("".join(letter if letter.isalnum() else " " for letter in name.lower()).split())


def pick_deck(wanted: Deck | Path | str | None) -> Deck:
    """The Mackinac deck, one of this game's little ones, or a person's file."""
    if wanted == "tiny" or wanted == "small":
        return bundled_deck("parlour.games.match_me", f"{wanted}.toml")
    return choose_deck(wanted, "parlour.decks.mackinac")


@mypyc_attr(allow_interpreted_subclasses=True)
class Box(Game[Table, TableView]):
    """The cards, the options and the actions of a game; rules.py says how it is played with them."""

    def __init__(self, seats: int = 4, deck: Deck | Path | str | None = None, **options: object) -> None:
        about = self.about
        two = bool(read_options(about.title, about.options, options)["allow_two"])
        super().__init__(seats, pick_deck(deck), options, fewest=2 if two else about.min_seats)  # MM-01, MM-G19
        house = self.options
        self.draws_when: i64 = ("end_of_turn", "after_asking", "every_turn").index(str(house["draw_timing"]))
        self.reshuffle = bool(house["reshuffle"])
        self.stale_turns: i64 = int(house["stale_rounds"]) * seats
        self.turn_limit: i64 = TURN_LIMIT if self.reshuffle or self.stale_turns == 0 else 0
        self.ask_complete = bool(house["ask_complete"])
        self.lay_optional = bool(house["lay_optional"])
        self.no_instant_redump = bool(house["no_instant_redump"])
        self.ties_broken = house["tie"] == "broken"

        self._read_cards()
        self._build_actions()
        needed = seats * self.hand_cards + 1
        if needed > len(self.cards):
            raise self.deck.wrong(f"{seats} players need at least {needed} cards, the deck has {len(self.cards)}")

    def _read_cards(self) -> None:
        """Sort the cards into categories (MM-04, MM-G17); habitats and points do not matter here (MM-06)."""
        self.cards = mackinac_cards(self.deck)
        self.keys = tuple(card.key for card in self.cards)
        self.category_names = tuple(dict.fromkeys(card.category for card in self.cards))
        self.categories = tuple(slug_of(name) for name in self.category_names)
        self.words["category"] = dict(zip(self.categories, self.category_names, strict=True))
        in_group = [
            [number for number, card in enumerate(self.cards) if card.category == name] for name in self.category_names
        ]
        for name, group in zip(self.category_names, in_group, strict=True):
            if len(group) < 2:
                raise self.deck.cards[group[0]].wrong(f"it is the only card of its category, {name}")
        if len(set(self.categories)) < len(self.categories) or not all(self.categories):
            raise self.deck.wrong("two categories have names that are typed the same, or one has no letters")
        self.types = scene.piece_types(self.cards)
        self.kinds: i64 = len(self.categories)
        self.group: vec[i64] = vec[i64]([set_of(group) for group in in_group])
        self.category_of: vec[i64] = vec[i64]([self.category_names.index(card.category) for card in self.cards])
        dealt = self.deck.setting("deal", "hand", 1, 9) if "deal" in self.deck.settings else HAND_CARDS
        self.hand_cards: i64 = dealt
        self.groups = Groups(in_group, not self.lay_optional, not self.ask_complete)

    def _build_actions(self) -> None:
        made: list[Action] = [StopAsking(), GoOut()]
        made += [Take(count) for count in range(1, len(self.cards) + 1)]
        self.ask_from: i64 = len(made)
        made += [Ask(seat + 1, category) for seat in range(self.seats) for category in self.categories]
        self.lay_from: i64 = len(made)
        made += [Lay(category) for category in self.categories]
        self.discard_from: i64 = len(made)
        made += [Discard(key) for key in self.keys]
        self.set_actions(made)

    def names(self, cards: i64) -> list[str]:
        """The cards of a set by key."""
        return [self.keys[card] for card in members(cards)]
