"""Mine & Craft."""

from parlour.games.mine_and_craft.policy import MiningPolicy
from parlour.games.mine_and_craft.rules import MineAndCraft
from parlour.games.mine_and_craft.tally import COUNTED

GAME = MineAndCraft
POLICY = MiningPolicy
TALLY = COUNTED
