"""Which endings are guards in St. Croix."""

from parlour.core.tally import Tally
from parlour.games.st_croix.events import OUT_OF_TURNS

COUNTED = Tally(guards={OUT_OF_TURNS: "turn limit"})
