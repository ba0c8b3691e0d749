"""Match Me If You Can!"""

from parlour.games.match_me.game import MatchMe
from parlour.games.match_me.policy import MatchMePolicy
from parlour.games.match_me.sharp import SharpMatchMePolicy

GAME = MatchMe
POLICY = MatchMePolicy
SHARP = SharpMatchMePolicy
