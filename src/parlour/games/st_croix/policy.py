"""A sensible St. Croix player's preferences: the lowest playable cards, whole sets, specials kept for hard moments."""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.bags import count_of
from parlour.core.game import Moves
from parlour.core.policy import Policy
from parlour.games.st_croix.actions import FOUR
from parlour.games.st_croix.rules import PICK_UP, StCroixRules
from parlour.games.st_croix.state import StCroixPlayer, StCroixState

WINS: Final = 20.0
PICKS_UP: Final = -25.0  # take the pile only when nothing else is possible
CLEARS: Final = 3.0  # four of a kind clears the pile and brings another play
SPENT_MOKO: Final = -5.0
STEP: Final = 0.25  # how much more a card one step up the ladder is worth keeping


@final
class StCroixPolicy(Policy[StCroixState]):
    """Rates what a seat may do by the cards it would spend."""

    def __init__(self, game: StCroixRules) -> None:
        self.game = game
        self.steps = float(len(game.ladder))

    def ties_are_equal(self) -> bool:
        return True

    def rate(self, state: StCroixState, seat: i64, moves: Moves) -> None:
        me = state.players[seat]
        laying = state.choosing > 0
        i: i64 = 0
        while i < moves.count:
            action = moves.ids[i]
            if action == PICK_UP:
                rating = PICKS_UP
            elif laying:
                # Table Cards are played late, against high piles: put the best ones there.
                rating = STEP * self.worth(action - self.game.lay_from)
            elif self.game.kind_of[action] < 0:
                rating = 0.0  # which Mystery Card is flipped makes no difference
            else:
                rating = self._play(state, me, action)
            moves.ratings[i] = rating
            i += 1

    def _play(self, table: StCroixState, me: StCroixPlayer, action: i64) -> float:
        game = self.game
        kind = game.kind_of[action]
        count = game.count_in[action]
        mokos = game.mokos_in[action]
        laid = count + mokos
        if laid == me.cards_left():
            return WINS
        special = kind == game.moko or kind == game.cannon or kind == game.glass
        rating = SPENT_MOKO * float(mokos) - STEP * self.worth(kind) + STEP * float(laid) * (-1.0 if special else 0.1)
        length = laid
        if kind == table.run_kind and game.four_across_turns:
            length += table.run_length
        if length >= FOUR:
            rating += CLEARS
        elif not special and count < count_of(me.hand if me.hand_size > 0 else me.table, kind):
            rating -= 0.125  # sets stay together
        return rating

    def worth(self, kind: i64) -> float:
        """The value of keeping a card, in steps of the ladder."""
        game = self.game
        if kind == game.cannon:
            return 1.8 * self.steps
        if kind == game.moko:
            return 1.5 * self.steps
        if kind == game.glass:
            return 1.2 * self.steps
        return float(kind)
