"""Deluxe Memory."""

from parlour.games.deluxe_memory.bot import choose, forget
from parlour.games.deluxe_memory.policy import MemoryPolicy
from parlour.games.deluxe_memory.rules import DeluxeMemory
from parlour.games.deluxe_memory.tally import COUNTED

GAME = DeluxeMemory
HEURISTIC = choose
POLICY = MemoryPolicy
FORGET = forget
TALLY = COUNTED
