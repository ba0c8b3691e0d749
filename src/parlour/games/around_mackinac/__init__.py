"""All Around Mackinac Island."""

from parlour.games.around_mackinac.bot import choose, forget
from parlour.games.around_mackinac.policy import MackinacPolicy
from parlour.games.around_mackinac.rules import AroundMackinac
from parlour.games.around_mackinac.tally import COUNTED

GAME = AroundMackinac
HEURISTIC = choose
POLICY = MackinacPolicy
FORGET = forget
TALLY = COUNTED
