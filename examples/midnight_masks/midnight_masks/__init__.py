"""Midnight Masks, a game in a package of its own: Parlour finds it by the entry point in pyproject.toml."""

from midnight_masks.game import MidnightMasks
from midnight_masks.policy import MasksPolicy

GAME = MidnightMasks
POLICY = MasksPolicy
