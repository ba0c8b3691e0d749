"""Why an action is not possible now, in words for the player who tried it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.bags import has
from parlour.decks.mackinac.cards import HABITAT_NAMES, HABITATS
from parlour.games.follow_me.actions import Draw, EndTurn, Follow, Observe, Place, Send
from parlour.games.follow_me.state import AFTER_PLACING, FOLLOWING, LEADING, NO_CARD, SENDING, TURN, Table

if TYPE_CHECKING:
    from parlour.games.follow_me.rules import FollowMe


def explain(game: FollowMe, table: Table, seat: int, action: int) -> str:
    """The reason in one sentence; empty where there is nothing special to say."""
    if not 0 <= action < len(game.actions):
        return ""
    what, card, stage = game.actions[action], game.card_of[action], table.stage
    player = table.players[seat]
    if stage == TURN and table.must_draw and table.drawn == 0:
        return "After an idle round you must draw a card first."
    if card != NO_CARD and not has(player.hand, card):
        return f"{game.cards[card].name} is not in your hand."
    if table.first and isinstance(what, (EndTurn, Observe)):
        return "The first player must place a Location."
    if isinstance(what, Draw) and stage == TURN:
        return _no_draw(game, table)
    if isinstance(what, Place) and stage == TURN:
        if player.hand_size == 1:
            return "Your last card cannot be placed as the Current Location."
        return "The new Location must have another Habitat."
    if isinstance(what, Observe) and stage == SENDING:
        return "You observe one card, or place a Location first to observe more."
    if isinstance(what, Observe) and stage in (TURN, AFTER_PLACING):
        place = HABITAT_NAMES[HABITATS[game.habitat_of[table.current]]]
        return f"{game.cards[card].name} does not fit the Current Location's Habitat, {place}."
    if isinstance(what, Send) and stage in (AFTER_PLACING, SENDING):
        return "With two players left and right are the same neighbour: send left."
    if isinstance(what, EndTurn) and stage == LEADING:
        return "You must lead a card."
    if isinstance(what, Follow) and stage == FOLLOWING:
        return f"You must follow with a card of the Habitat {HABITAT_NAMES[HABITATS[table.named]]}."
    return ""


def _no_draw(game: FollowMe, table: Table) -> str:
    if table.draw_left == 0:
        return "The draw pile is empty."
    if table.drawn == 3:
        return "You have drawn 3 cards; that is the most."
    return f"The hand limit is {game.hand_limit} cards."
