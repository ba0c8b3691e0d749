"""All Around Mackinac Island."""

from parlour.games.around_mackinac.bot import choose
from parlour.games.around_mackinac.rules import AroundMackinac

GAME = AroundMackinac
HEURISTIC = choose
