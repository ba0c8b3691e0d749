"""What a study counts in Follow Me If You Can!"""

from parlour.core.tally import Tally, Use
from parlour.games.follow_me.events import FOLLOWED, LED, OBSERVED, OUT, PLACED, SENDS, UNFOLLOWED
from parlour.games.follow_me.scoring import NOBODY_LEADS

COUNTED = Tally(
    uses={
        OBSERVED.kind: (Use("card", "card"),),
        PLACED.kind: (Use("card", "card", "{} (as the place)"), Use("effect", "habitat", "place in: {}")),
        LED.kind: (Use("card", "card", "{} (led)"), Use("effect", "habitat", "led: {}")),
        FOLLOWED.kind: (Use("card", "card", "{} (followed)"),),
        UNFOLLOWED.kind: (Use("effect", words="led and nobody followed"),),
        SENDS.kind: (Use("effect", "direction", "cards passed: {}"),),
        OUT.kind: (Use("effect", words="hand emptied"),),
    },
    guards={NOBODY_LEADS: "nobody leads"},
)
