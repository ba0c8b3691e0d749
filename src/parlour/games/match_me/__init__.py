"""Match Me If You Can!"""

from parlour.games.match_me.policy import MatchPolicy
from parlour.games.match_me.rules import MatchMe

GAME = MatchMe
POLICY = MatchPolicy
