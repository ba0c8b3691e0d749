"""St. Croix."""

from parlour.games.st_croix.game import StCroix
from parlour.games.st_croix.policy import StCroixPolicy
from parlour.games.st_croix.tally import COUNTED

GAME = StCroix
POLICY = StCroixPolicy
TALLY = COUNTED
