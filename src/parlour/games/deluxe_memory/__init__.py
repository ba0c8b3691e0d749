"""Deluxe Memory."""

from parlour.games.deluxe_memory.bot import choose
from parlour.games.deluxe_memory.rules import DeluxeMemory

GAME = DeluxeMemory
HEURISTIC = choose
