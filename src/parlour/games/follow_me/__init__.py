"""Follow Me If You Can!"""

from parlour.games.follow_me.policy import FollowPolicy
from parlour.games.follow_me.rules import FollowMe

GAME = FollowMe
POLICY = FollowPolicy
