"""Which endings are guards in All Around Mackinac Island."""

from parlour.core.tally import Tally
from parlour.games.around_mackinac.rules import LAST_FERRY

COUNTED = Tally(guards={LAST_FERRY: "last ferry"})
