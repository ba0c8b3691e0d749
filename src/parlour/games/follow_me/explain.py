"""Why something cannot be done in Follow Me, in words for the player who tried it."""

from parlour.core.bags import has, lowest
from parlour.decks.mackinac.cards import HABITAT_NAMES, HABITATS
from parlour.games.follow_me.actions import Draw, EndTurn, Follow, Give, Lead, Observe, Place, Send
from parlour.games.follow_me.rules import FollowMeRules
from parlour.games.follow_me.state import (
    AFTER_PLACING,
    FOLLOWING,
    GIVING,
    LEADING,
    MOST_DRAWS,
    NO_CARD,
    SENDING,
    TURN,
    FollowMeView,
)

MUST_PLACE = "The first player must place a Location."
MUST_DRAW = "After an idle round you must draw a card first."


def habitat_here(game: FollowMeRules, view: FollowMeView) -> str:
    """The Habitat of the Current Location."""
    return HABITAT_NAMES[HABITATS[game.habitat_of[view.seen.current]]]


def explain(game: FollowMeRules, view: FollowMeView, action: int) -> str:
    """One sentence on why the seat to act cannot do this."""
    table = view.seen
    what, card, phase = game.actions[action], game.ids.card_of[action], table.phase
    if phase == GIVING and not isinstance(what, Give):
        return "You must choose a card to pass on."
    if phase == FOLLOWING and not isinstance(what, Follow):
        return _must_follow(view)
    if isinstance(what, Give) and phase != GIVING:
        return "Nobody has started a round of card passing."
    if isinstance(what, Follow) and phase != FOLLOWING:
        return "No card has been led."
    if isinstance(what, Lead) and phase != LEADING:
        return "Cards can be led only in turns that begin without a draw pile."
    if isinstance(what, (Draw, Observe, Place, Send)) and phase == LEADING:
        return "Without a draw pile you can only lead a card or end your turn."
    if phase == TURN and table.must_draw and table.drawn == 0:
        return MUST_DRAW
    if card != NO_CARD and not has(table.players[view.seat].hand, card):
        return f"{game.cards[card].name} is not in your hand."
    if isinstance(what, Draw):
        return why_not_draw(game, view)
    if isinstance(what, EndTurn):
        return "You must lead a card." if phase == LEADING else MUST_PLACE
    if isinstance(what, Send):
        return _why_not_send(view)
    if isinstance(what, Place):
        return _why_not_place(view)
    if isinstance(what, Observe):
        return _why_not_observe(game, view, card)
    return _must_follow(view)


def explain_waiting(view: FollowMeView) -> str:
    """Why a seat can do nothing now."""
    if view.seen.phase == GIVING and view.to_act:
        return "Wait until the others have chosen a card to pass."
    if view.seen.phase == FOLLOWING and view.to_act:
        return "Wait until the others have chosen a card to follow with."
    return "It is not your turn."


def why_not_any_card(game: FollowMeRules, view: FollowMeView) -> str:
    """One sentence on why the unplayable cards of a hand cannot be played now."""
    table, me = view.seen, view.seen.players[view.seat]
    if table.phase == FOLLOWING:
        return _must_follow(view)
    if table.first:
        return MUST_PLACE
    if table.must_draw and not table.drawn:
        return MUST_DRAW
    if me.hand_size == 1 and has(game.locations, lowest(me.hand)):
        return "Your last card cannot be a new Location, and it does not fit the current one."
    return _does_not_fit(game, view, "Does")


def why_not_draw(game: FollowMeRules, view: FollowMeView) -> str:
    """Why the player whose turn it is cannot draw."""
    table = view.seen
    if table.phase in (AFTER_PLACING, SENDING):
        return "You have played, so you cannot draw any more."
    if table.draw_left == 0:
        return "The draw pile is empty."
    if table.drawn == MOST_DRAWS:
        return f"You have drawn {MOST_DRAWS} cards; that is the most."
    return f"The hand limit is {game.hand_limit} cards."


def _must_follow(view: FollowMeView) -> str:
    return f"You must follow with one of your {HABITAT_NAMES[HABITATS[view.seen.named]]} cards."


def _does_not_fit(game: FollowMeRules, view: FollowMeView, subject: str) -> str:
    return f"{subject} not fit the Habitat here, {habitat_here(game, view)}."


def _why_not_send(view: FollowMeView) -> str:
    if view.seen.phase == TURN:
        return "Play first: a card is sent after a play."
    return "With two players left and right are the same neighbour: send left."


def _why_not_place(view: FollowMeView) -> str:
    if view.seen.phase == SENDING:
        return "You have observed a card, so you cannot place a Location this turn."
    if view.seen.phase == AFTER_PLACING:
        return "You have placed a Location this turn; one is the most."
    if view.seen.players[view.seat].hand_size == 1:
        return "Your last card cannot be placed as the Current Location."
    return "The new Location must have another Habitat."


def _why_not_observe(game: FollowMeRules, view: FollowMeView, card: int) -> str:
    if view.seen.first:
        return MUST_PLACE
    if view.seen.phase == SENDING:
        return "You can observe only one card; place a Location first to observe more."
    return _does_not_fit(game, view, f"{game.cards[card].name} does")
