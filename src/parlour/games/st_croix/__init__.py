"""St. Croix."""

from parlour.games.st_croix.bot import choose
from parlour.games.st_croix.policy import StCroixPolicy
from parlour.games.st_croix.rules import StCroix

GAME = StCroix
HEURISTIC = choose
POLICY = StCroixPolicy
