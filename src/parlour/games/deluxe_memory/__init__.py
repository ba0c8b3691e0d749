"""Deluxe Memory."""

from parlour.games.deluxe_memory.policy import MemoryPolicy, forget
from parlour.games.deluxe_memory.rules import DeluxeMemory
from parlour.games.deluxe_memory.tally import COUNTED

GAME = DeluxeMemory
POLICY = MemoryPolicy
FORGET = forget
TALLY = COUNTED
