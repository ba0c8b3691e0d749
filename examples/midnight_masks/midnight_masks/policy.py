"""What a sensible guest likes: a fine mask, likely guesses, and a Bat kept for the moment it is needed."""

from midnight_masks.actions import Answer, Play, Wear
from midnight_masks.rules import MasksRules
from midnight_masks.state import Ball, Guest
from parlour.core.bags import cards, has, list_of
from parlour.core.fields import NONE
from parlour.core.game import Moves
from parlour.core.policy import Policy


class MasksPolicy(Policy[Ball]):
    """Rates what a guest may do by what that guest knows."""

    def __init__(self, game: MasksRules) -> None:
        self.game = game

    def rate(self, state: Ball, seat: int, moves: Moves) -> None:
        for place in range(moves.count):
            what = self.game.actions[moves.ids[place]]
            rating = 0.0
            if isinstance(what, Wear):
                rating = 0.6 * self.game.ranks[self.game.keys.index(what.card)]
            elif isinstance(what, Play):
                rating = self._play(state, state.guests[seat], what)
            elif what == Answer(True):  # staying is worth 0
                right = state.guests[seat].wears() == cards(max(state.named, 0), 1)
                rating = 1.0 if state.named == NONE else 9.0 if right else -3.0
            moves.ratings[place] = rating

    def _play(self, state: Ball, me: Guest, what: Play) -> float:
        game = self.game
        mine = game.rank_of(me.wears())
        other = state.guests[what.guest - 1] if what.guest else me
        if what.mask:
            return 7.0 * self._chance(state, me, other, game.keys.index(what.mask)) - 0.5
        if what.card == "owl":
            return 1.5 * (mine - (game.rank_of(other.face) or 4))
        rest = max((game.ranks[kind] for kind in list_of(me.hand) if game.keys[kind] != what.card), default=mine)
        if what.card == "frog":
            return 0.5 * (rest - mine) + (1.5 if me.face else 0.0)
        return {"jester": 2.0 - mine, "bat": -1.5}.get(what.card, 0.0)

    def _chance(self, state: Ball, me: Guest, other: Guest, kind: int) -> float:
        """How likely another guest wears a mask, from the cards that lie open and one's own."""
        if other.face:
            return 1.0 if other.face == cards(kind, 1) else 0.0
        unseen = list(self.game.copies)
        seen = [card for guest in state.guests for card in (*guest.played, *list_of(guest.face))]
        for card in (*seen, *list_of(me.hand), *list_of(me.mask)):
            unseen[card] -= 1
        # Fine masks are worn more often than they are held.
        likely = [0 if has(other.mask_not, each) else unseen[each] * rank for each, rank in enumerate(self.game.ranks)]
        return likely[kind] / max(1, sum(likely))
