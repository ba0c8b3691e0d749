"""Mine & Craft."""

from parlour.games.mine_and_craft.bot import choose
from parlour.games.mine_and_craft.game import MineAndCraft
from parlour.games.mine_and_craft.policy import MinePolicy
from parlour.games.mine_and_craft.tally import COUNTED

GAME = MineAndCraft
HEURISTIC = choose
POLICY = MinePolicy
TALLY = COUNTED
