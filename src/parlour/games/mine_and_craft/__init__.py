"""Mine & Craft."""

from parlour.games.mine_and_craft.policy import MiningPolicy
from parlour.games.mine_and_craft.rules import MineAndCraft

GAME = MineAndCraft
POLICY = MiningPolicy
