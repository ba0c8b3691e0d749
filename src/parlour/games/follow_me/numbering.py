"""The ids of all actions in Follow Me: where each kind of action begins, and which card each one names."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.actions import Action
from parlour.decks.mackinac.cards import HABITATS, MackinacCard
from parlour.games.follow_me.actions import Draw, EndTurn, Follow, Give, Lead, Observe, Place, Send
from parlour.games.follow_me.state import NO_CARD

DRAW: Final = 0
END_TURN: Final = 1


@final
class Numbering:
    """All actions in the order of their ids. For actions with a card, the id is a first one plus the card's number."""

    def __init__(self, cards: tuple[MackinacCard, ...]) -> None:
        keys = [card.key for card in cards]
        made: list[Action] = [Draw(), EndTurn()]
        self.observe_from: i64 = len(made)
        made += [Observe(key) for key in keys]
        self.place_from: i64 = len(made)
        place_id: list[int] = []  # only Locations can be placed, so these ids are not in step with the cards
        for card in cards:
            place_id.append(len(made))
            if card.location:
                made.append(Place(card.key))
        self.send_left_from: i64 = len(made)
        made += [Send("left", key) for key in keys]
        self.send_right_from: i64 = len(made)
        made += [Send("right", key) for key in keys]
        self.give_from: i64 = len(made)
        made += [Give(key) for key in keys]
        self.lead_from: i64 = len(made)
        lead_id: list[int] = []  # a card's leads have consecutive ids, one for each of its habitats
        for card in cards:
            lead_id.append(len(made))
            made += [Lead(card.key, habitat) for habitat in HABITATS if habitat in card.habitats]
        self.follow_from: i64 = len(made)
        made += [Follow(key) for key in keys]

        self.actions = made
        self.place_id: vec[i64] = vec[i64](place_id)
        self.lead_id: vec[i64] = vec[i64](lead_id)
        self.leads: vec[i64] = vec[i64]([len(card.habitats) for card in cards])
        number = {key: card for card, key in enumerate(keys)}
        named = [getattr(action, "card", "") for action in made]
        self.card_of: vec[i64] = vec[i64]([number.get(key, NO_CARD) for key in named])
        self.habitat_of: vec[i64] = vec[i64](
            [HABITATS.index(action.habitat) if isinstance(action, Lead) else 0 for action in made]
        )
