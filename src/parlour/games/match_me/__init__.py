"""Match Me If You Can!"""

from parlour.games.match_me.policy import MatchPolicy
from parlour.games.match_me.rules import MatchMe
from parlour.games.match_me.tally import COUNTED

GAME = MatchMe
POLICY = MatchPolicy
TALLY = COUNTED
