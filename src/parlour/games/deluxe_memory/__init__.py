"""Deluxe Memory."""

from parlour.games.deluxe_memory.policy import MemoryPolicy, forget
from parlour.games.deluxe_memory.rules import DeluxeMemory

GAME = DeluxeMemory
POLICY = MemoryPolicy
FORGET = forget
