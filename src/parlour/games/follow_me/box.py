"""What a game of Follow Me is played with: the cards, the house rules, and the table of actions."""

from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.actions import Action
from parlour.core.bags import members, set_of
from parlour.core.cards import Deck, bundled_deck, choose_deck
from parlour.core.game import Game
from parlour.core.options import Option, first_player, tie
from parlour.decks.mackinac.cards import HABITAT_NAMES, HABITATS, MackinacCard, mackinac_cards
from parlour.games.follow_me.actions import Draw, EndTurn, Follow, Give, Lead, Observe, Place, Send
from parlour.games.follow_me.state import NO_CARD, Table
from parlour.games.follow_me.story import LOCATION, beside
from parlour.games.follow_me.view import TableView
from parlour.games.follow_me.worlds import WorldFinder

OPTIONS = (
    Option("must_change_habitat", False, "A new Location must have another Habitat than the one it covers."),
    Option("must_lead", False, "With no draw pile left, leading a card is compulsory."),
    Option("hand_limit", 0, "Nobody draws by choice with so many cards in hand; 0 is no limit.", low=0, high=62),
    Option(
        "bonus_split",
        "full",
        "When several players run out of cards at once, each gets the full bonus, or they split it.",
        ("full", "split"),
    ),
    tie("Equal scores share the win, or who ran out of cards is ahead, then who observed more cards."),
    first_player(
        "The dealer is chosen by luck, or the first seat begins if it has a Location: the host says who sits there."
    ),
)

FIRST_HAND: Final = 4
MOST_DRAWS: Final = 3
DRAW: Final = 0
END_TURN: Final = 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Box(Game[Table, TableView]):
    """The cards, the options and the actions of a game; rules.py says how it is played with them."""

    def __init__(self, seats: int = 4, deck: Deck | Path | str | None = None, **options: object) -> None:
        chosen = (
            bundled_deck("parlour.games.follow_me", "tiny.toml")
            if deck == "tiny"
            else choose_deck(deck, "parlour.decks.mackinac")
        )
        super().__init__(seats, chosen, options)
        house = self.options
        self.must_change_habitat = bool(house["must_change_habitat"])
        self.must_lead = bool(house["must_lead"])
        self.hand_limit: i64 = int(house["hand_limit"])
        self.split_bonus = house["bonus_split"] == "split"
        self.ties_broken = house["tie"] == "broken"

        self.cards: tuple[MackinacCard, ...] = mackinac_cards(chosen)  # FM-03, FM-04
        self.keys = tuple([card.key for card in self.cards])
        own = chosen.settings.get("follow_me", {})
        self.words["habitat"] = HABITAT_NAMES
        self.first_hand: i64 = chosen.setting("follow_me", "hand", 2, 10) if "hand" in own else FIRST_HAND
        self.all_cards: i64 = set_of(list(range(len(self.cards))))
        # Class by class: the cards of each habitat, then all Locations.
        of_class = [
            set_of([number for number, card in enumerate(self.cards) if habitat in card.habitats])
            for habitat in HABITATS
        ]
        of_class.append(set_of([number for number, card in enumerate(self.cards) if card.location]))
        self.of_class: vec[i64] = vec[i64](of_class)
        self.locations: i64 = of_class[LOCATION]
        self.habitat_of: vec[i64] = vec[i64]([HABITATS.index(card.habitats[0]) for card in self.cards])
        self.points: vec[i64] = vec[i64]([card.points for card in self.cards])  # a Location counts 1
        if self.locations == 0:
            raise chosen.wrong("the deck has no Location to begin with")
        if seats * self.first_hand > len(self.cards):
            raise chosen.wrong(
                f"{seats} players need at least {seats * self.first_hand} cards, the deck has {len(self.cards)}"
            )
        self.worlds = WorldFinder(seats, self.all_cards, of_class)
        self._build_actions()

    def _build_actions(self) -> None:
        made: list[Action] = [Draw(), EndTurn()]
        self.observe_from: i64 = len(made)
        made += [Observe(key) for key in self.keys]
        place_id: list[int] = []
        for card in self.cards:
            place_id.append(len(made))
            if card.location:
                made.append(Place(card.key))
        self.send_left_from: i64 = len(made)
        made += [Send("left", key) for key in self.keys]
        self.send_right_from: i64 = len(made)
        made += [Send("right", key) for key in self.keys]
        self.give_from: i64 = len(made)
        made += [Give(key) for key in self.keys]
        self.lead_from: i64 = len(made)
        lead_id: list[int] = []
        for card in self.cards:
            for habitat in HABITATS:
                lead_id.append(len(made))
                if habitat in card.habitats:
                    made.append(Lead(card.key, habitat))
        self.follow_from: i64 = len(made)
        made += [Follow(key) for key in self.keys]
        self.place_id: vec[i64] = vec[i64](place_id)
        self.lead_id: vec[i64] = vec[i64](lead_id)
        number = {key: card for card, key in enumerate(self.keys)}
        keys = [getattr(action, "card", "") for action in made]
        self.card_of: vec[i64] = vec[i64]([number.get(key, NO_CARD) for key in keys])
        self.names_habitat: vec[i64] = vec[i64](
            [HABITATS.index(action.habitat) if isinstance(action, Lead) else 0 for action in made]
        )
        self.set_actions(made)

    def here(self, table: Table) -> i64:
        """The cards that fit the Current Location."""
        if table.current == NO_CARD:
            return 0
        return self.of_class[self.habitat_of[table.current]]

    def neighbour(self, seat: i64, step: i64) -> i64:
        """The seat to the left (step 1) or right (step -1)."""
        return beside(seat, step, self.seats)

    def names(self, cards_set: i64) -> list[str]:
        """The cards of a set by key."""
        return [self.keys[card] for card in members(cards_set)]
