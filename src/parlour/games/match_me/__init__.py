"""Match Me If You Can!"""

from parlour.games.match_me.game import MatchMe
from parlour.games.match_me.policy import MatchMePolicy

GAME = MatchMe
POLICY = MatchMePolicy
