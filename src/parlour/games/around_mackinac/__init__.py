"""All Around Mackinac Island."""

from parlour.games.around_mackinac.game import AroundMackinac
from parlour.games.around_mackinac.policy import MackinacPolicy, forget

GAME = AroundMackinac
POLICY = MackinacPolicy
FORGET = forget
THOUGHT = 15_000  # choices are few and close in value, and a playout takes 20 microseconds
