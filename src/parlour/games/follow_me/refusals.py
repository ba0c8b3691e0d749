"""Why an action is not possible now, in words for the player who tried it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.bags import has
from parlour.decks.mackinac.cards import HABITAT_NAMES, HABITATS
from parlour.games.follow_me.actions import Draw, EndTurn, Follow, Give, Lead, Observe, Place, Send
from parlour.games.follow_me.box import MOST_DRAWS
from parlour.games.follow_me.state import AFTER_PLACING, FOLLOWING, GIVING, LEADING, NO_CARD, SENDING, TURN, Table

if TYPE_CHECKING:
    from parlour.games.follow_me.rules import FollowMe


def explain(game: FollowMe, table: Table, seat: int, action: int) -> str:
    """The reason in one sentence, for a seat that may do something now; empty where there is nothing to say."""
    if not 0 <= action < len(game.actions):
        return ""
    what, card, stage = game.actions[action], game.card_of[action], table.stage
    if stage == GIVING and not isinstance(what, Give):
        return "You must choose a card to pass on."
    if stage == FOLLOWING and not isinstance(what, Follow):
        return f"You must follow with a card of the Habitat {HABITAT_NAMES[HABITATS[table.named]]}."
    if isinstance(what, Give) and stage != GIVING:
        return "Nobody has started a round of card passing."
    if isinstance(what, Follow) and stage != FOLLOWING:
        return "No card has been led."
    if isinstance(what, Lead) and stage != LEADING:
        return "Cards are led only in turns that begin without a draw pile."
    if isinstance(what, (Draw, Observe, Place, Send)) and stage == LEADING:
        return "Without a draw pile you lead a card or end your turn."
    if stage == TURN and table.must_draw and table.drawn == 0:
        return "After an idle round you must draw a card first."
    if card != NO_CARD and not has(table.players[seat].hand, card):
        return f"{game.cards[card].name} is not in your hand."
    if isinstance(what, Draw):
        return no_draw(game, table)
    if isinstance(what, EndTurn):
        return "You must lead a card." if stage == LEADING else "The first player must place a Location."
    if isinstance(what, Send):
        return _no_send(table)
    if isinstance(what, Place):
        return _no_place(game, table, seat)
    if isinstance(what, Observe):
        return _no_observation(game, table, card)
    assert isinstance(what, Follow)
    return f"You must follow with a card of the Habitat {HABITAT_NAMES[HABITATS[table.named]]}."


def no_draw(game: FollowMe, table: Table) -> str:
    """Why the player whose turn it is may not draw."""
    if table.stage in (AFTER_PLACING, SENDING):
        return "You have played, so drawing is over."
    if table.draw_left == 0:
        return "The draw pile is empty."
    if table.drawn == MOST_DRAWS:
        return f"You have drawn {MOST_DRAWS} cards; that is the most."
    return f"The hand limit is {game.hand_limit} cards."


def _no_send(table: Table) -> str:
    if table.stage == TURN:
        return "Play first: a card is sent after a play."
    return "With two players left and right are the same neighbour: send left."


def _no_place(game: FollowMe, table: Table, seat: int) -> str:
    if table.stage == SENDING:
        return "You have observed a card, so you cannot place a Location this turn."
    if table.stage == AFTER_PLACING:
        return "You have placed a Location this turn; one is the most."
    if table.players[seat].hand_size == 1:
        return "Your last card cannot be placed as the Current Location."
    return "The new Location must have another Habitat."


def _no_observation(game: FollowMe, table: Table, card: int) -> str:
    if table.first:
        return "The first player must place a Location."
    if table.stage == SENDING:
        return "You observe one card, or place a Location first to observe more."
    place = HABITAT_NAMES[HABITATS[game.habitat_of[table.current]]]
    return f"{game.cards[card].name} does not fit the Current Location's Habitat, {place}."
