"""Deluxe Memory."""

from parlour.games.deluxe_memory.game import DeluxeMemory
from parlour.games.deluxe_memory.policy import MemoryPolicy, forget
from parlour.games.deluxe_memory.sharp import SharpMemoryPolicy

GAME = DeluxeMemory
POLICY = MemoryPolicy
SHARP = SharpMemoryPolicy
FORGET = forget
