"""Fresh Game."""

from parlour.scaffold.fresh_game.game import FreshGame
from parlour.scaffold.fresh_game.policy import FreshGamePolicy

GAME = FreshGame
POLICY = FreshGamePolicy
