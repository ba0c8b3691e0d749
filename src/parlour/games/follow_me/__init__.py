"""Follow Me If You Can!"""

from parlour.games.follow_me.game import FollowMe
from parlour.games.follow_me.policy import FollowMePolicy

GAME = FollowMe
POLICY = FollowMePolicy
