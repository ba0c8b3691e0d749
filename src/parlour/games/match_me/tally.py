"""Which endings are guards in Match Me If You Can!"""

from parlour.core.tally import Tally
from parlour.games.match_me.rules import REASONS
from parlour.games.match_me.state import LIMIT, STALE

COUNTED = Tally(guards={REASONS[STALE]: "stalemate", REASONS[LIMIT]: "turn limit"})
