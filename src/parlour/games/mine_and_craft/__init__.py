"""Mine & Craft."""

from parlour.games.mine_and_craft.game import MineAndCraft
from parlour.games.mine_and_craft.policy import MinePolicy

GAME = MineAndCraft
POLICY = MinePolicy
