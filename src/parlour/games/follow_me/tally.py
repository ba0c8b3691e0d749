"""Which endings are guards in Follow Me If You Can!"""

from parlour.core.tally import Tally
from parlour.games.follow_me.rules import NOBODY_LEADS

COUNTED = Tally(guards={NOBODY_LEADS: "nobody leads"})
