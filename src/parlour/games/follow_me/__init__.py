"""Follow Me If You Can!"""

from parlour.games.follow_me.bot import choose
from parlour.games.follow_me.game import FollowMe
from parlour.games.follow_me.policy import FollowMePolicy
from parlour.games.follow_me.tally import COUNTED

GAME = FollowMe
HEURISTIC = choose
POLICY = FollowMePolicy
TALLY = COUNTED
