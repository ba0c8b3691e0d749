"""A simple sensible Follow Me player: the best-paying Location first, odd cards to the neighbours."""

from collections.abc import Sequence

from parlour.core.bags import count_set, has, members
from parlour.core.rng import Rng
from parlour.decks.mackinac.cards import HABITATS
from parlour.games.follow_me.actions import Draw, Follow, Give, Lead, Observe, Place, Send
from parlour.games.follow_me.rules import FollowMe
from parlour.games.follow_me.state import AFTER_PLACING
from parlour.games.follow_me.view import TableView


def choose(game: FollowMe, view: TableView, legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    if len(legal) == 1:
        return legal[0]
    return max(legal, key=lambda action: (_worth(game, view, action), -action))


def _worth(game: FollowMe, view: TableView, action: int) -> float:
    what = game.actions[action]
    card = game.card_of[action]
    table, me = view.seen, view.seen.players[view.seat]
    if isinstance(what, Place):
        rest = me.hand & game.of_class[game.habitat_of[card]] & ~(1 << card)
        if count_set(rest) + 1 == me.hand_size:
            return 50.0 + _points(game, rest)
        return _points(game, rest) - 0.5
    if isinstance(what, Observe):
        # After placing a Location everything that fits goes down; otherwise one card must be worth the turn.
        out = 50.0 if me.hand_size == 1 or table.stage == AFTER_PLACING else 0.0
        return out + float(game.points[card]) + 0.1
    if isinstance(what, Draw):
        # More cards make richer Locations, as long as the hand can still be emptied.
        if me.hand_size <= 5:
            return 4.5
        return 2.5 if me.hand_size <= 8 else 0.3
    if isinstance(what, Send):
        # A card that fits nothing else in hand is better spent as an unknown one; feed the fuller hand.
        to = game.neighbour(view.seat, 1 if what.direction == "left" else -1)
        return 1.4 - _use(game, me.hand, card) + 0.01 * float(table.players[to].hand_size)
    if isinstance(what, Give):
        return -_use(game, me.hand, card)
    if isinstance(what, Lead):
        return _lead_worth(game, view, card, HABITATS.index(what.habitat))
    if isinstance(what, Follow):
        return -float(game.points[card])
    return 0.0  # ending the turn


def _points(game: FollowMe, cards_set: int) -> float:
    return float(sum(game.points[card] for card in members(cards_set)))


def _use(game: FollowMe, hand: int, card: int) -> float:
    """What a card is good for: points at the Locations in hand, or as a Location for the other cards."""
    best = 0.0
    for habitat in range(len(HABITATS)):
        fits = game.of_class[habitat]
        if not has(fits, card):
            continue
        if has(game.locations, card):
            best = max(best, 0.8 * _points(game, hand & fits & ~(1 << card)))
        if hand & fits & game.locations & ~(1 << card):
            best = max(best, float(game.points[card]))
    return best + 0.2 * float(game.points[card])


def _lead_worth(game: FollowMe, view: TableView, card: int, habitat: int) -> float:
    """Points to hope for: the led card and one card of each player who may have to follow."""
    table, me = view.seen, view.seen.players[view.seat]
    fits = game.of_class[habitat]
    gone = table.placed | table.out_of_play | me.hand
    for player in table.players:
        gone |= player.observed
    unseen = game.all_cards & ~gone
    share = float(count_set(unseen & fits)) / float(max(1, count_set(unseen)))
    nobody = 1.0
    hoped = 0.0
    for seat, player in enumerate(table.players):
        if seat != view.seat:
            can = 1.0 - (1.0 - share) ** player.hand_size
            nobody *= 1.0 - can
            hoped += 1.8 * can
    out = 0.7 * float(sum(p.hand_size for p in table.players)) if me.hand_size == 1 else 0.0
    return out + hoped + float(game.points[card]) * (1.0 - nobody) - 0.8 * float(game.points[card])
