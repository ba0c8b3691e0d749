"""Does an action surely end the game, as far as its player can know?"""

from typing import Final, TypeVar

from parlour.core.chance import Sampled
from parlour.core.errors import NoWorld
from parlour.core.game import Game, State, View
from parlour.core.rng import Rng

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

WORLDS: Final = 3
"""Worlds to try. Ask only about actions whose end no hidden card decides: then they all agree."""


def surely_ends(game: Game[S, V], view: V, action: int) -> bool:
    """Is the game over after this action of the view's seat, in worlds that fit the view?

    A game that makes worlds by replaying does not know: not every view carries what its seat witnessed, and views that
    say the same must give the same answer.
    """
    if game.replays_worlds():
        return False
    try:
        for number in range(WORLDS):
            rng = Rng("ends", number)
            world = game.determinise(view, rng)
            game.apply(world, view.seat, action, Sampled(rng))
            if game.outcome(world) is None:
                return False
    except NoWorld:
        return False
    return True
