"""Follow Me If You Can!"""

from parlour.games.follow_me.policy import FollowPolicy
from parlour.games.follow_me.rules import FollowMe
from parlour.games.follow_me.tally import COUNTED

GAME = FollowMe
POLICY = FollowPolicy
TALLY = COUNTED
