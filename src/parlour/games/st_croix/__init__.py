"""St. Croix."""

from parlour.games.st_croix.game import StCroix
from parlour.games.st_croix.policy import StCroixPolicy

GAME = StCroix
POLICY = StCroixPolicy
