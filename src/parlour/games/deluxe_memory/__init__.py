"""Deluxe Memory."""

from parlour.games.deluxe_memory.game import DeluxeMemory
from parlour.games.deluxe_memory.policy import MemoryPolicy, forget

GAME = DeluxeMemory
POLICY = MemoryPolicy
FORGET = forget
