"""Mine & Craft."""

from parlour.games.mine_and_craft.bot import choose
from parlour.games.mine_and_craft.policy import MiningPolicy
from parlour.games.mine_and_craft.rules import MineAndCraft

GAME = MineAndCraft
HEURISTIC = choose
POLICY = MiningPolicy
