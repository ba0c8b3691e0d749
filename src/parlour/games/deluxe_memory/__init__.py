"""Deluxe Memory."""

from parlour.games.deluxe_memory.bot import choose, forget
from parlour.games.deluxe_memory.policy import MemoryPolicy
from parlour.games.deluxe_memory.rules import DeluxeMemory

GAME = DeluxeMemory
HEURISTIC = choose
POLICY = MemoryPolicy
FORGET = forget
